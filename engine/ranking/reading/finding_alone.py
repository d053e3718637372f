"""A finding without what stands behind it, where that says nothing that any name says of it: “gallstones, silent”."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ranking.reading.findings_apart import findings_apart
from engine.ranking.reading.known_names import FindingAmongNames, KnownNames
from engine.ranking.reading.typed_parts import is_denied
from engine.text.dictionary.defaults import giving_way
from engine.text.findings.lab_values import is_mere_value
from engine.text.findings.signs import only_signs


def finding_alone(parts: Sequence[str], known: KnownNames) -> str:
    """What stands first of the parts of a text, where it is a finding and the rest says little, else ""; what it stands
    for, where a default of that gives way to the rest: “C. diff colitis, relapsed”. Of mere signs and one finding it is
    that one: “barking cough, croup”."""
    if len(parts) < 2:
        return ""
    named = [place for place, one in enumerate(parts) if not only_signs(one)]
    for at in dict.fromkeys([named[0], 0] if len(named) == 1 else [0]):
        others = [*parts[:at], *parts[at + 1 :]]
        finding = known.finding(parts[at])
        if finding is not None and say_little(others, finding, known):
            given_way = ((way, giving_way(way, ", ".join(others))) for way in finding.ways)
            return next((other for way, other in given_way if other != way), parts[at])
    return ""


def say_little(parts: Sequence[str], finding: FindingAmongNames, known: KnownNames) -> bool:
    """Whether each part is denied, a mere value, signs that no name has beside the finding, or no finding nor several,
    in words that no name has beside one of its words. What is in capitals or in words that no name has may say
    anything."""
    is_a_sign = only_signs(finding.ways[0])
    for one in parts:
        if is_denied(one) or is_mere_value(one):
            continue
        if only_signs(one) and not is_a_sign:
            if any(map(finding.is_said_with, known.ways_of(one))):
                return False
            continue
        if any(len(word) > 1 and word.isupper() for word in one.split()) or known.is_finding(one):
            return False
        if not known.has_words_of(one) or finding.shares_a_name_with(one) or findings_apart(one, known):
            return False
    return True
