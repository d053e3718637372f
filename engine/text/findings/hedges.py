"""Words by which somebody says who has a finding, how sure or new it is, how it is graded, how long it lasts, after
what it came or what it is treated with, not what it is: “65 y/o with gout”, “r/o MI”, “cough x 3 days”."""

from __future__ import annotations

import re

from engine.text.dictionary.clinical_dictionary import ClinicalDictionary
from engine.text.findings.introductions import COMPLAINS

LOOKED_FOR = re.compile(
    r"(?<=\w)\W+(?:\?|(?:r/o|rule out|vs\.?|versus)(?!\w))\s*\w.*", re.IGNORECASE
)  # not a finding, but why it is asked, or what else it may be
COMPLAINING = re.compile(rf"^(?:(?:pt|patient) +)?{COMPLAINS} +(?=\w)", re.IGNORECASE)
OF_A_CHILD = re.compile(
    r"^(?:(?:my|our) +)?(?:sons?|daughters?|child(?:ren)?|baby|kids?|toddler|boy|girl) +(?:has|have)(?: got)? +"
    r"(?!(?:no|not|never|been|had|died|left|to|two|three)\b)(?:an? +)?(?=\w)"
    r"|^(?:my|our) +(?:son|daughter|child|baby|toddler) +with +(?:an? +)?(?=\w)",
    re.IGNORECASE,
)  # as a parent asks
HEDGE = re.compile(
    r"(?:\?|\b(?:poss(?:ible|ibly)?|prob(?:able|ably)?|likely|suspected|suspicion of|query|rule[sd]? out|r/o"
    r"|new[- ]onset|worsening|known)\b(?: for)?) *",
    re.IGNORECASE,
)

AGED = re.compile(
    r"^\d+ ?-?(?:y(?:ea)?rs?[- ]?olds?|y/?o|months?[- ]?olds?|m/?o)\b"
    r"(?: ?(?:m|f|male|female|man|woman|boy|girl|pt|patient)\b)?"
    r"(?:,? (?:with|w/?|c/o|here for|for)(?= ))?\W*(?=\w)",
    re.IGNORECASE,
)
GRADED = re.compile(
    r"\b(?:nyha|killip|ecog|gleason|gold|child[- ]pugh|asa)(?: (?:class|fc|score|grade|stage|group|ps))?"
    r" ?(?:\d+(?: ?[-+/] ?\d+)?|[ivx]+(?: ?[-/] ?[ivx]+)?|[a-d])\b\W*",
    re.IGNORECASE,
)
UNIT = r"(?:min(?:ute)?|hr|hour|d|day|night|wk|w|week|mo|month|yr|y|year)s?"
MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
SINCE = (
    r"since (?:yesterday|last (?:night|week|month|year)|this morning|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    rf"|{MONTH}|(?:{MONTH} )?(?:19|20)\d\d)"
)
LASTS = re.compile(
    r"^(?!.*\b(?:loc|loss of consciousness|unconscious|vision|va|acuity|eyesight)\b)(.*?\w)(?<!^ever)(?!\+)\W+"
    r"(?:(?:[x×>] ?|for |since |over )(?:the )?(?:past |last )?"
    rf"(?:\d+(?: ?- ?\d+)?|a few|an?|several|many|one|two|three|couple(?: of)?) ?{UNIT}|{SINCE}"
    r"|(?:[x×] ?|for )?\d+(?:/7|/52)|(?<!vitamin )\d{2,}(?-i:[hd])|(?:[x×] ?|for )\d+(?:/12|[hd])|\d+/12)(?: now)?$",
    re.IGNORECASE,
)
ACCIDENT = (
    r"(?:mechanical |ground[- ]level )?"
    r"(?:falls?|falling|mv[ac]|(?:car|motor vehicle) (?:accident|crash|wreck|collision)|assault)"
)
SIZE = r"\d+(?:\.\d+)?"
MEASURED = re.compile(
    rf"(?<=\w)\W+{SIZE} ?(?:[x×] ?{SIZE} ?)*(?:cm|mm)\b|^{SIZE} ?(?:[x×] ?{SIZE} ?)*(?:cm|mm)\b ?(?=\w)", re.I
)
CAME_FIRST = re.compile(
    rf"^(?:(?:{ACCIDENT}|(?:fell|slipped(?! dis[ck])|tripped)\b[^,;:]*)(?:[,;:]| with| w/?)|mv[ac]) +"
    r"(?!(?:initial|subsequent|sequela)\b)(?=\w)",
    re.IGNORECASE,
)
CAME_AFTER = re.compile(
    rf"(?<=\w)\W+(?:after|s/p|status post|following|from|d/t|due to|2/2) (?:an? |the )?{ACCIDENT}$", re.IGNORECASE
)
RADIATES = re.compile(  # where a pain goes, not where it is; but into a leg it is of a nerve
    r"(?<=\w)\W+radiat(?:ing|es|ed|ion) (?:in)?(?:to|down|up|across|through|towards?)\b"
    r"(?!.*\b(?:legs?|foot|feet|buttocks?|thighs?|calf|calves|knees?)\b).*",
    re.IGNORECASE,
)
ON = re.compile(r"(?<=\w)\W+(on (?:home )?(\w.*))$", re.IGNORECASE)


