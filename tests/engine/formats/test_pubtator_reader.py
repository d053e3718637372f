"""PubTator files: documents with their mentions, and the synonym sets those make."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.formats.mentions.pubtator import Annotation, documents, synonym_sets
from engine.formats.parsed import Problem
from engine.formats.reading import read_file

CORPUS = """11|t|Heart attack and MI
11|a|A heart attack | with pain.
11\t0\t12\tHeart attack\tDisease\tMESH:D009203
11\t17\t19\tMI\tDisease\tD009203
11\t22\t34\theart attack\tT047\tUMLS:D009203
11\t42\t46\tpain\tDisease\t-1
11\tCID\tD1\tD2

12|t|Breast and ovarian cancer
12|a|
12\t0\t25\tBreast and ovarian cancer\tDisease\tD001943|OMIM:167000
12\t0\t6\tBreast\tDisease
12\tx\ty\tBreast\tDisease\tD1
13\t0\t6\tBreast\tDisease\tD1
"""


def corpus(tmp_path: Path, text: str = CORPUS) -> Path:
    path = tmp_path / "made.pubtator.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_documents_and_mentions(tmp_path):
    problems: list[Problem] = []
    first, second = documents(corpus(tmp_path), problems)
    assert (first.id, first.title, first.abstract) == ("11", "Heart attack and MI", "A heart attack | with pain.")
    assert first.mentions[2] == Annotation(22, 34, "heart attack", "T047", ("D009203",))
    assert [mention.ids for mention in first.mentions] == [("D009203",)] * 3 + [()]
    assert all(first.text[mention.start : mention.end] == mention.text for mention in first.mentions)
    assert [mention.ids for mention in second.mentions] == [("D001943", "167000"), ()]
    assert [problem.row for problem in problems] == [13, 14]


def test_synonym_sets_leave_composites_and_mentions_without_an_id_out(tmp_path):
    sets, left_out = synonym_sets(documents(corpus(tmp_path)))
    assert sets == {"D009203": ["Heart attack", "MI"]}
    assert left_out == {"no id": 2, "several ids": 1}


def test_the_most_frequent_text_is_the_preferred_name(tmp_path):
    text = "1|t|x\n1|a|y\n" + "".join(f"1\t0\t1\t{name}\tD\tC1\n" for name in ("a", "b", "b", "c"))
    parsed = read_file(corpus(tmp_path, text), "pubtator")
    (concept,) = parsed.concepts
    assert [(name.text, name.kind) for name in concept.names] == [
        ("b", "preferred"),
        ("a", "synonym"),
        ("c", "synonym"),
    ]


def test_what_cannot_be_read_is_said(tmp_path):
    with pytest.raises(NotFound, match="no PubTator file"):
        list(documents(tmp_path / "none.txt"))
    (tmp_path / "latin.txt").write_bytes(b"1|t|caf\xe9\n")
    with pytest.raises(BadInput, match="not UTF-8"):
        list(documents(tmp_path / "latin.txt"))


def test_the_corpora_as_they_are(shared: Path):
    counts = {}
    for name in ("ncbi_disease_train", "ncbi_disease_dev", "ncbi_disease_test", "bc5cdr_train", "bc5cdr_dev"):
        problems: list[Problem] = []
        found = list(documents(shared / "normalisation" / f"{name}.pubtator.txt", problems))
        counts[name] = (len({document.id for document in found}), sum(len(d.mentions) for d in found))
        assert problems == []
        wrong = [m for d in found for m in d.mentions if d.text[m.start : m.end] != m.text]
        assert len(wrong) <= 1  # one mention of the NCBI training file is written with other characters
    assert counts == {
        "ncbi_disease_train": (592, 5_145),
        "ncbi_disease_dev": (100, 787),
        "ncbi_disease_test": (100, 960),
        "bc5cdr_train": (500, 9_385),
        "bc5cdr_dev": (500, 9_591),
    }


@pytest.mark.slow
def test_every_ncbi_id_is_in_medic(shared: Path):
    folder = shared / "normalisation"
    medic = {concept.id for concept in read_file(folder / "medic_2012-07-06.txt", "medic").concepts}
    for part in ("train", "dev", "test"):
        for document in documents(folder / f"ncbi_disease_{part}.pubtator.txt"):
            assert all(id in medic for mention in document.mentions for id in mention.ids)
