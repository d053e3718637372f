"""Archives of a model that are not whole, or whose parts contradict each other: nothing of them is left behind."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

from engine.errors import BadInput, Damaged
from engine.models import archives
from engine.reliability.torture.reader_list import READERS
from engine.reliability.torture.reader_samples import VECTORS
from engine.reliability.torture.reader_workspace import model_archive, small_workbench, state_of_dan
from store import models
from store.records.training import ModelVersion
from store.sqlite import Database
from tests.engine.reliability.torture.conftest import DEEP


def archive_with(whole: bytes, manifest: Callable[[dict[str, Any]], object], **weights: bytes) -> bytes:
    """An exported model version with another manifest, and other members."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as source, zipfile.ZipFile(made, "w") as archive:
        for name in source.namelist():
            content = weights.get(name.split(".")[0], source.read(name))
            if name == "manifest.json":
                found = json.loads(content)
                changed = manifest(found)
                content = changed if isinstance(changed, bytes) else json.dumps(found).encode()
            archive.writestr(name, content)
    return made.getvalue()


def first(**facts: Any) -> Callable[[dict[str, Any]], object]:
    return lambda manifest: manifest["versions"][0].update(facts)


def hashed(content: bytes) -> dict[str, Any]:
    from hashlib import sha256

    return {"sha256": sha256(content).hexdigest(), "size": len(content)}


def weights(**changes: Any) -> bytes:
    return save(state_of_dan(**changes))


CUT, SMALL = weights()[:-8], weights(**{"0.weight": np.ones((1, 1), np.float32)})
LACKING, ENDLESS = weights(dim=None), weights(**{"0.bias": np.full(2, np.inf, np.float32)})
ARCHIVES = [
    (lambda manifest: b"\xff\xfe{", {}, "not well-formed JSON"),
    (lambda manifest: DEEP.encode(), {}, "not well-formed JSON"),
    (lambda manifest: b"[]", {}, "not an exported model version"),
    (lambda manifest: manifest.pop("vectors"), {}, "not an exported model version"),
    (lambda manifest: manifest.pop("format"), {}, "not an exported model version"),
    (lambda manifest: manifest["versions"][0].pop("recipe"), {}, "lacks “recipe”"),
    (lambda manifest: manifest["versions"][0].pop("artefact"), {}, "lacks “artefact”"),
    (lambda manifest: manifest.update(vectors="vectors:/x"), {}, "names no vectors"),
    (first(colour="red"), {}, "unknown “colour”"),
    (first(recipe=[]), {}, "“recipe” of a version"),
    (first(id=5), {}, "“id” of a version"),
    (first(id="../x"), {}, "no version id"),
    (first(artefact="models/none.safetensors"), {}, "are damaged"),
    (first(recipe={}), {}, "names no input"),
    (lambda manifest: manifest["versions"].reverse(), {}, "trained on a version that is not in the file"),
    (lambda manifest: None, {"few-shot-organs-1": CUT}, "are damaged"),
    (first(**hashed(CUT)), {"few-shot-organs-1": CUT}, "do not make its encoder"),
    (first(**hashed(SMALL)), {"few-shot-organs-1": SMALL}, "do not make its encoder"),
    (first(**hashed(LACKING)), {"few-shot-organs-1": LACKING}, "do not make its encoder"),
    (first(**hashed(ENDLESS)), {"few-shot-organs-1": ENDLESS}, "do not make its encoder"),
]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("archive")
    return model_archive(small_workbench(folder, vectors=True), folder).content


@pytest.mark.parametrize(("manifest", "members", "says"), ARCHIVES)
def test_an_archive_that_is_not_whole_leaves_nothing_behind(
    tmp_path: Path, archive: bytes, manifest: Callable[[dict[str, Any]], object], members: dict[str, bytes], says: str
) -> None:
    bench = small_workbench(tmp_path, vectors=True)
    path = tmp_path / "m.zip"
    path.write_bytes(archive_with(archive, manifest, **members))
    with pytest.raises(BadInput, match=says):
        bench.models.load(path)
    assert bench.models.all() == [] and list((bench.workspace.folder / "models").iterdir()) == []
    path.write_bytes(archive)
    assert [bench.models.load(path).id, len(bench.models.all())] == ["few-shot-organs-2", 2]


