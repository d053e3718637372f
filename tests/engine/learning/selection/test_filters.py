"""CG's filters on names that each say what should become of them."""

from __future__ import annotations

import pytest

from engine.learning.selection.filters import (
    ALL_KNOWN,
    ANY_WORD,
    METATAGS,
    SOME_KNOWN,
    ambiguous_texts,
    filter_names,
    says,
    untagged,
    without_metatags,
)
from engine.learning.selection.synonyms import Synonyms


def test_the_thirteen_metatags_of_appendix_a():
    assert len(METATAGS) == 13
    assert all(untagged(f"Cough ({tag})") == "Cough" for tag in METATAGS)
    assert untagged("Cough (NOS) (Disorder)") == "Cough"
    assert untagged("Cough (dry)") == "Cough (dry)"
    assert untagged("(finding)") == "(finding)"
    assert untagged("Finding (procedure) of cough") == "Finding (procedure) of cough"


def test_a_name_that_repeats_another_but_for_its_tag_goes_and_one_alone_loses_its_tag():
    names = {"a": ["Cough (finding)", "cough", "Tussis (finding)"], "b": ["Cough (event)"]}
    assert without_metatags(names) == ({"a": ["Cough", "Tussis"], "b": ["Cough"]}, 1)


@pytest.mark.parametrize(
    ("vocabulary", "kept"),
    [(ALL_KNOWN, ["dry cough"]), (SOME_KNOWN, ["dry cough", "cough xq"]), (ANY_WORD, ["dry cough", "cough xq", "xq"])],
)
def test_vocabulary(vocabulary, kept):
    known = {"dry", "cough"}.__contains__
    names = {"a": ["dry cough", "cough xq", "xq", "—"]}
    assert filter_names(names, says(vocabulary, known)) == ({"a": kept}, 4 - len(kept))


def test_without_a_word_list_only_names_without_words_go():
    assert filter_names({"a": ["xq", "—", " "]}, says(ALL_KNOWN, None)) == ({"a": ["xq"]}, 2)


def test_ambiguous_texts_are_those_of_two_concepts_not_those_twice_in_one():
    assert ambiguous_texts({"a": ["Gout", "gout", "GOUT "], "b": ["Cold"], "c": ["cold"]}) == {"cold"}


def test_the_vectors_say_which_words_they_know(made_of):
    source = made_of({"a": ["Dry cough", "dry XQ", "xq", "—"], "b": ["flu", "grippe"]})
    assert source.known_by(["xq"]).known_by(None).known is None
    source = source.known_by(["cough", "dry", "flu", "grippe"])
    sample = Synonyms(test=0, validation=0, zero_shot=0, least_names=1).sample(source, 0)
    assert sample.train == [("Dry cough", "a"), ("flu", "b"), ("grippe", "b")]
    assert sample.left_out == {"no word, or one outside the vectors' vocabulary": 3}
