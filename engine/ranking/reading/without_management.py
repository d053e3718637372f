"""A finding without what is done, given or planned for it; an encounter in its place: “breast cancer, for chemo”."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.planned import is_coded, is_said_of, is_taken, visit_of
from engine.ranking.reading.typed_parts import is_denied
from engine.ranking.reading.unmarked_ends import without_ends
from engine.text.findings.lab_values import as_high_or_low
from engine.text.findings.management import done_with, is_plan, is_state, parts_of
from engine.text.findings.no_finding import only_qualifies
from engine.text.findings.operations import is_operation, may_come_of, side_in
from engine.text.findings.treatments import may_be_the_cause


def without_management(text: str, known: KnownNames) -> str:
    """The text without the parts that say what is done or planned for its finding: “HTN, started amlodipine”; without
    an operation before what it is for, or behind it: “lap chole, gallstones”; and without such words at its end, where
    no mark parts them from the finding: “OA left knee awaiting TKR”. What somebody is here for is said in its place
    where that is an encounter: “breast cancer, for chemo”."""
    if known.is_form(text) or as_high_or_low(text):
        return ""
    typed, treated = parts_of(text), not may_be_the_cause(text)
    left = [without_ends(one, treated, known) for one in _parts_left(typed, treated, known)]
    return "" if left == typed else ", ".join(left)


def _parts_left(typed: Sequence[str], treated: bool, known: KnownNames) -> Sequence[str]:
    """The parts of a text that say something of its finding; those that name drugs do, unless it is `treated`."""
    if len(typed) < 2:
        return typed
    first, *behind = typed
    left = []
    for one in behind:
        if visit := visit_of(one, known):
            return [visit]
        if is_plan(one):
            left += [one] if is_coded(one, known) else []
        elif is_state(one):
            left += [one] if is_said_of(one, first, known) else []
        elif not is_taken(one, first, treated, known):
            what = done_with(one)
            if not what or (known.is_finding(what) and not is_operation(what)):
                left.append(what or one)
    if not any(map(may_come_of, [first, *left])):
        if is_operation(first) and left and _is_named(left[0], known):
            first, *left = f"{side_in(first)} {left[0]}".strip(), *left[1:]
        left = [one for one in left if not is_operation(one)]
    return [first, *left]


def _is_named(part: str, known: KnownNames) -> bool:
    """Whether a part names a finding that there is, and does not merely say of what kind one is: “reducible”."""
    return not is_denied(part) and not only_qualifies(part) and known.is_finding(part)
