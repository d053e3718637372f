"""Forms in arrays, as a file holds them: the same as those they were made of."""

from __future__ import annotations

import pytest

from engine.text.dictionary import stored_forms
from engine.text.dictionary.clinical_dictionary import Cases
from engine.text.dictionary.stored_forms import StoredForms, arrays_of

SHARED: Cases = {"any": ("shortness of breath",), "alone": ("Dyspnœa",)}
FORMS: dict[str, Cases] = {"sob": SHARED, "d/c": {"any": ("discharge", "discontinue")}, "short of breath": SHARED}


def test_forms_are_found_and_no_others() -> None:
    found = StoredForms(arrays_of(FORMS))
    assert found == FORMS and [*found] == [*FORMS] and len(found) == 3
    assert found["sob"] is found["short of breath"] is dict(found.items())["sob"]
    assert found.get("breath") is None and "" not in found and "d/c" in found


def test_a_dictionary_without_forms_has_none() -> None:
    found = StoredForms(arrays_of({}))
    assert not found and [*found] == [] and found.get("sob") is None and not found.items()


def test_two_forms_of_one_hash_are_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_forms, "hash_of", len)
    with pytest.raises(ValueError, match="one hash"):
        arrays_of({"sob": SHARED, "d/c": SHARED})
