"""What somebody swallowed by mistake or on purpose: “toddler ate nan's amlodipine by mistake” is an accidental
poisoning by it, “took too many paracetamol on purpose” a self-harm."""

from __future__ import annotations

import re

TAKEN = r"(?:ate|eaten|swallowed|drank|drunk|took|taken|ingested|chewed|had)"
OF_WHOM = r"(?:his|her|my|our|their|[a-z]+(?:'|’)s)(?: own)?"
HOW_MUCH = rf"(?:(?:an?|the|some|a few|several|too (?:much|many)|\d+|{OF_WHOM})(?: of)? )*"
WHAT = r"(?P<what>[a-z][\w-]*(?: (?!tablets?\b|pills?\b|capsules?\b)[a-z][\w-]*)?)(?: (?:tablets?|pills?|capsules?))?"
MISTAKEN = r"(?:by (?:mistake|accident)|accidentally|mistakenly|in error|unintentionally)"
INTENDED = r"(?:on purpose|deliberately|intentionally|purposely)"
ON_PURPOSE = rf"(?:{INTENDED}|deliberate|intentional)"
ACCIDENTAL, SELF_HARM, UNDETERMINED = "accidental (unintentional)", "intentional self-harm", "undetermined"
EVENT = r"(?:poisoning|overdose|intoxication|ingestion|inhalation|swallowing|drinking)"
NOT_KNOWN = r",? (?:of )?(?:undetermined intent|intent (?:unknown|undetermined|unclear|not known))"


def _ways(adverb: str, adjective: str) -> list[re.Pattern[str]]:
    return [
        re.compile(one, re.IGNORECASE)
        for one in (
            rf"(?:.{{0,25}}\b)?{TAKEN} {HOW_MUCH}{WHAT},? {adverb}",
            rf"(?:.{{0,25}}\b)?{adverb} {TAKEN} {HOW_MUCH}{WHAT}",
            rf"(?:{adjective}) (?:ingestion|overdose|swallowing) (?:of|with) {HOW_MUCH}{WHAT}",
        )
    ]


WAYS = {
    ACCIDENTAL: _ways(MISTAKEN, "accidental|unintentional"),
    SELF_HARM: _ways(INTENDED, "deliberate|intentional|suicidal"),
}
INTENT = re.compile(rf",? *\b(?:{MISTAKEN}|{ON_PURPOSE})\b", re.IGNORECASE)
BY_ACCIDENT, MEANT = "accidental|unintentional|inadvertent", "intentional|deliberate|suicidal"
BY_WHAT = re.compile(
    rf"(?:(?P<accidental>{BY_ACCIDENT})|{MEANT}|self)"
    rf"[ -]{EVENT} (?:by|of|with|from|on|to) (?P<what>\w.*)|{EVENT} (?:by|of|with|from|on) (?P<of>\w.*?){NOT_KNOWN}"
    rf"|suicide attempt (?:by|with) (?:{EVENT} (?:of|with) )?(?P<tried>\w.*)|(?P<before>\w.*?) {EVENT}{NOT_KNOWN}",
    re.IGNORECASE,
)
OVERDOSE = r"(?:self[ -])?(?:poisoning|overdose|od|ingestion|intoxication)"
WITH_INTENT = re.compile(  # what somebody was poisoned by between the words, before or behind both
    rf"(?:(?P<accidental>{BY_ACCIDENT})|{MEANT}) (?P<between>\w.*?) {OVERDOSE}"
    rf"|(?P<before>\w.*?) {OVERDOSE},? \(?(?:(?P<by_accident>{BY_ACCIDENT})|{MEANT})\)?"
    rf"|(?:of )?undetermined(?: intent)? {OVERDOSE} (?:by|with|from|of) (?P<undetermined>\w.*)"
    rf"|(?:{MEANT}) self[ -](?:poisoning|overdose|harm) (?:by|with|from|using) (?P<behind>\w.*)",
    re.IGNORECASE,
)
BY_OVERDOSE = re.compile(rf" {OVERDOSE}$", re.IGNORECASE)
WRONG_DOSE = re.compile(r"\b(?:dose|dosage|medication|medicine|meds|tablets?|pills?|it|them)\b", re.IGNORECASE)


def without_intent(text: str) -> str:
    """A text without the words that say whether somebody meant to.

    >>> without_intent("carbon monoxide from car exhaust, deliberate")
    'carbon monoxide from car exhaust'
    """
    return " ".join(INTENT.sub("", text).split())


def poison_and_intent(text: str) -> tuple[str, str]:
    """What a text says that somebody was poisoned by, and whether that was meant; "" for both where it does not say.

    >>> poison_and_intent("accidental poisoning by methanol"), poison_and_intent("self-poisoning with rat poison")
    (('methanol', 'accidental (unintentional)'), ('rat poison', 'intentional self-harm'))
    >>> poison_and_intent("morphine overdose of undetermined intent"), poison_and_intent("morphine overdose")
    (('morphine', 'undetermined'), ('', ''))
    >>> poison_and_intent("deliberate moxifloxacin overdose"), poison_and_intent("suicide attempt by opium OD")
    (('moxifloxacin', 'intentional self-harm'), ('opium', 'intentional self-harm'))
    """
    found = BY_WHAT.fullmatch(text.strip())
    if found is None:
        return _with_intent(text.strip())
    if found["what"]:
        return found["what"], ACCIDENTAL if found["accidental"] else SELF_HARM
    if found["tried"]:
        return BY_OVERDOSE.sub("", found["tried"]), SELF_HARM
    return found["of"] or found["before"], UNDETERMINED


def _with_intent(text: str) -> tuple[str, str]:
    found = WITH_INTENT.fullmatch(text)
    if found is None:
        return "", ""
    if found["undetermined"]:
        return found["undetermined"], UNDETERMINED
    what = found["between"] or found["before"] or found["behind"]
    return what, ACCIDENTAL if found["accidental"] or found["by_accident"] else SELF_HARM


def intended_poisoning(text: str) -> tuple[str, str]:
    """The poisoning by what a text says somebody took by mistake or on purpose, and the text without which of them; ""
    for both of another text.

    >>> intended_poisoning("toddler ate nan's amlodipine by mistake")
    ('poisoning by amlodipine, accidental (unintentional)', "toddler ate nan's amlodipine")
    >>> intended_poisoning("took too many paracetamol on purpose")
    ('poisoning by paracetamol, intentional self-harm', 'took too many paracetamol')
    >>> intended_poisoning("accidentally took 4 digoxin tablets")[0]
    'poisoning by digoxin, accidental (unintentional)'
    >>> intended_poisoning("took the wrong dose by mistake")
    ('', '')
    """
    for intent, ways in WAYS.items():
        found = next(filter(None, (one.fullmatch(text.strip()) for one in ways)), None)
        if found and not WRONG_DOSE.search(found["what"]):
            return f"poisoning by {found['what']}, {intent}", without_intent(text)
    return "", ""
