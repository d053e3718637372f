"""The Export page: what a format has no place for is said before the download, and RF2 asks for its namespace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench
from store.records.terminology import Terminology
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]


def captions(app: AppTest) -> str:
    assert not app.exception
    return "\n".join(one.value for one in app.caption).replace("\\", "")


def test_the_loss_is_said_before_the_download(workbench: Workbench, open_page: Opener) -> None:
    names = {one.slug: one for one in workbench.terminologies.all()}
    assert isinstance(names["organs"], Terminology)
    workbench.upkeep.describe("organs", "ann", version="3")
    app = open_page("export", what="terminology", terminology="organs", **{"as": "csv"})
    assert "CSV has no place for the terminology's title, version and licence." in captions(app)
    app = open_page("export", what="terminology", terminology="organs", **{"as": "skos"})
    lost = workbench.exports.losses("organs", "skos")
    assert lost and lost[0].startswith("SKOS has no place for sources of names: ") and lost[0] in captions(app)
    app = open_page("export", what="terminology", terminology="organs", **{"as": "jsonl"})
    assert "no place for" in captions(app)  # title, version and licence alone


def test_rf2_asks_for_the_namespace_of_the_extension(workbench: Workbench, open_page: Opener) -> None:
    address = {"what": "terminology", "terminology": "organs", "as": "rf2"}
    app = open_page("export", **address)
    assert "Nobody has changed anything" in captions(app) and "is a Delta" in captions(app)
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    app = open_page("export", **address)
    assert "seven digits" in captions(app)
    app.text_input(key="namespace").input("1000003").run()
    assert "Write the namespace" not in captions(app)
    for other in ("12", "١٢٣٤٥٦٧"):
        app.text_input(key="namespace").input(other).run()
        assert "Write the namespace" in captions(app)


def test_without_rows_it_says_that_undone_ones_are_not_among_them(workbench: Workbench, open_page: Opener) -> None:
    """“Nothing has been edited yet” stood there after an edit that was undone."""
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.history.undo("ann")
    (preview,) = drawn(open_page("export"), "export_preview")
    assert preview["rows"] == [] and "No edit is in force; undone ones stand on History." in preview["empty"]
    (preview,) = drawn(open_page("export", what="decisions"), "export_preview")
    assert "Decisions on Mappings are taken out there" in preview["empty"]


def test_what_is_there_already_is_said_in_place_of_loaded_0_rows(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    """“18 rows can be loaded” was followed by “Loaded 0 rows” in green."""
    workbench.labels.add("s", [("heart attack", "heart")], "ann")
    workbench.exports.write("labels", tmp_path / "labels.csv")
    app = open_page("export")
    app.text_input(key="who").set_value("ann").run()
    app.file_uploader(key="load_file").set_value(
        ("labels.csv", (tmp_path / "labels.csv").read_bytes(), "text/csv")
    ).run()
    app.button(key="load").click().run()
    assert not app.exception and not app.success
    assert "What labels.csv could bring is here already" in app.info[0].value.replace("\\", "")
    app.file_uploader(key="load_file").set_value(("own.csv", b"id,name\nA,apple\n", "text/csv")).run()
    assert "imported on the page Terminologies" in app.error[0].value


def test_a_file_of_short_forms_that_are_here_already_is_said_to_be_so(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    """Every row was said to be one that can be loaded."""
    out = tmp_path / "forms.csv"
    workbench.abbreviations.add("QQX", ["one"], "mira")
    workbench.exports.write("abbreviations", out)
    app = open_page("export")
    app.file_uploader(key="load_file").set_value(("forms.csv", out.read_bytes(), "text/csv")).run()
    assert any("is here already." in one.value for one in app.markdown) and app.button(key="load").disabled
    workbench.abbreviations.remove("QQX", "mira")
    app.run()
    assert any("of them here already:" in one.value for one in app.markdown) and not app.button(key="load").disabled


def test_the_page_says_where_mappings_go_out(workbench: Workbench, open_page: Opener) -> None:
    """“What people made here, as files” had no mappings, and only an empty list of decisions said where they are."""
    said = "Mappings go out on the page Mappings, and the answers to a file on Normalise, each under “Export”."
    assert any(said in one.value for one in open_page("export").caption)
