"""Clinical short forms and lay words: the other readings of a text, with each written out (“T2DM”, “heart attack”)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

from engine.text.plurals import singular
from engine.text.written_forms import forms_of

SHIPPED = Path(__file__).with_suffix(".tsv")
ANY, CAPITALS, ALONE, CAPITALS_OR_ALONE = CASES = ("any", "capitals", "alone", "capitals or alone")
MOST = 8  # readings of one text
LONGEST = 300  # characters: a longer text is no name that a person types
WORD = re.compile(r"[^\W_]+(?:['’](?:s(?![^\W_])|(?![^\W_])))?")
WORD_OR_MARK = re.compile(rf"{WORD.pattern}|[/&+]")
MARKS = frozenset("/&")
POINTED = re.compile(r"\b(?:[A-Z]\.){2,}(?![^\W_])|\b(?:[A-Z]\.)+[A-Z]\b")
DENIED = re.compile(r"\b(can|don|doesn|won|isn|couldn|didn)['’]?t\b", re.I)  # “cant sleep” is “can't sleep”
IN_SMALL = re.compile(r"[^\W\d_A-Z]{3}")  # letters of a word rather than of a short form
JOINED = re.compile(r"[\s.\-‐–'’]*")
SIDES = {"left": "left", "right": "right", "bilateral": "bilateral", "both": "both"}
SIDES |= {"l": "left", "lt": "left", "r": "right", "rt": "right"}
UNSIDED = re.compile(r"\b(?:pelvis|skin|nail|ocular|with foot ulcer|polyneuropathy)\b")  # a meaning that has no side
OF_ANOTHER, HISTORY = re.compile(r"\bfam(?:ily|ilial)? $", re.I), frozenset(["history", "hx"])  # a family's is no own
LEFT_OUT = frozenset(["the", "my", "his", "her", "their", "your", "a", "an"])  # inside a form
BETWEEN = frozenset(["of", "in", "on", "the", "my", "his", "her", "your"])  # two words of a form that is turned round
WITHIN = 3  # words that may stand inside a form and are no part of it: “of the left”
SHORTEST_TURNED = 3  # letters of each of these
LAST_OF = re.compile(r"^(.*\b(?:of|in|at) (?:the )?)(.+)$")
REPEATED = re.compile(r"\b(\w{4,}|type \d)((?: of)?) \1\b", re.I)


class Entry(NamedTuple):
    """A form as it is typed, what it stands for (the commonest first), and where it counts.

    `case` is “any” (wherever it stands), “capitals” (only in capitals: a short form that is a word too, such as ALL),
    “alone” (only when nothing else is typed: fever is no pyrexia in “Lassa fever”), or “capitals or alone”; "" leaves
    it to `case_of`.
    """

    form: str
    meanings: tuple[str, ...]
    case: str = ""


class Match(NamedTuple):
    """A form found in a text: the characters it takes, what may stand in their place, and itself where it is of words
    and no short form."""

    start: int
    end: int
    instead: tuple[str, ...]
    as_typed: tuple[str, ...] = ()


class ClinicalDictionary:
    """Entries, found by their words as they are spelt, else in singular; an entry of a form again adds its meanings.

    What stands for a meaning stands for the form too: “SOB” is “shortness of breath”, and so “dyspnea”; and what stands
    for a meaning alone stands for the form alone.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        entries = list(entries)
        self.forms: dict[str, dict[str, tuple[str, ...]]] = {}  # the words of a form -> case -> its meanings
        self.longest = max((len(entry.form.split()) for entry in entries), default=0)
        for entry in entries:
            self._add(_spelt(entry.form), entry)
        spelt = set(self.forms)
        for entry in entries:
            if (key := _key(entry.form)) not in spelt:
                self._add(key, entry)
        direct = {key: cases.get(ANY, ()) for key, cases in self.forms.items()}
        alone = {key: cases[ALONE] for key, cases in self.forms.items() if ALONE in cases}
        for cases in self.forms.values():
            if plain := [other for one in cases.get(ANY, ()) for other in alone.get(_key(one), ())]:
                cases[ALONE] = (*plain, *cases.get(ALONE, ()))
            for case, meanings in cases.items():
                further = [other for one in meanings for other in direct.get(_key(one), ())]
                cases[case] = tuple(dict.fromkeys((*meanings, *further)))

    def _add(self, key: str, entry: Entry) -> None:
        cases, case = self.forms.setdefault(key, {}), entry.case or case_of(entry.form)
        cases[case] = tuple(dict.fromkeys((*cases.get(case, ()), *entry.meanings)))

    def find(self, words: list[str]) -> dict[str, tuple[str, ...]] | None:
        """The meanings of a form by case, the form given by its words; None when there is no such form."""
        text = " ".join(words)
        return self.forms.get(_spelt(text)) or self.forms.get(_key(text))


