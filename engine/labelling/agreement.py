"""How far two people agree, beyond what chance would give, and where they do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Agreement:
    """Two people over the names that both labelled: how many, in how many they agree, and Cohen's kappa.

    `kappa` is None while it is not defined: no name in common, or all of them in one class for both.
    `differ`: the names that they put into different classes, in the first one's order.
    """

    one: str
    other: str
    names: int
    same: int
    kappa: float | None
    differ: tuple[str, ...]


def agreement(one: str, other: str, first: Mapping[str, str], second: Mapping[str, str]) -> Agreement:
    """The agreement of two people from what each says, name -> class."""
    common = [name for name in first if name in second]
    pairs = [(first[name], second[name]) for name in common]
    differ = tuple(name for name in common if first[name] != second[name])
    return Agreement(one, other, len(common), len(common) - len(differ), kappa_of(pairs), differ)


def kappa_of(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa of (one's class, the other's class) pairs; None where it is not defined (Cohen 1960, equation 1).

    Written out, because importing scikit-learn for it would hold up the page for seconds; the tests compare the two.
    """
    one, other = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum(one[label] * other[label] for label in one) / max(1, len(pairs)) ** 2
    if not pairs or chance == 1:
        return None
    return (sum(a == b for a, b in pairs) / len(pairs) - chance) / (1 - chance)


def in_words(kappa: float) -> str:
    """What a kappa is commonly called (Landis and Koch 1977, table on page 165)."""
    steps = ((0.0, "poor"), (0.2, "slight"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"))
    return next((word for most, word in steps if kappa <= most), "almost perfect")
