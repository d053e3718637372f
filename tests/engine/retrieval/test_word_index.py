"""The words of a terminology's names, from a file that may be anything."""

from __future__ import annotations

import numpy as np
import pytest

from engine.retrieval.joined_words import followed_by
from engine.retrieval.word_file import are_read, file_of, word_index_of
from engine.retrieval.word_index import WordIndex
from engine.workbench import Workbench


@pytest.mark.parametrize("never", [np.zeros(0), np.array([1.0], object), np.array(1.0)])
def test_a_file_of_words_with_another_array_is_made_again(workbench: Workbench, never: np.ndarray) -> None:
    organs = next(one for one in workbench.terminologies.all() if one.slug == "organs")
    path = file_of(workbench.workspace, organs.fingerprint)
    with workbench.workspace.reading() as db:
        whole = word_index_of(workbench.workspace, db, organs)
        before = path.read_bytes()
        np.savez(path, **{**whole.arrays, "never": never})  # type: ignore[arg-type]
        again = word_index_of(workbench.workspace, db, organs)
    assert list(again.vocabulary) == list(whole.vocabulary) and path.read_bytes() == before


def test_words_that_other_code_read_are_read_again_and_lend_meanwhile(workbench: Workbench) -> None:
    organs = next(one for one in workbench.terminologies.all() if one.slug == "organs")
    with workbench.workspace.reading() as db:
        word_index_of(workbench.workspace, db, organs)
        path = file_of(workbench.workspace, organs.fingerprint)
        path.rename(path.with_name(f"{organs.fingerprint[:16]}-words-{'0' * 16}.npz"))
        assert are_read(workbench.workspace, organs.fingerprint) and not path.is_file()
        word_index_of(workbench.workspace, db, organs)
    assert list(path.parent.glob("*-words-*.npz")) == [path]
    path.unlink()
    assert not are_read(workbench.workspace, organs.fingerprint)


def test_words_joined_are_those_read_at_once() -> None:
    like = WordIndex.of(["cut of the left hand", "cut of the right hand", "renal failure", "type 2 diabetes"], "aabc")
    names = ["acute cut of hand 3", "renal colic", "failures of kidneys, site not specified", "¿", "type 2 cut, left"]
    first = WordIndex.of(names[:2], "ab", like)
    joined, whole = followed_by(first, WordIndex.of(names[2:], "cde", like)), WordIndex.of(names, "abcde", like)

    def told(index: WordIndex) -> tuple[object, ...]:
        words = list(index.vocabulary)
        held = [sorted(words[place] for place in index.words_of.of_number(row)) for row in range(len(index))]
        within = {word: index.rows_with.of_number(place).tolist() for word, place in index.vocabulary.items()}
        rarity = dict(zip(words, index.rarity.tolist(), strict=True))
        return held, within, rarity, index.lengths.tolist(), index.keys.tolist(), index.surface, index.never

    assert told(joined) == told(whole)
    for row in range(len(joined)):
        assert np.all(np.diff(joined.words_of.of_number(row)) > 0)
    assert joined.with_key("renal colic").tolist() == [1]
    assert joined.nearest(["kidney failure"], 2).tolist() == whole.nearest(["kidney failure"], 2).tolist()
