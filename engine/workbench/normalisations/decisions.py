"""What people decide about answers: one by one or in bulk, with undo at any depth."""

from __future__ import annotations

import random
from collections.abc import Sequence, Set
from dataclasses import replace

from engine.errors import BadInput, NotFound
from engine.normalisation.request import encoder_hash
from engine.ranking.marks.coding_marks import NOT_BILLABLE, coding_marks
from engine.terminology.edited_view import edited_view_in
from engine.terminology.lookup import find
from engine.terminology.person import DECIDING, named
from engine.text import normalise
from engine.text.counts import count, percent
from engine.workbench.normalisations.answers import Answers, checked
from engine.workbench.normalisations.normalisation import Normalisations
from engine.workbench.probability import checked_probability
from engine.workspace import Workspace
from store import answer_lines, judgements
from store.records.normalisation import DECISION_WORDS, NAMING, Filter, Judgement, JudgementBatch, Line
from store.sqlite import Database


class Decisions:
    """Decides about answers; each decision keeps who, when, score, probability and model."""

    def __init__(self, workspace: Workspace, normalisations: Normalisations, answers: Answers) -> None:
        self._workspace = workspace
        self._normalisations = normalisations
        self._answers = answers

    def decide(
        self,
        number: int,
        lines: Sequence[int],
        decision: str,
        who: str,
        *,
        comment: str | None = None,
        concept: str = "",
        model: str = "",
        everywhere: bool = False,
        score: float | None = None,
        seen: str | None = None,
        newest: int | None = None,
    ) -> int:
        """Decides about lines as one batch, one undo; how many lines it became.

        accept takes the first candidate, second the second, other the named concept (of `model`, if another encoder
        proposed it with that `score`), none ties to nothing; skip and flag leave the line for later, "" makes it
        undecided again. A comment stays until another is given. With `everywhere`, lines of the same text are decided
        alike. BadInput when a line has no such candidate.

        seen: what stood at the lines for the person (`Line.decision_version`); BadInput when somebody else decided one
        since. newest: `last_number` when the lines were shown; the same with it for the other lines of their text.
        """
        who, shown = named(who, *DECIDING), lines
        if decision not in judgements.DECISIONS:
            raise BadInput(f"There is no decision “{decision}”; choose one of {', '.join(judgements.DECISIONS[:-1])}.")
        terminology = self._normalisations.get(number).terminology
        lines = self._alike(number, lines) if everywhere else lines
        sha256 = encoder_hash(self._workspace, model) if model else ""
        decided = []
        for line in self._answers.chosen(number, lines):
            choice = self._choice(terminology, line, decision, concept)
            judged = line
            if model and model != line.model:  # the probability is that of the encoder which answered the file
                judged = replace(line, model=model, model_sha256=sha256, probability=None)
                choice = (choice[0], choice[1], score)
            decided.append((judged, decision, *choice))
        with self._workspace.writing() as db:
            if seen is not None:
                _check_unchanged(answer_lines.numbered(db, number, shown), seen, who)
            if newest is not None:
                _check_none_since(db, number, {*lines} - {*shown}, newest, who)
            comments = _comments(db, number, lines, comment)
            rows = [(*one, comments.get(one[0].id, "")) for one in decided]
            judgements.add(db, number, terminology, rows, who, normalise)
        return len(decided)

    def last_number(self) -> int:
        """The number of the newest judgement about any file; what is decided later has a higher one."""
        with self._workspace.reading() as db:
            return judgements.last_id(db)

    def comment(self, number: int, line: int, text: str, who: str) -> None:
        """Writes a comment on a line; its decision and who made it stay."""
        (here,) = self._answers.chosen(number, [line])
        terminology, who = self._normalisations.get(number).terminology, named(who, *DECIDING)
        with self._workspace.writing() as db:
            judgements.comment(db, number, terminology, here, text.strip(), who, normalise)

    def count_acceptable(self, number: int, probability: float, filter: Filter | None = None) -> int:
        """The number of lines that `accept_above` would accept."""
        with self._workspace.reading() as db:
            return judgements.count_acceptable(db, number, checked(filter), checked_probability(probability))

    def count_not_billable(self, number: int, probability: float, filter: Filter | None = None) -> int:
        """How many of the lines that `accept_above` would accept it would tie to a code that is not billable."""
        with self._workspace.reading() as db:
            return sum(self._not_billable(db, number, probability, filter).values())

    def _not_billable(self, db: Database, number: int, probability: float, filter: Filter | None) -> dict[str, int]:
        """Code that is not billable -> how many of the acceptable lines would be tied to it."""
        slug = self._normalisations.get(number).terminology
        lines = judgements.acceptable_concepts(db, number, checked(filter), checked_probability(probability))
        return {
            code: lines[code] for code, marks in coding_marks(db, slug, list(lines)).items() if NOT_BILLABLE in marks
        }

    def _left_undecided(
        self, db: Database, number: int, probability: float, filter: Filter | None, billable: bool
    ) -> list[str]:
        """The codes whose lines a bulk decision leaves undecided: none, or with `billable` those that are not."""
        return list(self._not_billable(db, number, probability, filter)) if billable else []

    def sample_acceptable(
        self, number: int, probability: float, filter: Filter | None = None, most: int = 5, billable: bool = False
    ) -> list[Line]:
        """At most so many of the lines that `accept_above` would accept, drawn at random, the same ones each time."""
        sure = checked_probability(probability)
        with self._workspace.reading() as db:
            without = self._left_undecided(db, number, probability, filter, billable)
            found = judgements.acceptable_lines(db, number, checked(filter), sure, without)
        drawn = random.Random(len(found)).sample(found, min(most, len(found)))
        return self._answers.numbered(number, sorted(drawn))

    def accept_above(
        self, number: int, probability: float, who: str, filter: Filter | None = None, billable: bool = False
    ) -> int:
        """Accepts every undecided first candidate of at least this probability in the whole filter; how many.

        One undo takes it back. Lines with a marked difference (side, number, stage …) are never among them. billable:
        leave those undecided whose code is not billable.
        """
        who, sure = named(who, *DECIDING), checked_probability(probability)

        def titled(rows: int) -> str:
            return f"{count(rows, 'answer')} of at least {percent(sure)} accepted"

        with self._workspace.writing() as db:
            without = self._left_undecided(db, number, sure, filter, billable)
            return judgements.accept_all(db, number, checked(filter), sure, who, without, titled)

    def undo(self, who: str) -> JudgementBatch | None:
        """Takes back the person's newest decision or bulk decision; None when there is none."""
        with self._workspace.writing() as db:
            return judgements.undo(db, who)

    def redo(self, who: str) -> JudgementBatch | None:
        """Makes the decision again that the person undid last; None when there is none."""
        with self._workspace.writing() as db:
            return judgements.redo(db, who)

    def newest(self, number: int, limit: int = 50) -> list[Judgement]:
        """The newest judgements about a file's answers, newest first."""
        with self._workspace.reading() as db:
            return judgements.newest(db, number, limit)

    def _alike(self, number: int, lines: Sequence[int]) -> list[int]:
        """All lines of a file with the text of one of these."""
        with self._workspace.reading() as db:
            return sorted({id for line in lines for id in answer_lines.alike(db, number, line)})

    def _choice(self, terminology: str, line: Line, decision: str, concept: str) -> tuple[str, str, float | None]:
        """The concept that a decision ties the line to, its preferred name and its score; nothing for none or skip."""
        if decision not in NAMING:
            return "", "", None
        candidates = [(line.concept, line.score)] if line.concept else []
        candidates += [(other[0], other[2]) for other in line.others]
        place = 0 if decision == judgements.ACCEPT else 1
        if decision == judgements.OTHER:
            code, score = concept, dict(candidates).get(concept)
        elif len(candidates) > place:
            code, score = candidates[place]
        else:
            which = "candidate" if place == 0 else "second candidate"
            raise BadInput(f"“{line.text}” (row {line.row}) has no {which}; choose a concept, or no match.")
        with self._workspace.reading() as db:
            name = edited_view_in(db, self._workspace, terminology).titles.get(code)
        if name is None and decision == judgements.OTHER:
            title = find(self._workspace, terminology).title
            raise NotFound(f"{title} has no concept “{code}”; check the id.")
        return code, name or line.name, score


