"""What is planned, taken or said of a finding's state, asked of the dictionary and of names: is it coded itself?"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ranking.finding_alone import are_known, say_both
from engine.ranking.findings_apart import is_finding
from engine.ranking.typed_parts import index_with, ways_of
from engine.retrieval.word_index import WordIndex, telling_words
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.expansions import expansions
from engine.text.management import is_device
from engine.text.operations import is_operation
from engine.text.treatments import is_a_cause, is_treatment

ENCOUNTER = "encounter for"
SAYING = ("wants", "wanting", "followed", "known", "see", "seen", "asks")  # verbs that may tell of another finding


def visit_of(plan: str, dictionary: ClinicalDictionary) -> str:
    """What somebody is here for, where that is an encounter of its own, coded before the finding: “chemo” of “for
    chemo”; "" for any other plan."""
    first, _, rest = plan.partition(" ")
    ways = expansions(rest, dictionary) if first.lower() == "for" else []
    return rest if any(one.lower().startswith(ENCOUNTER) for one in ways) else ""


def is_coded(plan: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> bool:
    """Whether what is planned is coded itself, beside the finding: “awaiting nursing home bed”."""
    first, _, rest = plan.partition(" ")
    if first.lower() == "for":
        return False
    told = rest.lower().removeprefix("to ").removeprefix("by ")
    said = (
        is_finding(told, dictionary, indexes) and not (is_operation(told) or is_treatment(told))
        if first.lower() in SAYING
        else False
    )
    return said or dictionary.find(plan.split()) is not None


def is_in_a_name(state: str, first: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> bool:
    """Whether a name of the finding says its state too, in a word: “angina, stable”."""
    if " " in state:
        return False
    ways = ways_of(first, dictionary)
    index = index_with(ways, indexes)
    return index is not None and any(say_both(index, way, telling_words(state)) for way in ways)


def is_taken(
    part: str, first: str, treated: bool, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]
) -> bool:
    """Whether a part names what somebody takes or is on for the first part, not what may have brought it about."""
    taken = part.lower().removeprefix("on ")
    induced = [f"drug induced {way}" for way in ways_of(first, dictionary)] if is_a_cause(taken) else []
    if not treated or any(index.has_all_words(one) for index in indexes for one in induced):
        return False
    unknown = taken != part.lower() and not are_known(taken, indexes)  # a brand of a drug
    return is_treatment(taken) or (taken != part.lower() and (is_device(taken) or unknown))
