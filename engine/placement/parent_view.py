"""What is shown of the best parents of a name: what they say that it does not, their line, their nearest children."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from engine.placement.family import Family
from engine.placement.records import OnLevel, Parent, Sibling
from engine.retrieval.cosines import clipped
from engine.retrieval.index import best
from engine.text.differences import WITH, differences, of_required

SIBLINGS = 8
MOST_LEVELS = 200  # of a hierarchy, that are voted on
SHARPNESS = 30.0  # e^(SHARPNESS · score) is a parent's weight in the vote


@dataclass(frozen=True)
class NameScores:
    """One name against a terminology: the best name of each concept [concepts], −inf where it has none."""

    own: np.ndarray
    rows: np.ndarray  # of every imported name, float32 [names]
    added: dict[str, tuple[str, float]]  # concept -> the best name that people gave it, with its score


@dataclass(frozen=True)
class ParentView:
    """What is shown of the best parents of a name."""

    text: str
    scored: NameScores
    family: Family
    matched: dict[int, str]
    children: np.ndarray  # the mean of each concept's nearest children, NaN where it has none
    whole: bool = True  # with siblings

    def parents(
        self, scores: np.ndarray, places: np.ndarray, concept: str, over: Collection[str]
    ) -> tuple[Parent, ...]:
        """The parents at these places, ranked as they come; `over` are those that the name has already."""
        family = self.family
        found = []
        for rank, place in enumerate(places.tolist(), 1):
            code = family.codes[place]
            below = [child for child in family.children.get(code, ()) if child != concept]
            line = family.line(code)[:-1]
            found.append(
                Parent(
                    rank,
                    min(1.0, float(scores[place])),
                    code,
                    family.titles[code],
                    self.matched.get(place, family.titles[code]),
                    float(self.scored.own[place]),
                    float(self.children[place]) if np.isfinite(self.children[place]) else None,
                    family.cleaned.levels.get(code, 0),
                    tuple((one, family.titles[one]) for one in line),
                    self.siblings(below) if self.whole else (),
                    len(below),
                    against(self.text, family.titles[code]),
                    code in over,
                )
            )
        return tuple(found)

    def siblings(self, codes: Sequence[str]) -> tuple[Sibling, ...]:
        """The nearest of these concepts."""
        own = self.scored.own[[self.family.number[code] for code in codes]] if codes else np.zeros(0)
        found = []
        for at in best(own, SIBLINGS).tolist():
            if np.isfinite(own[at]):
                title = self.family.titles[codes[at]]
                found.append(Sibling(codes[at], title, clipped(float(own[at])), of_required(self.text, title)))
        return tuple(found)


def against(text: str, parent: str) -> tuple[str, ...]:
    """What a parent says that the name does not, such as another side; what it leaves open is only wider.

    “With” counts only against “without”: “ulcer with fever” may well stand under “ulcer with complications”.

    >>> against("left ear pain", "Pain in right ear"), against("left ear pain", "Ear pain")
    (('side',), ())
    """
    stated = differences("", parent)
    denied = "without" in f"{text} {parent}".lower()
    return tuple(kind for kind in of_required(text, parent) if kind in stated and (kind != WITH or denied))


def on_levels(family: Family, places: np.ndarray, scores: np.ndarray) -> tuple[OnLevel, ...]:
    """The best ancestor on each level, by a vote of the best parents for everything above them and for themselves.

    A parent's weight is e^(SHARPNESS · score); the share falls on the way down, as it gets less sure.
    """
    if not len(places):
        return ()
    weights = np.exp(SHARPNESS * (scores - scores[0]))
    weights /= weights.sum()
    votes: dict[int, dict[str, float]] = {}
    for place, weight in zip(places.tolist(), weights.tolist(), strict=True):
        for code in family.lineage([family.codes[place]]):
            if (level := family.cleaned.levels.get(code, MOST_LEVELS)) < MOST_LEVELS:
                here = votes.setdefault(level, {})
                here[code] = here.get(code, 0.0) + weight
    found = []
    for level in sorted(votes):
        code, share = max(votes[level].items(), key=lambda item: (item[1], item[0]))
        found.append(OnLevel(level, code, family.titles[code], min(1.0, share)))
    return tuple(found)
