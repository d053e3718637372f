"""The lines of a mapping project: filtered, ordered, looked at one by one, and where they contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.errors import BadInput, NotFound
from engine.labelling.agreement import Agreement, agreement
from engine.labelling.agreement import in_words as called
from engine.ranking.mapping.contradictions import Contradiction, contradictions
from engine.ranking.marks.coding_marks import marks_and_code
from engine.terminology import editing
from engine.terminology.concept_card import ConceptCard
from engine.workbench.mapping.mapping_projects import MappingProjects
from engine.workbench.mapping.mapping_sources import as_of_today
from engine.workspace import Workspace
from store import mapping_decisions, mapping_lines, mapping_projects
from store.mapping_lines import ORDERS
from store.records.mapping import (
    ANSWERS,
    STATES,
    LoadedMapping,
    MappingDecision,
    MappingFilter,
    MappingLine,
    MappingProject,
)

CONTRADICTED = "contradicted"
WHOSE = ("", "assigned", "flagged", "review")


@dataclass(frozen=True)
class MappingCase:
    """A line with all that is said about it: by people, the first first, and by files; `card` is its concept as it
    stands now, None where it is gone."""

    line: MappingLine
    decisions: tuple[MappingDecision, ...]
    loaded: tuple[LoadedMapping, ...]
    card: ConceptCard | None

    @property
    def answers(self) -> tuple[MappingDecision, ...]:
        """The decisions that say where it maps, or that it does not."""
        return tuple(one for one in self.decisions if one.decision in ANSWERS)


@dataclass(frozen=True)
class MappingAgreement:
    """How far two people agree on the lines that both decided; `differences` are (line, what one says, the other)."""

    figures: Agreement
    called: str
    differences: tuple[tuple[str, str, str], ...]


class MappingLines:
    """Lists the lines of mapping projects."""

    def __init__(self, workspace: Workspace, projects: MappingProjects) -> None:
        self._workspace = workspace
        self._projects = projects

    def counts(self, number: int) -> dict[str, int]:
        """State -> how many lines of a project are of it, contradicted ones too."""
        one = self._projects.get(number)
        with self._workspace.reading() as db:
            found = mapping_lines.counts(db, one.id)
        contradicted = {line.source for line in self.contradictions(number)}
        return {state: found.get(state, 0) for state in STATES} | {CONTRADICTED: len(contradicted)}

    def counts_for(self, number: int, person: str) -> dict[str, int]:
        """For a person: how many lines are assigned to them, flagged for them, and left for them to review."""
        with self._workspace.reading() as db:
            return mapping_lines.whose_counts(db, self._projects.get(number).id, person)

    def chosen(self, number: int, filter: MappingFilter | None = None, order: str = "doubtful first") -> list[str]:
        """The source concepts of the lines that a filter lets through, in order. BadInput for a filter or an order
        that there is not."""
        one, filter = self._projects.get(number), checked_filter(filter)
        if order not in ORDERS:
            raise BadInput(f"There is no order “{order}”; choose one of {', '.join(ORDERS)}.")
        only = [line.source for line in self.contradictions(number)] if filter.state == CONTRADICTED else None
        with self._workspace.reading() as db:
            return mapping_lines.chosen(db, one.id, filter, order, only)

    def read(self, number: int, sources: Sequence[str]) -> list[MappingLine]:
        """The lines of these source concepts as they are today, in their order."""
        one = self._projects.get(number)
        with self._workspace.reading() as db:
            found, decisions = mapping_lines.lines(db, one.id, sources), mapping_decisions.latest(db, one.id, sources)
            return as_of_today(db, self._workspace, one.source, found, decisions)

    def answers(self, number: int, sources: Sequence[str]) -> dict[str, list[MappingDecision]]:
        """Source concept -> where people map it now, or that they do not; those that nobody answered are left out."""
        with self._workspace.reading() as db:
            decisions = mapping_decisions.latest(db, self._projects.get(number).id, sources)
        answers = {source: [one for one in found if one.decision in ANSWERS] for source, found in decisions.items()}
        return {source: found for source, found in answers.items() if found}

    def case(self, number: int, source: str) -> MappingCase:
        """A line with all that is said about it; NotFound when the project has no such line."""
        one = self._projects.get(number)
        with self._workspace.reading() as db:
            found, decisions = mapping_lines.lines(db, one.id, [source]), mapping_decisions.latest(db, one.id, [source])
            loaded = mapping_projects.loaded(db, one.id, [source])
            line = next(iter(as_of_today(db, self._workspace, one.source, found, decisions)), None)
        if line is None:
            raise NotFound(f"{one.title} has no line for “{source}”; check the id.")
        return MappingCase(line, tuple(decisions.get(source, ())), tuple(loaded), self.card(one.source, source))

    def marks(self, number: int, targets: Collection[str], beside: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
        """What a coder must know of targets, of those that have a mark.

        “not billable” with the code to take below it, “7th character wanted”, and “Excludes1: not with …” where people
        chose another one, of `beside`, already.
        """
        target = self._projects.get(number).target
        with self._workspace.reading() as db:
            return marks_and_code(db, target, list(targets), list(beside))

    def card(self, terminology: str, concept: str) -> ConceptCard | None:
        """A concept as it stands now; None where it is gone."""
        return editing.cards(self._workspace, terminology, [concept]).get(concept)

    def people(self, number: int) -> dict[str, int]:
        """Who decided how many lines of a project, most first."""
        by_source = self._latest(self._projects.get(number))
        found: dict[str, int] = {}
        for decisions in by_source.values():
            for one in decisions:
                found[one.who] = found.get(one.who, 0) + (one.decision in ANSWERS)
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))

    def contradictions(self, number: int) -> list[Contradiction]:
        """Where people, files and exact targets contradict each other."""
        one = self._projects.get(number)
        with self._workspace.reading() as db:
            return contradictions(mapping_decisions.latest(db, one.id), mapping_projects.loaded(db, one.id))

    def agreement(self, number: int, one: str, other: str) -> MappingAgreement:
        """How far two people agree on the lines of a project that both decided: target and relation are compared."""
        answers: dict[str, dict[str, str]] = {one: {}, other: {}}
        for source, decisions in self._latest(self._projects.get(number)).items():
            for decision in decisions:
                if decision.who in answers and decision.decision in ANSWERS:
                    answers[decision.who][source] = decision.words
        figures = agreement(one, other, answers[one], answers[other])
        differences = tuple((source, answers[one][source], answers[other][source]) for source in figures.differ)
        return MappingAgreement(figures, "" if figures.kappa is None else called(figures.kappa), differences)

    def _latest(self, project: MappingProject) -> dict[str, list[MappingDecision]]:
        with self._workspace.reading() as db:
            return mapping_decisions.latest(db, project.id)


def checked_filter(filter: MappingFilter | None) -> MappingFilter:
    """The filter, or one that lets everything through; BadInput for a state or a choice that there is not."""
    if filter is None:
        return MappingFilter()
    if filter.state and filter.state not in (*STATES, CONTRADICTED):
        raise BadInput(f"There is no state “{filter.state}”; choose one of {', '.join((*STATES, CONTRADICTED))}.")
    if filter.whose not in WHOSE:
        raise BadInput(f"There are no lines “{filter.whose}”; choose one of {', '.join(WHOSE[1:])}.")
    if filter.whose and not filter.person:
        raise BadInput("Whose lines? Name the person.")
    return filter
