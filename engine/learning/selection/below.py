"""The names of the concepts below a level, and the classes that stand above them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from engine.learning.selection.source import Source
from engine.terminology.levels import CleanHierarchy
from engine.text import normalise, words


def names_below(
    source: Source, clean: CleanHierarchy, depth: int, held_back: Collection[str] = ()
) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Normalised text -> the concepts below level `depth` that it names; and reason -> how many texts are left out.

    A text that also names a concept of the upper levels is left out, since those names are hypernyms to be found.
    """
    above = (code for code, level in clean.levels.items() if level <= depth)
    hypernyms = {normalise(text) for code in above for text in source.names.get(code, ())}
    names: dict[str, list[str]] = defaultdict(list)
    dropped: dict[str, set[str]] = defaultdict(set)
    for code in sorted(code for code, level in clean.levels.items() if level > depth):
        for text in source.names.get(code, ()):
            norm = normalise(text)
            if not words(text):
                dropped["no word"].add(norm)
            elif norm in hypernyms:
                dropped["also names a class"].add(norm)
            elif code in held_back:
                dropped["of a held-out concept"].add(norm)
            else:
                names[norm].append(code)
    left_out = {reason: len(norms - names.keys()) for reason, norms in dropped.items()}
    return dict(names), {reason: count for reason, count in left_out.items() if count}


def classes_of(names: Mapping[str, Sequence[str]], of: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Text -> the classes of all its concepts, sorted."""
    return {
        norm: of[codes[0]] if len(codes) == 1 else tuple(sorted({key for code in codes for key in of[code]}))
        for norm, codes in names.items()
    }


def text_of(source: Source, codes: Sequence[str], norm: str) -> str:
    """How the concepts write a normalised text: the first way in the order of characters."""
    return min(text for code in codes for text in source.names[code] if normalise(text) == norm)
