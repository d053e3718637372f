"""Rules of rewriting for cancers, which ask how names and the dictionary call them: “malignant neoplasm of right lung”,
“mets from breast to spine”."""

from __future__ import annotations

import re
from itertools import chain

from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.spread import spread_to
from engine.text.sides import unsided

SECONDARY = "secondary malignant neoplasm"
MALIGNANT = re.compile(r"malignant (?:neoplasm|tumou?r)s?(?: of)?(?: the)? (?P<part>\w.*)", re.IGNORECASE)


def as_cancer(text: str, known: KnownNames) -> str:
    """A malignant neoplasm as the cancer that the dictionary knows, where no name has its words: “malignant neoplasm of
    right lung”."""
    found = MALIGNANT.fullmatch(text)
    if found is None or any(len(index.with_key(text)) for index in known.indexes[:1]):
        return ""
    part, _, rest = found["part"].partition(",")
    return f"{part} cancer{rest and f',{rest}'}" if known.is_form(f"{unsided(part)} cancer") else ""


def as_metastasis(text: str, known: KnownNames) -> str:
    """Where cancer has spread to, as the dictionary or a name has it: “mets from breast to spine”."""
    site = spread_to(text)
    if not site:
        return ""
    forms = (f"mets to {site}", f"{site} mets")
    names = (f"{SECONDARY} of {way}" for way in known.ways_of(site))
    return next(chain(filter(known.is_form, forms), filter(known.is_in_a_name, names)), "")
