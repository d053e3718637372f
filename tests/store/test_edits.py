"""Edits: what stands, what undo and redo append."""

from pathlib import Path

from engine.text import normalise
from store import database, edits, undoing
from store.edits import Change


def _do(path: Path, action: str, name: str, who: str = "ann") -> None:
    with database.writing(path) as db:
        edits.add(db, [Change(action, "t", "C1", name)], who, normalise)


def _standing(path: Path) -> dict[str, str]:
    with database.reading(path) as db:
        return {edit.name: edit.action for edit in edits.in_force(db, "t")}


def _undo(path: Path, who: str = "ann") -> list[str]:
    with database.writing(path) as db:
        return [edit.action for entry in undoing.undo(db, who) for edit in edits.in_batch(db, entry.batch)]


def _redo(path: Path, who: str = "ann") -> list[str]:
    with database.writing(path) as db:
        return [edit.action for entry in undoing.redo(db, who) for edit in edits.in_batch(db, entry.batch)]


def test_the_newest_edit_of_a_name_stands(path: Path) -> None:
    _do(path, "add", "Heart attack")
    _do(path, "withdraw", "heart  ATTACK")
    assert _standing(path) == {"heart  ATTACK": "withdraw"}


def test_the_newest_edits_say_what_was_undone_since(path: Path) -> None:
    """Rankings had an undone edit as two plain rows."""
    _do(path, "add", "one")
    _do(path, "add", "two")
    _undo(path)
    with database.reading(path) as db:
        assert [(edit.name, edit.stands) for edit in edits.newest(db, 2, steps=False)] == [
            ("two", False),
            ("one", True),
        ]
        assert [edit.role for edit in edits.newest(db, 3)] == ["undo", "do", "do"]
    _redo(path)
    with database.reading(path) as db:
        assert [(edit.name, edit.stands) for edit in edits.newest(db, 2, steps=False)] == [("two", True), ("one", True)]


def test_undo_goes_back_step_by_step_and_redo_forward(path: Path) -> None:
    _do(path, "add", "one")
    _do(path, "add", "two")
    assert _undo(path) == ["withdraw"]
    assert _standing(path) == {"one": "add", "two": "withdraw"}
    assert _undo(path) == ["withdraw"]
    assert _undo(path) == []
    assert _redo(path) == ["add"]
    assert _standing(path) == {"one": "add", "two": "withdraw"}
    assert _redo(path) == ["add"]
    assert _redo(path) == []
    assert _standing(path) == {"one": "add", "two": "add"}


def test_a_new_edit_ends_what_could_be_redone(path: Path) -> None:
    _do(path, "add", "one")
    _undo(path)
    _do(path, "add", "two")
    assert _redo(path) == []


def test_undo_after_redo_takes_it_back_again(path: Path) -> None:
    _do(path, "add", "one")
    _undo(path)
    _redo(path)
    assert _undo(path) == ["withdraw"]
    assert _standing(path) == {"one": "withdraw"}


def test_undo_is_each_persons_own(path: Path) -> None:
    _do(path, "add", "ann's", "ann")
    _do(path, "add", "bob's", "bob")
    assert _undo(path, "ann") == ["withdraw"]
    assert _standing(path) == {"ann's": "withdraw", "bob's": "add"}


def test_a_batch_is_one_undo(path: Path) -> None:
    with database.writing(path) as db:
        edits.add(db, [Change("add", "t", "C1", "one"), Change("add", "t", "C2", "two")], "ann", normalise)
    assert _undo(path) == ["withdraw", "withdraw"]


def test_an_edit_keeps_what_the_person_saw(path: Path) -> None:
    with database.writing(path) as db:
        made = edits.add(db, [Change("add", "t", "C1", "one", "same thing", "won", 0.75, "m-1")], "ann", normalise)
    with database.reading(path) as db:
        assert edits.newest(db, 1) == made
    assert (made[0].reason, made[0].query, made[0].score, made[0].model, made[0].who) == (
        "same thing",
        "won",
        0.75,
        "m-1",
        "ann",
    )


def test_what_a_concept_is_called_is_one_thing(path: Path) -> None:
    """Each text a thing of its own, the first choice of “one” would stand in the way of “two” after the last undo."""

    def called() -> list[tuple[str, str]]:
        with database.reading(path) as db:
            return [(edit.action, edit.name) for edit in edits.in_force(db, "t", kind="preferred")]

    for name in ("one", "two", "one"):
        with database.writing(path) as db:
            edits.add(db, [Change("add", "t", "C1", name, kind="preferred")], "ann", normalise)
    seen = [called()]
    for _ in range(3):
        _undo(path)
        seen.append(called())
    assert seen == [[("add", "one")], [("add", "two")], [("add", "one")], [("withdraw", "one")]]


def test_what_a_batch_does_in_words() -> None:
    made = [Change("add", "t", "C1", name, kind="preferred") for name in ("one", "two")]
    assert edits.in_words(made[:1]) == "“one” made the preferred name of C1"
    assert edits.in_words(made) == "2 preferred names added"
    assert edits.in_words([Change("add", "t", "C1", "C2", kind="replacement")]) == "C1 replaced by C2"
