"""What a process has read of a terminology is of one version, also where a release comes between two readings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.jobs import worker
from engine.models.open import VECTORS, open_encoder
from engine.ranking.request import RankingRequest
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval import encoding_cache
from engine.terminology import edited_view as edited_view_module
from engine.terminology.edited_view import edited_view
from engine.terminology.lookup import find
from engine.workbench import SourceFile, Workbench
from store.records.training import COMPLETED
from tests.tables import with_table


def test_who_asks_for_a_version_that_was_replaced_gets_the_words_of_the_names_there_are(
    workbench: Workbench, tmp_path: Path
) -> None:
    before, shelves = find(workbench.workspace, "organs"), Shelves(workbench.workspace)
    with workbench.workspace.reading() as db:
        old = shelves.words(db, before)
    release = tmp_path / "release.csv"
    release.write_text("id,name,parents\nR,Disorders,\nL4,Whooping cough,R\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.versions.queue(SourceFile(release), "organs", "ann"))
    assert run.status == COMPLETED, run.error
    with workbench.workspace.reading() as db:
        names, words = shelves.names(db, "organs"), shelves.words(db, before)
        assert len(old) != len(words) == len(names.concepts)
        assert words.with_key("whooping cough").size and not words.with_key("asthma").size
        assert len(shelves.words(db, find(workbench.workspace, "organs"))) == len(words)


def test_an_added_name_that_denies_something_else_is_not_in_the_same_words(workbench: Workbench) -> None:
    texts = ["wound without foreign body with penetration", "wound with foreign body without penetration"]
    workbench.synonyms.add("organs", "H3", texts[1], "ann")
    same = {}
    for text in texts:
        with workbench.workspace.reading() as db:
            ranker, organs = workbench.rankings.ranker, find(workbench.workspace, "organs", db)
            encoder = open_encoder(workbench.workspace, VECTORS, db)
            added = ranker.shelves.added(db, organs, encoder).shelf
            question, _ = ranker.candidates(db, text, RankingRequest([organs], encoder))
            same[text] = added.compare(question, np.array([0])).same[0, 0]
    assert same == {texts[0]: 0.0, texts[1]: 1.0}


def test_names_come_in_the_order_of_their_rows(workbench: Workbench) -> None:
    shelves = workbench.rankings.ranker.shelves
    with workbench.workspace.reading() as db:
        words = shelves.words(db, find(workbench.workspace, "organs", db))
    assert words.texts(np.array([2, 0])) == [*words.texts(np.array([2])), *words.texts(np.array([0]))]


def test_what_is_read_of_a_terminology_goes_with_it(workbench: Workbench, tmp_path: Path) -> None:
    with_table(workbench, tmp_path, "more", "id,name,parents\nX1,heart failure,\nX2,left heart failure,X1\n")
    shelves = workbench.rankings.ranker.shelves
    workbench.rankings.rank("heart")
    edited_view(workbench.workspace, "more")
    assert len(shelves._versions) == len(shelves.indexes._open) == 2
    workbench.upkeep.delete("more", "ann")
    list(workbench.upkeep.tidy())
    with_table(workbench, tmp_path, "other", "id,name\nX1,kidney failure\n")
    workbench.rankings.rank("heart")
    edited_view(workbench.workspace, "other")
    assert {*shelves._versions} == {"organs", "other"} and len(shelves.indexes._open) == 2
    assert "more" not in {slug for _, slug in {*edited_view_module._imported, *edited_view_module._views}}


def test_rows_of_added_names_are_bounded(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding_cache, "MOST_ROWS", 3)
    encoder, cache = open_encoder(workbench.workspace, VECTORS), encoding_cache.RowsOfTexts()
    for names in (["heart", "lung"], ["lung", "liver"], ["heart", "lung", "liver", "skin"]):
        assert np.array_equal(cache.of(names, encoder), encoder.encode(names))
    assert len(cache._rows[encoder.sha256]) == 4
