"""The concept card and the checks before an edit."""

import pytest

from engine.errors import BadInput, NotFound
from engine.workbench import Workbench
from store.edits import Change


def test_card(workbench: Workbench) -> None:
    card = workbench.terminologies.concept("organs", "h1")
    assert card.concept.id == "H1"
    assert [name.text for name in card.concept.names] == ["Myocardial infarction", "heart attack", "cardiac infarction"]
    assert [ref.id for ref in card.path] == ["R", "H", "H1"]
    assert [ref.preferred for ref in workbench.terminologies.concept("organs", "H").children] == [
        "Myocardial infarction",
        "Heart failure",
        "Angina pectoris",
    ]


def test_card_shows_edits(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.synonyms.withdraw("organs", "H1", "heart attack", "bob", "too vague")
    card = workbench.terminologies.concept("organs", "H1")
    assert [name.text for name in card.concept.names] == ["Myocardial infarction", "cardiac infarction", "coronary"]
    assert [(edit.name, edit.who) for edit in card.added] == [("coronary", "ann")]
    assert [(edit.name, edit.reason) for edit in card.withdrawn] == [("heart attack", "too vague")]


def test_a_name_of_another_concept_is_pointed_out(workbench: Workbench) -> None:
    assert [ref.id for ref in workbench.synonyms.clashes("organs", "H2", "Heart attack")] == ["H1"]
    workbench.synonyms.add("organs", "L1", "wheeze", "ann")
    assert [ref.id for ref in workbench.synonyms.clashes("organs", "H2", "WHEEZE")] == ["L1"]
    workbench.synonyms.withdraw("organs", "H1", "heart attack", "ann")
    assert workbench.synonyms.clashes("organs", "H2", "heart attack") == []


def test_an_accent_makes_no_other_name(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "L1", "Sjögren lung", "ann")
    assert [ref.id for ref in workbench.synonyms.clashes("organs", "H2", "Sjogren lung")] == ["L1"]


@pytest.mark.parametrize(
    ("name", "who", "said"),
    [
        ("", "ann", "Type the name"),
        ("?!", "ann", "no letter"),
        ("x" * 3_000, "ann", "3,000 characters"),
        ("heart ATTACK", "ann", "a name of H1 already"),
        ("infarct", " ", "who you are"),
    ],
)
def test_names_that_cannot_be_added(workbench: Workbench, name: str, who: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        workbench.synonyms.add("organs", "H1", name, who)
    assert workbench.edits.newest() == []


def test_names_that_cannot_be_withdrawn(workbench: Workbench) -> None:
    with pytest.raises(BadInput, match="not a name of H1"):
        workbench.synonyms.withdraw("organs", "H1", "asthma", "ann")
    with pytest.raises(BadInput, match="only name"):
        workbench.synonyms.withdraw("organs", "R", "Disorders", "ann")
    with pytest.raises(NotFound, match="X9"):
        workbench.synonyms.withdraw("organs", "X9", "asthma", "ann")


def test_an_obsolete_concept_takes_no_names(sample: Workbench) -> None:
    with pytest.raises(BadInput, match="HP:0008665"):
        sample.synonyms.add("hpo", "HP:0000057", "large clitoris", "ann")


def test_a_withdrawn_concept_comes_back_under_its_own_name_alone(workbench: Workbench) -> None:
    """A new concept under its id was called what the withdrawn one was called, and its own name was lost."""

    def change(action: str, name: str = "", code: str = "H2") -> Change:
        return Change(action, "organs", code, name, kind="concept")

    with pytest.raises(BadInput, match="H2, “Heart failure”, was withdrawn; undo that, then add the name “Weak heart”"):
        workbench.edits.apply([change("withdraw"), change("add", "Weak heart")], "ann")
    workbench.edits.apply([change("withdraw")], "ann")
    with pytest.raises(BadInput, match="H2, “Heart failure”, was withdrawn"):
        workbench.edits.apply([change("add", "Weak heart", "h2")], "ann")
    workbench.edits.apply([change("add", "heart failure", "h2")], "ann")
    assert workbench.terminologies.concept("organs", "H2").concept.preferred == "Heart failure"
    workbench.edits.apply([change("add", "Weak heart", "OWN")], "ann")
    workbench.edits.apply([change("withdraw", code="OWN"), change("add", "Weaker heart", "OWN")], "ann")
    assert workbench.terminologies.concept("organs", "OWN").concept.preferred == "Weaker heart"
