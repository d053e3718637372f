"""Name and concept tokens: the sequences of the paper's example, and what a name becomes."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, Damaged, NotFound
from engine.vectors import format_of, load_vectors
from engine.vectors.annotated import AnnotatedMentions, concept_of, concept_token, name_token
from engine.vectors.names_file import train_names
from engine.vectors.recipe_file import read
from engine.vectors.settings import VectorSettings

QUICK = VectorSettings(dim=8, epochs=2, min_count=2, threads=1)
DOCUMENT = """{n}|t|A heart attack hurts.
{n}|a|Treat myocardial infarction or fever.
{n}\t2\t14\theart attack\tDisease\tMESH:D009203
{n}\t28\t49\tmyocardial infarction\tDisease\tD009203
{n}\t53\t58\tfever\tDisease\t-1
{n}\tCID\tD1\tD2

"""


@pytest.fixture
def annotated(tmp_path) -> Path:
    path = tmp_path / "a.pubtator.txt"
    path.write_text("".join(DOCUMENT.format(n=n) for n in range(1, 21)))
    return path


def squeezed(lines) -> list[str]:
    return [" ".join(line.split()) for line in lines]


def test_the_sequences_are_those_of_the_paper(tmp_path):
    path = tmp_path / "one.txt"
    path.write_text(DOCUMENT.format(n=1))
    s1, s2, s3 = (name_token(name) for name in ("heart attack", "myocardial infarction", "fever"))
    c = concept_token("D009203")
    title, abstract = "A heart attack hurts.", "Treat myocardial infarction or fever."
    assert squeezed(AnnotatedMentions().lines([path], "sgw")) == [title, abstract]
    assert squeezed(AnnotatedMentions().lines([path], "sgs")) == [
        title,
        f"A {s1} hurts.",
        abstract,
        f"Treat {s2} or {s3} .",
    ]
    assert squeezed(AnnotatedMentions().lines([path], "sgs.c")) == [
        f"A {s1} {c} heart attack hurts.",
        f"A heart attack {s1} {c} hurts.",
        f"Treat {s2} {c} myocardial infarction or {s3} fever .",
        f"Treat myocardial infarction {s2} {c} or fever {s3} .",
    ]


def test_mentions_out_of_place_overlapping_or_of_several_concepts(tmp_path):
    path = tmp_path / "one.txt"
    path.write_text(
        "1|t|breast and lung cancer\n"
        "1\t0\t22\tbreast and lung cancer\tDisease\tD1|D2\n"
        "1\t11\t22\tlung cancer\tDisease\tD2\n"
        "1\t7\t10\tlung\tDisease\tD3\n"
        "1\t90\t94\tskin\tDisease\tD4\n"
    )
    met = AnnotatedMentions()
    token = name_token("breast and lung cancer")
    assert squeezed(met.lines([path], "sgs.c")) == [
        f"{token} breast and lung cancer",
        f"breast and lung cancer {token}",
    ]
    assert met.skipped == 3 and met.concepts == {"breast and lung cancer": {"": 1}}


def test_ids_lose_the_prefixes_that_the_reader_takes_off():
    ids = ["MESH:D1", "mesh:D1", " OMIM:600000", "UMLS:C1", "D1|D2", "MESH:D1+D2", "-1", "-", ""]
    assert [concept_of(id) for id in ids] == ["D1", "D1", "600000", "C1", "", "", "", "", ""]


@pytest.mark.slow
def test_a_name_is_its_token_its_concept_or_its_words(annotated, tmp_path):
    found = {}
    for kind in ("sgw", "sgs", "sgs.c", "sgs.c-concept"):
        out = tmp_path / f"{kind}.safetensors"
        *_, end = train_names([annotated], out, kind, QUICK)
        found[kind] = load_vectors(out)
        assert end.result["skipped"] == 0 and end.result["dim"] == 8 and format_of(out) == "names"
        names, concepts = (0, 0) if kind == "sgw" else (3, 0) if kind == "sgs" else (3, 1)
        assert (end.result["names"], end.result["concepts"]) == (names, concepts)
    texts = ["Heart  attack", "myocardial infarction", "attack of the heart", "unheard"]
    for kind, vectors in found.items():
        rows = vectors.encode(texts)
        words, known = vectors.rows(["heart", "attack"])
        assert known.all()
        mean = words.sum(axis=0) / np.linalg.norm(words.sum(axis=0))
        assert np.allclose(rows[0], mean, atol=1e-6) == (kind == "sgw")
        assert not rows[3].any() and np.linalg.norm(rows[2]) == pytest.approx(1)
        assert np.array_equal(rows[0], rows[1]) == (kind == "sgs.c-concept")
    _, stored = read(tmp_path / "sgs.c.safetensors", "names")
    (concept,) = stored["concept_rows"]
    np.testing.assert_allclose(
        found["sgs.c-concept"].encode(["heart attack"])[0], concept / np.linalg.norm(concept), atol=1e-6
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sgw", "sgs", "sgs.c"])
def test_words_are_counted_in_the_text_and_not_in_the_sequences(tmp_path, kind):
    """SGS and SGS.C hold the words around a mention twice; “rarely” stands once, the name twice."""
    path, plain = tmp_path / "a.pubtator.txt", tmp_path / "plain.txt"
    texts = ["fever often rarely", "fever often", "often cough", "often cough"]
    ends = ["0\t5\tfever\tDisease\tD1", "0\t5\tfever\tDisease\tD1", "6\t11\tcough\tDisease\tD2", ""]
    path.write_text("".join(f"{n}|t|{texts[n]}\n{n}\t{ends[n]}\n" for n in range(4)))
    plain.write_text("plain words\nplain\n")
    found = {}
    for least in (1, 2, 3):
        settings = VectorSettings(dim=4, epochs=1, min_count=least, threads=1)
        *_, end = train_names([path], tmp_path / "out", kind, settings, [plain])
        found[least] = (set(load_vectors(tmp_path / "out").words), end.result["names"], end.result["concepts"])
    names = {1: 0, 2: 0, 3: 0} if kind == "sgw" else {1: 2, 2: 1, 3: 0}
    concepts = names if kind == "sgs.c" else {1: 0, 2: 0, 3: 0}
    words = {1: {"fever", "often", "rarely", "cough", "plain", "words"}, 2: {"fever", "often", "cough", "plain"}}
    words[3] = {"often"}
    assert found == {least: (words[least], names[least], concepts[least]) for least in (1, 2, 3)}
    with pytest.raises(BadInput, match="No word stands 9 times"):
        list(train_names([path], tmp_path / "out", kind, VectorSettings(dim=4, min_count=9), [plain]))


@pytest.mark.slow
def test_a_seed_gives_the_same_file(annotated, tmp_path):
    for name in ("a", "b"):
        list(train_names([annotated], tmp_path / name, "sgs.c", QUICK))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_what_is_wrong_is_said(annotated, tmp_path):
    with pytest.raises(BadInput, match="No skip-gram of names is called 'sgx'"):
        list(train_names([annotated], tmp_path / "o", "sgx", QUICK))
    with pytest.raises(NotFound, match="no corpus file"):
        list(train_names([tmp_path / "none.txt"], tmp_path / "o", "sgs", QUICK))
    with pytest.raises(BadInput, match="for the vectors is not there"):
        list(train_names([annotated], tmp_path / "no" / "o", "sgs", QUICK))
    assert [path.name for path in tmp_path.iterdir()] == ["a.pubtator.txt"]
    list(train_names([annotated], tmp_path / "o", "sgs", QUICK))
    (tmp_path / "o").write_bytes((tmp_path / "o").read_bytes()[:-5])
    with pytest.raises(Damaged, match="cut short or damaged"):
        load_vectors(tmp_path / "o")
