"""What is done or planned for a finding is no part of it: “HTN, started amlodipine”, “OA R knee, for TKR”.

Behind a mark a part may say what is given, planned, asked for or looked for, or how somebody is; in theatre's lists the
operation stands first, and what it is for behind it: “lap chole, gallstones”.
"""

from __future__ import annotations

import re

from engine.text.form_words import SIDES

PARTS = re.compile(r"\s*[,;]+\s*|\s+[-–]\s+")
EFFORT = r"(?:exertion|effort|exercis|stand|walk|mov|breath|inspir|expir|eat|swallow|ly|bend|sit|cough|pass|wak|touch)"
BEGINS = re.compile(
    rf"(?:on(?! (?:{EFFORT}\w*|the|both|left|right|and|off|[lr])\b)|for|await(?:s|ing)?|waiting for|needs?|needing"
    r"|wants?|wanting|requests?|requesting|asking for|start(?:s|ed|ing)?|commenced|increased?|reduced?|titrat\w+"
    r"|switch\w*|refer(?:red|ral)?|booked|listed|due(?! to)|told|advised|advice|see|seen|review(?:ed)?|repeat"
    r"|rescan|recheck|check(?:ed)?|planned|treated with|managed with|known to|followed by|under (?:care|review)"
    r"|brought in|came in|asks?) .+",
    re.IGNORECASE,
)
ENDS = re.compile(
    r"(?P<what>(?:\S+ ){1,4})(?:informed|notified|aware|tapped|aspirated|banded|inserted|fitted|placed|removed|drained"
    r"|clipped|coiled|stented|repaired|excised|performed|commenced|started|arranged|requested|advised|planned|given"
    r"|in situ|in|appt|appointment|referral|clinic|needed|prn|scheduled|consulted|works|helps|helping|refill"
    r"|list(?:ed)?|today|tomorrow|am|pm|clean|in ed)(?: (?:x ?\d+|\d+ ?(?:l|ml)))?",
    re.IGNORECASE,
)
WHOLE = re.compile(
    r"ventilated|intubated|sedated|cathetered|catheteri[sz]ed|thrombolysed|cannulated|debrided|sutured|splinted"
    r"|drained|clipped|coiled|stented|repaired|excised|banded(?: x ?\d)?|admitted|discharged|transferred|reassured"
    r"|extubated|steri-?strips?|conservative(?:ly managed)?|2ww|urgent|routine|stable|doing well|well|improving"
    r"|(?:well[- ])?controlled|refills?|(?:repeat )?(?:rx|script|prescription)|healing well|(?:wound )?healed"
    r"|(?:(?:er|pr|her-?2) ?(?:\+|pos(?:itive)?|-|neg(?:ative)?)[ /,]*)+|(?:at )?term|f/u"
    r"|(?:drained|tapped|aspirated) \d+(?:\.\d+)? ?(?:l|ml)|(?:feeding|eating|drinking) (?:ok|well)"
    r"|(?:first|second|third|1st|2nd|3rd) (?:one|visit)|day \d+|no better|no relief"
    r"|(?:\w+[- ])?free(?: for)? \d+ ?\w+|(?:miss(?:ed|ing)|ran out of|not taking|forgot) .+"
    r"|non-?(?:complian|adheren)\w+|(?:unknown primary|primary unknown|\? ?primary)|no (?:residual )?deficits?"
    r"|scbu|nicu|picu|itu|icu|hdu|nbm|salt(?: review)?|physio|ot|crisis team|fluid restrict\w*|\d+ ?l (?:o2|oxygen)"
    r"|(?:cpap|bipap|niv|hfno|o2|oxygen)(?: weaned)?|lines|nerve block|counsel?led|(?:la|ga) list|[fv]rii"
    r"|sliding scale|off (?!food|legs|feet|balance|colou?r|sick|work|milk|feeds?|baseline)\S+",
    re.IGNORECASE,
)
TEST = (
    r"ct|ctpa|ctb|cth|mri?|mrcp|mra|us|uss|usg|u/s|ultrasound|doppler|x-?ray|xr|cxr|axr|dexa|echo|ogd|colonoscopy"
    r"|endoscopy|ercp|swallow|enema|bloods?|b12|ferritin|tfts?|lfts?|u&es?|fbc|swabs?|msu|ecg|eeg|emg|ncs|biopsy"
    r"|mammo(?:gram)?|smear|scan|holter"
)
LOOKED_FOR = re.compile(
    rf"(?:seen )?on (?:{TEST})|(?:{TEST}|bp|obs|observations|ctg|exam|stools?|urine|troponin|trop)(?: (?:and )?\w+)?"
    r" (?:ok|fine|normal|nad|clear|neg(?:ative)?|sent|done|pending"
    r"|awaited|am|pm|today|tomorrow|requested|booked)"
    rf"|(?=.*\b(?:{TEST})(?!\S))(?:(?:{TEST}|urgent|repeat|check|barium|chest|abdo(?:minal)?|pelvic|head|brain|cap|kub|tap"
    r"|liver|renal|neck|with|and)(?: |$))+",
    re.IGNORECASE,
)
KIND = (
    r"correction|repair|replacement|excision|fixation|reconstruction|grafts?|grafting|washout|bypass|resection"
    r"|extractions?|release|stripping"
)
KIND_OF_OPERATION = re.compile(rf"(?:{KIND})\b.*", re.IGNORECASE)
OPERATION = re.compile(
    r"(?:\S+ ){0,3}?(?:\w+(?:ectomy|otomy|plasty|oscopy|pexy|centesis|desis)|t[khs]r|tah|bso|tahbso|turp|turbt|orif|dhs"
    r"|cabg|p?pci|ercp|evar|tavi|avr|mvr|ppm|mua|eua|erpc|smm|chole|appy|hemi|circumcision|i&d"
    rf"|{KIND})(?: (?:x ?\d|\d+|left|right|[lr]|ga|la|under (?:ga|la)|inserted|done|to \w+|(?:\+|and|with) stents?))*",
    re.IGNORECASE,
)
OF_AN_OPERATION = re.compile(
    r"infect|bleed|bled|ha?emorrh|dehisc|leak|fail|disloc|loos|fractur|clot|pain|fever|reject|block|complicat|post"
    r"|after|stiff|perforat|injur|sepsis|abscess|scar|swell|strictur|stenos|recur|check|status|old\b|prev|years?|months?"
    r"|weeks?|/\d\d?\b",
    re.IGNORECASE,
)


