"""Which side a palsy is on, dominant or not: as the handedness says, else right is dominant (ICD-10-CM, I.C.6.a)."""

from __future__ import annotations

import re

HANDED = re.compile(r"\W*\b(left|right|l|r)[- ]?(?:handed|hand dominant)\b", re.IGNORECASE)
PALSY = re.compile(r"\bhemi(?:plegia|paresis)|\bhemiplegic|\bmonoplegia", re.IGNORECASE)
AFTERWARDS = re.compile(
    r"\b(?:after|following|since|from|post|old|residual|sequela\w*|late effects?)\b"
    r".*\b(?:stroke|cva|cerebr(?:al infarct|ovascular)|infarct|ha?emorrhage)",
    re.IGNORECASE,
)
ARTERY = re.compile(r"\b(?:[MAP]CA|carotid|vertebral|basilar|cerebellar|arter(?:y|ies))\b", re.IGNORECASE)
SIDE = re.compile(r"\b(left|right)(?:[- ]?sided)?\b|(?<!\S)(L|R|lt|rt)(?=\s)", re.IGNORECASE)


def with_dominance(text: str) -> str:
    """A palsy of one side with “affecting left nondominant side” and the like; "" of another text.

    ICD-10-CM writes “non-dominant” of what a stroke has left, and “nondominant” of all others.

    >>> with_dominance("left hemiparesis, right handed"), with_dominance("right hemiplegia")
    ('hemiparesis affecting left nondominant side', 'hemiplegia affecting right dominant side')
    >>> with_dominance("left hemiparesis after stroke")
    'hemiparesis after stroke affecting left non-dominant side'
    >>> with_dominance("R CVA w/ L hemiparesis")
    'CVA w/ hemiparesis affecting left nondominant side'
    >>> with_dominance("right MCA stroke with left hemiplegia")
    'right MCA stroke with hemiplegia affecting left nondominant side'
    >>> with_dominance("left knee pain, right handed"), with_dominance("hemiplegia")
    ('left knee pain', '')
    """
    hand = HANDED.search(text)
    rest = HANDED.sub("", text).strip(" ,;")
    palsy, sides = PALSY.search(rest), [*SIDE.finditer(rest)]
    if not palsy or not sides or "dominant" in rest.lower():
        return rest if hand else ""
    start, end = palsy.span()
    side = min(sides, key=lambda one: max(start - one.end(), one.start() - end))  # not that of the stroke
    of = _written_out(side)
    handed = "right" if hand is None or hand[1].lower().startswith("r") else "left"
    non = "non-" if AFTERWARDS.search(rest) else "non"
    of_artery = _written_out if ARTERY.search(rest) else ""  # the side of a stroke is asked of its artery alone
    others = (SIDE.sub(of_artery, part) for part in (rest[: side.start()], rest[side.end() :]))
    plain = " ".join(" ".join(others).split())
    return f"{plain} affecting {of} {'' if of == handed else non}dominant side"


def _written_out(side: re.Match[str]) -> str:
    return "left" if side[0].lower().startswith("l") else "right"
