"""The shipped forms looked up one by one: a million, written as 85,000, and not all made to find a few."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from heapq import nsmallest
from typing import NamedTuple

from engine.text import normalise
from engine.text.dictionary.clinical_dictionary import DictionaryEntry, written_entries
from engine.text.dictionary.written_forms import forms_of


class NormalisedEntry(NamedTuple):
    """An entry as it is written, the normal forms of all that it writes as one, and those of its meanings, a line
    each."""

    entry: DictionaryEntry
    forms: str
    meanings: str


@lru_cache(maxsize=32)
def look_up(text: str, most: int) -> tuple[tuple[DictionaryEntry, ...], int]:
    """The first `most` forms that hold a normalised text in form or meaning, and how many do: the form itself and those
    that begin so first, then by form."""
    found = []
    for place, one in enumerate(_written()):
        of_meaning = text in one.meanings
        if of_meaning or text in one.forms:
            for which, form in enumerate(one.forms.split("\n")):
                if of_meaning or text in form:
                    found.append((form != text, not form.startswith(text), form, place, which))
    return tuple(_entry(place, which) for *_, place, which in nsmallest(most, found)), len(found)


def with_normal_forms(normal: Collection[str]) -> Iterator[DictionaryEntry]:
    """The forms whose normal form is one of these."""
    normal_forms = set(normal)
    for place, one in enumerate(_written()):
        forms = one.forms.split("\n")
        if not normal_forms.isdisjoint(forms):
            yield from (_entry(place, which) for which, form in enumerate(forms) if form in normal_forms)


def as_written(but: Collection[str] = ()) -> list[tuple[str, DictionaryEntry]]:
    """The entries as they are written, several forms of one meaning as one, each behind the normal form of its first
    form; where one of the forms has a normal form among `but`, the others of its entry each by itself."""
    left_out: set[str] = set(but)
    found: list[tuple[str, DictionaryEntry]] = []
    for place, one in enumerate(_written()):
        if not left_out or left_out.isdisjoint(forms := one.forms.split("\n")):
            found.append((one.forms.partition("\n")[0], one.entry))
        else:
            found += [(form, _entry(place, which)) for which, form in enumerate(forms) if form not in left_out]
    return found


def _entry(place: int, which: int) -> DictionaryEntry:
    entry = _written()[place].entry
    return entry._replace(form=forms_of(entry.form)[which])


@lru_cache(maxsize=1)
def _written() -> list[NormalisedEntry]:
    return [
        NormalisedEntry(one, "\n".join(map(normalise, forms_of(one.form))), "\n".join(map(normalise, one.meanings)))
        for one in written_entries()
    ]
