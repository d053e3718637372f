"""What people made as files, and such files loaded again."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.errors import BadInput
from engine.formats import registry
from engine.formats.ontologies.addresses import Addresses
from engine.formats.registry import Format
from engine.formats.rf2.rf2_writing import is_namespace
from engine.terminology.exporting import (
    KINDS,
    LABEL_SET,
    TERMINOLOGY,
    Kind,
    Row,
    Scope,
    check_ending,
    endings,
    format_of,
    kind_module,
    tables,
)
from engine.terminology.exporting import terminology as whole_terminology
from engine.terminology.exporting.loss import Tally, Written, counts_any
from engine.terminology.exporting.whole import write_whole
from engine.terminology.lookup import find
from engine.terminology.person import named
from engine.workspace import Workspace
from store import exports as stored
from store import labels, terminologies
from store.sqlite import Database

FEW = 10  # rows of a preview
MOST_PROBLEMS = 200  # of those that are listed
Placed = tuple[str, Row]  # where a row stands in its file, and its cells


@dataclass(frozen=True)
class Outgoing:
    """What an export holds: how many rows, and the first of them."""

    kind: Kind
    rows: int
    first: list[list[Any]]


@dataclass(frozen=True)
class Incoming:
    """What a file would bring: how many rows can be loaded, the first of them, and what is wrong with the others; `new`
    is how many of them say something that is not here already, None where that is known only as they are loaded."""

    kind: Kind
    usable: int
    first: list[Row]
    problems: list[tuple[str, str]]  # (place, sentence)
    wrong: int
    new: int | None = None


class Exports:
    """Exports edits, proposals, labels, judgements, the history and terminologies, and loads them."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def kinds(self) -> list[Kind]:
        """The kinds of export there are."""
        return [kind_module(key).KIND for key in KINDS]

    def formats(self) -> dict[str, str]:
        """The formats of exports with their titles."""
        return {name: registry.FORMATS[name].title for name in endings()}

    def load_formats(self) -> list[Format]:
        """The formats of the exports that can be loaded again."""
        return list(registry.writers(registry.ROWS, registry.MAPPINGS).values())

    def preview(self, kind: str, terminology: str = "", label_set: str = "") -> Outgoing:
        """The number of rows of an export, and the first ten."""
        module, scope = kind_module(kind), self._scope(kind, terminology, label_set)
        with self._workspace.reading() as db:
            first = [list(row) for row in islice(module.rows(db, self._workspace, scope), FEW)]
            return Outgoing(module.KIND, module.count(db, self._workspace, scope), first)

    def write(
        self, kind: str, path: Path, format: str | None = None, terminology: str = "", label_set: str = ""
    ) -> int:
        """Writes an export; how many rows. The format is the file's ending unless it is named.

        Rows are written as they are read, so a large terminology needs little memory; the file appears when it is
        whole. BadInput where the kind has no such format, or needs a terminology.
        """
        module, scope, format = self._checked(kind, path, format, terminology, label_set)
        if kind == TERMINOLOGY:
            return self.write_terminology(path, terminology, format).rows
        with self._workspace.reading() as db:
            rows = module.rows(db, self._workspace, scope)
            mapping = module.mapping if registry.MAPPINGS in registry.FORMATS[format].writes else None
            addresses = Addresses.of(*terminologies.all_terminologies(db))
            return tables.write(path, format, module.KIND, rows, mapping, terminology, addresses)

    def write_terminology(
        self, path: Path, terminology: str, format: str | None = None, namespace: str = ""
    ) -> Written:
        """Writes a whole terminology as edited now; what was written, and in sentences what the format lost.

        namespace: the seven digits of an extension of SNOMED CT, which RF2 needs. BadInput as for `write`.
        """
        more = tuple(registry.writers(registry.DELTA))
        _, _, format = self._checked(TERMINOLOGY, path, format, terminology, "", more)
        if namespace and format not in more:
            raise BadInput(f"A namespace means something to RF2 only, not to {registry.FORMATS[format].title}.")
        with self._workspace.reading() as db:
            settings = {"namespace": namespace} if format in more else {}
            return write_whole(db, self._workspace, path, format, terminology, settings)

    def formats_of(self, kind: Kind) -> tuple[str, ...]:
        """The formats that an export of this kind can be written in; of a terminology its changes for a release too."""
        return (*kind.formats, *registry.writers(registry.DELTA)) if kind.key == TERMINOLOGY else kind.formats

    def needs_namespace(self, format: str) -> bool:
        """Whether what is written in a format belongs to an extension, whose namespace is to be named."""
        return registry.DELTA in registry.FORMATS[format].writes

    def is_namespace(self, text: str) -> bool:
        """Whether a text can be such a namespace: seven digits."""
        return is_namespace(text)

    def has_changes(self, terminology: str) -> bool:
        """Whether people changed anything in a terminology that stands now."""
        with self._workspace.reading() as db:
            return bool(stored.count_edits(db, terminology))

    def losses(self, terminology: str, format: str) -> list[str]:
        """What a format has no place for of a terminology as edited now, counted, in sentences; nothing is written."""
        chosen = registry.FORMATS[format]
        tally = Tally(chosen)
        with self._workspace.reading() as db:
            about = find(self._workspace, terminology, db)
            edited_only = not counts_any(chosen)
            for concept, _ in whole_terminology.concepts(db, self._workspace, terminology, edited_only):
                tally.count(concept)
        if registry.DELTA in chosen.writes:
            return [f"{chosen.title} as written here is a Delta: what nobody changed is not in it."]
        return tally.sentences(about)

    def file_name(self, kind: str, format: str, terminology: str = "", label_set: str = "") -> str:
        """The name of an export's file: 'edits-hpo.csv'."""
        parts = [terminology or label_set if kind != "history" else "", kind]
        stem = "-".join("".join(letter if letter.isalnum() else "-" for letter in part) for part in parts if part)
        return stem + endings()[format]

    def preview_load(self, path: Path) -> Incoming:
        """Reads an export without loading it: its kind, its first rows, and every problem by row."""
        kind, found = _read(path)
        with self._workspace.reading() as db:
            good, problems = self._parted(db, kind, found)
            counted = getattr(kind_module(kind.key), "count_new", None)
            new = counted(db, good) if counted else None
        return Incoming(kind, len(good), good[:FEW], problems[:MOST_PROBLEMS], len(problems), new)

    def load(self, path: Path, who: str) -> dict[str, Any]:
        """Loads an export again, by whom and when it says, as one batch, one undo; rows that are wrong are left out.

        {"kind", "loaded", "left_out", "problems"}. BadInput when nothing can be loaded.
        """
        who = named(who, "before loading", "it")
        kind, found = _read(path)
        with self._workspace.writing() as db:
            good, problems = self._parted(db, kind, found)
            if not good:
                why = f" The first problem, {problems[0][0]}: {problems[0][1]}" if problems else ""
                raise BadInput(f"{path.name} holds nothing to load.{why}")
            loaded = kind_module(kind.key).load(db, self._workspace, good, who)
        return {"kind": kind.key, "loaded": loaded, "left_out": len(problems), "problems": problems[:MOST_PROBLEMS]}

    def _parted(self, db: Database, kind: Kind, found: list[Placed]) -> tuple[list[Row], list[tuple[str, str]]]:
        """The rows that can be loaded, as they are to be kept, and (place, sentence) of the others."""
        checked = kind_module(kind.key).checked(db, self._workspace, [row for _, row in found])
        placed = [(place, one) for (place, _), one in zip(found, checked, strict=True)]
        good = [one for _, one in placed if not isinstance(one, str)]
        return good, [(place, one) for place, one in placed if isinstance(one, str)]

    def _checked(
        self, kind: str, path: Path, format: str | None, terminology: str, label_set: str, more: tuple[str, ...] = ()
    ) -> tuple[ModuleType, Scope, str]:
        """The module of a kind, its scope and the format, all of which go together; BadInput where they do not.

        more: formats beside those of the kind.
        """
        module, scope = kind_module(kind), self._scope(kind, terminology, label_set)
        named = format or format_of(path.name, (*module.KIND.formats, *more))
        if named not in endings():
            raise BadInput(f"There is no format “{named}”; choose one of {', '.join(endings())}.")
        if named not in (*module.KIND.formats, *more):
            why = (
                f"{registry.FORMATS[named].title.removesuffix(' TSV')} means nothing here: {module.KIND.sssom}"
                if registry.MAPPINGS in registry.FORMATS[named].writes
                else f"{named} is none of them."
            )
            raise BadInput(f"{module.KIND.title} come as {', '.join(module.KIND.formats)}; {why}")
        if not path.resolve().parent.is_dir():
            raise BadInput(f"There is no folder {path.resolve().parent} for {path.name}; make it first.")
        if not path.is_dir():  # which writing refuses
            check_ending(path.name, named)
        return module, scope, named

    def _scope(self, kind: str, terminology: str, label_set: str) -> Scope:
        known: Kind = kind_module(kind).KIND
        if terminology:
            find(self._workspace, terminology)
        elif known.needs:
            raise BadInput(f"{known.title}: say which one with its short name.")
        if terminology and known.scope != TERMINOLOGY:
            raise BadInput(f"{known.title}: this export is not of one terminology; leave “{terminology}” out.")
        if label_set and known.scope != LABEL_SET:
            raise BadInput(f"{known.title}: this export is not of one label set; leave “{label_set}” out.")
        if label_set:
            with self._workspace.reading() as db:
                there = labels.sets(db)
            if label_set not in there:
                raise BadInput(f"There is no label set “{label_set}”; there are {', '.join(there) or 'none yet'}.")
        return Scope(terminology, label_set)


def _read(path: Path) -> tuple[Kind, list[Placed]]:
    """The kind of a file, and its rows; BadInput for one that is not loaded back."""
    found = tables.read(path)
    if not found.kind.loads:
        raise BadInput(
            f"{path.name}: an export of {found.kind.title.lower()} is not loaded back; {_instead(found.kind.key)}"
        )
    return found.kind, [(place.removeprefix(f"{path.name}, "), row) for place, row in found.rows]


def _instead(kind: str) -> str:
    return {
        "terminology": "import it on the Terminologies page, under a short name of its own.",
        "proposals": "load the edits, which hold the parents that were accepted.",
    }.get(kind, "it is what happened, and nobody can add to that.")
