"""A mapping project goes out as SSSOM and FHIR, and comes back: into itself, and into another workspace, merged."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.formats.mapping_sets.decided_mappings import read_project
from engine.formats.mapping_sets.mappings import mapping_rows, read_reference
from engine.formats.mapping_sets.sssom import read_rows
from engine.formats.registry import FORMATS
from engine.jobs import worker
from engine.workbench import Workbench
from tests.linked import copied
from tests.mapped import EXACT, started, with_others

ENDINGS = pytest.mark.parametrize("ending", [".sssom.tsv", ".fhir.json"])


@pytest.fixture
def decided(workbench: Workbench, tmp_path: Path) -> Workbench:
    """A project of two people: mapped, confirmed, contested, no match, flagged, skipped, loaded and undecided lines."""
    bench = with_others(workbench, tmp_path)
    given = tmp_path / "given.tsv"
    given.write_text("source_id\ttarget\nL1\tT6\n", encoding="utf-8")
    number = started(bench, mappings=given)
    decide = bench.mapping_decisions.decide
    decide(number, ["H1"], "mapped", "ann|x", targets={"T2": "exact", "T1": "broad"}, reason="two\twords")
    decide(number, ["H2", "L1"], "mapped", "ann|x")
    bench.mapping_decisions.confirm(number, ["H1", "H2"], "ben", "agreed")
    decide(number, ["L1"], "none", "ben")
    decide(number, ["L3"], "none", "ann|x")
    decide(number, ["H3"], "flag", "ben", addressed="ann|x", reason="which?")
    decide(number, ["R"], "skip", "ben")
    bench.mapping_decisions.assign(number, ["L2", "H"], "ben", "ann|x")
    return bench


def number_of(bench: Workbench) -> int:
    return bench.mapping_projects.all()[0].id


def all_said(bench: Workbench) -> dict:
    """Everything that is said in the newest project, by line."""
    number = number_of(bench)
    cases = [bench.mapping_lines.case(number, source) for source in bench.mapping_lines.chosen(number)]
    return {
        case.line.source: (
            {one.who: one for one in case.decisions},
            [(one.target, one.predicate, one.origin) for one in case.loaded],
            case.line.assigned,
            case.line.state,
        )
        for case in cases
    }


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".parquet"])
def test_what_is_decided_goes_out_as_a_table(decided: Workbench, ending: str, tmp_path: Path) -> None:
    """It was refused, though the manual promised it."""
    path, number = tmp_path / f"decided{ending}", number_of(decided)
    format = decided.mapping_files.format_of(path)
    assert decided.mapping_files.export(number, path) == 6
    heading, *rows = FORMATS[format].load().read_rows(path)
    made = [dict(zip(heading, row, strict=True)) for row in rows]
    assert all(row.pop("when") for row in made)
    names = ("source_id", "target_id", "target_name", "relation", "decided_by", "reason", "confirmed_by", "state")
    assert sorted(tuple(row[name] or "" for name in names) for row in made) == [
        ("H1", "T1", "Diseases of the heart", "broad", "ann|x", "two\twords", "ben", "confirmed"),
        ("H1", "T2", "Heart attack", "exact", "ann|x", "two\twords", "ben", "confirmed"),
        ("H2", "T3", "Cardiac failure", "exact", "ann|x", "", "ben", "confirmed"),
        ("L1", "", "", "no match", "ben", "", "", "contested"),
        ("L1", "T5", "Bronchial asthma", "exact", "ann|x", "", "", "contested"),
        ("L3", "", "", "no match", "ann|x", "", "", "decided"),
    ]
    assert decided.mapping_files.losses(number, format) == ["No decision: 5 lines are left out."]


@pytest.mark.parametrize("ending", [".sssom.tsv", ".fhir.json", ".csv"])
def test_only_what_is_decided_goes_out_unless_asked_for(decided: Workbench, ending: str, tmp_path: Path) -> None:
    """Others took suggestions that nobody had decided for mappings: only a column of ours told."""
    number, path = number_of(decided), tmp_path / f"decided{ending}"
    about = decided.mapping_files.about_export(number)
    assert (about.decided, about.every, about.left_out) == (6, 12, 5)
    assert decided.mapping_files.export(number, path) == 6
    assert decided.mapping_files.losses(number, "sssom") == ["No decision: 5 lines are left out."]
    assert decided.mapping_files.losses(number, "sssom", undecided=True) == []
    if ending == ".csv":
        with pytest.raises(BadInput, match=r"CSV.* holds what is decided alone; write"):
            decided.mapping_files.export(number, path, undecided=True)
        return
    heading, *rows = mapping_rows(path)
    assert {dict(zip(heading, row, strict=True))["ext_decision"] for row in rows} == {"mapped", "none"}


def test_a_table_of_decisions_is_loaded_as_existing_mappings(decided: Workbench, tmp_path: Path) -> None:
    path, number = tmp_path / "decided.csv", number_of(decided)
    decided.mapping_files.export(number, path)
    told = decided.mapping_files.load(number, path, "ann")
    assert (told.mappings, told.left_out) == (4, 0)


@ENDINGS
def test_an_export_comes_back_whole_into_a_fresh_workspace(
    decided: Workbench, ending: str, made: Path, tmp_path: Path
) -> None:
    out = tmp_path / f"out{ending}"
    assert decided.mapping_files.export(number_of(decided), out, undecided=True) == 12
    (tmp_path / "other").mkdir()
    other = with_others(Workbench(copied(made, tmp_path / "other" / "workspace")), tmp_path / "other")
    merged = other.mapping_files.load(started(other), out, "eve")
    assert (merged.decisions, merged.assignments, merged.mappings, merged.conflicts) == (9, 2, 1, ())
    assert all_said(other) == all_said(decided)
    again = other.mapping_files.load(number_of(other), out, "eve")
    assert (again.decisions, again.assignments, again.conflicts) == (0, 0, ())
    assert other.mapping_files.export(number_of(other), tmp_path / f"again{ending}", undecided=True) == 12
    other.history.undo("eve")
    assert other.mapping_lines.counts(number_of(other))["undecided"] == 9
    assert all(not assigned for _, _, assigned, _ in all_said(other).values())


def test_sssom_says_who_decided_who_confirmed_and_what_is_open(decided: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "out.sssom.tsv"
    decided.mapping_files.export(number_of(decided), out, undecided=True)
    rows = read_rows(out)
    heading = next(rows)
    found: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        one = dict(zip(heading, row, strict=True))
        found.setdefault(one["subject_id"], []).append(one)
    broad, exact = sorted(found["organs:H1"], key=lambda one: one["object_id"])
    assert (broad["predicate_id"], broad["object_id"]) == ("skos:broadMatch", "others:T1")
    assert (exact["author_label"], exact["reviewer_label"]) == ("ann\\|x", "ben")
    assert exact["mapping_justification"] == "semapv:ManualMappingCuration" and exact["confidence"] == ""
    assert (exact["ext_decision"], exact["ext_state"]) == ("mapped", "confirmed")
    loaded, ann, ben = found["organs:L1"]
    assert (loaded["ext_decision"], loaded["object_id"], loaded["ext_origin"]) == ("loaded", "others:T6", "given.tsv")
    assert (ann["object_id"], ben["object_id"], ann["ext_state"]) == ("others:T5", "sssom:NoTermFound", "contested")
    (open_line,) = found["organs:L2"]
    assert (open_line["ext_decision"], open_line["author_label"]) == ("undecided", "")
    assert open_line["mapping_justification"] == "semapv:LexicalMatching" and float(open_line["confidence"]) > 0.5


def test_a_standard_reader_takes_it(decided: Workbench, tmp_path: Path) -> None:
    """With sssom-py, where it is installed: what it parses and validates."""
    parsers = pytest.importorskip("sssom.parsers")
    validators = pytest.importorskip("sssom.validators")
    out = tmp_path / "out.sssom.tsv"
    rows = decided.mapping_files.export(number_of(decided), out, undecided=True)
    parsed = parsers.parse_sssom_table(str(out))
    assert len(parsed.df) == rows
    validators.validate(parsed)


def test_a_colleague_who_says_something_else_is_listed_and_not_overwritten(
    decided: Workbench, made: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.sssom.tsv"
    decided.mapping_files.export(number_of(decided), out, undecided=True)
    (tmp_path / "other").mkdir()
    other = with_others(Workbench(copied(made, tmp_path / "other" / "workspace")), tmp_path / "other")
    number = started(other, branch="H")
    other.mapping_decisions.decide(number, ["H1"], "none", "ben")
    other.mapping_decisions.decide(number, ["H2"], "none", "eve")
    other.mapping_decisions.assign(number, ["H"], "eve", "eve")
    told = other.mapping_files.load(number, out, "eve", preview=True)
    assert other.mapping_lines.case(number, "H3").decisions == ()
    merged = other.mapping_files.load(number, out, "eve")
    assert merged == told and merged.left_out == 5
    assert merged.reasons == ("5 rows are about concepts that are no lines of this project: R, L1, L3.",)
    assert [(one.source, one.what, one.here, one.file) for one in merged.conflicts] == [
        ("H1", "the decision of ben", "no match", "T1 broad, T2 exact"),
        ("H", "whom it is assigned to", "eve", "ben"),
    ]
    said = {one.who: one.answer for one in other.mapping_lines.case(number, "H1").decisions}
    assert said["ben"] == ("none", ()) and said["ann|x"][0] == "mapped"
    assert other.mapping_lines.case(number, "H2").line.state == "contested"  # eve says something else than both
    other.mapping_files.load(number, out, "eve", take="file")
    said = {one.who: one.answer for one in other.mapping_lines.case(number, "H1").decisions}
    assert said["ben"] == said["ann|x"] and other.mapping_lines.case(number, "H").line.assigned == "ben"
    other.history.undo("eve")
    assert other.mapping_lines.case(number, "H").line.assigned == "eve"


CURATED = (
    "organs:L2\tLung infection\tskos:exactMatch\tothers:T6\t\tsemapv:ManualMappingCuration\tzoe\t\t\t\t\t2026-03-04\n"
    "organs:L2\t\tskos:broadMatch\tothers:T4\t\tsemapv:ManualMappingCuration\tzoe\n"
    "organs:L3\t\tskos:exactMatch\tsssom:NoTermFound\t\tsemapv:ManualMappingCuration\tzoe\n"
    "organs:H\t\tskos:exactMatch\tothers:ZZZ99\t\tsemapv:ManualMappingCuration\tzoe\n"
    "organs:X7\t\tskos:exactMatch\tothers:T1\t\tsemapv:ManualMappingCuration\tzoe\n"
    "organs:X8\t\tskos:exactMatch\tothers:T1\t\tsemapv:ManualMappingCuration\tzoe\n"
    "organs:R\t\tskos:exactMatch\tothers:T1\t\tsemapv:ManualMappingCuration\n"
    "organs:R\t\tlike\tothers:T1\t\tsemapv:ManualMappingCuration\tzoe\n"
    "organs:R\t\tskos:exactMatch\t\t\tsemapv:ManualMappingCuration\tzoe\n\n"
)


def test_rows_added_by_hand_are_decisions_of_their_author_or_said_to_be_left_out(
    decided: Workbench, tmp_path: Path
) -> None:
    """Two rows with the columns of SSSOM alone vanished: “0 new decisions”, none left out."""
    number, out = number_of(decided), tmp_path / "out.sssom.tsv"
    decided.mapping_files.export(number, out, undecided=True)
    with out.open("a", encoding="utf-8") as file:
        file.write(CURATED)
    merged = decided.mapping_files.load(number, out, "eve")
    assert (merged.decisions, merged.left_out, merged.conflicts) == (2, 6, ())
    assert merged.reasons == (
        "2 rows are about concepts that are no lines of this project: X7, X8.",
        "1 row names a target that others does not have: ZZZ99.",
        "1 row has no author_label to say who decided it: R.",
        "1 row has no relation of SKOS as its predicate_id: R.",
        "1 row has no object_id: R.",
    )
    (said,) = decided.mapping_lines.case(number, "L2").decisions
    assert (said.who, said.targets, said.when[:10]) == (
        "zoe",
        (("T4", "skos:broadMatch"), ("T6", "skos:exactMatch")),
        "2026-03-04",
    )
    assert [one.decision for one in decided.mapping_lines.case(number, "L3").decisions if one.who == "zoe"] == ["none"]
    assert decided.mapping_files.load(number, out, "eve").decisions == 0


def test_a_relation_that_is_none_is_no_decision(decided: Workbench, tmp_path: Path) -> None:
    """“skos:weirdMatch” in the row of an export became a decision, and stood in every export from then on."""
    number, out = number_of(decided), tmp_path / "out.sssom.tsv"
    decided.mapping_files.export(number, out, undecided=True)
    text = out.read_text(encoding="utf-8")
    out.write_text(text.replace("skos:broadMatch", "skos:weirdMatch"), encoding="utf-8")
    merged = decided.mapping_files.load(number, out, "eve", take="file")
    assert merged.reasons == ("1 row has no relation of SKOS as its predicate_id: H1.",)
    assert "weird" not in str(all_said(decided))
    out.write_text(text.replace("\tskip\t", "\tskipp\t"), encoding="utf-8")
    with pytest.raises(BadInput, match=r"out\.sssom\.tsv, mapping \d+: its decision cannot be read"):
        decided.mapping_files.load(number, out, "eve")


def test_a_suggestion_that_an_author_wrote_over_is_a_decision(decided: Workbench, tmp_path: Path) -> None:
    number, out = number_of(decided), tmp_path / "out.sssom.tsv"
    decided.mapping_files.export(number, out, undecided=True)
    text = out.read_text(encoding="utf-8")
    (line,) = [one for one in text.splitlines() if one.startswith("organs:L2\t")]
    cells = line.split("\t")
    cells[3], cells[5], cells[6] = "others:T5", "semapv:ManualMappingCuration", "zoe"
    out.write_text(text.replace(line, "\t".join(cells)), encoding="utf-8")
    assert decided.mapping_files.load(number, out, "eve").decisions == 1
    (said,) = decided.mapping_lines.case(number, "L2").decisions
    assert (said.who, [target for target, _ in said.targets]) == ("zoe", ["T5"])


def test_an_export_without_some_of_its_columns_is_read(decided: Workbench, tmp_path: Path) -> None:
    """A column that somebody took out of the sheet ended in a KeyError."""
    number, out = number_of(decided), tmp_path / "out.sssom.tsv"
    decided.mapping_files.export(number, out, undecided=True)
    lines = [line for line in out.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    gone = {lines[0].split("\t").index(slot) for slot in ("mapping_justification", "ext_assigned", "comment")}
    kept = ["\t".join(cell for at, cell in enumerate(line.split("\t")) if at not in gone) for line in lines]
    out.write_text("\n".join(kept[:1] + [line for line in kept[1:] if '"' not in line]) + "\n", encoding="utf-8")
    merged = decided.mapping_files.load(number, out, "eve")
    assert (merged.decisions, merged.mappings, merged.left_out) == (0, 1, 0)


def test_mappings_of_others_that_are_left_out_are_named(decided: Workbench, tmp_path: Path) -> None:
    given = tmp_path / "given.tsv"
    given.write_text("source_id\ttarget\nL1\tT6\nL1\tZZZ99\nX1\tT6\n", encoding="utf-8")
    merged = decided.mapping_files.load(number_of(decided), given, "eve")
    assert (merged.mappings, merged.left_out) == (1, 2)
    assert merged.reasons == (
        "1 row is about a concept that is no line of this project: X1.",
        "1 row names a target that others does not have: ZZZ99.",
    )


SSSOM_HEAD = "subject_id\tpredicate_id\tpredicate_modifier\tobject_id\tmapping_justification\n"


def test_predicates_of_others_are_read_and_what_says_no_relation_is_named(decided: Workbench, tmp_path: Path) -> None:
    number = number_of(decided)
    pairs = [("H1", "T2"), ("H2", "T6"), ("H3", "T1"), ("L2", "T6"), ("L3", "T2")]
    said = [
        ("owl:equivalentClass", ""),
        ("rdfs:subClassOf", ""),
        ("sssom:superClassOf", ""),
        ("foo:wombat", ""),
        ("skos:exactMatch", "Not"),
    ]
    rows = [
        f"{source}\t{predicate}\t{modifier}\t{target}\tsemapv:ManualMappingCuration\n"
        for (source, target), (predicate, modifier) in zip(pairs, said, strict=True)
    ]
    path = tmp_path / "foreign.sssom.tsv"
    path.write_text(SSSOM_HEAD + "".join(rows), encoding="utf-8")
    merged = decided.mapping_files.load(number, path, "ann")
    assert (merged.mappings, merged.left_out) == (3, 2)
    told = " ".join(merged.reasons)
    assert f"no relation of SKOS as its predicate_id: {pairs[3][0]}" in told
    assert f"predicate_modifier that it does not hold: {pairs[4][0]}" in told
    loaded = {source: [one[1] for one in all_said(decided)[source][1] if one[2] == path.name] for source, _ in pairs}
    assert list(loaded.values()) == [["skos:exactMatch"], ["skos:broadMatch"], ["skos:narrowMatch"], [], []]
    weaker = [rows[0].replace("owl:equivalentClass", "oboInOwl:hasDbXref"), rows[0].replace("\t\t", "\tNot\t")]
    path.write_text(SSSOM_HEAD + rows[0] + "".join(weaker), encoding="utf-8")
    assert read_reference(path) == {"H1": {"T2": "skos:exactMatch"}}  # neither takes its place
    path.write_text(SSSOM_HEAD + rows[4], encoding="utf-8")
    with pytest.raises(BadInput, match="does not hold"):
        decided.mapping_files.load(number, path, "ann")


@ENDINGS
def test_an_export_is_a_reference_of_what_is_decided_alone(decided: Workbench, tmp_path: Path, ending: str) -> None:
    """What was skipped, flagged or only suggested counted as right, and “no match” as a target."""
    path = tmp_path / f"m{ending}"
    decided.mapping_files.export(number_of(decided), path, undecided=True)
    found = read_reference(path)
    decisions = {"H1": {"T2": "skos:exactMatch", "T1": "skos:broadMatch"}, "H2": {"T3": "skos:exactMatch"}, "L3": {}}
    loaded = {"T6": "skos:exactMatch"}
    own = {id.partition(":")[2]: {to.partition(":")[2]: one for to, one in said.items()} for id, said in found.items()}
    assert own == decisions | {"L1": {"T5": "skos:exactMatch"} | loaded}
    assert sum("sssom:NoTermFound" in said for said in read_reference(path, denied=True).values()) == 2  # L1 by ben


@ENDINGS
def test_who_skips_or_flags_a_line_is_no_author_of_its_suggestion(
    decided: Workbench, tmp_path: Path, ending: str
) -> None:
    """Other programs read that ben had mapped what he only left for later."""
    path = tmp_path / f"m{ending}"
    decided.mapping_files.export(number_of(decided), path, undecided=True)
    heading, *rows = mapping_rows(path)
    said = [dict(zip(heading, row, strict=True)) for row in rows]
    left = {one["ext_decision"]: one for one in said if one["ext_decision"] in ("skip", "flag")}
    assert [(left[one]["author_label"], left[one]["ext_by"]) for one in ("skip", "flag")] == [("", "ben")] * 2
    assert {bool(one["author_label"]) for one in said if one["ext_decision"] in ("mapped", "none")} == {True}
    assert {"ben"} == {one.who for one in read_project(path, "my", "organs").decisions if one.decision in left}


def test_columns_that_are_not_read_are_named(decided: Workbench, tmp_path: Path) -> None:
    """What others wrote beside the ids and relations went without a word."""
    number, path = number_of(decided), tmp_path / "foreign.sssom.tsv"
    head = SSSOM_HEAD.strip() + "\tauthor_id\tmapping_cardinality\tother\n"
    path.write_text(head + "H1\tskos:exactMatch\t\tT2\tsemapv:X\torcid:1\t1:1\t\n", encoding="utf-8")
    said = "The columns mapping_justification, author_id and mapping_cardinality are not read."
    assert decided.mapping_files.load(number, path, "ann", preview=True).unread == said
    path.write_text("source_id\ttarget_id\tnote\nL1\tT6\tsure\n", encoding="utf-8")
    assert decided.mapping_files.load(number, path, "ann").unread == "The column note is not read."
    run = worker.execute(
        decided.workspace,
        decided.mapping_projects.queue("organs", "others", "ann", encoders=["vectors"], mappings=path),
    )
    assert run.result["left_out"] == ["The column note is not read."]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("given.csv", "source_id;source_name;target_id\nL1;Ménière;T6\n"),
        ("given.sssom.tsv", f"{SSSOM_HEAD.strip()}\nL1\tskos:exactMatch\t\tT6\tMénière\n"),
    ],
)
def test_mappings_as_older_spreadsheets_save_them_are_read_and_said_so(
    decided: Workbench, tmp_path: Path, name: str, text: str
) -> None:
    """They were refused, while a terminology of the same encoding was read."""
    number, path = number_of(decided), tmp_path / name
    path.write_bytes(text.encode("cp1252"))
    assert read_reference(path) == {"L1": {"T6": EXACT}}
    told = decided.mapping_files.load(number, path, "ann", preview=True)
    assert told.mappings == 1 and told.encoding.startswith("Read as Windows-1252; look whether")
    queued = decided.mapping_projects.queue("organs", "others", "ann", encoders=["vectors"], mappings=path)
    assert worker.execute(decided.workspace, queued).result["encoding"] == told.encoding
    path.write_text(text, encoding="utf-8")
    assert decided.mapping_files.load(number, path, "ann", preview=True).encoding == ""


def test_an_export_as_older_spreadsheets_save_it_is_merged_and_said_so(decided: Workbench, tmp_path: Path) -> None:
    number, out = number_of(decided), tmp_path / "out.sssom.tsv"
    decided.mapping_decisions.decide(number, ["H3"], "none", "zoé")
    decided.mapping_files.export(number, out)
    out.write_bytes(out.read_text(encoding="utf-8").encode("cp1252"))
    assert "zoé" in {one.who for one in read_project(out, "my", "organs").decisions}
    assert decided.mapping_files.load(number, out, "ann", preview=True).encoding.startswith("Read as Windows-1252;")
    table = tmp_path / "counts.csv"
    table.write_bytes("id;Name;Fälle\nL1;Ménière;7\n".encode("cp1252"))
    assert decided.mapping_files.load_frequencies(number, table) == 1


@ENDINGS
def test_of_an_export_every_column_is_read_but_those_that_others_added(
    decided: Workbench, tmp_path: Path, ending: str
) -> None:
    number, out = number_of(decided), tmp_path / f"out{ending}"
    decided.mapping_files.export(number, out, undecided=True)
    assert decided.mapping_files.load(number, out, "ann", preview=True).unread == ""
    if ending == ".sssom.tsv":
        lines = out.read_text(encoding="utf-8").splitlines()
        added = [one if one.startswith("#") else f"{one}\tmapping_cardinality" for one in lines]
        out.write_text("\n".join(added) + "\n", encoding="utf-8")
        unread = decided.mapping_files.load(number, out, "ann", preview=True).unread
        assert unread == "The column mapping_cardinality is not read."


def test_files_that_do_not_fit_are_named(decided: Workbench, tmp_path: Path) -> None:
    number = number_of(decided)
    with pytest.raises(BadInput, match=r"let it end in one of \.csv, \.xlsx, .*\.sssom\.tsv, .*\.txt"):
        decided.mapping_files.export(number, tmp_path / "out.doc")
    with pytest.raises(NotFound, match="no folder"):
        decided.mapping_files.export(number, tmp_path / "none" / "out.sssom.tsv")
    with pytest.raises(BadInput, match=r"There is no format “none” of mappings; choose one of .*rf2-map"):
        decided.mapping_files.export(number, tmp_path / "out.tsv", format="none")
    with pytest.raises(NotFound, match="no file"):
        decided.mapping_files.load(number, tmp_path / "none.tsv", "ann")
    with pytest.raises(BadInput, match="Whose word"):
        decided.mapping_files.load(number, tmp_path / "none.tsv", "ann", "theirs")
    out = tmp_path / "out.sssom.tsv"
    decided.mapping_files.export(number, out, undecided=True)
    out.write_text(out.read_text(encoding="utf-8").replace('[[""ben""', '[[""ben"', 1), encoding="utf-8")
    with pytest.raises(BadInput, match="mapping 3: its decision cannot be read"):
        read_project(out, "organs", "others")


def test_the_time_of_a_decision_is_one(decided: Workbench, tmp_path: Path) -> None:
    number, out = number_of(decided), tmp_path / "out.sssom.tsv"
    decided.mapping_files.export(number, out)
    said = {one.when for decisions, *_ in all_said(decided).values() for one in decisions.values()}
    text = out.read_text(encoding="utf-8")
    for time in said:
        text = text.replace(time, "some day")
    out.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"mapping \d+: its decision cannot be read"):
        read_project(out, "organs", "others")


def test_the_suggestions_of_map_are_loaded_as_existing_mappings(decided: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "map.sssom.tsv"
    for _ in decided.mappings.write("organs", "others", out, encoders=["vectors"]):
        pass
    number = started(decided, branch="H")
    merged = decided.mapping_files.load(number, out, "ann")
    assert merged.mappings == 4 and merged.decisions == 0
    assert decided.mapping_lines.case(number, "H1").loaded[0].predicate == EXACT


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off"])
def test_a_broken_workbook_is_told_as_one(decided: Workbench, tmp_path: Path, content: bytes) -> None:
    """It had “one column … between commas, semicolons or tabs”, under the path of a copy of it."""
    path = tmp_path / "mapped.xlsx"
    path.write_bytes(content)
    with pytest.raises(
        BadInput, match=r"^mapped\.xlsx cannot be read as an XLSX workbook; save it as XLSX or CSV again"
    ):
        decided.mapping_files.load(number_of(decided), path, "ann", preview=True)
