"""The crowded parts of a map, and what to call them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.maps.density import density
from engine.terminology.hierarchy import reached
from engine.text import words

STAGE = re.compile(r"[ivx]+[abc]?")  # a Roman numeral tells nobody what a part is about
LEAST_SHARE = 0.0015  # of all names, below which a crowd is no region
FITS = 0.2  # F1 that a concept's branch must reach to lend its title
HOLDS, TOO_LARGE = 0.6, 0.15  # share of the region below a concept that lends its title all the same; of the map
MOST_ABOVE = 300  # concepts above one that are looked at; the deepest terminologies have a third of that
TRUNK = 0.6  # of the map: a concept with more of it below says nothing of a part
WORDS, SHORTEST = 3, 4


@dataclass(frozen=True)
class Region:
    """A crowded part: its name, where its peak is, how many names it has, and the concept that named it, or ""."""

    title: str
    x: float
    y: float
    names: int
    concept: str = ""
    fit: float = 0.0  # F1 of the concept's branch against the region, 0 to 1


def crowds(points: np.ndarray, smoothing: float) -> tuple[np.ndarray, np.ndarray]:
    """Which crowd each point [n, 2] belongs to, -1 for none, int32 [n]; and each crowd's peak, float [crowds, 2].

    Every cell of the density climbs to its highest neighbour until it stands on a peak (mode seeking as in mean shift,
    Comaniciu and Meer 2002). Largest crowd first; those with few names are none.
    """
    found = density(points, smoothing)
    side = len(found.grid)
    up = _climbed(found.grid)[found.cells[:, 0] * side + found.cells[:, 1]]
    peaks, member, sizes = np.unique(up, return_inverse=True, return_counts=True)
    order = np.argsort(-sizes, kind="stable")
    order = order[sizes[order] >= max(3, LEAST_SHARE * len(points))]
    rank = np.full(len(peaks), -1, dtype=np.int32)
    rank[order] = np.arange(len(order))
    tops = np.stack([peaks[order] // side, peaks[order] % side], 1) * found.step + found.low
    return rank[member.reshape(-1)], tops


def _climbed(density: np.ndarray) -> np.ndarray:
    """For each cell, flat, the flat number of the peak that uphill steps lead to: int64 [cells]."""
    side = len(density)
    padded = np.pad(density, 1, constant_values=-1.0)
    around = [(dx, dy) for dx in (0, -1, 1) for dy in (0, -1, 1)]  # itself first: a plateau stays where it is
    views = np.stack([padded[1 + dx : 1 + dx + side, 1 + dy : 1 + dy + side] for dx, dy in around])
    best = views.argmax(0)
    offsets = np.array([dx * side + dy for dx, dy in around])
    up = np.arange(side * side) + offsets[best].reshape(-1)
    while not np.array_equal(up, up[up]):
        up = up[up]
    return up


def named_regions(
    member: np.ndarray,
    tops: np.ndarray,
    texts: Sequence[str],
    codes: Sequence[str],
    parents: Mapping[str, Sequence[str]],
    titles: Mapping[str, str],
) -> list[Region]:
    """A Region for each crowd of `crowds`, in its order.

    It is called by the concept whose branch it fits best: highest F1 between the region's names and the names below
    the concept, so neither the whole trunk nor one twig. Where none fits, by the smallest concept that holds most of
    its names; failing that, and without a hierarchy, by its most telling name: the shortest of those with most of its
    most telling words (TF-IDF over regions). A title that is taken gets the first of those words behind it.
    """
    above = cache(lambda code: frozenset({code} | reached(code, parents, MOST_ABOVE)))
    everywhere: Counter[str] = Counter()
    inside: dict[int, Counter[str]] = defaultdict(Counter)
    stated: dict[int, Counter[str]] = defaultdict(Counter)
    held: dict[int, dict[str, frozenset[str]]] = defaultdict(dict)
    for region, code, text in zip(member.tolist(), codes, texts, strict=True):
        branch = above(code) if code else frozenset()
        everywhere.update(branch)
        if region >= 0:
            inside[region].update(branch)
            says = frozenset(
                word for word in words(text) if len(word) >= SHORTEST and word.isalpha() and not STAGE.fullmatch(word)
            )
            stated[region].update(says)
            held[region][text] = says
    spread = Counter(word for counts in stated.values() for word in counts)
    found: list[Region] = []
    taken: set[str] = set()
    for region, (x, y) in enumerate(tops.tolist()):
        names = int((member == region).sum())
        telling = _telling(stated[region], spread, len(tops))
        concept, fit = _fitting(inside[region], everywhere, names, len(texts), titles, above)
        if fit < FITS:
            concept = _holding(inside[region], everywhere, names, len(texts), titles)
        title = titles[concept] if concept else _telling_name(held[region], telling)
        if title in taken and telling:
            title = f"{title}: {telling[0]}"
        taken.add(title)
        found.append(Region(title or "unnamed", x, y, names, concept, round(fit, 3)))
    return found


def _fitting(
    inside: Counter[str],
    everywhere: Counter[str],
    names: int,
    drawn: int,
    titles: Mapping[str, str],
    above: Callable[[str], frozenset[str]],
) -> tuple[str, float]:
    """The concept with the highest F1, among equals the deepest, and that F1."""
    fits = {
        code: 2 * count / (names + everywhere[code])
        for code, count in inside.items()
        if code in titles and everywhere[code] <= TRUNK * drawn
    }
    best = max(fits, key=lambda code: (fits[code], len(above(code)), code), default="")
    return best, fits.get(best, 0.0)


def _holding(inside: Counter[str], everywhere: Counter[str], names: int, drawn: int, titles: Mapping[str, str]) -> str:
    """The smallest concept with most of the names below it, unless it is too large to say anything; "" then."""
    holding = [code for code, count in inside.items() if code in titles and count >= HOLDS * names]
    smallest = min(holding, key=lambda code: (everywhere[code], code), default="")
    return smallest if smallest and everywhere[smallest] <= TOO_LARGE * drawn else ""


def _telling_name(held: Mapping[str, frozenset[str]], telling: Sequence[str]) -> str:
    """The shortest of the names that have most of these words, the first words counting most; "" where none has any."""
    worth = {word: len(telling) - rank for rank, word in enumerate(telling)}
    found = {text: sum(worth.get(word, 0) for word in says) for text, says in held.items()}
    best = min(found, key=lambda text: (-found[text], len(text), text), default="")
    return best if found.get(best) else ""


def _telling(stated: Counter[str], spread: Counter[str], regions: int) -> list[str]:
    weights = {word: count**0.5 * np.log((1 + regions) / (1 + spread[word])) for word, count in stated.items()}
    return sorted(weights, key=lambda word: (-weights[word], word))[:WORDS]
