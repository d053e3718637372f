"""What is looked up for one text serves the next, as long as nobody changed what it is looked up in."""

from __future__ import annotations

from engine.ranking.reading.known_names import REMEMBERED, KnownNames
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval.word_index import WordIndex
from engine.terminology.dictionary_file import shipped_dictionary
from engine.workbench import Workbench


def test_it_serves_until_an_edit_another_index_or_very_many_texts(workbench: Workbench) -> None:
    with workbench.workspace.reading() as db:
        dictionary = shipped_dictionary(workbench.workspace, "icd10cm")
        terminology, shelves = workbench.terminologies.all()[0], Shelves(workbench.workspace)
        indexes, added = [shelves.words(db, terminology)], [shelves.delta(db, terminology.slug)]
        known = KnownNames(dictionary, indexes, added)
        assert known.serves(dictionary, [shelves.words(db, terminology)], [shelves.delta(db, terminology.slug)])
        assert not known.serves(dictionary, [WordIndex.of(["asthma"], [0])], added)
        assert not known.serves(dictionary, [], added)

    workbench.synonyms.add(terminology.slug, "L1", "wheezy chest", "ann")
    with workbench.workspace.reading() as db:
        assert not known.serves(dictionary, indexes, [shelves.delta(db, terminology.slug)])

    for number in range(REMEMBERED + 1):
        known.expansions(f"text {number}")
    assert not known.serves(dictionary, indexes, added)
