"""Several forms of one meaning written as one: “(big|enlarged) prostate (with LUTS|)” is four."""

from __future__ import annotations

import re
from itertools import product

CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")
BETWEEN = "|"


def forms_of(written: str) -> list[str]:
    """The forms that are written as one: in each pair of brackets one of those between “|” is chosen, or nothing where
    nothing stands there.

    >>> forms_of("(big|enlarged) prostate (with LUTS|)")
    ['big prostate with LUTS', 'big prostate', 'enlarged prostate with LUTS', 'enlarged prostate']
    >>> forms_of("vitamin D (25-OH)")
    ['vitamin D (25-OH)']
    """
    parts = CHOICE.split(written)  # every second one is a choice
    choices = [part.split(BETWEEN) if place % 2 else [part] for place, part in enumerate(parts)]
    return [" ".join("".join(chosen).split()) for chosen in product(*choices)]