def _comments(db: Database, number: int, lines: Sequence[int], comment: str | None) -> dict[int, str]:
    """Line -> the comment that is given, else the one that stands there by now."""
    if comment is not None:
        return dict.fromkeys(lines, comment.strip())
    return {line.id: line.comment for line in answer_lines.numbered(db, number, lines)}


def _check_unchanged(lines: Sequence[Line], seen: str, who: str) -> None:
    """BadInput where somebody else's decision stands at a line, and is not the one that `who` saw there."""
    _refuse([line for line in lines if line.decision and line.who != who and line.decision_version != seen])


def _check_none_since(db: Database, number: int, lines: Set[int], newest: int, who: str) -> None:
    """BadInput where somebody else has decided one of the lines after the judgement `newest`."""
    _refuse(answer_lines.numbered(db, number, judgements.changed_since(db, sorted(lines), newest, who)[:1]))


def _refuse(lines: Sequence[Line]) -> None:
    """BadInput that tells the first of the lines which somebody else has decided, if there is any."""
    for line in lines:
        words = " ".join((DECISION_WORDS[line.decision], line.decided_concept, line.decided_name)).strip()
        raise BadInput(
            f"{line.who} has decided “{line.text}” (row {line.row}) meanwhile: {words}. Yours was not kept; look at "
            "it, and decide again where you see it otherwise."
        )
