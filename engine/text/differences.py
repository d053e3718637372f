"""What two names differ in that decides between concepts: side, number, stage, negation, with or without, course."""

from __future__ import annotations

import re

from engine.text import normalise
from engine.text.findings.certainty import is_named_so, is_suspected
from engine.text.qualifiers import LONGEST_STEM, NOTHING, STAGES, Qualifiers, courses_of, qualifiers

SIDE, NUMBER, STAGE, NEGATION, WITH, ENCOUNTER, COURSE = KINDS = (
    "side",
    "number",
    "stage",
    "negation",
    "with",
    "encounter",
    "course",
)
CERTAINTY = "certainty"  # that a text only suspects what a name says; it decides between no concepts
MARKS = (*KINDS, CERTAINTY)
ORDINARY = frozenset(["primary"])  # a stage beside secondary or tertiary only: “primary gout” is gout
LACKING = frozenset(["absence", "absent", "loss", "lack", "lacking", "agenesis", "aplasia"])  # deny what is there too
PREFIXES = ("un", "in", "im", "ir", "a", "ab", "dis", "non")
SUPPLEMENT = re.compile(r"\s*\(([^()]*)\)")
UNKNOWN = re.compile(
    r"(?:,\s*)?\b(?:\w+ )?not (?:(?:otherwise )?specified|elsewhere classified|applicable or unspecified)\b"
    r"(?: as [^,()]+)?",
    re.IGNORECASE,
)
AND_OTHER = re.compile(r"(?<=\w),? and other\b.*", re.IGNORECASE)
SPAN = re.compile(r"\b(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)\b")
SPECIFIED = re.compile(r"\b(?:un|(?:not |other(?:wise)? )*)specified\b", re.IGNORECASE)
NUMBER_ALONE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")


def differences(query: str, name: str) -> tuple[str, ...]:
    """The kinds of KINDS, in that order, that `query` and `name` differ in; () when they differ in none.

    What one says and the other does not is a difference, for a name that leaves out the side or type is another, wider
    concept; “type II” and “type 2”, “left” and “lt” are the same. Words count wherever they stand. For “with”, a name
    without the word does not differ when it has what follows (“myoclonic absence epilepsy”, “epilepsy with myoclonic
    absences”). “number” is of types and all other numbers and letters (“hepatitis C”), “stage” of numbered stages,
    grades and degrees and of words such as mild, late, secondary; “encounter” of initial, subsequent, sequela (ICD).
    """
    if query == name:
        return ()
    one, other = qualifiers(query), qualifiers(name)
    found = []
    if one.sides != other.sides:
        found.append(SIDE)
    numbers = one.numbers ^ other.numbers
    staged = numbers & (one.staged | other.staged)
    if numbers - staged:
        found.append(NUMBER)
    denied = _denials(one, other)
    beside = "without" in denied or not one.joined <= other.stems or not other.joined <= one.stems
    if staged or _stages_differ(one, other, beside):
        found.append(STAGE)
    denies = ("no" in denied and not _lacks_too(one, other)) or _contradict(one, other) or _contradict(other, one)
    if denies or _negated_word(one, other):
        found.append(NEGATION)
    if beside:
        found.append(WITH)
    if one.encounters != other.encounters:
        found.append(ENCOUNTER)
    if one.courses != other.courses and not (beside and courses_of(one.head) == courses_of(other.head)):
        found.append(COURSE)
    return tuple(found)


def of_required(query: str, name: str) -> tuple[str, ...]:
    """As `differences`, for the name of a candidate: what a name merely may have is no difference.

    In ICD words in brackets may be there or not; those that the query has count. “Site not specified” denies nothing,
    “and other …” asks for nothing, and a number within “10-19” is of these.

    >>> of_required("essential hypertension", "Essential (primary) hypertension")
    ()
    >>> of_required("urinary tract infection", "Urinary tract infection, site not specified")
    ()
    >>> of_required("12 weeks", "weeks 10-19"), of_required("asthma", "Asthma and other chronic diseases")
    ((), ())
    >>> of_required("Weeks 10-19", "weeks 10-19")
    ()
    >>> of_required("bronchitis", "Bronchitis, not specified as acute or chronic")
    ()
    """
    if normalise(query) == normalise(name):
        return ()
    needed = UNKNOWN.sub("", name) if "ified" in name.lower() else name
    needed = AND_OTHER.sub("", necessary(query, needed))
    if spans := SPAN.findall(needed):
        inside = (
            one for one in NUMBER_ALONE.findall(query) if any(float(a) <= float(one) <= float(b) for a, b in spans)
        )
        needed = SPAN.sub(next(inside, r"\g<0>"), needed)
    return differences(query, needed if needed.strip() else name)


