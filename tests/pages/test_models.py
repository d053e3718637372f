"""The page Models: a workspace from before the shipped encoder is offered it, once."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.learning.presets import recipe_from
from engine.models.shipped import shipped_version
from engine.workbench import Workbench, labelling
from pages.parts.metrics import retention_table
from pages.parts.models.detail import learned
from store import models
from store.records.training import COMPLETED
from tests.pages.test_pages import drawn

KEPT = [
    {"learned": "a-1", "hierarchy": "hpo", "map": {"a-1": 0.592, "b-2": 0.603}},
    {"learned": "b-2", "hierarchy": "organs", "map": {"a-1": None, "b-2": 0.7}},
]
OFFER = "Add the shipped encoder"


def offers(app: AppTest) -> list[str]:
    return [button.label for button in app.button if button.label == OFFER]


def success_messages(app: AppTest) -> list[str]:
    return [one.value.replace("\\", "") for one in app.success]


def test_the_shipped_encoder_is_offered_where_it_is_not(
    workbench: Workbench, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    encoding: list[str] = []
    method = "engine.workbench.rankings.rankings.Rankings.make_searchable"
    monkeypatch.setattr(method, lambda _, id: encoding.append(id))
    app = open_page("models")
    assert offers(app) == [OFFER]
    next(button for button in app.button if button.label == OFFER).click().run()
    shipped = shipped_version(workbench.workspace)
    assert not app.exception and shipped is not None and encoding == [shipped.id]
    assert workbench.models.current() is None  # adding changes nothing else
    assert offers(app) == []


def test_what_a_version_learned_from_is_told_by_what_is_here(
    workbench: Workbench, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the encoder that ships a new workspace said that it “is not the newest version” of what is not there."""
    monkeypatch.setattr("engine.workbench.rankings.rankings.Rankings.make_searchable", lambda _, id: None)
    shipped = workbench.models.add_shipped()
    app = open_page("models", model=shipped.id)
    told = [one.value.replace("\\", "") for one in app.caption]
    assert "Learned from mesh-diseases too, which this workspace does not have." in told
    assert not any("not the newest" in one for one in told)
    workbench.models.make_current(shipped.id, "ann", "")
    assert workbench.history.entries()[0].title == "Shipped encoder made current"


def test_going_back_to_the_shipped_vectors_says_so_and_is_taken_back_there(
    workbench: Workbench, open_page: Callable[..., AppTest]
) -> None:
    """One click changed what every search uses, without a word and with no way back but the history's."""
    shipped = workbench.models.add_shipped()
    workbench.models.make_current(shipped.id, "ann", "best so far")
    app = open_page("models", model=shipped.id)
    next(button for button in app.button if button.label == "Go back to Shipped vectors").click().run()
    current = workbench.models.current()
    assert not app.exception and current is not None and current.model == "vectors"
    assert success_messages(app) == ["Searches use Shipped vectors from now on. U takes it back."]
    app.button(key="model_undo").click().run()
    current = workbench.models.current()
    assert current is not None and current.model == shipped.id
    assert success_messages(app) == ["Undid: Shipped vectors made current."]


