"""Running text, as a note is, and its sentences: no list of names, in which each line is one."""

from __future__ import annotations

import re

SHORT = (
    "dr",
    "mr",
    "mrs",
    "st",
    "vs",
    "pt",
    "approx",
    "poss",
    "prob",
    "no",
    "e.g",
    "i.e",
    "hx",
    "dx",
    "fx",
    "rt",
    "lt",
)
END = re.compile(
    "".join(rf"(?<!\b{re.escape(one)})" for one in SHORT) + r"(?<=[\w)%\]”\"’'])[.!?]+\s+(?=[A-Z0-9(“\"?])",
    re.IGNORECASE,
)
NUMBERED = re.compile(r"(?:^|(?<=[\s:]))\(?\d{1,2}[.)]\s+(?=[^\W\d])")  # what begins a point of a list
HEADING = re.compile(r"\w[\w ]*:")
SECTION = re.compile(  # headings of a note that say nothing of what stands below, as “PMH:” and “Allergies:” do
    r"(?:plan|(?:physical )?exam(?:ination)?|o/e|assessment(?: ?(?:and|&|/) ?plan)?|a ?[/&] ?p|impression|hpi|ros"
    r"|[soap]|subjective|objective|vitals|labs?|imaging|meds?|medications?|dispo(?:sition)?|(?:hospital|ed) course|cc"
    r"|chief complaint|presenting complaint|diagnos[ie]s)\s*:\s*",
    re.IGNORECASE,
)
LAST = re.compile(r"[.!?]+\s*$")
SEVERAL, MANY = 2, 12  # sentences of a line that is running text, and its words
FEWEST = 3  # words of a sentence, on average
TABLE = re.compile(r"\t|^[^;\n]*;[^;\n]*(?:\n[^;\n]*;[^;\n]*)+$")  # “gout;left”, line for line


def sentences(text: str) -> list[str]:
    """The sentences of a text, each without its full stop and without the heading of a section before it; a line ends
    one too, and so do the numbers of a list.

    >>> sentences("82 yo with hx of COPD, CHF. Seen by Dr. Lee for a fall.\\nNo fever.")
    ['82 yo with hx of COPD, CHF', 'Seen by Dr. Lee for a fall', 'No fever']
    >>> sentences("Impression: 1. NSTEMI 2. CHF exacerbation. No fever."), sentences("Ill since age 5. No LOC.")
    (['NSTEMI', 'CHF exacerbation', 'No fever'], ['Ill since age 5', 'No LOC'])
    >>> sentences("Plan:\\nExam: murmur. PMH: gout\\nA/P: heart failure")
    ['murmur', 'PMH: gout', 'heart failure']
    """
    points = (point for line in text.splitlines() for point in _points(line))
    parts = (part for point in points for part in END.split(point))
    return [found for part in parts if (found := _without_section(LAST.sub("", part).strip()))]


def _without_section(sentence: str) -> str:
    found = SECTION.match(sentence)
    return sentence[found.end() :] if found else sentence


def _points(line: str) -> list[str]:
    """The points of a line that numbers two or more, without a heading before them; else the line."""
    points = NUMBERED.split(line)
    return [one for one in points if not HEADING.fullmatch(one.strip())] if len(points) > SEVERAL else [line]


def is_running_text(text: str) -> bool:
    """Whether a text is a note in sentences: half of its lines end as sentences do, and one has several.

    >>> is_running_text("82 yo male with hx of COPD, CHF and T2DM. Presents with cough for 3 days, no fever.")
    True
    >>> is_running_text("gout\\nfracture of femur, left.\\nT2DM")
    False
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if TABLE.search(text.strip()):
        return False
    parted = [(line, sentences(line)) for line in lines]
    ended = sum(len(some) > 1 or LAST.search(line) is not None for line, some in parted)
    return 2 * ended >= len(lines) and any(
        len(some) >= SEVERAL and len(line.split()) >= max(MANY, FEWEST * len(some)) for line, some in parted
    )
