"""Whether a text denies a mention, suspects it, speaks of the past, or of the family: by words around it in its clause,
or its own.

After ConText (Harkema et al. 2009), with its triggers, their direction, and the words that end their reach.
"""

from __future__ import annotations

import re

from engine.text.findings.certainty import is_suspected, is_suspected_in

NEGATED, SUSPECTED, HISTORICAL, FAMILY = ATTRIBUTES = ("negated", "suspected", "historical", "family")
REACH = 6  # words that a negation reaches over
SENTENCE = re.compile(r"[.;!?\n]+(?:\s|$)")
ENDS = re.compile(r"\b(?:but|however|although|though|except|yet|which|who|because|secondary to)\b", re.IGNORECASE)
RELATIVES = (
    "mother|mom|mum|father|dad|parents?|brothers?|sisters?|siblings?|aunts?|uncles?|cousins?"
    "|grand(?:mother|father|ma|pa|parents?)|sons?"
    "|daughters?|maternal|paternal|relatives?"
)
CHILD = "(?:sons?|daughters?)"  # of whom a parent asks: “my daughter has chickenpox”
BEFORE = {
    NEGATED: re.compile(
        r"\b(?:no|not|nor|never|without|den(?:y|ies|ied|ying)|absence of|absent|lacks?|neg(?:ative)? for|free of"
        r"|rul(?:es|ed|ing) out|exclud(?:es|ed|ing))\b",
        re.IGNORECASE,
    ),
    HISTORICAL: re.compile(
        r"\b(?:history of|hx(?: of)?|h/o|pmhx?|past medical history|past history|previous(?:ly)?|prior|former(?:ly)?"
        r"|status post|s/p|in the past)(?!\w)",
        re.IGNORECASE,
    ),
    FAMILY: re.compile(rf"\b(?:family history|familial history|fh|{RELATIVES})\b", re.IGNORECASE),
}
AFTER = {
    NEGATED: re.compile(
        r"^\W*(?:(?:was|is|were|are|has been)\s+)?(?:ruled out|excluded|absent|negative|denied|not )", re.IGNORECASE
    ),
    HISTORICAL: re.compile(r"\b(?:in the past|years? ago|months? ago|in childhood|as a child)\b", re.IGNORECASE),
    FAMILY: re.compile(rf"\b(?:in|of) (?:(?:his|her|their|the) )?(?:family|{RELATIVES})\b", re.IGNORECASE),
}
WHO = r"(?:the )?(?:pt|patient|he|she|they|child|baby|infant|mother|mum|mom|father|dad|parents?|wife|husband|carer)"
DENIAL = re.compile(
    rf"(?:{WHO} )?(?:(?:there (?:is|was|are|were)|has|have|had|with) )?"
    r"(?:no|without|den(?:y|ies|ied|ying)|neg(?:ative)? for|free of|(?:has |have )?(?:ruled out|excluded)) "
    r"(?:(?:any|known|current|active|(?:evidence|signs?|symptoms?|complaints?|history|mention) of) )*(?=\w)",
    re.IGNORECASE,
)
NEGATIVE, EXCLUDED = "neg(?:ative)?", "ruled out|excluded"  # how it is said of a test, and of a finding
INFECTIONS = "hiv|hep(?:atitis)? ?[abc]|hcv|hbv|syphilis|tb|flu|influenza|rsv|strep"  # that one is tested for
OUT = rf"(?:(?:was|were|is|has been|have been) )?(?:{EXCLUDED})"
TESTED_FOR = rf"(?:{INFECTIONS}|covid(?:[- ]?19)?|malaria)"
RULED_OUT = re.compile(  # one part of a text
    r"(?P<before>.*[,;.]\s+)?"
    rf"(?P<what>(?=\w[^,;.]*?\W+{OUT}|{TESTED_FOR} (?:test )?{NEGATIVE}\b)\w[^,;.]*?)"
    rf"\W+(?:{OUT}|(?:test )?{NEGATIVE})"
    r"(?:[,;.]\s+(?P<after>\w.*))?\W*",
    re.IGNORECASE,
)
RULED_OUT_BEHIND = re.compile(  # “chest pain ruled out MI”, but no “MI ruled out by ECG”
    rf"(?P<what>\w[^,;.]*?) (?:{EXCLUDED}) (?!(?:by|with|after|on|in|at|via|today|yesterday)\b)\w.*", re.IGNORECASE
)
AFFIRMED_NEXT = re.compile(  # behind what a text denies first
    r"(?:[.;]\s+|,?\s+but\s+(?:(?:has|have|had|is|are|with|does have)\s+)?"
    r"|,\s*(?:c/o|complain(?:s|ed|ing) of|(?:presents?|presenting|admitted|here) (?:with|for)|has|have)\s+)(?=\w)",
    re.IGNORECASE,
)
DENIED_LAST = re.compile(r"(\w.*?)\W+(?:without|no|den(?:y|ies|ied|ying)|neg(?:ative)? for) \w.*", re.IGNORECASE)
JOINED_ON = re.compile(r"\W*\b(?:and|but|or|with|plus)\W*$|[\s,;&+]+$", re.IGNORECASE)  # what it joins is denied
IN_HEALTH_WORDS = """
appetite energy sleep hearing sight vision feeling sensation bowel movement movements taste smell pulse urine
urination voice speech hair teeth eye eyes ear ears nose kidney kidneys arms legs thumbs interest motivation
bm bms bowels flatus gas insurance memory period periods menses menstruation libido erection breath breathing
heartbeat reflexes ovulation milk tears sperm shelter home job longer one
"""
IN_HEALTH = frozenset(IN_HEALTH_WORDS.split())  # what one has in health: its lack is the finding itself
FAMILIAL = (
    re.compile(
        r"(?:\w+ )?(?:(?:family|familial|fam) (?:medical )?(?:history|hx)|fhx?)(?: is)?(?: (?:positive|significant))?"
        r"(?: (?:of|for)|:)? (?P<what>\w.*)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?!(?:(?:my|our) )?{CHILD} (?:has|have)\b)(?!(?:my|our) {CHILD} with\b)"
        rf"(?:(?:his|her|their|my|the|patient's) )?(?:{RELATIVES}) "
        r"(?:had|has|have|with|(?:was|is) diagnosed with|died (?:of|from)|suffer(?:s|ed) from) (?:an? )?(?P<what>\w.*)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?P<what>\w.*) in (?:the |his |her |their |my )?(?:family|{RELATIVES})", re.IGNORECASE),
)
NOT_PAST = re.compile(r"\bfam(?:ily|ilial)? (?:history|hx)(?: of)?\b", re.IGNORECASE)


