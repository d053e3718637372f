"""The same said in several ways, of which the dictionary or the names may have any: “carrier status: MRSA” is an MRSA
carrier, “thyroid removed” the acquired absence of the thyroid."""

from __future__ import annotations

import re
from collections.abc import Iterator

PATTERNS = (
    (
        re.compile(r"carrier status:? (?:of |for )?(?P<what>\w.*)|(?P<before>\w.*?) carrier status", re.IGNORECASE),
        ("{} carrier", "carrier of {}"),
    ),
    (
        re.compile(
            r"(?:contact with (?:and|or) (?:\(?suspected\)? )?exposure to|exposed to|in contact with|exposure to)"
            r" (?P<what>\w.*)|(?P<before>\w.*?) (?:contact|exposure)",
            re.IGNORECASE,
        ),
        ("exposure to {}", "contact with {}", "exposed to {}", "{} exposure", "{} contact"),
    ),
    (
        re.compile(
            r"(?:acquired absence of|(?:s/p|status post) removal of) (?:the )?(?P<what>\w.*)"
            r"|(?:no )?(?P<before>\w.*?),? removed(?: surgically)?",
            re.IGNORECASE,
        ),
        ("acquired absence of {}", "{} removed", "status post removal of {}"),
    ),
)
ANOTHER_THING = re.compile(
    r"\b(?:dermatitis|occupational|lens|lenses|congenital|wants?|stitch\w*|sutures?)\b", re.IGNORECASE
)


def turned(text: str) -> Iterator[str]:
    """The other ways to say what a text says; none of another text.

    >>> [*turned("carrier status: MRSA")], [*turned("MRSA")]
    (['MRSA carrier', 'carrier of MRSA'], [])
    """
    for pattern, ways in () if ANOTHER_THING.search(text) else PATTERNS:
        if found := pattern.fullmatch(text.strip()):
            yield from (way.format(found["what"] or found["before"]) for way in ways)
