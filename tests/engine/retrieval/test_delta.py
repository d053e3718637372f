"""What people's edits come to: read whole, and going on from an earlier state."""

from __future__ import annotations

from typing import Any

from engine.retrieval.delta import Delta, LookedUp, read_delta
from engine.workbench import Workbench
from store import edits, imported_names
from store.edits import Change

STEPS = [
    [Change("add", "organs", "H1", "pump of the blood"), Change("add", "organs", "L1", "wind bag")],
    [Change("withdraw", "organs", "H1", "pump of the blood")],
    [Change("add", "organs", "N1", "new organ", kind="concept"), Change("add", "organs", "N1", "organ of late")],
    [Change("add", "organs", "H1", "Pump of the  blood")],
    [Change("withdraw", "organs", "L1", "", kind="concept")],
    [Change("withdraw", "organs", "N1", "organ of late")],
]


def told(delta: Delta) -> dict[str, Any]:
    return {**vars(delta), "withdrawn": delta.withdrawn.tolist(), "newest": list(delta.newest.items())}


def test_a_delta_that_goes_on_from_an_earlier_one_is_that_read_whole(workbench: Workbench) -> None:
    imported, known = LookedUp(), None
    with workbench.workspace.reading() as db:
        first, _ = imported_names.places(db, "organs")
    for number, step in enumerate([*STEPS, None]):
        if step is None:
            workbench.history.undo("ann")
        else:
            workbench.edits.apply(step, "ann")
        with workbench.workspace.reading() as db:
            last = edits.last_id(db)
            assert known is None or edits.follow(known.last, last)
            known = read_delta(db, "organs", first, last, imported, known)
            assert told(known) == told(read_delta(db, "organs", first, last)), number
    assert {edit.name for edit in known.added} == {"Pump of the blood", "new organ", "organ of late"}, [
        (e.name, e.action, e.role) for e in known.newest.values()
    ]


def test_edits_of_a_restored_database_do_not_follow() -> None:
    assert edits.follow(3, 3) and edits.follow(3, 9)
    assert not edits.follow(9, 3) and not edits.follow(9, edits.PER_GENERATION + 12)


def test_a_later_delta_adds_to_the_folded_names_and_the_earlier_one_stays(workbench: Workbench) -> None:
    def read(known: Delta | None) -> Delta:
        with workbench.workspace.reading() as db:
            return read_delta(db, "organs", imported_names.places(db, "organs")[0], edits.last_id(db), None, known)

    workbench.edits.apply([Change("add", "organs", "H1", "Herz-Gefäß")], "ann")
    earlier = read(None)
    workbench.edits.apply([Change("add", "organs", "L1", "herz-gefass")], "ann")
    later = read(earlier)
    assert [edit.concept_id for edit in later.by_text["herz-gefass"]] == ["H1", "L1"]
    assert [edit.concept_id for edit in earlier.by_text["herz-gefass"]] == ["H1"]
