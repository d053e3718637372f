"""Versions: the next release of a terminology beside the one there is, and what no longer holds in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.events import counted
from engine.formats.parsed import ParsedTerminology
from engine.terminology import lookup
from engine.terminology.kept_columns import keep_columns
from engine.terminology.person import named
from engine.terminology.source_file import SourceFile
from engine.terminology.updating import update
from engine.terminology.updating.carrying import carried_over
from engine.terminology.updating.difference import difference
from engine.terminology.updating.records import CarriedOver, ReleaseDifference
from engine.terminology.updating.resolving import resolve
from engine.terminology.updating.successors import Version
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace
from store import concepts, versions
from store.records.terminology import Terminology
from store.versions import StoredVersion


@dataclass(frozen=True)
class UpdatePreview:
    """What a release would change, what of people's work would hold, how much it has in use, and (row, sentence) of
    what is wrong in its file, before anything is written."""

    difference: ReleaseDifference
    carried: CarriedOver
    concepts: int
    names: int
    edges: int
    problems: list[tuple[int, str]]
    nothing_new: bool  # an update would change nothing
    columns: dict[str, str]  # field -> heading, for tables
    unread: str = ""  # which columns of a table are not read, in a sentence
    lacking: tuple[str, ...] = ()  # “synonyms”, “parents”: what is here, and of which the file has none at all


class TerminologyVersions:
    """Takes in the next release of a terminology, compares versions, and answers for what has lost its concept."""

    def __init__(self, workspace: Workspace, jobs: Jobs) -> None:
        self._workspace = workspace
        self._jobs = jobs

    def of(self, terminology: str) -> list[StoredVersion]:
        """The newest version and the older ones that are still there, the newest first; NotFound for none."""
        found = lookup.find(self._workspace, terminology)
        with self._workspace.reading() as db:
            return versions.versions_of(db, found.newer or found.slug)

    def seen_at(self, terminology: str, moment: str) -> StoredVersion | None:
        """The version that had this short name at a moment, such as when a model was trained; None where it is gone."""
        with self._workspace.reading() as db:
            return versions.version_at(db, terminology, moment)

    def preview(self, file: SourceFile, terminology: str) -> UpdatePreview:
        """Reads a file as the next version of a terminology, and says what would change; nothing is written.

        NotFound for a terminology that is not there, BadInput for an older version of one or an unreadable file.
        """
        there = update.newest_of(self._workspace, terminology)
        coming = update.read_release(self._workspace, file, there.slug)
        return UpdatePreview(
            *update.preview_update(self._workspace, terminology, coming),
            coming.live,
            coming.distinct_names,
            coming.edges,
            [(problem.row, problem.sentence) for problem in coming.problems],
            update.has_nothing_new(self._workspace, there, coming),
            coming.columns,
            coming.unread,
            _lacking(there, coming),
        )

    def queue(self, file: SourceFile, terminology: str, who: str) -> int:
        """The number of a queued run that takes in a file as the next version of a terminology; see `preview`.

        Columns that are given are offered again for the next file with these headings.
        """
        update.newest_of(self._workspace, terminology)
        keep_columns(self._workspace, file)
        recipe = {**file.recipe(), "name": terminology, "update": True, "who": named(who)}
        return self._jobs.queue("import", f"Updating {terminology} with {file.path.name}", recipe)

    def difference(self, older: str, newer: str) -> ReleaseDifference:
        """What differs between two terminologies as imported, by their short names; NotFound for none."""
        old, new = (lookup.find(self._workspace, slug) for slug in (older, newer))
        with self._workspace.reading() as db:
            coming = Version({one.id: one for one in counted(concepts.each(db, new.slug), "concepts", new.concepts)})
            before = counted(concepts.each(db, old.slug), "concepts", old.concepts)
            return difference(Version.beside(before, coming), coming)

    def carried(self, terminology: str) -> CarriedOver:
        """What of people's work holds in the newest version of a terminology, and what has lost its concept."""
        slug = update.newest_of(self._workspace, terminology).slug
        with self._workspace.reading() as db:
            return carried_over(db, slug)

    def resolve(
        self, terminology: str, resolution: str, who: str, ids: Sequence[str] = (), to: str = ""
    ) -> tuple[int, int]:
        """Answers “move”, “keep” or “withdraw” for what has lost its concept, as one undo; (how many, still open).

        With no ids for all that the answer fits. `to` is the concept to move to, where it is not the one that replaces
        the old one. BadInput and NotFound as `engine.terminology.updating.resolving.resolve` has them.
        """
        slug = update.newest_of(self._workspace, terminology).slug
        who = named(who)
        with self._workspace.writing() as db:
            return resolve(db, self._workspace, slug, resolution, ids, to, who)


def _lacking(there: Terminology, coming: ParsedTerminology) -> tuple[str, ...]:
    """What of synonyms and parents is here, and would all be withdrawn."""
    synonyms = there.names > there.concepts and coming.names == coming.live
    return ("synonyms",) * synonyms + ("parents",) * (there.edges > 0 and not coming.edges)
