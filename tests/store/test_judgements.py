"""Judgements: what stands, what undo brings back, and what may be accepted in bulk."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from engine.text import normalise
from store import altered, answer_lines, database, history, judged_texts, judgements, normalisations, undoing
from store.records.normalisation import Filter, Line, Other
from store.records.terminology import HistoryFilter

LINES = [
    Line(1, 1, 1, "heart attack", concept="H1", name="heart attack", score=1.0, probability=0.99),
    Line(2, 1, 1, "left arm pain", concept="P", name="right arm pain", score=0.9, probability=0.97, differs="side"),
    Line(3, 1, 2, "asthma and flu", read_as="asthma", concept="L1", name="asthma", score=0.8, probability=0.8),
    Line(3, 2, 2, "asthma and flu", read_as="flu", others=(Other("F", "influenza", 0.5, "O"),), probability=None),
    Line(4, 1, 1, "Heart  Attack", concept="H1", name="heart attack", score=1.0, probability=0.9, kind="Disease"),
]


@pytest.fixture
def path(path: Path) -> Path:
    with database.writing(path) as db:
        facts = {"file": "m.csv", "source": "", "sha256": "s", "terminology": "organs", "encoder": "vectors"}
        number = normalisations.add(db, facts | {"encoder_sha256": "e", "search": "O-T"})
        normalisations.append(db, number, LINES, 4, 4, normalise)
    return path


def _decide(path: Path, row: int, decision: str, who: str = "ann", concept: str = "", comment: str = "") -> None:
    with database.writing(path) as db:
        line = next(line for line in answer_lines.every(db, 1) if line.row == row)
        judgements.add(db, 1, "organs", [(line, decision, concept, "", None, comment)], who, normalise)


def _standing(path: Path) -> dict[int, tuple[str, str]]:
    with database.reading(path) as db:
        return {line.id: (line.decision, line.who) for line in answer_lines.every(db, 1) if line.decision}


def _undo(path: Path, who: str = "ann") -> list[str]:
    with database.writing(path) as db:
        batch = judgements.undo(db, who)
        return [judgement.decision for judgement in batch.first] if batch else []


def _redo(path: Path, who: str = "ann") -> list[str]:
    with database.writing(path) as db:
        batch = judgements.redo(db, who)
        return [judgement.decision for judgement in batch.first] if batch else []


def test_answers_come_back_as_they_were_kept(path: Path) -> None:
    with database.reading(path) as db:
        found = list(answer_lines.every(db, 1))
    assert found == [replace(line, model="vectors", model_sha256="e") for line in LINES]


def test_a_decision_is_called_the_same_in_the_history_and_its_changes(path: Path) -> None:
    for decision, concept, said in (("none", "", "no match"), ("accept", "H1", "accepted H1")):
        _decide(path, 1, decision, concept=concept)
        with database.reading(path) as db:
            (entry,) = history.entries(db, HistoryFilter(), 1)
            (change,) = altered.of_entry(db, entry)
        assert (entry.title, change.after) == (f"“heart attack”: {said}", said)


def test_undo_goes_back_to_what_stood_before_and_redo_forward(path: Path) -> None:
    _decide(path, 1, "accept", concept="H1")
    _decide(path, 1, "none")
    _decide(path, 4, "skip")
    assert _undo(path) == [""]
    assert _standing(path) == {1: ("none", "ann")}
    assert _undo(path) == ["accept"]
    assert _undo(path) == [""]
    assert (_undo(path), _standing(path)) == ([], {})
    assert [_redo(path) for _ in range(4)] == [["accept"], ["none"], ["skip"], []]
    assert _standing(path) == {1: ("none", "ann"), 5: ("skip", "ann")}
    assert _undo(path) == [""]


def test_a_new_decision_ends_what_could_be_redone(path: Path) -> None:
    _decide(path, 1, "accept")
    _undo(path)
    _decide(path, 4, "accept")
    assert _redo(path) == []


def test_undo_leaves_what_somebody_else_decided_since(path: Path) -> None:
    _decide(path, 1, "accept", "ann")
    _decide(path, 1, "none", "bob")
    assert _undo(path, "ann") == []
    assert _standing(path) == {1: ("none", "bob")}
    assert _undo(path, "bob") == ["accept"]
    assert _standing(path) == {1: ("accept", "ann")}
    assert _undo(path, "ann") == [""]


def test_an_undo_tells_what_it_changed_whichever_entry_of_the_act_that_was(path: Path) -> None:
    """A loaded export is an entry for each note; where the first changed nothing, none of the decisions was told."""
    with database.writing(path) as db:
        lines = list(answer_lines.every(db, 1))
        for line in (lines[0], lines[4]):
            batch = judgements.append(db, 1, "organs", [(line, "skip", "", "", None, "")], "ann", normalise)
            history.record(db, history.JUDGEMENT, batch, "ann", 1, "loaded", act=1)
    _decide(path, 1, "none", "bob")
    with database.writing(path) as db:
        undone, again = judgements.undo(db, "ann"), judgements.redo(db, "ann")
    assert undone is not None and again is not None
    assert [(one.lines, [judgement.line for judgement in one.first]) for one in (undone, again)] == [(1, [5]), (1, [5])]


def test_bulk_accept_takes_what_is_counted_leaves_differences_and_is_one_undo(path: Path) -> None:
    _decide(path, 1, "none", "bob")
    with database.writing(path) as db:
        assert judgements.count_acceptable(db, 1, Filter(), 0.5) == 2  # not decided, not marked, not unanswered
        assert judgements.count_acceptable(db, 1, Filter(kind="Disease"), 0.5) == 1
        assert judgements.accept_all(db, 1, Filter(), 0.8, "ann") == 2
    assert _standing(path) == {1: ("none", "bob"), 3: ("accept", "ann"), 5: ("accept", "ann")}
    assert _undo(path) == ["", ""]
    assert _standing(path) == {1: ("none", "bob")}


def test_accepted_texts_are_the_mention_or_its_part(path: Path) -> None:
    _decide(path, 1, "accept", concept="H1")
    _decide(path, 2, "none")
    _decide(path, 3, "other", concept="L1")
    with database.reading(path) as db:
        assert judged_texts.accepted(db, "organs") == [("heart attack", "H1"), ("asthma", "L1")]
        assert judged_texts.accepted(db, "another") == []
    _undo(path)
    with database.reading(path) as db:
        assert judged_texts.accepted(db, "organs") == [("heart attack", "H1")]


def test_filters_orders_and_counts(path: Path) -> None:
    _decide(path, 4, "flag", comment="?")

    def rows(wanted: Filter, order: str = "doubtful first") -> list[tuple[int, int]]:
        with database.reading(path) as db:
            found = [(line.row, line.part) for line in answer_lines.lines(db, 1, wanted, order)]
            assert answer_lines.count(db, 1, wanted) == len(found)
        return found

    assert rows(Filter()) == [(3, 2), (3, 1), (4, 1), (2, 1), (1, 1)]  # not answered at all comes first
    assert rows(Filter(), "as in the file") == [(1, 1), (2, 1), (3, 1), (3, 2), (4, 1)]
    assert rows(Filter(status="flagged")) == [(4, 1)]
    assert rows(Filter(status="undecided", lowest=0.8, highest=0.97)) == [(3, 1), (2, 1)]
    assert rows(Filter(differs=True)) == [(2, 1)]
    assert rows(Filter(answered=False)) == [(3, 2)]
    assert rows(Filter(text="RIGHT ARM")) == [(2, 1)]
    with database.reading(path) as db:
        assert answer_lines.alike(db, 1, 1) == [1, 5]
        assert answer_lines.decisions(db, 1) == {"flag": 1}
        assert answer_lines.values_of(db, 1, "kind") == {"": 4, "Disease": 1}


def test_a_roll_back_leaves_or_takes_what_others_decided_since(path: Path) -> None:
    _decide(path, 1, "accept", "ann", concept="H1")
    _decide(path, 1, "none", "bob")
    _decide(path, 4, "skip", "ann")
    _decide(path, 1, "flag", "ann")
    with database.writing(path) as db:
        (entry,) = undoing.roll_back(db, 1, "ann", False, lambda kinds: "back")
        assert (entry.kind, entry.rows, entry.role) == ("judgement", 2, "back")
    assert _standing(path) == {1: ("none", "bob")}
    with database.writing(path) as db:
        undoing.roll_back(db, 1, "ann", True, lambda kinds: "back")
    assert _standing(path) == {1: ("accept", "ann")}
    assert (_undo(path), _undo(path)) == (["none"], ["skip", "flag"])
    assert _standing(path) == {1: ("flag", "ann"), 5: ("skip", "ann")}


def test_judgements_are_append_only(path: Path) -> None:
    _decide(path, 1, "accept")
    for statement in ("UPDATE judgements SET decision = 'none'", "DELETE FROM judgements"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"), database.writing(path) as db:
            db.execute(statement)
