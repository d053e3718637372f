"""Why a row stands where it stands, on Rankings: by key, in the address, and beside another row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

from engine.terminology import importing
from engine.workbench import Workbench
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]
HERE = {"q": "heart trouble", "in": "organs", "concept": "organs/H2"}


def test_the_panel_turns_to_why_and_back(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(**HERE)
    assert drawn(app, "concept_card") and not drawn(app, "explanation")
    app.button(key="why").click().run()
    (told,) = drawn(app, "explanation")
    one = workbench.explanations.explain("heart trouble", "H2", "organs")
    assert told["sentences"] == list(one.sentences)
    assert told["sum"]["score"] == round(one.score, 2)
    assert not drawn(app, "concept_card")
    app.button(key="why").click().run()
    assert drawn(app, "concept_card") and not drawn(app, "explanation")


def test_the_code_above_why_is_written_as_it_is(workbench: Workbench, open_page: Opener, tmp_path: Path) -> None:
    """“I82.402” stood there as “I82\\.402”."""
    file = tmp_path / "dotted.csv"
    file.write_text("id,name\nC18.9,Crimson\nC18.8,Scarlet\n", encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "dotted"}):
        pass
    workbench.rankings.make_searchable("vectors", "dotted")
    app = open_page(q="crimson", concept="dotted/C18.9", why="yes", **{"in": "dotted"})
    (head,) = [one.value for one in app.markdown if one.value.startswith("**Crimson**")]
    assert "`" not in head and head.replace("\\", "") == "**Crimson** C18.9"


def test_the_address_opens_why_and_another_row_stands_beside_it(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(**HERE, why="yes")
    assert len(drawn(app, "explanation")) == 1
    app.selectbox(key="against").set_value("L2").run()
    beside, _ = drawn(app, "explanation")
    found = workbench.explanations.contrast("heart trouble", "H2", "L2", "organs")
    assert beside["sentences"] == list(found.sentences)
    assert [head["concept"] for head in beside["heads"]] == ["H2", "L2"]
    listed = sum(part["points"] for part in beside["parts"]) + beside["rest"]
    assert abs(listed - sum(part.points for part in found.parts)) < 0.1


def test_the_best_of_one_of_several_findings_is_called_that(workbench: Workbench, open_page: Opener) -> None:
    """“Since two concepts have its name” was said of it, which is untrue."""
    several = {"q": "asthma, heart failure", "in": "organs", "concept": "organs/H2", "why": "yes"}
    one = workbench.explanations.explain(several["q"], "H2", "organs")
    assert one.one_of_several and not one.exact and one.rule
    (told,) = drawn(open_page(**several), "explanation")
    assert told["sum"]["because"] == "it is the best of one of several findings"


def test_an_id_that_there_is_not_gets_a_sentence(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(**HERE, why="yes", against="X9")
    assert not app.exception
    assert "has no concept “X9”" in app.error[0].value
    assert len(drawn(app, "explanation")) == 1


def test_where_nothing_is_typed_nothing_can_be_explained(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/H2", why="yes")
    assert drawn(app, "concept_card")
    assert "why" not in {button.key for button in app.button}
