"""A finding without what is done, given or planned for it; an encounter in its place: “breast cancer, for chemo”."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ranking.finding_alone import say_both
from engine.ranking.findings_apart import is_finding
from engine.ranking.typed_parts import index_with, is_denied, ways_of
from engine.retrieval.word_index import WordIndex, telling_words
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.expansions import expansions
from engine.text.form_words import SIDES
from engine.text.lab_values import is_mere_value
from engine.text.management import (
    done_with,
    is_kind,
    is_operation,
    is_plan,
    is_plan_unmarked,
    is_state,
    leads_on,
    may_come_of,
    parts_of,
    side_in,
)
from engine.text.qualifiers_alone import only_qualifies
from engine.text.signs import joins, only_signs
from engine.text.treatments import is_treatment, may_be_the_cause

ENCOUNTER = "encounter for"
LONGEST_END = 5  # words of an end that no mark parts from a finding
SAID_LAST = ("f/u", "controlled", "refill", "refills")  # words that end a part, whatever stands before them


def without_management(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text without the parts that say what is done or planned for its finding: “HTN, started amlodipine”; without
    an operation before what it is for, or behind it: “lap chole, gallstones”; and without such words at its end, where
    no mark parts them from the finding: “OA left knee awaiting TKR”. What somebody is here for is said in its place
    where that is an encounter: “breast cancer, for chemo”."""
    if dictionary.find(text.split()):
        return ""
    typed, treated = parts_of(text), not may_be_the_cause(text)
    left = [
        _without_ends(one, treated, dictionary, indexes) for one in _parts_left(typed, treated, dictionary, indexes)
    ]
    return "" if left == typed else ", ".join(left)


def _parts_left(
    typed: Sequence[str], treated: bool, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]
) -> Sequence[str]:
    """The parts of a text that say something of its finding; those that name drugs do, unless it is `treated`."""
    if len(typed) < 2:
        return typed
    first, *behind = typed
    left = []
    for one in behind:
        if visit := _visit(one, dictionary):
            return [visit]
        if is_plan(one):
            left += [one] if _is_coded(one, dictionary) else []
        elif not (is_state(one) or (treated and is_treatment(one))):
            what = done_with(one)
            if not what or (is_finding(what, dictionary, indexes) and not is_operation(what)):
                left.append(what or one)
    if not any(map(may_come_of, [first, *left])):
        if is_operation(first) and left and _is_named(left[0], dictionary, indexes):
            first, *left = f"{side_in(first)} {left[0]}".strip(), *left[1:]
        left = [one for one in left if not is_operation(one)]
    return [first, *left]


def _is_named(part: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> bool:
    """Whether a part names a finding that there is, and does not merely say of what kind one is: “reducible”."""
    return not is_denied(part) and not only_qualifies(part) and is_finding(part, dictionary, indexes)


def _without_ends(part: str, treated: bool, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """A part without the ends, one after another, that say what is done or planned; those that name drugs say something
    of its finding, unless it is `treated`."""
    words = part.split()
    for length in range(1, min(LONGEST_END, len(words) - 1) + 1):
        before, end = " ".join(words[:-length]), " ".join(words[-length:])
        if "+" in f"{words[-length - 1]} {end}" or (is_plan_unmarked(end) and _is_coded(end, dictionary)):
            break
        if (visit := _visit(end, dictionary)) and _is_sided_finding(before, dictionary, indexes):
            return visit
        if leads_on(before) or leads_on(words[0]):
            continue
        perhaps = _may_be_done(end, treated) or _is_its_sign(end, before, dictionary, indexes)
        done = _is_surely_done(end, treated) or (perhaps and _is_sided_finding(before, dictionary, indexes))
        if done and not is_finding(part, dictionary, indexes):
            rest = f"{before} {side_in(end)}".strip() if is_operation(end) else before
            return _without_ends(rest, treated, dictionary, indexes)
    return part


def _is_sided_finding(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> bool:
    """Whether a text is a finding, as it stands or without its sides: “OA left knee”."""
    bare = " ".join(word for word in text.split() if word.lower() not in SIDES)
    return bool(bare) and any(is_finding(one, dictionary, indexes) for one in dict.fromkeys([text, bare]))


def _is_surely_done(end: str, treated: bool) -> bool:
    """Whether an end says what is given, looked for or measured, whatever stands before it."""
    several = " " in end
    if treated and several and is_treatment(end.removeprefix("on ")):
        return True
    return is_mere_value(end) or end.lower() in SAID_LAST or (several and is_state(end))


def _may_be_done(end: str, treated: bool) -> bool:
    """Whether an end behind a finding says what is done or planned."""
    return (treated and is_treatment(end)) or is_plan_unmarked(end) or (is_operation(end) and not is_kind(end))


def _is_its_sign(end: str, before: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> bool:
    """Whether an end names mere signs of what stands before it, and no name says both: “piles bleeding”."""
    if not only_signs(end) or only_signs(before) or joins(end):
        return False
    ways = ways_of(before, dictionary)
    index = index_with(ways, indexes)
    return index is not None and not any(say_both(index, way, telling_words(end)) for way in ways)


def _visit(plan: str, dictionary: ClinicalDictionary) -> str:
    """What somebody is here for, where that is an encounter of its own, coded before the finding: “chemo” of “for
    chemo”; "" for any other plan."""
    first, _, rest = plan.partition(" ")
    ways = expansions(rest, dictionary) if first.lower() == "for" else []
    return rest if any(one.lower().startswith(ENCOUNTER) for one in ways) else ""


def _is_coded(plan: str, dictionary: ClinicalDictionary) -> bool:
    """Whether what is planned is coded itself, beside the finding: “awaiting nursing home bed”."""
    return plan.split()[0].lower() not in ("for", "on") and dictionary.find(plan.split()) is not None
