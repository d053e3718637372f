"""The history of a workspace: whatever is done, in whatever order, can be taken back, and nobody's work is lost."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput, NotFound
from engine.terminology import importing
from engine.workbench import Workbench
from store import backup, database
from store.edits import Change
from store.records.terminology import HistoryFilter
from tests.conftest import CODES

WORDS = ("winded", "pump failure", "wheeze", "tight chest")
Snapshot = dict[str, Any]


def snapshot(bench: Workbench) -> Snapshot:
    """All that edits, labels and the current model come to."""
    cards = {}
    for code in [*CODES, *[f"NEW:{number:04}" for number in range(1, 9)]]:
        try:
            cards[code] = sorted(name.text for name in bench.terminologies.concept("organs", code).concept.names)
        except NotFound:
            continue
    current = bench.models.current()
    return {
        "names": cards,
        "parents": {child: sorted(over) for child, over in bench.hierarchy.parents("organs").items()},
        "labels": {one.name: one.label for one in bench.labels.in_set("s")},
        "current": current.model if current else "vectors",
    }


def one_step(bench: Workbench, who: str, drawn: random.Random) -> None:
    """Something a person does; what cannot be done now is left."""
    code = drawn.choice(CODES)
    word = drawn.choice(WORDS)

    def name(action: str) -> None:
        bench.edits.apply([Change(action, "organs", code, word)], who)

    def parent() -> None:
        other = drawn.choice(CODES)
        action = "withdraw" if other in bench.hierarchy.parents("organs").get(code, ()) else "add"
        bench.edits.apply([Change(action, "organs", code, other, kind="parent")], who)

    def concept() -> None:
        new = bench.edits.new_code("organs")
        if new < "NEW:0008":
            placed = Change("add", "organs", new, code, kind="parent")
            bench.edits.apply([Change("add", "organs", new, word, kind="concept"), placed], who)

    def many() -> None:
        bench.edits.apply([Change("add", "organs", one, word) for one in drawn.sample(CODES, 3)], who)

    def label() -> None:
        bench.labels.relabel("s", [(one, drawn.choice(["x", "y", ""])) for one in drawn.sample(WORDS, 2)], who)

    steps: list[Callable[[], Any]] = [
        lambda: name("add"),
        lambda: name("withdraw"),
        parent,
        parent,
        concept,
        many,
        label,
        label,
        lambda: bench.models.make_current("vectors", who, "as before"),
        lambda: bench.history.undo(who),
        lambda: bench.history.undo(who),
        lambda: bench.history.redo(who),
    ]
    try:
        drawn.choice(steps)()
    except (BadInput, NotFound):
        return


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_any_story_of_two_people_can_be_undone_and_rolled_back(workbench: Workbench, seed: int) -> None:
    drawn, start = random.Random(seed), snapshot(workbench)
    after = {0: start}
    for _ in range(40):
        one_step(workbench, drawn.choice(["ann", "bob"]), drawn)
        after[workbench.history.last()] = snapshot(workbench)
    end = snapshot(workbench)
    assert len(after) > 15

    for moment in drawn.sample(sorted(after), 4):
        try:
            done = workbench.history.roll_back(moment, "ann", everyone=True)
        except BadInput:  # nothing is different
            assert after[moment] == end
            continue
        assert snapshot(workbench) == after[moment]
        shown = workbench.history.difference(done.entries[0].id - 1, moment)
        assert bool(shown.added or shown.gone or shown.changed) == (after[moment] != end)
        workbench.history.undo("ann")
        assert snapshot(workbench) == end
    for moment in drawn.sample(sorted(after), 4):
        try:
            workbench.history.roll_back(moment, "bob")
        except BadInput:
            continue
        workbench.history.undo("bob")
        assert snapshot(workbench) == end

    turns, left = ["ann", "bob"], 2
    while left:  # until neither has anything left; a circle waits until the other has taken a step
        left = 2
        for who in turns:
            try:
                told, undone = workbench.history.next_undo(who), workbench.history.undo(who)
                assert (told and told.id) == (undone and undone.of)
                left -= undone is None
            except BadInput:
                continue
    assert snapshot(workbench) == start


def test_undo_leaves_what_somebody_else_did_since(workbench: Workbench) -> None:
    workbench.labels.relabel("s", [("a", "x"), ("b", "x")], "ann")
    workbench.labels.relabel("s", [("a", "y")], "bob")
    assert workbench.history.undo("ann")
    assert {one.name: (one.label, one.who) for one in workbench.labels.in_set("s")} == {"a": ("y", "bob")}
    assert workbench.history.undo("bob")
    assert workbench.labels.in_set("s") == []
    workbench.history.redo("ann")
    assert {one.name: (one.label, one.who) for one in workbench.labels.in_set("s")} == {
        "a": ("x", "ann"),
        "b": ("x", "ann"),
    }


def test_an_undo_counts_what_it_takes_back(workbench: Workbench) -> None:
    """It said that it took back all, also what somebody had said since and what stays."""
    workbench.labels.relabel("s", [(one, "x") for one in "abc"], "ann")
    workbench.labels.relabel("s", [("a", "y")], "bob")
    undone = workbench.history.undo("ann")
    assert (undone.title, undone.rows) == ("Undid 2 of 3: 3 names labelled “x” in “s”", 2)
    again = workbench.history.redo("ann")
    assert (again.title, again.rows) == ("Did again 2 of 3: 3 names labelled “x” in “s”", 2)
    workbench.history.undo("bob")
    assert workbench.history.undo("ann").title == "Undid: 3 names labelled “x” in “s”"


def test_an_older_entry_is_taken_back_and_later_work_stays(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.synonyms.add("organs", "H2", "pump failure", "ann")
    entry = workbench.history.take_back(1, "bob")
    assert (entry.role, entry.of, entry.who, entry.title) == ("undo", 1, "bob", "Undid: “coronary” added to H1")
    assert "coronary" not in [name.text for name in workbench.terminologies.concept("organs", "H1").concept.names]
    assert "pump failure" in [name.text for name in workbench.terminologies.concept("organs", "H2").concept.names]
    with pytest.raises(BadInput, match="taken back already"):
        workbench.history.take_back(1, "ann")
    assert workbench.history.take_back(entry.id, "ann").title == "Did again: “coronary” added to H1"
    with pytest.raises(BadInput, match="taken back already"):
        workbench.history.take_back(entry.id, "ann")
    with pytest.raises(NotFound, match="no entry 99"):
        workbench.history.take_back(99, "ann")


@pytest.mark.parametrize("number", [10**20, -(10**20)])
def test_a_number_that_no_row_can_have_is_that_of_no_entry(workbench: Workbench, number: int) -> None:
    workbench.labels.relabel("s", [("a", "x")], "ann")
    for ask in (
        workbench.history.entry,
        workbench.history.changes,
        lambda number: workbench.history.take_back(number, "ann"),
        lambda number: workbench.history.roll_back(number, "ann"),
    ):
        with pytest.raises(NotFound, match=f"no entry {number}"):
            ask(number)
    assert workbench.history.entries(HistoryFilter(entry=number)) == []
    assert workbench.history.count_actions(HistoryFilter(act=number)) == 0


def test_an_entry_that_was_all_changed_since_cannot_be_taken_back(workbench: Workbench) -> None:
    workbench.labels.relabel("s", [("a", "x")], "ann")
    workbench.labels.relabel("s", [("a", "y")], "bob")
    with pytest.raises(BadInput, match="changed since"):
        workbench.history.take_back(1, "ann")
    assert workbench.history.count() == 2


def test_a_person_rolls_back_what_they_did_and_others_keep_theirs(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.synonyms.add("organs", "H1", "infarct", "ann")
    workbench.synonyms.add("organs", "H2", "pump failure", "bob")
    workbench.labels.relabel("s", [("a", "x"), ("b", "x")], "ann")
    workbench.labels.relabel("s", [("a", "y")], "bob")
    before = snapshot(workbench)
    tried = workbench.history.roll_back(1, "ann", dry_run=True)
    assert (tried.changed, tried.taken_back, tried.kept) == ({"name": 1, "label": 1}, 2, {"bob": 2})
    assert tried.entries == () and snapshot(workbench) == before and workbench.history.count() == 5
    done = workbench.history.roll_back(1, "ann")
    assert [entry.kind for entry in done.entries] == ["name", "label"]
    assert "infarct" not in snapshot(workbench)["names"]["H1"] and "coronary" in snapshot(workbench)["names"]["H1"]
    assert "pump failure" in snapshot(workbench)["names"]["H2"]
    assert snapshot(workbench)["labels"] == {"a": "y"}
    assert workbench.history.undo("ann")
    assert snapshot(workbench) == before
    assert workbench.history.roll_back(0, "bob", everyone=True).kept == {}
    assert snapshot(workbench)["labels"] == {}


def test_what_others_put_on_a_concept_goes_and_comes_back_with_it(workbench: Workbench) -> None:
    new = workbench.edits.new_code("organs")
    made = [
        Change("add", "organs", new, "Stunned heart", kind="concept"),
        Change("add", "organs", new, "H", kind="parent"),
    ]
    workbench.edits.apply(made, "ann")
    workbench.synonyms.add("organs", new, "takotsubo", "bob")
    assert workbench.rankings.rank("takotsubo", "organs").candidates[0].concept_id == new
    assert workbench.history.roll_back(0, "ann", dry_run=True).waiting == 1
    workbench.history.undo("ann")
    assert new not in [
        candidate.concept_id for candidate in workbench.rankings.rank("takotsubo", "organs", top=20).candidates
    ]
    workbench.history.redo("ann")
    assert workbench.rankings.rank("takotsubo", "organs").candidates[0].concept_id == new


def test_a_parent_does_not_come_back_into_a_circle(workbench: Workbench) -> None:
    workbench.edits.apply([Change("withdraw", "organs", "H1", "H", kind="parent")], "ann")
    workbench.edits.apply([Change("add", "organs", "H", "H1", kind="parent")], "bob")
    with pytest.raises(BadInput, match="H stands below H1"):
        workbench.history.undo("ann")
    assert workbench.hierarchy.parents("organs")["H"] == ["R", "H1"]
    workbench.history.undo("bob")
    workbench.history.undo("ann")
    assert workbench.hierarchy.parents("organs")["H1"] == ["H"]


def test_a_circle_that_was_imported_is_resolved_and_undone(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "rings.csv"
    file.write_text("id,name,parents\nR,Root,\nA,Alpha,R|B\nB,Beta,A\nC,Gamma,B\n", encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "rings"}):
        pass
    ((fault,), _) = workbench.hierarchy.faults("rings")
    assert (fault.kind, fault.child, fault.parent) == ("cycle", "A", "B")
    workbench.hierarchy_edits.withdraw("rings", "A", "B", "ann")
    assert workbench.hierarchy.faults("rings") == ([], 0)
    workbench.history.undo("ann")
    assert workbench.hierarchy.faults("rings")[1] == 1
    workbench.history.redo("ann")
    workbench.edits.apply([Change("withdraw", "rings", "C", "B", kind="parent")], "bob")
    workbench.edits.apply([Change("add", "rings", "B", "C", kind="parent")], "ann")
    with pytest.raises(BadInput, match="B stands below C"):  # this circle is people's own
        workbench.history.undo("bob")


def test_two_moments_are_compared(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann", "heard", "coro", 0.5)
    workbench.labels.relabel("s", [("a", "x"), ("b", "x")], "ann")
    workbench.synonyms.withdraw("organs", "H1", "heart attack", "bob")
    workbench.labels.relabel("s", [("a", "y"), ("b", "")], "bob")
    shown = workbench.history.difference(2, 4)
    assert [(one.kind, one.thing, one.before) for one in shown.gone] == [
        ("name", "heart attack", "name of H1"),
        ("label", "b", "x"),
    ]
    assert [(one.thing, one.before, one.after, one.who) for one in shown.changed] == [("a", "x", "y", "bob")]
    whole = workbench.history.difference(0, 4)
    assert [(one.thing, one.after, one.score, one.query) for one in whole.added] == [
        ("coronary", "name of H1", 0.5, "coro"),
        ("a", "y", None, ""),
    ]
    assert [one.thing for one in whole.gone] == ["heart attack"]


def test_notes_are_found_and_kept(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.history.add_note(1, " ask  the ward ", "bob")
    assert [(one.note, one.who) for one in workbench.history.notes(1)] == [("ask the ward", "bob")]
    assert [one.id for one in workbench.history.entries(HistoryFilter(text="WARD"))] == [1]
    with pytest.raises(BadInput, match="0 characters"):
        workbench.history.add_note(1, " ", "bob")
    with pytest.raises(NotFound, match="no entry 9"):
        workbench.history.add_note(9, "x", "bob")


@pytest.mark.parametrize(
    ("wanted", "said"),
    [(HistoryFilter(kind="colour"), "no kind"), (HistoryFilter(since="yesterday"), "“yesterday” is no moment")],
)
def test_a_filter_that_is_none_gets_a_sentence(workbench: Workbench, wanted: HistoryFilter, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        workbench.history.entries(wanted)


def test_two_people_who_edit_at_once_lose_nothing(workbench: Workbench) -> None:
    """Twelve edits each from two threads: all are kept, and one id is given to one new concept only."""
    refused = []

    def work(who: str) -> None:
        bench = Workbench(workbench.workspace.folder)
        for number in range(12):
            bench.synonyms.add("organs", "H1", f"{who} {number}", who)
        try:
            bench.edits.apply([Change("add", "organs", "X:1", who, kind="concept")], who)
        except BadInput as error:
            refused.append(str(error))

    threads = [threading.Thread(target=work, args=(who,)) for who in ("ann", "bob")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = {name.text for name in workbench.terminologies.concept("organs", "H1").concept.names}
    assert {f"{who} {number}" for who in ("ann", "bob") for number in range(12)} <= names
    assert refused == ["organs has a concept X:1 already; choose another id."]
    assert workbench.history.count() == 25


def test_a_roll_back_brings_back_what_was_undone_under_cover_of_a_later_change(workbench: Workbench) -> None:
    workbench.labels.relabel("s", [("a", "y"), ("b", "y")], "bob")
    workbench.labels.relabel("s", [("a", "z")], "ann")
    workbench.history.undo("bob")  # of “a” it changes nothing: ann's label covers it
    workbench.history.undo("ann")
    assert snapshot(workbench)["labels"] == {}
    workbench.history.roll_back(2, "bob")
    assert snapshot(workbench)["labels"] == {"a": "y", "b": "y"}


def test_what_undo_would_take_back_is_told_without_taking_it_back(workbench: Workbench) -> None:
    assert workbench.history.next_undo("ann") is None
    workbench.synonyms.add("organs", "L3", "puffed", "ann")
    workbench.labels.relabel("topics", [("knee pain", "knee")], "ann")
    entry = workbench.history.next_undo("ann")
    assert entry is not None and entry.kind == "label" and entry.stands
    assert workbench.history.count() == 2
    workbench.history.undo("ann")
    entry = workbench.history.next_undo("ann")
    assert entry is not None and entry.kind == "name"


def test_what_undo_would_take_back_is_told_while_somebody_writes(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told by an undo that was taken back: it waited for the writer, and made the copy of the day."""
    workbench.labels.relabel("s", [("a", "x")], "ann")
    workbench.labels.relabel("s", [("b", "x")], "ann")
    workbench.labels.relabel("s", [("b", "y")], "bob")  # nothing is as ann's second action left it
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    again = Workbench(workbench.workspace.folder)
    again.workspace.follow = lambda work, message: pytest.fail(message)
    monkeypatch.setattr(backup, "is_due", lambda folder: True)
    with workbench.workspace.writing():
        told = again.history.next_undo("ann")
    assert told is not None and (told.id, told.stands) == (1, True)
    undone = workbench.history.undo("ann")
    assert undone is not None and undone.of == told.id
    assert workbench.history.next_undo("ann") is None


