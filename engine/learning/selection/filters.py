"""Which names are natural enough to learn synonymy from: the filters of the conceptual-grounding paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from engine.text import normalise, words

METATAGS = (  # CG, appendix A
    "disorder",
    "finding",
    "nos",
    "morphologic abnormality",
    "situation",
    "event",
    "observable entity",
    "qualifier value",
    "context-dependent category",
    "procedure",
    "function",
    "attribute",
    "clinical",
)
TAGGED = re.compile(rf"^(.*\S)\s*\((?:{'|'.join(METATAGS)})\)$", re.IGNORECASE | re.DOTALL)
ALL_KNOWN, SOME_KNOWN, ANY_WORD = "every word known", "a word known", "not asked"
Names = Mapping[str, Iterable[str]]


def without_metatags(names: Names) -> tuple[dict[str, list[str]], int]:
    """The names without the tags at their ends, and how many were left out since they now repeat a name of their own.

    >>> without_metatags({"c": ["Asthma", "Asthma (disorder)", "Wheeze (finding)"]})
    ({'c': ['Asthma', 'Wheeze']}, 1)
    """
    remaining: dict[str, list[str]] = {}
    repeated = 0
    for code, texts in names.items():
        bare: dict[str, str] = {}
        for text in texts:
            plain = untagged(text)
            if bare.setdefault(normalise(plain), plain) is not plain:
                repeated += 1
        remaining[code] = list(bare.values())
    return remaining, repeated


def untagged(text: str) -> str:
    """`text` without metatags at its end, however many there are."""
    plain = text.strip()
    while match := TAGGED.match(plain):
        plain = match[1]
    return plain


def filter_names(names: Names, keep: Callable[[str], bool]) -> tuple[dict[str, list[str]], int]:
    """The names for which `keep` is true, and how many are not."""
    remaining, dropped = {}, 0
    for code, texts in names.items():
        texts = list(texts)
        remaining[code] = [text for text in texts if keep(text)]
        dropped += len(texts) - len(remaining[code])
    return remaining, dropped


def says(vocabulary: str, known: Callable[[str], bool] | None) -> Callable[[str], bool]:
    """Whether a name says enough: it has a word at all, and as many known ones as `vocabulary` wants."""
    if known is None or vocabulary == ANY_WORD:
        return lambda text: bool(words(text))
    enough = all if vocabulary == ALL_KNOWN else any

    def tell(text: str) -> bool:
        found = words(text)
        return bool(found) and enough(map(known, found))

    return tell


def ambiguous_texts(names: Names) -> set[str]:
    """The normalised texts that stand in more than one concept."""
    times = Counter(norm for texts in names.values() for norm in {normalise(text) for text in texts})
    return {norm for norm, count in times.items() if count > 1}