def unhedged(text: str, dictionary: ClinicalDictionary) -> str:
    """`text` without its hedges and what else says nothing of which finding it is; as it is where nothing else is left.

    That is: whose child has it and how old somebody is; how a scale grades it, how large it is, how long it lasts and
    where it radiates to; what is to be ruled out. Where a finding stands beside, it is also the accident that it came
    after and what it is treated with; of what somebody can be treated with, `dictionary` has forms (“on warfarin”).

    >>> from engine.text.dictionary.clinical_dictionary import shipped
    >>> [unhedged(one, shipped()) for one in ("possible pneumonia", "? DVT", "unlikely", "suspected")]
    ['pneumonia', 'DVT', 'unlikely', 'suspected']
    >>> [unhedged(one, shipped()) for one in ("chest pain r/o MI", "leg swelling ?DVT", "pneumonia?")]
    ['chest pain', 'leg swelling', 'pneumonia']
    >>> [unhedged(one, shipped()) for one in ("cough x 3 days", "hip pain after fall", "fall from bed", "OSA on CPAP")]
    ['cough', 'hip pain', 'fall from bed', 'OSA']
    >>> [unhedged(one, shipped()) for one in ("diarrhoea 5/7", "anuria 12h", "LOC for 30 min", "SLE since 2015")]
    ['diarrhoea', 'anuria', 'LOC for 30 min', 'SLE']
    >>> [unhedged(one, shipped()) for one in ("65 yo F with COPD GOLD 3", "MVA, neck pain", "fell off roof, back pain")]
    ['COPD', 'neck pain', 'back pain']
    >>> [unhedged(one, shipped()) for one in ("syncope vs seizure", "pt c/o chest pain", "my son has a cough")]
    ['syncope', 'chest pain', 'cough']
    >>> [unhedged(one, shipped()) for one in ("AAA 5.2 cm", "8mm lung nodule", "mass 3 x 4 cm", "FEV1 5 l")]
    ['AAA', 'lung nodule', 'mass', 'FEV1 5 l']
    >>> [unhedged(one, shipped()) for one in ("chest pain radiating to left arm", "loin pain, radiates into groin")]
    ['chest pain', 'loin pain']
    """
    found = _untreated(LOOKED_FOR.sub("", text.strip()), dictionary)
    found = CAME_AFTER.sub("", RADIATES.sub("", LASTS.sub(r"\1", found)))
    for one in (AGED, OF_A_CHILD, COMPLAINING, CAME_FIRST, GRADED, MEASURED, HEDGE):
        found = " ".join(one.sub(" ", found).split())
    return found or text


def _untreated(text: str, dictionary: ClinicalDictionary) -> str:
    """`text` without a form of `dictionary` at its end that begins with “on”, at home or not."""
    treated = ON.search(text)
    if treated is None or not any(dictionary.find(one.split()) for one in (treated[1], f"on {treated[2]}")):
        return text
    return text[: treated.start()]
