"""Several forms of one meaning written as one: “(big|enlarged) prostate (with LUTS|)” is four."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from math import prod
from pathlib import Path

CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")
BETWEEN = "|"


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a shipped file of forms, by its headings: TSV, in which a quotation mark is a letter as any."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def forms_of(written: str) -> list[str]:
    """The forms that are written as one: in each pair of brackets one of those between “|” is chosen, or nothing where
    nothing stands there.

    >>> forms_of("(big|enlarged) prostate (with LUTS|)")
    ['big prostate with LUTS', 'big prostate', 'enlarged prostate with LUTS', 'enlarged prostate']
    >>> forms_of("vitamin D (25-OH)")
    ['vitamin D (25-OH)']
    """
    return [" ".join("".join(chosen).split()) for chosen in product(*_choices(written))]


def number_of_forms(written: str) -> int:
    """How many `forms_of` gives."""
    return prod(map(len, _choices(written)))


def keys_of(written: str, key: Callable[[str], str]) -> list[str]:
    """`key` of each form that is written as one, where `key` makes one of every word by itself.

    Each choice is read once and not once a form, unless it is a part of a word (“tumo(u|)r”).

    >>> keys_of("(big|enlarged) prostate( with LUTS|)", lambda text: text.strip().lower())
    ['big prostate with luts', 'big prostate', 'enlarged prostate with luts', 'enlarged prostate']
    """
    if "(" not in written:
        return [key(written)]
    choices = _choices(written)
    if any(_one_word(before, after) for before, after in pairwise(choices)):
        return [key(form) for form in forms_of(written)]
    return [" ".join(filter(None, chosen)) for chosen in product(*([key(one) for one in some] for some in choices))]


def _choices(written: str) -> list[list[str]]:
    """What may stand at each place: the text between brackets, and what is between “|” in them."""
    parts = CHOICE.split(written)  # every second one is a choice
    return [part.split(BETWEEN) if place % 2 else [part] for place, part in enumerate(parts)]


def _one_word(before: list[str], after: list[str]) -> bool:
    """Whether something of the one and of the other would be one word."""
    return any(one[-1:].strip() for one in before) and any(one[:1].strip() for one in after)
