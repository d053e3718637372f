"""Exported answers that come back with decisions: recognised, previewed and loaded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from engine.errors import BadInput
from engine.formats.mentions.answer_files import read_export
from engine.terminology.lookup import find
from engine.terminology.person import DECIDING, named
from engine.text import normalise
from engine.workbench.normalisations.answer_file_differences import STEP, differing, same_file, telling_lines
from engine.workspace import Workspace
from store import judgements, normalisations, terminologies
from store.files import sha256_of
from store.records.normalisation import Line, Normalisation

SHOWN = 100  # differences of a preview


@dataclass(frozen=True)
class ExportPreview:
    """What an export holds, and what its decisions would change in the same file that is here already.

    `changed` lists (line as it is here, line of the export) for the first differences of `differing`.
    """

    lines: int
    decisions: dict[str, int]
    comments: int
    people: tuple[str, ...]
    unknown: tuple[str, ...]  # decided concepts that the terminology does not have
    here: Normalisation | None
    differing: int
    changed: tuple[tuple[Line, Line], ...]


class AnswerFiles:
    """Loads exported answers and takes over their decisions."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def recognises(self, path: Path) -> bool:
        """Whether a file is one that this program exported, to be loaded with its decisions."""
        try:
            read_export(path)
        except BadInput:
            return False
        return True

    def preview(self, path: Path, terminology: str, into: int | None = None) -> ExportPreview:
        """What loading an export would bring, into one that is here or into the same file, where it is; BadInput when
        it is no export, or nothing is there."""
        find(self._workspace, terminology)
        decisions: Counter[str] = Counter()
        people: Counter[str] = Counter()
        concepts: set[str] = set()
        lines = comments = 0
        for line in read_export(path).lines:
            lines, comments = lines + 1, comments + bool(line.comment)
            if line.decision:
                decisions[line.decision] += 1
                people[line.who] += bool(line.who)
            concepts |= {line.decided_concept} - {""}
        with self._workspace.reading() as db:
            known = terminologies.preferred_of(db, terminology, sorted(concepts))
        here = same_file(self._workspace, path, terminology, lines) if into is None else self._there(into)
        count = 0
        changed: list[tuple[Line, Line]] = []
        with self._workspace.reading() as db:
            for pair in differing(db, here.id, telling_lines(path)) if here else ():
                count += 1
                if len(changed) < SHOWN:
                    changed.append(pair)
        made = {decision: decisions[decision] for decision in judgements.DECISIONS if decisions[decision]}
        by = tuple(sorted(name for name in people if name))
        unknown = tuple(sorted(concepts - set(known)))
        return ExportPreview(lines, made, comments, by, unknown, here, count, tuple(changed))

    def check_new(self, path: Path, terminology: str) -> None:
        """BadInput where an export was loaded before, as it is, and is still here."""
        sha256 = sha256_of(path)
        with self._workspace.reading() as db:
            here = normalisations.all_normalisations(db)
        if same := [one.id for one in here if (one.sha256, one.terminology) == (sha256, terminology)]:
            remedy = f"take its decisions over with --into {same[0]}"
            raise BadInput(f"{path.name} is here already as normalisation {same[0]}; {remedy}.")

    def load(self, path: Path, terminology: str, who: str) -> int:
        """Loads an export with its decisions, which keep by whom and when they were made; its number.

        All decisions are one batch, so that one undo takes them back. BadInput when the file is no export.
        """
        who = named(who, *DECIDING)
        find(self._workspace, terminology)
        export = read_export(path)
        first = next(iter(read_export(path).lines), None)
        facts = {
            "file": path.name,
            "source": str(path.resolve()),
            "sha256": sha256_of(path),
            "terminology": terminology,
        }
        facts |= {"encoder": first.model if first else "", "encoder_sha256": first.model_sha256 if first else ""}
        batch, decided, last = None, 0, -1
        with self._workspace.writing() as db:
            number = normalisations.add(db, {**facts, "search": "", "extra": export.extra})
            while lines := list(islice(export.lines, STEP)):
                rows, last = len({line.row for line in lines} - {last}), lines[-1].row
                start = normalisations.append(db, number, lines, last, rows, normalise)
                decided_lines = [
                    judgements.decision_row(replace(line, id=id))
                    for id, line in enumerate(lines, start)
                    if line.decision or line.comment
                ]
                if decided_lines:
                    batch = judgements.append(
                        db, number, terminology, decided_lines, who, normalise, dated=True, batch=batch
                    )
                    decided += len(decided_lines)
            if batch:
                judgements.close(db, batch, who, decided, f"{decided:,} decisions loaded from {path.name}")
            normalisations.finish(db, number)
        return number

    def take_decisions(self, number: int, path: Path, who: str) -> int:
        """Decides the lines of a normalisation as its export does where the two differ; how many.

        All are one batch, so that one undo takes them back; each keeps by whom and when it was made.
        """
        who, batch, count = named(who, *DECIDING), None, 0
        made = self._there(number)
        exported = list(telling_lines(path))
        with self._workspace.writing() as db:
            pairs = list(differing(db, number, exported))
            for at in range(0, len(pairs), STEP):
                decided_lines = [
                    judgements.decision_row(replace(theirs, id=ours.id)) for ours, theirs in pairs[at : at + STEP]
                ]
                batch = judgements.append(
                    db, number, made.terminology, decided_lines, who, normalise, dated=True, batch=batch
                )
                count += len(decided_lines)
            if batch:
                judgements.close(db, batch, who, count, f"{count:,} decisions taken over from {path.name}")
        return count

    def _there(self, number: int) -> Normalisation:
        with self._workspace.reading() as db:
            made = normalisations.get(db, number)
        if made is None:
            raise BadInput(f"There is no normalisation {number} to take decisions into; it may have been deleted.")
        return made
