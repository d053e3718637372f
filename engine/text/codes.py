"""Codes as people type them: the spellings that a terminology may have for “I219”, “m54 5”, “E11.-” or “hp:1250”."""

from __future__ import annotations

import re

LONGEST, CATEGORY = 40, 3  # characters of a text that may be a code, and of an ICD code before its point
AROUND = " .,;:+*†-–"  # points at the end, the dagger and asterisk of ICD-10, the dash of “E11.-”
BETWEEN = re.compile(r"[\s.\-–_/]+")
ICD = re.compile(r"([A-Z]\d[0-9A-Z])([0-9A-Z]{0,4})")
PREFIXED = re.compile(r"([A-Z][A-Z_]{1,11})[-_: .]*(\d{1,10})", re.I)
DESCRIPTOR = re.compile(r"(?:MESH[-_: .]*)?([CD]\d{6,9})", re.I)
POINTED = r"[A-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4}"  # an ICD code with its point
FULL_CODE = re.compile(rf"{POINTED}|[A-Z][A-Z_]{{1,11}}:\d{{4,10}}", re.IGNORECASE)  # in its full spelling
CODE_AND_WORDS = re.compile(rf"(?P<code>{POINTED}|[A-Z][A-Z_]{{1,11}}:\d{{2,10}})[\s,:;–-]+(?P<words>[^\W\d_].*)", re.I)
SHORT_CODE_AND_WORDS = re.compile(r"(?P<code>[A-Z]\d[0-9A-Z])[\s,:;–-]+(?P<words>[^\W\d_].*)", re.IGNORECASE)
CODE_BEHIND = re.compile(  # “Asthma (J45.909)”, “hypertension - I10”; of three characters only so set apart
    rf"[^\W\d_].*?(?:(?<![\s,:;–-])[\s,:;–-]+\(?(?P<full>{POINTED}|[A-Z][A-Z_]{{1,11}}:\d{{4,10}})\)?"
    r"|(?<!\s)(?:\s*\(|\s+[–-]\s*)(?P<short>(?!C19)[A-Z]\d[0-9A-Z])\)?)",
    re.IGNORECASE,
)
ONE_OF_SEVERAL = re.compile(rf"{POINTED}|[A-Z]\d[0-9A-Z]|[A-Z][A-Z_]{{1,11}}:\d{{2,10}}", re.IGNORECASE)
APART = re.compile(r"[\s,;/|+&]+(?:and[\s,;]+)?", re.IGNORECASE)  # what stands between several codes
MARKS = ("-", "", "_", ".", " ", "/")  # between the letters and digits of a hospital's own ids, “KH-150”
PADDED = 7  # digits in the ids of OBO ontologies
WITHOUT_PREFIX = {7: ("HP", "MONDO", "DOID", "UBERON"), 6: ("OMIM",)}  # by the number of digits typed


def code_and_words(text: str) -> tuple[str, str] | None:
    """A code at the beginning of a text, and the words behind it; None where it has not both. One of three characters
    counts for none: C19 is COVID-19 as well.

    >>> code_and_words("M17.1 left knee"), code_and_words("HP:0001250, severe"), code_and_words("C19 positive")
    (('M17.1', 'left knee'), ('HP:0001250', 'severe'), None)
    """
    found = CODE_AND_WORDS.fullmatch(text.strip())
    return (found["code"], found["words"]) if found else None


def short_code_and_words(text: str) -> tuple[str, str] | None:
    """A code of three characters at the beginning of a text, and the words behind it, whatever else it may stand for.

    >>> short_code_and_words("I10 hypertension"), short_code_and_words("I10")
    (('I10', 'hypertension'), None)
    """
    found = SHORT_CODE_AND_WORDS.fullmatch(text.strip())
    return (found["code"], found["words"]) if found else None


def code_behind(text: str) -> str:
    """The code that stands behind a name, as records list both; "" where none does.

    >>> code_behind("Asthma (J45.909)"), code_behind("hypertension - I10"), code_behind("gout M10.9")
    ('J45.909', 'I10', 'M10.9')
    >>> code_behind("M10.9"), code_behind("COVID (C19)"), code_behind("vitamin B12"), code_behind("non-A1C")
    ('', '', '', '')
    """
    found = CODE_BEHIND.fullmatch(text.strip())
    return (found["full"] or found["short"]) if found else ""


def several_codes(text: str) -> list[str]:
    """The codes of a text that is made of several and nothing else; [] for any other.

    >>> several_codes("I10 E11.9"), several_codes("I21.9 and E11.9"), several_codes("HP:0001250; hp:0001251")
    (['I10', 'E11.9'], ['I21.9', 'E11.9'], ['HP:0001250', 'hp:0001251'])
    >>> several_codes("I10"), several_codes("B12 low")
    ([], [])
    """
    codes = [one for one in APART.split(text.strip(AROUND)) if one]
    return codes if len(codes) > 1 and all(map(ONE_OF_SEVERAL.fullmatch, codes)) else []


def code_readings(text: str) -> list[str]:
    """The spellings in which a terminology may have the code `text`, the likeliest first; [] for what is no code.

    What is typed comes first, without points and dashes around it. Then an ICD code with its point after the third
    place, an id with its prefix, a colon and seven digits or as many as typed, or with another mark there, digits alone
    with usual prefixes, and MeSH ids with and without theirs. Most of these exist nowhere: whoever asks looks them up,
    whatever their case.

    >>> code_readings("m54 5"), code_readings("hp 1250")[1]
    (['m54 5', 'M54.5'], 'HP:0001250')
    >>> code_readings("K 2.6"), code_readings("-1")
    ([], [])
    """
    typed = " ".join(text.split()).strip(AROUND)
    if not typed or len(typed) > LONGEST or not any(character.isdigit() for character in typed):
        return []
    if typed.isdigit() and not text.strip()[0].isdigit():  # “-1” is a number
        return []
    found = {typed: None}
    icd = ICD.fullmatch(BETWEEN.sub("", typed).upper())
    if icd and len(BETWEEN.sub("", typed.partition(".")[0])) >= CATEGORY:  # “K 2.6” is low potassium
        found.setdefault(f"{icd[1]}.{icd[2]}" if icd[2] else icd[1])
    if descriptor := DESCRIPTOR.fullmatch(typed):
        found |= dict.fromkeys((descriptor[1].upper(), f"MESH:{descriptor[1].upper()}"))
    elif prefixed := PREFIXED.fullmatch(typed):
        prefix, digits = prefixed[1].upper().rstrip("_"), prefixed[2]
        found |= dict.fromkeys(f"{prefix}:{number}" for number in (digits.zfill(PADDED), digits, digits.lstrip("0")))
        found |= dict.fromkeys(f"{prefix}{mark}{digits}" for mark in MARKS)
    elif typed.isdigit():
        found |= dict.fromkeys(f"{prefix}:{typed}" for prefix in WITHOUT_PREFIX.get(len(typed), ()))
    elif len(found) == 1 and " " in typed:
        return []
    return [*found]
