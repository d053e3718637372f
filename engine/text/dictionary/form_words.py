"""How the words of a form may stand in a text: as they are, with a side inside, turned round, with “the” and “my”."""

from __future__ import annotations

from collections.abc import Iterator

SIDE_WORDS = {"left": "left", "right": "right", "bilateral": "bilateral", "both": "both"}
SIDE_WORDS |= {"l": "left", "lt": "left", "r": "right", "rt": "right"}
LEFT_OUT = frozenset(["the", "my", "his", "her", "their", "your", "a", "an"])  # inside a form
BETWEEN = frozenset(["of", "in", "on", "the", "my", "his", "her", "your"])  # two words of a form that is turned round
SHORTEST_TURNED = 3  # letters of each of these
ORDINALS = frozenset(["first", "second", "third"])  # “pregnancy, third trimester” is no third pregnancy


def ways(parts: list[str]) -> Iterator[tuple[list[str], str]]:
    """The words as they stand, without a side inside (and which), then turned round, or without “the” and “my”."""
    yield parts, ""
    side = ""
    inside = [place for place in range(1, len(parts) - 1) if parts[place].lower() in SIDE_WORDS]
    if len(inside) == 1:
        side = SIDE_WORDS[parts[inside[0]].lower()]
        parts = [*parts[: inside[0]], *parts[inside[0] + 1 :]]
        yield parts, side
    if turned := _turned(parts):
        yield turned, side
    if LEFT_OUT & {part.lower() for part in parts[1:-1]}:
        yield [parts[0], *(part for part in parts[1:] if part.lower() not in LEFT_OUT)], side


def _turned(parts: list[str]) -> list[str]:
    """Two words the other way round, “leg swelling” of “swelling legs” and “swelling in the legs”; [] of others."""
    turned = [parts[-1], parts[0]] if len(parts) > 1 and {one.lower() for one in parts[1:-1]} <= BETWEEN else []
    return turned if all(len(word) >= SHORTEST_TURNED and word.lower() not in ORDINALS for word in turned) else []


def between_sides(parts: list[str]) -> list[str]:
    """The words without a side before or behind them; [] where there is none."""
    first, last = (parts[place].lower() in SIDE_WORDS for place in (0, -1))
    return parts[first : len(parts) - last] if first or last else []
