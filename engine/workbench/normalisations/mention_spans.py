"""Mentions corrected and added by people: another span of the text, answered at once, taken back as any act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.errors import BadInput
from engine.normalisation.request import EVIDENCE, TFIDF
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology.lookup import find
from engine.terminology.person import named
from engine.text import normalise
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.normalisations.answers import Answers
from engine.workbench.normalisations.normalisation import Normalisations
from engine.workbench.normalisations.passages import whole_texts
from engine.workspace import Workspace
from store import answer_lines, mention_spans, normalisations
from store.mention_spans import BY_HAND
from store.records.normalisation import Line, MentionSpan, Other
from store.records.training import CURRENT

MOST_CANDIDATES = 5  # candidates of a text that is answered anew
SIGNED = ("before a mention is changed", "it")
BLANK: dict[str, Any] = dict.fromkeys(("concept", "name", "preferred", "differs", "topic"), "")


class MentionSpans:
    """Corrects where mentions stand, and adds those that a file missed."""

    def __init__(
        self,
        workspace: Workspace,
        normalisations: Normalisations,
        answers: Answers,
        ranker: Ranker,
        encoders: EncoderResolver,
    ) -> None:
        self._workspace = workspace
        self._normalisations = normalisations
        self._answers = answers
        self._ranker = ranker
        self._encoders = encoders

    def read(self, lines: Sequence[Line]) -> dict[int, MentionSpan]:
        """Line -> what a person says of its span; the others stand as the file marks them."""
        with self._workspace.reading() as db:
            return mention_spans.latest(db, [line.id for line in lines])

    def place(self, number: int, line: int, text: str) -> tuple[int, int]:
        """Where a text stands first in the text of a line, [start, end). BadInput where it does not."""
        (here,) = self._answers.chosen(number, [line])
        whole = self._whole(number, here)
        start = whole.find(text)
        if not text or start < 0:
            raise BadInput(f"“{text}” is not in the text of line {line}; write it as it stands there.")
        return start, start + len(text)

    def correct(self, number: int, line: int, start: int, end: int, who: str) -> str:
        """Says that a line's mention is [start, end) of its text, answered anew; the text. Exports have it so.

        BadInput for a span outside of the text or without a letter, and for a mention that names several concepts.
        """
        who, (here,) = named(who, *SIGNED), self._answers.chosen(number, [line])
        if here.parts > 1:
            raise BadInput(f"“{here.text}” names {here.parts} concepts in one text; its span stays as it is.")
        text, start, end = self._marked(self._whole(number, here), start, end)
        if (text, start, end) == (here.text, here.start, here.end):
            raise BadInput(f"“{text}” is the mention already; mark another part of the text.")
        known = self.read([here]).get(line)
        before = known.before if known else here.text
        span = MentionSpan(line, before, text, start, end, self._answered(number, text))
        with self._workspace.writing() as db:
            mention_spans.add(db, number, span, who, f"“{here.text}” corrected to “{text}”")
        return text

    def add(self, number: int, beside: int, start: int, end: int, who: str) -> int:
        """Adds the mention at [start, end) of the text that line `beside` stands in, answered; the number of its line.

        BadInput for a span outside of the text or without a letter, and for one that is marked already.
        """
        who, (here,) = named(who, *SIGNED), self._answers.chosen(number, [beside])
        text, start, end = self._marked(self._whole(number, here), start, end)
        answered = self._answered(number, text)
        fresh = Line(here.row, 0, 1, text, here.document, start, end, here.kind, sieve=BY_HAND, extra=here.extra)
        made = {**answered, "others": tuple(answered["others"]), "sieve": BY_HAND}
        with self._workspace.writing() as db:
            if (start, end) in {
                (one.start, one.end)
                for one in answer_lines.every(db, number)
                if (one.document or one.row) == (here.document or here.row)
            }:
                raise BadInput(f"“{text}” is marked there already.")
            line = normalisations.add_line(db, number, replace(fresh, **made), normalise)
            span = MentionSpan(line, "", text, start, end, made)
            mention_spans.add(db, number, span, who, f"“{text}” added as a mention")
        return line

    def _whole(self, number: int, line: Line) -> str:
        with self._workspace.reading() as db:
            found = whole_texts(db, number, [line]).get(line.id)
        if not found:
            raise BadInput(
                f"The text of “{line.text}” is not at hand: its file has none, is gone or has changed since it was "
                "answered; answer the file anew to mark mentions in it."
            )
        return found

    def _marked(self, whole: str, start: int, end: int) -> tuple[str, int, int]:
        """The text of a span without the blanks around it, and its place."""
        if not 0 <= start < end <= len(whole):
            raise BadInput(f"{start} to {end} is not in the text, which has {len(whole):,} characters; mark a part.")
        text = whole[start:end]
        start += len(text) - len(text.lstrip())
        text = text.strip()
        if not any(letter.isalnum() for letter in text):
            raise BadInput("There is no word in what was marked; mark the words of the mention.")
        return text, start, start + len(text)

    def _answered(self, number: int, text: str) -> dict[str, Any]:
        """The fields of a line for a text, as a ranking with the file's encoder answers it."""
        made = self._normalisations.get(number)
        id, encoder = self._encoders.open(CURRENT if made.encoder == TFIDF else made.encoder)
        request = RankingRequest([find(self._workspace, made.terminology)], encoder, id, MOST_CANDIDATES)
        ranking = self._ranker.rank(text, request)
        if not ranking.candidates:
            return {**BLANK, "score": None, "probability": None, "sieve": EVIDENCE, "others": []}
        first, *others = ranking.candidates
        found = [Other(one.concept_id, one.name, round(one.score, 4), "O", ", ".join(one.differs)) for one in others]
        return {
            **BLANK,
            "concept": first.concept_id,
            "name": first.name,
            "preferred": first.preferred_name,
            "score": first.score,
            "probability": first.probability,
            "differs": ", ".join(first.differs),
            "sieve": EVIDENCE,
            "others": found,
        }
