"""Clinical short forms and lay words, each with what it stands for (“T2DM”, “heart attack”), found by its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.text.dictionary.changed_forms import ChangedForms
from engine.text.dictionary.written_forms import forms_of, keys_of, rows_of
from engine.text.plurals import singular
from engine.text.sounds import BySound
from engine.text.spelling_distance import american

SHIPPED = Path(__file__).parent  # its files, those in the wording of terminologies in a folder each
WORDINGS = ICD10CM, HPO, DISEASES = ("icd10cm", "hpo", "diseases")
ANY, CAPITALS, ALONE, CAPITALS_OR_ALONE = CASES = ("any", "capitals", "alone", "capitals or alone")
Cases = dict[str, tuple[str, ...]]  # case -> meanings
WORD = re.compile(r"[^\W_]+(?:['’](?:s(?![^\W_])|(?![^\W_])))?")
WORD_OR_MARK = re.compile(rf"{WORD.pattern}|[/&+]")
POINTED = re.compile(r"\b(?:[A-Z]\.){2,}(?![^\W_])|\b(?:[A-Z]\.)+[A-Z]\b")
SHORT_PLURAL = re.compile(r"(?<=\b[A-Z]{2})s\b|(?<=\b[A-Z]{3})s\b")  # “PEs”, which in small letters are feet
SHORTEST_SPELT = 6  # letters of a word that is spelt in two ways
DENIED = re.compile(r"\b(can|don|doesn|won|isn|couldn|didn)['’]?t\b", re.I)  # “cant sleep” is “can't sleep”


class DictionaryEntry(NamedTuple):
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
    """Entries, found by their words as they are spelt, else in singular, else in American spelling; an entry of a form
    again adds its meanings.

    Several forms of an entry may be written as one (`written_forms`). What stands for a meaning stands for the form
    too: “SOB” is “shortness of breath”, and so “dyspnea”; and what stands for a meaning alone stands for the form
    alone.
    """

    def __init__(self, entries: Iterable[DictionaryEntry]) -> None:
        forms: dict[str, Cases] = {}
        self.forms: Mapping[str, Cases] = forms  # the words of a form -> what its entries say that it stands for
        self.in_singular: set[str] = set()  # those that are so in singular alone, as no entry spells them
        self.in_american: set[str] = set()  # and those in American spelling alone
        self._add(forms, entries)

    @classmethod
    def of_forms(
        cls, forms: Mapping[str, Cases], in_singular: Iterable[str], in_american: Iterable[str]
    ) -> ClinicalDictionary:
        """A dictionary of the `forms` of another one."""
        found = cls(())
        found.forms, found.in_singular, found.in_american = forms, set(in_singular), set(in_american)
        return found

    def with_changes(self, entries: Iterable[DictionaryEntry]) -> ClinicalDictionary:
        """This dictionary with what these entries say of their forms in place of what it says; a form of an entry
        without meanings is not in it."""
        changed, forms = [*entries], ChangedForms(self.forms)
        found = ClinicalDictionary.of_forms(forms, self.in_singular, self.in_american)
        for entry in changed:
            forms.pop(spelt(entry.form), None)
            respelt = (found.in_singular, key_of(entry.form)), (found.in_american, american_key_of(entry.form))
            for alone, key in respelt:
                if key in alone:
                    forms.pop(key, None)
                    alone.discard(key)
        found._add(forms, (entry for entry in changed if entry.meanings))
        if not forms.takes_away():  # else the words of all forms are read anew
            spelt_so = (form for form in forms.changed() if form not in found.in_american)
            found.words = self.words.union(*(form.split(" ") for form in spelt_so))
        found.longest = max([self.longest, *(form.count(" ") + 1 for form in forms.changed())])
        return found

    def _add(self, forms: MutableMapping[str, Cases], entries: Iterable[DictionaryEntry]) -> None:
        shared: dict[tuple[str, tuple[str, ...]], Cases] = {}
        in_singular: list[tuple[str, Cases]] = []
        in_american: list[tuple[str, Cases]] = []
        for entry in entries:
            keys = zip(keys_of(entry.form, spelt), keys_of(entry.form, key_of), strict=True)
            for place, (spelt_key, key) in enumerate(keys):
                case = entry.case or (case_of(forms_of(entry.form)[place]) if len(spelt_key) <= 2 else ANY)
                cases = shared.setdefault((case, entry.meanings), {case: entry.meanings})
                _join(forms, spelt_key, cases)
                self.in_singular.discard(spelt_key)
                self.in_american.discard(spelt_key)
                if key != spelt_key:
                    in_singular.append((key, cases))
                if (american_key := in_american_spelling(key)) != key:
                    in_american.append((american_key, cases))
        for respelt, alone in ((in_singular, self.in_singular), (in_american, self.in_american)):
            for key, cases in respelt:
                if key not in forms or key in alone:
                    _join(forms, key, cases)
                    alone.add(key)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of a form, as entries spell them."""
        return frozenset(word for key in self.forms if key not in self.in_american for word in key.split(" "))

    @cached_property
    def by_sound(self) -> BySound:
        """The words of forms, by their sound."""
        return BySound(self.words)

    @cached_property
    def longest(self) -> int:
        """Words of the longest form, a mark such as “/” counting as one."""
        return max((key.count(" ") + 1 for key in self.forms), default=0)

    def find(self, words: list[str]) -> Cases | None:
        """The meanings of a form by case, the form given by its words; None when there is no such form."""
        text = " ".join(words)
        cases = self.forms.get(spelt(text)) or self.forms.get(key_of(text))
        if cases is None and (one := SHORT_PLURAL.sub("", text)) != text:
            cases = self.forms.get(spelt(one))
        if cases is None and (one := american_key_of(text)):
            cases = self.forms.get(one)
        return self._followed(cases) if cases else None

    def _followed(self, cases: Cases) -> Cases:
        """What a form stands for, with what that stands for."""
        alone = (*cases.get(ALONE, ()), *self._meant_by(cases.get(ANY, ()), ALONE))
        every = {**cases, ALONE: alone} if alone else cases
        return {
            case: tuple(dict.fromkeys((*meanings, *self._meant_by(meanings, ANY)))) for case, meanings in every.items()
        }

    def _meant_by(self, meanings: Iterable[str], case: str) -> Iterator[str]:
        """What these stand for in turn, in one case."""
        return (other for one in meanings for other in self.forms.get(key_of(one), {}).get(case, ()))


