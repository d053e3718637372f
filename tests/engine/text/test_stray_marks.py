"""Stray marks in the text of a name: which are seen, and which are taken out with nobody looking."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.stray_marks import (
    BRACKETS,
    CLEAR,
    MARKS,
    PLAIN,
    is_unpaired,
    mark_of,
    without_mark,
    without_stray_marks,
)

SIGNS = st.text(alphabet="aZ09 ,;:.'/-()&?_\t" + "".join(BRACKETS), max_size=12)


def test_brackets() -> None:
    assert is_unpaired("a ) b (") and is_unpaired("(a]") and not is_unpaired("[(a)] b")


@given(SIGNS)
def test_a_plain_name_has_no_mark(text: str) -> None:
    """What spares most names of a terminology the patterns one by one lets no mark go by."""
    if PLAIN.fullmatch(text):
        assert not any(look.search(text) for look, _, _ in MARKS) and not is_unpaired(text)
        assert mark_of(text) is None


@given(SIGNS, st.sampled_from(["", " (disorder)", "(finding) "]))
def test_what_is_taken_out_in_short_is_what_cleaning_takes_out(text: str, tag: str) -> None:
    name = text + tag
    clear = any(look.search(name) for look, score, _ in MARKS if score >= CLEAR)
    assert without_mark(name) == ((without_stray_marks(name) or name) if clear else name)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Heart attack (disorder)", "Heart attack"),
        ("Heart  attack", "Heart attack"),
        (" Heart attack", "Heart attack"),
        ("SjÃ¶gren syndrome", "Sjögren syndrome"),
        ("Gout <i>of</i> toe", "Gout of toe"),
        ("Paracetamol (medicinal product)", "Paracetamol"),
        ("Heart attack (left)", "Heart attack (left)"),
        ("Gout,", "Gout,"),  # may be cut: a person looks at it in the audit
        ("-carotene", "-carotene"),
        ("Gout\ufffd", "Gout\ufffd"),
        ("(disorder)", "(disorder)"),
    ],
)
def test_only_a_clear_mark_goes_with_nobody_looking(text: str, clean: str) -> None:
    assert without_mark(text) == clean
