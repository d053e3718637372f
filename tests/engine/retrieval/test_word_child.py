"""The words of very many names, read by a process of its own."""

from __future__ import annotations

import sys

import pytest

from engine.events import Progress
from engine.retrieval import word_child
from engine.retrieval.searchable import make_searchable
from engine.retrieval.word_file import file_of
from engine.terminology.lookup import find
from engine.workbench import Workbench


@pytest.mark.parametrize("python", [sys.executable, "/bin/false"])
def test_the_words_are_there_at_the_end_whether_the_child_could_or_not(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch, python: str
) -> None:
    path = file_of(workbench.workspace, find(workbench.workspace, "organs").fingerprint)
    path.unlink(missing_ok=True)
    monkeypatch.setattr(word_child, "MANY", 1)
    monkeypatch.setattr(sys, "executable", python)
    events = list(make_searchable(workbench.workspace, "organs", "vectors"))

    assert path.is_file()
    shares = [event.step / event.total for event in events if isinstance(event, Progress)]
    assert shares == sorted(shares)


def test_few_names_and_names_read_before_need_no_child(workbench: Workbench) -> None:
    terminology = find(workbench.workspace, "organs")
    with word_child.words_read_beside(workbench.workspace, terminology) as child:
        assert child is None
