"""Judgements: what people decided about the mentions of files, with everything that they saw."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput
from engine.formats.mentions.answer_columns import COLUMNS, cells, line_of
from engine.terminology.exporting import TERMINOLOGY, Kind, Row, Scope
from engine.terminology.exporting.notes import cells_of, notes_in
from engine.terminology.exporting.provenance_slots import provenance_slots
from engine.text import normalise
from engine.workspace import Workspace
from store import answer_lines, exports, history, judgements, loading, normalisations, terminologies
from store.records.normalisation import DECIDED, Line
from store.sqlite import Database

if TYPE_CHECKING:
    from engine.terminology.exporting.tables import Prefixes

KIND = Kind(
    "decisions",
    "Decisions",
    "What people decided about the mentions of files: the concept, who, when, the score, the model and the comment.",
    ("file", "terminology", *COLUMNS.values(), "notes"),
    scope=TERMINOLOGY,
    sssom="A mention (a text) exactly matches the concept that a person tied it to, or none (sssom:NoTermFound).",
)


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[list[Any]]:
    """The lines with a decision or a comment, file by file, in the order of the files."""
    noted = cells_of(db, [history.JUDGEMENT])
    batches = exports.batches_of_answers(db) if noted else {}
    for made in _chosen(db, scope):
        for line in answer_lines.every(db, made.id):
            if line.decision or line.comment:
                notes = noted.get(batches.get(line.id, 0), "")
                yield [made.file, made.terminology, *cells(replace(line, extra=())), notes]


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many answers have a decision or a comment, in this scope."""
    judged = exports.count_judged(db)
    return sum(judged.get(made.id, 0) for made in _chosen(db, scope))


def mapping(row: Sequence[Any], prefixes: Prefixes) -> dict[str, Any]:
    """The SSSOM slots of a row with their values; prefixes of its CURIEs are added to `prefixes`."""
    slug, line, notes = row[1], line_of(row[2:-1], 0, ""), row[-1]
    tied = line.decision in DECIDED
    concept = line.decided_concept if tied else ""
    score = line.score if concept == line.concept else None
    return {
        "subject_type": "rdfs literal",
        "subject_label": line.text,
        "predicate_id": "skos:exactMatch",
        "object_id": prefixes.of(concept, slug) if concept else "sssom:NoTermFound",
        "object_label": line.decided_name if concept else "",
        **provenance_slots(line.who, line.when, line.comment, notes, score=score),
    }


def checked(db: Database, workspace: Workspace, rows: Iterable[Sequence[Any]]) -> Iterator[Row | str]:
    """Each row as it is to be kept, or in a sentence what is wrong with it."""
    there = {one.slug for one in terminologies.all_terminologies(db)}
    for row in rows:
        try:
            line = line_of(row[2:-1], 0, "This row")
            notes_in(row[-1])
        except BadInput as error:
            yield str(error)
            continue
        if row[1] not in there:
            yield f"This workspace has no terminology “{row[1]}”; import it under this short name first."
        elif line.decision not in judgements.DECISIONS:
            decisions = ", ".join(one for one in judgements.DECISIONS if one)
            yield f"“{line.decision}” is no decision; use {decisions}, or leave it empty."
        elif not line.text.strip():
            yield "The mention is empty; fill it in, or delete the row."
        else:
            yield row


def load(db: Database, workspace: Workspace, rows: Sequence[Sequence[Any]], who: str) -> int:
    """Keep the lines as answers of their files, decided by whom and when they say; one batch, one undo. How many."""
    batches: dict[str, int] = {}  # by what was noted about them, so that each batch gets its own notes back
    sizes: Counter[str] = Counter()
    for (file, terminology), group in groupby(rows, key=lambda row: (row[0], row[1])):
        alike = list(group)
        lines = [line_of(row[2:-1], 0, file) for row in alike]
        facts = {"file": file, "source": file, "sha256": _fingerprint(lines), "terminology": terminology, "search": ""}
        facts |= {"encoder": lines[0].model, "encoder_sha256": lines[0].model_sha256}
        number = normalisations.add(db, {**facts, "extra": ()})
        start = normalisations.append(db, number, lines, lines[-1].row, len({line.row for line in lines}), normalise)
        decided = [judgements.decision_row(replace(line, id=id)) for id, line in enumerate(lines, start)]
        for notes in dict.fromkeys(row[-1] for row in alike):
            part = [one for one, row in zip(decided, alike, strict=True) if row[-1] == notes]
            sizes[notes] += len(part)
            batches[notes] = judgements.append(
                db, number, terminology, part, who, normalise, dated=True, batch=batches.get(notes)
            )
        normalisations.finish(db, number)
    groups = [(batch, sizes[notes], notes_in(notes)) for notes, batch in batches.items()]
    loading.as_one(db, history.JUDGEMENT, groups, who, "decisions")
    return len(rows)


def _chosen(db: Database, scope: Scope) -> list[Any]:
    made = normalisations.all_normalisations(db)[::-1]
    return [one for one in made if scope.terminology in ("", one.terminology)]


def _fingerprint(lines: Sequence[Line]) -> str:
    return hashlib.sha256("\n".join(repr(line) for line in lines).encode()).hexdigest()