UNMARKED = re.compile(
    r"(?:for|await(?:s|ing)?|waiting for|(?:listed|booked) for|start(?:ed|ing)|commenced|wants|wanting|needs|requesting"
    r"|treated with|managed with|referred) .+",
    re.IGNORECASE,
)
LEADS_ON_WORDS = """
from after to by with of on due and no not post for anti previous prev prior old recent failed h/o hx s/p history status
poorly badly poor un uncontrolled term taking takes chronic current prophylactic regular
"""
LEADS_ON = frozenset(LEADS_ON_WORDS.split())


def parts_of(text: str) -> list[str]:
    """The parts of a text between commas, semicolons and dashes."""
    return [one for one in PARTS.split(text.strip()) if one]


def is_plan(part: str) -> bool:
    """Whether a part behind a finding says in some verb what is given or planned.

    >>> is_plan("started amlodipine"), is_plan("for TKR"), is_plan("on apixaban"), is_plan("on exertion")
    (True, True, True, False)
    """
    return BEGINS.fullmatch(part) is not None


def is_plan_unmarked(part: str) -> bool:
    """The same, for verbs that begin a plan where no mark parts it from the finding: “BCC nose for Mohs”."""
    return UNMARKED.fullmatch(part) is not None


def leads_on(text: str) -> bool:
    """Whether a text ends in a word that leads on to what follows, “rash after”."""
    return text.split()[-1].lower() in LEADS_ON


def is_state(part: str) -> bool:
    """Whether a part says how somebody is, what is not taken or what is looked for.

    >>> is_state("stable"), is_state("CT head"), is_state("off lithium"), is_state("off legs"), is_state("chest")
    (True, True, True, False, False)
    """
    return WHOLE.fullmatch(part) is not None or LOOKED_FOR.fullmatch(part) is not None


def done_with(part: str) -> str:
    """What a part says that something was done with, “PPM” of “PPM inserted”, “” where it says no such thing."""
    found = ENDS.fullmatch(part)
    return found["what"].strip() if found else ""


def is_operation(part: str) -> bool:
    """Whether a part is an operation, and nothing that came of one.

    >>> is_operation("lap chole"), is_operation("R TKR"), is_operation("TKR infected"), is_operation("bled after TURP")
    (True, True, False, False)
    """
    return OPERATION.fullmatch(part) is not None and not OF_AN_OPERATION.search(part)


def is_kind(operation: str) -> bool:
    """Whether an operation begins with a mere kind of one, “replacement R”: what is operated on stands before it."""
    return KIND_OF_OPERATION.fullmatch(operation) is not None


def side_in(part: str) -> str:
    """The side that an operation is on, "" where it has none: “L” of “L TKR”."""
    return next((word for word in part.split() if word.lower() in SIDES), "")


def may_come_of(part: str) -> bool:
    """Whether a part may be what came of an operation beside it: “wound infection”, “pain 2 months”."""
    return OF_AN_OPERATION.search(part) is not None
