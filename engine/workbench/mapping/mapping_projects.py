"""Mapping projects: a terminology, a branch or what is not mapped yet, onto another, with suggestions for each line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import compress
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NomenclatorError, NotFound
from engine.models.open import encoder_sha256
from engine.terminology.edited_view import edited_view
from engine.terminology.hierarchy import reached
from engine.terminology.lookup import find
from engine.terminology.person import named
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workbench.mapping.mapping_left_out import (
    DENIED_ROW,
    NO_RELATION,
    in_sentences,
    unread_sentence,
    why_left_out,
)
from engine.workspace import Workspace
from store import mapping_projects
from store.records.mapping import RELATIONS, MappingProject, encoders_in, encoders_joined
from store.records.training import CURRENT, JobRun

KIND = "mapping"
Row = tuple[str, str, str]  # source id, target id, relation


class MappingProjects:
    """Starts, lists and deletes mapping projects."""

    def __init__(self, workspace: Workspace, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._encoders = encoders
        self._jobs = jobs

    def all(self) -> list[MappingProject]:
        """Every project, newest first."""
        with self._workspace.reading() as db:
            return mapping_projects.all_projects(db)

    def get(self, number: int) -> MappingProject:
        """One project; NotFound when there is none of this number."""
        with self._workspace.reading() as db:
            found = mapping_projects.get(db, number)
        if found is None:
            raise NotFound(
                f"There is no mapping project {number} in this workspace; the page Mappings and “mappings list” list "
                "those that are there."
            )
        return found

    def branches(self, number: int) -> dict[str, int]:
        """Top class of the source -> how many lines of a project stand in it, the largest first."""
        with self._workspace.reading() as db:
            return mapping_projects.branches(db, self.get(number).id)

    def differences(self, number: int) -> dict[str, int]:
        """Kind of difference -> on how many lines of a project the first suggestion differs in it, the most first."""
        with self._workspace.reading() as db:
            return mapping_projects.differences(db, self.get(number).id)

    def queue(
        self,
        source: str,
        target: str,
        who: str,
        branch: str = "",
        unmapped: bool = False,
        encoders: Sequence[str] = (CURRENT,),
        title: str = "",
        mappings: Path | None = None,
    ) -> int:
        """The number of a queued run that suggests targets for each concept and keeps them as a project.

        branch: the id of the concept of the source below which to map. unmapped: leave out what another project of the
        two has decided, or `mappings` map. encoders: whose suggestions are joined. mappings: a file whose mappings the
        project begins with; why others of it are left out is in the run's result, and its
        `encoding_note`. NotFound for what is not there, BadInput for a terminology onto itself, and for a file of which
        no mapping fits.
        """
        first, second = find(self._workspace, source), find(self._workspace, target)
        who = named(who, "before a mapping project is started", "it")
        if first.slug == second.slug:
            raise BadInput(f"{first.title} cannot be mapped onto itself; name another terminology as the target.")
        recipe: dict[str, Any] = {"source": first.slug, "target": second.slug, "who": who}
        recipe["encoder"] = self._joined(encoders)
        recipe |= {"branch": branch.strip(), "unmapped": unmapped}
        recipe["title"] = title.strip() or f"{first.title} onto {second.title}"
        if mappings:
            from engine.formats.mapping_sets.decided_mappings import unread_columns
            from engine.formats.opening.lines import encoding_note

            rows, left_out = pairs_of(self._workspace, mappings, first.slug, second.slug, recipe["branch"])
            unread = unread_sentence(unread_columns(mappings, decisions=False))
            sentences = [*in_sentences(left_out, second.slug), *filter(None, [unread])]
            recipe["loaded"] = {"origin": mappings.name, "rows": rows, "left_out": sentences}
            recipe["loaded"]["encoding"] = encoding_note(mappings)
            recipe["mapped"] = sorted({row[0] for row in rows}) if unmapped else []
        return self._jobs.queue(KIND, f"Mapping {first.title} onto {second.title}", recipe)

    def encoders_of(self, number: int) -> list[str]:
        """The encoders whose suggestions a project joins, of those that are still there; the current one for none."""
        found = []
        for id in encoders_in(self.get(number).encoder):
            with suppress(NomenclatorError):
                encoder_sha256(self._workspace, id)
                found.append(id)
        return found or [self._encoders.id(CURRENT)]

    def suggest_again(self, number: int, encoders: Sequence[str] = ()) -> int:
        """The number of a queued run that suggests anew for a project, by `encoders`, those of `encoders_of` without;
        what people decided in it stays.

        Concepts that releases of the source brought since the project was made become lines of it.
        """
        one, joined = self.get(number), self._joined(encoders or self.encoders_of(number))
        recipe = {"project": one.id, "source": one.source, "target": one.target, "encoder": joined, "who": one.who}
        recipe |= {"branch": one.branch, "since": one.when}
        return self._jobs.queue(KIND, f"New suggestions for {one.title}", recipe)

    def _joined(self, encoders: Sequence[str]) -> str:
        """The ids of encoders that there are, as a project keeps them; NotFound for one that there is not."""
        if not encoders:
            raise BadInput("No encoder was chosen; choose one at least.")
        return encoders_joined(dict.fromkeys(self._encoders.open(one)[0] for one in encoders))

    def run_of(self, number: int = 0) -> JobRun | None:
        """The newest run that suggests for a project, or that makes a new one where it is 0; None before the first."""
        return self._jobs.newest_of(KIND, project=number or None)

    def delete(self, number: int) -> None:
        """Takes a project with its lines out; what people decided in it stays in the history."""
        one = self.get(number)
        with self._workspace.writing() as db:
            mapping_projects.delete(db, one.id)


def pairs_of(
    workspace: Workspace, path: Path, source: str, target: str, branch: str = ""
) -> tuple[list[Row], list[tuple[str, str]]]:
    """The mappings (source id, target id, relation) of a file between two terminologies, and the reason and the id of
    each that is left out: it is about other concepts, or of another branch of the source, it is denied, or says no
    relation of RELATIONS. BadInput where none fits."""
    from engine.formats.mapping_sets.mappings import read_reference

    view, targets = edited_view(workspace, source), edited_view(workspace, target).titles
    given = read_reference(path, (source, view.titles), (target, targets), denied=True)
    sources = {branch, *reached(branch, view.children)} if branch in view.titles else view.titles.keys()
    rows = [(code, other, relation) for code, others in given.items() for other, relation in others.items()]
    fits = [row[0] in sources and row[1] in targets and row[2] in RELATIONS for row in rows]
    left_out = [why_left_out(row, sources, targets) for row, fit in zip(rows, fits, strict=True) if not fit]
    if any(fits):
        return list(compress(rows, fits)), left_out
    if unfit := [one for one in left_out if one[0] in (DENIED_ROW, NO_RELATION)]:
        raise BadInput(f"{path.name} has no mapping that can be loaded. {' '.join(in_sentences(unfit, target))}")
    here = f"{source} below {branch}" if branch else source
    raise BadInput(
        f"{path.name} maps no concept of {here} onto one of {target}: its first mapping is “{rows[0][0]}” onto "
        f"“{rows[0][1]}”; see which columns hold the ids (source_id, target_id)."
    )
