"""The Map page: what it sends to the canvas, and what it says where there is no map yet."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import MapRequest, Workbench

Opener = Callable[..., AppTest]
PCA = MapRequest("organs", "vectors", layout="pca")


def block(app: AppTest, place: int = 0) -> dict[str, Any]:
    """A block of points, read as the browser reads it."""
    content = [one.proto.bytes for one in app.get("bidi_component") if one.proto.component_name.endswith("map_points")]
    data = content[place]
    length = int.from_bytes(data[:4], "little")
    head = json.loads(data[4 : 4 + length])
    kinds = {"f4": "<f4", "u1": "u1", "u2": "<u2"}
    for name, kind, start, size in head.pop("parts"):
        assert start % 4 == 0
        part = data[start : start + size]
        head[name] = part.decode().split("\n") if kind == "text" else np.frombuffer(part, kinds[kind])
    return head


def canvas(app: AppTest) -> dict[str, Any]:
    """What the canvas is told beside the points."""
    return next(
        json.loads(one.proto.json)
        for one in app.get("bidi_component")
        if one.proto.component_name == "nomenclator_map_canvas"
    )


@pytest.fixture
def drawn(workbench: Workbench) -> Workbench:
    worker.execute(workbench.workspace, workbench.maps.queue(PCA))
    return workbench


def test_a_branch_has_the_colours_of_its_children(workbench: Workbench, open_page: Opener) -> None:
    of = MapRequest("organs", "vectors", "branch", "H", layout="pca")
    worker.execute(workbench.workspace, workbench.maps.queue(of))
    app = open_page("map", names="Branch", branch="H", layout="PCA")

    assert not app.exception
    assert set(block(app)["classNames"]) == {
        *("Heart disorders", "Myocardial infarction", "Heart failure", "Angina pectoris")
    }
    assert canvas(app)["colour"] == {"mode": "class", "title": "Children of H"}


def test_without_a_map_there_is_a_button_that_draws_it(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("map", layout="PCA")

    assert "no map of these names" in app.info[0].value
    assert app.button(key="draw_map").label == "Draw the map"


def test_maps_that_are_drawn_are_offered_where_the_one_asked_for_is_not(drawn: Workbench, open_page: Opener) -> None:
    app = open_page("map")
    sheets = [one for one in app.get("bidi_component") if one.proto.component_name == "nomenclator_sheet"]
    (row,) = json.loads(sheets[0].proto.json)["rows"]
    assert (row["of"], row["layout"], row["encoder"]) == ("Organs", "PCA", "Shipped vectors")
    asked = MapRequest.from_dict(drawn.maps.openable(1)[0].asked)
    assert asked == PCA
    worker.execute(drawn.workspace, drawn.maps.queue(MapRequest("organs", "vectors", layout="pca", seed=7)))
    assert [one.asked["seed"] for one in drawn.maps.openable(9)] == [1]  # the choices cannot name another seed


def test_the_block_holds_every_name_with_its_place(drawn: Workbench, open_page: Opener) -> None:
    app = open_page("map", layout="PCA")
    sent, opened = block(app), drawn.maps.open(PCA)

    assert not app.exception and opened is not None
    assert sent["key"] == opened.key == canvas(app)["panes"][0]["key"]
    assert sent["texts"] == opened.points.texts and sent["codes"] == opened.points.codes
    assert np.array_equal(sent["xy"].reshape(-1, 2), opened.points.xy)
    at = sent["texts"].index("heart attack")
    assert sent["classNames"][sent["classes"][at]] == "Heart disorders"
    assert [sent["preferred"][sent["texts"].index(name)] for name in ("heart attack", "Asthma")] == [0, 1]


def test_the_block_holds_the_lines_around_the_densest_names(drawn: Workbench, open_page: Opener) -> None:
    sent = block(open_page("map", layout="PCA"))

    assert sent["contours"] == [20, 40, 60, 80]
    lines = [sent[f"contour{at}"].reshape(-1, 4) for at in range(4)]
    assert all(len(line) for line in lines)
    opened = drawn.maps.open(PCA)
    assert opened is not None
    low, high = opened.points.xy.min(0), opened.points.xy.max(0)
    room = 0.2 * (high - low)
    assert (lines[3][:, :2] > low - room).all() and (lines[3][:, :2] < high + room).all()


def test_what_is_not_drawn_is_said(drawn: Workbench, open_page: Opener) -> None:
    assert canvas(open_page("map", layout="PCA"))["note"] == "17 names drawn. None is left out."
    drawn.synonyms.add("organs", "H2", "pump failure", "mira")

    assert "1 added here by people" in canvas(open_page("map", layout="PCA"))["note"]


def test_a_search_that_finds_every_name_leaves_none_out(workbench: Workbench, open_page: Opener) -> None:
    asked = MapRequest.from_dict(PCA.to_dict() | {"kind": "search", "of": "heart", "found": 2_000})
    worker.execute(workbench.workspace, workbench.maps.queue(asked))

    said = canvas(open_page("map", layout="PCA", names="Search", search="heart"))["note"]
    assert said == "17 names drawn. None is left out."


def test_colours_by_label_follow_the_set(drawn: Workbench, open_page: Opener) -> None:
    drawn.labels.relabel("mine", [("heart attack", "urgent"), ("Asthma", "chronic"), ("Pneumonia", "urgent")], "mira")
    app = open_page("map", layout="PCA", colour="Label")
    texts, colour = block(app)["texts"], canvas(app)["colour"]

    found = {
        texts[point]: colour["titles"][value] for point, value in zip(colour["points"], colour["values"], strict=True)
    }
    assert found == {"heart attack": "urgent", "Asthma": "chronic", "Pneumonia": "urgent"}


def test_two_encoders_share_their_names_and_list_what_moved(drawn: Workbench, open_page: Opener) -> None:
    drawn.vectors.fit_spelling("spelling", ["organs"])
    worker.execute(drawn.workspace, drawn.maps.queue(PCA.second("vectors:spelling")))
    app = open_page("map", layout="PCA", beside="spelling")
    first, second = block(app, 0), block(app, 1)

    assert first["texts"] == second["texts"]
    assert ((second["shares"] <= 100) | (second["shares"] == 255)).all()
    assert [pane["title"] for pane in canvas(app)["panes"]] == ["Shipped vectors", "spelling"]
    assert "On average a name keeps" in " ".join(caption.value for caption in app.caption)


@pytest.mark.parametrize("kind", ["Branch", "Search", "Labels"])
def test_a_missing_choice_says_what_to_do(kind: str, workbench: Workbench, open_page: Opener) -> None:
    app = open_page("map", names=kind)

    assert not app.exception and not app.error
    assert len(app.info) == 1
