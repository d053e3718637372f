"""Terminologies: the sample workspace, imports and their previews, concept cards."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.formats.cleaning import cleanable
from engine.formats.ontologies.addresses import addressed
from engine.formats.registry import TERMINOLOGY, readers
from engine.terminology import editing, lookup
from engine.terminology.concept_card import ConceptRef
from engine.terminology.edited_view import edited_view_in
from engine.terminology.kept_columns import keep_columns, kept_columns
from engine.terminology.near_codes import near_codes
from engine.terminology.source_file import SourceFile
from engine.text.codes import code_readings
from engine.workbench.jobs import Jobs
from engine.workbench.terminologies.upkeep import LONGEST
from engine.workspace import Workspace, written_whole
from store import concepts, terminologies
from store.files import make_private_folder
from store.records.terminology import BILLABLE_NOTE, Concept, Terminology
from store.sqlite import Database

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
    cleanable: dict[str, int] = field(default_factory=dict)  # names with stray “marks” or “blanks”
    cleaned: dict[str, int] = field(default_factory=dict)  # those that were taken out
    shared: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)  # (name, ids) where concepts share a name
    unread: str = ""  # which columns of a table are not read, in a sentence


class Terminologies:
    """Lists, imports and reads terminologies."""

    def __init__(self, workspace: Workspace, jobs: Jobs) -> None:
        self._workspace = workspace
        self._jobs = jobs
        self._billable: dict[tuple[str, str], bool] = {}  # fingerprint and import -> whether its codes have the note

    def ready(self) -> bool:
        """Whether there is a terminology to search."""
        return bool(self.all()) and not self._jobs.running("init")

    def start_sample(self) -> int:
        """The number of the run that makes the sample workspace in a child process, started unless it runs already."""
        return self._jobs.start_one("init", "Making the sample workspace", {})

    def all(self) -> list[Terminology]:
        """The terminologies of the workspace; those that ship have their publishers' addresses where none is kept."""
        return [addressed(one) for one in lookup.all_terminologies(self._workspace)]

    def has_billable_codes(self, terminology: str = "all") -> bool:
        """Whether a terminology, or one of all, says which of its codes may be sent in, as ICD-10-CM does."""
        with self._workspace.reading() as db:
            chosen = lookup.chosen_among(lookup.all_terminologies(self._workspace, db), terminology)
            return any(self._says_billable(db, one) for one in chosen)

    def _says_billable(self, db: Database, one: Terminology) -> bool:
        """The same of one terminology, looked up once."""
        import_ = one.fingerprint, one.imported
        if import_ not in self._billable:
            self._billable[import_] = concepts.has_notes(db, one.slug, BILLABLE_NOTE)
        return self._billable[import_]

    def preferred_names(self, terminology: str, concepts: Iterable[str]) -> dict[str, str]:
        """Concept id -> its preferred name, for those of `concepts` that the terminology has, people's own too."""
        ids = set(concepts)
        with self._workspace.reading() as db:
            found = terminologies.preferred_of(db, terminology, sorted(ids))  # those that people withdrew too
            titles = edited_view_in(db, self._workspace, terminology).titles
            return found | {one: titles[one] for one in ids if one in titles}

    def in_use(self, terminology: str, concepts: Iterable[str]) -> set[str]:
        """Those of `concepts` that the terminology has and its source has not withdrawn."""
        with self._workspace.reading() as db:
            rows = (row for code in set(concepts) for row in terminologies.by_code(db, [terminology], code))
            return {row["code"] for row in rows if not row["obsolete"]}

    def near_codes(self, typed: str, terminology: str = "all") -> list[ConceptRef] | None:
        """The concepts that a code may mean which no concept has; None for what is no code, or one that is there."""
        with self._workspace.reading() as db:
            known = lookup.all_terminologies(self._workspace, db)
            slugs = [one.slug for one in lookup.chosen_among(known, terminology)]
            return near_codes(db, slugs, typed)

    def as_before(self, file: SourceFile) -> SourceFile:
        """The file with the columns that somebody chose for an earlier table with its headings; as it is where nobody
        did, where it has columns already, and where it is no table."""
        columns = {} if file.columns or not file.has_columns() else kept_columns(self._workspace, file.headings())
        return replace(file, columns=columns) if columns else file

    def preview(self, file: SourceFile) -> ImportPreview:
        """Reads a file without importing it: counts, a hundred concepts, and every problem by row; BadInput for an
        unreadable file."""
        parsed = file.read()
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
            file.chosen_format(),
            parsed.columns,
            file.headings() if parsed.columns else [],
            sample,
            parsed.live,
            parsed.distinct_names,
            parsed.edges,
            problems,
            parsed.skipped,
            cleanable(parsed.concepts),
            parsed.cleaned,
            parsed.shared,
            parsed.unread,
        )

    def import_formats(self) -> dict[str, str]:
        """The formats of a person's terminology with their titles."""
        return {name: one.read_title or one.title for name, one in readers(TERMINOLOGY).items()}

    def check_name(self, name: str) -> None:
        """BadInput for a short name that cannot be given to a terminology, or is taken."""
        lookup.check_slug(self._workspace, name, importing=True)

    def queue_import(self, file: SourceFile, name: str, title: str = "", who: str = "") -> int:
        """The number of a queued run that imports a file under a short name; BadInput when the name cannot be used, or
        the title is too long.

        Who imports it can undo it. Columns that are given are offered again for the next file with these headings.
        """
        lookup.check_slug(self._workspace, name, importing=True)
        if len(title) > LONGEST:
            raise BadInput(f"The title has {len(title):,} characters; write at most {LONGEST}.")
        keep_columns(self._workspace, file)
        recipe = {**file.recipe(), "name": name, "title": title, "who": who.strip()}
        return self._jobs.queue("import", f"Importing {file.path.name} as {name}", recipe)

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

    def concept_as_typed(self, terminology: str, code: str) -> editing.ConceptCard:
        """The same by a code in any spelling that a ranking takes, as “E119” or “hp 1250”; NotFound for none."""
        for reading in (code, *code_readings(code)):
            with suppress(NotFound):
                return editing.card(self._workspace, terminology, reading)
        return self.concept(terminology, code)

    def retired_concept(self, terminology: str, code: str) -> Concept | None:
        """What is left of a concept that people retired or merged, and what replaced it; None for any other."""
        return editing.retired_concept(self._workspace, terminology, code)

    def concepts(self, terminology: str, concept_ids: Iterable[str]) -> dict[str, editing.ConceptCard]:
        """The same of several concepts, by their ids; what is gone is left out."""
        return editing.cards(self._workspace, terminology, concept_ids)
