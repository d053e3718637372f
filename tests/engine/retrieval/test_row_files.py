"""An encoder's rows in the files of other programs: each is loaded as they load it, and compared with the encoder's."""

from __future__ import annotations

import csv
from pathlib import Path

import faiss
import numpy as np
import pytest

from engine.cli.history.export import ROW_FORMATS
from engine.errors import BadInput
from engine.models.open import open_encoder
from engine.retrieval.row_files import ROW_FILES
from engine.workbench import Workbench
from store import imported_names
from tests.engine.models.exported.untrained import version


@pytest.fixture(params=["vectors", "trained"])
def encoder(request: pytest.FixtureRequest, workbench: Workbench) -> str:
    """The shipped vectors, and a network behind a transform on top of them."""
    return "vectors" if request.param == "vectors" else version(workbench, "residual-dan", "vectors", 300, "cca")


@pytest.fixture
def expected(workbench: Workbench, encoder: str) -> tuple[list[str], np.ndarray]:
    """The names of “organs” and their rows under the encoder."""
    with workbench.workspace.reading() as db:
        names = list(imported_names.texts(db, "organs"))
    return names, open_encoder(workbench.workspace, encoder).encode(names)


def metadata(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_numpy_with_what_the_projector_takes(workbench: Workbench, encoder: str, expected, tmp_path: Path) -> None:
    names, rows = expected
    told = workbench.vectors.export_rows(encoder, "organs", tmp_path / "organs.npy")
    assert (told["rows"], told["dim"], told["format"]) == (len(names), rows.shape[1], "npy")
    np.testing.assert_allclose(np.load(tmp_path / "organs.npy"), rows, atol=1e-5)
    vectors = np.loadtxt(tmp_path / "organs.vectors.tsv", delimiter="\t", dtype=np.float32)
    np.testing.assert_allclose(vectors, rows, atol=1e-5)
    found = metadata(tmp_path / "organs.tsv")
    assert [row["name"] for row in found] == names and {row["concept"] for row in found} >= {"H1", "L2"}


def test_word2vec_text(workbench: Workbench, encoder: str, expected, tmp_path: Path) -> None:
    names, rows = expected
    workbench.vectors.export_rows(encoder, "organs", tmp_path / "organs.vec", "word2vec")
    head, *lines = (tmp_path / "organs.vec").read_text(encoding="utf-8").splitlines()
    assert head == f"{len(set(names))} {rows.shape[1]}" and len(lines) == len(set(names))
    found = {
        word: np.array(numbers.split(" "), np.float32) for word, _, numbers in (one.partition(" ") for one in lines)
    }
    for name, row in zip(names, rows, strict=True):
        np.testing.assert_allclose(found[name.replace(" ", "_")], row, atol=1e-5)


def test_faiss_with_ids(workbench: Workbench, encoder: str, expected, tmp_path: Path) -> None:
    names, rows = expected
    workbench.vectors.export_rows(encoder, "organs", tmp_path / "organs.faiss")
    index = faiss.read_index(str(tmp_path / "organs.faiss"))
    found = np.stack([index.reconstruct(place) for place in range(index.ntotal)])
    np.testing.assert_allclose(found, rows, atol=1e-5)
    place = names.index("cardiac failure")
    _, ids = index.search(rows[place : place + 1], 1)
    assert metadata(tmp_path / "organs.tsv")[ids[0, 0]]["name"] == "cardiac failure"


def test_what_cannot_be_written_says_so(workbench: Workbench, tmp_path: Path) -> None:
    for name, format, words in (
        ("organs.npy", "faiss", "does not end in .faiss"),
        ("organs.bin", "", "names no format"),
        ("organs.npy", "obo", "come as npy, word2vec, faiss"),
        ("gone/organs.npy", "", "There is no folder"),
    ):
        with pytest.raises(BadInput, match=words):
            workbench.vectors.export_rows("vectors", "organs", tmp_path / name, format)
    with pytest.raises(BadInput, match="which terminology"):
        workbench.vectors.export_rows("vectors", "", tmp_path / "organs.npy")
    assert list(tmp_path.glob("*organs*")) == []


@pytest.mark.parametrize("name", ["organs.tsv", "organs.vectors.tsv"])
def test_a_table_of_somebodys_own_is_not_replaced(workbench: Workbench, tmp_path: Path, name: str) -> None:
    """A table with the name of one that would stand beside the rows is named, and stays as it is."""
    own = tmp_path / name
    own.write_text("id\tname\nH1\tHeart\n", encoding="utf-8")
    with pytest.raises(BadInput, match=rf"{name} is there already, and no export of rows wrote it; move it"):
        workbench.vectors.export_rows("vectors", "organs", tmp_path / "organs.npy")
    assert [path.name for path in tmp_path.glob("organs*")] == [name]
    assert own.read_text(encoding="utf-8").startswith("id\tname\n")
    workbench.vectors.export_rows("vectors", "organs", tmp_path / "others.npy")


def test_rows_are_exported_again_over_what_an_export_wrote(workbench: Workbench, tmp_path: Path) -> None:
    for name in ("organs.npy", "organs.npy", "organs.faiss"):
        told = workbench.vectors.export_rows("vectors", "organs", tmp_path / name)
        assert all(Path(path).is_file() for path in told["beside"])


def test_the_command_knows_every_format() -> None:
    assert tuple(ROW_FILES) == ROW_FORMATS
