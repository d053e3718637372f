"""Where a cancer has spread to, of a text that names the cancer too: the spread is what a coder is asked for first."""

from __future__ import annotations

import re

OF_SITE = r"(?:(?:of )?(?:the )?\w+(?:[,;]\W*|\W+(?=with |w/|that |mets|metasta|spread)))?"  # “ca breast; mets to bone”
SPREAD = re.compile(
    rf"\b(?:cancer|ca|carcinoma|tumou?r|melanoma|lymphoma|neoplasm)\W+{OF_SITE}(?:that (?:has )?)?(?:with |w/? ?)?(?:"
    r"(?:mets?|metastas[ei]s|metastatic|metastasi[sz]ed|spread) (?:to|in) (?:the )?(?P<to>\w.*)"
    r"|(?P<of>\w[\w ]*?) (?:mets|metastas[ei]s))$",
    re.IGNORECASE,
)

METASTATIC = re.compile(
    r"^metastatic [\w ]*\b(?:cancer|ca|(?:adeno)?carcinoma|melanoma|sarcoma|neoplasm|tumou?r) (?:to|in|involving)"
    r" (?:the )?(?P<to>\w.*)$",
    re.IGNORECASE,
)

LEADS_TO = re.compile(
    r"\W+(?:that (?:has )?)?(?:(?:with|w/?)\W+)?(?:(?:mets?|metastas[ei]s|metastatic|metastasi[sz]ed|spread) (?:to|in)"
    r"(?: the)?)?\W*$",
    re.IGNORECASE,
)
A_SPREAD = (
    r"(?:mets?|metastas[ei]s|metastatic (?:deposits?|disease|lesions?)|secondaries|secondary (?:deposits?|cancer))"
)
FROM = r"(?: from (?:the |an? |her |his )?\w[\w ]*?)?"
IN_PART = re.compile(
    rf"{A_SPREAD}{FROM} (?:in|to|of) (?:the |her |his )?(?P<to>\w[\w ]*?){FROM}"
    rf"|(?P<of>\w[\w ]*?) (?:mets?|metastas[ei]s|secondaries){FROM}",
    re.IGNORECASE,
)


PRIMARY_BEHIND = re.compile(
    rf"(?:(?P<of>\w[\w ]*?) {A_SPREAD}|{A_SPREAD} (?:to|in|of) (?:the )?(?P<to>\w[\w ]*?))"
    r"(?:,|,? from| -)? (?:the |an? )?(?P<primary>\w[\w ]*?) primary",
    re.IGNORECASE,
)


def spread_of(text: str) -> str:
    """“mets to” where a cancer has spread to; "" where the text does not name both.

    >>> spread_of("breast cancer mets to bone"), spread_of("lung ca with brain mets"), spread_of("bone mets")
    ('mets to bone', 'mets to brain', '')
    >>> spread_of("ca breast; mets to bone"), spread_of("cancer of the colon with liver mets")
    ('mets to bone', 'mets to liver')
    >>> spread_of("metastatic colon cancer to liver"), spread_of("metastatic adenocarcinoma to the spine")
    ('mets to liver', 'mets to spine')
    """
    found = SPREAD.search(text.strip()) or METASTATIC.match(text.strip()) or PRIMARY_BEHIND.fullmatch(text.strip())
    return f"mets to {next(filter(None, found.groups()))}" if found else ""


def primary_of(text: str) -> str:
    """The cancer of a text that names where it has spread to as well; "" where the text does not name both.

    >>> primary_of("breast cancer mets to bone"), primary_of("lung ca with brain mets"), primary_of("bone mets")
    ('breast cancer', 'lung ca', '')
    >>> spread_of("bone mets, prostate primary"), primary_of("bone mets, prostate primary")
    ('mets to bone', 'prostate cancer')
    """
    if behind := PRIMARY_BEHIND.fullmatch(text.strip()):
        return f"{behind['primary']} cancer"
    found = SPREAD.search(text.strip())
    where = found.start("to" if found["to"] else "of") if found else 0
    return LEADS_TO.sub("", text.strip()[:where])


def spread_to(text: str) -> str:
    """The part of the body that a text says cancer has spread to, wherever from; "" where it says no such thing.

    >>> spread_to("mets from breast to spine"), spread_to("adrenal mets"), spread_to("secondaries in the omentum")
    ('spine', 'adrenal', 'omentum')
    >>> spread_to("metastatic disease"), spread_to("secondary hypertension")
    ('', '')
    """
    found = IN_PART.fullmatch(text.strip())
    return (found["to"] or found["of"]) if found else ""
