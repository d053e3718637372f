"""Terminologies: the sample workspace, imports and their previews, concept cards."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.recognition import chosen_format, may_name_columns
from engine.formats.registry import FORMATS, TERMINOLOGY, readers
from engine.terminology import editing, importing
from engine.terminology.kept_columns import keep_columns, kept_columns
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace, written_whole
from store import terminologies
from store.files import make_private_folder
from store.records.terminology import Terminology

SAMPLE = 100  # concepts of a preview


@dataclass(frozen=True)
class ImportPreview:
    """What an import would bring, before anything is changed."""

    format: str
    columns: dict[str, str]  # field -> heading, for tables
    headings: list[str]
    sample: list[dict[str, str]]
    concepts: int
    names: int
    edges: int
    problems: list[tuple[int, str]]
    skipped: int = 0  # problems that leave something out
    kept: bool = False  # whether the columns are those that somebody chose for an earlier file with these headings


def _headings(path: Path, format: str) -> list[str]:
    """The headings of a table; none where it has no columns to choose, or cannot be read."""
    try:
        return list(FORMATS[format].load().headings_of(path)) if FORMATS[format].columns else []
    except BadInput:
        return []


class Terminologies:
    """Lists, imports and reads terminologies."""

    def __init__(self, workspace: Workspace, jobs: Jobs) -> None:
        self._workspace = workspace
        self._jobs = jobs

    def ready(self) -> bool:
        """Whether there is a terminology to search."""
        return bool(self.all()) and not self._jobs.running("init")

    def start_sample(self) -> int:
        """The number of the run that makes the sample workspace in a child process, started unless it runs already."""
        running = self._jobs.running("init")
        return running[0].id if running else self._jobs.start("init", "Making the sample workspace", {})

    def all(self) -> list[Terminology]:
        """The terminologies of the workspace."""
        return importing.known(self._workspace)

    def preferred_names(self, terminology: str, concepts: Iterable[str]) -> dict[str, str]:
        """Concept id -> its preferred name, for those of `concepts` that the terminology has."""
        with self._workspace.reading() as db:
            return terminologies.preferred_of(db, terminology, sorted(set(concepts)))

    def preview(
        self,
        path: Path,
        format: str | None = None,
        columns: dict[str, str] | None = None,
        below: Iterable[str] = (),
        filters: dict[str, Any] | None = None,
        as_before: bool = False,
    ) -> ImportPreview:
        """Reads a file without importing it: counts, a hundred concepts, and every problem by row.

        format and columns (field -> heading) are recognised where they are not given, or with `as_before` those that
        somebody chose for a file with the same headings; BadInput for an unreadable file.
        """
        kept = self._kept(path, format) if as_before and not columns else {}
        columns = columns or kept or None
        kind = chosen_format(path, format, bool(columns))
        parsed = importing.parse(path, kind, columns, filters)
        parsed = parsed.below(below) if below else parsed
        sample = [
            {
                "id": concept.id,
                "name": concept.preferred,
                "synonyms": " | ".join(name.text for name in concept.names[1:]),
                "parents": " | ".join(concept.parents),
            }
            for concept in parsed.concepts
            if not concept.obsolete
        ][:SAMPLE]
        problems = [(problem.row, problem.sentence) for problem in parsed.problems]
        return ImportPreview(
            kind,
            parsed.columns,
            FORMATS[kind].load().headings_of(path) if parsed.columns else [],
            sample,
            parsed.live,
            parsed.distinct_names,
            parsed.edges,
            problems,
            parsed.skipped,
            bool(kept),
        )

    def _kept(self, path: Path, format: str | None) -> dict[str, str]:
        """The columns kept for the headings of a file; {} for one that has none to choose, or cannot be read."""
        kind = chosen_format(path, format) if path.is_file() else ""
        return kept_columns(self._workspace, _headings(path, kind)) if kind and FORMATS[kind].columns else {}

    def import_formats(self) -> dict[str, str]:
        """The formats of a person's terminology with their titles."""
        return {name: one.read_title or one.title for name, one in readers(TERMINOLOGY).items()}

    def filters(self, path: Path, format: str | None) -> tuple[str, ...]:
        """What the file may be read by, as a release by its `date`, or the UMLS by `languages`; () for most formats."""
        return FORMATS[chosen_format(path, format)].filters

    def filter_counts(self, path: Path, format: str | None = None) -> dict[str, dict[str, int]]:
        """How many names each value of each filter would let through, {} where the format does not count them."""
        module = FORMATS[chosen_format(path, format)].load()
        return module.filter_counts(path) if hasattr(module, "filter_counts") else {}

    def has_columns(self, path: Path, format: str | None) -> bool:
        """Whether a person may say which column of the file is which, when it is read in this format."""
        return may_name_columns(path, format)

    def check_name(self, name: str) -> None:
        """BadInput for a short name that cannot be given to a terminology, or is taken."""
        importing.check_slug(self._workspace, name)

    def queue_import(
        self,
        path: Path,
        name: str,
        format: str | None = None,
        columns: dict[str, str] | None = None,
        title: str = "",
        below: Iterable[str] = (),
        who: str = "",
        filters: dict[str, Any] | None = None,
    ) -> int:
        """The number of a queued run that imports a file under a short name; BadInput when the name cannot be used.

        `below` are ids: these concepts and those below them are imported; with none, all. Who imports it can undo it.
        `filters` are what the format's reader takes: the `date` of an RF2 release; `languages`, `sources`, semantic
        `groups` and `suppressed` of the UMLS.
        """
        importing.check_slug(self._workspace, name)
        if columns and (headings := _headings(path, chosen_format(path, format, True))):
            keep_columns(self._workspace, headings, columns)
        file = {"path": str(path.resolve()), "format": format, "columns": columns}
        about = {"name": name, "title": title, "below": list(below), "who": who.strip(), "filters": filters}
        recipe = {**file, **about}
        return self._jobs.queue("import", f"Importing {path.name} as {name}", recipe)

    def save_upload(self, name: str, content: bytes) -> Path:
        """Writes an uploaded file where a child process can read it, apart from others of its name; its path."""
        path = self._workspace.folder / "runs" / f"upload-{secrets.token_hex(8)}" / Path(name).name
        make_private_folder(path.parent)
        with written_whole(path) as temporary:
            temporary.write_bytes(content)
        return path

    def concept(self, terminology: str, concept_id: str) -> editing.ConceptCard:
        """A concept with its names, its neighbours and its path to the root, edits counted; NotFound for none."""
        return editing.card(self._workspace, terminology, concept_id)
