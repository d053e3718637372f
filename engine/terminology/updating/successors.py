"""What stands for a concept that a version has no longer: by its own word, else by the names that another has now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from engine.events import counted
from engine.formats.parsed import CONSIDER
from engine.terminology.updating.records import HAS_ITS_NAME, REPLACED_BY, TO_CONSIDER
from engine.text import normalise
from store.records.terminology import Concept

LONGEST_CHAIN = 20  # releases: a longer one may be a circle


def is_the_same(one: Concept, other: Concept) -> bool:
    """Whether two concepts say the same, in whatever order their parents stand."""
    return set(one.parents) == set(other.parents) and replace(one, parents=other.parents) == other


class Version:
    """The concepts of one version by id, and who follows those that are out of use."""

    def __init__(self, concepts: Mapping[str, Concept]) -> None:
        self.concepts = concepts

    @classmethod
    def beside(cls, concepts: Iterable[Concept], other: Version) -> Version:
        """The version of these concepts; one that says what it says in the `other` version is the very same object.

        So what two releases share is in memory once, and is seen to be the same at a glance.
        """
        found: dict[str, Concept] = {}
        for one in concepts:
            there = other.concepts.get(one.id)
            found[one.id] = there if there is not None and is_the_same(one, there) else one
        return cls(found)

    def is_live(self, code: str) -> bool:
        """Whether a concept is in use."""
        return code in self.concepts and not self.concepts[code].obsolete

    def live(self) -> Iterator[Concept]:
        """The concepts in use."""
        return (one for one in self.concepts.values() if not one.obsolete)

    def named_successors(self, code: str) -> list[str]:
        """The concepts in use that the version names for one that is out of use; several where it was split."""
        found: dict[str, None] = {}
        waiting, seen = [code], set[str]()
        while waiting and len(seen) < LONGEST_CHAIN:
            here = waiting.pop(0)
            concept = self.concepts.get(here)
            if here in seen or concept is None:
                continue
            seen.add(here)
            if not concept.obsolete:
                found[here] = None
            else:
                waiting += [concept.replaced_by] if concept.replaced_by else []
                waiting += concept.notes.get(CONSIDER, ())
        return list(found)

    def is_replaced(self, code: str) -> bool:
        """Whether the version says that one concept alone stands for another; of a split a person says which."""
        named, here = self.named_successors(code), code
        for _ in range(LONGEST_CHAIN):
            concept = self.concepts.get(here)
            if concept is None or not concept.obsolete:
                break
            here = concept.replaced_by
        return named == [here]

    def successor(self, code: str, before: Concept | None) -> tuple[str, str]:
        """(concept, how it is known) of the one that a decision can move to; ("", "") where none is known.

        before: the concept as an older version had it, for its preferred name to be found elsewhere.
        """
        named = self.named_successors(code)
        if named:
            return named[0], REPLACED_BY if self.is_replaced(code) else TO_CONSIDER
        there = self._by_name.get(normalise(before.preferred), ()) if before else ()
        return (there[0], HAS_ITS_NAME) if len(there) == 1 else ("", "")

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for concept in counted(self.live(), "concepts by their names", len(self.concepts)):
            for norm in {normalise(name.text) for name in concept.names}:
                found.setdefault(norm, []).append(concept.id)
        return found
