"""Ends that say what is done or planned where no mark parts them from the finding: “OA knee awaiting TKR”."""

from __future__ import annotations

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.planned import is_coded, visit_of
from engine.text.dictionary.form_words import SIDE_WORDS
from engine.text.findings.circumstances import only_circumstances
from engine.text.findings.lab_values import is_mere_value
from engine.text.findings.management import is_plan_unmarked, is_state, leads_on
from engine.text.findings.no_finding import only_says_who
from engine.text.findings.operations import is_kind, is_operation, side_in
from engine.text.findings.signs import joins, only_signs
from engine.text.findings.treatments import is_treatment
from engine.text.sides import unsided

LONGEST = 5  # words of an end
SAID_LAST = ("f/u", "controlled", "refill", "refills")  # words that end a part, whatever stands before them


def without_ends(part: str, treated: bool, known: KnownNames) -> str:
    """A part without the ends, one after another, that say what is done or planned; those that name drugs say something
    of its finding, unless it is `treated`."""
    words = part.split()
    for length in range(1, min(LONGEST, len(words) - 1) + 1):
        before, end = " ".join(words[:-length]), " ".join(words[-length:])
        if "+" in f"{words[-length - 1]} {end}" or (is_plan_unmarked(end) and is_coded(end, known)):
            break
        if (visit := visit_of(end, known)) and _is_sided_finding(before, known):
            return visit
        if leads_on(before, end) or leads_on(words[0]):
            continue
        is_removable = _is_surely_done(end, treated) or (
            (_may_be_done(end, treated) or _is_its_sign(end, before, known)) and _is_sided_finding(before, known)
        )
        if is_removable and not known.is_finding(part) and not only_says_who(before) and not only_circumstances(before):
            rest = f"{before} {side_in(end)}".strip() if is_operation(end) else before
            return without_ends(rest, treated, known)
    return part


def _is_sided_finding(text: str, known: KnownNames) -> bool:
    """Whether a text is a finding, as it stands or without its sides: “OA left knee”."""
    bare = unsided(text, SIDE_WORDS)
    return bool(bare) and any(known.is_finding(one) for one in dict.fromkeys([text, bare]))


def _is_surely_done(end: str, treated: bool) -> bool:
    """Whether an end says what is given, looked for or measured, whatever stands before it."""
    several = " " in end
    if treated and several and is_treatment(end.removeprefix("on ")):
        return True
    return is_mere_value(end) or end.lower() in SAID_LAST or (several and is_state(end))


def _may_be_done(end: str, treated: bool) -> bool:
    """Whether an end behind a finding says what is done or planned."""
    return (treated and is_treatment(end)) or is_plan_unmarked(end) or (is_operation(end) and not is_kind(end))


def _is_its_sign(end: str, before: str, known: KnownNames) -> bool:
    """Whether an end names mere signs of what stands before it, and no name says both: “piles bleeding”."""
    if not only_signs(end) or only_signs(before) or joins(end):
        return False
    finding = known.finding(before)
    return finding is not None and not finding.is_said_with(end)