def marked(query: str, name: str) -> tuple[str, ...]:
    """As `told_apart`, of MARKS: whether the query only suspects what the name says is one too.

    >>> marked("possible gout", "Gout"), marked("abuse, suspected", "Child abuse, suspected"), marked("gout", "Gout")
    (('certainty',), (), ())
    """
    found = told_apart(query, name)
    return (*found, CERTAINTY) if is_suspected(query) and not is_named_so(name) else found


def told_apart(query: str, name: str) -> tuple[str, ...]:
    """As `of_required`, for a person to read: whether a name is specified or not is no denial of what it names.

    >>> told_apart("unspecified gout", "Other specified gout"), of_required("unspecified gout", "Other specified gout")
    ((), ('negation',))
    >>> told_apart("unspecified fracture, not displaced", "Other specified fracture, displaced")
    ('negation',)
    """
    found = of_required(query, name)
    if NEGATION not in found or not SPECIFIED.search(f"{query} {name}"):
        return found
    bare = of_required(*(SPECIFIED.sub("", text) for text in (query, name)))
    return tuple(kind for kind in found if kind != NEGATION or kind in bare)


def necessary(query: str, name: str) -> str:
    """A name without the words in brackets that the query has not, since they may be there or not.

    >>> necessary("systolic heart failure", "Systolic (congestive) heart failure")
    'Systolic heart failure'
    """
    if "(" not in name:
        return name
    lowered = query.lower()
    needed = SUPPLEMENT.sub(lambda found: found[0] if found[1].lower() in lowered else "", name)
    return needed if needed.strip() else name


def lacking(query: str, name: str) -> frozenset[str]:
    """The kinds of KINDS of which the query says something that the name does not say at all, or says otherwise.

    >>> lacking("otitis media, right ear", "Otitis media"), lacking("otitis media", "Acute otitis media")
    (frozenset({'side'}), frozenset())
    """
    of_query, of_name = qualifiers(query), qualifiers(name)
    if not any(of_query[2:-1]):  # all but words, stems and head
        return NOTHING
    pairs = {
        SIDE: (of_query.sides, of_name.sides),
        NUMBER: (of_query.numbers - of_query.staged, of_name.numbers),
        STAGE: (of_query.staged | of_query.stages, of_name.numbers | of_name.stages),
        WITH: (of_query.joined, of_name.stems),
        ENCOUNTER: (of_query.encounters, of_name.encounters),
        COURSE: (of_query.courses, of_name.courses),
    }
    found = {kind for kind, (required, there) in pairs.items() if not required <= there}
    return frozenset(found | {NEGATION} if of_query.denied - of_name.denied and _denials(of_query, of_name) else found)


def _denials(one: Qualifiers, other: Qualifiers) -> set[str]:
    """How that is denied which only one of both denies: “no”, “without”."""
    if one.denied == other.denied:
        return set()
    mine, yours = {what for _, what in one.denied}, {what for _, what in other.denied}
    if len(mine) == len(yours) and ("" in mine or "" in yours):
        return set()
    return {how for how, what in one.denied | other.denied if what in mine ^ yours}


def _contradict(one: Qualifiers, other: Qualifiers) -> bool:
    """Whether one denies what the other says before any “with”: “without psychotic features”, “psychotic”."""
    denied = {what for _, what in one.denied} - {what for _, what in other.denied}
    denied &= {word[:LONGEST_STEM] for word in other.head}
    return bool(denied and (not other.words & LACKING or denied & LACKING))  # a “loss” may be what is denied


def _lacks_too(one: Qualifiers, other: Qualifiers) -> bool:
    """Whether what one denies the other says to be lacking in a word of its own: “no appetite”, “loss of appetite”."""
    return any(
        left.denied and not right.denied and right.words & LACKING for left, right in ((one, other), (other, one))
    )


def _stages_differ(one: Qualifiers, other: Qualifiers, beside: bool) -> bool:
    """Whether words of a stage differ; “primary” counts beside another stage, and what is only with something not."""
    mine, yours = one.stages, other.stages
    if beside and one.head & STAGES == other.head & STAGES:
        return False
    return mine != yours and bool((mine ^ yours) - ORDINARY or (mine and yours))


def _negated_word(one: Qualifiers, other: Qualifiers) -> bool:
    """Whether a word of one is a word of the other with a denying prefix (complete, incomplete)."""
    for left, right in ((one.words - other.words, other.words), (other.words - one.words, one.words)):
        for word in left:
            if len(word) > 5 and word.startswith(PREFIXES) and _denies_one_of(word, right):
                return True
    return False


def _denies_one_of(word: str, others: frozenset[str]) -> bool:
    return any(word.startswith(prefix) and word[len(prefix) :] in others for prefix in PREFIXES)
