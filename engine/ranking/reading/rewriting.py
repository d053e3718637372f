"""What a typed text is read as instead, rule after rule: “poss DVT” as DVT, “mother had gout” as family history."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from engine.ranking.reading.behind_parity import behind_parity
from engine.ranking.reading.cancers_by_names import as_cancer, as_metastasis, with_primary
from engine.ranking.reading.cause_in_front import cause_in_front
from engine.ranking.reading.denied_parts import without_denied_parts
from engine.ranking.reading.drug_effects_by_names import by_substance, effect_of_drug
from engine.ranking.reading.eponyms_by_names import eponym_alone
from engine.ranking.reading.findings_apart import findings_apart, findings_as_one
from engine.ranking.reading.germs_by_names import infection_by_germ, without_germ
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.long_term_drugs import used_for_long
from engine.ranking.reading.narrowing import narrowed
from engine.ranking.reading.newborns_by_names import of_a_newborn
from engine.ranking.reading.pointed_words import with_pointed_words
from engine.ranking.reading.poisonings_by_names import poisoned
from engine.ranking.reading.pregnancies_by_names import in_a_pregnancy
from engine.ranking.reading.rewriting_by_names import with_non_apart, with_trimester, without_age, without_degree
from engine.ranking.reading.rewriting_the_past import (
    after_a_stroke,
    encounter_of_fracture,
    followed_up,
    of_the_family,
    over,
    still_there,
)
from engine.ranking.reading.screened_for import screened_for
from engine.ranking.reading.sides_by_names import side_in_front, with_side, without_side
from engine.ranking.reading.sides_of_headings import with_side_of_heading
from engine.ranking.reading.suspected_parts import without_suspected_parts
from engine.ranking.reading.turned_by_names import turned_round
from engine.ranking.reading.typed_parts import is_denied
from engine.ranking.reading.unknown_words import without_unknown_words
from engine.ranking.reading.without_management import without_management
from engine.text.findings.combinations import combined
from engine.text.findings.dominance import with_dominance
from engine.text.findings.growth import unusual_measure
from engine.text.findings.hedges import unhedged
from engine.text.findings.lab_values import as_high_or_low, beside_value
from engine.text.findings.lay_verbs import with_verbs_as_nouns
from engine.text.findings.newborns import newborn
from engine.text.findings.no_finding import only_qualifies
from engine.text.findings.obesity import obesity, range_of_index
from engine.text.findings.other_wordings import other_wording
from engine.text.findings.past import congenital
from engine.text.findings.qualifier_behind import with_qualifier_in_front
from engine.text.findings.several_stages import staged
from engine.text.findings.vaccinations import vaccination
from engine.text.marks_as_words import marks_as_words

WITHOUT = re.compile(r"\bw/o\b", re.IGNORECASE)
JOINED = re.compile(r"\s+[+&/]\s+")
ITS_PROBLEM = re.compile(r"(?P<what>\w[\w ]*?) +(?:problems?|issues?|troubles?)", re.IGNORECASE)
PROBLEM_WITH = re.compile(
    r"(?:a )?(?:problems?|troubles?|issues?|something wrong) with (?:the |my |his |her )?(?P<what>\w+)", re.IGNORECASE
)
UP_OR_DOWN = re.compile(
    r"(?P<what>.+?)(?:\W+(?:\d+\.\d+|\d{3,}|(?<!B )\d\d(?=,)))?,? (?:is |are |was |still )?"
    r"(?:(?P<up>up|too high|very high|through the roof|high|raised|elevated|increased"
    r"|[>~]?\d+(?:\.\d+)? ?(?:x|times)(?: the)? ?(?:uln|upper limit(?: of normal)?|normal))"
    r"|down|too low|very low|low|decreased|reduced)",
    re.IGNORECASE,
)
IN_BLOOD = re.compile(
    r"(?:abnormally )?(?:(?P<up>high|raised|elevated|increased)|low|decreased|reduced)"
    r"(?: (?:serum|blood|plasma|circulating))* (?P<what>\w.*?)(?: (?:level|concentration|activity)s?)?"
    r"(?: in (?:the )?(?:serum|blood|plasma))?",
    re.IGNORECASE,
)
UP, DOWN = ("high", "raised", "elevated", "increased"), ("low", "decreased", "reduced")
MEASURED = ("elevated", "increased")
LARGE, SMALL = ("large", "tall", *UP), ("small", "short", *DOWN)
Rule = Callable[[str, KnownNames], str]


def rewritten(text: str, known: KnownNames) -> tuple[str, ...]:
    """`text` after each of RULES that changes it, in turn: each reads what the one before left; () where none does.

    What the dictionary knows as a whole is read by the rules OF_FORMS_TOO alone.

    >>> from engine.text.dictionary.clinical_dictionary import shipped
    >>> known = KnownNames(shipped())
    >>> rewritten("possible pneumonia w/o fever", known), rewritten("gout", known)
    (('pneumonia w/o fever', 'pneumonia without fever'), ())
    """
    return known.rewritten(text, _rewritten)


def _rewritten(text: str, known: KnownNames) -> tuple[str, ...]:
    found = [*_in_turn(RULES, text, known)]
    text = found[-1] if found else text
    rest = without_degree(text, known) or without_unknown_words(text, known)
    if rest and known.of_first.finding(text) is None:
        further = rewritten(rest, known)
        if any(map(known.is_finding, (rest, *further[-1:]))):
            found += [rest, *further]
    return tuple(found)


def without_surroundings(text: str, known: KnownNames) -> str:
    """`text` without what is said around its finding: how sure it is, since when, who has it, what is done for it."""
    return (text, *known.rewritten(text, _without_surroundings))[-1]


def _without_surroundings(text: str, known: KnownNames) -> tuple[str, ...]:
    return tuple(_in_turn(SURROUNDINGS * 2, text, known))  # what one leaves another may take


def _in_turn(rules: Iterable[Rule], text: str, known: KnownNames) -> Iterator[str]:
    """The text after each of the rules that changes it; forms of the dictionary are left to the rules OF_FORMS_TOO."""
    is_form = known.is_form(text)
    for rule in rules:
        instead = rule(text, known) if rule in OF_FORMS_TOO or not is_form else ""
        if instead not in ("", text):
            text, is_form = instead, known.is_form(instead)
            yield text


def _as_one_form(text: str, known: KnownNames) -> str:
    """Two findings with a mark between them as the dictionary has both: “diarrhoea + vomiting”."""
    joined = JOINED.sub(" and ", text)
    return joined if joined != text and known.is_form(joined) else ""


def _sure(text: str, known: KnownNames) -> str:
    """The text without hedges, unless the dictionary knows it with them as something else."""
    sure = unhedged(text, known.dictionary)
    if sure == " ".join(text.split()):
        return ""
    meant = known.dictionary.find
    return sure if meant(text.split()) in (None, meant(sure.split())) else ""


def _without(text: str, known: KnownNames) -> str:
    return " ".join(WITHOUT.sub("without ", text).split()) if WITHOUT.search(text) else ""


def _high_or_low(text: str, known: KnownNames) -> str:
    """The text as the dictionary, else a name, has it where it says that something is high or low, whatever the number
    beside it: “WCC up”, “Mg 0.4, low”, “head circumference >99th centile”, “low serum sodium concentration”."""
    if measure := unusual_measure(text):
        sizes, what = LARGE if measure.high else SMALL, [measure.what, measure.what.removesuffix(" length")]
        written_out = chain.from_iterable(map(known.ways_of, dict.fromkeys(what)))
        return known.form_or_name([f"{size} {one}" for one in written_out for size in sizes])
    found = UP_OR_DOWN.fullmatch(text.strip()) or IN_BLOOD.fullmatch(text.strip())
    if found is None or (found.re is IN_BLOOD and known.of_first.is_name(text)):
        return ""
    measured = (found["up"] or "").lower() in MEASURED  # “increased blood pressure”, which need not be hypertension
    words = sorted(UP if found["up"] else DOWN, key=lambda one: measured and one not in MEASURED)
    ways = [f"{how} {found['what']}" for how in words]
    return known.form_or_name(ways)


def _beside_value(text: str, known: KnownNames) -> str:
    """What stands beside a value, “ESR 80, anaemia”, with what the value says where these are two findings."""
    rest, both, value_finding = beside_value(text)
    if not rest or only_qualifies(rest):
        return ""
    if is_denied(rest):
        return value_finding
    if both and findings_apart(both, known):
        return both
    behind = not both.startswith(value_finding)
    return rest if not value_finding or (behind and known.is_finding(rest)) else value_finding


def _obese(text: str, known: KnownNames) -> str:
    """The obesity beside a body mass index, by the class that this makes it where a name has one."""
    typed, by_class = obesity(text)
    return by_class if typed and known.of_first.is_finding(by_class) else typed


def _its_problem(text: str, known: KnownNames) -> str:
    """A problem with something as the form that the dictionary has of it, “trouble with my bladder”, or as the name of
    its disorders: “pancreas issues”."""
    found = PROBLEM_WITH.fullmatch(text) or ITS_PROBLEM.fullmatch(text)
    if found is None:
        return ""
    if known.is_form(turned := f"{found['what']} problem"):
        return turned
    ways = (f"{kind} of {way}" for way in known.ways_of(found["what"]) for kind in ("disorder", "disease"))
    return next(filter(known.is_name, ways), "")


def _vaccination(text: str, known: KnownNames) -> str:
    found = vaccination(text)
    return found if found and known.of_first.is_name(found) else ""


def _in_front(text: str, known: KnownNames) -> str:
    """The text with what says more of a finding before it, unless it joins two."""
    found = with_qualifier_in_front(text, known.dictionary)
    return "" if found and findings_apart(text, known) else found


def _combined(text: str, known: KnownNames) -> str:
    return combined(text, known.dictionary)


def _by_text(rule: Callable[[str], str]) -> Rule:
    """The rule for a text whatever is known."""
    return lambda text, known: rule(text)


_marks_as_words, _range_of_index = _by_text(marks_as_words), _by_text(range_of_index)


RULES: tuple[Rule, ...] = (
    _marks_as_words,
    with_pointed_words,
    _by_text(other_wording),
    _vaccination,
    screened_for,
    turned_round,
    _as_one_form,
    behind_parity,
    of_the_family,
    after_a_stroke,
    followed_up,
    encounter_of_fracture,
    without_denied_parts,
    without_suspected_parts,
    eponym_alone,
    without_management,
    _by_text(staged),
    of_a_newborn,
    _in_front,
    _sure,
    _its_problem,
    by_substance,
    _by_text(with_verbs_as_nouns),
    _by_text(as_high_or_low),
    _high_or_low,
    _range_of_index,
    _obese,
    _beside_value,
    with_non_apart,
    without_age,
    _without,
    still_there,
    over,
    _combined,
    findings_as_one,
    poisoned,
    effect_of_drug,
    used_for_long,
    cause_in_front,
    _by_text(newborn),
    _by_text(congenital),
    _by_text(with_dominance),
    with_primary,
    as_metastasis,
    with_trimester,
    in_a_pregnancy,
    with_side,
    with_side_of_heading,
    side_in_front,
    infection_by_germ,
    without_germ,
    as_cancer,
    narrowed,
    without_side,
)
OF_FORMS_TOO: frozenset[Rule] = frozenset(
    [
        _marks_as_words,
        of_the_family,
        _in_front,
        _sure,
        _range_of_index,
        _obese,
        _without,
        _combined,
        as_cancer,
    ]
)
SURROUNDINGS: tuple[Rule, ...] = (
    of_a_newborn,
    followed_up,
    without_suspected_parts,
    without_management,
    _sure,
    without_age,
    still_there,
)
