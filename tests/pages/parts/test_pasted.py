"""Pasted labels: whatever is pasted, each row is kept or has its sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.workbench import labelling
from pages.parts.labels.pasted import pasted_labels
from tests.budget import examples

TRICKY = st.characters(codec="utf-8") | st.sampled_from('\t\r\n",;²\u2028\ufeff')


@settings(max_examples=examples(200), deadline=None, derandomize=True)
@given(st.text(TRICKY, max_size=60))
def test_any_text_is_read(text: str) -> None:
    found = pasted_labels(text)
    assert all(name and label for name, label in found.pairs)
    assert all(sentence.endswith(".") for _, sentence in found.problems)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_ends_of_every_system_part_rows(end: str) -> None:
    assert pasted_labels(f"name,class{end}gout,joint{end}").pairs == [("gout", "joint")]


def test_a_quotation_mark_that_is_not_closed_is_said_and_what_was_before_it_kept() -> None:
    found = pasted_labels('gout,joint\nfever,"' + "a" * 1_000_001)
    assert found.pairs == [("gout", "joint")]
    assert "a cell is longer than 1,000,000 characters" in found.problems[0][1]


@settings(max_examples=examples(100), deadline=None, derandomize=True)
@given(st.text(TRICKY, max_size=60))
def test_any_text_gives_classes(text: str) -> None:
    assert all(one.title for one in labelling.free_classes(text))
