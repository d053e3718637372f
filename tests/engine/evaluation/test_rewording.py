from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.evaluation.mapped_names import MappedName
from engine.evaluation.rewording import MANNERS, reworded, shares, write_lost
from store.records.terminology import Candidate, Ranking

NAMES = [MappedName("gout", ("M10",)), MappedName("heart attack", ("I21",)), MappedName("rash", ("R21",))]


def rank(text: str) -> Ranking:
    """Knows gout however it is typed, heart attack as it stands, and takes a rash for something else."""
    id = "M10" if "gout" in text else "I21" if text == "heart attack" else "L30" if text != "?heart attack" else ""
    candidates = [Candidate(0, 1.0, id, id, f"name of {id}", "", "t", probability=0.5)] if id else []
    return Ranking(text, "e", tuple(candidates))


@pytest.mark.parametrize(
    ("manner", "name", "typed"),
    [
        ("pt with {}", "gout", "pt with gout"),
        ("IN CAPITALS", "heart attack", "HEART ATTACK"),
        ("IN CAPITALS", "SOB", "SOB"),
        ("first-hyphen", "heart attack", "heart-attack"),
        ("first-hyphen", "type 2 diabetes", "type 2 diabetes"),
        ("two letters swapped", "acute pancreatitis", "acute pancretaitis"),
        ("a letter left out", "kidney stones", "kidey stones"),
        ("a letter doubled", "stones in kidney", "stonnes in kidney"),
        ("a letter doubled", "rash", "rash"),
        ("a vowel for another", "diabetes", "diabites"),
        ("a vowel for another", "crysts", "crysts"),
    ],
)
def test_what_a_manner_makes_of_a_name(manner: str, name: str, typed: str) -> None:
    assert MANNERS[manner](name) == typed


def test_names_with_a_right_first_concept_are_asked_again(tmp_path: Path) -> None:
    chosen = {manner: MANNERS[manner] for manner in ("?{}", "a {}", "first-hyphen")}
    answered, found = [], []
    for answer, others in reworded(NAMES, rank, chosen):
        answered.append(answer.rank)
        found += others
    assert answered == [1, 1, None]
    assert [(one.typed, one.holds) for one in found] == [
        ("?gout", True),
        ("a gout", True),
        ("?heart attack", False),
        ("a heart attack", False),
        ("heart-attack", False),
    ]
    assert [(manner, one["names"], one["value"]) for manner, one in shares(found, 10).items()] == [
        ("?{}", 2, 0.5),
        ("a {}", 2, 0.5),
        ("first-hyphen", 1, 0.0),
    ]
    write_lost(tmp_path / "lost.tsv", found)
    lines = list(csv.DictReader((tmp_path / "lost.tsv").open(encoding="utf-8"), delimiter="\t"))
    assert [(one["typed"], one["id"], one["other id"], one["probability"]) for one in lines] == [
        ("?heart attack", "I21", "", ""),
        ("a heart attack", "I21", "L30", "0.50"),
        ("heart-attack", "I21", "L30", "0.50"),
    ]
