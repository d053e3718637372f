"""A side or stage beside words that stand for a heading, which has them in names below it: “right malignant glaucoma”,
“mastoiditis, both ears”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.ranking.reading.known_names import KnownNames
from engine.text.dictionary.unspecified_side import of_side

SIDE, PART = r"\(?(?P<side>left|right|both|bilateral|b/l)\)?", r"(?P<part>eye|ear)s?"
STAGE = r"(?:,? (?P<stage>mild|moderate|severe|indeterminate)(?: stage)?)?"
SIDED = (
    re.compile(rf"{SIDE} (?P<what>\w.*?){STAGE}", re.IGNORECASE),
    re.compile(rf"(?P<what>\w.*?)(?:,|,? (?:of|in)(?: the)?)? {SIDE}(?: {PART})?{STAGE}", re.IGNORECASE),
)
ANOTHER_SIDE = re.compile(r"\b(?:left|right|both|bilateral)\b", re.IGNORECASE)
ONE = ("left", "right")
PARTS = ("eye", "ear")
NO_STAGE = "stage unspecified"


def with_side_of_heading(text: str, known: KnownNames) -> str:
    """The name that has the side, and the stage where one is typed, of what the rest of a text is the name of; "" where
    none has them, or where the text is a name as it stands."""
    matches = [found for pattern in SIDED if (found := pattern.fullmatch(text.strip()))]
    if not matches or any(map(known.of_first.is_name, known.ways_of(text))):
        return ""
    for found in matches:
        if not ANOTHER_SIDE.search(found["what"]):
            side = found["side"].lower() if found["side"].lower() in ONE else "bilateral"
            part = (found.groupdict().get("part") or "").lower()
            for way in filter(known.of_first.is_name, known.ways_of(found["what"])):
                for name in _names(way, side, part, (found["stage"] or "").lower()):
                    if known.of_first.is_name(name):
                        return name
    return ""


def _names(way: str, side: str, part: str, stage: str) -> Iterator[str]:
    """What a name on a side may be, the likeliest first."""
    parts = (part,) if part else (*PARTS, way.split()[-1])
    sided = [f"{way}, {side} {one}" for one in parts] if side in ONE else [f"{way}, {side}"]
    for one in filter(None, (*sided, of_side(way, side))):
        yield f"{one}, {stage} stage" if stage else f"{one}, {NO_STAGE}"
        if not stage:
            yield one
