"""A disorder that a substance brings about, in the words of ICD-10-CM: “heroin induced psychosis” is one of opioid use,
“solvent dependence with hallucinations” one of an inhalant, “mild cannabis use disorder” is abuse."""

from __future__ import annotations

import re

SUBSTANCES = {  # as names call a substance, and what it induces: other words for it
    ("alcohol", "alcohol"): "alcohol|ethanol|etoh",
    ("opioid", "opioid"): (
        "opioids?|opiates?|heroin|morphine|fentanyl|oxycodone|codeine|methadone|tramadol|hydrocodone|narcotics?"
    ),
    ("cannabis", "cannabis"): (
        "cannabis|marijuana|marihuana|weed|hashish|thc|spice|skunk|cannabinoids?|synthetic cannabinoids?"
    ),
    ("sedative, hypnotic or anxiolytic", "sedative, hypnotic or anxiolytic"): (
        "sedatives?|hypnotics?|anxiolytics?|benzos?|benzodiazepines?|barbiturates?|sleeping (?:pills?|tablets?)"
        "|diazepam|alprazolam|xanax|valium|z-drugs?"
    ),
    ("cocaine", "cocaine"): "cocaine|crack|crack cocaine|coke",
    ("other stimulant", "stimulant"): (
        "(?:other )?stimulants?|amphetamines?|methamphetamines?|metamfetamine|meth|crystal meth|speed|methylphenidate"
        "|caffeine"
    ),
    ("hallucinogen", "hallucinogen"): (
        "hallucinogens?|psychedelics?|lsd|magic mushrooms?|psilocybin|mdma|ecstasy|ketamine|pcp|phencyclidine"
        "|mescaline|dmt"
    ),
    ("inhalant", "inhalant"): "inhalants?|(?:volatile )?solvents?|glue|petrol|aerosols?|nitrous oxide|poppers",
    ("other psychoactive substance", "psychoactive substance"): (
        "(?:other )?(?:psychoactive )?(?:substances?|drugs?)|poly-?(?:substance|drug)s?|ghb"
    ),
}
DISORDERS = {  # as names call what it induces: other words for it
    "psychotic disorder with delusions": "delusions|delusional disorder|psychosis with delusions",
    "psychotic disorder with hallucinations": "hallucinations|hallucinosis|psychosis with hallucinations",
    "psychotic disorder, unspecified": "psychosis|psychotic (?:disorder|episode|symptoms)",
    "mood disorder": "depression|depressive (?:disorder|episode)|mood disorder|mania|manic episode|bipolar disorder",
    "anxiety disorder": "anxiety(?: disorder)?",
    "sleep disorder": "insomnia|sleep (?:disorder|disturbance)",
    "sexual dysfunction": "sexual dysfunction",
    "persisting dementia": "(?:persisting )?dementia",
    "persisting amnestic disorder": "(?:persisting )?(?:amnestic (?:disorder|syndrome)|amnesia)",
}
STATES = {
    "use, unspecified": "use(?:,? unspecified)?",
    "abuse": "abuse|misuse|harmful use|mild use disorder",
    "dependence": "dependence|dependency|addiction|(?:moderate|severe) use disorder",
}
INDUCED = re.compile(r"(?P<what>\w.*?)[ -](?:induced|related) (?P<disorder>\w.*)", re.IGNORECASE)
WITH = re.compile(
    rf"(?P<what>\w.*?) (?P<state>{'|'.join(STATES.values())}) with (?:[\w, -]+[ -]induced )?(?P<disorder>\w.*)",
    re.IGNORECASE,
)
MILD = re.compile(
    r"(?:mild (?P<mild>\w.*?) use disorder|harmful use of (?P<harmful>\w.*?))(?P<over>,? in (?:\w+ )?remission)?",
    re.IGNORECASE,
)


def disorder_of_substance(text: str) -> list[str]:
    """The names that a disorder by a substance may have, the likeliest first; [] of another text.

    >>> disorder_of_substance("heroin induced psychosis")[0]
    'opioid use, unspecified with opioid-induced psychotic disorder, unspecified'
    >>> disorder_of_substance("LSD abuse with delusions")[0]
    'hallucinogen abuse with hallucinogen-induced psychotic disorder with delusions'
    >>> disorder_of_substance("mild cannabis use disorder, in early remission")
    ['cannabis abuse, in remission']
    >>> disorder_of_substance("steroid induced psychosis"), disorder_of_substance("opioid induced constipation")
    ([], [])
    """
    if found := MILD.fullmatch(text.strip()):
        substance, _ = _substance(found["mild"] or found["harmful"])
        return [f"{substance} abuse, {'in remission' if found['over'] else 'uncomplicated'}"] if substance else []
    found = WITH.fullmatch(text.strip()) or INDUCED.fullmatch(text.strip())
    substance, induces = _substance(found["what"]) if found else ("", "")
    disorder = _named(found["disorder"], DISORDERS) if found and substance else ""
    if not found or not disorder:
        return []
    state = _named(found["state"], STATES) if found.re is WITH else next(iter(STATES))
    kinds = (f"{induces}-induced {disorder}", disorder, f"{induces}-induced {disorder.removeprefix('persisting ')}")
    return [f"{substance} {state} with {kind}" for kind in kinds]


def _substance(word: str) -> tuple[str, str]:
    """What names call a substance, and what it induces; two "" of another word."""
    found = (names for names, words in SUBSTANCES.items() if re.fullmatch(words, word, re.IGNORECASE))
    return next(found, ("", ""))


def _named(word: str, table: dict[str, str]) -> str:
    return next((name for name, words in table.items() if re.fullmatch(words, word, re.IGNORECASE)), "")
