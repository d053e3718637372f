"""Label queues from beginning to end, on the small workspace."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.errors import BadInput, NotFound
from engine.labelling import (
    CLASSES,
    FREE,
    LIST,
    RANDOM,
    TERMINOLOGY,
    TOP,
    UNCERTAIN,
    Definition,
    QueueSettings,
    free_classes,
)
from engine.workbench import Workbench

SET = "organs"


@pytest.fixture
def began(workbench: Workbench) -> Callable[..., int]:
    """Defines the set of the two top classes and begins a queue of it: `began(order=RANDOM)`."""

    def begin(order: str = UNCERTAIN, source: str = CLASSES, **more: object) -> int:
        classes = workbench.label_sets.proposed_classes("organs", TOP)
        workbench.label_sets.define(Definition(SET, classes, TOP, "organs", target=4), "ann")
        return workbench.labels.queue(SET, QueueSettings(order, "vectors", source, "organs", **more), "ann")

    return begin


def walked(workbench: Workbench, number: int, who: str, second: bool = False) -> list[str]:
    """The names that come when each is labelled with the first class."""
    names = []
    while (desk := workbench.label_queue.desk(number, who, second)).ahead:
        card = desk.ahead[0]
        names.append(card.name)
        workbench.label_queue.label(number, card.name, "Heart disorders", who)
    return names


def test_a_queue_goes_through_every_name_below_its_classes_once(workbench: Workbench, began) -> None:
    names = walked(workbench, began(), "ann")

    assert len(names) == len(set(names)) == 16
    assert {"Heart disorders", "heart attack", "trouble breathing"} <= set(names) and "Disorders" not in names
    assert workbench.labels.progress(SET) == [("Heart disorders", 16), ("Lung disorders", 0)]


@pytest.mark.parametrize("order", ["uncertain", "diverse", "rarest", "random"])
def test_the_second_annotator_sees_the_same_names_in_the_same_order(workbench: Workbench, began, order) -> None:
    number = began(order)
    assert workbench.label_queue.desk(number, "bea", second=True).ahead == ()
    names = walked(workbench, number, "ann")

    assert walked(workbench, number, "bea", second=True) == names
    assert workbench.label_queue.desk(number, "bea").ahead == ()


def test_the_same_settings_are_the_same_queue(workbench: Workbench, began) -> None:
    number = began()
    settings = workbench.label_queue.get(number).settings

    assert workbench.labels.queue(SET, settings, "bea") == number
    assert began(RANDOM) != number
    assert workbench.label_queue.get(number).who == "ann"


def test_random_order_hides_its_suggestions(workbench: Workbench, began) -> None:
    card = workbench.label_queue.desk(began(RANDOM), "ann").ahead[0]

    assert [score for _, score in card.suggestions] == [None, None] and card.best == ""


def test_suggestions_follow_the_labels(workbench: Workbench, began) -> None:
    number = began(source=LIST, names=("cough", "chest pain", "bronchial asthma severe"))
    for name in ("asthma", "bronchial asthma"):
        workbench.label_queue.label(number, name, "Heart disorders", "ann")  # said on purpose: the labels decide
    cards = {card.name: card for card in workbench.label_queue.desk(number, "ann").ahead}

    assert cards["bronchial asthma severe"].best == "Heart disorders"
    assert [title for title, _ in cards["cough"].suggestions] == ["Heart disorders", "Lung disorders"]


def test_a_card_says_where_its_name_stands(workbench: Workbench, began) -> None:
    number = began(source=LIST, names=("Heart Attack", "nowhere to be found"))
    known, unknown = sorted(workbench.label_queue.desk(number, "ann").ahead, key=lambda card: not card.concepts)

    assert [(one.concept, one.path) for one in known.concepts] == [("H1", ("Disorders", "Heart disorders"))]
    assert unknown.concepts == ()


def test_a_skipped_name_waits_behind_for_that_person_alone(workbench: Workbench, began) -> None:
    number = began()
    first = workbench.label_queue.desk(number, "ann").ahead[0].name
    workbench.label_queue.skip(number, first, "ann")
    mine, others = workbench.label_queue.desk(number, "ann"), workbench.label_queue.desk(number, "bea")

    assert mine.ahead[0].name != first and mine.behind[0].name == first and mine.behind[0].skipped
    assert others.ahead[0].name == first


def test_undo_brings_the_name_back_and_says_what_it_was(workbench: Workbench, began) -> None:
    number = began()
    first = workbench.label_queue.desk(number, "ann").ahead[0].name
    workbench.label_queue.label(number, first, "Lung disorders", "ann")
    assert workbench.label_queue.desk(number, "ann").behind[0].mine == "Lung disorders"
    said = workbench.labels.undo(SET, "ann")

    assert first in said
    assert workbench.label_queue.desk(number, "ann").ahead[0].name == first
    assert workbench.labels.undo(SET, "ann") == ""


def test_undo_leaves_another_set_alone(workbench: Workbench, began) -> None:
    began()
    workbench.labels.add("other", [("cough", "x")], "ann")

    with pytest.raises(BadInput, match="“other”"):
        workbench.labels.undo(SET, "ann")
    assert workbench.labels.in_set("other")


def test_what_was_suggested_is_kept_with_the_label(workbench: Workbench, began) -> None:
    workbench.label_queue.label(began(), "heart attack", "Heart disorders", "ann", 0.83, "Lung disorders")
    with workbench.workspace.reading() as db:
        row = next(db.query("SELECT * FROM label_origins"))

    assert (row["how"], row["encoder"], row["score"], row["suggested"]) == ("queue", "vectors", 0.83, "Lung disorders")
    assert len(row["sha256"]) == 64
    with pytest.raises(BadInput, match="append-only"), workbench.workspace.writing() as db:
        db.execute("DELETE FROM label_origins")


def test_agreement_counts_what_each_said_and_resolving_leaves_it(workbench: Workbench, began) -> None:
    number = began()
    for who, classes in (("ann", "HHLL"), ("bea", "HLLH")):
        for name, letter in zip(("a1", "a2", "a3", "a4"), classes, strict=True):
            workbench.label_queue.label(number, name, {"H": "Heart disorders", "L": "Lung disorders"}[letter], who)
    before = workbench.label_review.agreement(SET, "ann", "bea")
    workbench.label_review.resolve(SET, "a2", "Heart disorders", "ann")
    after = workbench.label_review.agreement(SET, "ann", "bea")

    assert (before.figures.names, before.figures.same, before.figures.kappa) == (4, 2, 0.0)
    assert after.figures == before.figures
    assert [(one.name, one.settled, one.settled_by) for one in after.differences] == [
        ("a2", "Heart disorders", "ann"),
        ("a4", "", ""),
    ]
    assert {one.name: one.label for one in workbench.labels.in_set(SET)}["a2"] == "Heart disorders"
    workbench.labels.undo(SET, "ann")
    assert workbench.label_review.agreement(SET, "ann", "bea").differences[0].settled == ""


def test_the_pair_that_is_compared_first_is_that_with_most_names_in_common(workbench: Workbench, began) -> None:
    """The two who labelled most stood there, who may have no name in common, while two others had."""
    number, heart = began(), "Heart disorders"
    with pytest.raises(BadInput, match="Fewer than two people"):
        workbench.label_review.pair(SET)
    for who, names in (("ann", "a1 a2 a3"), ("bea", "b1 b2"), ("cleo", "b2"), ("dan", "d1")):
        for name in names.split():
            workbench.label_queue.label(number, name, heart, who)
    assert workbench.label_review.pair(SET) == ("bea", "cleo")
    assert workbench.label_review.pair(SET, "cleo") == ("cleo", "bea")
    assert workbench.label_review.pair(SET, "dan") == ("dan", "ann")
    with pytest.raises(BadInput, match=f"eve labelled no name of “{SET}”; there are ann, bea, cleo, dan"):
        workbench.label_review.pair(SET, "eve")


def test_a_name_that_somebody_else_labelled_meanwhile_keeps_that_label(workbench: Workbench, began) -> None:
    """Two windows show the same card; the second key replaced the first one's label, and neither window said so."""
    number, queue = began(), workbench.label_queue
    queue.label(number, "heart attack", "Heart disorders", "ann", keep_others=True)
    with pytest.raises(
        BadInput,
        match=r"“heart attack” has been labelled “Heart disorders” by ann since.+ in the window, or --second in a",
    ):
        queue.label(number, "heart attack", "Lung disorders", "bea", keep_others=True)
    assert [(one.label, one.who) for one in workbench.labels.in_set(SET)] == [("Heart disorders", "ann")]
    queue.label(number, "heart attack", "Lung disorders", "ann", keep_others=True)  # her own mind changed
    queue.label(number, "heart attack", "Heart disorders", "bea")  # as the second annotator
    assert workbench.label_review.people(SET) == {"ann": 1, "bea": 1}


