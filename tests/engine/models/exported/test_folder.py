"""Each trained encoder as a folder: sentence-transformers loads it and gives the same rows."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.__main__ import main
from engine.errors import BadInput, Damaged
from engine.models.encoders import ENCODERS
from engine.models.exported.folder import open_folder
from engine.models.exported.program import reached
from engine.models.open import open_encoder
from engine.models.transforms import TRANSFORMS
from engine.workbench import Workbench
from tests.engine.models.exported.loading import loaded_rows
from tests.engine.models.exported.untrained import version
from tests.engine.vectors.conftest import transformer  # noqa: F401  (a fixture)

TEXTS = ["Myocardial infarction", "heart attack", "MÜNCHEN-Syndrom, type 2", "心臓", "zzyzx", "—", "", "Heart  Attack"]


def exported(workbench: Workbench, id: str, out: Path) -> tuple[np.ndarray, np.ndarray]:
    """The encoder's own rows, and those of its folder."""
    assert main(["export", "encoder", "--encoder", id, "--out", str(out)]) == 0
    return open_encoder(workbench.workspace, id).encode(TEXTS), loaded_rows(out, TEXTS)


def test_every_encoder_is_exported_somewhere_below() -> None:
    assert set(ENCODERS) == {"dan", "residual-dan", "identity", "bne", "transformer"}
    assert set(TRANSFORMS) == {"none", "centre", "all-but-the-top", "cca"}


@pytest.mark.slow
def test_networks_one_on_top_of_another(workbench: Workbench, tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers", reason="needs requirements-transformer.txt")
    id = version(workbench, "identity", "vectors", 300, "centre")
    for name, transform in (("dan", "all-but-the-top"), ("residual-dan", "cca")):
        id = version(workbench, name, id, 300, transform)
    own, theirs = exported(workbench, id, tmp_path / "names")

    np.testing.assert_allclose(theirs, own, atol=1e-5)
    assert own[0].any() and not own[5].any()
    np.testing.assert_allclose(open_folder(tmp_path / "saved").encode(TEXTS), own, atol=1e-5)


@pytest.mark.slow
def test_a_network_that_reads_characters(workbench: Workbench, tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers", reason="needs requirements-transformer.txt")
    own, theirs = exported(workbench, version(workbench, "bne", "vectors", 300, "centre"), tmp_path / "names")

    np.testing.assert_allclose(theirs, own, atol=1e-5)


@pytest.mark.slow
def test_a_transformer_takes_its_tokeniser_along(workbench: Workbench, tmp_path: Path, transformer: Path) -> None:  # noqa: F811
    id = version(workbench, "transformer", "vectors", 300, "none", model=str(transformer))
    own, theirs = exported(workbench, id, tmp_path / "names")

    np.testing.assert_allclose(theirs, own, atol=1e-5)
    assert str(transformer) not in (tmp_path / "names" / "encoder" / "encoder.json").read_text()


def test_two_transformers_of_one_name_are_both_there(workbench: Workbench, tmp_path: Path, transformer: Path) -> None:  # noqa: F811
    """One was copied over the other, and the folder could never be opened."""
    for place in ("a", "b"):
        shutil.copytree(transformer, tmp_path / place / "model")
    config = tmp_path / "b" / "model" / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"layer_norm_eps": 1e-3}))
    for place in ("a", "b"):
        workbench.vectors.add_model(str(tmp_path / place / "model"), place)
    list(workbench.vectors.fuse("both", ["vectors:a", "vectors:b", "vectors"]))
    workbench.vectors.export_folder("vectors:both", tmp_path / "names")

    own = open_encoder(workbench.workspace, "vectors:both").encode(TEXTS)
    np.testing.assert_allclose(open_folder(tmp_path / "names").encode(TEXTS), own, atol=1e-5)


@pytest.mark.slow
def test_a_folder_is_written_whole_or_not_at_all(workbench: Workbench, tmp_path: Path) -> None:
    told = workbench.vectors.export_folder("vectors", tmp_path / "names")

    assert (told["format"], told["dim"]) == ("sentence-transformers", 300)
    np.testing.assert_array_equal(
        open_folder(tmp_path / "names").encode(TEXTS), open_encoder(workbench.workspace, "vectors").encode(TEXTS)
    )
    with pytest.raises(BadInput, match="is there already"):
        workbench.vectors.export_folder("vectors", tmp_path / "names")
    with pytest.raises(BadInput, match="make it first"):
        workbench.vectors.export_folder("vectors", tmp_path / "none" / "names")
    weights = tmp_path / "names" / "encoder" / "vectors" / "biomedical.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"x")
    with pytest.raises(Damaged):
        open_folder(tmp_path / "names")
    (tmp_path / "names" / "encoder" / "encoder.json").write_text(json.dumps({"format": "other"}))
    with pytest.raises(Damaged, match="export the encoder again"):
        open_folder(tmp_path / "names")
    assert {path.name for path in tmp_path.iterdir() if path.name.startswith(".names")} == set()


def test_the_command_tells_a_folder_from_a_file_of_rows(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "encoder", "--terminology", "organs", "--out", str(tmp_path / "names")]) == 2
    assert "leave --terminology out" in capsys.readouterr().err
    assert main(["export", "encoder", "--out", str(tmp_path / "names.npy")]) == 2
    assert "which terminology" in capsys.readouterr().err


def test_the_copied_program_is_a_small_part() -> None:
    names = {path.stem for path in reached("engine.models.exported.folder")}

    assert {"trained_encoder", "compact_file", "averaging"} <= names
    assert not {"rankings", "program", "ranker", "application"} & names
