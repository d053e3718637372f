"""An encoder that has not read the names: no page reads them while somebody waits; each offers the run that does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.models.open import open_encoder
from engine.workbench import UNREAD, SourceFile, Workbench
from engine.workbench.rankings import rankings
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]
SPELLING = "vectors:spelling"


@pytest.fixture
def large(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """The small workspace as if it were a large one, with vectors that nothing was read with yet."""
    monkeypatch.setattr(rankings, "READ_AT_ONCE", 0)
    workbench.vectors.fit_spelling("spelling", ["organs"])
    return workbench


def offered(app: AppTest) -> list[str]:
    return [one.key for one in app.button if str(one.key).startswith("make_searchable_")]


def test_few_names_are_read_at_once(workbench: Workbench) -> None:
    workbench.vectors.fit_spelling("spelling", ["organs"])
    assert workbench.rankings.searchable(SPELLING)


def test_many_names_are_read_by_a_run_of_their_own(large: Workbench) -> None:
    assert large.rankings.searchable("vectors") and not large.rankings.searchable(SPELLING)
    run = worker.execute(large.workspace, large.jobs.queue("index", "reading", {"encoder": SPELLING}))
    assert run.status == "done" and large.rankings.searchable(SPELLING)


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("rankings", {"q": "heart attack", "with": ["Shipped vectors", "spelling"]}),
        ("place", {"name": "weak heart failure", "with": ["vectors", SPELLING]}),
        ("compare", {"view": "one", "name": "heart attack", "with": ["vectors", SPELLING]}),
    ],
)
def test_a_page_offers_it_and_answers_with_the_others(
    page: str, query: dict[str, Any], large: Workbench, open_page: Opener
) -> None:
    app = open_page(page, **query)

    assert not app.exception and offered(app) == [f"make_searchable_{SPELLING}"]
    assert not large.rankings.ranker.indexes.ready(
        large.terminologies.all()[0], open_encoder(large.workspace, SPELLING)
    )
    columns = drawn(app, "candidate_table")
    if page != "compare":
        ready, waiting = columns[0]["columns"]
        assert ready["rows"] and not waiting["rows"] and "has not read" in waiting["note"]


def test_a_run_is_taken_for_the_terminologies_that_it_reads(large: Workbench, started: list[int]) -> None:
    """Where “organs” was read, “hearts” was said to be, and nobody read it."""
    make, going = large.rankings.make_searchable, large.rankings.indexing_run
    organs = make(SPELLING, "organs")
    assert make(SPELLING, "organs") == organs == going(SPELLING).id == going(SPELLING, "organs").id
    assert going(SPELLING, "hearts") is None
    every = make(SPELLING)
    assert every != organs and make(SPELLING, "hearts") == make(SPELLING) == every == going(SPELLING, "hearts").id
    assert started == [organs, every] and large.jobs.run(organs).recipe["terminologies"] == ["organs"]


def test_what_is_read_answers_while_a_new_terminology_waits(
    large: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    run = worker.execute(large.workspace, large.jobs.queue("index", "reading", {"encoder": SPELLING}))
    assert run.status == "done"
    file = tmp_path / "hearts.csv"
    file.write_text("id,name\nX1,heart attack\nX2,heart arrest\n", encoding="utf-8")
    run = worker.execute(large.workspace, large.terminologies.queue_import(SourceFile(file), "hearts", title="Hearts"))
    assert run.status == "done" and not large.rankings.searchable(SPELLING)

    ready = large.rankings.readiness(SPELLING)
    assert ([one.slug for one in ready.read], [one.slug for one in ready.unread]) == (["organs"], ["hearts"])
    app = open_page("rankings", q="heart attack", **{"with": ["spelling"]})

    (column,) = drawn(app, "candidate_table")[0]["columns"]
    assert column["rows"] and {row["terminology"] for row in column["rows"]} == {"organs"}
    said = [one.value for one in app.markdown if "has not read" in one.value]
    assert len(said) == 1 and "the names of Hearts yet and answers without them" in said[0]
    assert offered(app) == [f"make_searchable_{SPELLING}"]
    app = open_page("rankings", q="heart attack", **{"with": ["spelling"], "in": "Hearts"})
    (column,) = drawn(app, "candidate_table")[0]["columns"]
    assert not column["rows"] and column["note"] == UNREAD


def test_an_encoder_that_has_read_less_than_the_other_is_not_compared_with_it(
    large: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    worker.execute(large.workspace, large.jobs.queue("index", "reading", {"encoder": SPELLING}))
    file = tmp_path / "hearts.csv"
    file.write_text("id,name\nX1,heart attack\nX2,heart arrest\n", encoding="utf-8")
    worker.execute(large.workspace, large.terminologies.queue_import(SourceFile(file), "hearts", title="Hearts"))
    worker.execute(large.workspace, large.jobs.queue("index", "reading", {"encoder": "vectors"}))
    assert large.rankings.searchable("vectors") and not large.rankings.searchable(SPELLING)

    both = {"q": "heart attack", "with": ["Shipped vectors", "spelling"]}
    app = open_page("rankings", **both)
    first, second = drawn(app, "candidate_table")[0]["columns"]
    assert first["rows"] and not any("shift" in row for row in first["rows"])
    assert not second["rows"] and second["note"] == UNREAD
    (said,) = [one.value for one in app.markdown if "has not read" in one.value]
    assert "the names of Hearts yet" in said and "answers" not in said
    large.jobs.queue("index", "reading", {"encoder": SPELLING})
    app = open_page("rankings", **both)
    (said,) = [one.value for one in app.markdown if "is reading" in one.value]
    assert said.endswith("is reading the names of Hearts; its answers come here as soon as it has.")
    app = open_page("rankings", q="heart attack", **{"with": ["spelling"]})
    (said,) = [one.value for one in app.markdown if "is reading" in one.value]
    assert said.endswith("is reading the names of Hearts; until then it answers without them.")


def test_what_changed_waits_for_both_encoders(large: Workbench, open_page: Opener) -> None:
    large.labels.add("topics", [("heart attack", "a"), ("asthma", "b")], "mira")
    app = open_page("labels", set="topics", show="What changed", moved=f"vectors..{SPELLING}")

    assert not app.exception and offered(app) == [f"make_searchable_{SPELLING}"]
