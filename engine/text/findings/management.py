"""What is done or planned for a finding is no part of it: “HTN, started amlodipine”, “OA R knee, for TKR”.

Behind a mark a part may say what is given, planned, asked for or looked for, or how somebody is; in theatre's lists the
operation stands first, and what it is for behind it: “lap chole, gallstones”.
"""

from __future__ import annotations

import re

from engine.text.findings.assertion import EXCLUDED, INFECTIONS, NEGATIVE

PARTS = re.compile(r"\s*[,;]+\s*|\s+[-–]\s+")
BEGINS = re.compile(
    r"(?:for|await(?:s|ing)?|waiting for|needs?|needing|wants?|wanting|requests?|requesting|asking for"
    r"|start(?:s|ed|ing)?|commenced|titrat\w+|switch\w*|refer(?:red|ral)?|booked|listed|due(?! to)|told|advised|advice"
    r"|see|seen|review(?:ed)?|repeat|rescan|recheck|check(?:ed)?|planned|treated with|managed with|known to|followed by"
    r"|under (?:care|review)|brought in|came in|asks?) .+",
    re.IGNORECASE,
)
DEVICE = re.compile(
    r"(?:a |the )?(?:waiting list|list|ward|syringe driver|crrt|ventilator|vent|monitor(?:ing)?|treatment"
    r"|medication|meds|tablets|insulin pump|home oxygen|hormones?|biologics?|dmards?|depot|pathway|protocol"
    r"|hospice|icu|itu)",
    re.IGNORECASE,
)
ENDS = re.compile(
    r"(?P<what>(?!not )(?:\S+ ){1,4})(?:informed|notified|aware|tapped|aspirated|banded|inserted|fitted|placed|removed"
    r"|drained|clipped|coiled|stented|repaired|excised|performed|commenced|started|arranged|requested|advised|planned|given"
    r"|appt|appointment|referral|clinic|needed|prn|scheduled|consulted|works|helps|helping|refill"
    r"|list(?:ed)?|today|tomorrow|am|pm|clean|in ed)(?: (?:x ?\d+|\d+ ?(?:l|ml)))?",
    re.IGNORECASE,
)
PART = r"(?:side|eye|ear|arm|hand|leg|foot|hip|knee)"
WHOLE = re.compile(
    r"(?:drain|line|cannula|tube|ngt) in|ventilated|intubated|sedated|cathetered|catheteri[sz]ed|thrombolysed"
    r"|cannulated|debrided|sutured|splinted"
    r"|drained|clipped|coiled|stented|repaired|excised|banded(?: x ?\d)?|admitted|discharged|transferred|reassured"
    r"|extubated|steri-?strips?|conservative(?:ly managed)?|2ww|urgent|routine|stable|doing well|well|improving"
    r"|(?:well[- ])?controlled|refills?|(?:repeat )?(?:rx|script|prescription)|healing well|(?:wound )?healed"
    r"|(?:(?:er|pr|her-?2) ?(?:\+|pos(?:itive)?|-|neg(?:ative)?)[ /,]*)+|(?:at )?term|f/u"
    r"|(?:drained|tapped|aspirated) \d+(?:\.\d+)? ?(?:l|ml)|(?:feeding|eating|drinking) (?:ok|well)"
    r"|(?:first|second|third|1st|2nd|3rd) (?:one|visit)|day \d+|no better|no relief"
    r"|(?:\w+[- ])?free(?: for)? \d+ ?\w+|(?:miss(?:ed|ing)(?! (?:abort|miscarr|period|mens|teeth|tooth))|ran out of"
    r"|not taking|forgot) .+"
    rf"|(?:the )?(?:other {PART}|(?:left|right|[lr])(?: {PART})?) (?:is )?(?:normal|ok|fine|nad|clear|unaffected)"
    r"|non-?(?:complian|adheren)\w+|(?:unknown primary|primary unknown)|no (?:residual )?deficits?"
    r"|scbu|nicu|picu|itu|icu|hdu|nbm|salt(?: review)?|physio|ot|crisis team|fluid restrict\w*|\d+ ?l (?:o2|oxygen)"
    r"|(?:cpap|bipap|niv|hfno|o2|oxygen)(?: weaned)?|lines|nerve block|counsel?led|(?:la|ga) list|[fv]rii"
    r"|(?:worse|better) (?:on|with|when|at|in|after) (?!.*(?:breath|inspir|exert|swallow|cough|eat|food|period))\w.*"
    r"|sliding scale|off (?!food|legs|feet|balance|colou?r|sick|work|milk|feeds?|baseline)\S+",
    re.IGNORECASE,
)
TEST = (
    r"ct|ctpa|ctb|cth|mri?|mrcp|mra|us|uss|usg|u/s|ultrasound|doppler|x-?ray|xr|cxr|axr|dexa|echo|ogd|colonoscopy"
    r"|endoscopy|ercp|swallow|enema|bloods?|b12|ferritin|tfts?|lfts?|u&es?|fbc|swabs?|msu|ecg|eeg|emg|ncs|biopsy"
    r"|mammo(?:gram)?|smear|scan|holter"
)
NOT_FOUND = (
    rf"(?:{INFECTIONS}|covid|igra|mantoux|(?:blood |urine |stool )?cultures?|pregnancy test|hcg|d-?dimer|ana|rf"
    r"|anti-?ccp|ccp|monospot|lateral flow|pe|dvt|mi|acs|fracture)"
    rf" (?:is |was )?(?:{NEGATIVE}|{EXCLUDED})(?: x ?\d)?"
)
LOOKED_FOR = re.compile(
    rf"(?:(?:seen|noted|found) )?on (?:(?:(?:first|second|third) trimester|skull|chest|brain|head|renal|spine|\d\d/40"
    rf"|antenatal|routine) )?(?:{TEST})"
    rf"|(?:{TEST}|bp|obs|observations|ctg|exam|stools?|urine|troponin|trop)(?: (?:and )?\w+)?"
    r" (?:ok|fine|normal|nad|clear|neg(?:ative)?|sent|done|pending"
    r"|awaited|am|pm|today|tomorrow|requested|booked)"
    rf"|{NOT_FOUND}"
    rf"|(?=.*\b(?:{TEST})(?!\S))(?:(?:{TEST}|urgent|repeat|check|barium|chest|abdo(?:minal)?|pelvic|head|brain|cap|kub|tap"
    r"|liver|renal|neck|with|and)(?: |$))+",
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
RESULTS = frozenset(["positive", "negative", "pos", "neg", "+ve", "-ve", "tested"])


def parts_of(text: str) -> list[str]:
    """The parts of a text between commas, semicolons and dashes."""
    return [one for one in PARTS.split(text.strip()) if one]


def is_plan(part: str) -> bool:
    """Whether a part behind a finding says in some verb what is given or planned.

    >>> is_plan("started amlodipine"), is_plan("for TKR"), is_plan("due to dust")
    (True, True, False)
    """
    return BEGINS.fullmatch(part) is not None


def is_device(text: str) -> bool:
    """Whether somebody may be “on” this while a finding is treated: “a syringe driver”."""
    return DEVICE.fullmatch(text) is not None


def is_plan_unmarked(part: str) -> bool:
    """The same, for verbs that begin a plan where no mark parts it from the finding: “BCC nose for Mohs”."""
    return UNMARKED.fullmatch(part) is not None


def leads_on(text: str, end: str = "") -> bool:
    """Whether a text ends in a word that leads on to what follows, “rash after”, or in a result of a test, which leads
    on to this end: “positive”, “for Klebsiella”."""
    last = text.split()[-1].lower()
    return last in LEADS_ON or (last in RESULTS and end.lower().startswith("for "))


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