def test_a_deleted_set_is_gone_and_its_labels_come_back_by_undo(workbench: Workbench, began) -> None:
    number = began()
    workbench.label_queue.label(number, "heart attack", "Heart disorders", "ann")
    asked = workbench.label_sets.definition(SET)
    assert workbench.label_sets.remove(SET, "ann") == 1
    assert workbench.label_sets.definitions() == {}
    with pytest.raises(NotFound, match="any more"):
        workbench.label_queue.desk(number, "ann")
    workbench.labels.undo(SET, "ann")

    assert [one.name for one in workbench.labels.in_set(SET)] == ["heart attack"]
    assert workbench.label_sets.definition(SET) == asked == workbench.label_sets.definitions()[SET]
    assert len(asked.titles) > 1  # the class without a label too
    with pytest.raises(BadInput, match="Say who you are"):
        workbench.label_sets.remove(SET, " ")
    workbench.label_sets.remove(SET, "ann")
    workbench.labels.add(SET, [("stroke", "urgent"), ("cold", "wait")], "bob")
    assert workbench.label_sets.definition(SET).titles == ("urgent", "wait")  # a new set of this name


def test_a_set_without_labels_goes_for_good(workbench: Workbench, began) -> None:
    began()
    with pytest.raises(BadInput, match="Say who you are"):
        workbench.label_sets.remove(SET, "")
    assert workbench.label_sets.remove(SET, "ann") == 0
    assert workbench.label_sets.definitions() == {} and workbench.history.entries() == []


