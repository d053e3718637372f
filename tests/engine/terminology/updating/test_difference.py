"""What a report says of a release is what was done to it: on all of HPO, and on hand-made pairs."""

from __future__ import annotations

from contextvars import copy_context
from dataclasses import replace
from pathlib import Path

import pytest

from engine import events
from engine.formats.ontologies.obo import read
from engine.formats.releases.hpo import package_file
from engine.terminology.updating.difference import difference
from engine.terminology.updating.records import ReleaseDifference
from engine.terminology.updating.successors import Version
from store.records.terminology import Concept, Name
from tests.next_release import next_release


def version(*concepts: Concept) -> Version:
    return Version({one.id: one for one in concepts})


def concept(
    id: str, *names: str, parents: tuple[str, ...] = (), to: str = "", consider: tuple[str, ...] = ()
) -> Concept:
    """A concept; one with `to` or `consider`, or without names, is out of use."""
    live = bool(names) and not to and not consider
    notes = {"Consider": list(consider)} if consider else {}
    kept = tuple(Name(text) for text in names) if live else ()
    return Concept(id, (names or (id,))[0], kept, parents, notes=notes, obsolete=not live, replaced_by=to)


def changes_of(found: ReleaseDifference) -> set[tuple[str, str, str]]:
    return {(one.change, one.concept, one.after) for one in found.changes}


@pytest.mark.slow
def test_each_change_of_a_release_of_hpo_is_told(tmp_path: Path) -> None:
    made = next_release(package_file(), tmp_path / "next.obo", seed=7)
    old, new = (
        Version({one.id: one for one in read(path).concepts}) for path in (package_file(), tmp_path / "next.obo")
    )
    found = difference(old, new)
    by_change: dict[str, dict[str, str]] = {}
    for one in found.changes:
        by_change.setdefault(one.change, {})[one.concept] = one.after
    assert by_change["added"].keys() == set(made.added)
    assert by_change["withdrawn"].keys() == set(made.withdrawn)
    assert by_change["merged"] == made.merged
    assert by_change["split"] == {code: " | ".join(after) for code, after in made.split.items()}
    assert by_change["moved"].keys() == set(made.moved) and by_change["renamed"].keys() == set(made.renamed)
    assert by_change["name added"].keys() == set(made.renamed) >= by_change["name withdrawn"].keys()
    assert len(found.branches) > 15
    assert sum(sum(one.counts.values()) for one in found.branches) == len(found.changes) == sum(found.counts.values())
    assert difference(new, new).changes == []


def test_successors_are_followed_through_several_releases_and_circles() -> None:
    old = version(concept("A", "a"), concept("B", "b"), concept("C", "c"))
    new = version(
        concept("A", to="B"), concept("B", to="D"), concept("D", "d"), concept("C", to="E"), concept("E", to="C")
    )
    assert changes_of(difference(old, new)) == {
        ("merged", "A", "D"), ("merged", "B", "D"), ("withdrawn", "C", ""), ("added", "D", ""),
    }  # fmt: skip


def test_one_to_consider_is_no_merger_and_two_are_a_split() -> None:
    old = version(concept("A", "a"), concept("B", "b"), concept("X", "x"), concept("Y", "y"))
    new = version(
        concept("A", consider=("X",)), concept("B", consider=("X", "Y")), concept("X", "x"), concept("Y", "y")
    )
    assert changes_of(difference(old, new)) == {("withdrawn", "A", "X"), ("split", "B", "X | Y")}
    assert new.successor("A", old.concepts["A"]) == ("X", "to consider")


def test_a_concept_that_gives_a_name_to_a_new_one_was_split() -> None:
    old = version(concept("A", "fracture of arm", "fracture of wrist"))
    new = version(concept("A", "fracture of arm"), concept("B", "Fracture of Wrist"))
    assert changes_of(difference(old, new)) == {
        ("split", "A", "A | B"),
        ("added", "B", ""),
        ("name withdrawn", "A", ""),
    }


def test_what_comes_back_into_use_is_added() -> None:
    found = difference(version(concept("A", to="B"), concept("B", "b")), version(concept("A", "a"), concept("B", "b")))
    assert [(one.change, one.concept, one.before) for one in found.changes] == [("added", "A", "out of use")]


def test_what_two_versions_share_is_in_memory_once_and_what_differs_is_told() -> None:
    old = [
        concept("A", "a", parents=("B", "C")),
        concept("B", "b", "bee"),
        concept("C", "c"),
        concept("D", "d"),
        concept("E", to="C"),
    ]
    new = version(
        replace(old[0], parents=("C", "B")),  # the store has parents in another order
        concept("B", "b"),
        concept("C", "c", parents=("B",)),
        concept("E", to="B"),
        concept("F", "f"),
    )
    beside = Version.beside(old, new)

    assert {id for id, one in beside.concepts.items() if new.concepts.get(id) is one} == {"A"}
    assert difference(beside, new) == difference(version(*old), new)
    assert changes_of(difference(beside, new)) == {
        ("added", "F", ""),
        ("withdrawn", "D", ""),
        ("moved", "C", "B"),
        ("name withdrawn", "B", ""),
    }


def test_how_far_a_comparison_is_can_be_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "SELDOM", 1)
    old, new = version(concept("A", "a")), version(concept("A", "a", "b"))
    heard = list[str]()

    class Ears(events.FollowedCall):
        def hear(self, message: str, share: float | None = None) -> None:
            heard.append(message)

    context = copy_context()
    context.run(events._followed.set, Ears())
    context.run(difference, old, new)
    assert heard == [*["1 concepts by branch"] * 2, "1 concepts compared", "1 concepts by their names", "1 changes"]


def test_a_move_is_told_the_same_in_whatever_order_parents_come() -> None:
    old = version(concept("A", "a", parents=("C", "B")), concept("B", "b"), concept("C", "c"), concept("D", "d"))
    new = version(concept("A", "a", parents=("D", "B")), concept("B", "b"), concept("C", "c"), concept("D", "d"))
    (moved,) = difference(old, new).changes
    assert (moved.before, moved.after) == ("B | C", "B | D")


def test_a_changed_definition_is_told_with_both() -> None:
    """A release that gave an id another meaning by its definition alone was said to change nothing."""
    old = version(
        replace(concept("A", "gout"), definition="Crystals in  a joint."), concept("B", "flu"), concept("C", "cough")
    )
    new = version(
        replace(concept("A", "gout"), definition="Crystals in a\njoint."),  # it says the same
        replace(concept("B", "flu"), definition="A virus."),
        replace(concept("C"), definition="Gone."),
    )
    found = difference(old, new)
    assert [(one.change, one.concept, one.before, one.after) for one in found.changes] == [
        ("withdrawn", "C", "", ""),
        ("redefined", "B", "", "A virus."),
    ]
    assert found.counts["redefined"] == 1 and difference(new, new).changes == []
