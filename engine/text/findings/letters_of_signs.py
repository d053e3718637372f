"""Signs by their first letters, as triage writes them: “n/v/d” is nausea, vomiting and diarrhoea."""

from __future__ import annotations

import re

SIGNS = {"f": "fever", "c": "chills", "n": "nausea", "v": "vomiting", "d": "diarrhea"}
LETTERS = re.compile(
    r"(?<![\w/])(?:(?:f/c|f)(?:/(?:n/v(?:/d)?|n|v/d|d))?|n/v/d|n/d|v/d)(?![\w/])(?<!\bf)", re.IGNORECASE
)


def letters_as_signs(text: str) -> str:
    """`text` with such letters as the signs that they stand for, between commas; nausea and vomiting stay one.

    >>> letters_as_signs("n/v/d x2d"), letters_as_signs("f/c, cough"), letters_as_signs("f/c/n/v")
    ('nausea and vomiting, diarrhea x2d', 'fever, chills, cough', 'fever, chills, nausea and vomiting')
    >>> letters_as_signs("n/v"), letters_as_signs("d/c home"), letters_as_signs("f/u gout"), letters_as_signs("v/d")
    ('n/v', 'd/c home', 'f/u gout', 'vomiting, diarrhea')
    """
    return LETTERS.sub(lambda found: _signs(found[0].lower().split("/")), text)


def _signs(letters: list[str]) -> str:
    signs = ", ".join(SIGNS[one] for one in letters)
    return signs.replace("nausea, vomiting", "nausea and vomiting")
