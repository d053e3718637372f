"""A poisoning that somebody took by mistake or on purpose, as names have it: “carbon monoxide from car exhaust,
deliberate”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.drug_effects import kind_of_drug
from engine.text.findings.intended_poisoning import (
    ACCIDENTAL,
    ON_PURPOSE,
    SELF_HARM,
    UNDETERMINED,
    intended_poisoning,
    poison_and_intent,
    without_intent,
)

PURPOSE = re.compile(rf"\b{ON_PURPOSE}\b", re.IGNORECASE)
INTENT = re.compile(
    rf",? (?:{'|'.join(map(re.escape, (ACCIDENTAL, SELF_HARM, UNDETERMINED)))})(?:, .*)?$", re.IGNORECASE
)
POISONING = ("poisoning by ", "toxic effect of ")


def poisoned(text: str, known: KnownNames) -> str:
    """What somebody took by mistake or on purpose as such a poisoning, where names have one by it: no coin is one."""
    if found := _on_purpose(text, known) or _by_what(text, known):
        return found
    poisoning, plain = intended_poisoning(text)
    if not poisoning:
        return ""
    named = any(map(known.is_name, known.ways_of(poisoning)))
    return poisoning if named else plain if known.is_form(plain) else ""


def poisonings(what: str, known: KnownNames) -> Iterator[str]:
    """The poisonings that the dictionary has for something, without whether they were meant."""
    forms = (f"{what} poisoning", f"{what} overdose", f"{what} ingestion", f"swallowed {what}", what)
    return (INTENT.sub("", way) for form in forms for way in known.expansions(form) if way.startswith(POISONING))


def _by_what(text: str, known: KnownNames) -> str:
    """The poisoning by something that was meant or not, as names have it or as the dictionary has it by itself."""
    what, intent = poison_and_intent(text)
    if not what or known.is_form(text):
        return ""
    kinds = filter(None, (*known.ways_of(what), kind_of_drug(what)))
    named = (f"{poisoning}{kind}" for kind in kinds for poisoning in POISONING)
    ways = (f"{one}, {intent}" for one in chain(named, poisonings(what, known)))
    return next(filter(known.is_in_a_name, ways), "")


def _on_purpose(text: str, known: KnownNames) -> str:
    """The self-harm that a form of the dictionary is which is a poisoning, or an accidental one, by itself."""
    if not PURPOSE.search(text) or known.is_form(text):
        return ""
    ways = (way.removesuffix(f", {ACCIDENTAL}") for way in known.expansions(without_intent(text)))
    harms = (f"{way}, {SELF_HARM}" for way in ways if way.startswith(POISONING))
    return next(filter(known.is_in_a_name, harms), "")
