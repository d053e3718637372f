"""How other terminologies and letters word what ICD-10-CM words otherwise: “effusion of joint of right elbow” is one of
the right elbow, “late effects of polio” its sequelae, “LOC 20 min” a loss of consciousness of 30 minutes or less."""

from __future__ import annotations

import re

JOINTS = "shoulder|elbow|wrist|hand|hip|knee|ankle|foot"
OF_JOINTS = "stiffness|effusion|instability|pain|swelling|contracture|laxity|deformity|derangement|osteoarthritis"
LOOSE = "shoulder|elbow|wrist|hand|hip|ankle|foot"  # whose ligaments have a code of their own, as a knee's have not
BLOOD_CANCER = r"leuka?emia|lymphoma|myeloma|[acn]ml|[ac]ll|apl|\bmm\b"
SIDED = r"(?P<side>(?:left|right|both|bilateral) )?"
OPERATED = (
    r"^post[- ]?(?:op(?:erative)?[- ])?(?P<what>(?:[\w-]+ ){0,4}\w*"
    r"(?:ectomy|otomy|ostomy|plasty|amputation|transplant|graft|repair|fusion|reconstruction)s?)$"
)
DIABETES = r"t[12]dm|dm ?[12]|type [12] (?:dm|diabetes(?: mellitus)?)|n?iddm"
OF_EYES = r"n?pdr|dme|(?:non-?)?prolif\w+|(?:diabetic )?(?:retinopathy|maculopathy)"
AWAY = "loss of consciousness of"
TIMES_AWAY = (  # as names say how long
    (r"(?:a )?(?:few )?(?:\d+ ?(?:s|secs?|seconds?)|seconds|(?:30|[12]?\d) ?(?:mins?|minutes?))", "30 minutes or less"),
    (r"(?:3[1-9]|[45]\d) ?(?:mins?|minutes?)", "31 minutes to 59 minutes"),
    (r"[1-5] ?(?:h|hrs?|hours?)", "1 hour to 5 hours 59 minutes"),
    (r"(?:[6-9]|1\d|2[0-4]) ?(?:h|hrs?|hours?)", "6 hours to 24 hours"),
)
WORDINGS = (
    (re.compile(rf"\bjoint of (?:the )?{SIDED}(?P<part>{JOINTS})(?: region)?\b", re.I), r"\g<side>\g<part>"),
    (
        re.compile(
            r"\b(?P<side>(?:left|right) )(?!(?:hand|foot) joint (?:pain|swelling))"  # pain in a hand is of more
            rf"(?P<part>{JOINTS}) (?:joint|region)(?: region)?(?=$| (?:{OF_JOINTS})$)",
            re.I,
        ),
        r"\g<side>\g<part>",
    ),
    (
        re.compile(rf"^(?P<side>(?:left|right) )(?P<part>{LOOSE}) (?:ligament(?:ous)? laxity|lax ligaments?)$", re.I),
        r"disorder of ligament, \g<side>\g<part>",
    ),
    (re.compile(OPERATED, re.I), r"status post \g<what>"),
    (re.compile(r"^late effects? of (?=\w)", re.I), "sequelae of "),
    (re.compile(r"(?<=\w) as (?:an? )?(?:late )?(?:sequelae?|effect|consequence) of (?=\w)", re.I), " following "),
    (
        re.compile(
            r"^adverse (?:drug )?(?:reaction|event) (?:caused by|due to|to|from|following)(?: the)?(?: drug)? (?=\w)",
            re.I,
        ),
        "adverse effect of ",
    ),
    (
        re.compile(
            rf"(?P<what>(?:{BLOOD_CANCER}).*?),? in (?:(?:complete|molecular|cytogenetic|ha?ematologic(?:al)?|major"
            r"|deep|first|second|full|partial|continuous) )+(?:remission|response)",
            re.I,
        ),
        r"\g<what>, in remission",
    ),
    (
        re.compile(r"\bnih(?:ss| stroke scale(?: score)?)(?: total)?(?:(?: of| is|:|=))? (?=\d{1,2}\b)", re.I),
        "NIHSS score ",
    ),
    (re.compile(r"\b(\d\d)\+[0-6](?= ?(?:weeks?|wks?|w)\b)", re.I), r"\1"),
    (re.compile(r"\bmelanoma of (?:the )?skin(?:,| of) (?:the )?(?=\w)", re.I), "melanoma of "),
    (re.compile(r"\bdz\b", re.I), "disease"),
    (re.compile(r",? init(?:ial)?(?: enc(?:ounter)?)?\.?$", re.I), ", initial encounter"),
    (re.compile(rf"^(?P<type>{DIABETES}), (?={OF_EYES})", re.I), r"\g<type> with "),
    *(
        (re.compile(rf"[, ]+(?:with )?LOC (?:for |of |~|x ?|<|> ?)?{time}\b", re.I), f" with {AWAY} {long}")
        for time, long in TIMES_AWAY
    ),
    (re.compile(r"(?<!exstrophy of )\burinary bladder\b", re.I), "bladder"),
    (re.compile(r"\bST[- ]segment elevation\b", re.I), "ST elevation"),
    (re.compile(r"\b(?:fetus or newborn|foetus or newborn|fetus and newborn|newborn or fetus)\b", re.I), "newborn"),
)
TITLE = re.compile(r"(?P<name>[^;a-z]{6,}); (?P<symbol>[A-Z][A-Z0-9-]{1,9})")  # of OMIM
OF_TYPE = re.compile(r"\btype \w+$", re.I)  # which classifications tell apart
NUMBER = re.compile(r"(?:^|(?<!type) )\d{1,3}[a-z]?$", re.I)


