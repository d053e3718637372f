"""Synonym sets fused through SSSOM and two-column files, and every row that cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.learning.selection import Link, Source, fused, read_mapping
from engine.learning.selection.mapping import MappedSynonyms
from engine.learning.selection.source import joined

SSSOM = """#mapping_set_id: https://example.org/s2i
subject_id\tsubject_label\tpredicate_id\tpredicate_modifier\tobject_id
S:1\tHeart attack\tskos:exactMatch\t\tI:21
S:2\tOld infarct\tskos:broadMatch\t\tI:21
S:3\tAngina\tskos:narrowMatch\t\tI:21
S:4\tReflux\tskos:exactMatch\tNot\tI:21
S:5\tFlu\tskos:closeMatch\t\t
"""


def written(tmp_path: Path, text: str, name: str = "map.tsv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_sssom_rows_that_do_not_lead_upwards_are_reported_by_line(tmp_path):
    links, problems = read_mapping(written(tmp_path, SSSOM))
    assert links == [Link(3, "S:1", "I:21"), Link(4, "S:2", "I:21")]
    assert [(problem.row, problem.sentence) for problem in problems] == [
        (5, "“skos:narrowMatch” does not put S:3 under I:21."),
        (6, "The row says that S:4 is not I:21; it is left out."),
        (7, "An id is empty; fill it in. The row is left out."),
    ]


@pytest.mark.parametrize("text", ["1,A\n2,A\n", "from,to\n1,A\n2,A\n", "target\tnote\tsource\nA\tx\t1\nA\ty\t2\n"])
def test_two_columns_with_headings_or_without(tmp_path, text):
    links, problems = read_mapping(written(tmp_path, text, "map.csv"))
    assert [(link.subject, link.object) for link in links] == [("1", "A"), ("2", "A")]
    assert problems == []


def test_a_mapping_as_older_spreadsheets_save_it_is_read(tmp_path):
    path = tmp_path / "map.tsv"
    path.write_bytes(SSSOM.replace("Heart attack", "Ménière").encode("cp1252"))
    assert read_mapping(path)[0] == [Link(3, "S:1", "I:21"), Link(4, "S:2", "I:21")]


def test_rows_that_found_no_term_fuse_nothing(tmp_path):
    text = "subject_id\tobject_id\nS:1\tsssom:NoTermFound\nsssom:NoTermFound\tI:21\nS:2\tI:21\n"
    links, problems = read_mapping(written(tmp_path, text))
    assert links == [Link(4, "S:2", "I:21")]
    assert [(problem.row, problem.sentence) for problem in problems] == [
        (2, "The row from S:1 to sssom:NoTermFound names no term; it is left out."),
        (3, "The row from sssom:NoTermFound to I:21 names no term; it is left out."),
    ]


def test_a_map_of_snomeds_rf2_is_read_by_its_headings(tmp_path):
    head = "id\teffectiveTime\tactive\tmoduleId\trefsetId\treferencedComponentId\tmapRule\tmapTarget\n"
    rows = "a\t20210301\t1\tm\tr\t22298006\tTRUE\tI21.9\nb\t20210301\t0\tm\tr\t1\tTRUE\tI25\n"
    links, problems = read_mapping(written(tmp_path, head + rows))
    assert links == [Link(2, "22298006", "I21.9")]
    assert [problem.sentence for problem in problems] == ["The row on 1 is inactive; it is left out."]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("9,A\n8,A\n", r"None of the 2 rows of .*map\.tsv can be used; row 1: .* no concept 9"),
        ("from,to\n9,\n8,A\n", r"None of the 2 rows .* row 2: An id is empty"),
        ("from,to\n", "there is none under its headings"),
    ],
)
def test_a_mapping_that_leads_nowhere_is_named_with_the_first_reason(tmp_path, made_of, text, says):
    with pytest.raises(BadInput, match=says):
        MappedSynonyms(file=str(written(tmp_path, text))).sample(made_of({"1": ["one", "uno"]}), 0)


def test_what_is_no_mapping_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"map.tsv needs two columns"):
        read_mapping(written(tmp_path, "one\ntwo\n"))
    with pytest.raises(BadInput, match="needs two columns"):
        read_mapping(written(tmp_path, "\n"))
    with pytest.raises(NotFound, match="no mapping file"):
        read_mapping(tmp_path / "none.tsv")


def test_the_fine_names_join_the_coarse_ones(made_of):
    source = made_of({"1": ["Heart attack", "MI"], "2": ["Old infarct", "mi"], "3": ["Flu"], "A": ["Infarction"]})
    links = [Link(1, "1", "A"), Link(2, "2", "A"), Link(3, "9", "A"), Link(4, "3", "3"), Link(5, "1", "A")]
    found = fused(source, links)
    assert found.source.names == {"A": ["Infarction", "Heart attack", "MI", "Old infarct"]}
    assert [problem.row for problem in found.problems] == [3, 4]
    assert fused(source, links, own_names=False).source.names == {"A": ["Heart attack", "MI", "Old infarct"]}


def test_a_concept_mapped_to_need_not_be_known_and_held_out_ones_stay_out(made_of):
    source = made_of({"1": ["one"], "2": ["two"], "A": ["a"], "B": ["b"]}, held_out=["2", "B"])
    found = fused(source, [Link(1, "1", "X"), Link(2, "2", "X"), Link(3, "1", "B")]).source
    assert found.names == {"X": ["one"], "B": ["b", "one"]}
    assert (found.titles, found.held_out) == ({"X": "X", "B": "b"}, {"B"})


def test_ids_with_a_prefix_find_their_concepts_in_joined_terminologies():
    fine = Source("snomed", {"22298006": ["Heart attack"]}, {"22298006": "Heart attack"})
    coarse = Source("icd10cm", {"I21": ["Infarction"]}, {"I21": "Infarction"})
    for subject, target in (("22298006", "I21"), ("SCT:22298006", "ICD10CM:I21"), ("snomed:22298006", "icd10cm:I21")):
        found = fused(joined([fine, coarse]), [Link(1, subject, target)])
        assert found.source.names == {"icd10cm:I21": ["Infarction", "Heart attack"]}
        assert found.problems == []


def test_the_fused_sets_are_split_like_any(tmp_path, made_of):
    source = made_of({f"{i}": [f"name {i}", f"other {i}"] for i in range(30)})
    path = written(tmp_path, "".join(f"{i},T{i // 3}\n" for i in range(30)) + "99,T1\n")
    sample = MappedSynonyms(file=str(path), zero_shot=0.2).sample(source, 0)
    assert {key for _, key in sample.zero_shot} | set(sample.classes) == {f"T{i}" for i in range(10)}
    assert len({key for _, key in sample.zero_shot}) == 2
    assert (len(sample.test), len(sample.validation)) == (round(0.16 * 48), round(0.11 * 48))
    assert sample.left_out == {"mapping rows not used": 1}
