"""What people decide about the lines of a mapping project: one by one, alike, or in bulk, each one undo."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import BadInput, NotFound
from engine.ranking.marks.coding_marks import NOT_BILLABLE, coding_marks
from engine.terminology.edited_view import edited_view
from engine.terminology.lookup import find
from engine.terminology.person import DECIDING, named
from engine.text.counts import percent
from engine.workbench.mapping.mapping_answers import (
    answers_of,
    chosen_targets,
    given_targets,
    in_place_of,
    is_news,
    refuse_unseen,
    title_of,
)
from engine.workbench.mapping.mapping_lines import checked_filter
from engine.workbench.mapping.mapping_projects import MappingProjects
from engine.workbench.mapping.mapping_sources import as_of_today, still_meant
from engine.workbench.probability import checked_probability
from engine.workspace import Workspace
from store import mapping_decisions, mapping_lines, mapping_projects
from store.records.mapping import (
    FLAG,
    MAPPED,
    MappingCandidate,
    MappingDecision,
    MappingFilter,
    MappingLine,
    MappingProject,
    encoders_in,
)
from store.sqlite import Database


@dataclass(frozen=True)
class BulkRule:
    """Which undecided lines are accepted in bulk: from a probability on, and perhaps only those whose names are the
    same text (`same`), whose suggested relation is exact (`exact`), or whose code is not one that cannot be sent in
    (`billable`). A marked difference is never among them. BadInput for what is no probability."""

    least: float = 0.95
    same: bool = False
    exact: bool = True
    billable: bool = False

    def __post_init__(self) -> None:
        checked_probability(self.least)


class MappingDecisions:
    """Decides about lines; each decision keeps who, when, probability and model."""

    def __init__(self, workspace: Workspace, projects: MappingProjects) -> None:
        self._workspace = workspace
        self._projects = projects

    def decide(
        self,
        number: int,
        sources: Sequence[str],
        decision: str,
        who: str,
        *,
        targets: Mapping[str, str] | None = None,
        reason: str = "",
        addressed: str = "",
        add: bool = False,
        seen: Sequence[MappingDecision] | None = None,
    ) -> str:
        """Decides about lines alike, as one undo; what that is in words.

        decision: mapped (to `targets`, concept -> relation of RELATIONS or its word; without any, to each line's first
        suggestion as it is suggested), none, skip, flag (`addressed` to a person), or "" to take one's decision back.
        With `add` the targets stand beside those that the person gave the line before. What is returned also says what
        of the person's own it replaces; what the person said of every line already, since the last release, is not
        kept again.
        `seen` is what the person saw that others said of the lines; None does not ask. NotFound for a line or target
        that there is not, BadInput for what cannot be decided, and where somebody else has given another answer than
        was seen and is given now.
        """
        project, who = self._projects.get(number), named(who, *DECIDING)
        titles = edited_view(self._workspace, project.target).titles
        given = given_targets(decision, targets, titles, find(self._workspace, project.target).title)
        with self._workspace.writing() as db:
            before = mapping_decisions.latest(db, project.id, sources)
            own = {source: one for source, every in before.items() for one in every if one.who == who}
            released = max(find(self._workspace, one, db).imported for one in (project.source, project.target))
            made = []
            for line in self._lines_today(db, project, sources, before):
                chosen = chosen_targets(line, decision, given, own.get(line.source) if add else None)
                facts = {"name": line.name, "reason": reason.strip(), "addressed": addressed.strip()}
                one = self._made(project, line.source, who, decision, chosen, line.candidates, facts)
                refuse_unseen(line.name, answers_of(before, line.source, who), seen, one)
                made.append(one)
            changed = any(is_news(own.get(one.source), one, released) for one in made)
            if decision == "":
                made = [one for one in made if one.source in own]
                if not made:
                    raise BadInput(f"{who} has decided nothing there; nothing is taken back.")
            title = title_of(made, decision, titles)
            if changed:  # what changes nothing would make the next undo one of nothing
                mapping_decisions.add(db, project.id, made, who, title)
        return title if add or len(made) != 1 else in_place_of(own.get(made[0].source), made[0]) + title

    def confirm(
        self,
        number: int,
        sources: Sequence[str],
        who: str,
        reason: str = "",
        seen: Sequence[MappingDecision] | None = None,
    ) -> str:
        """Says the same as the author of each line, the first other person who decided it, as one undo; in words.

        BadInput for a line that nobody else has decided, for a person's own, or where the answers of others are not
        those `seen`.
        """
        project, who = self._projects.get(number), named(who, *DECIDING)
        with self._workspace.writing() as db:
            before, made = mapping_decisions.latest(db, project.id, sources), []
            for source in sources:
                answers = answers_of(before, source, who)
                if not answers:
                    raise BadInput(f"Nobody else has decided “{source}”; there is nothing to confirm.")
                first, author = answers[0], answers_of(before, source)[0]
                if author.who == who and author.answer == first.answer:
                    raise BadInput(f"“{first.name}” is decided so by {who} first; somebody else has to confirm it.")
                refuse_unseen(first.name, answers, seen)
                facts = {"name": first.name, "reason": reason.strip(), "addressed": ""}
                candidates = mapping_projects.candidates_of(db, project.id, [source]).get(source, ())
                made.append(self._made(project, source, who, first.decision, first.targets, candidates, facts))
            what = f"“{made[0].name}”" if len(made) == 1 else f"{len(made):,} lines"
            title = f"Confirmed {what}: {made[0].words}" if len(made) == 1 else f"Confirmed {what}"
            mapping_decisions.add(db, project.id, made, who, title)
        return title

    def acceptable(
        self, number: int, rule: BulkRule, filter: MappingFilter | None = None, sample: int = 0
    ) -> tuple[int, list[str]]:
        """How many lines `accept_all` would accept, and the source concepts of `sample` of them, drawn at random, the
        same ones each time."""
        project = self._projects.get(number)
        with self._workspace.reading() as db:
            found = self._acceptable(db, project, rule, filter)
        drawn = random.Random(len(found)).sample(found, min(sample, len(found)))
        return len(found), sorted(drawn)

    def count_not_billable(self, number: int, rule: BulkRule, filter: MappingFilter | None = None) -> int:
        """How many lines `accept_all` would map to a code that is not billable, were they not left out."""
        project, rule = self._projects.get(number), replace(rule, billable=False)
        with self._workspace.reading() as db:
            return len(_not_billable(db, project, self._acceptable(db, project, rule, filter)))

    def accept_all(self, number: int, rule: BulkRule, who: str, filter: MappingFilter | None = None) -> int:
        """Accepts the first suggestion of every such line with its relation, as one undo; how many."""
        project, who = self._projects.get(number), named(who, *DECIDING)
        with self._workspace.writing() as db:
            found = self._acceptable(db, project, rule, filter)
            made = []
            stored_lines = mapping_lines.lines(db, project.id, found)
            for line in as_of_today(db, self._workspace, project.source, stored_lines, {}):
                best = line.candidates[0]
                facts = {"name": line.name, "reason": f"in bulk, from {percent(rule.least)}", "addressed": ""}
                targets = ((best.target, best.predicate),)
                made.append(self._made(project, line.source, who, MAPPED, targets, line.candidates, facts))
            if made:
                title = f"{len(made):,} suggestions of at least {percent(rule.least)} accepted"
                mapping_decisions.add(db, project.id, made, who, title)
        return len(made)

    def _acceptable(
        self, db: Database, project: MappingProject, rule: BulkRule, filter: MappingFilter | None
    ) -> list[str]:
        """Without those whose concept a release renamed or withdrew since its targets were suggested."""
        names = mapping_lines.acceptable(db, project.id, checked_filter(filter), rule.least, rule.same, rule.exact)
        found = still_meant(db, self._workspace, project.source, names)
        without = _not_billable(db, project, found) if rule.billable else ()
        return [source for source in found if source not in without]

    def assign(self, number: int, sources: Sequence[str], person: str, who: str) -> int:
        """Assigns lines to a person, “” to nobody, as one undo; how many lines it became."""
        project, who, person = self._projects.get(number), named(who, "before assigning", "it"), person.strip()
        with self._workspace.writing() as db:
            names = {one.source: one.name for one in mapping_lines.lines(db, project.id, sources)}
            if not names:
                raise NotFound(f"{project.title} has none of these lines; check the ids.")
            what = f"“{next(iter(names.values()))}”" if len(names) == 1 else f"{len(names):,} lines"
            title = f"Assigned {what} to {person}" if person else f"Assigned {what} to nobody"
            mapping_decisions.assign(db, project.id, dict.fromkeys(names, person), names, who, title)
        return len(names)

    def _lines_today(
        self,
        db: Database,
        project: MappingProject,
        sources: Sequence[str],
        decisions: Mapping[str, Sequence[MappingDecision]],
    ) -> list[MappingLine]:
        """The lines of these sources as they are today; NotFound where one is not in the project."""
        stored_lines = mapping_lines.lines(db, project.id, sources)
        lines = {one.source: one for one in as_of_today(db, self._workspace, project.source, stored_lines, decisions)}
        if gone := [source for source in sources if source not in lines]:
            raise NotFound(f"{project.title} has no line for “{gone[0]}”; check the id.")
        return list(lines.values())

    def _made(
        self,
        project: MappingProject,
        source: str,
        who: str,
        decision: str,
        targets: tuple[tuple[str, str], ...],
        candidates: Sequence[MappingCandidate],
        facts: dict[str, str],
    ) -> MappingDecision:
        scores = {one.target: one.confidence for one in candidates}
        targets = targets if decision == MAPPED else ()
        score = next((scores[target] for target, _ in targets if target in scores), None)
        by = {one.target: one.encoders[0] for one in candidates if one.encoders}
        prints = dict(zip(encoders_in(project.encoder), encoders_in(project.encoder_sha256), strict=True))
        model = next((by[target] for target, _ in targets if by.get(target) in prints), project.encoder)
        return MappingDecision(
            source,
            who,
            decision,
            targets,
            score,
            model=model,
            model_sha256=prints.get(model, project.encoder_sha256),
            name=facts["name"],
            reason=facts["reason"],
            addressed=facts["addressed"] if decision == FLAG else "",
        )


def _not_billable(db: Database, project: MappingProject, sources: Sequence[str]) -> set[str]:
    """Those of the lines whose first suggestion is a code that cannot be sent in as it stands."""
    targets = mapping_lines.first_targets(db, project.id, sources)
    marks = coding_marks(db, project.target, sorted(set(targets.values())))
    return {source for source, target in targets.items() if NOT_BILLABLE in marks.get(target, ())}
