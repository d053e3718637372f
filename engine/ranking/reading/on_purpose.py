"""A poisoning that somebody took by mistake or on purpose, as names have it: “carbon monoxide from car exhaust,
deliberate”."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.intended_poisoning import (
    ACCIDENTAL,
    ON_PURPOSE,
    SELF_HARM,
    intended_poisoning,
    without_intent,
)

PURPOSE = re.compile(rf"\b{ON_PURPOSE}\b", re.IGNORECASE)
POISONING = ("poisoning by ", "toxic effect of ")


def poisoned(text: str, known: KnownNames) -> str:
    """What somebody took by mistake or on purpose as such a poisoning, where names have one by it: no coin is one."""
    if found := _on_purpose(text, known):
        return found
    poisoning, plain = intended_poisoning(text)
    if not poisoning:
        return ""
    named = any(map(known.is_name, known.ways_of(poisoning)))
    return poisoning if named else plain if known.is_form(plain) else ""


def _on_purpose(text: str, known: KnownNames) -> str:
    """The self-harm that a form of the dictionary is which is a poisoning, or an accidental one, by itself."""
    if not PURPOSE.search(text) or known.is_form(text):
        return ""
    ways = (way.removesuffix(f", {ACCIDENTAL}") for way in known.expansions(without_intent(text)))
    harms = (f"{way}, {SELF_HARM}" for way in ways if way.startswith(POISONING))
    return next(filter(known.is_in_a_name, harms), "")
