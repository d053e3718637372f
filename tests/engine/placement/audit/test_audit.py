"""Each kind of fault planted into a small terminology is found, once, and nothing else of its kind is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.placement.audit import audit
from engine.placement.audit.kinds import (
    AMBIGUOUS,
    CYCLE,
    DUPLICATE,
    FAR,
    KINDS,
    MISPLACED,
    MISSING_SYNONYM,
    REDUNDANT,
    STRAY,
)
from engine.placement.audit.records import AuditedTerminology, Elsewhere, Finding

TITLES = {
    "R": "All",
    "A": "Heart disorder",
    "B": "Lung disorder",
    **{f"A{n}": f"Heart thing {n}" for n in range(6)},
    **{f"B{n}": f"Lung thing {n}" for n in range(6)},
}
PARENTS = {code: ["R" if len(code) == 1 else code[0]] for code in TITLES if code != "R"}
DIM = 24


def organs(
    names: dict[str, list[tuple[str, np.ndarray]]] | None = None, parents: dict[str, list[str]] | None = None
) -> AuditedTerminology:
    """Concepts of two branches: hearts near one direction, lungs near another, each with two names."""
    codes, texts, rows = [], [], []
    for place, (code, title) in enumerate(TITLES.items()):
        for text, row in [(title, row_of(code, place)), *(names or {}).get(code, [])]:
            codes.append(code)
            texts.append(text)
            rows.append(row)
    return AuditedTerminology(TITLES, parents or PARENTS, codes, texts, np.array(rows, np.float32))


def row_of(code: str, place: int) -> np.ndarray:
    """A unit row: its branch's direction, and one of its own."""
    row = np.zeros(DIM)
    row["RAB".index(code[0])] = 0.8 if len(code) > 1 else 1.0
    row[3 + place] = 0.6 if len(code) > 1 else 0.0
    return row


def found(audited: AuditedTerminology, kind: str, *others: Elsewhere) -> list[Finding]:
    """The findings of a kind."""
    *_, last = audit(replace(audited, others=others))
    report = last.result["report"]
    assert set(report.counts) == set(KINDS)
    assert [one.score for one in report.findings] == sorted((one.score for one in report.findings), reverse=True)
    listed = [one for one in report.findings if one.kind == kind]
    assert report.counts[kind] == len(listed)
    return listed


def test_a_clean_terminology_has_no_finding() -> None:
    *_, last = audit(organs())
    assert [one for one in last.result["report"].findings if one.kind != DUPLICATE] == []


def test_a_synonym_of_another_concept_is_far_from_its_own() -> None:
    place = list(TITLES).index("A1")
    (one,) = found(organs({"B2": [("Cardiac thing one", row_of("A1", place))]}), FAR)
    assert (one.concept, one.name, one.other) == ("B2", "Cardiac thing one", "A1")
    assert "Heart thing 1" in one.reason and one.score > 0.5


def test_a_name_of_two_concepts_is_listed_with_the_other() -> None:
    place = list(TITLES).index("A1")
    shared = {"A1": [("Tightness", row_of("A1", place))], "B2": [("tightness", row_of("A1", place))]}
    (one,) = found(organs(shared), AMBIGUOUS)
    assert (one.concept, one.name, one.other) == ("B2", "tightness", "A1")


def test_a_leaf_of_the_wrong_branch_is_misplaced() -> None:
    (one,) = found(organs(parents={**PARENTS, "A3": ["B"]}), MISPLACED)
    assert (one.concept, one.other) == ("A3", "B") and "Heart disorder (A)" in one.reason


def test_several_right_parents_are_no_finding() -> None:
    (one,) = found(organs(parents={**PARENTS, "A3": ["A", "R"]}), REDUNDANT)
    assert (one.concept, one.other) == ("A3", "R")
    assert one.reason == "All stands above it by a longer way as well: All › Heart disorder › Heart thing 3."
    assert found(organs(parents={**PARENTS, "A3": ["A", "B4"]}), REDUNDANT) == []


