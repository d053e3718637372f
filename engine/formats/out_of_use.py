"""What a table says of a row's being in use: a status, a yes or no, a reason why it is no more valid."""

from __future__ import annotations

import re
from collections.abc import Sequence

STATUS = "status"  # as in LOINC and HGNC
GONE = {"deprecated", "inactive", "obsolete", "retired", "withdrawn", "entry withdrawn", "symbol withdrawn"}
SAYS_GONE = ("obsolete", "is obsolete", "deprecated", "is deprecated", "inactive", "retired", "withdrawn")
SAYS_USED = ("active", "is active", "in use", "aktiv", "actif", "activo", "ativo", "attivo", "actief")
REASON = "invalid reason"  # as in the vocabularies of OMOP
REPLACED = ("replaced by", "replacedby", "superseded by", "supersededby", "merged into")
YES, NO = {"true", "yes", "1", "y", "x"}, {"false", "no", "0", "n"}


def place_of_use(heading: Sequence[str]) -> int:
    """Which column says whether a row is in use, a status before others; how many there are where none does."""
    plain = [_plain(column) for column in heading]
    for known in ((STATUS,), SAYS_GONE, SAYS_USED, (REASON,)):
        for place, column in enumerate(plain):
            if column in known:
                return place
    return len(heading)


def place_of_replacement(heading: Sequence[str]) -> int:
    """Which column names the concept that stands in for one out of use; how many there are where none does."""
    plain = [_plain(column) for column in heading]
    return next((place for place, column in enumerate(plain) if column in REPLACED), len(heading))


def is_gone(heading: str, cell: str) -> bool:
    """Whether a cell below a heading says that its row is out of use.

    >>> is_gone("Status", "DEPRECATED"), is_gone("Obsolete", "false"), is_gone("active", "0")
    (True, False, True)
    """
    word, column = cell.strip().lower(), _plain(heading)
    if column in SAYS_GONE:
        return word in YES
    if column in SAYS_USED:
        return word in NO
    return bool(word) if column == REASON else word in GONE


def _plain(heading: str) -> str:
    return " ".join(re.split(r"[\s_-]+", heading.strip().lower()))
