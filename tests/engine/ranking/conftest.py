"""Questions to the sample workspace."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.workbench import Workbench

First = Callable[[str], str]


@pytest.fixture(scope="module")
def first(sample: Workbench) -> First:
    """The first code of ICD-10-CM for a text, by the current encoder."""
    return lambda text: sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id