def test_pasted_labels_make_a_set_of_their_classes(workbench: Workbench) -> None:
    workbench.labels.add("triage", [("stroke", "urgent"), ("cold", "wait")], "ann")
    definition = workbench.label_sets.definition("triage")

    assert (definition.how, definition.titles) == (FREE, ("urgent", "wait"))


def test_edits_change_the_pool(workbench: Workbench, began) -> None:
    workbench.synonyms.add("organs", "H2", "pump failure", "ann")
    workbench.synonyms.withdraw("organs", "H1", "heart attack", "ann")
    names = walked(workbench, began(), "ann")

    assert "pump failure" in names and "heart attack" not in names


def test_a_class_that_the_set_does_not_have_is_refused(workbench: Workbench, began) -> None:
    with pytest.raises(BadInput, match="no class"):
        workbench.label_queue.label(began(), "cough", "Skin", "ann")
    with pytest.raises(BadInput, match="who you are"):
        workbench.label_queue.label(1, "cough", "Lung disorders", " ")
    workbench.label_sets.define(Definition("mine", free_classes("a\nb")), "ann")
    with pytest.raises(BadInput, match="Choose the terminology"):
        workbench.labels.queue("mine", QueueSettings(UNCERTAIN, "vectors", TERMINOLOGY), "ann")


def test_nothing_moves_between_a_model_and_itself(workbench: Workbench, began) -> None:
    number = began()
    for name in ("heart attack", "Heart failure"):
        workbench.label_queue.label(number, name, "Heart disorders", "ann")
    workbench.label_queue.label(number, "Asthma", "Lung disorders", "ann")
    found = workbench.label_review.changes(number, "vectors", "vectors")

    assert (found.labelled, found.unlabelled, found.pool) == (3, 13, 13)
    assert found.right_before == found.right_after
    assert found.unlabelled_changes == found.labelled_changes == ()


def test_labels_that_are_there_are_not_added_again_but_for_another_person(workbench: Workbench) -> None:
    pairs = [("stroke", "urgent"), ("cold", "wait")]
    assert workbench.labels.add("triage", pairs, "ann") == 2
    assert workbench.labels.add("triage", pairs, "ann") == 0
    assert workbench.labels.add("triage", [*pairs, ("Cold", "urgent")], "ann") == 1
    assert workbench.labels.add("triage", pairs, "bob") == 2  # what both say counts as agreement
