"""A disorder that a substance brings about, whatever the substance is called."""

from __future__ import annotations

import pytest

from engine.text.findings.substances import disorder_of_substance
from tests.engine.ranking.conftest import First


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fentanyl induced psychosis", "F11.959"),
        ("opiate-induced depression", "F11.94"),
        ("weed induced anxiety", "F12.980"),
        ("diazepam induced insomnia", "F13.982"),
        ("crack dependence with delusions", "F14.250"),
        ("magic mushroom induced anxiety", "F16.980"),
        ("glue addiction with hallucinations", "F18.251"),
        ("polydrug dependence with delusions", "F19.250"),
        ("harmful use of heroin", "F11.10"),
        ("mild weed use disorder in early remission", "F12.11"),
        ("opioid induced constipation", "K59.03"),  # as they were
        ("steroid induced diabetes", "E09.9"),
    ],
)
def test_the_disorder_by_the_kind_of_substance_comes_first(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    "text",
    ["levodopa induced hallucinations", "alcohol related liver disease", "exercise induced anxiety"],
)
def test_another_cause_or_effect_is_left_alone(text: str) -> None:
    assert disorder_of_substance(text) == []