def test_a_circle_is_listed_with_its_way() -> None:
    (one,) = found(organs(parents={**PARENTS, "A": ["R", "A2"]}), CYCLE)
    assert (one.concept, one.other) == ("A", "A2")
    assert one.reason.endswith("Heart disorder › Heart thing 2.")


@pytest.mark.parametrize(
    "text",
    [
        "Gout (disorder)",
        "Gout  of toe",
        " Gout",
        "SjÃ¶gren",
        "Gout\ufffd",
        "Gout &amp; toe",
        "Gout,",
        "Gout (toe",
        "Gout <i>x</i>",
        "ok\u200b",
    ],
)
def test_stray_marks_are_found(text: str) -> None:
    (one,) = found(organs({"A1": [(text, row_of("A1", 4))]}), STRAY)
    assert (one.concept, one.name) == ("A1", text)


@pytest.mark.parametrize(
    "text",
    ["Gout (toe)", "Sjögren syndrome", "Ménière's disease", "1,3 beta-glucan", "Crohn & others", "[Type] 2", "A < B"],
)
def test_what_belongs_to_a_name_is_no_stray_mark(text: str) -> None:
    assert found(organs({"A1": [(text, row_of("A1", 4))]}), STRAY) == []


def test_a_synonym_that_another_terminology_has_is_missing_once() -> None:
    here = organs({"A1": [("Cardiac ache", row_of("A1", 4))]})
    there = AuditedTerminology(
        {"X": "Heart thing 1", "Y": "Lung thing 2"},
        {},
        ["X", "X", "X", "Y", "Y"],
        ["Heart thing 1", "Cardiac ache", "Ache of the heart, throbbing", "Lung thing 2", "Heart thing 3"],
        np.array([row_of("A1", 4)] * 3 + [row_of("B2", 9)] * 2, np.float32),
    )
    (one,) = found(here, MISSING_SYNONYM, Elsewhere("Other", there), Elsewhere("Copy", there))
    assert (one.concept, one.name, one.other) == ("A1", "Ache of the heart, throbbing", "X")
    assert one.reason.startswith("Other has it for Heart thing 1 (X)") and "2 other names, as “" in one.reason


def test_a_short_form_that_both_have_makes_no_one_concept() -> None:
    here = organs({"A1": [("HF", row_of("A1", 4))]})
    there = AuditedTerminology(
        {"X": "Hydrops"}, {}, ["X", "X"], ["HF", "Hydrops"], np.array([row_of("A1", 4)] * 2, np.float32)
    )
    assert found(here, MISSING_SYNONYM, Elsewhere("Other", there)) == []


@pytest.mark.parametrize(
    ("name", "is_missing"),
    [
        ("Ache of the heart, throbbing", True),
        ("cardiac ache (disease)", False),  # the name here, with a mark that is a finding itself
        ("cardiac ache, protection against", False),  # of OMIM: no name of the ache
        ("cardiac ache, susceptibility to", False),
        ("Lung thing 2", False),  # what two concepts there are called
    ],
)
def test_what_is_no_name_of_the_concept_alone_is_not_missing(name: str, is_missing: bool) -> None:
    here = organs({"A1": [("Cardiac ache", row_of("A1", 4))]})
    there = AuditedTerminology(
        {"X": "Heart thing 1", "Y": "Lung thing two"},
        {},
        ["X", "X", "X", "Y", "Y"],
        ["Heart thing 1", "Cardiac ache", name, "Lung thing two", "Lung thing 2"],
        np.array([row_of("A1", 4)] * 3 + [row_of("B2", 9)] * 2, np.float32),
    )
    names = [one.name for one in found(here, MISSING_SYNONYM, Elsewhere("Other", there)) if one.concept == "A1"]
    assert names == ([name] if is_missing else [])
