"""A drug that somebody takes for long, and the class of drugs that ICD-10-CM has a long-term use of: ibuprofen as a
non-steroidal anti-inflammatory."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from engine.text.dictionary.written_forms import rows_of
from engine.text.findings.drug_effects import kind_of_drug

TABLE = Path(__file__).with_name("long_term_drugs.tsv")  # kinds whose drugs are of several classes have none
USE_OF, OTHER = "long term (current) use of ", "other long term (current) drug therapy"
LONG = r"long[- ]term"
TAKEN = re.compile(
    rf"(?:{LONG}(?:,? (?:and )?\(?current\)?)?|current|chronic|ongoing) (?:drug )?(?:use of|(?:treatment|therapy) with)"
    rf" (?:an? |the )?(?P<of>\w.*)|(?:on )?{LONG} (?P<what>\w.*?)(?: (?:therapy|treatment|use))?",
    re.IGNORECASE,
)


def taken_long(text: str) -> str:
    """The drug that somebody takes for long; "" of another text.

    >>> taken_long("long term (current) use of ibuprofen"), taken_long("current use of HRT"), taken_long("ibuprofen")
    ('ibuprofen', 'HRT', '')
    >>> taken_long("long-term naproxen therapy"), taken_long("long term dialysis")
    ('naproxen', '')
    """
    found = TAKEN.fullmatch(text.strip())
    if found is None:
        return ""
    return found["of"] or (found["what"] if kind_of_drug(found["what"]) else "")


def long_term_use(drug: str) -> str:
    """What ICD-10-CM calls the long-term use of a drug, by its kind; "" where that is unknown, or of several uses.

    >>> long_term_use("ticagrelor"), long_term_use("lisinopril"), long_term_use("methotrexate")
    ('long term (current) use of antithrombotics/antiplatelets', 'other long term (current) drug therapy', '')
    """
    kind = kind_of_drug(drug)
    use = _uses().get(kind)
    if not kind or use == "":
        return ""
    return f"{USE_OF}{use}" if use else OTHER


@lru_cache(maxsize=1)
def _uses() -> dict[str, str]:
    """What each kind of drug is used as."""
    return {row["kind"]: row["use"] for row in rows_of(TABLE)}
