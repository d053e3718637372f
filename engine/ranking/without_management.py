"""A finding without what is done, given or planned for it, unless that is coded itself: “breast cancer, for chemo”."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ranking.findings_apart import is_finding
from engine.retrieval.word_index import WordIndex
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.expansions import expansions
from engine.text.management import done_with, is_operation, is_plan, is_state, may_come_of, parts_of, side_before
from engine.text.treatments import is_treatment, may_be_the_cause

ENCOUNTER = "encounter for"


def without_management(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text without the parts that say what is done or planned for its finding: “HTN, started amlodipine”; without
    an operation before what it is for, or behind it: “lap chole, gallstones”."""
    typed = parts_of(text)
    if len(typed) < 2 or dictionary.find(text.split()):
        return ""
    first, *behind = typed
    treated = not may_be_the_cause(text)
    left = []
    for one in behind:
        what = done_with(one)
        if what and is_finding(what, dictionary, indexes) and not is_operation(what):
            left.append(what)
        elif is_plan(one):
            left += [one] if _is_coded(one, dictionary) else []
        elif not (what or is_state(one) or (treated and is_treatment(one))):
            left.append(one)
    if not any(map(may_come_of, [first, *left])):
        if is_operation(first) and left and is_finding(left[0], dictionary, indexes):
            first, *left = f"{side_before(first)} {left[0]}".strip(), *left[1:]
        left = [one for one in left if not is_operation(one)]
    return ", ".join([first, *left]) if [first, *left] != typed else ""


def _is_coded(plan: str, dictionary: ClinicalDictionary) -> bool:
    """Whether what is planned is coded itself: “for chemo”, “awaiting nursing home bed”."""
    first, _, rest = plan.partition(" ")
    if first.lower() == "for":
        return any(one.lower().startswith(ENCOUNTER) for one in expansions(rest, dictionary))
    return first.lower() != "on" and dictionary.find(plan.split()) is not None
