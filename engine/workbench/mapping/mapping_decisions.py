"""What people decide about the lines of a mapping project: one by one, alike, or in bulk, each one undo."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import BadInput, NotFound
from engine.terminology.edited_view import edited_view
from engine.terminology.lookup import find
from engine.text.counts import percent
from engine.workbench.mapping.mapping_lines import checked
from engine.workbench.mapping.mapping_projects import MappingProjects
from engine.workbench.mapping.mapping_sources import as_of_today, still_meant
from engine.workbench.person import DECIDING, named
from engine.workbench.probability import checked_probability
from engine.workspace import Workspace
from store import mapping_decisions, mapping_lines, mapping_projects
from store.records.mapping import (
    ANSWERS,
    DECISIONS,
    EXACT,
    FLAG,
    MAPPED,
    NONE,
    RELATIONS,
    MappingCandidate,
    MappingDecision,
    MappingFilter,
    MappingLine,
    MappingProject,
    Targets,
    encoders_in,
    relation_word,
)
from store.sqlite import Database

WORDS = {MAPPED: "Mapped", NONE: "No match for", "skip": "Skipped", FLAG: "Flagged", "": "Took back"}


@dataclass(frozen=True)
class BulkRule:
    """Which undecided lines are accepted in bulk: from a probability on, and perhaps only those whose names are the
    same text (`same`), or whose suggested relation is exact (`exact`). A marked difference is never among them.
    BadInput for what is no probability."""

    least: float = 0.95
    same: bool = False
    exact: bool = True

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
        targets: Mapping[str, str] | None = None,
        reason: str = "",
        addressed: str = "",
        add: bool = False,
        seen: Sequence[MappingDecision] | None = None,
    ) -> str:
        """Decides about lines alike, as one undo; what that is in words.

        decision: mapped (to `targets`, concept -> relation of RELATIONS or its word; without any, to each line's first
        suggestion as exact), none, skip, flag (`addressed` to a person), or "" to take one's decision back. With `add`
        the targets stand beside those that the person gave the line before. What is returned also says what of the
        person's own it replaces; what the person said of every line already, since the last release, is not kept again.
        `seen` is what the person saw that others said of the lines; None does not ask. NotFound for a line or target
        that there is not, BadInput for what cannot be decided, and where somebody else has given another answer than
        was seen and is given now.
        """
        project, who = self._projects.get(number), named(who, *DECIDING)
        if decision not in DECISIONS:
            raise BadInput(f"There is no decision “{decision}”; choose one of {', '.join(DECISIONS[:-1])}.")
        if targets and decision != MAPPED:
            raise BadInput("Only a mapped line has targets; leave them out.")
        given = tuple(sorted((target, _relation(relation)) for target, relation in (targets or {}).items()))
        titles = edited_view(self._workspace, project.target).titles
        if missing := [target for target, _ in given if target not in titles]:
            raise NotFound(f"{project.target} has no concept “{missing[0]}”; check the id.")
        with self._workspace.writing() as db:
            before = mapping_decisions.latest(db, project.id, sources)
            kept = mapping_lines.lines(db, project.id, sources)
            lines = {one.source: one for one in as_of_today(db, self._workspace, project.source, kept, before)}
            if gone := [source for source in sources if source not in lines]:
                raise NotFound(f"{project.title} has no line for “{gone[0]}”; check the id.")
            released = max(find(self._workspace, one, db).imported for one in (project.source, project.target))
            made, replaced, same = [], "", True
            for source, line in lines.items():
                own = next((one for one in before.get(source, ()) if one.who == who), None)
                chosen = _first_target(line) if decision == MAPPED and not given else given
                if add and own and own.decision == MAPPED:
                    chosen = tuple(sorted((dict(own.targets) | dict(chosen)).items()))
                facts = {"name": line.name, "reason": reason.strip(), "addressed": addressed.strip()}
                one = self._made(project, source, who, decision, chosen, line.candidates, facts)
                _refuse_unseen(line.name, _answers(before, source, who), seen, one)
                made.append(one)
                same &= own is not None and own.when > released and _said(own) == _said(one)
                if decision and not add and own and own.words != one.words:
                    replaced = f"In place of your “{own.words}”: "
            if decision == "":
                made = [one for one in made if any(own.who == who for own in before.get(one.source, ()))]
                if not made:
                    raise BadInput(f"{who} has decided nothing there; nothing is taken back.")
            title = (
                self._title(made[0], titles) if len(made) == 1 else f"{len(made):,} lines: {WORDS[decision].lower()}"
            )
            if not same:  # what changes nothing would make the next undo one of nothing
                mapping_decisions.add(db, project.id, made, who, title)
        return replaced + title if len(made) == 1 else title

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
                said = _answers(before, source, who)
                if not said:
                    raise BadInput(f"Nobody else has decided “{source}”; there is nothing to confirm.")
                first, author = said[0], _answers(before, source)[0]
                if author.who == who and author.answer == first.answer:
                    raise BadInput(f"“{first.name}” is decided so by {who} first; somebody else has to confirm it.")
                _refuse_unseen(first.name, said, seen)
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

    def accept_all(self, number: int, rule: BulkRule, who: str, filter: MappingFilter | None = None) -> int:
        """Accepts the first suggestion of every such line with its relation, as one undo; how many."""
        project, who = self._projects.get(number), named(who, *DECIDING)
        with self._workspace.writing() as db:
            found = self._acceptable(db, project, rule, filter)
            made = []
            kept = mapping_lines.lines(db, project.id, found)
            for line in as_of_today(db, self._workspace, project.source, kept, {}):
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
        names = mapping_lines.acceptable(db, project.id, checked(filter), rule.least, rule.same, rule.exact)
        return still_meant(db, self._workspace, project.source, names)

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

    def _title(self, one: MappingDecision, titles: Mapping[str, str]) -> str:
        """What a decision says, in a line."""
        what = f"{WORDS[one.decision]} “{one.name}”"
        if one.decision == MAPPED:
            told = [f"“{titles.get(target, target)}” ({target}), {relation_word(rel)}" for target, rel in one.targets]
            return f"{what} to {' and '.join(told)}"
        return f"{what} for {one.addressed}" if one.addressed else what


def _answers(said: Mapping[str, Sequence[MappingDecision]], source: str, who: str = "") -> list[MappingDecision]:
    """The answers of others than `who` about a source, the first to say it first."""
    return [one for one in said.get(source, ()) if one.decision in ANSWERS and one.who != who]


def _said(one: MappingDecision) -> tuple[object, ...]:
    """What a decision says beside when and by which suggestions."""
    return one.answer, one.reason, one.addressed


def _refuse_unseen(
    name: str,
    answers: Sequence[MappingDecision],
    seen: Sequence[MappingDecision] | None,
    made: MappingDecision | None = None,
) -> None:
    """BadInput for the first of the answers that was not seen and that what is `made` does not say as well."""
    known = {(one.who, one.answer) for one in seen or ()}
    for one in answers:
        if seen is not None and (one.who, one.answer) not in known and (made is None or made.answer != one.answer):
            raise BadInput(
                f"{one.who} has said {one.words} meanwhile. Yours was not kept; press again where you see it "
                f"otherwise: “{name}”."
            )


def _first_target(line: MappingLine) -> Targets:
    """The first suggestion of a line, as exact; BadInput where it has none."""
    if not line.candidates:
        raise BadInput(f"“{line.name}” ({line.source}) has no suggestion; choose a concept, or no match.")
    return ((line.candidates[0].target, EXACT),)


def _relation(given: str) -> str:
    """A relation by its name or its word; BadInput for another one."""
    found = {relation_word(relation): relation for relation in RELATIONS} | {one: one for one in RELATIONS}
    if given not in found:
        raise BadInput(f"There is no relation “{given}”; choose one of {', '.join(map(relation_word, RELATIONS))}.")
    return found[given]
