"""What was acknowledged is on the disk when the power is cut, with a second connection open."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.reliability.torture.power_cuts import cut_power


@pytest.mark.slow
def test_no_acknowledged_edit_is_lost_when_the_power_is_cut(tmp_path: Path) -> None:
    outcome = cut_power(tmp_path, rounds=4, seconds=60)
    if outcome.skipped:
        pytest.skip(outcome.skipped)
    assert outcome.failures == []
    assert outcome.rounds == 4 and outcome.acknowledged > 10