def case_of(form: str) -> str:
    """The case in which a form counts unless its entry says so: two capitals are a word or a unit in small letters.

    >>> case_of("PE"), case_of("DVT"), case_of("heart attack")
    ('capitals or alone', 'any', 'any')
    """
    return CAPITALS_OR_ALONE if len(form) <= 2 and form.isalpha() and form.isupper() else ANY


def expansions(text: str, dictionary: ClinicalDictionary) -> list[str]:
    """The other readings of `text`: its short forms and lay words written out as in `dictionary`; [] when it has none.

    The longest form counts, anywhere in the text, in singular or plural, with or without hyphens, points and “'s”.
    “The” and “my” may stand inside a form; so may sides, which go before the last thing it is “of”: “fractured left
    hip” is found by “fractured hip”. A form with several meanings gives a reading for each; one whose meaning
    already stands in the text, and not in the form itself (“numbness in feet”), is left alone. At most MOST readings,
    none of them `text` itself, the likeliest first.

    >>> expansions("CKD stage 3", shipped())
    ['chronic kidney disease stage 3']
    """
    text = " ".join(text.split())
    if not text or len(text) > LONGEST:
        return []
    unique = {reading.casefold(): reading for reading in reversed(_readings(text, dictionary))}
    unique.pop(text.casefold(), None)
    return [*reversed(unique.values())]


@lru_cache(maxsize=1)
def shipped() -> ClinicalDictionary:
    """The dictionary that every workspace begins with."""
    return ClinicalDictionary(shipped_entries())


def shipped_entries() -> list[Entry]:
    """The entries of the shipped file, those written as one each by itself, by form."""
    with SHIPPED.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        entries = [
            Entry(form, tuple(row["meanings"].split("|")), row["case"] or "")
            for row in lines
            for form in forms_of(row["form"])
        ]
    return sorted(entries, key=lambda entry: entry.form.casefold())


def _readings(text: str, dictionary: ClinicalDictionary) -> list[str]:
    """`text` with every form in it replaced, one reading for each choice of meanings; beside another form lay words may
    stay as they are: the name sought may have them (“T2DM with foot ulcer”)."""
    text = POINTED.sub(_unpointed, text)
    matches = _matches(text, dictionary)
    if not matches:
        return []
    readings = []
    several = len(matches) > 1
    for chosen in product(*(match.instead + match.as_typed * several for match in matches)):
        written, at = "", 0
        for match, instead in zip(matches, chosen, strict=True):
            written += text[at : match.start] + instead
            at = match.end
        readings.append(REPEATED.sub(r"\1", written + text[at:]))
        if len(readings) == MOST:
            break
    return readings


def _matches(text: str, dictionary: ClinicalDictionary) -> list[Match]:
    """The forms of the dictionary in `text` from left to right, the longest first, none over another."""
    words = [*WORD.finditer(text)]
    whole = f" {_key(text)} "
    found, place = [], 0
    while place < len(words):
        for end in range(min(len(words), place + dictionary.longest + WITHIN), place, -1):
            match = _match(text, words[place:end], whole, dictionary)
            if match is not None:
                found.append(match)
                place = end - 1
                break
        place += 1
    return found


