from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.benchmarks.names import many_names, unfinished
from engine.benchmarks.search import meets, most_memory

REAL = [f"{a} {b} of the {c}" for a in ("acute", "chronic") for b in ("pain", "rash") for c in ("arm", "leg", "eye")]


def test_more_names_than_there_are_repeat_some_and_recombine_others_alike_each_time() -> None:
    names = many_names(REAL, 500)
    assert names == many_names(REAL, 500)
    assert names[: len(REAL)] == REAL and len(names) == 500
    assert len(set(names)) < 500 and set(names) - set(REAL)
    assert len(many_names(REAL, 5)) == 5 and set(many_names(REAL, 5)) <= set(REAL)


def test_queries_are_names_cut_short() -> None:
    texts = unfinished(REAL, 50)
    assert len(texts) == 50 and not set(texts) & set(REAL)


def test_a_size_passes_only_with_each_of_its_figures() -> None:
    good = {"names": 1_500_000, "exact share of copy": 0.8, "recall@10": 0.995, "p95 ms": 15.0, "memory bytes": 1e9}
    assert meets(good)
    for worse in ({"exact share of copy": 0.6}, {"recall@10": 0.98}, {"p95 ms": 21.0}, {"memory bytes": 1.3e9}):
        assert not meets(good | worse)


@pytest.mark.slow
def test_the_most_memory_is_that_of_the_program_and_not_of_who_started_it() -> None:
    held = np.ones(60_000_000)  # half a gigabyte here
    code = "from engine.benchmarks.search import most_memory; print(most_memory())"
    child = int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
    assert most_memory() > held.nbytes
    if Path("/proc/self/status").is_file():
        assert child < most_memory() - held.nbytes / 2
