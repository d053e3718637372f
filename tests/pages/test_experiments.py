"""The page Experiments on the small workspace: what it offers, a finished run read as tables, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import Workbench
from store.records.training import FAILED, UNFINISHED
from tests.engine.jobs.test_experiment import carried_out, tiny_recipe
from tests.engine.jobs.test_worker import _until
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]


def sheets(app: AppTest) -> dict[str, list[dict]]:
    return {one["label"]: one["rows"] for one in drawn(app, "sheet")}


def labels(app: AppTest) -> set[str]:
    return {one.label for kind in (app.selectbox, app.number_input, app.checkbox, app.text_input) for one in kind}


@pytest.mark.slow
def test_each_experiment_says_what_it_asks_and_offers_what_it_reads(workbench: Workbench, open_page: Opener) -> None:
    kinds = workbench.experiments.kinds()
    for name, kind in kinds.items():
        app = open_page("experiments", experiment=name)
        assert not app.exception, name
        assert any(kind.about.question[:30] in one.value.replace("\\", "") for one in app.markdown)
        assert ("Levels" in labels(app)) == ("levels" in kind.options)
        assert ("First (S)" in labels(app)) == kind.about.pair
        assert ("Seeds" in labels(app)) == ("seeds" in kind.options)
        assert ("Only below these concepts" in labels(app)) == kind.about.branches
        assert ("Only these rows" in labels(app)) == bool(kind.about.rows)
        assert ("Names by class, as JSON" in labels(app)) == ("chapters" in kind.options)
    assert sheets(app)["Experiments"] == []


@pytest.mark.slow
def test_a_finished_run_is_tables_by_set_and_a_plot(workbench: Workbench, open_page: Opener, tmp_path: Path) -> None:
    run = carried_out(workbench, tiny_recipe(tmp_path))
    app = open_page("experiments", run=str(run))
    assert not app.exception
    tables = sheets(app)
    assert tables["Experiments"][0]["status"] == "Done"
    results = tables["Results"]
    assert len({row["0"] for row in results}) == len(results)  # one set at a time: a row an encoder
    assert any("quick trial" in one.value for one in app.warning)
    assert len(app.get("plotly_chart")) == 1
    downloads = [one.proto.label for one in app.get("download_button")]
    assert downloads == ["Tables (Markdown)", "Figures (JSON)", "Everything (ZIP)"]


@pytest.mark.slow
def test_start_starts_what_the_form_says(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("experiments", experiment="levels")
    app.number_input(key="experiments_levels").set_value(2)
    app.checkbox(key="experiments_quick").check()
    app.button(key="experiment_start").click().run()
    (run,) = workbench.jobs.runs(kind="experiment")
    assert (run.recipe["name"], run.recipe["levels"], run.recipe["quick"]) == ("levels", 2, True)
    assert run.recipe["terminologies"] == ["organs"]
    assert app.query_params["run"] == str(run.id)
    ended = _until(workbench, run.id, lambda seen: seen.status not in UNFINISHED)
    assert ended.status == FAILED and "organs" in ended.error  # nine concepts have no two levels of even classes


@pytest.mark.slow
def test_rows_a_branch_and_files_of_ones_own_are_asked_for(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    pairs = Path(tiny_recipe(tmp_path)["relatedness"][0])
    app = open_page("experiments", experiment="bne")
    app.text_input(key="experiments_root").set_value(" B , L")
    app.text_input(key="experiments_only").set_value("dan, ")
    app.text_area(key="experiments_relatedness").set_value(f"{pairs}\n")
    app.checkbox(key="experiments_quick").check()
    app.button(key="experiment_start").click().run()
    (run,) = workbench.jobs.runs(kind="experiment")
    asked = {name: run.recipe[name] for name in ("root", "only", "relatedness")}
    assert asked == {"root": "B , L", "only": ["dan"], "relatedness": [str(pairs)]}
    assert "chapters" not in run.recipe
    _until(workbench, run.id, lambda seen: seen.status not in UNFINISHED)
    app = open_page("experiments", experiment="few-shot")
    app.text_input(key="experiments_chapters").set_value("/nowhere.json").run()
    app.button(key="experiment_start").click().run()
    assert any("no file at /nowhere.json" in one.value.replace("\\", "") for one in app.error)


def test_a_failed_run_says_why_and_one_whose_files_are_gone_too(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    run = workbench.experiments.queue({"name": "grounding", "quick": True})
    worker.execute(workbench.workspace, run)
    app = open_page("experiments", run=str(run))
    assert any("has none of hpo" in one.value.replace("\\", "") for one in app.error)
    done = carried_out(workbench, tiny_recipe(tmp_path))
    (workbench.workspace.folder / "experiments" / str(done) / "few-shot.json").unlink()
    app = open_page("experiments", run=str(done))
    assert not app.exception
    assert any("no finished tables" in one.value for one in app.error)
