"""Where a mapping project contradicts itself: two people, a loaded mapping against a decision, or two exact targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from store.records.mapping import ANSWERS, EXACT, LoadedMapping, MappingDecision, relation_word

PEOPLE, LOADED, TWO_EXACT = ("two people", "loaded and decided", "two exact targets")
PERSON, FILE = "person", "file"  # whose word it is


@dataclass(frozen=True)
class Contradiction:
    """A source concept about which `one` and `other` say different things; whose word each is stands with it."""

    source: str
    kind: str
    one: str
    one_by: str
    other: str
    other_by: str


def contradictions(
    decisions: Mapping[str, Sequence[MappingDecision]], loaded: Iterable[LoadedMapping]
) -> list[Contradiction]:
    """Every contradiction among what people decided and what files brought, by source concept."""
    brought: dict[str, list[LoadedMapping]] = {}
    for one in loaded:
        brought.setdefault(one.source, []).append(one)
    found: list[Contradiction] = []
    for source in dict.fromkeys((*decisions, *brought)):
        decided = [one for one in decisions.get(source, ()) if one.decision in ANSWERS]
        found += _between_people(source, decided)
        found += _with_loaded(source, decided, brought.get(source, ()))
        found += _with_themselves(source, decided, brought.get(source, ()))
    return found


def _between_people(source: str, decided: Sequence[MappingDecision]) -> list[Contradiction]:
    if not decided:
        return []
    first = decided[0]
    return [
        Contradiction(source, PEOPLE, first.words, first.who, one.words, one.who)
        for one in decided[1:]
        if one.answer != first.answer
    ]


def _with_loaded(
    source: str, decided: Sequence[MappingDecision], brought: Sequence[LoadedMapping]
) -> list[Contradiction]:
    found = []
    for decision in decided:
        for one in brought:
            if (one.target, one.predicate) not in decision.targets:
                words = f"{one.target} {relation_word(one.predicate)}"
                found.append(Contradiction(source, LOADED, words, one.origin, decision.words, decision.who))
    return found


def _with_themselves(
    source: str, decided: Sequence[MappingDecision], brought: Sequence[LoadedMapping]
) -> list[Contradiction]:
    """Two exact targets by one person or by one file, which may have a person's name."""
    exact: dict[tuple[str, str], list[str]] = {}
    for one in decided:
        exact[PERSON, one.who] = [target for target, relation in one.targets if relation == EXACT]
    for line in brought:
        if line.predicate == EXACT and line.target not in (targets := exact.setdefault((FILE, line.origin), [])):
            targets.append(line.target)
    found = []
    for (_, by), targets in exact.items():
        if len(targets) > 1:
            words = [f"{target} exact" for target in targets]
            found.append(Contradiction(source, TWO_EXACT, words[0], by, ", ".join(words[1:]), by))
    return found
