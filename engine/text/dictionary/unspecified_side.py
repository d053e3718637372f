"""A meaning that leaves a side open with the side that somebody typed: “sprain of unspecified ankle”."""

from __future__ import annotations

import re

OF_A_PART = r"(?:upper|lower|great|lesser|middle|index|ring|little|front|back|female|male|external|internal|lacrimal) "
PART = (
    r"(?:ear|eye|eyelid|eyeball|orbit|cheek|shoulder|clavicle|scapula|axilla|arm|humerus|elbow|forearm|ulna|radius|wrist"
    r"|hand|palm|thumb|finger|breast|flank|kidney|ureter|buttock|hip|acetabulum|thigh|femur|knee|patella|leg|calf|tibia"
    r"|fibula|ankle|foot|heel|calcaneus|talus|toe|limb|extremity|quadrant"
    r"|(?:(?:anterior|middle|posterior) )?(?:cerebral|carotid|vertebral|cerebellar) artery)"
)
PART_OF_ONE = re.compile(rf"\bunspecified (?=(?:{OF_A_PART})?{PART}(?:s|\(s\))?\b)(?!.*\bunspecified )", re.IGNORECASE)
BOTH = re.compile(rf", unspecified {PART}$", re.IGNORECASE)
DOMINANT = re.compile(r"\b(?<=affecting )unspecified side\b", re.IGNORECASE)  # right is dominant (ICD-10-CM, I.C.6.a)
OF_OVARY = re.compile(r"\b(?=(?:ovary|fallopian tube)\b)(?P<rest>.*), unspecified side$", re.IGNORECASE)
ONE_SIDE = re.compile(r"\bunspecified (?=side$)", re.IGNORECASE)
PALSIED = {"left": "left non-dominant side", "right": "right dominant side"}


def of_side(meaning: str, side: str) -> str:
    """`meaning` with “left”, “right” or “bilateral” in place of the side that it leaves open; "" where it leaves none.

    >>> of_side("sprain of unspecified ligament of unspecified ankle", "left")
    'sprain of unspecified ligament of left ankle'
    >>> of_side("tinnitus, unspecified ear", "bilateral"), of_side("unspecified injury of ear", "left")
    ('tinnitus, bilateral', '')
    >>> of_side("torsion of ovary and ovarian pedicle, unspecified side", "left")
    'torsion of left ovary and ovarian pedicle'
    >>> of_side("sciatica, unspecified side", "left"), of_side("hemiplegia affecting unspecified side", "right")
    ('sciatica, left side', 'hemiplegia affecting right dominant side')
    """
    if side in PALSIED and DOMINANT.search(meaning):
        return DOMINANT.sub(PALSIED[side], meaning)
    if side in PALSIED and ONE_SIDE.search(meaning):
        of_ovary = OF_OVARY.sub(rf"{side} \g<rest>", meaning)
        return of_ovary if of_ovary != meaning else ONE_SIDE.sub(f"{side} ", meaning)
    if side in PALSIED:
        found = PART_OF_ONE.sub(f"{side} ", meaning)
    else:
        found = BOTH.sub(", bilateral", meaning)
    return "" if found == meaning else found