def test_versions_are_added_together_or_not_at_all(
    tmp_path: Path, archive: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = small_workbench(tmp_path, vectors=True)
    path = tmp_path / "m.zip"
    path.write_bytes(archive)

    def add(db: Database, model: ModelVersion) -> None:
        if model.parent:
            raise OSError(28, "No space left on device")
        models.add(db, model)

    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space"):
        patch.setattr(archives, "models", SimpleNamespace(add=add, all_models=models.all_models))
        bench.models.load(path)
    assert bench.models.all() == [] and list((bench.workspace.folder / "models").iterdir()) == []
    assert [bench.models.load(path).id, len(bench.models.all())] == ["few-shot-organs-2", 2]


WORDS = "words.safetensors"
NO_WORDS = [
    (lambda content: VECTORS.encode(), "are no enriched vectors"),
    (lambda content: b'{"format": "nomenclator-vectors-sentence-transformers-1", "model": "/"}', "are no enriched"),
    (lambda content: content[:-4], "cut short or damaged"),
    (lambda content: content.replace(b'"base', b'"bass'), "does not say what it enriches"),
    (lambda content: content.replace(b'"into"', b'"outo"'), "array “into” is missing"),
]


@pytest.mark.parametrize(("change", "says"), NO_WORDS)
def test_an_archive_whose_words_are_not_whole_leaves_none_behind(
    tmp_path: Path, change: Callable[[bytes], bytes], says: str
) -> None:
    (tmp_path / "made").mkdir()
    whole = READERS["model archive"](tmp_path / "made").samples[1].content
    bench = small_workbench(tmp_path, vectors=True)
    path = tmp_path / "m.zip"
    with zipfile.ZipFile(io.BytesIO(whole)) as source, zipfile.ZipFile(path, "w") as archive:
        for name in source.namelist():
            archive.writestr(name, change(source.read(name)) if name == WORDS else source.read(name))
    with pytest.raises((BadInput, Damaged), match=says):
        bench.models.load(path)
    path.write_bytes(archive_with(whole, lambda manifest: None, **{"few-shot-organs-3": CUT}))
    with pytest.raises(BadInput, match="are damaged"):
        bench.models.load(path)
    assert [file.name for file in (bench.workspace.folder / "vectors").iterdir()] == ["tiny.txt"]
    path.write_bytes(whole)
    assert bench.models.load(path).id == "few-shot-organs-4"


def test_words_of_an_archive_never_replace_those_that_are_here(tmp_path: Path) -> None:
    """A name with a dot was never found among the files that are here, and one of that name was written over."""
    (tmp_path / "made").mkdir()
    whole = READERS["model archive"](tmp_path / "made").samples[1].content
    bench = small_workbench(tmp_path, vectors=True)
    here = bench.workspace.folder / "vectors" / "words.v2.safetensors"
    here.write_bytes(b"others")

    def named_with_a_dot(manifest: dict[str, Any]) -> None:
        manifest["vectors"] = manifest["versions"][0]["recipe"]["input"] = "vectors:words.v2"

    path = tmp_path / "m.zip"
    path.write_bytes(archive_with(whole, named_with_a_dot))
    bench.models.load(path)
    assert here.read_bytes() == b"others"
    assert bench.models.all()[0].recipe["input"] == "vectors:words-v2"


def test_a_version_whose_weights_were_cut_before_they_were_recorded_is_damaged(tmp_path: Path) -> None:
    from engine.models.open import open_encoder

    bench = small_workbench(tmp_path, vectors=True)
    model_archive(bench, tmp_path)
    version = bench.models.all()[0]
    for content in (CUT, LACKING, SMALL, b""):
        (bench.workspace.folder / version.artefact).write_bytes(content)
        with bench.workspace.writing() as db:
            models.remove(db, version.id)
            models.add(db, replace(version, sha256=hashed(content)["sha256"]))
        with pytest.raises(Damaged):
            open_encoder(bench.workspace, version.id)
