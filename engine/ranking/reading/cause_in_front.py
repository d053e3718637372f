"""What something is due to, in front of it, as names and forms have it: “proctitis caused by irradiation” is radiation
proctitis."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames

BY = r"(?:due to|caused by|induced by|secondary to|from)"
CAUSES = {
    "radiation": "(?:pelvic |chest |abdominal |neck )?(?:radiation|irradiation|radiotherapy|radiation therapy|rt)",
    "alcoholic": "alcohol|alcohol use|alcohol abuse|alcoholism",
    "drug-induced": "drugs?|medications?|medicines?|medicaments?",
    "steroid-induced": "(?:cortico)?steroids?(?: therapy| use)?",
    "diabetic": "diabetes(?: mellitus)?",
    "uremic": "ura?emia",
    "traumatic": "trauma|injury",
}
DUE = {one: re.compile(rf"(?P<what>\w.*?),? {BY} (?:{cause})", re.IGNORECASE) for one, cause in CAUSES.items()}


def cause_in_front(text: str, known: KnownNames) -> str:
    """A finding with its cause in front of it, where that is a form or a name of the terminology that comes first; ""
    where it is neither, or the text is known as it stands."""
    for adjective, due in DUE.items():
        if (found := due.fullmatch(text.strip())) and known.finding(text) is None:
            as_named = f"{adjective} {found['what']}"
            return as_named if known.is_form(as_named) or known.of_first.is_name(as_named) else ""
    return ""