def other_wording(text: str) -> str:
    """A text in the words that ICD-10-CM's names have; "" where it has no such wording.

    >>> other_wording("Contracture of joint of right shoulder region"), other_wording("late effects of polio")
    ('Contracture of right shoulder', 'sequelae of polio')
    >>> other_wording("right knee joint stiffness"), other_wording("left hip ligament laxity")
    ('right knee stiffness', 'disorder of ligament, left hip')
    >>> other_wording("Adverse reaction caused by simvastatin"), other_wording("AML, in complete remission")
    ('adverse effect of simvastatin', 'AML, in remission')
    >>> other_wording("concussion, LOC 20 min"), other_wording("hip infection, init enc")
    ('concussion with loss of consciousness of 30 minutes or less', 'hip infection, initial encounter')
    >>> other_wording("T1DM, PDR with TRD"), other_wording("metastatic dz")
    ('T1DM with PDR with TRD', 'metastatic disease')
    >>> other_wording("pain in joint"), other_wording("depression in full remission")
    ('', '')
    """
    found = text.strip()
    for pattern, instead in WORDINGS:
        found = " ".join(pattern.sub(instead, found).split())
    return found if found != " ".join(text.split()) else ""


def without_symbol(text: str) -> str:
    """A title of OMIM without its symbol; "" for another text.

    >>> without_symbol("RETINITIS PIGMENTOSA 4; RP4"), without_symbol("gout; COPD"), without_symbol("COPD; HTN")
    ('retinitis pigmentosa 4', '', '')
    """
    found = TITLE.fullmatch(text.strip())
    return found["name"].lower() if found and _is_symbol_of(found["symbol"], found["name"]) else ""


def _is_symbol_of(symbol: str, name: str) -> bool:
    """Whether a symbol begins as the name does, and ends with its number."""
    number = re.search(r"\d+[A-Z]?(?=\)?$|,? ?\()", name)
    return symbol[0] == name[0] or bool(number and symbol.endswith(number[0]))


def without_number(text: str) -> str:
    """A title without its number, its pieces in the order of a plain name; "" where it is of a type.

    >>> without_number("muscular dystrophy, limb-girdle, autosomal recessive 1")
    'autosomal recessive limb-girdle muscular dystrophy'
    >>> without_number("spastic paraplegia 11, autosomal recessive"), without_number("hemochromatosis, type 1")
    ('autosomal recessive spastic paraplegia', '')
    """
    if OF_TYPE.search(text):
        return ""
    pieces = (NUMBER.sub("", one.strip()) for one in text.split(","))
    return " ".join(reversed([one for one in pieces if one]))