def _join(forms: MutableMapping[str, Cases], key: str, cases: Cases) -> None:
    there = forms.get(key)
    if there is None or there is cases:
        forms[key] = cases  # one for all forms of an entry
    else:
        both = {case: (*there.get(case, ()), *cases.get(case, ())) for case in (*there, *cases)}
        forms[key] = {case: tuple(dict.fromkeys(meanings)) for case, meanings in both.items()}


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


def written_entries() -> list[DictionaryEntry]:
    """The entries of the shipped files as they are written, several forms of one meaning as one; files in the order of
    their names, which is that of the meanings of a form in two of them."""
    entries = []
    every = [(path, wording) for wording in ("", *WORDINGS) for path in files_of(wording)]
    for path, wording in sorted(every, key=lambda one: one[0].name):
        lines = rows_of(path)
        entries += [
            DictionaryEntry(row["form"], tuple(row["meanings"].split("|")), row["case"] or "", wording) for row in lines
        ]
    return entries


def files_of(wording: str) -> list[Path]:
    """The shipped files of a wording."""
    return sorted((SHIPPED / wording).glob("*.tsv"))


@lru_cache(maxsize=50_000)
def spelt(text: str) -> str:
    """The words of `text` in small letters, with the marks / and & that make “d/c” and “D&C” other forms than “D C”."""
    return " ".join(WORD_OR_MARK.findall(DENIED.sub(r"\1 t", unpointed(text).lower())))


@lru_cache(maxsize=50_000)
def key_of(text: str) -> str:
    """`spelt` with each word in singular and without a possessive."""
    words = WORD_OR_MARK.findall(DENIED.sub(r"\1 t", unpointed(text)))
    return " ".join(singular(word).lower().rstrip("'’") for word in words)


@lru_cache(maxsize=50_000)
def american_key_of(text: str) -> str:
    """`key_of` in American spelling; "" where that is the same."""
    key = key_of(text)
    return american_key if (american_key := in_american_spelling(key)) != key else ""


def in_american_spelling(key: str) -> str:
    """A key with its longer words in American spelling, which short forms such as AED have none of.

    >>> in_american_spelling("anaemia on aed"), in_american_spelling("bowel tumor")
    ('anemia on aed', 'bowel tumor')
    """
    return " ".join(american(word) if len(word) >= SHORTEST_SPELT else word for word in key.split(" "))


def unpointed(text: str) -> str:
    """The text with its pointed short forms without points: “D.V.T.” is “DVT”."""
    return POINTED.sub(lambda match: match[0].replace(".", ""), text)
