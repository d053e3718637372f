"""The parts that a text joins, whatever joins them: “cad s/p cabg, htn” first between its clauses, then in each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.ranking.reading.correcting import corrected
from engine.ranking.reading.findings_apart import is_thing
from engine.ranking.reading.germs_by_names import OF_GERM_ALONE
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.rewriting import rewritten
from engine.ranking.reading.rewriting_the_past import still_there
from engine.ranking.reading.typed_parts import NON, is_denied
from engine.text import normalise
from engine.text.dictionary.form_words import SIDE_WORDS
from engine.text.findings.assertion import denies
from engine.text.findings.certainty import certainty_of
from engine.text.findings.circumstances import only_circumstances
from engine.text.findings.hedges import unhedged
from engine.text.findings.letters_of_signs import letters_as_signs
from engine.text.findings.management import is_plan, is_state
from engine.text.findings.no_finding import only_doses, only_says_who
from engine.text.findings.treatments import is_treatment
from engine.text.sides import unsided

NUMBER = r"(?:^|(?<=\s))#?\(?\d{1,2}[.)]\s*(?=[^\W\d])"
CLAUSE = re.compile(rf"\s*[,;•\n]\s*(?:and\b\s*)?|\s+[-–]\s+|(?<=[\w)]\w)\.\s+(?=\w)|\s*{NUMBER}", re.IGNORECASE)
BEHIND = (
    r"\s+(?:with|w|c/b|complicated by|d/t|due to|2/2|secondary to)\s+|\s+w/(?![odu]\b)\s*"
    r"|\s+(?=(?:s/p|status post)\b)|\s+(?=on (?:long[- ]term |regular |daily )?[^\W\d]\w{2,}$)"
)
WITH = re.compile(BEHIND, re.IGNORECASE)  # what goes with it
JOIN = re.compile(
    r"\s*&\s*|\s+\+\s*(?=\w)|(?<=\w\w)\+(?=\w\w)|\s+/\s+|(?<=\w\w)/(?=[^\W\d]\w)"
    rf"|\s+(?:and|plus|then|as well as|along with)\s+|{BEHIND}",
    re.IGNORECASE,
)
DENIES_ALL = re.compile(r"(?:(?:pt|patient|he|she) )?(?:den(?:y|ies|ied|ying)|neg(?:ative)? for)\b", re.IGNORECASE)
EXCLUDED = re.compile(r"\b(?:excluded|ruled out|unlikely|neg(?:ative)?|nil|normal|nad)\b", re.IGNORECASE)
AFFIRMS = re.compile(r"(?:but|has|have|had|c/o|with|reports?|positive for|\+)\s*", re.IGNORECASE)
ON = re.compile(r"on \w", re.IGNORECASE)  # a drug for long
HOW_IT_IS = re.compile(r"surveillance|\w+[- ]controlled", re.IGNORECASE)  # which has names of other things
ENDS_OPEN = re.compile(r".*\b(?:by|of|in|on|to|from|for|at|with|and|or|due)", re.IGNORECASE)
SAID_LAST = re.compile(r"status|drained|packed|single|closed|open|singleton", re.IGNORECASE)  # of what stands before
LEADS = re.compile(  # what is said of each of the parts that it stands before
    r"(?:h/o|hx(?: of)?|history of|fhx?(?: of)?|family history of|s/p|status post|allerg(?:y|ic) to)\s+(?=\w)",
    re.IGNORECASE,
)
VALUE = re.compile(r"(?<!bmi)\s+[<>~=]?\d+(?:\.\d+)?%?$", re.IGNORECASE)
MOST_WORDS, MOST_SEGMENTS, LONGEST_SEGMENT = 8, 5, 5  # of a clause without a mark; of one finding in it


def clauses_of(text: str, known: KnownNames) -> list[str]:
    """The clauses of a text that say for sure what there is: without what it denies, suspects, or says of who was seen.

    >>> from engine.text.dictionary.clinical_dictionary import shipped
    >>> known = KnownNames(shipped())
    >>> clauses_of("fever, no cough, headache", known), clauses_of("denies fever, cough; rash", known)
    (['fever', 'headache'], ['rash'])
    >>> clauses_of("CHF exac, r/o PE", known), clauses_of("1) htn 2) gout", known)
    (['CHF exac'], ['htn', 'gout'])
    """
    found, denied = [], False
    for place, (mark, clause) in enumerate(_marked(letters_as_signs(text))):
        denied = (denied and ";" not in mark and "." not in mark and not AFFIRMS.match(clause)) or bool(
            DENIES_ALL.match(clause)
        )
        if denied or (place and SAID_LAST.fullmatch(clause)) or _is_denied(clause) or EXCLUDED.search(clause):
            continue
        sure = AFFIRMS.sub("", clause, count=1) if place and AFFIRMS.match(clause) else clause
        found += [_without_value(one, known) for one in certainty_of(sure).sure if _may_be_finding(one, known)]
    return found


def joined_in(clause: str, known: KnownNames) -> list[str]:
    """The parts that words and signs join in a clause, each with what is said of all of them; those that nothing but a
    space parts, where each is known: “copd chf afib”; [] where it joins none.

    >>> from engine.text.dictionary.clinical_dictionary import shipped
    >>> known = KnownNames(shipped())
    >>> joined_in("cad s/p cabg", known), joined_in("allergic to sulfa and pcn", known)
    (['cad', 's/p cabg'], ['allergic to sulfa', 'allergic to pcn'])
    >>> joined_in("copd chf afib", known), joined_in("knee pain", known)
    (['copd', 'chf', 'afib'], [])
    """
    found = LEADS.match(clause)
    lead = found[0] if found else ""
    joined = WITH if known.is_finding(clause) else JOIN  # “hand foot and mouth”
    parts = [one.strip() for one in joined.split(clause[len(lead) :]) if one and one.strip()]
    if len(parts) < 2:
        parts = _side_by_side(clause[len(lead) :], known)
    elif WITH.search(clause):  # “s/p fall with rib fx”
        parts, lead = [f"{lead}{parts[0]}", *parts[1:]], ""
    parts = [one if LEADS.match(one) else f"{lead}{one}" for one in parts]
    return [one for one in parts if not _is_denied(one) and _may_be_finding(one, known)] if len(parts) > 1 else []


def _without_value(text: str, known: KnownNames) -> str:
    """A finding without the value measured, “hyperkalemia 6.8”."""
    bare = VALUE.sub("", text)
    return bare if bare != text and known.is_finding(bare) and not _is_known(text, known) else text


def is_without_joins(text: str) -> bool:
    """Whether nothing but blanks stands between the parts of a text."""
    written_out = letters_as_signs(text)  # “n/v/d”
    return not CLAUSE.search(written_out) and not JOIN.search(written_out)


def _is_denied(text: str) -> bool:
    """Whether a part says that there is something not; “non healing ulcer” is one."""
    return not NON.match(text) and (is_denied(text) or denies(text))


def joins_known(text: str, known: KnownNames) -> bool:
    """Whether a text is a finding but for its side, since when it is and misspelt words, or joins one."""
    ways = (text, _spelt(text, known), *rewritten(text, known)[-1:], *joined_in(text, known))
    return any(_is_known(one, known) for one in ways)


def _spelt(text: str, known: KnownNames) -> str:
    return corrected(normalise(text), known, frozenset(), unfinished=False)


def _marked(text: str) -> Iterator[tuple[str, str]]:
    """Each clause of a text behind the mark that stands before it."""
    text, place, mark = text.strip(), 0, ""
    for found in CLAUSE.finditer(text):
        if one := text[place : found.start()].strip(" ,;."):
            yield mark, one
        mark, place = found[0], found.end()
    if one := text[place:].strip(" ,;."):
        yield mark, one


def _may_be_finding(text: str, known: KnownNames) -> bool:
    """Whether a part says more than how, where, when and by which germ something is, who was seen, or what is taken and
    done."""
    if HOW_IT_IS.fullmatch(text) or OF_GERM_ALONE.fullmatch(text):
        return False
    says_no_finding = (only_circumstances, only_says_who, only_doses, is_plan, is_state, is_treatment)
    return is_thing(text, known) and (ON.match(text) is not None or not any(one(text) for one in says_no_finding))


def _side_by_side(clause: str, known: KnownNames) -> list[str]:
    """The fewest findings that the words of a clause are, one behind another; [] where they are one, or none."""
    words = [] if ":" in clause else clause.split()
    if not 1 < len(words) <= MOST_WORDS or any(map(known.is_in_a_name, known.ways_of(clause))):
        return []
    best: list[list[str] | None] = [[], *([None] * len(words))]  # of the words before each place
    for end in range(1, len(words) + 1):
        for start in range(max(0, end - LONGEST_SEGMENT), end):
            before, one = best[start], " ".join(words[start:end])
            if before is None or (best[end] is not None and len(best[end] or ()) <= len(before) + 1):
                continue
            if not ENDS_OPEN.fullmatch(one) and _is_known(one, known):
                best[end] = [*before, one]
    found = best[-1] or []
    return found if 1 < len(found) <= MOST_SEGMENTS else []


def _is_known(text: str, known: KnownNames) -> bool:
    """Whether a text is a finding, as it stands, without its side or without since when it is."""
    bare = unhedged(text, known.dictionary)
    ways = dict.fromkeys((text, unsided(text, SIDE_WORDS), bare, unsided(bare, SIDE_WORDS), still_there(text, known)))
    return is_thing(text, known) and not only_circumstances(text) and any(map(known.is_finding, filter(None, ways)))
