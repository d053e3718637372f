"""Concepts under a parent where their neighbours do not stand.

The neighbours of a concept are those with the nearest names. A parent is as strong as what stands below it is near:
the mean cosine of its NEAREST children that are nearest, its own names counted as one of them. A link is suspect where
the parent is weak, few neighbours stand near it, and another concept that is not near it is strong.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.placement.audit.records import AuditedTerminology, Finding
from engine.text.counts import percent

MISPLACED = "misplaced concept"
NEAREST_CONCEPTS = 12
LEAST_COSINE = 0.3  # from which on a neighbour counts
LEVELS = 3  # that a parent may stand above a neighbour
WIDE = 0.02  # share of all concepts below one from which on standing below it says nothing
MOST_SUPPORT = 0.25  # share of the neighbours, by likeness, that may stand near a suspect parent
NEAREST = 3  # children that a parent is as strong as
MOST_STACKS = 512  # parents whose children's rows stay at hand
LEAST_LEAD = 0.15  # of the other parent's strength


@dataclass(frozen=True)
class Surroundings:
    """The neighbours of every concept, and what stands near a concept in the hierarchy."""

    audited: AuditedTerminology

    @cached_property
    def wide(self) -> set[str]:
        """Concepts that so many stand below that standing there says nothing."""
        most = min(max(WIDE * len(self.audited.titles), 30), len(self.audited.titles) / 2)
        return {code for code, number in self.audited.family.below.items() if number > most}

    @cached_property
    def above(self) -> dict[str, frozenset[str]]:
        """Each concept with the narrow concepts up to LEVELS above it."""
        parents, wide = self.audited.parents, self.wide
        found = {}
        for code in self.audited.titles:
            here, level = {code}, {code}
            for _ in range(LEVELS):
                level = {one for child in level for one in parents.get(child, ())} - here
                here |= level
            found[code] = frozenset(here - wide) | {code}
        return found

    def near(self, parent: str) -> frozenset[str]:
        """A parent with its own narrow parents: whoever stands below one of these stands near it."""
        return frozenset([parent, *(one for one in self.audited.parents.get(parent, ()) if one not in self.wide)])

    def neighbours(self) -> Iterator[list[tuple[str, float]]]:
        """For each of `concept_codes` its nearest concepts with their cosines, at most NEAREST_CONCEPTS."""
        cosines, places = self.audited.nearest
        owners, codes = self.audited.owners, self.audited.concept_codes
        for number, members in enumerate(self.audited.names_of):
            at = places[members].ravel()
            like = cosines[members].ravel()
            there = (at >= 0) & (like > LEAST_COSINE)
            concepts, like = owners[at[there]], like[there]
            best: dict[int, float] = {}
            for one in np.argsort(-like, kind="stable").tolist():
                concept = int(concepts[one])
                if concept != number and concept not in best:
                    best[concept] = float(like[one])
                    if len(best) == NEAREST_CONCEPTS:
                        break
            yield [(codes[one], value) for one, value in best.items()]

    @cached_property
    def preferred(self) -> dict[str, np.ndarray]:
        """Each concept's row: that of its first name."""
        names = self.audited.names_of
        return {code: self.audited.rows[names[place][0]] for place, code in enumerate(self.audited.concept_codes)}

    @cached_property
    def _below(self) -> OrderedDict[str, tuple[np.ndarray, dict[str, int]]]:
        return OrderedDict()

    def below(self, parent: str) -> tuple[np.ndarray, dict[str, int]]:
        """The rows of a parent and its children, float32 [m, dim], and the place of each; siblings ask one after
        another, so the last MOST_STACKS parents stay at hand."""
        if parent not in self._below:
            codes = [one for one in (parent, *self.audited.family.children.get(parent, ())) if one in self.preferred]
            rows = np.stack([self.preferred[one] for one in codes]) if codes else np.empty((0, 0), np.float32)
            self._below[parent] = rows, {code: place for place, code in enumerate(codes)}
            if len(self._below) > MOST_STACKS:
                self._below.popitem(last=False)
        return self._below[parent]

    def strength(self, members: list[int], code: str, parent: str) -> float:
        """How strong a parent is for a concept with the names `members`."""
        rows, places = self.below(parent)
        if len(rows) <= (code in places and code != parent):
            return 0.0
        like = (rows @ self.audited.rows[members].T).max(axis=1)
        if code in places and code != parent:
            like[places[code]] = -np.inf
            return float(np.sort(like)[::-1][: min(NEAREST, len(like) - 1)].mean())
        return float(np.sort(like)[::-1][:NEAREST].mean())


def misplaced_concepts(audited: AuditedTerminology) -> Iterator[Finding]:
    """A finding for each suspect link, `other` the parent that the concept stands under now."""
    if not audited.parents:
        return
    around = Surroundings(audited)
    for code, members, found in zip(audited.concept_codes, audited.names_of, around.neighbours(), strict=True):
        over, weight = audited.parents.get(code, ()), sum(cosine**2 for _, cosine in found)
        if not over or len(found) < 2:
            continue
        best: tuple[float, str] | None = None
        for parent in over:
            near = around.near(parent)
            support = sum(cosine**2 for other, cosine in found if around.above[other] & near) / weight
            if parent in around.wide or support > MOST_SUPPORT:
                continue
            best = best or _strongest(around, code, members, found)
            strength = around.strength(members, code, parent)
            if not best[1] or around.above[best[1]] & near or best[0] - strength < LEAST_LEAD:
                continue
            reason = (
                f"{percent(support)} of what lies nearest stands near its parent {audited.titles[parent]} "
                f"({parent}), at {strength:.2f}; below {audited.titles[best[1]]} ({best[1]}) it would lie at "
                f"{best[0]:.2f}."
            )
            score = min(1.0, max(0.0, best[0] - max(strength, 0.0)) * (1 - support))
            yield Finding(MISPLACED, code, audited.titles[code], parent, score, reason, best[1])


def _strongest(
    around: Surroundings, code: str, members: list[int], found: list[tuple[str, float]]
) -> tuple[float, str]:
    """The strongest of the parents that the neighbours stand under, and how strong; "" where there is none."""
    votes: dict[str, float] = defaultdict(float)
    for other, cosine in found:
        for one in around.audited.parents.get(other, ()):
            votes[one] += cosine
    below = around.audited.family.children.get(code, ())
    first = sorted(votes, key=lambda one: -votes[one])[:6]
    likely = [one for one in first if one != code and one not in around.wide and one not in below]
    likely = [one for one in likely if one in around.above]
    return max(((around.strength(members, code, one), one) for one in likely), default=(0.0, ""))