def test_an_action_stands_with_the_last_that_was_done_with_it_the_newest_first(workbench: Workbench) -> None:
    for name, code in (("winded", "L3"), ("pump failure", "H2"), ("wheeze", "L1")):
        workbench.synonyms.add("organs", code, name, "ann")
    workbench.history.take_back(1, "bob")
    workbench.history.undo("ann")
    workbench.history.redo("ann")

    found = workbench.history.actions()
    assert [(entry.id, newest.id, newest.role, entry.stands) for entry, newest in found] == [
        (3, 6, "redo", True),
        (1, 4, "undo", False),
        (2, 2, "do", True),
    ]
    assert workbench.history.count_actions() == 3 and workbench.history.count() == 6
    assert [step.id for step in workbench.history.steps(3)] == [5, 6]
    assert workbench.history.actions(limit=1, offset=1) == found[1:2]
    assert [entry.id for entry, _ in workbench.history.actions(HistoryFilter(who="bob"))] == [1]
    assert workbench.history.count_actions(HistoryFilter(text="wheeze")) == 1


def test_what_a_terminology_says_is_searched_and_not_what_it_is_called_by(workbench: Workbench) -> None:
    """“version” or “_” found every change of a terminology, for these are among the keys of what is kept of it."""
    workbench.upkeep.describe("organs", "ann", licence="CC0 1.0")
    workbench.upkeep.describe("organs", "ann", title="Organs of man")
    assert workbench.history.count(HistoryFilter(text="CC0 1")) == 2  # the second says it still
    assert [workbench.history.count(HistoryFilter(text=text)) for text in ("edits_until", "present", "_")] == [0, 0, 0]
