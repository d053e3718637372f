"""What a new model moved: the suggestions of labelled and unlabelled names before and after a training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.labelling.orders import margins
from engine.labelling.prototypes import Prototypes, readable, unit_mean


@dataclass(frozen=True)
class Side:
    """What one model suggests for n names: int64 [n], which class (-1 where it reads nothing), scores and margins."""

    best: np.ndarray
    scores: np.ndarray
    margins: np.ndarray


@dataclass(frozen=True)
class SuggestionChange:
    """A name whose suggested class is another one now, with both scores; `label` is what a person said, if anyone."""

    name: str
    before: str
    after: str
    score_before: float
    score_after: float
    label: str = ""


@dataclass(frozen=True)
class ChangedSuggestions:
    """Two models side by side.

    `right_before`, `right_after`: for how many of the `labelled` names the suggestion is the class they were given;
    `held_before` and `held_after` the same of the `held` ones, from which the newer model did not learn.
    `unlabelled` of the `pool` unlabelled names were looked at; `margin_before` and `margin_after` are the mean margins
    of their two best classes. `unlabelled_changes` and `labelled_changes`: the names whose suggestion is another now,
    surest first.
    """

    labelled: int
    right_before: int
    right_after: int
    held: int
    held_before: int
    held_after: int
    unlabelled: int
    pool: int
    margin_before: float
    margin_after: float
    unlabelled_changes: tuple[SuggestionChange, ...]
    labelled_changes: tuple[SuggestionChange, ...]


def suggested(prototypes: Prototypes, rows: np.ndarray) -> Side:
    """What the prototypes suggest for unit rows [n, dim]."""
    scores = prototypes.scores(rows)
    if not scores.size:
        return Side(np.full(len(rows), -1), np.zeros(len(rows), np.float32), np.zeros(len(rows), np.float32))
    best = np.where(rows.any(axis=1), scores.argmax(axis=1), -1)
    return Side(best, scores.max(axis=1), margins(scores))


def suggested_without_itself(
    prototypes: Prototypes, rows: np.ndarray, labels: Sequence[str], wording: Mapping[str, np.ndarray]
) -> Side:
    """As `suggested`, for labelled names: each against prototypes that were made without it (leave-one-out).

    rows: float32 [n, dim] of the names labelled `labels`; a class that has no other name falls back on its `wording`.
    """
    position = {title: at for at, title in enumerate(prototypes.titles)}
    members = {title: [at for at, label in enumerate(labels) if label == title] for title in set(labels)}
    sides = []
    for at, title in enumerate(labels):
        without = prototypes.rows
        if title in position:
            others = readable(rows[[i for i in members[title] if i != at]])
            base = others if len(others) else readable(wording.get(title))
            without = prototypes.rows.copy()
            without[position[title]] = unit_mean(base, without.shape[1])
        sides.append(suggested(replace(prototypes, rows=without), rows[at : at + 1]))
    if not sides:
        return suggested(prototypes, rows)
    return Side(*(np.concatenate([getattr(side, part) for side in sides]) for part in ("best", "scores", "margins")))


def suggestion_changes(
    titles: Sequence[str], names: Sequence[str], before: Side, after: Side, labels: Sequence[str] = ()
) -> tuple[SuggestionChange, ...]:
    """The names whose best class is another one now, the largest new margin first; unread ones are left out."""
    changed = np.flatnonzero((before.best != after.best) & (before.best >= 0) & (after.best >= 0))
    return tuple(
        SuggestionChange(
            names[at],
            titles[before.best[at]],
            titles[after.best[at]],
            float(before.scores[at]),
            float(after.scores[at]),
            labels[at] if labels else "",
        )
        for at in changed[np.argsort(-after.margins[changed], kind="stable")]
    )


def mean_margin(side: Side) -> float:
    """How far the best class stands above the second, on average; 0 for no names."""
    return float(side.margins.mean()) if len(side.margins) else 0.0


def right(titles: Sequence[str], side: Side, labels: Sequence[str]) -> np.ndarray:
    """Of each name, whether the best class is the label: bool [n]."""
    return np.array([at >= 0 and titles[at] == label for at, label in zip(side.best, labels, strict=True)], dtype=bool)
