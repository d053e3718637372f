"""Who may teach an order: the last in an encoder's line that has not read annotated mentions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.normalisation.normaliser import Options
from engine.normalisation.request import Search
from engine.normalisation.reranker_encoder import choose_reranker_encoder, reranker_encoder_of
from engine.workspace import Workspace
from store import models
from store.records.training import ModelVersion

DAN, TRANSFORMER = {"name": "dan"}, {"name": "transformer"}
READ, UNREAD = {"mention_files": "train.txt"}, {"mention_files": ""}


def _kept(workspace: Workspace, id: str, parent: str, data: dict[str, str], encoder: dict[str, str] = DAN) -> None:
    recipe = {"input": parent or "vectors", "encoder": encoder, "data": data}
    with workspace.writing() as db:
        models.add(db, ModelVersion(id, id, recipe, parent, "", {}, "", id, 0, "2026-01-01"))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    found = Workspace(tmp_path / "w")
    _kept(found, "names", "", {})
    _kept(found, "mentions", "names", READ)
    _kept(found, "later", "mentions", UNREAD)
    _kept(found, "first", "", READ)
    _kept(found, "alone", "", READ, TRANSFORMER)
    return found


@pytest.mark.parametrize(
    ("encoder", "teacher"),
    [
        ("tfidf", "tfidf"),
        ("vectors", "vectors"),
        ("names", "names"),
        ("mentions", "names"),
        ("later", "names"),
        ("first", "vectors"),
        ("alone", None),
    ],
)
def test_the_teacher_has_read_no_mentions(workspace: Workspace, encoder: str, teacher: str | None) -> None:
    assert reranker_encoder_of(workspace, encoder) == teacher


def test_no_order_is_learnt_where_nobody_may_teach_it(workspace: Workspace) -> None:
    asked, rows = Options(Search.of("OD-T")), np.zeros((1, 2), np.float32)
    assert choose_reranker_encoder(workspace, "names", asked, lambda id: lambda texts: rows) == (None, asked)
    teacher, options = choose_reranker_encoder(
        workspace, "mentions", asked, lambda id: lambda texts: rows if id == "names" else None
    )
    assert teacher is not None and teacher(["a"]) is rows and options == asked
    teacher, options = choose_reranker_encoder(workspace, "alone", asked, lambda id: lambda texts: rows)
    assert teacher is None and not options.switches.order_learnt
