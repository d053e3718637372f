"""Whether a target is broader or narrower than a concept by what the hierarchies know, whatever the names say.

A target that has the name of an ancestor of the concept is broader; and of the targets of one concept those above the
exact one are broader, those below it narrower.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.ranking.mapping.records import Suggestion
from engine.ranking.mapping.side import MappedSide
from engine.terminology.hierarchy import reached
from store.records.mapping import BROAD, CLOSE, EXACT, NARROW, RELATED

MOST_ABOVE = 200  # ancestors of a concept that are looked at
VAGUE = (CLOSE, RELATED)  # what is suggested where names say nothing


def known_relation(code: str, other: str, source: MappedSide, target: MappedSide) -> str:
    """BROAD where an exact name of the target `other` has the words of one of an ancestor of the source concept `code`,
    NARROW where of one below it; "" where neither is known, or it has the words of one of its own."""
    keys = {int(target.words.keys[name]) for name in target.names_of.get(other, ()) if target.exact[name]}
    found = {name for key in keys - {0} for name in source.by_key.get(key, ()) if source.exact[name]}
    called_so = {source.codes[name] for name in found}
    if not called_so or code in called_so:
        return ""
    if called_so & reached(code, source.parents, MOST_ABOVE):
        return BROAD
    return NARROW if any(code in reached(one, source.parents, MOST_ABOVE) for one in called_so) else ""


def beside_the_exact(made: Sequence[Suggestion], parents: Mapping[str, Sequence[str]]) -> list[Suggestion]:
    """The suggestions for one concept, best first: where the first is exact, vague ones above it in the target's
    hierarchy, whose `parents` are given, as broader and those below it as narrower."""
    if not made or made[0].predicate != EXACT or not any(one.predicate in VAGUE for one in made):
        return list(made)
    exact = made[0].target
    above = reached(exact, parents, MOST_ABOVE)

    def related(one: Suggestion) -> str:
        if one.target in above:
            return BROAD
        return NARROW if exact in reached(one.target, parents, MOST_ABOVE) else one.predicate

    return [replace(one, predicate=related(one)) if one.predicate in VAGUE else one for one in made]
