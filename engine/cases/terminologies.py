"""Terminologies: the sample workspace, imports and their previews."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine import importing
from engine.cases.base import Cases
from store import terminologies
from store.records.terminology import Terminology


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


class TerminologyCases(Cases):
    """First start, and terminologies from files."""

    def ready(self) -> bool:
        """Whether there is a terminology to search."""
        return bool(self.terminologies()) and not self._running("init")

    def start_init(self) -> int:
        """Make the sample workspace in a child process; the run that is already at it, if any."""
        running = self._running("init")
        return running[0].id if running else self._spawned(self.queue("init", "Making the sample workspace", {}))

    def terminologies(self) -> list[Terminology]:
        """What is in the workspace."""
        return importing.known(self.workspace)

    def preferred(self, terminology: str, concepts: Iterable[str]) -> dict[str, str]:
        """Concept -> its preferred name, for those that the terminology has."""
        with self.workspace.reading() as db:
            return terminologies.preferred_of(db, terminology, sorted(set(concepts)))

    def preview_import(
        self, path: Path, format: str | None = None, columns: dict[str, str] | None = None
    ) -> ImportPreview:
        """Read a file without keeping it: counts, a sample and every problem by row."""
        from engine.readers import format_of
        from engine.readers.table import headings

        kind = format or format_of(path)
        parsed = importing.parse(path, kind, columns)
        sample = [
            {
                "id": concept.id,
                "name": concept.preferred,
                "synonyms": " | ".join(name.text for name in concept.names[1:]),
                "parents": " | ".join(concept.parents),
            }
            for concept in parsed.concepts
            if not concept.obsolete
        ][:20]
        problems = [(problem.row, problem.sentence) for problem in parsed.problems]
        return ImportPreview(
            kind,
            parsed.columns,
            headings(path) if parsed.columns else [],
            sample,
            parsed.live,
            parsed.names,
            parsed.edges,
            problems,
        )

    def queue_import(
        self, path: Path, name: str, format: str | None = None, columns: dict[str, str] | None = None, title: str = ""
    ) -> int:
        """A run that imports a file under a short name; BadInput when the name cannot be used."""
        importing.check_slug(self.workspace, name)
        recipe = {"path": str(path.resolve()), "name": name, "format": format, "columns": columns, "title": title}
        return self.queue("import", f"Importing {path.name} as {name}", recipe)

    def start_import(
        self, path: Path, name: str, format: str | None = None, columns: dict[str, str] | None = None, title: str = ""
    ) -> int:
        """The same in a child process."""
        return self._spawned(self.queue_import(path, name, format, columns, title))

    def keep_upload(self, name: str, content: bytes) -> Path:
        """Put an uploaded file where a child process can read it."""
        path = self.workspace.folder / "runs" / f"upload-{Path(name).name}"
        path.write_bytes(content)
        return path
