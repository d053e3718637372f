"""Rules of rewriting for cancers, which ask how names and the dictionary call them: “malignant neoplasm of right lung”,
“mets from breast to spine”."""

from __future__ import annotations

import re
from itertools import chain

from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.spread import primary_of, spread_of, spread_to
from engine.text.sides import unsided

SPREAD_TO = "mets to "
SEVERAL = re.compile(r"\s*(?:,|&|\+|\band\b)\s*(?:and\s+)?", re.IGNORECASE)
SECONDARY = "secondary malignant neoplasm"
MALIGNANT = re.compile(r"malignant (?:neoplasm|tumou?r)s?(?: of)?(?: the)? (?P<part>\w.*)", re.IGNORECASE)

OF_PART = re.compile(
    r"(?:malignant (?:neoplasm|tumou?r)s?|carcinoma|cancer|ca) of (?:the )?(?P<part>\w.*)|(?P<before>\w.*) carcinoma"
    r"|malignant (?P<kind>\w.*)",
    re.IGNORECASE,
)


def cancers_of(text: str) -> tuple[str, ...]:
    """A cancer in other words that say the same, whichever side it is on: “malignant neoplasm of left breast” as breast
    cancer, “malignant lymphoma” as lymphoma."""
    bare = unsided(text)
    found = OF_PART.fullmatch(bare)
    part, kind = (found["part"] or found["before"], found["kind"]) if found else ("", "")
    others = (f"{part} cancer", f"{part} ca") if part else (kind,)
    return tuple(one for one in (bare, *others) if one and one != text)


def as_cancer(text: str, known: KnownNames) -> str:
    """A malignant neoplasm as the cancer that the dictionary knows, where no name has its words: “malignant neoplasm of
    right lung”."""
    found = MALIGNANT.fullmatch(text)
    if found is None or any(len(index.with_key(text)) for index in known.indexes[:1]):
        return ""
    part, _, rest = found["part"].partition(",")
    return f"{part} cancer{rest and f',{rest}'}" if known.is_form(f"{unsided(part)} cancer") else ""


def with_primary(text: str, known: KnownNames) -> str:
    """Where cancer has spread to, each part by itself, and the cancer, where all are findings: “lung cancer with brain
    mets”; the spread is what a coder is asked for first."""
    spread, primary = spread_of(text), primary_of(text)
    if not spread:
        return ""
    parts = [f"{SPREAD_TO}{one}" for one in SEVERAL.split(spread.removeprefix(SPREAD_TO))]
    if not all(map(known.is_finding, parts)):
        return spread
    return " and ".join([*parts, *([primary] if known.is_finding(primary) else [])])


def as_metastasis(text: str, known: KnownNames) -> str:
    """Where cancer has spread to, as the dictionary or a name has it: “mets from breast to spine”."""
    site = spread_to(text)
    if not site:
        return ""
    forms = (f"{SPREAD_TO}{site}", f"{site} mets")
    names = (f"{SECONDARY} of {way}" for way in known.ways_of(site))
    return next(chain(filter(known.is_form, forms), filter(known.is_in_a_name, names)), "")
