"""What is planned, taken or said of a finding's state, asked of the dictionary and of names: is it coded itself?"""

from __future__ import annotations

from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.management import is_device
from engine.text.findings.operations import is_operation
from engine.text.findings.treatments import is_a_cause, is_treatment

ENCOUNTER = "encounter for"
SAYING = ("wants", "wanting", "followed", "known", "see", "seen", "asks")  # verbs that may tell of another finding


def visit_of(plan: str, known: KnownNames) -> str:
    """What somebody is here for, where that is an encounter of its own, coded before the finding: “chemo” of “for
    chemo”; "" for any other plan."""
    first, _, rest = plan.partition(" ")
    ways = known.expansions(rest) if first.lower() == "for" else []
    return rest if any(one.lower().startswith(ENCOUNTER) for one in ways) else ""


def is_coded(plan: str, known: KnownNames) -> bool:
    """Whether what is planned is coded itself, beside the finding: “awaiting nursing home bed”."""
    first, _, rest = plan.partition(" ")
    if first.lower() == "for":
        return False
    complement = rest.lower().removeprefix("to ").removeprefix("by ")
    may_tell = first.lower() in SAYING and not (is_operation(complement) or is_treatment(complement))
    return (may_tell and known.is_finding(complement)) or known.is_form(plan)


def is_said_of(state: str, finding: str, known: KnownNames) -> bool:
    """Whether a name of a finding says its state too, in a word: “angina, stable”."""
    found = None if " " in state else known.finding(finding)
    return found is not None and found.is_said_with(state)


def is_taken(part: str, first: str, treated: bool, known: KnownNames) -> bool:
    """Whether a part names what somebody takes or is on for the first part, not what may have brought it about."""
    taken = part.lower().removeprefix("on ")
    induced = [f"drug induced {way}" for way in known.ways_of(first)] if is_a_cause(taken) else []
    if not treated or any(map(known.is_in_a_name, induced)):
        return False
    unknown = taken != part.lower() and not known.has_words_of(taken)  # a brand of a drug
    return is_treatment(taken) or (taken != part.lower() and (is_device(taken) or unknown))
