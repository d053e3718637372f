"""Two findings typed as one text: “heartburn and nausea” is heartburn, and nausea."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations, product

from engine.ranking.reading.known_names import WAYS, FindingAmongNames, KnownNames
from engine.ranking.reading.rewriting_the_past import still_there
from engine.retrieval.word_index import EMPTY, GENERIC, telling_words
from engine.text import normalise
from engine.text.findings.combinations import combined, combined_in_list
from engine.text.findings.hedges import unhedged
from engine.text.findings.no_finding import only_qualifies
from engine.text.findings.qualifier_behind import SAYS_OF_WHAT_KIND
from engine.text.findings.signs import SIGNS
from engine.text.qualifiers import COURSES, sides_of
from engine.text.sides import LEFT_RIGHT, unsided

COMMA = re.compile(r"\s*[,;]\s*(?:and\b\s*)?", re.IGNORECASE)
BETWEEN = re.compile(
    rf"{COMMA.pattern}|\s*(?:[&+]|\band\b|\bplus\b)\s*|\s+/\s+|(?<=\w\w)/(?=[^\W\d]\w)"
    r"|\s+(?:superimposed |on top )?o[nf] (?=ckd|chronic )|\s+\(?\d{1,2}[.)]\s+(?=[^\W\d])",
    re.IGNORECASE,
)
WITH = re.compile(  # as far as no name has both
    r"\s+(?:with|w/?|along with|due to|secondary to|2/2|d/t|caused by|because of)\s+", re.IGNORECASE
)
STATUS = re.compile(r"(?:presence of|long[- ]term|encounter for|acquired (?:total |partial )?absence) ", re.IGNORECASE)
VALUE_IN_BRACKETS = re.compile(r"\s*\([^()]*\d[^()]*\)$")
SIDES = (*LEFT_RIGHT, "bilateral", "both")
SAYS_LITTLE = EMPTY | GENERIC | COURSES.keys()
MOST_FINDINGS = 6  # findings of one text: more are a letter
FEWEST = 3  # of a list between commas: of two the second may only say more of the first
NAMED_OF_ALL = 2 / 3
LONGEST_SHORT = 5  # letters of a short form in small letters
MANY = 4  # findings that a name which has the words of all lists as what it is, as a syndrome's does


def findings_apart(text: str, known: KnownNames, most: int = MOST_FINDINGS) -> list[str]:
    """The findings that a text joins by “and”, “with”, a comma or the like, each by itself; [] where it joins none.

    Each has to be a name of its own or a form of the dictionary, behind a comma a name or a short form, since a comma
    also parts what only says more: “septic arthritis, staph”. By “with” findings are joined that no name has anything
    of together: “gout with CKD”. No name may have the words of all of them, unless it lists more, and no form be the
    text: “nausea and vomiting” is one finding. Of more than `most` there is none.
    """
    joined = BETWEEN.search(text.strip())
    typed = [one for one in (BETWEEN if joined else WITH).split(text.strip()) if one]
    if not 1 < len(typed) <= most or known.is_form(text) or known.is_form(unsided(text, SIDES)):
        return []
    parts = [still_there(one, known) or _undated(one, known) for one in typed]
    if not all(is_thing(one, known) and (known.is_finding(one) or _stands_alone(one, known)) for one in parts):
        return []
    if COMMA.search(text) and not _names_most(parts, known):
        return []
    ways = known.ways_of(text)
    if any(known.is_in_a_name_of_its_own(way, parts) for way in ways):
        return []
    if len(parts) >= MANY and any(map(known.is_in_a_name, ways)):
        return []
    apart = joined or _on_other_sides(parts) or not _go_together(parts, known)
    return [_as_named(one, known) for one in parts] if apart else []


def _as_named(text: str, known: KnownNames) -> str:
    """A finding without a side that no name has of it: “left kidney stone”, “shoulder pain bilateral”."""
    bare = unsided(text, SIDES)
    return bare if bare not in (text, "") and not any(map(known.is_in_a_name, known.ways_of(text))) else text


def _undated(text: str, known: KnownNames) -> str:
    """A finding without how sure it is, since when and a value in brackets, where it is known so: “fever x3d”, “CHF (EF
    25%)”."""
    bare = VALUE_IN_BRACKETS.sub("", text)
    if known.is_finding(bare):
        return bare
    sure = unhedged(bare, known.dictionary)
    return sure if known.is_finding(sure) else text


def _names_most(parts: Sequence[str], known: KnownNames) -> bool:
    """Whether each of two findings between commas stands alone; of a longer list NAMED_OF_ALL, where what does not has
    several words and names no sign of the others: “HTN, bad knees, gout”."""
    others = [one for one in parts if not _stands_alone(one, known)]
    if not others or len(parts) < FEWEST or len(parts) - len(others) < NAMED_OF_ALL * len(parts):
        return not others
    if any(STATUS.match(way) for one in parts for way in known.expansions(one)):  # “NSTEMI, DES to LAD, DAPT”
        return False
    return all(len(one.split()) > 1 and SIGNS.isdisjoint(normalise(one).split()) for one in others)


def _stands_alone(text: str, known: KnownNames) -> bool:
    """Whether a text between commas is a name, perhaps with a side, a short form, or a combination that has a name."""
    if known.is_named(text) or _is_short_form(text, known):
        return True
    if (bare := unsided(text, SIDES)) not in (text, "") and known.is_named(bare):
        return True
    joined = known.is_form(text) and WITH.search(text) is not None
    return joined or bool((name := combined(text, known.dictionary)) and known.is_name(name))


def _is_short_form(text: str, known: KnownNames) -> bool:
    """Whether a text is a short form in small letters, “htn”: no word of a name but beside what it stands for, nor how
    one of its words begins as “staph” does, which may only say of what kind another finding is."""
    if not (text.isalnum() and len(text) <= LONGEST_SHORT and known.is_form(text)) or known.is_word_of_others(text):
        return False
    words = " ".join(known.expansions(text)).lower().split()
    return bool(words) and not any(word.startswith(text.lower()) for word in words)


def _on_other_sides(parts: Sequence[str]) -> bool:
    """Whether one says left and another right: no name has both."""
    sides = [sides_of([one]) for one in parts]
    return "left" in set().union(*sides) and "right" in set().union(*sides)


def _go_together(parts: Sequence[str], known: KnownNames) -> bool:
    """Whether a name has all words of one of these findings and one word of another that says of what it is."""
    return any(
        FindingAmongNames(known.ways_of(one), known.indexes).is_said_with(" ".join(telling_words(way) - SAYS_LITTLE))
        for one, other in permutations(parts, 2)
        for way in known.ways_of(other)[:2]
    )


def findings_as_one(text: str, known: KnownNames) -> str:
    """Two findings as the dictionary has each by itself, where a name has the words of both: “feel sick and throwing
    up” is nausea and vomiting; "" where none has."""
    parts = findings_apart(text, known)
    if len(parts) != 2:
        return ""
    ways = [known.expansions(one)[:WAYS] or [one] for one in parts]
    if any(_says_all_of(*one) for one in product(*ways)):
        return ""
    both = (" and ".join(one) for one in product(*ways))
    return next(filter(known.is_in_a_name, both), "")


def _says_all_of(one: str, other: str) -> bool:
    """Whether one of two findings has all words of the other: “fall due to ice” and “unspecified fall”."""
    words, others = (telling_words(text) - {"unspecified"} for text in (one, other))
    return words <= others or others <= words


def as_coded(parts: Sequence[str], known: KnownNames) -> list[str]:
    """The findings of a list of some length, with those joined that the terminology which comes first has a name for
    together: of “HTN, T2DM, CKD 3” “T2DM with CKD 3”."""
    return combined_in_list(parts, known.dictionary, known.of_first.is_name) if len(parts) >= FEWEST else list(parts)


def joins_findings(text: str) -> bool:
    """Whether a text joins something."""
    return (BETWEEN.search(text.strip()) or WITH.search(text)) is not None


def is_thing(text: str, known: KnownNames) -> bool:
    """Whether a text says more than how, where or when something is."""
    return not only_qualifies(text) and (not SAYS_OF_WHAT_KIND.fullmatch(text) or known.is_form(text))  # “tired”