def _match(text: str, words: list[re.Match[str]], whole: str, dictionary: ClinicalDictionary) -> Match | None:
    """What stands for these words, when they are a form, or would be without a side inside."""
    start, end = words[0].start(), words[-1].end()
    parts = [word[0] for word in words]
    if OF_ANOTHER.search(text[:start]) and parts[0].lower() in HISTORY:
        return None
    side = ""
    if all(JOINED.fullmatch(text[one.end() : next.start()]) for one, next in pairwise(words)):
        cases = dictionary.find(parts)
        inside = [place for place in range(1, len(parts) - 1) if parts[place].lower() in SIDES]
        if cases is None and len(inside) == 1:
            side = SIDES[parts.pop(inside[0]).lower()]
            cases = dictionary.find(parts)
        if cases is None and (turned := _turned(parts)):
            cases = dictionary.find(turned)
            parts = turned if cases else parts
        if cases is None and (rest := _between_sides(parts)):
            cases = _unsided(dictionary.find(rest))
            parts = rest if cases else parts
        if cases is None and LEFT_OUT & {part.lower() for part in parts[1:-1]}:
            parts = [parts[0], *(part for part in parts[1:] if part.lower() not in LEFT_OUT)]
            cases = dictionary.find(parts)
    else:
        cases = dictionary.find([text[start:end]]) if MARKS & set(text[start:end]) else None
    if cases is None:
        return None
    form = _key(" ".join(parts))  # “seizure” stands for “seizures”, and for what else that does
    there = (meaning for case, some in cases.items() if _in_case(text, start, end, case) for meaning in some)
    meanings = [meaning for meaning in there if _key(meaning) != form]
    beyond = [f" {_key(meaning)} " for meaning in meanings if f" {_key(meaning)} " not in f" {form} "]
    if not meanings or any(meaning in whole for meaning in beyond):
        return None
    lay = " " in form and bool(IN_SMALL.search(text[start:end]))
    return Match(start, end, tuple(_sided(meaning, side) for meaning in meanings), (text[start:end],) * lay)


def _turned(parts: list[str]) -> list[str]:
    """Two words the other way round, “leg swelling” of “swelling legs” and “swelling in the legs”; [] of others."""
    turned = [parts[-1], parts[0]] if len(parts) > 1 and {one.lower() for one in parts[1:-1]} <= BETWEEN else []
    return turned if all(len(word) >= SHORTEST_TURNED for word in turned) else []


def _between_sides(parts: list[str]) -> list[str]:
    """The words without a side before or behind them; [] where there is none."""
    first, last = (parts[place].lower() in SIDES for place in (0, -1))
    return parts[first : len(parts) - last] if first or last else []


def _unsided(cases: dict[str, tuple[str, ...]] | None) -> dict[str, tuple[str, ...]] | None:
    """The meanings by case where all have no side, which then says nothing beside them; None else."""
    every = [meaning for meanings in (cases or {}).values() for meaning in meanings]
    return cases if every and all(map(UNSIDED.search, every)) else None


def _in_case(text: str, start: int, end: int, case: str) -> bool:
    """Whether the form at this place is written in a case in which it counts."""
    rest = f"{text[:start]}{text[end:]}".strip(" .,;:?!")
    alone = all(word.lower() in SIDES for word in WORD.findall(rest))
    if case == ANY or (alone and case != CAPITALS):
        return True
    if case == ALONE or not text[start:end].isupper():
        return False
    side = text[start:end].lower() in SIDES  # “R TKA”
    return case == CAPITALS_OR_ALONE or side or not rest.isupper()  # all in capitals: FRACTURE OF ALL RIBS


def _sided(meaning: str, side: str) -> str:
    """`meaning` with a side before the last thing that it is of, “fracture of neck of left femur”; as it is where it
    has none."""
    if not side or UNSIDED.search(meaning):
        return meaning
    parts = LAST_OF.match(meaning)
    return f"{parts[1]}{side} {parts[2]}" if parts else f"{side} {meaning}"


@lru_cache(maxsize=50_000)
def _spelt(text: str) -> str:
    """The words of `text` in small letters, with the marks / and & that make “d/c” and “D&C” other forms than “D C”."""
    return " ".join(WORD_OR_MARK.findall(DENIED.sub(r"\1 t", POINTED.sub(_unpointed, text).lower())))


@lru_cache(maxsize=50_000)
def _key(text: str) -> str:
    """`_spelt` with each word in singular and without a possessive."""
    words = WORD_OR_MARK.findall(DENIED.sub(r"\1 t", POINTED.sub(_unpointed, text)))
    return " ".join(singular(word).lower().rstrip("'’") for word in words)


def _unpointed(match: re.Match[str]) -> str:
    return match[0].replace(".", "")
