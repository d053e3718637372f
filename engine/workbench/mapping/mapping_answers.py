"""What a decision about a line of a mapping project says: its targets, its title, and what it is said in place of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import BadInput, NotFound
from store.records.mapping import (
    ANSWERS,
    DECISIONS,
    FLAG,
    MAPPED,
    NONE,
    RELATIONS,
    MappingDecision,
    MappingLine,
    Targets,
    relation_word,
)

WORDS = {MAPPED: "Mapped", NONE: "No match for", "skip": "Skipped", FLAG: "Flagged", "": "Took back"}


def given_targets(
    decision: str, targets: Mapping[str, str] | None, titles: Mapping[str, str], terminology: str
) -> Targets:
    """The targets of a decision with their relations, in order.

    BadInput for a decision that cannot have them, NotFound for one that is not among the `titles` of the terminology.
    """
    if decision not in DECISIONS:
        raise BadInput(f"There is no decision “{decision}”; choose one of {', '.join(DECISIONS[:-1])}.")
    if targets and decision != MAPPED:
        raise BadInput("Only a mapped line has targets; leave them out.")
    given = tuple(sorted((target, _relation(relation)) for target, relation in (targets or {}).items()))
    if missing := [target for target, _ in given if target not in titles]:
        raise NotFound(f"{terminology} has no concept “{missing[0]}”; check the id.")
    return given


def chosen_targets(line: MappingLine, decision: str, given: Targets, own: MappingDecision | None) -> Targets:
    """The targets that a line gets, beside those of the person's `own` decision: its first suggestion where none is
    `given`."""
    chosen = _first_target(line) if decision == MAPPED and not given else given
    if own and own.decision == MAPPED:
        chosen = tuple(sorted((dict(own.targets) | dict(chosen)).items()))
    return chosen


def is_news(own: MappingDecision | None, made: MappingDecision, released: str) -> bool:
    """Whether a decision says what the person's `own` has not said since the last release."""
    return own is None or own.when <= released or _content_of(own) != _content_of(made)


def in_place_of(own: MappingDecision | None, made: MappingDecision) -> str:
    """What of the person's own a decision replaces, in words before its title; "" for nothing."""
    return f"In place of your “{own.words}”: " if made.decision and own and own.words != made.words else ""


def title_of(made: Sequence[MappingDecision], decision: str, titles: Mapping[str, str]) -> str:
    """What decisions made alike say, in a line; `titles` are those of the target's concepts."""
    if len(made) != 1:
        return f"{len(made):,} lines: {WORDS[decision].lower()}"
    (one,) = made
    what = f"{WORDS[one.decision]} “{one.name}”"
    if one.decision == MAPPED:
        targets = [f"“{titles.get(target, target)}” ({target}), {relation_word(rel)}" for target, rel in one.targets]
        return f"{what} to {' and '.join(targets)}"
    return f"{what} for {one.addressed}" if one.addressed else what


def answers_of(decisions: Mapping[str, Sequence[MappingDecision]], source: str, who: str = "") -> list[MappingDecision]:
    """The answers of others than `who` about a source, the first to say it first."""
    return [one for one in decisions.get(source, ()) if one.decision in ANSWERS and one.who != who]


def _content_of(one: MappingDecision) -> tuple[object, ...]:
    """What a decision says beside when and by which suggestions."""
    return one.answer, one.reason, one.addressed


def refuse_unseen(
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
    """The first suggestion of a line, with the relation that it suggests; BadInput where it has none."""
    if not line.candidates:
        raise BadInput(f"“{line.name}” ({line.source}) has no suggestion; choose a concept, or no match.")
    return ((line.candidates[0].target, line.candidates[0].predicate),)


def _relation(given: str) -> str:
    """A relation by its name or its word; BadInput for another one."""
    found = {relation_word(relation): relation for relation in RELATIONS} | {one: one for one in RELATIONS}
    if given not in found:
        raise BadInput(f"There is no relation “{given}”; choose one of {', '.join(map(relation_word, RELATIONS))}.")
    return found[given]
