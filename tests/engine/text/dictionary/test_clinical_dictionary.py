from __future__ import annotations

import pytest

from engine.text import normalise
from engine.text.dictionary.clinical_dictionary import (
    CASES,
    WORDINGS,
    ClinicalDictionary,
    DictionaryEntry,
    files_of,
    written_entries,
)
from engine.text.dictionary.written_forms import forms_of
from engine.text.marks_as_words import marks_as_words


@pytest.fixture(scope="module")
def shipped_entries() -> list[DictionaryEntry]:
    """The entries of the shipped files, each form an entry by itself."""
    return [one._replace(form=form) for one in written_entries() for form in forms_of(one.form)]


def test_forms_that_the_shipped_file_writes_as_one_are_entries_each_by_itself(
    shipped_entries: list[DictionaryEntry],
) -> None:
    meanings = {entry.form: entry.meanings for entry in shipped_entries}
    assert meanings["enlarged prostate with nocturia"] == meanings["BPH w/ LUTS"]
    assert meanings["ESRD"] == meanings["ESRD on HD"] == ("end stage renal disease",)
    assert not any("|" in form or "(" in form for form in meanings)


def test_the_shipped_entries_are_whole(shipped_entries: list[DictionaryEntry]) -> None:
    entries = shipped_entries
    assert len({(normalise(entry.form), entry.case, entry.wording) for entry in entries}) == len(entries) > 100_000
    for form, meanings, case, _ in entries:
        assert form.strip() == form and meanings and all(one.strip() == one != "" for one in meanings), form
        assert case in ("", *CASES), form
        assert form.casefold() not in {one.casefold() for one in meanings}, form


def test_a_shipped_file_is_small_enough_to_be_read_in_a_browser() -> None:
    """Two were larger than what the pages of repositories show."""
    large = [path.name for wording in ("", *WORDINGS) for path in files_of(wording) if path.stat().st_size > 1_000_000]
    assert large == []


def test_changes_make_the_dictionary_that_the_changed_entries_would() -> None:
    entries = [
        DictionaryEntry("burns", ("thermal injury",)),
        DictionaryEntry("burn", ("injury of skin",), "alone"),
        DictionaryEntry("piles", ("hemorrhoids",)),
        DictionaryEntry("hemorrhoids", ("swollen veins",)),
        DictionaryEntry("SOB", ("shortness of breath",)),
        DictionaryEntry("shortness of breath", ("dyspnea",)),
        DictionaryEntry("(kidney|renal) stones", ("calculus of kidney",)),
        DictionaryEntry("haemorrhoids", ("unspecified hemorrhoids",)),
    ]
    for changed in (
        [DictionaryEntry("burns", ())],
        [DictionaryEntry("piles", ())],
        [DictionaryEntry("shortness of breath", ())],
        [DictionaryEntry("Shortness of breath", ("breathlessness",)), DictionaryEntry("QQX", ("SOB",))],
        [DictionaryEntry("renal stones", ("nephrolithiasis",))],
        [DictionaryEntry("hemorrhoids", ("piles",))],
        [DictionaryEntry("tumours", ("neoplasm",))],
    ):
        gone = {normalise(one.form) for one in changed}
        single = [one._replace(form=form) for one in entries for form in forms_of(one.form)]
        rest = [one for one in single if normalise(one.form) not in gone]
        made = ClinicalDictionary([*rest, *(one for one in changed if one.meanings)])
        found = ClinicalDictionary(entries).with_changes(changed)
        assert (found.forms, found.in_singular, found.words) == (made.forms, made.in_singular, made.words), changed
        assert found.in_american == made.in_american, changed
        assert found.longest >= made.longest
        for text in ("burns", "burn", "pile", "sob", "QQX", "kidney stone", "renal stones", "shortness of breath"):
            assert found.find(text.split()) == made.find(text.split()), (changed, text)
    assert (
        ClinicalDictionary(entries).with_changes([DictionaryEntry("burn", ())]).find(["burn"]) is None
    )  # taken out is out
    without = ClinicalDictionary(entries).with_changes([DictionaryEntry("hemorrhoids", ())])
    assert without.find(["hemorrhoids"]) is None and without.find(["haemorrhoids"])
    assert ClinicalDictionary(entries).find(["sob"]) == {"any": ("shortness of breath", "dyspnea")}


def test_a_form_is_found_in_either_spelling() -> None:
    found = ClinicalDictionary(
        [
            DictionaryEntry("post-op haemorrhage", ("A",)),
            DictionaryEntry("tumor ablation", ("B",)),
            DictionaryEntry("AED", ("C",)),
        ]
    )
    for text, meaning in {"post-op hemorrhages": "A", "post-op haemorrhage": "A", "tumour ablations": "B"}.items():
        assert found.find(text.split()) == {"any": (meaning,)}, text
    assert found.find(["ED"]) is None and "hemorrhage" not in found.words  # which no entry spells
    both = ClinicalDictionary([DictionaryEntry("anaemia", ("A",)), DictionaryEntry("anemia", ("B",))])
    assert (both.find(["anaemia"]), both.find(["anemia"])) == ({"any": ("A",)}, {"any": ("B",)})


def test_no_form_has_a_mark_that_texts_have_as_a_word(shipped_entries: list[DictionaryEntry]) -> None:
    """Texts are read with “#” as a fracture; a form that had the mark would be found without it: “multiple #”. “toes ↑”
    was a form, so that toes were Babinski's sign."""
    forms = [entry.form for entry in shipped_entries if "#" in entry.form]
    assert [form for form in forms if marks_as_words(form) != form] == []
    assert [entry.form for entry in shipped_entries if {"↑", "↓"} & {*entry.form}] == []
