"""A large mapping is answered by two processes: the same answers, whatever becomes of the second one."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine.models.open import VECTORS, open_encoder
from engine.ranking.mapping import second_process
from engine.ranking.mapping.batch import MappingBatch
from engine.ranking.mapping.second_process import answers_of
from engine.ranking.mapping.side import read_side
from engine.terminology.lookup import find
from engine.workbench import Workbench
from tests.mapped import with_others

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux alone")


@pytest.fixture
def batch(workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MappingBatch:
    """All of “organs” onto “others”, few as they are by two processes, which send an answer at a time."""
    bench = with_others(workbench, tmp_path)
    monkeypatch.setattr(second_process, "MANY", 1)
    monkeypatch.setattr(second_process, "SENT_TOGETHER", 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    ranker, encoder = bench.rankings.ranker, open_encoder(bench.workspace, VECTORS)
    with bench.workspace.reading() as db:
        sides = [
            read_side(db, ranker.shelves, find(bench.workspace, slug, db), encoder) for slug in ("organs", "others")
        ]
    return MappingBatch(sides[0], sides[1], ranker.order, sides[0].concept_codes)


def answered_here(batch: MappingBatch) -> list[str]:
    """The concepts that this process answered, where every one has the answer of one process and no other is left."""
    here = os.getpid()
    asked: list[str] = []
    plain = batch.answered

    def counted(code: str):
        if os.getpid() == here:
            asked.append(code)
        return plain(code)

    batch.answered = counted  # type: ignore[method-assign]
    for code, found in zip(batch.codes, answers_of(batch, batch.codes), strict=True):
        expected = plain(code)
        assert found is not None and expected is not None
        assert (found.source, found.targets, found.names) == (code, expected.targets, expected.names)
        np.testing.assert_array_equal(found.sums, expected.sums)
        np.testing.assert_array_equal(found.same, expected.same)
    assert multiprocessing.active_children() == []
    return asked


def test_each_process_answers_every_second_concept(batch: MappingBatch) -> None:
    assert answered_here(batch) == [batch.codes[0], *batch.codes[::2]]  # the first also to work out what all need


def test_what_a_process_that_ends_has_not_answered_is_answered_here(
    batch: MappingBatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(batch, codes, receiver, sender) -> None:
        sender.send([batch.answered(codes[0])])
        os._exit(1)

    monkeypatch.setattr(second_process, "_send", ended)
    assert answered_here(batch) == [batch.codes[0], batch.codes[0], *batch.codes[2:]]


def test_work_that_is_broken_off_leaves_no_process(batch: MappingBatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_process, "_send", lambda *given: time.sleep(600))
    answers = answers_of(batch, batch.codes)
    next(answers)
    assert len(multiprocessing.active_children()) == 1
    answers.close()
    assert multiprocessing.active_children() == []


def test_a_process_that_sends_nothing_or_cannot_start_is_done_without(
    batch: MappingBatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_process, "SILENT", 0.05)
    monkeypatch.setattr(second_process, "_send", lambda *given: time.sleep(600))
    assert answered_here(batch) == [batch.codes[0], *batch.codes]
    monkeypatch.setattr(os, "fork", no_memory)
    assert answered_here(batch) == [batch.codes[0], *batch.codes]


def no_memory() -> int:
    raise OSError(12, "Cannot allocate memory")


def test_few_concepts_and_one_processor_need_no_second_one(
    batch: MappingBatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0})
    assert answered_here(batch) == batch.codes
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    monkeypatch.setattr(second_process, "MOST_NAMES", len(batch.source.texts))
    assert answered_here(batch) == batch.codes
    monkeypatch.undo()
    assert len(batch.codes) < second_process.MANY
    assert answered_here(batch) == batch.codes
