"""What FHIR R4 lets a text, a code and an id be, and the words of ours in it: for the files and for the server."""

from __future__ import annotations

import re

from engine.formats.ontologies.curies import OURS

EXTENSION = f"{OURS}fhir:"
USE = "http://terminology.hl7.org/CodeSystem/designation-usage"
DISPLAY = {"system": USE, "code": "display"}  # the use of a designation that is a preferred name
LONGEST_ID = 64
PUBLISHER = "Publisher: "  # how a licence goes on that says it too
NOT_HELD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")


def held(text: str) -> str:
    """A text as FHIR's strings hold it, with � for control characters; an empty one stays empty."""
    return NOT_HELD.sub("\ufffd", text)


def licence_of(copyright: str, publisher: str) -> str:
    """What a terminology keeps as its licence of a resource's copyright and publisher; `rights_in` parts them again.

    >>> licence_of("Free for any use.", "Acme Inc."), licence_of("Free for any use.", ""), licence_of("", "Acme Inc.")
    ('Free for any use. Publisher: Acme Inc.', 'Free for any use.', 'Publisher: Acme Inc.')
    """
    return f"{copyright} {PUBLISHER}{publisher}".lstrip() if publisher else copyright


def rights_in(licence: str) -> dict[str, str]:
    """The copyright and the publisher that a licence says, held; what is empty is said to be so.

    >>> rights_in("Free for any use. Publisher: Acme Inc."), rights_in("CC0")
    ({'copyright': 'Free for any use.', 'publisher': 'Acme Inc.'}, {'copyright': 'CC0', 'publisher': ''})
    """
    before, _, publisher = licence.rpartition(PUBLISHER)
    rights = before.strip()
    if licence_of(rights, publisher) != licence:
        rights, publisher = licence, ""
    return {"copyright": held(rights), "publisher": held(publisher)}


def code_of(id: str) -> str:
    """An id as FHIR has codes: no blanks but single ones within."""
    return " ".join(held(id).split())


def id_of(slug: str) -> str:
    """A short name as FHIR has ids, which have no underscores, and no @ as that of an older version has."""
    return re.sub(r"[^A-Za-z0-9.-]", "-", slug)[:LONGEST_ID]
