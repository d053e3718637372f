"""Mapping projects as files: exported with their decisions, merged with those of other workspaces, mappings loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadInput, NotFound
from engine.terminology.edited_view import edited_view
from engine.terminology.lookup import find
from engine.terminology.person import named
from engine.workbench.mapping.mapping_left_out import NO_LINE, in_sentences, unread_sentence
from engine.workbench.mapping.mapping_merge import HERE, TAKES, MappingMerge, new_assignments, new_decisions, unknown
from engine.workbench.mapping.mapping_projects import MappingProjects, pairs_of
from engine.workbench.mapping.mapping_sources import as_of_today, changed_sentences
from engine.workspace import Workspace
from store import mapping_decisions, mapping_lines, mapping_projects
from store.records.mapping import (
    ANSWERS,
    WITHDRAWN,
    LoadedMapping,
    MappingDecision,
    MappingFilter,
    MappingLine,
    MappingProject,
)

if TYPE_CHECKING:
    from engine.formats.mapping_sets.decided_mappings import DecidedLine
    from engine.formats.registry import Format
    from engine.formats.rf2.rf2_map import SimpleMap


@dataclass(frozen=True)
class AboutExport:
    """How many rows the files of a project have: of what is `decided`, of `every` line; how many lines without a
    decision are `left_out`, and in sentences which answered ones a release of the source has changed."""

    decided: int
    every: int
    left_out: int
    changed: list[str]


class MappingFiles:
    """Exports mapping projects, and loads what others decided or mapped."""

    def __init__(self, workspace: Workspace, projects: MappingProjects) -> None:
        self._workspace = workspace
        self._projects = projects

    def formats(self) -> dict[str, Format]:
        """The formats that a project can be exported in, by name."""
        from engine.formats.registry import MAPPINGS, ROWS, SIMPLE_MAP, writers

        return writers(MAPPINGS, ROWS, SIMPLE_MAP)

    def format_of(self, path: Path, format: str = "") -> str:
        """The format that a project is written to `path` in: the `format` named, which must be what it ends in.

        BadInput for a format that there is not, and for a name that is of none.
        """
        from engine.formats.mapping_sets.mappings import mapping_format
        from engine.formats.registry import MAPPINGS, ROWS, SIMPLE_MAP

        return mapping_format(path, format, MAPPINGS, ROWS, SIMPLE_MAP)

    def simple_map(self, number: int) -> SimpleMap:
        """What an RF2 map of a project holds, and in sentences what it does not; what its source has no longer in use
        is left out."""
        from engine.formats.rf2.rf2_map import simple_map

        project = self._projects.get(number)
        lines, decisions = self._lines(project)
        found = simple_map([one.source for one in lines if one.changed != WITHDRAWN], decisions)
        changed = changed_sentences(_answered(lines, decisions), project.source, "left out")
        return replace(found, lost=[*changed, *found.lost])

    def about_export(self, number: int) -> AboutExport:
        """What the files of a project would hold, and what a release has changed since; nothing is written."""
        project = self._projects.get(number)
        lines, decisions = self._lines(project)
        answered, every = (
            sum(one.rows for one in self._decided_lines(project, lines, decisions, open)) for open in (False, True)
        )
        left = len(lines) - len(_answered(lines, decisions))
        return AboutExport(answered, every, left, _changed(project, lines, decisions))

    def losses(self, number: int, format: str, undecided: bool = False) -> list[str]:
        """What of a project a format does not hold, counted, and what a release has changed, in sentences; nothing is
        written. undecided: as `export` has it."""
        from engine.formats.registry import SIMPLE_MAP, writers

        if format in writers(SIMPLE_MAP):
            return self.simple_map(number).lost
        found = self.about_export(number)
        left = 0 if undecided else found.left_out
        return [f"No decision: {left:,} line{' is' if left == 1 else 's are'} left out."] * bool(left) + found.changed

    def export(self, number: int, path: Path, format: str = "", namespace: str = "", undecided: bool = False) -> int:
        """Writes what is decided in a project as SSSOM, FHIR, an RF2 map, CSV, XLSX or Parquet, the `format` or what
        `path` ends in; how many rows. The state of a line that a release of the source has changed says so.

        namespace: the seven digits of an extension of SNOMED CT, which an RF2 map needs. undecided: SSSOM and FHIR have
        the other lines too, marked so, with what is suggested, flagged, skipped, assigned and loaded, for whoever loads
        it into a project. BadInput for a name that is of no such format, for a map without a namespace or a mapping,
        and for undecided lines of a table or map; NotFound where its folder is not there.
        """
        from engine.formats.mapping_sets.decided_mappings import write_project
        from engine.formats.mapping_sets.decided_tables import HEADING, decided_rows
        from engine.formats.mapping_sets.mappings import MappingSet
        from engine.formats.ontologies.addresses import Addresses
        from engine.formats.registry import FORMATS, MAPPINGS, ROWS, SIMPLE_MAP

        project = self._projects.get(number)
        chosen = self.format_of(path, format)
        if not path.absolute().parent.is_dir():
            raise NotFound(f"There is no folder {path.absolute().parent} to write {path.name} to; make it first.")
        if undecided and MAPPINGS not in FORMATS[chosen].writes:
            raise BadInput(
                f"{FORMATS[chosen].title} holds what is decided alone; write undecided lines as SSSOM or FHIR."
            )
        if SIMPLE_MAP in FORMATS[chosen].writes:
            count: int = FORMATS[chosen].load().write_map(path, self.simple_map(number), namespace, project.id)
            return count
        if namespace:
            raise BadInput(f"A namespace means something to RF2 only, not to {FORMATS[chosen].title}; leave it out.")
        first, second = find(self._workspace, project.source), find(self._workspace, project.target)
        decided = self._decided_lines(project, *self._lines(project), undecided)
        titles = edited_view(self._workspace, project.target).titles
        if ROWS in FORMATS[chosen].writes:
            written: int = FORMATS[chosen].load().write_rows(path, HEADING, decided_rows(decided, titles), "mappings")
            return written
        date = datetime.now(UTC).isoformat()
        given = Addresses.of(first, second)
        about = MappingSet(first.slug, second.slug, first.title, second.title, project.encoder, date, given)
        return write_project(path, decided, titles, about, chosen)

    def load(self, number: int, path: Path, who: str, take: str = HERE, preview: bool = False) -> MappingMerge:
        """Loads a file into a project: decisions and assignments of an export as one undo, any other file's mappings as
        existing ones; what that does, which with `preview` is only told.

        A file can be an export of a project, SSSOM, a ConceptMap of FHIR, or a table of source and target ids. Where
        the same person says something else in the file, or a line is assigned to somebody else, what is here stays
        unless `take` is “file”. NotFound for a missing file, BadInput for one that does not fit.
        """
        from engine.formats.mapping_sets.decided_mappings import is_project, read_project, unread_columns
        from engine.formats.opening.lines import encoding_note

        project, who = self._projects.get(number), named(who, "before loading", "it")
        if take not in TAKES:
            raise BadInput(f"Whose word is taken, “{take}”? Choose one of {', '.join(TAKES)}.")
        if not is_project(path):
            unread = unread_sentence(unread_columns(path))
            merged = self._load_mappings(project, path, who, preview)
            return replace(merged, unread=unread, encoding=encoding_note(path))
        found = read_project(path, project.source, project.target)
        targets = edited_view(self._workspace, project.target).titles
        with self._workspace.reading() if preview else self._workspace.writing() as db:
            names = mapping_projects.names_of(db, project.id)
            left_out = [*found.left_out, *unknown(found, names, targets)]
            known = [
                one for one in found.decisions if one.source in names and targets.keys() >= dict(one.targets).keys()
            ]
            new, conflicts = new_decisions(mapping_decisions.latest(db, project.id), known, take)
            assigned = {source: person for source, person in found.assigned.items() if source in names}
            assignments, others = new_assignments(mapping_decisions.assigned(db, project.id), assigned, take)
            loaded = [one for one in found.loaded if one.source in names and one.target in targets]
            if not preview:
                title = f"{len(new):,} decisions and {len(assignments):,} assignments loaded from {path.name}"
                entry = None
                if new:
                    entry = mapping_decisions.add(
                        db, project.id, [replace(one, name=names[one.source]) for one in new], who, title
                    )
                if assignments:
                    mapping_decisions.assign(db, project.id, assignments, names, who, title, entry)
                for origin in dict.fromkeys(one.origin for one in loaded):
                    rows = [(one.source, one.target, one.predicate) for one in loaded if one.origin == origin]
                    mapping_projects.put_loaded(db, project.id, origin, rows, who)
        reasons = in_sentences(left_out, project.target)
        found_here = (len(new), len(assignments), len(loaded), len(left_out), (*conflicts, *others))
        return MappingMerge(*found_here, reasons, unread_sentence(unread_columns(path)), encoding_note(path))

    def load_frequencies(self, number: int, path: Path) -> int:
        """Reads how often each source concept occurs from a table of ids and counts; how many lines got a count.

        BadInput for a table without two columns, or with a count that is no whole number.
        """
        from engine.formats.opening.lines import encoding_of_file
        from engine.formats.opening.tables import titled_rows

        project = self._projects.get(number)
        if not path.is_file():
            raise NotFound(f"There is no file {path} of frequencies; check the path.")
        headings, rows = titled_rows(path, encoding_of_file(path))
        if not any(headings):
            raise BadInput(f"{path.name} is empty; choose a file with a column of ids and one of counts.")
        if len(headings) < 2:
            raise BadInput(f"{path.name} has one column; give each line an id of the source and a count.")
        counts = {}
        for place, record in rows:
            cell = record[headings[-1]].strip()
            if not cell.isascii() or not cell.isdigit() or len(cell) > 12:
                raise BadInput(f"{path.name}, line {place}: “{cell}” is no count; write a whole number.")
            counts[record[headings[0]].strip()] = int(cell)
        with self._workspace.writing() as db:
            return mapping_projects.put_frequencies(db, project.id, counts)

    def _lines(self, project: MappingProject) -> tuple[list[MappingLine], dict[str, list[MappingDecision]]]:
        """The lines of a project as they are today, as in the source, and what people say about each."""
        with self._workspace.reading() as db:
            sources = mapping_lines.chosen(db, project.id, MappingFilter(), "as in the source")
            stored, decisions = mapping_lines.lines(db, project.id, sources), mapping_decisions.latest(db, project.id)
            return as_of_today(db, self._workspace, project.source, stored, decisions), decisions

    def _decided_lines(
        self,
        project: MappingProject,
        lines: Sequence[MappingLine],
        decisions: Mapping[str, Sequence[MappingDecision]],
        undecided: bool,
    ) -> Iterator[DecidedLine]:
        """The lines with all that is said about them, or those that are answered with their answers alone."""
        from engine.formats.mapping_sets.decided_mappings import DecidedLine

        brought: dict[str, list[LoadedMapping]] = {}
        if undecided:
            with self._workspace.reading() as db:
                for one in mapping_projects.loaded(db, project.id):
                    brought.setdefault(one.source, []).append(one)
        for line in lines if undecided else _answered(lines, decisions):
            every = decisions.get(line.source, ())
            yield DecidedLine(
                line.source,
                line.name,
                f"{line.state}, {line.changed}" if line.changed else line.state,
                line.candidates[0] if line.candidates else None,
                every if undecided else [one for one in every if one.decision in ANSWERS],
                brought.get(line.source, ()),
                line.assigned,
            )

    def _load_mappings(self, project: MappingProject, path: Path, who: str, preview: bool) -> MappingMerge:
        rows, unfit = pairs_of(self._workspace, path, project.source, project.target)
        with self._workspace.reading() as db:
            names = mapping_projects.names_of(db, project.id)
        here = [row for row in rows if row[0] in names]
        if not preview:
            with self._workspace.writing() as db:
                mapping_projects.put_loaded(db, project.id, path.name, here, who)
        left_out = [*((NO_LINE, row[0]) for row in rows if row[0] not in names), *unfit]
        return MappingMerge(0, 0, len(here), len(left_out), (), in_sentences(left_out, project.target))


def _answered(lines: Sequence[MappingLine], decisions: Mapping[str, Sequence[MappingDecision]]) -> list[MappingLine]:
    """Those of the lines that somebody has said a target for, or that there is none."""
    return [line for line in lines if any(one.decision in ANSWERS for one in decisions.get(line.source, ()))]


def _changed(
    project: MappingProject, lines: Sequence[MappingLine], decisions: Mapping[str, Sequence[MappingDecision]]
) -> list[str]:
    """In sentences which answered lines a release of the source has changed; exports mark them."""
    return changed_sentences(_answered(lines, decisions), project.source, f"marked “{WITHDRAWN}”")
