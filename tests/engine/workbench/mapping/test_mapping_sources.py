"""A release of a mapping's source: its lines have the names of today, and those that it changed are marked everywhere.

“Left knee pain” went out as decided, with the code of the left knee, when its concept was “Right knee pain”; concepts
that the release had withdrawn went out as decided too, and nothing was said.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats.mapping_sets.sssom import read_rows
from engine.formats.registry import FORMATS
from engine.jobs import worker
from engine.workbench import BulkRule, SourceFile, Workbench
from store.records.training import COMPLETED
from tests.mapped import EXACT, started, with_others
from tests.tables import with_table

OWN = """id,name
C202,Heart attack
C300,Left lung infection
C303,Asthma of the lung
C304,Cardiac failure
"""
NEXT = """id,name
C300,Right lung infection
C304,Cardiac failure (heart failure)
"""
WITHDRAWN = "own has C202, C303 no longer in use; 2 lines are marked “withdrawn”."
RENAMED = "The name of C300 means something else than when it was decided; look at it again."


@pytest.fixture
def released(workbench: Workbench, tmp_path: Path) -> Workbench:
    """A list of one's own onto “others”, all of it decided, and then its next release."""
    bench = with_table(with_others(workbench, tmp_path), tmp_path, "own", OWN)
    number = started(bench, source="own")
    for source, target in (("C202", "T2"), ("C300", "T6"), ("C304", "T3")):
        bench.mapping_decisions.decide(number, [source], "mapped", "ann", targets={target: EXACT})
    bench.mapping_decisions.decide(number, ["C303"], "none", "ann")
    (tmp_path / "next.csv").write_text(NEXT, encoding="utf-8")
    run = worker.execute(bench.workspace, bench.versions.queue(SourceFile(tmp_path / "next.csv"), "own", "ann"))
    assert run.status == COMPLETED, run.error
    return bench


def test_a_table_has_the_names_of_today_and_marks_what_changed(released: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "decided.csv"
    assert released.mapping_files.export(1, path) == 4
    heading, *rows = FORMATS["csv"].load().read_rows(path)
    made = [dict(zip(heading, row, strict=True)) for row in rows]
    assert [(one["source_id"], one["source_name"], one["target_id"], one["state"]) for one in made] == [
        ("C202", "Heart attack", "T2", "decided, withdrawn"),
        ("C300", "Right lung infection", "T6", "decided, renamed"),
        ("C303", "Asthma of the lung", "", "decided, withdrawn"),
        ("C304", "Cardiac failure (heart failure)", "T3", "decided"),
    ]
    assert released.mapping_files.losses(1, "csv") == [WITHDRAWN, RENAMED]


def test_sssom_has_them_too_and_comes_back(released: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "decided.sssom.tsv"
    released.mapping_files.export(1, path)
    heading, *rows = read_rows(path)
    made = {one["subject_id"]: one for one in (dict(zip(heading, row, strict=True)) for row in rows)}
    assert (made["own:C300"]["subject_label"], made["own:C300"]["ext_state"]) == (
        "Right lung infection",
        "decided, renamed",
    )
    assert made["own:C202"]["ext_state"] == "decided, withdrawn"
    assert released.mapping_files.losses(1, "sssom") == [WITHDRAWN, RENAMED]
    assert released.mapping_files.load(1, path, "eve").left_out == 0


def test_a_map_of_snomed_leaves_out_what_is_withdrawn(released: Workbench) -> None:
    assert released.mapping_files.losses(1, "rf2-map")[0].startswith(
        "own has C202, C303 no longer in use; 2 lines are left out."
    )


def test_the_lines_say_so_until_they_are_decided_again(released: Workbench) -> None:
    def changed() -> dict[str, str]:
        return {one.source: one.changed for one in released.mapping_lines.read(1, ["C202", "C300", "C303", "C304"])}

    assert changed() == {"C202": "withdrawn", "C300": "renamed", "C303": "withdrawn", "C304": ""}
    assert released.mapping_lines.case(1, "C300").line.name == "Right lung infection"
    said = released.mapping_decisions.decide(1, ["C300"], "mapped", "ann", targets={"T6": EXACT})
    assert said.startswith("Mapped “Right lung infection”") and changed()["C300"] == ""
    assert released.mapping_files.about_export(1).changed == [WITHDRAWN]


def test_a_line_tells_the_name_that_its_targets_were_suggested_for(released: Workbench) -> None:
    """A renamed concept kept what was suggested for its former name, and nothing said so."""

    def former_names() -> list[str]:
        return [one.suggested_for for one in released.mapping_lines.read(1, ["C202", "C300", "C304"])]

    assert former_names() == ["", "Left lung infection", "Cardiac failure"]
    assert worker.execute(released.workspace, released.mapping_projects.suggest_again(1)).status == COMPLETED
    assert former_names() == ["", "", ""]


def test_what_was_suggested_for_another_meaning_is_not_accepted_in_bulk(released: Workbench) -> None:
    """The suggestion for the left lung was accepted for the right one, and one for a concept that is withdrawn."""
    released.mapping_decisions.decide(1, ["C202", "C300", "C303", "C304"], "", "ann")
    rule = BulkRule(0.0, same=False, exact=False)
    assert released.mapping_decisions.acceptable(1, rule, sample=4) == (1, ["C304"])
    assert released.mapping_decisions.accept_all(1, rule, "ann") == 1


def test_the_report_of_the_release_counts_no_match_too(released: Workbench) -> None:
    carried = released.versions.carried("own")
    assert {one.concept for one in carried.invalid} == {"C202", "C303"} and carried.mappings == 2


def test_the_comparison_says_what_a_release_withdrew_and_what_it_brought(released: Workbench, tmp_path: Path) -> None:
    """Withdrawn concepts “would be suggested nothing”, and nobody was told of new ones."""
    (tmp_path / "third.csv").write_text(f"{NEXT}C400,Fever\nC401,Chill\n", encoding="utf-8")
    run = worker.execute(released.workspace, released.versions.queue(SourceFile(tmp_path / "third.csv"), "own", "ann"))
    assert run.status == COMPLETED, run.error
    found = worker.execute(released.workspace, released.mapping_changes.queue(1)).result
    day = released.terminologies.all()[-1].imported[:10]
    gone = {one["line"]: (one["now"], one["withdrawn"]) for one in found["changed"] if one["withdrawn"]}
    assert gone == {"C202": ("", day), "C303": ("", day)}
    assert (found["lines"], found["new"]) == (4, 2)
    assert worker.execute(released.workspace, released.mapping_projects.suggest_again(1)).status == COMPLETED
    found = worker.execute(released.workspace, released.mapping_changes.queue(1)).result
    assert (found["lines"], found["new"]) == (6, 0)
