"""`audit`, `map` and `evaluate map` on the small workspace, and planted faults counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.workbench import Workbench
from tests.mapped import RIGHT, with_others

Run = Callable[..., dict[str, Any]]


def test_a_terminology_is_audited(run: Run, workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "L2", "Heart attack (disorder)", "ann")
    answer = run("audit", "organs", "--encoder", "vectors")
    assert set(answer) == {"terminology", "encoder", "findings", "counts"}
    assert answer["counts"]["stray mark"] == 1 and answer["counts"]["cycle"] == 0
    (one,) = [one for one in answer["findings"] if one["kind"] == "stray mark"]
    assert set(one) == {"kind", "concept", "name", "other", "score", "reason"}
    assert (one["concept"], one["name"]) == ("L2", "Heart attack (disorder)")


def test_kinds_and_top_limit_what_is_listed_and_not_what_is_counted(run: Run, workbench: Workbench) -> None:
    for name in ("angina ", "cough,"):
        workbench.synonyms.add("organs", "L2", f"x{name}", "ann", "")
    everything = run("audit", "organs", "--encoder", "vectors", "--top", "0")
    one = run("audit", "organs", "--encoder", "vectors", "--kinds", "stray mark", "--top", "1")
    assert one["counts"] == everything["counts"]
    assert [found["kind"] for found in one["findings"]] == ["stray mark"]


def test_a_kind_that_there_is_not(refusal: Callable[..., str]) -> None:
    assert "no kind of finding “typos”" in refusal("audit", "organs", "--encoder", "vectors", "--kinds", "typos")
    assert "choose 0 for all" in refusal("audit", "organs", "--encoder", "vectors", "--top", "-1")


def test_a_terminology_is_mapped_only_onto_another(refusal: Callable[..., str], tmp_path: Path) -> None:
    out = str(tmp_path / "x.sssom.tsv")
    assert "onto itself" in refusal("map", "organs", "organs", "--out", out, "--encoder", "vectors")


def test_suggestions_are_measured_learnt_from_and_asked_without_their_targets(
    run: Run, refusal: Callable[..., str], workbench: Workbench, tmp_path: Path
) -> None:
    with_others(workbench, tmp_path)
    file = tmp_path / "right.tsv"
    file.write_text("\n".join(["source_id\ttarget", *map("\t".join, RIGHT.items())]), encoding="utf-8")
    words = ("evaluate", "map", str(file), "--source", "organs", "--target", "others", "--encoder", "vectors")
    for more in ((), ("--lacking",), ("--learn",), ("--lacking", "--learn")):
        answer = run(*words, *more)
        assert ("lacking" in answer, "learnt" in answer) == ("--lacking" in more, "--learn" in more)
    for more in ("--lacking", "--learn"):  # the workers of the cluster compared half of it, and nobody said so
        assert "in this process alone; leave --cluster out" in refusal(*words, more, "--cluster", "local")
