"""Clinical short forms and lay words, each with what it stands for (“T2DM”, “heart attack”), found by its words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.text.plurals import singular
from engine.text.sounds import BySound
from engine.text.written_forms import forms_of, keys_of, rows_of

SHIPPED = Path(__file__).with_name("dictionary")  # its files, those in the wording of terminologies in a folder each
WORDINGS = ICD10CM, HPO, DISEASES = ("icd10cm", "hpo", "diseases")
ANY, CAPITALS, ALONE, CAPITALS_OR_ALONE = CASES = ("any", "capitals", "alone", "capitals or alone")
Cases = dict[str, tuple[str, ...]]  # case -> meanings
WORD = re.compile(r"[^\W_]+(?:['’](?:s(?![^\W_])|(?![^\W_])))?")
WORD_OR_MARK = re.compile(rf"{WORD.pattern}|[/&+]")
POINTED = re.compile(r"\b(?:[A-Z]\.){2,}(?![^\W_])|\b(?:[A-Z]\.)+[A-Z]\b")
DENIED = re.compile(r"\b(can|don|doesn|won|isn|couldn|didn)['’]?t\b", re.I)  # “cant sleep” is “can't sleep”


class Entry(NamedTuple):
    """A form as it is typed, what it stands for (the commonest first), and where it counts.

    `case` is “any” (wherever it stands), “capitals” (only in capitals: a short form that is a word too, such as ALL),
    “alone” (only when nothing else is typed: fever is no pyrexia in “Lassa fever”), or “capitals or alone”; "" leaves
    it to `case_of`. `wording` is that of WORDINGS in which its meanings are said, "" for words that any terminology may
    have.
    """

    form: str
    meanings: tuple[str, ...]
    case: str = ""
    wording: str = ""


class ClinicalDictionary:
    """Entries, found by their words as they are spelt, else in singular; an entry of a form again adds its meanings.

    Several forms of an entry may be written as one (`written_forms`). What stands for a meaning stands for the form
    too: “SOB” is “shortness of breath”, and so “dyspnea”; and what stands for a meaning alone stands for the form
    alone.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.forms: dict[str, Cases] = {}  # the words of a form -> what it stands for
        shared: dict[tuple[str, tuple[str, ...]], Cases] = {}
        singular_keys: list[tuple[str, Cases]] = []
        for entry in entries:
            keys = zip(keys_of(entry.form, spelt), keys_of(entry.form, key_of), strict=True)
            for place, (spelt_key, key) in enumerate(keys):
                case = entry.case or (case_of(forms_of(entry.form)[place]) if len(spelt_key) <= 2 else ANY)
                cases = shared.setdefault((case, entry.meanings), {case: entry.meanings})
                self._add(spelt_key, cases)
                if key != spelt_key:
                    singular_keys.append((key, cases))
        as_spelt = set(self.forms)
        for key, cases in singular_keys:
            if key not in as_spelt:
                self._add(key, cases)
        self._follow()

    @classmethod
    def of_forms(cls, forms: dict[str, Cases]) -> ClinicalDictionary:
        """A dictionary of the `forms` of another one."""
        found = cls(())
        found.forms = forms
        return found

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of a form."""
        return frozenset(word for key in self.forms for word in key.split(" "))

    @cached_property
    def by_sound(self) -> BySound:
        """The words of forms, by their sound."""
        return BySound(self.words)

    @cached_property
    def longest(self) -> int:
        """Words of the longest form, a mark such as “/” counting as one."""
        return max((key.count(" ") + 1 for key in self.forms), default=0)

    def _add(self, key: str, cases: Cases) -> None:
        there = self.forms.get(key)
        if there is None or there is cases:
            self.forms[key] = cases  # one for all forms of an entry
        else:
            both = {case: (*there.get(case, ()), *cases.get(case, ())) for case in (*there, *cases)}
            self.forms[key] = {case: tuple(dict.fromkeys(meanings)) for case, meanings in both.items()}

    def _follow(self) -> None:
        """Adds to what each form stands for what that stands for."""
        every = {id(cases): cases for cases in self.forms.values()}.values()
        words = {one: self.forms.get(key_of(one), {}) for cases in every for some in cases.values() for one in some}
        direct = {one: cases.get(ANY, ()) for one, cases in words.items()}
        alone = {one: cases.get(ALONE, ()) for one, cases in words.items()}
        for cases in every:
            if plain := [other for one in cases.get(ANY, ()) for other in alone[one]]:
                cases[ALONE] = (*plain, *cases.get(ALONE, ()))
            for case, meanings in cases.items():
                cases[case] = tuple(dict.fromkeys((*meanings, *(other for one in meanings for other in direct[one]))))

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


@lru_cache(maxsize=len(WORDINGS))
def shipped(wording: str = ICD10CM) -> ClinicalDictionary:
    """The dictionary that every workspace begins with, for a terminology of this wording."""
    return ClinicalDictionary(one for one in written_entries() if one.wording in ("", wording))


def written_entries() -> list[Entry]:
    """The entries of the shipped files as they are written, several forms of one meaning as one; files in the order of
    their names, which is that of the meanings of a form in two of them."""
    entries = []
    every = [(path, wording) for wording in ("", *WORDINGS) for path in files_of(wording)]
    for path, wording in sorted(every, key=lambda one: one[0].name):
        lines = rows_of(path)
        entries += [Entry(row["form"], tuple(row["meanings"].split("|")), row["case"] or "", wording) for row in lines]
    return entries


def files_of(wording: str) -> list[Path]:
    """The shipped files of a wording."""
    return sorted((SHIPPED / wording).glob("*.tsv"))


def shipped_entries() -> list[Entry]:
    """The same, each form an entry by itself, by form."""
    every = (one._replace(form=form) for one in written_entries() for form in forms_of(one.form))
    return sorted(every, key=lambda entry: entry.form.casefold())


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
