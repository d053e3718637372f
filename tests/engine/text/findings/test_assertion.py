"""What the words around a mention make of it: denied, past, somebody else's; and how far they reach."""

from __future__ import annotations

import pytest

from engine.text.findings.assertion import attributes_in, attributes_of, family_condition, undenied

SAID = [
    ("He denies {}.", ("negated",)),
    ("There was no evidence of {} on the film.", ("negated",)),
    ("{} was ruled out.", ("negated",)),
    ("No fever, but {} since Monday.", ()),
    ("No complaints. {} was found.", ()),
    ("No one who came to the ward that day in spring had {}.", ()),  # too far away
    ("History of {}.", ("historical",)),
    ("She had {} in the past.", ("historical",)),
    ("Prior {} treated at home, no fever.", ("historical",)),
    ("Family history of {}.", ("family",)),
    ("Her mother had {}.", ("family",)),
    ("No family history of {}.", ("negated", "family")),
    ("Grandfather with previous {}.", ("historical", "family")),
    ("Admitted with {}.", ()),
    ("CT to rule out {}.", ("suspected",)),
    ("Started on heparin for suspected {}.", ("suspected",)),
    ("{} cannot be excluded.", ("suspected",)),
    ("Chest pain, ?{} today.", ("suspected",)),
    ("Possible flu. {} was found.", ()),
    ("Sent for possible flu, {} found.", ()),
    ("{}", ()),
    ("Nocturnal {} of the knot.", ()),
    ("A notable {}.", ()),
]


OF_ITSELF = [  # a mention, what is asked for it, what it says of itself
    ("no fever", "fever", ("negated",)),
    ("denies any chest pain", "chest pain", ("negated",)),
    ("There is no evidence of pneumonia", "pneumonia", ("negated",)),
    ("negative for nausea", "nausea", ("negated",)),
    ("no family history of gout", "family history of gout", ("negated", "family")),
    ("h/o gout", "h/o gout", ("historical",)),
    ("family history of gout", "family history of gout", ("family",)),
    ("r/o gout", "r/o gout", ("suspected",)),
    ("gout?", "gout?", ("suspected",)),
    ("gout ruled out", "gout", ("negated",)),
    ("no appetite", "no appetite", ()),  # the lack of it is the finding
    ("no bowel movement", "no bowel movement", ()),
    ("no longer wheezing", "no longer wheezing", ()),
    ("absence of the kidney", "absence of the kidney", ()),
    ("non-union", "non-union", ()),
    ("nodule", "nodule", ()),
    ("no", "no", ()),
]


@pytest.mark.parametrize(("mention", "asked", "attributes"), OF_ITSELF)
def test_what_a_mention_says_of_itself(mention: str, asked: str, attributes: tuple[str, ...]) -> None:
    assert (undenied(mention), attributes_of(mention)) == (asked, attributes)


@pytest.mark.parametrize(
    "text",
    [
        "family history of gout",
        "Strong family history of gout",
        "FH: gout",
        "FHx of gout",
        "mother had gout",
        "his father with gout",
        "grandmother died of gout",
        "gout in the family",
        "gout in her mother",
    ],
)
def test_what_the_family_has(text: str) -> None:
    assert family_condition(text) == "gout"


@pytest.mark.parametrize("text", ["gout", "mother", "infant of a diabetic mother", "familial gout", "sons of gout"])
def test_what_is_no_history_of_a_family(text: str) -> None:
    assert family_condition(text) == ""


@pytest.mark.parametrize(("text", "attributes"), SAID)
def test_words_around_a_mention(text: str, attributes: tuple[str, ...]) -> None:
    before, after = text.split("{}")
    assert attributes_in(before, after) == attributes
