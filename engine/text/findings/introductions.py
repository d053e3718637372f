"""What introduces a finding and is no part of it: “Dx: gout”, “2. anaemia”, “pt with SBO”, “icd 10 code for rash”."""

from __future__ import annotations

import re

from engine.text.findings.certainty import certainty_of

MARK = r"(?:[-–—•*·>]+|#?\(?\d{1,2}[.)]|#\d{1,2}[:.)]?|\(?[a-h]\))\s+"
OF_A_HEADING = r"(?!(?:[\w']+ ){0,3}(?:past|previous|prior|family|history|hx|no|not)\b)"
HEADING = (
    rf"{OF_A_HEADING}(?:[a-z]+ ){{0,2}}(?:diagnos[ie]s|dx|dg|impression|imp|assessment|problems?(?: list)?|complaints?"
    r"|c/?c|a(?:/|&| and )p|exam(?:ination)?|o/e|plan|pe(?=:)|ros|(?:ed|hospital) course"
    r"|p/?c|hpc|indication|reason(?: for \w+)?|concerns?|condition|disease|findings?|symptoms?)(?: \d+)?"
    r"(?:\s*[:=]+\s*|\s+[-–—]\s+)"
)
NOT_HAD = r"(?!(?:been|had|to|lost|died|denied|an?\s+(?:history|hx|family)|history|hx)\b)"
AGED = r"(?:(?:\d{1,3} ?-?(?:y(?:ea)?rs?[- ]?olds?|y/?o)|adult|elderly|young|older|healthy) )*"
PERSON = (
    r"(?:pt|patient|client|resident|man|woman|lady|gentleman|male|female|boy|girl|toddler|teen(?:ager)?|child|person)"
)
WHO = rf"(?:(?:this|the|an?|my|our) )?(?:{AGED}{PERSON}|he|she|they|i)"
HAS = (
    r"(?: (?:with|w/|is|am|has|have|had|was|who|now|also|still|got|being|known|presents?|presented|presenting|admitted"
    r"|seen|here|comes?|came|in|for|suffers?|suffering|from|reports?|reporting|developed|developing|diagnosed"
    r"|complains?|complaining|of|c/o|experiences|experiencing))+"
)
COMPLAINS = r"(?:c/o|complain(?:s|ing|ed) of|present(?:s|ing|ed)? with|(?:admitted|admission|adm) (?:for|with))"
SAYS_SO = (
    rf"{COMPLAINS}"
    r"|(?:(?:newly|recently|just|since) )?(?:diagnosed|dx'?d?) (?:with|as)|(?:new|recent) (?:diagnosis|dx) of|k/c/o"
    r"|suffer(?:s|ing) from|there (?:is|are)|this is|it is|it's|consistent with|c/w|compatible with|suggestive of"
    r"|(?:known |likely )?case of|diagnosis of|(?:evaluation|assessment|work-?up|eval|w/u) (?:of|for)|concern for"
    r"|(?:an? )?(?:episode|bout|flare|attack)s? of|i(?:'|’)?ve(?: got)?"
    r"|(?:i|we) (?:think|believe|suspect|guess)(?: that)? (?:i|he|she|it|this|they)(?:'s| is| has| have|’s)(?: got)?"
)
ICD = r"icd[- ]?10(?:[- ]?cm)?(?: (?:dx )?codes?)?"
CODE_FOR = rf"(?:what(?:'s| is) the )?(?:{ICD}|(?:dx |diagnosis )?codes?)(?: (?:for|of)|:) (?:an? )?"
SEEN_FOR = (
    r"(?:(?:here|seen|in) )?(?:for )?(?:an? )?(?:follow[- ]?up|f/?u|recheck)(?: visit| appointment| appt)?"
    r"(?: (?:of|for|on|re))? (?!(?:of|for|exam\w*|after|care|visit|appt|appointment)\b)(?:an? |the )?"
)
MALE_OR_FEMALE = r"\d{1,3} ?[mf],? (?:(?:with|w/|c/o) )?"
HAD_BY = rf"(?:{WHO}{HAS}|{SAYS_SO}) {NOT_HAD}(?:(?:an?|some|the) )?"
SURE = re.compile(
    rf"(?:{MARK}|{MALE_OR_FEMALE}|{SEEN_FOR}|{HEADING}|{CODE_FOR}|{HAD_BY})+(?=\w|[#?<>↑↓])", re.IGNORECASE
)
SLIGHT = re.compile(
    r"(?:(?:an?|the|some|new(?:[- ]onset)?|newly diagnosed|recent|confirmed|definite|dx|poss(?:ible|ibly)?"
    r"|prob(?:able|ably)?|likely|suspected|query|known) )+(?=\w)",
    re.IGNORECASE,
)
BRACKETED = re.compile(r"[\[{]([^\[\]{}]+)[\]}]")
CODE_OF = re.compile(rf"(?<=\w)\W+{ICD}\W*$", re.IGNORECASE)
BEHIND = re.compile(
    r"(?<=\w)(?:(?:\s*[,;]\s*|\s+[-–]\s+|\s*\(\s*)(?:confirmed|known|ongoing)\s*\)?"
    rf"|,? in (?:an? )?{AGED}(?:{PERSON}s?|adults?|(?:the )?elderly))$",
    re.IGNORECASE,
)
PAST = re.compile(
    r"(?:(?:significant )?(?:pmhx?|psh|past (?:medical |surgical )?(?:history|hx)|medical (?:history|hx))"
    r"(?: ?[:=]| of| includes?| significant for| notable for)?|(?:h/o|hx|history) ?[:=]) +(?:of )?(?=\w)",
    re.IGNORECASE,
)
OF_A_MAN = re.compile(r"(?=.*\b(?:\d+ ?m|man|male|boy|gentleman|he)\b).*\b(?:breast|nipple|gyn[ae]+co)", re.IGNORECASE)
STOPPED = re.compile(r"(?:[!…]|\s[-–—]+|(?<![.\s][^\W\d])(?<!^\w\d\d)\.)+$")  # “gout.”, but no code and no “s.o.b.”
TAG = r"\s*\((?:disorder|finding|disease|situation|event|morphologic abnormality)\)\s*$"  # of a name of SNOMED CT
AS_TYPED = (
    (re.compile(TAG, re.IGNORECASE), ""),
    (re.compile("[’‘`´]"), "'"),
    (re.compile(r"(?<=\w)(?: +[—–]|;) +(?=\w)"), ", "),
    (re.compile(r"[_\s]+"), " "),
)
SHORTEST = 2  # letters and digits of what is left


