"""The order of rankings is learnt from names with their ids, and its probabilities fitted to how often it is right."""

import json
from pathlib import Path
from statistics import mean

import pytest

from engine.cli.console import consume
from engine.errors import BadInput
from engine.evaluation.mapped_names import half_of
from engine.ranking.ordering.calibration import KINDS
from engine.ranking.ordering.order import of_dict, shipped
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology import lookup
from engine.workbench import NamesToLearnFrom, Workbench
from engine.workbench.encoders.encoder_resolver import EncoderResolver

NAMES = ("failing heart muscle", "cardiac infarct", "infected lung", "asthma of the bronchi")
RIGHT, WRONG = ("H2", "H1", "L2", "L1"), ("L1", "L2", "H3", "H2")


def _file(folder: Path, ids: tuple[str, ...], times: int = 30) -> NamesToLearnFrom:
    path = folder / f"{'-'.join(ids)}-{times}.csv"
    lines = [f"{name},{id}" for name, id in zip(NAMES, ids, strict=True)] * times
    path.write_text("\n".join(["name,organs", *lines]), encoding="utf-8")
    return NamesToLearnFrom(path, "organs")


def _said(workbench: Workbench, given: list[NamesToLearnFrom], out: Path) -> float:
    """The mean probability of the first answers to NAMES, by the order calibrated on what is given."""
    result = consume(workbench.ranking_order.calibrate(given, out))
    assert result["names"] >= len(NAMES)
    order = of_dict(json.loads(out.read_text(encoding="utf-8")))
    assert order.weights == pytest.approx(shipped().weights, abs=1e-4)
    ranker, organs = Ranker(workbench.workspace, order), lookup.find(workbench.workspace, "organs")
    id, encoder = EncoderResolver(workbench.workspace).open("current")
    firsts = [ranker.rank(name, RankingRequest([organs], encoder, id)).candidates[0] for name in NAMES]
    return mean(one.probability or 0.0 for one in firsts)


def test_probabilities_follow_how_often_the_first_answer_is_right(workbench: Workbench, tmp_path: Path) -> None:
    """What is given three times counts three times, however few names it has."""
    right, wrong, few = _file(tmp_path, RIGHT), _file(tmp_path, WRONG), _file(tmp_path, RIGHT, 3)
    out = tmp_path / "order.json"
    assert _said(workbench, [right], out) > 0.9
    assert workbench.rankings.ranker.indexes._open, "the names are read once, not for the calibration alone"
    assert _said(workbench, [wrong], out) < 0.1
    assert _said(workbench, [few, few, few, wrong], out) == pytest.approx(0.75, abs=0.1)


def test_an_order_is_learnt_that_puts_the_right_ones_first(workbench: Workbench, tmp_path: Path) -> None:
    result = consume(workbench.ranking_order.learn([_file(tmp_path, RIGHT)], tmp_path / "order.json"))
    assert result["names"] == 120 and result["features"] == len(shipped().weights)
    assert set(json.loads((tmp_path / "order.json").read_text(encoding="utf-8"))["calibration"]) == set(KINDS)


def test_a_half_without_names_is_a_sentence(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text(f"name,organs\n{NAMES[0]},H2", encoding="utf-8")
    other = "ab"[half_of(NAMES[0]) == "a"]
    with pytest.raises(BadInput, match=f"no name in half “{other}”"):
        consume(
            workbench.ranking_order.calibrate([NamesToLearnFrom(path, "organs", half=other)], tmp_path / "out.json")
        )
    assert not (tmp_path / "out.json").exists()
