"""Out again and back: what people made as files, and files of it loaded."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cases.base import Cases
from engine.errors import BadInput
from engine.exporting import FORMATS, KINDS, LABEL_SET, TERMINOLOGY, Kind, Scope, format_of, kind_module
from engine.importing import find
from engine.workspace import Workspace
from store import labels

if TYPE_CHECKING:
    from sqlite_utils import Database

FEW = 10  # rows of a preview
MOST_PROBLEMS = 200  # that are told


@dataclass(frozen=True)
class Outgoing:
    """What an export holds: how many rows, and the first of them."""

    kind: Kind
    rows: int
    first: list[list[Any]]


@dataclass(frozen=True)
class Incoming:
    """What a file would bring: how many rows can be loaded, the first of them, and what is wrong with the others."""

    kind: Kind
    usable: int
    first: list[list[Any]]
    problems: list[tuple[str, str]]  # (place, sentence)
    wrong: int


class ExportCases(Cases):
    """Files of edits, proposals, labels, judgements, the history and whole terminologies."""

    def export_kinds(self) -> list[Kind]:
        """What can be exported."""
        return [kind_module(key).KIND for key in KINDS]

    def export_preview(self, kind: str, terminology: str = "", label_set: str = "") -> Outgoing:
        """How many rows an export has, and the first ten."""
        module, scope = kind_module(kind), self._scope(kind, terminology, label_set)
        with self.workspace.reading() as db:
            first = [list(row) for row in islice(module.rows(db, self.workspace, scope), FEW)]
            return Outgoing(module.KIND, module.count(db, self.workspace, scope), first)

    def export(
        self, kind: str, path: Path, format: str | None = None, terminology: str = "", label_set: str = ""
    ) -> int:
        """Write an export; how many rows. The format is the file's ending unless it is named.

        Rows are written as they are read, so a large terminology needs little memory; the file appears when it is
        whole. BadInput where the kind has no such format, or needs a terminology.
        """
        from engine.exporting import tables

        module, scope = kind_module(kind), self._scope(kind, terminology, label_set)
        format = format or format_of(path.name)
        if format not in FORMATS:
            raise BadInput(f"There is no format “{format}”; choose one of {', '.join(FORMATS)}.")
        if format not in module.KIND.formats:
            why = (
                f"SSSOM means nothing here: {module.KIND.sssom}" if format == "sssom" else f"{format} is none of them."
            )
            raise BadInput(f"{module.KIND.title} come as {', '.join(module.KIND.formats)}; {why}")
        if not path.resolve().parent.is_dir():
            raise BadInput(f"There is no folder {path.resolve().parent} for {path.name}; make it first.")
        with self.workspace.reading() as db:
            if format == "obo":
                return _obo(db, self.workspace, path, terminology)
            rows = module.rows(db, self.workspace, scope)
            mapping = module.mapping if format == "sssom" else None
            return tables.write(path, format, module.KIND, rows, mapping, terminology)

    def export_name(self, kind: str, format: str, terminology: str = "", label_set: str = "") -> str:
        """What the file of an export is called: 'edits-hpo.csv'."""
        parts = [terminology or label_set if kind != "history" else "", kind]
        stem = "-".join("".join(letter if letter.isalnum() else "-" for letter in part) for part in parts if part)
        return stem + FORMATS[format]

    def load_preview(self, path: Path) -> Incoming:
        """Read a file without keeping it: what it is, its first rows, and every problem by row."""
        kind, good, problems = self._read(path)
        return Incoming(kind, len(good), good[:FEW], problems[:MOST_PROBLEMS], len(problems))

    def load_file(self, path: Path, who: str) -> dict[str, Any]:
        """Load an export again, by whom and when it says, as one batch, one undo; rows that are wrong are left out.

        {"kind", "loaded", "left_out", "problems"}. BadInput when nothing can be loaded.
        """
        if not who.strip():
            raise BadInput("Say who you are (the profile name) before loading, so that it can be traced.")
        kind, good, problems = self._read(path)
        if not good:
            why = f" The first problem, {problems[0][0]}: {problems[0][1]}" if problems else ""
            raise BadInput(f"{path.name} holds nothing to load.{why}")
        with self.workspace.writing() as db:
            loaded = kind_module(kind.key).load(db, self.workspace, good, who.strip())
        return {"kind": kind.key, "loaded": loaded, "left_out": len(problems), "problems": problems[:MOST_PROBLEMS]}

    def _read(self, path: Path) -> tuple[Kind, list[list[Any]], list[tuple[str, str]]]:
        """The kind of a file, the rows that can be loaded, and (place, sentence) of the others."""
        from engine.exporting import tables

        found = tables.read(path)
        if not found.kind.loads:
            raise BadInput(f"{path.name}: {found.kind.title.lower()} are not loaded back; {_instead(found.kind.key)}")
        places, rows = [], []
        for place, row in found.rows:
            places.append(place.removeprefix(f"{path.name}, "))
            rows.append(row)
        with self.workspace.reading() as db:
            said = list(kind_module(found.kind.key).checked(db, self.workspace, rows))
        good = [row for row, problem in zip(rows, said, strict=True) if not problem]
        return found.kind, good, [(place, problem) for place, problem in zip(places, said, strict=True) if problem]

    def _scope(self, kind: str, terminology: str, label_set: str) -> Scope:
        known: Kind = kind_module(kind).KIND
        if terminology:
            find(self.workspace, terminology)
        elif known.needs:
            raise BadInput(f"{known.title}: say which one with its short name.")
        if terminology and known.scope != TERMINOLOGY:
            raise BadInput(f"{known.title} are not of one terminology; leave it out.")
        if label_set and known.scope != LABEL_SET:
            raise BadInput(f"{known.title} are not of one label set; leave it out.")
        if label_set:
            with self.workspace.reading() as db:
                there = labels.sets(db)
            if label_set not in there:
                raise BadInput(f"There is no label set “{label_set}”; there are {', '.join(there) or 'none yet'}.")
        return Scope(terminology, label_set)


def _obo(db: Database, workspace: Workspace, path: Path, slug: str) -> int:
    from engine.exporting.terminology import concepts
    from engine.writers import obo

    return obo.write(path, (concept for concept, _ in concepts(db, workspace, slug)), find(workspace, slug))


def _instead(kind: str) -> str:
    return {
        "terminology": "import it on the Terminologies page, under a short name of its own.",
        "proposals": "load the edits, which hold the parents that were accepted.",
    }.get(kind, "it is what happened, and nobody can add to that.")
