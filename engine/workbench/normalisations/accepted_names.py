"""Names that people accepted for concepts, added as their synonyms if a person says so: one edit, one undo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from engine.errors import NomenclatorError
from engine.ranking.clashes import clashes
from engine.ranking.ranker import Ranker
from engine.terminology import editing
from engine.terminology.edited_view import edited_view
from engine.terminology.lookup import find
from engine.terminology.person import named
from engine.text import normalise
from engine.text.codes import code_readings
from engine.workbench.mapping.mapping_projects import MappingProjects
from engine.workbench.normalisations.attributed_lines import AT_ONCE, attributed
from engine.workbench.normalisations.normalisation import Normalisations
from engine.workspace import Workspace
from store import answer_lines, mapping_decisions
from store.edits import ADD, Change
from store.records.mapping import ANSWERS, EXACT
from store.records.normalisation import Filter


@dataclass(frozen=True)
class AcceptedName:
    """A name that was accepted for a concept, which does not have it yet.

    `attributes` are what it is wherever it was accepted, as negated: such a one is not added, “no diabetes” being no
    name of diabetes.
    """

    name: str
    concept: str
    preferred: str
    attributes: tuple[str, ...] = ()


class AcceptedNames:
    """Finds accepted names that no concept of their terminology has yet, and adds them."""

    def __init__(
        self, workspace: Workspace, ranker: Ranker, normalisations: Normalisations, projects: MappingProjects
    ) -> None:
        self._workspace = workspace
        self._ranker = ranker
        self._normalisations = normalisations
        self._projects = projects

    def of_answers(self, number: int) -> list[AcceptedName]:
        """Those of the mentions of a normalised file, of a line that lists findings each by itself; of a text accepted
        for two concepts, or that denotes another concept already, of a list that was accepted as a whole and of an id,
        none."""
        terminology, found = self._normalisations.get(number).terminology, list[tuple[str, str, tuple[str, ...]]]()
        with self._workspace.reading() as db:
            lines = iter(answer_lines.lines(db, number, Filter(status="tied"), "as in the file", limit=-1))
            while part := list(islice(lines, AT_ONCE)):
                mentions = attributed(db, number, part)
                for line in part:
                    beside = mentions[line.id].attributes if line.id in mentions else ()
                    text = line.text if line.parts == 1 else line.read_as
                    found.append((text, line.decided_concept, beside))
        return self._new(terminology, found)

    def of_mapping(self, number: int) -> list[AcceptedName]:
        """The names of source concepts that all who decided map exactly to one target."""
        project = self._projects.get(number)
        with self._workspace.reading() as db:
            by_source = mapping_decisions.latest(db, project.id)
        found = list[tuple[str, str, tuple[str, ...]]]()
        for decisions in by_source.values():
            answers = [one for one in decisions if one.decision in ANSWERS]
            exact = [target for target, relation in answers[0].targets if relation == EXACT] if answers else []
            if len({one.answer for one in answers}) == 1 and len(exact) == 1:
                found.append((answers[0].name, exact[0], ()))
        return self._new(project.target, found)

    def add_of_answers(self, number: int, who: str) -> list[AcceptedName]:
        """Adds those of a file as synonyms, as one undo; gives them, and those with attributes, which are left out."""
        terminology = self._normalisations.get(number).terminology
        return self._add(terminology, self.of_answers(number), who, f"accepted in file {number}")

    def add_of_mapping(self, number: int, who: str) -> list[AcceptedName]:
        """Adds those of a mapping project to its target, as one undo; gives them."""
        project = self._projects.get(number)
        return self._add(project.target, self.of_mapping(number), who, f"mapped in {project.title}")

    def _new(self, terminology: str, given: Iterable[tuple[str, str, tuple[str, ...]]]) -> list[AcceptedName]:
        """The names that can be added, each once: of what introduces one, as “Dx: anaemia”, what it introduces.

        given: text, concept and attributes of each time that one was accepted.
        """
        concepts: dict[str, dict[str, str]] = {}
        always: dict[str, tuple[str, ...]] = {}  # the attributes of a name each time
        found = []
        with self._workspace.reading() as db:
            reader = self._ranker.reader(db, [find(self._workspace, terminology, db)])
            for text, concept, beside in given:
                name = reader.introduced(text)
                if concept in code_readings(name) or reader.listing(name).parts:
                    continue
                concepts.setdefault(norm := normalise(name), {}).setdefault(concept, name)
                always[norm] = tuple(one for one in beside if one in always.get(norm, beside))
            checks = editing.checks_of(db, self._workspace, terminology)
            for of in concepts.values():
                (concept, name), *others = of.items()
                if others or clashes(self._workspace, self._ranker, terminology, concept, name):
                    continue
                try:
                    found.append(checks.checked(Change(ADD, terminology, concept, name)))
                except NomenclatorError:
                    continue  # it is a name of the concept already, or the concept is gone
        titles = edited_view(self._workspace, terminology).titles if found else {}
        return [
            AcceptedName(
                one.name, one.concept_id, titles.get(one.concept_id, one.concept_id), always[normalise(one.name)]
            )
            for one in found
        ]

    def _add(self, terminology: str, found: list[AcceptedName], who: str, reason: str) -> list[AcceptedName]:
        who = named(who, "before names are added", "it")
        if added := [one for one in found if not one.attributes]:
            changes = [Change(ADD, terminology, one.concept, one.name, reason) for one in added]
            title = f"{len(added):,} accepted names added as synonyms" if len(added) > 1 else ""
            editing.apply(self._workspace, changes, who, title)
        return found
