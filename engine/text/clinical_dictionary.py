"""Clinical short forms and lay words, each with what it stands for (“T2DM”, “heart attack”), found by its words."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.text.plurals import singular
from engine.text.written_forms import forms_of

SHIPPED = Path(__file__).with_suffix(".tsv")
ANY, CAPITALS, ALONE, CAPITALS_OR_ALONE = CASES = ("any", "capitals", "alone", "capitals or alone")
WORD = re.compile(r"[^\W_]+(?:['’](?:s(?![^\W_])|(?![^\W_])))?")
WORD_OR_MARK = re.compile(rf"{WORD.pattern}|[/&+]")
POINTED = re.compile(r"\b(?:[A-Z]\.){2,}(?![^\W_])|\b(?:[A-Z]\.)+[A-Z]\b")
DENIED = re.compile(r"\b(can|don|doesn|won|isn|couldn|didn)['’]?t\b", re.I)  # “cant sleep” is “can't sleep”


class Entry(NamedTuple):
    """A form as it is typed, what it stands for (the commonest first), and where it counts.

    `case` is “any” (wherever it stands), “capitals” (only in capitals: a short form that is a word too, such as ALL),
    “alone” (only when nothing else is typed: fever is no pyrexia in “Lassa fever”), or “capitals or alone”; "" leaves
    it to `case_of`.
    """

    form: str
    meanings: tuple[str, ...]
    case: str = ""


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
            self._add(spelt(entry.form), entry)
        as_spelt = set(self.forms)
        for entry in entries:
            if (key := key_of(entry.form)) not in as_spelt:
                self._add(key, entry)
        direct = {key: cases.get(ANY, ()) for key, cases in self.forms.items()}
        alone = {key: cases[ALONE] for key, cases in self.forms.items() if ALONE in cases}
        for cases in self.forms.values():
            if plain := [other for one in cases.get(ANY, ()) for other in alone.get(key_of(one), ())]:
                cases[ALONE] = (*plain, *cases.get(ALONE, ()))
            for case, meanings in cases.items():
                further = [other for one in meanings for other in direct.get(key_of(one), ())]
                cases[case] = tuple(dict.fromkeys((*meanings, *further)))

    def _add(self, key: str, entry: Entry) -> None:
        cases, case = self.forms.setdefault(key, {}), entry.case or case_of(entry.form)
        cases[case] = tuple(dict.fromkeys((*cases.get(case, ()), *entry.meanings)))

    def find(self, words: list[str]) -> dict[str, tuple[str, ...]] | None:
        """The meanings of a form by case, the form given by its words; None when there is no such form."""
        text = " ".join(words)
        return self.forms.get(spelt(text)) or self.forms.get(key_of(text))


def case_of(form: str) -> str:
    """The case in which a form counts unless its entry says so: two capitals are a word or a unit in small letters.

    >>> case_of("PE"), case_of("DVT"), case_of("heart attack")
    ('capitals or alone', 'any', 'any')
    """
    return CAPITALS_OR_ALONE if len(form) <= 2 and form.isalpha() and form.isupper() else ANY


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


@lru_cache(maxsize=50_000)
def spelt(text: str) -> str:
    """The words of `text` in small letters, with the marks / and & that make “d/c” and “D&C” other forms than “D C”."""
    return " ".join(WORD_OR_MARK.findall(DENIED.sub(r"\1 t", unpointed(text).lower())))


@lru_cache(maxsize=50_000)
def key_of(text: str) -> str:
    """`spelt` with each word in singular and without a possessive."""
    words = WORD_OR_MARK.findall(DENIED.sub(r"\1 t", unpointed(text)))
    return " ".join(singular(word).lower().rstrip("'’") for word in words)


def unpointed(text: str) -> str:
    """The text with its pointed short forms without points: “D.V.T.” is “DVT”."""
    return POINTED.sub(lambda match: match[0].replace(".", ""), text)
