"""What is said around a finding in words that no name need have: who has it, when, how sure, how bad, how it goes,
on which side.

ConText (Harkema et al. 2009) finds in clinical texts who has a finding, when, and whether it is denied, by the words
around it; these are such words, one after another at either end: “found to have gout, stable at present”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PERSONS = "(?:my |our )?(?:son|daughter|child|kid|toddler)|my|our|his|her|your|some|this|pt|patient"
PERSONS += "|client|he|she|i|we|they|it"
HAVING = (
    "(?:has|have|had)(?: had| been)?|is|am|was|been|with|w/|having|got|also|who|now|still"
    "|(?:came|come|comes|brought|sent|referred|admitted|presented|presents|presenting|attended|attends|seen|here|in)"
    "(?: in)? (?:with|for|because of|re|regarding)"
    "|(?:found|noted|known|thought|said|discovered|believed|felt) to have|turned out to (?:be|have)|develop(?:s|ed|ing)"
    "|suffer(?:s|ed|ing)(?: from)?|liv(?:es|ing) with|struggl(?:es|ing) with|dealing with|(?:being )?treated for"
    "|(?:being )?managed for|on treatment for|under (?:us|review|care) (?:for|with)"
)
SEEN_FOR = (
    "(?:review|rv|r/v|follow[- ]?up|f/?u|check|recheck|monitoring|management|treatment|assessment|evaluation|work-?up)"
    "(?: of| for|:)?|re|regarding|about|query|what(?:'s| is| are)|(?:could|might) (?:this|it) be|is (?:this|it)|maybe"
    "|(?:incidental )?finding of|(?:episode|bout|attack|case|bit|touch|spell|flare|exacerbation)s? of"
)
SURE = (
    "possible|possibly|probable|probably|likely|suspected|confirmed|definite|established|documented|known|incidental"
    "|incidentally (?:found|noted)|apparent|presumed|clinical"
)
COURSE = (
    "(?:acute|sudden|new|recent|gradual|slow|late|early|adult|childhood|infantile|juvenile)[- ]onset"
    "|ongoing|current|currently|active|persistent|persisting|continuing|continued"
    "|intermittent|occasional|frequent"
    "|constant|repeated|recurring|recurrent|long[- ]?standing|chronic|acute|sudden|new|recent|recently"
    "|newly diagnosed|stable|(?:well|poorly)[- ]controlled"
    "|controlled|worsening|worse|improving|improved|resolving|deteriorating|progressive|troublesome"
    "|(?:getting|got|becoming) (?:worse|better)|on and off|off and on|comes and goes|comes? (?:&|and) goes?"
)
DEGREE = (
    "mild|moderate|severe|slight|minor|bad|awful|terrible|horrible|nasty|significant|marked|extensive|very|really|quite"
    "|rather|so|extreme|extremely|\\+{1,4}"
)
PART = "(?:eye|ear|hand|foot|feet|leg|arm|knee|hip|wrist|ankle|elbow|shoulder|lung|kidney|breast|finger|toe)s?"
OF_A_PART = re.compile(rf"\b{PART}\b", re.IGNORECASE)
SIDE = (
    f"(?:(?:on|in|of) )?(?:the |both )?(?:(?:left|right|lt|rt|l|r|bilateral|both) {PART}"
    "|(?:left|right|lt|rt|(?-i:(?<!\\w)[LRlr](?= [a-z]{3}))|bilateral|bilaterally|both)(?:[- ]?sided|[- ]sides?)?)"
)
WEEKS = "(?:[4-9]|[1-4]\\d) ?(?:weeks?|wks?|w)"  # by themselves they may be of a pregnancy
UNIT = "(?:min(?:ute)?|hr|hour|h|d|day|night|wk|w|week|mo|month|yr|y|year)s?"
MANY = "(?:\\d+(?: ?(?:-|to) ?\\d+)?|an?|a few|few|several|many|some|one|two|three|four|couple of|a couple of)"
TIME = (
    "all (?:day|night|week)(?: long)?|all the time|constantly"
    "|today|yesterday|tonight|now|again|still|currently|at present|at the moment|nowadays|lately|recently|overnight"
    "|(?:since |from )?(?:this|last) (?:morning|afternoon|evening|night|week|month)"
    "|(?:for |since )?(?:ages|long|a long time|a while|yesterday|today)"
    f"|(?:for |over |in )(?:the )?(?:last |past )?{MANY} ?{UNIT}|(?:last |past )?(?!{WEEKS}){MANY} ?{UNIT}"
    f"|(?:for|over) (?:{UNIT}|some time)"
    "|since (?:childhood|teens|adolescence|yesterday|birth of \\w+)|(?:diagnosed|dx'?d?|since|from|onset)(?: in)? "
    "(?:19|20)\\d\\d|(?:[x×] ?|for )?\\d+/(?:7|52|12|24)"
)
RECORDED = (
    "nos|noted|seen|found|present|reported|observed|diagnosed|dx'?d?|diagnosis|code|coded|icd[- ]?10(?:[- ]?cm)?"
    "|(?:seen |found |noted |shown )?(?:on|by|per) (?:the )?"
    "(?:(?:chest|abdominal|abdo|brain|head|plain|recent) )?(?:ct|mri|scan|x-?ray|cxr|uss|us|ultrasound|echo|imaging"
    "|exam|examination|gp|patient|pt|notes|letter|history)|review|rv|r/v"
    "|clinic(?: (?:f/?u|follow[- ]?up|review|visit|appointment|appt))?|patient|pt|case"
    "|(?:cause|a?etiology) (?:is )?(?:unclear|unknown|uncertain|not (?:known|clear))|\\?cause|singleton(?: pregnancy)?"
    "|as above|please|pls|plz|thanks|thx|unchanged|under (?:review|us)"
)


def _run(*kinds: str) -> str:
    return rf"(?:{'|'.join(kinds)})"


MARKS = r"[\s,;:()\[\]\-–•*!?./“”]"
NO_AGE = r"(?<!\bat)(?<!\bby)(?<!\bage)(?<!\baged)(?<!\bafter)(?<!\bof)"  # “not walking at 2 years”
BEFORE = re.compile(
    rf"{_run(COURSE, SURE, SEEN_FOR, HAVING, PERSONS, DEGREE, SIDE)}[,;:)?!.]*\s+(?:(?:an?|the)\s+)?[(\[“•]*(?=\w)",
    re.IGNORECASE,
)
BEHIND = re.compile(
    rf"(?<=\w){NO_AGE}(?:{MARKS}+{_run(SURE, COURSE, DEGREE, TIME, RECORDED, SIDE)}|{MARKS}*\+{{1,4}}){MARKS}*$",
    re.IGNORECASE,
)
ONLY = re.compile(  # a piece that is taken stays taken, so that no long text is tried in a million ways
    rf"(?:(?>{_run(HAVING, SEEN_FOR, COURSE, SURE, TIME, PERSONS, DEGREE, RECORDED)}(?!\w)){MARKS}*+)+", re.IGNORECASE
)
WORD = re.compile(r"(?<![\w/'.])(?!onset)[^\W\d][\w'/]*")
SILENT_WORDS = """
has have had for of the in on with was is been to and a an at from by or last past few many some
found seen noted reported clinic review rv visit appointment appt patient pt case f/u
min mins h hr hrs hour hours d day days night nights w wk wks week weeks mo month months y yr yrs year years
"""
SAY_NOTHING = frozenset(SILENT_WORDS.split())
IN_NAMES = {
    "l": "left",
    "r": "right",
    "lt": "left",
    "rt": "right",
    "bilat": "bilateral",
    "bilaterally": "bilateral",
    "both": "bilateral",
}
MOST_PIECES = 6  # pieces at either end


def without_circumstances(text: str) -> Iterator[tuple[str, str]]:
    """What a text is without such words at its ends, each with the words that are left out, without
    numbers and what says nothing; the longest first.

    >>> list(without_circumstances("gout noted"))
    [('gout', '')]
    >>> "gout" in [left for left, _ in without_circumstances("found to have gout, stable at present")]
    True
    >>> list(without_circumstances("not walking at 2 years")), list(without_circumstances("IT fracture"))
    ([], [])
    >>> list(without_circumstances("gout x 3/7")), list(without_circumstances("gout"))
    ([('gout', 'x')], [])
    >>> [left for left, _ in without_circumstances("mild asthma review")]
    ['asthma review', 'mild asthma', 'asthma']
    """
    starts, at = [0], 0
    while (found := BEFORE.match(text, at)) and len(starts) <= MOST_PIECES and not _is_short_form(found[0], text):
        at = found.end()
        starts.append(at)
    ends, end = [len(text)], text
    while (behind := BEHIND.search(end)) and len(ends) <= MOST_PIECES and not _is_short_form(behind[0], text):
        end = end[: behind.start()]
        ends.append(len(end))
    ways = [(start, stop) for start in starts for stop in ends if start < stop and (start, stop) != (0, len(text))]
    for start, stop in sorted(ways, key=lambda way: way[0] - way[1]):
        left = text[start:stop].strip(" ,;:-–()[]?!")
        if left:
            words = WORD.findall(f"{text[:start]} {text[stop:]}")
            yield left, " ".join(IN_NAMES.get(one, one) for one in map(str.lower, words) if one not in SAY_NOTHING)


def says_a_part(text: str) -> bool:
    """Whether a text says a part of the body that has sides.

    >>> says_a_part("primary gout of right foot"), says_a_part("primary gout")
    (True, False)
    """
    return OF_A_PART.search(text) is not None


def _is_short_form(piece: str, text: str) -> bool:
    """Whether a piece is in capitals where not all of a text is: “HE grade 2” is of no person, but of the brain."""
    return piece.isupper() and not text.isupper() and "NOS" not in piece and piece.strip().lower() not in IN_NAMES


def only_circumstances(text: str) -> bool:
    """Whether a text says nothing but such words: “mild”.

    >>> only_circumstances("mild"), only_circumstances("over 2 years"), only_circumstances("mild gout")
    (True, True, False)
    >>> only_circumstances("head"), only_circumstances("now " * 40 + "x")
    (False, False)
    """
    return ONLY.fullmatch(text.strip()) is not None
