"""The order learnt from decisions in Normalise and Mappings: in force at once, told apart, compared and taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from engine.jobs import worker
from engine.ranking.order_learning import deciding
from engine.ranking.ordering.order import shipped
from engine.ranking.ranker import Ranker
from engine.workbench import Workbench
from store import ranking_orders, undoing
from store.records.terminology import Entry
from store.records.training import COMPLETED
from tests.decided import with_decisions
from tests.mapped import started, with_others


@pytest.fixture
def decided(workbench: Workbench, tmp_path: Path) -> Workbench:
    """24 mentions, each decided; then “organs” beside “others” for mappings."""
    with_decisions(workbench, tmp_path)
    return with_others(workbench, tmp_path)


def learnt(workbench: Workbench) -> dict:
    run = worker.execute(workbench.workspace, workbench.learnt_orders.queue("ann", "vectors"))
    assert run.status == COMPLETED, run.error
    return run.result


def test_too_few_decisions_are_refused(workbench: Workbench, tmp_path: Path) -> None:
    two = with_others(workbench, tmp_path)
    number = started(two)
    two.mapping_decisions.decide(number, ["H1", "H2"], "mapped", "ann")
    assert two.learnt_orders.decisions() == (0, 2)
    with pytest.raises(BadInput, match="There are 2 decisions to learn from, and it takes 20"):
        two.learnt_orders.queue("ann", "vectors")


def test_an_order_is_in_force_at_once_and_undo_takes_it_back(
    decided: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapt = deciding.adapt
    monkeypatch.setattr(deciding, "adapt", lambda *given: replace(adapt(*given), after=1.0))
    found = learnt(decided)
    assert found["decisions"] == 24 and found["judged"] > 0 and 0 <= found["before"] <= 1
    order = decided.learnt_orders.in_force()
    assert order is not None and (order.decisions, order.who) == (24, "ann")
    assert not np.allclose(Ranker(decided.workspace).order.weights, shipped().weights)
    (entry,) = decided.history.entries(limit=1)
    assert (entry.kind, entry.title) == ("order", "Order of rankings learnt from 24 decisions")
    (change,) = decided.history.changes(entry.id)
    assert (change.before, change.after) == ("", "learnt from 24 decisions")
    decided.history.undo("ann")
    assert decided.learnt_orders.in_force() is None
    assert Ranker(decided.workspace).order is shipped()
    decided.history.redo("ann")
    assert decided.learnt_orders.in_force() is not None


def test_an_order_that_is_measured_worse_is_not_in_force_until_somebody_wants_it(decided: Workbench) -> None:
    """It ordered from then on, whatever had been measured of it."""
    found = learnt(decided)
    assert found["after"] < found["before"] and decided.learnt_orders.in_force() is None
    assert Ranker(decided.workspace).order is shipped()
    decided.history.take_back(found["taken_back"], "ann")
    order = decided.learnt_orders.in_force()
    assert order is not None and order.decisions == 24


def test_an_order_that_is_measured_worse_is_at_no_time_in_force(
    decided: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was put in force, and taken back only later: a run that ended between the two left it there."""

    def ended(*_: object) -> list[Entry]:
        raise BadInput("ended here")

    monkeypatch.setattr(undoing, "turn", ended)
    run = worker.execute(decided.workspace, decided.learnt_orders.queue("ann", "vectors"))
    assert run.error == "ended here" and decided.learnt_orders.in_force() is None


def test_decisions_of_both_desks_teach_and_contradicted_ones_do_not(decided: Workbench) -> None:
    number = started(decided)
    decided.mapping_decisions.decide(number, ["H1", "H2"], "mapped", "ann")
    decided.mapping_decisions.decide(number, ["L3"], "none", "ann")
    decided.mapping_decisions.decide(number, ["H1"], "mapped", "ben", targets={"T1": "broad"})
    assert decided.learnt_orders.decisions() == (24, 2)
    assert learnt(decided)["decisions"] == 26


def test_a_mapping_says_what_a_learnt_order_would_suggest_otherwise(decided: Workbench) -> None:
    number = started(decided)
    before = [line.candidates for line in decided.mapping_lines.read(number, decided.mapping_lines.chosen(number))]
    run = worker.execute(decided.workspace, decided.mapping_changes.queue(number))
    assert (run.status, run.result["lines"], run.result["count"]) == (COMPLETED, 9, 0)
    decided.synonyms.add("others", "T6", "trouble breathing", "ann")
    run = worker.execute(decided.workspace, decided.mapping_changes.queue(number))
    changed = {one["line"]: one for one in run.result["changed"]}
    assert changed["L3"]["now"] == "T6" and changed["L3"]["before"] != "T6"
    after = [line.candidates for line in decided.mapping_lines.read(number, decided.mapping_lines.chosen(number))]
    assert before == after  # nothing is kept of it
    last = decided.mapping_changes.run_of(number)
    assert last is not None and last.id == run.id


def test_an_order_of_other_features_does_not_stop_a_ranking(workbench: Workbench) -> None:
    with workbench.workspace.writing() as db:
        ranking_orders.add(db, {"weights": {"of an older version": 1.0}}, 30, {}, "ann", "learnt")
    assert workbench.rankings.rank("heart attack", "organs", "vectors").candidates[0].concept_id == "H1"
