"""What a recipe would learn from is said before it starts: counts, classes and reasons."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.jobs import worker
from engine.learning.drawn_names import select
from engine.learning.presets import recipe_from
from engine.learning.recipe import Recipe
from engine.learning.selection import Source
from engine.learning.selection.top_classes import top_classes_of
from engine.learning.selection_report import MOST_LINES, SelectionReport, drawn_for, selection_report, versions_of
from engine.text import words
from engine.workbench import SourceFile, Workbench


def on_organs(preset: str, *changes: str) -> dict:
    return recipe_from(preset, changes) | {"terminology": "organs", "input": "vectors"}


def report(workbench: Workbench, recipe: dict) -> SelectionReport:
    return selection_report(workbench.workspace, Recipe.from_dict(recipe))


def test_each_class_of_a_draw_is_listed_with_the_names_it_has(workbench: Workbench) -> None:
    found = report(workbench, on_organs("few-shot", "sampler.shots=2"))
    sizes = top_classes_of(Source.of_workspace(workbench.workspace, "organs")).sizes()

    assert found.problem == "" and found.kind == "class"
    assert found.splits == {"training": 4, "validation": 4}
    assert {line.title: line.names for line in found.lines} == sizes
    assert (found.used, found.unused) == (2, 0)


def test_what_cannot_be_drawn_is_a_problem_with_the_classes_all_the_same(workbench: Workbench) -> None:
    found = report(workbench, on_organs("few-shot"))

    assert "15 names a class" in found.problem
    assert found.splits == {} and found.used == 0 and found.unused == len(found.lines) == 2
    assert all("15 a class need 30" in line.left_out for line in found.lines)


def test_labels_are_classes_too(workbench: Workbench) -> None:
    workbench.labels.add(
        "topics", [(f"{part} pain {name}", part) for name in "abcd" for part in ("knee", "hip")], "ann"
    )
    recipe = recipe_from("few-shot", shots=2) | {"labels": "topics"}

    assert report(workbench, recipe).splits == {"training": 4, "validation": 4}
    assert "top classes" in report(workbench, recipe_from("bne") | {"labels": "topics"}).problem
    assert "holds no labels" in report(workbench, {**recipe, "labels": "none"}).problem


def test_synonym_sets_are_concepts_by_their_preferred_names(workbench: Workbench) -> None:
    recipe = on_organs("bne", "data.held_out=trained", "data.zero_shot=0", "data.test=0", "data.validation=0.1")
    sample = select(workbench.workspace, Recipe.from_dict(recipe)).sample
    found = report(workbench, recipe)

    assert found.kind == "concept" and found.problem == ""
    assert found.splits == {"training": len(sample.train), "validation": len(sample.validation)}
    assert found.used == len(sample.classes)
    assert {"Myocardial infarction", "Dyspnoea"} <= {line.title for line in found.lines}
    assert found.left_out == sample.left_out


def test_several_terminologies_are_read_together(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "more.csv"
    file.write_text("id,name,synonyms\nH1,Hand,manus|paw\nH2,Foot,pes|sole\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file, "csv"), "body"))
    recipe = on_organs("bne", "data.vocabulary=not asked", "data.held_out=trained")
    together = [report(workbench, {**recipe, "terminology": one}) for one in ("all", "organs+body")]

    assert together[0] == together[1]
    assert {"Hand", "Foot", "Myocardial infarction"} <= {line.title for line in together[0].lines}
    assert "nowhere" in report(workbench, {**recipe, "terminology": "organs+nowhere"}).problem


def test_a_draw_is_kept_until_the_terminology_or_the_recipe_changes(workbench: Workbench, tmp_path: Path) -> None:
    recipe = on_organs("bne", "data.held_out=trained", "data.zero_shot=0")
    first = drawn_for(workbench.workspace, Recipe.from_dict(recipe))

    assert drawn_for(workbench.workspace, Recipe.from_dict({**recipe, "encoder": {"name": "dan"}})) is first
    assert drawn_for(workbench.workspace, Recipe.from_dict({**recipe, "seed": 5})) is not first
    key = workbench.training.selection_key(recipe)
    assert key == workbench.training.selection_key({**recipe, "encoder": {"name": "dan", "hidden": 3}})
    assert key != workbench.training.selection_key({**recipe, "data": {**recipe["data"], "most_words": 2}})
    assert versions_of(workbench.workspace, Recipe.from_dict(recipe)) == versions_of(
        workbench.workspace, Recipe.from_dict({**recipe, "terminology": "all"})
    )
    assert workbench.training.selection_key({**recipe, "labels": "topics"}) == ""


def test_an_edit_draws_anew(workbench: Workbench) -> None:
    recipe = on_organs("bne", "data.vocabulary=not asked", "data.held_out=trained", "data.zero_shot=0")
    classes = on_organs("few-shot", "sampler.shots=2")
    key = workbench.training.selection_key(recipe)
    before, of_classes = report(workbench, recipe), report(workbench, classes)
    workbench.synonyms.add("organs", "L1", "wheezing chest", "ann")

    assert workbench.training.selection_key(recipe) != key
    assert sum(report(workbench, recipe).splits.values()) == sum(before.splits.values()) + 1
    assert sum(line.names for line in report(workbench, classes).lines) == 1 + sum(
        line.names for line in of_classes.lines
    )
    workbench.synonyms.withdraw("organs", "L1", "wheezing chest", "ann")
    assert sum(report(workbench, recipe).splits.values()) == sum(before.splits.values())


def test_another_mapping_file_of_the_same_name_draws_anew(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "map.csv"
    recipe = on_organs("bne", "data.vocabulary=not asked", "data.held_out=trained", "data.zero_shot=0")
    recipe["data"] |= {"name": "mapping", "file": str(file)}
    names = []
    for rows in ("H1,H\nL1,L\n", "H1,H\nH2,H\nL1,L\nL2,L\n"):
        file.write_text(rows, encoding="utf-8")
        drawn = drawn_for(workbench.workspace, Recipe.from_dict(recipe)).sample
        names.append(len(drawn.train))
    assert names[0] < names[1]


def test_other_vectors_under_the_same_name_draw_anew(workbench: Workbench, tmp_path: Path) -> None:
    classes = top_classes_of(Source.of_workspace(workbench.workspace, "organs"))
    texts = [name for names in classes.names.values() for name in names]
    every = sorted({word for text in texts for word in words(text)})
    vectors = tmp_path / "few.txt"
    recipe = on_organs("bne", "data.vocabulary=every word known", "data.held_out=trained", "data.least_names=1")
    counts = []
    for known in (every, every[::2]):
        vectors.write_text("".join(f"{word} {place} 1\n" for place, word in enumerate(known)), encoding="utf-8")
        if counts:
            next((workbench.workspace.folder / "vectors").glob("few.*")).unlink()
        workbench.vectors.add(vectors, "few")
        drawn = drawn_for(workbench.workspace, Recipe.from_dict({**recipe, "input": "vectors:few"})).sample
        counts.append(len(drawn.train) + len(drawn.validation) + len(drawn.test) + len(drawn.zero_shot))
    assert counts[0] > counts[1] > 0


@pytest.mark.parametrize("slug", ["hpo"])
def test_the_draw_of_a_report_is_the_one_that_trains(sample: Workbench, slug: str) -> None:
    from engine.models.open import learnt_words, open_encoder

    recipe = recipe_from("conceptual-grounding") | {"terminology": slug, "input": "vectors"}
    trained = select(
        sample.workspace, Recipe.from_dict(recipe), learnt_words(open_encoder(sample.workspace, "vectors"))
    )
    assert trained.sample.left_out["no word, or one outside the vectors' vocabulary"] > 1_000
    assert drawn_for(sample.workspace, Recipe.from_dict(recipe)).fingerprint == trained.fingerprint
    found = sample.training.selection(recipe)
    assert found.used == len(trained.sample.classes) > len(found.lines) == MOST_LINES
    assert [line.names for line in found.lines] == sorted((line.names for line in found.lines), reverse=True)
