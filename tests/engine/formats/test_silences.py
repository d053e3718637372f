"""While a large file of any format is read, what is said moves the bar; `silences` measures how long nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import events
from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.lines import share_read
from engine.formats.recognition import format_of
from tests.engine.formats.silences import watched_reading
from tests.engine.formats.sized_files import KINDS, made

CONCEPTS, STEPS = 300, 4


@pytest.mark.parametrize("kind", KINDS)
def test_the_bar_moves_while_a_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(events, "SELDOM", CONCEPTS // 10)
    path = made(kind, tmp_path, CONCEPTS)
    assert format_of(path) == kind.split()[0]
    watched, _, names = watched_reading(path)
    assert names >= CONCEPTS
    assert watched.steps >= STEPS


def test_a_member_of_an_archive_says_how_much_of_it_is_read(tmp_path: Path) -> None:
    """The bar stood still while what an archive holds was read."""
    path = made("loinc zip", tmp_path, CONCEPTS)
    with LimitedArchive(path) as archive, archive.open("release/Loinc.csv") as stream:
        assert share_read(stream) == 0
        whole = len(stream.read())
        assert share_read(stream) == 1 and whole > CONCEPTS
