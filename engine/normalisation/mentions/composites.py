"""Composite mentions: “breast and ovarian cancer” names two things, “head and neck cancer” one."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.text.plurals import singular

JOINED = re.compile(r"\s*,\s*(?:and/or|and|or|&)\s+|\s*,\s+|\s+(?:and/or|and|or|&|as well as)\s+|\s*/\s*(?!or\b)", re.I)
LINKED = re.compile(r"^(.*\b(?:of|in|with|to|for)\s+(?:the\s+)?)(.+)$", re.I)
TOGETHER = (  # joined words that name one place or one thing
    "head and neck|hand, foot and mouth|hand, foot, and mouth|hand-foot-and-mouth|foot and mouth|ear, nose and throat|"
    "ear, nose, and throat|nausea and vomiting|nausea, vomiting|learning and memory|skin and soft tissue|"
    "signs and symptoms|fingers and toes|hands and feet|with or without|mixed anxiety and depressive|pins and needles|"
    "position and vibration|colon and rectum"
)
ONE = re.compile(rf"\b(?:{TOGETHER})\b", re.I)
DEGREE_WORDS = """
unilateral bilateral partial complete total subtotal cortical hereditary nonhereditary inherited familial sporadic mild
moderate severe systolic diastolic multifocal multicentric multiple single solitary early late heterozygous homozygous
acquired congenital left right first second external internal cognitive functional social emotional diffuse focal
generalised generalized localised localized symptomatic asymptomatic simple sustained physical mental deep superficial
progressive recessive autosomal typical atypical rare
"""
DEGREES = frozenset(DEGREE_WORDS.split())  # two of these are one thing said of several degrees, origins or sides
IN_FAMILIES = frozenset(["hereditary", "familial", "inherited"])  # "hereditary breast and ovarian cancer" is one thing
CHANGED = frozenset(["impaired", "reduced", "decreased", "increased", "excessive", "abnormal"])
OF_EACH = re.compile(r"\b(?:deficien\w+|cancers?|carcinomas?|tumou?rs?|neoplasms?|injur\w+) (?:of|in) (?:the )?$", re.I)
GROWTH = re.compile(r"(?:omas?|a?emias?|cancers?|tumou?rs?|cysts?)$", re.I)
COMPOUND = re.compile(
    r"(?:muscular|hearing|lipid|(?:central |peripheral )?nervous system|corneal|blood|heart|soft tissue|cell|mental) "
    r"[^\W\d_]+$|"
    r"[^\W\d_]+ (?:type )?(?:syndrome|disease)s?$",
    re.I,
)
NUMBERED = re.compile(r"^(.*?\b(?:types?|stages?|grades?|factors?|class(?:es)?))\s+(\w{1,4})$", re.I)
CODE = re.compile(r"[A-Z]*\d+[A-Za-z]?|[IVX]+")
BRACKETED = re.compile(r"^(.+?)\s*\(([^()]+)\)$")
DEGREE_PREFIX = re.compile(r"^non[- ]?")
LONGEST = 8  # words of a conjunct


def split(text: str, known: Callable[[str], bool] | None = None) -> list[str]:
    """The names that `text` joins by “and”, “or”, “/” or a list, each with the words they share; [text] when it is one.

    With `known`, which says whether a text is a name of the dictionary, a known text is never split, and one whose
    parts are all known always is, but for the fixed pairs such as “head and neck”. Without it, or where it does not
    know, form decides: a list before one head (“colon, breast and lung cancers”), “cancer of the breast and ovary” and
    numbers (“C6 and C7 deficiency”) are split, a slash and words of degree or origin (“partial or complete”) are not.
    """
    whole = " ".join(text.split())
    if not JOINED.search(whole) or (known is not None and known(whole)):
        return [text]
    hidden = ONE.sub(lambda match: match[0].replace(" ", "\0").replace(",", "\1").replace("/", "\2"), whole)
    pieces = [piece for piece in JOINED.split(hidden) if piece]
    if hidden.split()[0].lower() in IN_FAMILIES or not _joined_by_word(hidden):
        return [text]
    if len(pieces) < 2 or any(len(piece.split()) > LONGEST for piece in pieces):
        return [text]
    choices = [[_shown(part) for part in parts] for parts in _readings(pieces)]
    if known is not None:
        for parts in choices:
            if all(_in_dictionary(part, known) for part in parts):
                return parts
        choices.sort(key=lambda parts: -sum(_in_dictionary(part, known) for part in parts))
    return choices[0] if _by_form(pieces, hidden, choices[0], known) else [text]


def _joined_by_word(text: str) -> bool:
    """Whether the last join is a word or a slash: “disease, type 1” is no list."""
    joins = JOINED.findall(text)
    return bool(joins) and joins[-1].strip() not in (",", "")


def _readings(pieces: list[str]) -> list[list[str]]:
    """The parts under each way to read what is shared, the likeliest first."""
    first, *middle, last = pieces
    readings: list[list[str]] = []
    bracketed = BRACKETED.match(f"{first} and {last}") if not middle and "(" in first else None
    if bracketed:  # "complement deficiencies (C2 and C7)"
        codes = JOINED.split(bracketed[2])
        return [[f"{code} {singular(bracketed[1])}" for code in codes]]
    if numbered := NUMBERED.match(first):  # "type 1 and type 2 diabetes", "types 1 and 2 diabetes"
        others = [NUMBERED.match(" ".join(piece.split()[:2])) for piece in (*middle, last)]
        words = last.split()
        used = 2 if others[-1] else 1
        tail = " ".join(words[used:])
        if CODE.fullmatch(words[used - 1]):
            ones = [numbered[2], *(m[2] if m else p.split()[0] for m, p in zip(others, (*middle, last), strict=True))]
            return [[f"{singular(numbered[1])} {one} {tail}".strip() for one in ones]]
    linked, joined_tail = LINKED.match(first), LINKED.match(last)
    if linked and not joined_tail:  # "cancer of the breast and ovary"
        readings.append([first, *(linked[1] + piece for piece in (*middle, last))])
    if joined_tail and not linked:  # "aplasia or hypoplasia of the thymus"
        tail = " ".join(last.split()[_place_of_link(last) :])
        readings.append([*(f"{piece} {tail}" for piece in (first, *middle)), last])
    if not linked:
        words = last.split()
        heads = [" ".join(words[start:]) for start in range(1, len(words))]
        compound = COMPOUND.search(last)
        likeliest = compound[0] if compound and compound[0] in heads else heads[-1] if heads else ""
        for head in dict.fromkeys([likeliest, *heads]):
            if head:
                readings.append([*(f"{piece} {head}" for piece in (first, *middle)), last])
        if start := " ".join(first.split()[:-1]):  # "endometrial hyperplasia or cancer"
            shared = [first, *(f"{start} {piece}" for piece in (*middle, last))]
            readings.insert(0 if len(words) == 1 else len(readings), shared)
    readings.append(list(pieces))
    return readings


def _place_of_link(piece: str) -> int:
    words = piece.lower().split()
    return next((place for place, word in enumerate(words) if word in ("of", "in", "with", "to", "for")), 0)


def _by_form(pieces: list[str], text: str, parts: list[str], known: Callable[[str], bool] | None) -> bool:
    """Whether the likeliest reading may be taken without the dictionary's word for every part."""
    *before, last = pieces
    if not all(re.search(r"[^\W_]", piece) for piece in pieces):
        return False
    first_words = [DEGREE_PREFIX.sub("non", piece.lower()).replace("-", "").split(" ")[0] for piece in pieces]
    if (
        "/" in re.sub(r"\band/or\b", "or", text)
        or first_words[0] in CHANGED
        or sum(word in DEGREES for word in first_words) > 1
    ):
        return False
    if any(re.match(r"non[ -]", piece, re.I) for piece in pieces) or last.lower().endswith(" syndrome"):
        return False
    if BRACKETED.match(_shown(text)):
        return all(CODE.fullmatch(part.split()[0]) for part in parts)
    if numbered := NUMBERED.match(pieces[0]):
        return not re.match(r"stage|grade", numbered[1].split()[-1], re.I) and len(parts[0].split()) > 1
    if linked := LINKED.match(pieces[0]):
        codes = all(CODE.fullmatch(piece) for piece in (linked[2].split()[-1], *pieces[1:]))
        return codes or bool(OF_EACH.search(linked[1]))
    if len(last.split()) == 1:  # "T-cell leukaemia or lymphoma"
        return len(pieces[0].split()) > 1 and bool(GROWTH.search(last)) and bool(GROWTH.search(pieces[0]))
    return all(len(piece.split()) <= 3 for piece in before)


def _in_dictionary(part: str, known: Callable[[str], bool]) -> bool:
    """Whether the dictionary has the part as it is, in the singular, or turned round (“cancer of the breast”)."""
    turned = re.fullmatch(r"(.+?) of (?:the )?(.+)", part)
    forms = [part, singular(part), *([f"{turned[2]} {turned[1]}"] if turned else [])]
    return any(known(form) for form in forms)


def _shown(part: str) -> str:
    return part.replace("\0", " ").replace("\1", ",").replace("\2", "/").strip(" ,")
