from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from engine.benchmarks.concepts import every_concept, many_concepts, names_in, write_mentions, write_terminology
from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.workbench import Workbench
from engine.workspace import Workspace


def test_every_concept_comes_with_its_names_and_parents(workbench: Workbench) -> None:
    found = {one.id: one for one in every_concept(workbench.workspace)}
    assert len(found) == 9
    heart = found["organs:H1"]
    assert heart.parents == ("organs:H",) and heart.preferred == "Myocardial infarction"
    assert [name.text for name in heart.names] == ["Myocardial infarction", "heart attack", "cardiac infarction"]


def test_an_empty_workspace_has_nothing_to_measure(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nothing to measure"):
        every_concept(Workspace(tmp_path / "workspace"))


@pytest.mark.parametrize("names", [5, 20, 75])
def test_there_are_as_many_names_as_are_asked_for_and_every_parent_is_there(workbench: Workbench, names: int) -> None:
    real = every_concept(workbench.workspace)
    found = many_concepts(real, names)
    assert found == many_concepts(real, names)
    assert len(list(names_in(found))) == names
    there = {one.id for one in found}
    assert len(there) == len(found)
    assert all(parent in there for one in found for parent in one.parents)
    assert any(one.parents for one in found)


def test_changed_names_share_words_with_the_real_ones(workbench: Workbench) -> None:
    real = every_concept(workbench.workspace)
    same, other = (list(names_in(many_concepts(real, 17, 1, share))) for share in (0.0, 1.0))
    assert same == list(names_in(real))
    assert sum(one != two for one, two in zip(same, other, strict=True)) > 10


def test_a_written_terminology_reads_as_the_concepts_that_it_is_of(workbench: Workbench, tmp_path: Path) -> None:
    concepts = many_concepts(every_concept(workbench.workspace), 40)
    write_terminology(tmp_path / "made.csv", concepts)
    parsed = read_file(tmp_path / "made.csv")
    assert [one.id for one in parsed.concepts] == [one.id for one in concepts]
    assert parsed.edges == sum(len(one.parents) for one in concepts)
    assert not parsed.problems


def test_mentions_are_as_many_and_as_different_as_asked(tmp_path: Path) -> None:
    names = [f"{kind} pain of the {place}" for kind in "abcdefgh" for place in ("arm", "leg", "eye")]
    write_mentions(tmp_path / "mentions.csv", names, 500, 50)
    with open(tmp_path / "mentions.csv", encoding="utf-8", newline="") as file:
        heading, *rows = csv.reader(file)
    counts = Counter(text for (text,) in rows)
    assert heading == ["mention"] and len(rows) == 500 and len(counts) == 50
    assert counts.most_common(1)[0][1] > 50 and min(counts.values()) == 1
    assert set(counts) & set(names) and set(counts) - set(names)
