"""A file of mentions, answered as it is read: what is asked, the stream of lines, and where they are kept."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from engine.encoding import VECTORS
from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.mentions import Mention, Part
from engine.mentions.batches import batches
from engine.mentions.differences import between
from engine.readers.mentions import MentionFile, Problems, Row
from engine.workspace import Workspace, sha256_of
from store.records.normalisation import Line

if TYPE_CHECKING:
    from engine.normaliser import Normaliser

CHUNK = 2_000  # mentions answered and kept at once
KEPT = 50_000  # texts whose answers are remembered
SHOWN = 20  # problems told in the result


@dataclass(frozen=True)
class Asked:
    """Which file is to be normalised, in which terminology, and how.

    `columns` names the file's columns where they are not recognised. `train` and `dev` are PubTator files: the mentions
    of both are searched as data, and dev also gives the probabilities; without dev, `calibrate` estimates them from
    decisions or held-out synonyms. `hybrid` is the weight of character TF-IDF, or auto (chosen on dev).
    """

    file: str
    terminology: str
    encoder: str = VECTORS
    search: str = "D-T+OD-T"
    threshold: float = 0.95
    hybrid: str = "0.5"
    columns: Mapping[str, str] = field(default_factory=dict)
    train: tuple[str, ...] = ()
    dev: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    calibrate: bool = True

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Asked:
        """The inverse; BadInput for a key that is not known."""
        known = {one.name for one in fields(cls)}
        for key in values:
            if key not in known:
                raise BadInput(f"Normalising has no setting “{key}”; it has {', '.join(sorted(known))}.")
        lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        return cls(**{**values, **lists})


class Sink(Protocol):
    """Where lines are kept until all are there."""

    def begun(self) -> tuple[int, int]:
        """The last row of the file that is answered already, and how many mentions that were."""
        ...

    def append(self, lines: Sequence[Line], last_row: int, mentions: int) -> None:
        """Keep the lines of `mentions` more mentions, all or none."""
        ...


def normalised(workspace: Workspace, asked: Asked, sink: Sink) -> Iterator[Event]:
    """Answer every mention of the file that the sink does not have yet.

    Finished gives mentions, lines, unanswered (lines of this call without a concept), problems and how many rows were
    left out. Memory does not grow with the file.
    """
    from engine.answering import encoded

    file = MentionFile(Path(asked.file), asked.columns)
    last_row, before = sink.begun()
    yield Progress(before, 0, f"Reading {file.path.name}")
    total = file.size()
    for event in encoded(workspace, asked):
        if isinstance(event, Progress):
            yield event
    yield Progress(before, total, f"Making the names of {asked.terminology} searchable")
    answering = Answering.of_workspace(workspace, asked)
    problems, done, unanswered, count = Problems(), before, 0, 0
    rows = (row for row in file.rows(problems) if row.number > last_row)
    for chunk in batches(rows, CHUNK, lambda row: row.mention.context):
        lines = [line for row, parts in zip(chunk, answering.parts(chunk), strict=True) for line in _lines(row, parts)]
        named = [answering.named(line) for line in lines]
        sink.append(named, chunk[-1].number, len(chunk))
        done, count = done + len(chunk), count + len(named)
        unanswered += sum(not line.concept for line in named)
        yield Progress(done, max(done, total), f"Normalising {file.path.name}", {"unanswered": unanswered})
    told = [{"row": problem.row, "problem": problem.sentence} for problem in problems.rows[:SHOWN]]
    yield Finished(
        {"mentions": done, "lines": count, "unanswered": unanswered, "left_out": problems.count} | {"problems": told}
    )


class Answering:
    """A normaliser over a workspace's terminology that remembers the texts it met last."""

    def __init__(self, normaliser: Normaliser, topics: Mapping[str, str]) -> None:
        self.normaliser, self.topics = normaliser, topics
        self._known: OrderedDict[tuple[str, str], tuple[Part, ...]] = OrderedDict()

    @classmethod
    def of_workspace(cls, workspace: Workspace, asked: Asked) -> Answering:
        """Names, edits, judgements and loaded mentions made searchable; NotFound and BadInput as their parts raise."""
        from engine.answering import normaliser_of, topics_of

        return cls(normaliser_of(workspace, asked), topics_of(workspace, asked.terminology))

    def parts(self, rows: Sequence[Row]) -> Iterator[tuple[Part, ...]]:
        """The parts of the answer to each row; a text is answered once, with the same context, while remembered."""
        asked: dict[tuple[str, str], Mention] = {}
        for row in rows:
            asked.setdefault(_key(row.mention), row.mention)
        new = [mention for key, mention in asked.items() if key not in self._known]
        for answer in self.normaliser.answers(new):
            self._known[_key(answer.mention)] = answer.parts
        for key in asked:
            self._known.move_to_end(key)
        for row in rows:
            yield self._known[_key(row.mention)]
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

    @cached_property
    def preferred(self) -> dict[str, str]:
        """Concept -> its preferred name."""
        return self.normaliser.pool.preferred

    def named(self, line: Line) -> Line:
        """The line with the concept's preferred name and class."""
        from dataclasses import replace

        if not line.concept:
            return line
        preferred = self.preferred.get(line.concept, line.name)
        return replace(line, preferred=preferred, topic=self.topics.get(line.concept, ""))


def _key(mention: Mention) -> tuple[str, str]:
    return mention.text, mention.context


def _lines(row: Row, parts: Iterable[Part]) -> Iterator[Line]:
    """A line for each part; one without a concept where there is none."""
    mention = row.mention
    given = tuple(parts) or (Part(mention.text, (), ""),)
    for place, part in enumerate(given, 1):
        first = part.candidates[0] if part.candidates else None
        yield Line(
            row.number,
            place,
            len(given),
            mention.text,
            mention.document,
            mention.start,
            mention.end,
            mention.kind,
            part.text,
            concept=first.concept if first else "",
            name=first.name if first else "",
            score=round(first.score, 6) if first else None,
            probability=None if first is None or math.isnan(part.probability) else round(part.probability, 4),
            origin=first.origin if first else "",
            sieve=part.sieve,
            differs=", ".join(between(part.text, first.name)) if first else "",
            others=tuple((hit.concept, hit.name, round(hit.score, 6), hit.origin) for hit in part.candidates[1:]),
            extra=row.extra,
        )


def encoder_hash(workspace: Workspace, encoder: str) -> str:
    """The hash of an encoder's weights; of TF-IDF, which has none, its name."""
    from engine.encoding import encoder_sha256
    from engine.search.weights import TFIDF

    return TFIDF if encoder == TFIDF else encoder_sha256(workspace, encoder)


def fingerprint(workspace: Workspace, asked: Asked) -> dict[str, Any]:
    """What decides the answers; work begun under another one cannot be gone on with."""
    from engine.importing import find
    from store import edits, judgements

    with workspace.reading() as db:
        said = [edits.last_id(db), judgements.last_id(db)]
    files = {path: sha256_of(Path(path)) for path in (asked.file, *asked.train, *asked.dev)}
    return {
        "asked": asked.to_dict(),
        "files": files,
        "terminology": find(workspace, asked.terminology).fingerprint,
        "encoder": encoder_hash(workspace, asked.encoder),
        "edits and judgements": said,
    }