def attributes_in(before: str, after: str) -> tuple[str, ...]:
    """Those of ATTRIBUTES that the text before and after a mention gives it.

    >>> attributes_in("He denies fever and ", "."), attributes_in("Family history of ", " in her mother.")
    (('negated',), ('family',))
    """
    here = ENDS.split(SENTENCE.split(before)[-1])[-1]
    then = ENDS.split(SENTENCE.split(after)[0])[0]
    near = " ".join(here.split()[-REACH:])
    marked = near or before  # a “?” right in front of it ends no sentence
    found = {
        NEGATED: BEFORE[NEGATED].search(near) or AFTER[NEGATED].search(then),
        SUSPECTED: is_suspected_in(marked, after),
        HISTORICAL: BEFORE[HISTORICAL].search(NOT_PAST.sub(" ", here)) or AFTER[HISTORICAL].search(then),
        FAMILY: BEFORE[FAMILY].search(here) or AFTER[FAMILY].search(then),
    }
    return tuple(name for name in ATTRIBUTES if found[name])


def undenied(text: str) -> str:
    """What a text denies, or what it affirms behind that; the text itself where it denies nothing, or lacks what is
    there in health.

    >>> undenied("no fever"), undenied("Pt denies any chest pain"), undenied("no appetite"), undenied("MI ruled out")
    ('fever', 'chest pain', 'no appetite', 'MI')
    >>> undenied("absence of kidney"), undenied("No fever. Productive cough"), undenied("no rash, c/o itching")
    ('absence of kidney', 'Productive cough', 'itching')
    >>> undenied("chest pain, MI ruled out"), undenied("PE was excluded, pleuritic pain")
    ('chest pain', 'pleuritic pain')
    >>> undenied("chest pain ruled out MI"), undenied("MI ruled out by ECG")
    ('chest pain', 'MI ruled out by ECG')
    >>> undenied("HIV negative"), undenied("gram negative sepsis"), undenied("Rh negative")
    ('HIV', 'gram negative sepsis', 'Rh negative')
    """
    return _denied_and_affirmed(text)[0]


def denies(text: str) -> bool:
    """Whether a text denies all that it is about.

    >>> denies("no fever"), denies("No fever. Productive cough"), denies("fever")
    (True, False, False)
    """
    return _denied_and_affirmed(text)[1]


def _denied_and_affirmed(text: str) -> tuple[str, bool]:
    """What is to be searched for a text, and whether that is what it denies."""
    text = text.strip()
    if out := RULED_OUT.fullmatch(text):
        beside = f"{out['before'] or ''}{out['after'] or ''}".strip(" ,;.")
        return (beside, False) if beside else (out["what"], True)
    if behind := RULED_OUT_BEHIND.fullmatch(text):
        return behind["what"], False
    found = DENIAL.match(text)
    if not found or IN_HEALTH & set(text[found.end() :].lower().split()[:3]):
        return text, False
    rest = text[found.end() :]
    after = AFFIRMED_NEXT.search(rest)
    return (rest[after.end() :], False) if after else (rest, True)


def affirmed(text: str) -> str:
    """What stands before that which a text denies at its end; "" where it denies nothing there.

    >>> affirmed("cough without fever"), affirmed("chest pain, denies SOB"), affirmed("no fever")
    ('cough', 'chest pain', '')
    >>> affirmed("fever and no cough"), affirmed("fever, but denies cough")
    ('fever', 'fever')
    """
    found = DENIED_LAST.fullmatch(text.strip())
    return JOINED_ON.sub("", found[1]) if found else ""


def family_condition(text: str) -> str:
    """What the family has, of a text that speaks of a family's history; "" of one that does not.

    >>> family_condition("FH of breast cancer"), family_condition("his mother had gout"), family_condition("gout")
    ('breast cancer', 'gout', '')
    >>> family_condition("my daughter has chickenpox"), family_condition("daughter died of cancer")
    ('', 'cancer')
    """
    return next((found["what"] for one in FAMILIAL if (found := one.fullmatch(text.strip()))), "")


def attributes_of(text: str) -> tuple[str, ...]:
    """Those of ATTRIBUTES that a mention says of itself.

    >>> attributes_of("no family history of asthma"), attributes_of("no appetite"), attributes_of("h/o DVT")
    (('negated', 'family'), (), ('historical',))
    >>> attributes_of("r/o PE"), attributes_of("PE ruled out")
    (('suspected',), ('negated',))
    """
    rest = undenied(text)
    family = bool(family_condition(rest))
    past = BEFORE[HISTORICAL].match(NOT_PAST.sub(" ", rest).strip())
    found = {NEGATED: denies(text), SUSPECTED: is_suspected(rest), HISTORICAL: past, FAMILY: family}
    return tuple(name for name in ATTRIBUTES if found[name])
