"""What the words around a mention make of it: denied, past, somebody else's; and how far they reach."""

from __future__ import annotations

import pytest

from engine.text.assertion import attributes_in

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
    ("{}", ()),
    ("Nocturnal {} of the knot.", ()),
    ("A notable {}.", ()),
]


@pytest.mark.parametrize(("text", "attributes"), SAID)
def test_words_around_a_mention(text: str, attributes: tuple[str, ...]) -> None:
    before, after = text.split("{}")
    assert attributes_in(before, after) == attributes