def introduced(text: str) -> str:
    """What a text introduces, as a list, a heading or a sentence does, with “h/o” before what is past; the text itself
    where it introduces nothing.

    >>> introduced("Dx: gout"), introduced("2. anaemia"), introduced("pt with SBO"), introduced("I've got a rash")
    ('gout', 'anaemia', 'SBO', 'rash')
    >>> introduced("1. Patient has known gout"), introduced("gout, icd 10 code"), introduced("gout")
    ('gout', 'gout', 'gout')
    >>> introduced("PMH: stroke"), introduced("Hx: gout"), introduced("45M gout"), introduced("[gout]")
    ('h/o stroke', 'h/o gout', 'gout', 'gout')
    >>> introduced("gout."), introduced("s.o.b."), introduced("E11.")
    ('gout', 's.o.b.', 'E11.')
    >>> introduced("colonic AVM; bleeding"), introduced("skin_tags"), introduced("dx - gout"), introduced("gout -")
    ('colonic AVM, bleeding', 'skin tags', 'gout', 'gout')
    >>> introduced("Fissure in ano (disorder)"), introduced("Tachycardia (finding)")
    ('Fissure in ano', 'Tachycardia')
    >>> introduced("patient has no fever"), introduced("past diagnosis: gout"), introduced("I have to pee a lot")
    ('no fever', 'past diagnosis: gout', 'I have to pee a lot')
    """
    found = text.strip(' "“”?')
    for mark, usual in AS_TYPED:
        found = mark.sub(usual, found)
    found = STOPPED.sub("", found)
    found = bracketed[1] if (bracketed := BRACKETED.fullmatch(found)) else found
    found = PAST.sub("h/o ", found, count=1) if PAST.match(found) else found
    found = CODE_OF.sub("", SURE.sub("", found, count=1) if SURE.match(found) else found)
    return text if sum(map(str.isalnum, found)) < SHORTEST or OF_A_MAN.match(text) else found


def slightly_introduced(text: str) -> str:
    """The text without an article, or words that say how new or sure it is, which names have as well: “a cough”.

    >>> slightly_introduced("new headaches"), slightly_introduced("an asthma attack"), slightly_introduced("newborn")
    ('headaches', 'asthma attack', 'newborn')
    >>> slightly_introduced("new onset gout")
    'gout'
    >>> slightly_introduced("suspected gout"), slightly_introduced("known to the police")
    ('gout', 'to the police')
    >>> slightly_introduced("asthma (confirmed)"), slightly_introduced("gout in a 50 yo man")
    ('asthma', 'gout')
    >>> slightly_introduced("breast cancer in a man"), slightly_introduced("suspected DVT, leg swelling")
    ('breast cancer in a man', 'suspected DVT, leg swelling')
    """
    if OF_A_MAN.match(text) or all(certainty_of(text)):  # what is sure is not what is suspected beside it
        return text
    return BEHIND.sub("", SLIGHT.sub("", text, count=1) if SLIGHT.match(text) else text)
