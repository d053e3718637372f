"""The Labels page: empty states, definitions, the card of the queue, pasted labels, what is said of what is gone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench, labelling
from pages.parts.labels.progress import in_words

Opener = Callable[..., AppTest]


def drawn(app: AppTest, component: str) -> list[dict[str, Any]]:
    found = [one.proto for one in app.get("bidi_component")]
    return [json.loads(one.json) for one in found if one.component_name == f"nomenclator_{component}"]


@pytest.fixture
def organs(workbench: Workbench) -> Workbench:
    """With a set of the two top classes."""
    classes = workbench.label_sets.proposed_classes("organs", labelling.TOP)
    workbench.label_sets.define(labelling.Definition("organs", classes, labelling.TOP, "organs", target=4), "ann")
    return workbench


def test_without_a_set_there_is_the_form(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("labels")

    assert any("no label set yet" in said.value for said in app.markdown)
    assert app.button(key="define_set").disabled


@pytest.mark.parametrize(
    ("way", "field", "value", "classes"),
    [
        ("top", None, None, ["Heart disorders", "Lung disorders"]),
        ("level", None, None, ["Heart disorders", "Lung disorders"]),
        ("below", "new_concept_search", "H", ["Myocardial infarction", "Heart failure", "Angina pectoris"]),
        ("free", "new_classes", "urgent\nwait", ["urgent", "wait"]),
    ],
)
def test_a_set_is_defined(workbench: Workbench, open_page: Opener, way, field, value, classes) -> None:
    app = open_page("labels")
    app.text_input(key="new_set").set_value("mine")
    app.segmented_control(key="new_way").set_value(way).run()
    if field:
        (app.text_area if way == "free" else app.text_input)(key=field).set_value(value).run()
    app.button(key="define_set").click().run()

    assert not app.exception and not app.error
    assert list(workbench.label_sets.definition("mine").titles) == classes
    card = drawn(app, "label_card")[0]
    assert card["classes"] == classes and card["open"]
    assert 7 <= len(card["ahead"]) <= 8


def test_the_card_says_name_context_classes_and_scores(organs: Workbench, open_page: Opener) -> None:
    card = drawn(open_page("labels"), "label_card")[0]["ahead"][0]

    assert [title for title, _ in card["suggestions"]] == ["Heart disorders", "Lung disorders"]
    assert all(-1 <= score <= 1 for _, score in card["suggestions"]) and card["best"]
    assert card["places"][0]["path"][0] == "Disorders"


def test_a_queue_whose_encoder_was_deleted_goes_on_with_the_current_one(organs: Workbench, open_page: Opener) -> None:
    """The page said that there is no such encoder, and choosing another one did nothing."""
    shipped = organs.models.add_shipped()
    settings = labelling.QueueSettings(labelling.UNCERTAIN, shipped.id, labelling.CLASSES, "organs")
    number = organs.labels.queue("organs", settings, "ann")
    organs.models.delete(shipped.id)
    app = open_page("labels", set="organs", queue=str(number), moved=f"vectors..{shipped.id}")

    assert not app.exception and not app.error
    told = [one.value.replace("\\", "") for one in app.caption]
    said = f"The encoder “{shipped.id}” of this queue was deleted; “Shipped vectors”, the current one, suggests now."
    assert said in told and not any("There is no encoder" in one for one in told)
    assert app.selectbox(key="label_encoder").value == "vectors" and drawn(app, "label_card")[0]["ahead"]
    app.run()
    assert said in [one.value.replace("\\", "") for one in app.caption]  # any touch of the page draws it anew
    app.segmented_control(key="label_order").set_value("rarest").run()
    assert not app.exception and not any("was deleted" in one.value for one in app.caption)


def test_another_order_is_another_queue_and_the_address_says_which(organs: Workbench, open_page: Opener) -> None:
    app = open_page("labels")
    app.segmented_control(key="label_order").set_value("random").run()
    card = drawn(app, "label_card")[0]

    assert app.query_params["queue"] in ("2", ["2"])
    assert card["hidden"] and card["ahead"][0]["suggestions"] == [["Heart disorders", None], ["Lung disorders", None]]
    again = drawn(open_page("labels", queue="1"), "label_card")[0]
    assert not again["hidden"]


def test_pasted_labels_are_kept_with_the_rows_that_cannot_be_said(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("labels")
    app.text_input(key="new_set").set_value("triage")
    app.segmented_control(key="new_way").set_value("pasted").run()
    app.text_area(key="labels_text").set_value("heart attack, urgent\ncough, wait\nlost").run()

    assert "Row 3" in app.warning[0].value
    app.button(key="keep_labels").click().run()
    assert workbench.label_sets.counts()[0].classes == {"urgent": 1, "wait": 1}
    assert any("2 names in 2 classes" in one.value for one in app.header)
    assert [one.value for one in app.success] == ["Kept 2 labels in “triage”\\."]  # once
    sheet = next(one for one in app.get("bidi_component") if one.proto.component_name == "nomenclator_sheet")
    assert "heart attack" in sheet.proto.json


def test_labelled_names_are_found_by_word_class_and_person(organs: Workbench, open_page: Opener) -> None:
    organs.labels.add("organs", [("heart attack", "Heart disorders"), ("asthma", "Lung disorders")], "ann")
    organs.labels.add("organs", [("heart strain", "Lung disorders")], "bea")
    app = open_page("labels", show="Labelled names")

    def names() -> list[str]:
        return [row["name"] for row in drawn(app, "sheet")[0]["rows"]]

    assert names() == ["heart strain", "asthma", "heart attack"]
    app.text_input(key="named_text").set_value("HEART").run()
    assert names() == ["heart strain", "heart attack"]
    app.selectbox(key="named_who").set_value("ann").run()
    assert names() == ["heart attack"]
    app.selectbox(key="named_class").set_value("Lung disorders").run()
    assert not names() and "every class" in drawn(app, "sheet")[0]["empty"]


def test_pasted_labels_say_every_wrong_row_and_what_they_would_change(organs: Workbench, open_page: Opener) -> None:
    organs.labels.add("organs", [("heart attack", "Heart disorders"), ("asthma", "Lung disorders")], "mira")
    app = open_page("labels", show="Paste or upload")
    text = "Heart Attack, Lung disorders\nasthma, Lung disorders\nflu, Lungs\n" + "lost\n" * 7
    app.text_area(key="labels_text").set_value(text).run()

    assert not app.exception
    said = [one.value for one in app.warning]
    assert ["Row 4" in said[0], len(said)] == [True, 5]
    assert "1 new class" in said[-1] and "“Lungs”" in said[-1]
    assert "1 name of this set" in app.info[0].value
    rest = next(sheet for sheet in drawn(app, "sheet") if sheet["label"] == "Rows that cannot be kept")["rows"]
    assert [row["row"] for row in rest] == ["8", "9", "10"] and all("no class" in row["why"] for row in rest)


@pytest.mark.parametrize("view", ["Labelled names", "Agreement", "What changed", "Paste or upload", "The set"])
def test_every_view_opens_by_its_address(organs: Workbench, open_page: Opener, view: str) -> None:
    app = open_page("labels", show=view)

    assert not app.exception and not app.error
    assert app.segmented_control(key="show").value and not drawn(app, "label_card")[0]["open"]


def test_a_set_that_is_gone_is_said(organs: Workbench, open_page: Opener) -> None:
    app = open_page("labels", set="topics")

    assert "topics" in app.info[0].value
    assert drawn(app, "label_card")


@pytest.mark.parametrize(
    ("labels", "said"),
    [(2, "and its 2 labels are deleted; History brings them back"), (0, "is deleted; it had no label")],
)
def test_a_set_that_is_deleted_is_told_as_done(organs: Workbench, open_page: Opener, labels: int, said: str) -> None:
    """It was told as a set that is missing, and the address kept its queue and the view."""
    organs.labels.add("organs", [(f"name {i}", "Heart disorders") for i in range(labels)], "ann")
    organs.label_sets.define(labelling.Definition("a first", labelling.free_classes("x\ny"), labelling.FREE), "ann")
    app = open_page("labels", set="organs", show="The set")
    app.button(key="delete_set").click().run()

    assert not app.exception and not app.info
    assert said in app.success[0].value
    assert app.selectbox(key="set").value == "a first" and app.segmented_control(key="show").value == "queue"
    assert "set" not in app.query_params and app.query_params.get("show") != "The set"

    app.segmented_control(key="show").set_value("set").run()
    app.button(key="delete_set").click().run()
    assert not app.exception and not app.info
    assert not {"set", "queue"} & set(app.query_params)


def test_too_few_labels_stop_a_training_with_a_sentence(organs: Workbench, open_page: Opener) -> None:
    app = open_page("labels")
    app.button(key="train_now").click().run()

    assert not app.exception and app.error and not organs.jobs.runs(kind="train")


def test_why_nothing_can_be_trained_now_stands_under_the_button(organs: Workbench, open_page: Opener) -> None:
    """The button was grey, and why was told to the mouse alone."""
    said = "One training at a time: **Another** is running."
    app = open_page("labels")
    assert not app.button(key="train_now").disabled and not any(said in one.value for one in app.caption)
    number = organs.jobs.queue("train", "Another", {"preset": "few-shot"})
    app.run()

    assert not app.exception and app.button(key="train_now").disabled
    assert any(one.value.startswith(said) for one in app.caption) and app.button(key=f"cancel_{number}")


def test_two_people_get_kappa_and_their_disagreements(organs: Workbench, open_page: Opener) -> None:
    for who, classes in (("ann", ("Heart", "Heart", "Lung")), ("bea", ("Heart", "Lung", "Lung"))):
        organs.labels.add("organs", [(f"name {i}", f"{one} disorders") for i, one in enumerate(classes)], who)
    app = open_page("labels", show="Agreement")

    assert [one.value for one in app.metric] == ["3", "67\u00a0%", "0.40"]
    rows = drawn(app, "sheet")[0]["rows"]
    assert [(row["name"], row["one"], row["other"]) for row in rows] == [
        ("name 1", "Heart disorders", "Lung disorders")
    ]


@pytest.mark.parametrize(
    ("address", "pair"),
    [
        ({}, ("bea", "cleo")),
        ({"annotator": "cleo"}, ("cleo", "bea")),
        ({"annotator": "ann"}, ("ann", "bea")),
        ({"annotator": "cleo (9 names)"}, ("cleo", "bea")),
        ({"against": "bea"}, ("cleo", "bea")),
        ({"annotator": "cleo", "against": "ann"}, ("cleo", "ann")),
        ({"annotator": "nobody"}, ("bea", "cleo")),
    ],
)
def test_whom_the_address_names_is_compared_with_their_likeliest_partner(
    organs: Workbench, open_page: Opener, address: dict[str, str], pair: tuple[str, str]
) -> None:
    """`?annotator=cleo` stood against cleo: “Choose two people”."""
    for who, names in (("ann", "abcd"), ("bea", "dexy"), ("cleo", "xy")):
        organs.labels.add("organs", [(f"name {one}", "Heart disorders") for one in names], who)
    app = open_page("labels", show="Agreement", **address)
    assert (app.selectbox(key="annotator").value, app.selectbox(key="against").value) == pair


def test_what_there_is_to_train_on_in_words() -> None:
    assert in_words([("a", 4), ("b", 4), ("c", 0)], 4) == "Trains on 8 labels in 2 classes; 2 of 3 classes complete."
    assert in_words([("a", 5), ("b", 4)], 30) == "Trains on 9 labels in 2 classes; 30 wanted for each."
