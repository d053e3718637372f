from __future__ import annotations

from engine.text import normalise
from engine.text.clinical_dictionary import CASES, shipped_entries


def test_forms_that_the_shipped_file_writes_as_one_are_entries_each_by_itself() -> None:
    meanings = {entry.form: entry.meanings for entry in shipped_entries()}
    assert meanings["enlarged prostate with nocturia"] == meanings["BPH w/ LUTS"]
    assert meanings["ESRD"] == meanings["ESRD on HD"] == ("end stage renal disease",)
    assert not any("|" in form or "(" in form for form in meanings)


def test_the_shipped_entries_are_whole() -> None:
    entries = shipped_entries()
    assert len({(normalise(entry.form), entry.case, entry.wording) for entry in entries}) == len(entries) > 100_000
    for form, meanings, case, _ in entries:
        assert form.strip() == form and meanings and all(one.strip() == one != "" for one in meanings), form
        assert case in ("", *CASES), form
        assert form.casefold() not in {one.casefold() for one in meanings}, form
