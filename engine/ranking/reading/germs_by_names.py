"""A germ that no name has of a finding is left out: coders say it with a further code (“E. coli cystitis”)."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames

GERM = (
    r"(?:e\.? ?coli|escherichia coli|klebsiella(?: pneumoniae)?|pseudomonas(?: aeruginosa)?|proteus(?: mirabilis)?"
    r"|enterococc(?:us|al)(?: f\w+)?|enterobacter(?: cloacae)?|strep(?:tococc(?:us|al))?(?: (?:pyogenes|group [ab]))?"
    r"|group [ab] strep(?:tococc(?:us|al))?|gas|gbs|staph(?:ylococc(?:us|al))?(?: aureus| epidermidis)?|mssa|mrsa|vre"
    r"|esbl|coliforms?|serratia|acinetobacter|citrobacter|bacteroides|anaerob(?:es|ic))"
)
OF_A_SAMPLE = r"(?:sputum|urine|blood|wound|pus|stool|csf|fluid|throat|swab)(?: swab| sample)?"
GREW = (
    rf"(?:(?:{OF_A_SAMPLE} )?(?:cultures?|cx|mc&s)|{OF_A_SAMPLE})?"
    r" ?(?:grew|growing|grows|\+ve for|positive for|pos for|isolated|showed|with)"
)
COCCUS = re.compile(r"coccus\b", re.IGNORECASE)
OF_GERM = re.compile(rf"\b{GERM}\b", re.IGNORECASE)
GREW_IT = re.compile(rf",? {GREW} ", re.IGNORECASE)
OF_GERM_ALONE = re.compile(rf"(?:{GREW} )?{GERM}", re.IGNORECASE)
WITH_GERM = re.compile(
    rf"{GERM}(?:[ -](?:positive|related|induced|infected))? (?P<behind>[^\W\d].*)"
    rf"|(?P<before>\w.*?\w),? (?:\(|(?:with|due to|from|caused by|secondary to|2/2|by|{GREW}) )?{GERM}\)?",
    re.IGNORECASE,
)


OF_PART = re.compile(
    r"infection (?:of (?:the )?(?P<part>\w[\w ]*?) )?(?:caused by|due to|with|by) (?:the )?(?P<germ>[^\W\d][\w. ]*)"
    r"|(?P<what>[^\W\d]+) (?:caused by|due to) (?:the )?(?P<cause>[^\W\d]+)(?P<species> [a-z]+)?",
    re.IGNORECASE,
)


def infection_by_germ(text: str, known: KnownNames) -> str:
    """An infection by a germ with the germ in front, as a form or a name has it: “infection of intestine caused by
    Giardia lamblia” is a Giardia infection, “meningitis caused by Listeria monocytogenes” a Listeria meningitis."""
    found = OF_PART.fullmatch(text.strip())
    if found is None or known.is_finding(text):
        return ""
    if what := found["what"]:
        ways = (f"{one} {what}" for one in (f"{found['cause']}{found['species'] or ''}", found["cause"]))
        return next(filter(known.is_finding, ways), "")
    germ, part = found["germ"], found["part"]
    of_part = ("{} infection of " + part, "{} " + part + " infection") if part else ()
    germs = (germ, germ.split()[0])  # and by its genus alone
    ways = (way.format(one) for way in (*of_part, "{} infection") for one in germs)
    return next(filter(known.is_finding, (*ways, germ)), "")


def without_germ(text: str, known: KnownNames) -> str:
    """The finding that a text says beside one of the germs that any organ may have, where no name has something of
    both; "" where one has, “E. coli sepsis”, or what the dictionary has a beginning for, “strep throat infection”."""
    found = WITH_GERM.fullmatch(text)
    if found is None:
        return ""
    what = found["behind"] or found["before"]
    if found["before"] and (by_germ := _by_germ(what, text[found.end("before") :], known)):
        return by_germ
    of_kind = (COCCUS.sub("coccal", way) for way in known.ways_of(text))  # as names say it: “staphylococcal arthritis”
    if not known.is_finding(what) or any(map(known.is_in_a_name, (*known.ways_of(text), *of_kind))):
        return ""
    words = text.split()
    germ_and_one = len(words) - len(what.split()) + 1
    begins = (" ".join(words[:length]) for length in range(germ_and_one, len(words))) if found["behind"] else ()
    begun = (way for one in filter(known.is_form, begins) for way in known.expansions(one))
    return "" if any(map(OF_GERM.search, begun)) else what


def _by_germ(what: str, behind: str, known: KnownNames) -> str:
    """A finding with the germ in front that grew, where a name has both, “sepsis, blood cultures grew E. coli”,
    else of its last word, “lobar pneumonia, Klebsiella”; "" where none has."""
    germ = OF_GERM.search(behind)
    if germ is None:
        return ""
    last = what.split()[-1]
    whole, of_last = f"{germ[0]} {what}", f"{germ[0]} {last}"
    if any(map(known.is_in_a_name, known.ways_of(whole))):
        return whole if GREW_IT.match(behind) else ""
    return of_last if last.lower() != "infection" and known.is_finding(of_last) else ""  # of which organ is lost
