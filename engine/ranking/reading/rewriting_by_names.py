"""Rules of rewriting that ask which names there are: a degree, a side, an age or weeks go where no name has them."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.typed_parts import BY_WORDS
from engine.text.findings.ages import of_a_person, of_an_age
from engine.text.findings.weeks_of_pregnancy import IN_PREGNANCY, at_bare_weeks, in_trimester
from engine.text.icd_codes import category, is_symptom
from engine.text.sides import unsided

DEGREE = re.compile(
    r"(?:(?:very|really|quite|pretty|so|extremely|rather) )?(?:mild|moderate|severe|bad|terrible|horrible|awful|nasty"
    r"|slight|constant|extreme|recurr(?:ent|ing)|persist(?:ent|ing)|intermittent|episodic|ongoing|long[- ]?standing"
    r"|chronic|acute|sudden|frequent|occasional|unexplained) (?=\w)",
    re.IGNORECASE,
)
HOW_IT_GOES = re.compile(
    r"(?<=\w),? (?:again|still|today|now|currently|lately|at present|as well|too|please|pls|on and off|(?:is|are) back"
    r"|(?:(?:is|are|has been|have been|getting|got|much|a bit|really|very|so) )*(?:worse|bad|awful|terrible|severe))$",
    re.IGNORECASE,
)
OBSTETRIC = re.compile(
    r"pregnan|gravidarum|maternal care|membranes|newborn|fet(?:us|al)|labor|deliver|birth|eclampsia|abortion",
    re.IGNORECASE,
)
IN_A_PREGNANCY = re.compile(
    r"pregnan|gravidarum|membranes|fet(?:us|al)|\blabor\b|eclampsia|abortion|maternal care", re.IGNORECASE
)
OPEN = "unspecified trimester"
LEADS_TO_WEEKS = re.compile(r",? (?:from|since|by|on|in|at|@)$", re.IGNORECASE)
NON = re.compile(r"\bnon(?=[a-z]{4})", re.IGNORECASE)


def without_degree(text: str, known: KnownNames) -> str:
    """The text without how bad it is, how it goes or since when, before or behind it: “severe back pain”, “rash again”;
    "" where the dictionary knows it as a whole or at its beginning, or a name has both: “mild preeclampsia”."""
    if known.is_form(text):
        return ""
    if degree := DEGREE.match(text):
        rest = text[degree.end() :]
        first = unsided(BY_WORDS.split(rest)[0])
        graded = [f"{degree[0].split()[-1]} {one}" for one in (first, *known.expansions(first))]
        begins = [" ".join(text.split()[:length]) for length in (2, 3)]
        in_names = any(_says_degree_of(one, first, known) for one in graded)
        return "" if in_names or any(map(known.is_form, (*begins, *graded[:1]))) else rest
    return HOW_IT_GOES.sub("", text) if HOW_IT_GOES.search(text) else ""


def _says_degree_of(graded: str, finding: str, known: KnownNames) -> bool:
    """Whether a name says a finding with its degree, and of the terminology that comes first not that of another
    category in which it is too: “severe anxiety” is in “dementia, severe, with anxiety”. What other terminologies name
    so counts for diseases alone: HPO's “acute diarrhea” is diarrhea."""
    if known.of_first.is_name(graded):
        return True
    codes, with_degree = known.codes_of(finding), known.codes_with(graded)
    if not with_degree:
        return known.is_in_a_name(graded) and not (codes and all(map(is_symptom, codes)))
    categories = set(map(category, codes))
    return not codes or not categories.isdisjoint(map(category, with_degree))


def without_age(text: str, known: KnownNames) -> str:
    """The text without an age, or with what names call somebody so old where a name has that with it; without a word
    for a child or a grown-up where no name has all of it."""
    found = of_an_age(text) or (None if known.is_in_a_name(text) else of_a_person(text))
    if found is None:
        return ""
    staged = (f"{one} {stage}" for one in (found.text, *known.expansions(found.text)) for stage in found.stages)
    return next(filter(known.is_name, staged), found.text)


def with_non_apart(text: str, known: KnownNames) -> str:
    """The text with a hyphen behind “non”, where a name has it so and none as it stands: “left nondominant side”."""
    apart = NON.sub("non-", text)
    if apart == text or known.is_finding(text):
        return ""
    return "" if known.finding(apart) is None else apart


def with_trimester(text: str, known: KnownNames) -> str:
    """The text with the trimester in place of its weeks; what is of a pregnancy anyhow without them, where no name has
    both: “breech at 37 weeks”. Weeks alone are a pregnancy's where the dictionary reads what they stand behind so:
    “baby not moving much, 32 weeks”. Where a trimester is when something began, as in HPO, the weeks go."""
    found = in_trimester(text)
    condition, _, trimester = found.partition(IN_PREGNANCY)
    if trimester and known.of_first.is_name(f"{trimester} onset"):
        return LEADS_TO_WEEKS.sub("", condition)
    if not found:
        condition, trimester = at_bare_weeks(text)
    of_pregnancy = f"{condition}{IN_PREGNANCY.rstrip(' ,')}" if trimester and found else ""
    if of_pregnancy and known.is_form(of_pregnancy) and leaves_out(trimester, of_pregnancy, known):
        return of_pregnancy
    obstetric = OBSTETRIC if found else IN_A_PREGNANCY
    for one in known.expansions(condition) if trimester else ():
        if obstetric.search(one):
            both = f"{one}, {trimester}"
            return both if known.is_in_a_name(both) else condition
    return found


def leaves_out(trimester: str, form: str, known: KnownNames) -> bool:
    """Whether a form of the dictionary stands for a name, and no name says a trimester of that: “nausea in pregnancy”
    is vomiting of pregnancy in all of them."""
    names = known.expansions(form)
    trimester_names = (one.replace(OPEN, trimester) if OPEN in one else f"{one}, {trimester}" for one in names)
    return any(map(known.is_name, names)) and not any(map(known.is_in_a_name, trimester_names))
