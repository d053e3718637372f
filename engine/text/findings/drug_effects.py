"""An overdose of a drug, an adverse effect of it or too little of it, and the kind of drug that ICD-10-CM names it by:
“side effects of isosorbide” are adverse effects of coronary vasodilators."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from engine.text.findings.intended_poisoning import ACCIDENTAL

TABLE = Path(__file__).with_name("drug_kinds.tsv")
BETWEEN = "|"  # the drugs of a kind
ADVERSE, TOO_LITTLE, POISONING = "adverse effect of {}", "underdosing of {}", f"poisoning by {{}}, {ACCIDENTAL}"
OF = r"(?:of|to|by|from|with|on|caused by|due to)"
EFFECT = r"(?:adverse (?:drug )?(?:effects?|reactions?|events?)|side[- ]effects?|adr)"
LITTLE = r"(?:underdosing|under-dosing|underdosage|underdosed)"
OVERDOSE = r"(?:overdose|over-dose|od|poisoning|toxicity)"
WAYS = {
    way: re.compile(rf"{pattern} {OF} (?:the )?(?:drug )?(?P<of>\w.*)|(?P<what>\w.*?) {pattern}", re.IGNORECASE)
    for way, pattern in {ADVERSE: EFFECT, TOO_LITTLE: LITTLE, POISONING: OVERDOSE}.items()
}


def drug_effect(text: str) -> tuple[str, str]:
    """How ICD-10-CM's names of such an effect are worded, with {} for the kind of drug, and the drug; "" for both of
    another text.

    >>> drug_effect("side effects of isosorbide"), drug_effect("metformin underdosing"), drug_effect("metformin")
    (('adverse effect of {}', 'isosorbide'), ('underdosing of {}', 'metformin'), ('', ''))
    >>> drug_effect("Zithromax overdose")
    ('poisoning by {}, accidental (unintentional)', 'Zithromax')
    """
    for way, pattern in WAYS.items():
        if found := pattern.fullmatch(text.strip()):
            return way, found["of"] or found["what"]
    return "", ""


def kind_of_drug(drug: str) -> str:
    """The kind of drug that ICD-10-CM names a drug by; "" of one that the table lacks.

    >>> kind_of_drug("Apixaban"), kind_of_drug("water")
    ('anticoagulants', '')
    """
    known = _kinds()
    return known.get(drug.casefold()) or known.get(drug.casefold().removesuffix("s"), "")


@lru_cache(maxsize=1)
def _kinds() -> dict[str, str]:
    """The kind of each drug of the table, by the drug in small letters."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return {drug.casefold(): kind for kind, drugs in rows for drug in drugs.split(BETWEEN)}
