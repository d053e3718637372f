"""A file of mentions, answered as it is read: load its rows, prepare, search, order and answer, store the lines."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.events import Event, Finished, Progress, result_of
from engine.formats.mentions.mentions import MentionFile, MentionRow, Problems
from engine.normalisation.load import load_rows
from engine.normalisation.request import EVIDENCE, NormalisationRequest, Search, Sink, encoder_hash
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store import abbreviations, edits, judgements, ranking_orders, terminologies
from store.files import sha256_of
from store.records.mention import Mention

if TYPE_CHECKING:
    from engine.normalisation.normaliser import Normaliser
    from engine.normalisation.records import AnswerPart

CHUNK, RANKED = 2_000, 20  # mentions answered and stored at once; where each is ranked by evidence
REMEMBERED = 120_000  # texts whose answers are remembered, some 2 kB each
SHOWN = 20  # problems named in the result
DECISIONS = "decisions"  # in a fingerprint


def normalise_file(workspace: Workspace, request: NormalisationRequest, sink: Sink) -> Iterator[Event]:
    """Answer every mention of the file that the sink does not have yet.

    Finished gives mentions, lines, unanswered (lines of this call without a concept), problems and how many rows were
    left out. Memory does not grow with the file. NotFound and BadInput as `MentionFile` and `open_normaliser` raise.
    """
    from engine.normalisation.answer import ConceptLabels, lines
    from engine.normalisation.factory import encode_names, open_normaliser, topics_of

    file = MentionFile(Path(request.file), request.columns)
    last_row, mentions = sink.begun()
    before = mentions
    yield Progress(mentions, 0, f"Reading {file.path.name}")
    total = file.size()
    yield from result_of(encode_names(workspace, request))
    title = find(workspace, request.terminology).title
    yield Progress(mentions, total, f"Making the names of {title} searchable")
    normaliser = open_normaliser(workspace, request)
    labels = ConceptLabels(normaliser.pool.preferred, topics_of(workspace, request.terminology))
    answers, problems, written, unanswered = AnswerCache(normaliser), Problems(), 0, 0
    since = time.monotonic()
    for rows in load_rows(file, last_row, RANKED if request.search == EVIDENCE else CHUNK, problems):
        found = [line for row, parts in zip(rows, answers.of(rows), strict=True) for line in lines(row, parts, labels)]
        sink.append(found, rows[-1].number, len(rows))
        mentions, written = mentions + len(rows), written + len(found)
        unanswered += sum(not line.concept for line in found)
        metrics = {"unanswered": unanswered, "before": before, "seconds": time.monotonic() - since}
        yield Progress(mentions, max(mentions, total), f"Normalising {file.path.name}", metrics)
    shown = [{"row": problem.row, "problem": problem.sentence} for problem in problems.rows[:SHOWN]]
    counts = {"mentions": mentions, "lines": written, "unanswered": unanswered, "left_out": problems.left_out}
    yield Finished({**counts, "problems": shown})


class AnswerCache:
    """A normaliser that remembers the texts it met last, so that a text is answered once with the same context.

    What is asked at once tells of an abstract, so that its rows must stand together: of one that comes back the texts
    that it had before are not asked again, and do not speak for those that are new (`order.named_beside`, `context`).
    """

    def __init__(self, normaliser: Normaliser) -> None:
        self.normaliser = normaliser
        self._known: OrderedDict[tuple[str, str], tuple[AnswerPart, ...]] = OrderedDict()

    def of(self, rows: Sequence[MentionRow]) -> Iterator[tuple[AnswerPart, ...]]:
        """The parts of the answer to each row, in order."""
        distinct: dict[tuple[str, str], Mention] = {}
        for row in rows:
            distinct.setdefault(_key(row.mention), row.mention)
        new = [mention for key, mention in distinct.items() if key not in self._known]
        for answer in self.normaliser.answers(new):
            self._known[_key(answer.mention)] = answer.parts
        for key in distinct:
            self._known.move_to_end(key)
        for row in rows:
            yield self._known[_key(row.mention)]
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _key(mention: Mention) -> tuple[str, str]:
    return mention.text, mention.context


def fingerprint(workspace: Workspace, request: NormalisationRequest) -> dict[str, Any]:
    """What decides the answers, each thing under its name; work begun under another one cannot be gone on with.

    The last three decide only where the answers are a ranking's, and are not there otherwise.
    """
    files = {path: sha256_of(Path(path)) for path in (request.file, *request.train, *request.dev)}
    encoder = encoder_hash(workspace, request.encoder)
    with workspace.reading() as db:
        found = {
            "options": request.to_dict(),
            "files": files,
            "terminology": find(workspace, request.terminology, db).fingerprint,
            "encoder": encoder,
            "edits": edits.last_id(db),
            DECISIONS: judgements.last_id(db),
        }
        if Search.of(request.search).by_evidence:
            found["order of rankings"] = ranking_orders.last_id(db)
            found["dictionary of short forms"] = abbreviations.last_id(db)
            found["other terminologies"] = [one.fingerprint for one in terminologies.newest_versions(db)]
    return found
