"""Which columns of a table of mappings are read, and the relations that its rows say."""

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mapping_sets.mappings import read_reference
from engine.workbench import Workbench
from tests.mapped import started, with_others

BROAD, CLOSE, EXACT = "skos:broadMatch", "skos:closeMatch", "skos:exactMatch"


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("source_id,relation,target_id\nA,broad,X\nB,,Y\n", {"A": {"X": BROAD}, "B": {"Y": EXACT}}),
        ("source_id,target_id,relation\nA,X,skos:closeMatch\nB,Y,wider\n", {"A": {"X": CLOSE}, "B": {"Y": BROAD}}),
        ("Relation,Source_ID,Target_ID,note\nBroad,A,X|Z,seen\n", {"A": {"X": BROAD, "Z": BROAD}}),
        ("ours,theirs,Predicate\nA,X,broad\n", {"A": {"X": BROAD}}),
        ("ours,name,theirs\nA,gout,X\n", {"A": {"X": EXACT}}),
        ("source_id,target_id,relation\nA,X,exactMatch\nB,Y,Exact match\n", {"A": {"X": EXACT}, "B": {"Y": EXACT}}),
        ("source_id,target_id,relation\nA,X,broader\nB,Y,broadMatch\n", {"A": {"X": BROAD}, "B": {"Y": BROAD}}),
        (
            "source_id,target_id,relation\nA,X,=\nB,Y,source-is-narrower-than-target\n",
            {"A": {"X": EXACT}, "B": {"Y": BROAD}},
        ),
        ("source_id,target_id,relation\nA,X,<http://www.w3.org/2004/02/skos/core#closeMatch>\n", {"A": {"X": CLOSE}}),
        ("source_id,target_id,equivalence\nA,X,equivalent\nB,Y,disjoint\nC,,unmatched\n", {"A": {"X": EXACT}}),
        ("source_id;target_id;relation\nA;X;broad\n", {"A": {"X": BROAD}}),  # as a German spreadsheet saves it
        ("ours;theirs\nA;X, Y\n", {"A": {"X, Y": EXACT}}),
        ("ours,theirs\nA,X;Y\n", {"A": {"X;Y": EXACT}}),
        ("subject_id\tpredicate_id\tobject_id\nA\texactMatch\tX\nB\ta:b\tY\n", {"A": {"X": EXACT}, "B": {"Y": "a:b"}}),
    ],
)
def test_ids_and_relations_are_read_by_their_headings(
    tmp_path: Path, table: str, found: dict[str, dict[str, str]]
) -> None:
    path = tmp_path / "m.csv"
    path.write_text(table, encoding="utf-8")
    assert read_reference(path) == found


def test_a_relation_that_is_none_is_refused_with_its_row(tmp_path: Path) -> None:
    """It became “related” without a word."""
    path = tmp_path / "m.csv"
    path.write_text("source_id,target_id,relation\nA,X,exact\n\nB,Y,akin to\n", encoding="utf-8")
    with pytest.raises(
        BadInput, match=r"m\.csv, row 4: “akin to” in the column “relation” is no known relation; write ex"
    ):
        read_reference(path)


def test_a_table_that_fits_nowhere_says_what_it_was_read_as(workbench: Workbench, tmp_path: Path) -> None:
    bench = with_others(workbench, tmp_path)
    given = tmp_path / "given.tsv"
    given.write_text("H1\tT2\texact\nH2\tT1\tbroad\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its first mapping is “H2” onto “broad”; see which columns hold the ids"):
        bench.mapping_files.load(started(bench, branch="H"), given, "ann")
    given.write_text("source_id\ttarget_id\trelation\nH1\tT2\tbroad\n", encoding="utf-8")
    number = bench.mapping_projects.all()[0].id
    assert bench.mapping_files.load(number, given, "ann").mappings == 1
    assert [one.predicate for one in bench.mapping_lines.case(number, "H1").loaded] == [BROAD]
    given.write_text("source_id|target_id\nH1|T2\n", encoding="utf-8")
    with pytest.raises(BadInput, match="one of target ids, between commas, semicolons or tabs"):
        bench.mapping_files.load(number, given, "ann")
    for empty in ("", "\n\n"):  # which had “one column”
        given.write_text(empty, encoding="utf-8")
        with pytest.raises(BadInput, match=r"^given\.tsv is empty; choose a file with a column of source ids"):
            bench.mapping_files.load(number, given, "ann")
        with pytest.raises(BadInput, match=r"^given\.tsv is empty; choose a file with a column of ids and one"):
            bench.mapping_files.load_frequencies(number, given)


@pytest.mark.parametrize("ending", ["xlsx", "parquet"])
def test_the_table_of_a_project_is_loaded_into_another(workbench: Workbench, tmp_path: Path, ending: str) -> None:
    bench = with_others(workbench, tmp_path)
    number, path = started(bench, branch="H"), tmp_path / f"decided.{ending}"
    bench.mapping_decisions.decide(number, ["H1"], "mapped", "ann", targets={"T2": BROAD})
    assert bench.mapping_files.export(number, path) == 1
    assert read_reference(path) == {"H1": {"T2": BROAD}}
    merge = bench.mapping_files.load(number, path, "bob")
    assert (merge.mappings, merge.left_out, merge.conflicts) == (1, 0, ())
    given = bench.mapping_projects.all()[0]
    assert [one.predicate for one in bench.mapping_lines.case(given.id, "H1").loaded] == [BROAD]
    again = started(bench, branch="H", mappings=path)
    assert [one.target for one in bench.mapping_lines.case(again, "H1").loaded] == ["T2"]
