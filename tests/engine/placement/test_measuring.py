"""Concepts taken out and placed again: ranks as a plain loop finds them, with the true parent by hand."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.models.open import open_encoder
from engine.placement.measuring import WAYS, calibrated_by_removal, measure_placing, ranks, removed
from engine.placement.placer import Placer
from engine.ranking.ranker import Ranker
from engine.terminology.lookup import find
from engine.workbench import Workbench
from tests.salted import keep_back


def opened(workbench: Workbench) -> Placer:
    """What ranks the parents in the workspace."""
    return Placer(workbench.workspace, Ranker(workbench.workspace))


def test_ranks_of_true_parents_as_a_loop_finds_them(workbench: Workbench):
    placer, organs = opened(workbench), find(workbench.workspace, "organs")
    encoder = open_encoder(workbench.workspace, "vectors")
    family = placer.families.of("organs")
    asked, of = removed(placer, organs, family, 100, 0, held_out=False)
    assert of == 8 and {one.text for one in asked} == {title for code, title in family.titles.items() if code != "R"}
    texts = {
        code: [name.text for name in workbench.terminologies.concept("organs", code).concept.names]
        for code in family.codes
    }
    for one, answer in zip(asked, ranks(placer, organs, encoder, family, asked), strict=True):
        query = encoder.encode([one.text])[0]
        best = {
            code: max(float(row @ query) for row in encoder.encode(texts[code]).astype(np.float16).astype(np.float32))
            for code in family.codes
            if family.number[code] not in one.gone
        }
        truth = max(best[family.codes[parent]] for parent in one.parents)
        rank = 1 + sum(score > truth + 2e-3 for score in best.values())
        assert answer["nearest name"][0] in (rank, rank + 1)  # rows are kept as float16
        assert all(answer[way][0] >= 1 for way in WAYS)


def test_the_report_has_a_row_for_each_way_and_pairs_them(workbench: Workbench):
    keep_back(workbench.workspace, ["H1", "L1", "L2"], ["H2", "H3", "L3", "H", "L", "R"])
    report = workbench.placement.measure("organs", ["vectors"], draws=100)
    assert [row["encoder"] for row in report["rows"]] == ["vectors", *(f"vectors, {way}" for way in list(WAYS)[1:])]
    assert report["rows"][0]["queries"] == 3 and report["drawn_from"] == 3
    assert {row["metric"] for row in report["differences"]} == {"hit@1", "hit@5", "hit@10", "mrr"}
    for row in report["rows"]:
        assert 0 <= row["hit@1"] <= row["hit@5"] <= row["hit@10"] <= 1


def test_without_held_out_concepts_it_says_so(workbench: Workbench):
    with pytest.raises(BadInput, match="held-out"):
        measure_placing(opened(workbench), find(workbench.workspace, "organs"), {}, 10, 0)


def test_sureness_rises_with_the_evidence(workbench: Workbench):
    organs, encoder = find(workbench.workspace, "organs"), open_encoder(workbench.workspace, "vectors")
    curve = calibrated_by_removal(opened(workbench), organs, encoder)
    assert curve is not None
    chances = [curve.probability("", at / 10) for at in range(21)]
    assert chances == sorted(chances) and 0 < chances[0] < 1