def test_the_way_back_leads_to_what_was_current_before(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    """It led to the shipped vectors from everywhere, past the shipped encoder that searches had used."""
    shipped = workbench.models.add_shipped()
    other = _trained(workbench)
    for id in (shipped.id, other, "vectors", shipped.id, other):
        workbench.models.make_current(id, "ann", "")
    assert workbench.models.before_current() == shipped.id
    app = open_page("models", model=other)
    next(button for button in app.button if button.label == "Go back to Shipped encoder").click().run()
    current = workbench.models.current()
    assert not app.exception and current is not None and current.model == shipped.id
    assert success_messages(app) == ["Searches use Shipped encoder from now on. U takes it back."]
    assert workbench.models.before_current() == "vectors"  # a step further, not to and fro
    assert any(button.key == f"delete_{other}" for button in app.button)
    app = open_page("models", model=shipped.id)  # what would be refused is not asked
    assert not any(button.key == f"delete_{shipped.id}" for button in app.button)
    assert any("make another one current first" in one.value for one in app.markdown)
    workbench.models.delete(other)
    workbench.models.make_current("vectors", "ann", "")
    workbench.models.make_current(shipped.id, "ann", "")
    assert workbench.models.before_current() == "vectors"


def test_a_double_click_makes_a_version_current_once(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    """It made two entries, so that one U left it current."""
    shipped = workbench.models.add_shipped()
    app = open_page("models", model=shipped.id)
    make = next(button for button in app.button if button.label == "Make current")
    make.click().run()
    make.click().run()  # sent before the page was drawn again
    assert not workbench.models.make_current(shipped.id, "ann", "")
    assert [one.model for one in workbench.models.current_history()] == [shipped.id]
    app.button(key="model_undo").click().run()
    assert workbench.models.resolve("current") == "vectors"


def test_relatedness_that_a_training_cost_is_said(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    """MayoSRS fell from 0.710 to 0.580 without a word beside “Make current” and in “What changed”."""
    shipped = workbench.models.add_shipped()
    other = _trained(workbench, shipped.id)
    classes = workbench.label_sets.proposed_classes("organs", labelling.TOP)
    workbench.label_sets.define(labelling.Definition("organs", classes, labelling.TOP, "organs"), "ann")
    worse = {"mayosrs": {"spearman": 0.58}, "umnsrs_relatedness": {"spearman": 0.6}}
    before = {"mayosrs": {"spearman": 0.71}, "umnsrs_relatedness": {"spearman": 0.61}}
    with workbench.workspace.writing() as db:
        models.update(db, shipped.id, metrics=shipped.metrics | {"relatedness": before})
        models.update(db, other, metrics=workbench.models.get(other).metrics | {"relatedness": worse})
    said = "MayoSRS 0.710 → 0.580: names of other fields are told apart worse than before."

    def shows_the_fall(app: AppTest) -> bool:
        assert not app.exception
        return any(said == one.value.replace("\\", "") for one in (*app.markdown, *app.caption))

    assert shows_the_fall(open_page("models", model=other)) and not shows_the_fall(
        open_page("models", model=shipped.id)
    )
    moved = f"{shipped.id}..{other}"
    assert shows_the_fall(open_page("labels", set="organs", show="What changed", moved=moved))


def test_what_a_training_made_is_used_by_one_press(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    """“Use it” opened Models, where “Make current” was still to be pressed."""
    made = _trained(workbench)
    (run,) = workbench.jobs.runs(kind="train")
    app = open_page("train", run=str(run.id))
    app.button(key="go_model").click().run()
    current = workbench.models.current()
    assert not app.exception and current is not None and current.model == made
    assert success_messages(app) == [f"Searches use {workbench.models.get(made).name} from now on. U takes it back."]
    app.button(key="model_undo").click().run()
    assert workbench.models.resolve("current") == "vectors"


def test_each_measure_has_a_column_of_its_own(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    """The mAP of few-shot versions stood under “mAP of held-out names”."""
    shipped, other = workbench.models.add_shipped().id, _trained(workbench)
    rows = {row["id"]: row for row in _versions_sheet(open_page("models"))["rows"]}
    few, held_out = "Few-shot mAP", "mAP of held-out names"
    assert rows[other][held_out] == rows[shipped][few] == "–"
    assert rows[shipped][held_out] == f"{workbench.models.get(shipped).metrics['map_after']:.3f}"
    assert rows[other][few] == f"{workbench.models.get(other).metrics['map_after']:.3f}"
    workbench.models.delete(other)
    keys = [column["key"] for column in _versions_sheet(open_page("models"))["columns"]]
    assert held_out in keys and few not in keys


def _versions_sheet(app: AppTest) -> dict[str, Any]:
    return next(one for one in drawn(app, "sheet") if one["label"] == "Model versions")


def test_what_was_deleted_is_no_way_back(workbench: Workbench) -> None:
    shipped = workbench.models.add_shipped()
    other = _trained(workbench)
    workbench.models.make_current(other, "ann", "")
    workbench.models.make_current(shipped.id, "ann", "")
    assert workbench.models.before_current() == other
    workbench.models.delete(other)
    assert workbench.models.before_current() == "vectors"


def _trained(workbench: Workbench, start: str = "vectors") -> str:
    """The id of a small version that learned from eight labels, on top of `start`."""
    hearts, lungs = ("heart attack", "angina", "heart failure", "palpitations"), ("asthma", "cough", "croup", "wheeze")
    names = [(name, "heart") for name in hearts] + [(name, "lungs") for name in lungs]
    workbench.labels.add("organs of names", names, "ann")
    recipe = recipe_from("few-shot", ["encoder.hidden=64", "optimiser.most_epochs=1"], shots=2)
    run = worker.execute(
        workbench.workspace, workbench.training.queue(recipe | {"labels": "organs of names", "input": start})
    )
    assert run.status == COMPLETED, run.error
    return str(run.result["version"])


def test_several_terminologies_are_told_by_their_titles() -> None:
    kept = [{"learned": "a-1", "hierarchy": "hpo+organs", "map": {"a-1": 0.6}}]
    _, rows = retention_table({"kept": kept}, {"hpo": "HPO", "organs": "Organs"})
    assert rows[0]["hierarchy"] == "HPO + Organs"


def test_the_best_value_of_a_row_is_bold() -> None:
    _, rows = retention_table({"kept": KEPT}, {})
    assert [row["best"] for row in rows] == [["b-2"], ["b-2"]]


def test_a_version_says_how_many_names_a_class_it_learned_at_most() -> None:
    """“15 names a class” stood there for classes of 4 to 18."""
    recipe = {"preset": "few-shot", "labels": "places", "sampler": {"name": "few-shot", "shots": 15}, "seed": 3}
    assert "up to 15 names a class, seed 3" in learned(SimpleNamespace(recipe=recipe), {})


def test_rankings_of_all_terminologies_say_which_one_an_encoder_was_trained_on(
    two: Workbench, open_page: Callable[..., AppTest]
) -> None:
    """One that had been trained on a single terminology answered from all without a word of that."""
    recipe = recipe_from("few-shot", ["encoder.hidden=64", "optimiser.most_epochs=1"], shots=2)
    run = worker.execute(two.workspace, two.training.queue(recipe | {"terminology": "organs"}))
    trained, title = run.result["version"], "Of these terminologies it was trained on the names of Organs only."
    assert two.rankings.learnt_from(trained) == ["Organs"] and two.rankings.learnt_from("vectors") == []
    asked = {"q": "heart attack", "with": ["vectors", trained]}
    notes = [column["note"] for column in drawn(open_page("rankings", **asked), "candidate_table")[0]["columns"]]
    assert title in notes[1] and title not in notes[0]
    of_one = open_page("rankings", **{**asked, "with": [trained], "in": "organs"})
    (alone,) = drawn(of_one, "candidate_table")[0]["columns"]
    assert title not in alone["note"]


def test_the_words_that_come_with_the_shipped_encoder_have_a_title(
    workbench: Workbench, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were listed as “shipped-words”, beside Shipped vectors and Shipped encoder."""
    monkeypatch.setattr("engine.workbench.rankings.rankings.Rankings.make_searchable", lambda _, id: None)
    workbench.models.add_shipped()
    titles = {one.id: one.title for one in workbench.rankings.encoders()}
    assert titles["vectors:shipped-words"] == "Shipped words"
    assert "Shipped words" in open_page("rankings").multiselect(key="with").options
