"""The encoder that ships: in every new workspace, offered in others, whole, and something to go on from."""

import json
import zipfile

import numpy as np
import pytest

from engine.__main__ import main
from engine.errors import NomenclatorError
from engine.events import Progress
from engine.formats.parsed import ParsedTerminology
from engine.models import archives, versions
from engine.models.open import VECTORS, open_encoder
from engine.models.shipped import ARCHIVE, add_shipped, begin_with_shipped, shipped_version
from engine.retrieval.searchable import make_searchable
from engine.terminology.importing import sample_workspace
from engine.workbench import Workbench
from engine.workspace import Workspace
from store.records.terminology import Concept, Name

MOST_BYTES = 10_000_000


@pytest.fixture
def new(tmp_path):
    return Workspace(tmp_path / "new")


def likeness(encoder, first, second):
    rows = encoder.encode([first, second])
    return float(rows[0] @ rows[1])


def test_a_new_workspace_begins_with_it_and_only_a_new_one(new):
    assert shipped_version(new) is None
    id = begin_with_shipped(new)
    workbench = Workbench(new.folder)
    current = workbench.models.current()
    assert current.model == id == shipped_version(new).id and current.reason == "the encoder that ships"
    assert begin_with_shipped(new) == id and len(workbench.models.all()) == 1
    workbench.models.make_current(VECTORS, "eva", "as before")
    assert begin_with_shipped(new) == VECTORS and len(workbench.models.current_history()) == 2


def test_the_sample_workspace_is_searchable_under_it_and_under_the_vectors(new, monkeypatch):
    monkeypatch.setattr("engine.terminology.importing.SAMPLES", {})
    encoded = []
    list(sample_workspace(new, lambda *given: encoded.append(given) or iter(())))
    assert encoded == [] and Workbench(new.folder).models.current().model == shipped_version(new).id


def test_progress_of_init_never_falls(workbench, monkeypatch):
    monkeypatch.setattr("engine.terminology.importing.SAMPLES", {"organs": "Organs", "again": "Organs again"})
    small = [Concept("A", "a", (Name("a"),))]
    monkeypatch.setattr(
        "engine.terminology.importing.reader", lambda name: lambda: ParsedTerminology(name, "", "", "", small)
    )
    shares = [
        one.step / one.total
        for one in sample_workspace(workbench.workspace, make_searchable)
        if isinstance(one, Progress)
    ]
    assert shares == sorted(shares) and shares[0] == 0 and len(set(shares)) > 5 and shares[-1] == 1


def test_a_workspace_with_versions_keeps_its_encoder_and_is_offered_this_one(workbench, new, capsys):
    made = archives.take_in(new, ARCHIVE)
    other = versions.save(
        new, {**made.recipe, "preset": "own", "terminology": "x"}, {"dim": np.array(1)}, {}, "f", None
    )
    versions.delete(new, made.id, lambda *given: None)
    assert begin_with_shipped(new) == VECTORS
    folder = str(new.folder)
    assert main(["models", "add-shipped", "--workspace", folder, "--json"]) == 0
    added = json.loads(capsys.readouterr().out)["model"]["id"]
    assert {model.id for model in Workbench(folder).models.all()} == {other.id, added}
    assert Workbench(folder).models.current() is None
    assert main(["models", "add-shipped", "--workspace", folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model"]["id"] == added


def test_an_encoder_of_a_name_that_is_taken_has_one_of_its_own(new):
    for _ in range(2):
        made = archives.take_in(new, ARCHIVE)
        with new.writing() as db:  # as an earlier release's encoder, which had the same name and other weights
            db["models"].update(made.id, {"sha256": made.id})
    assert add_shipped(new).name == "Shipped encoder 3"
    assert sorted(model.name for model in Workbench(new.folder).models.all()) == [
        "Shipped encoder",
        "Shipped encoder 2",
        "Shipped encoder 3",
    ]


def test_it_knows_brands_slips_and_everyday_words(new):
    encoder, vectors = open_encoder(new, begin_with_shipped(new)), open_encoder(new, VECTORS)
    for first, second, other in [
        ("Lipitor", "atorvastatin", "furosemide"),
        ("heart attack", "myocardial infarction", "panic disorder"),
        ("stroke", "cerebral infarction", "heatstroke"),
        ("celluitis", "cellulitis", "celiac disease"),
    ]:
        assert likeness(encoder, first, second) > likeness(encoder, first, other)
    assert likeness(encoder, "Lipitor", "atorvastatin") > likeness(vectors, "Lipitor", "atorvastatin") + 0.3
    rows = encoder.encode(["asthma", "???"])
    assert np.isclose(np.linalg.norm(rows[0]), 1, atol=1e-3) and not rows[1].any()


def test_it_is_small_and_says_what_it_learnt_from():
    assert ARCHIVE.stat().st_size <= MOST_BYTES
    with zipfile.ZipFile(ARCHIVE) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    (entry,) = manifest["versions"]
    assert entry["recipe"]["preset"] == "shipped" and len(entry["data_fingerprint"]) == 64
    licences = ARCHIVE.with_name("README.md").read_text(encoding="utf-8")
    for source in ("ICD-10-CM", "HPO", "MeSH", "MONDO", "UNII", "all-MiniLM-L6-v2"):
        assert source in licences


@pytest.mark.slow
def test_words_travel_with_a_version_and_stand_beside_others_of_the_same_name(new, tmp_path):
    first = add_shipped(new)
    words = new.folder / "vectors" / f"{first.recipe['input'].removeprefix('vectors:')}.safetensors"
    again = archives.export(new, first.id, tmp_path / "again.zip")
    elsewhere = Workspace(tmp_path / "elsewhere")
    (elsewhere.folder / "vectors" / words.name).write_bytes(b"other words")
    taken = archives.take_in(elsewhere, again)
    assert taken.recipe["input"] == first.recipe["input"] + "-2"
    rows = [open_encoder(place, model.id).encode(["asthma"]) for place, model in ((new, first), (elsewhere, taken))]
    assert np.array_equal(*rows)
    broken = tmp_path / "broken.zip"
    with zipfile.ZipFile(again) as source, zipfile.ZipFile(broken, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name)[:-1] if name == archives.WORDS else source.read(name))
    third = Workspace(tmp_path / "third")
    with pytest.raises(NomenclatorError, match="cut short or damaged"):
        archives.take_in(third, broken)
    assert not list((third.folder / "vectors").iterdir()) and not Workbench(third.folder).models.all()


@pytest.mark.slow
def test_few_shot_training_goes_on_from_it(workbench, capsys):
    """As the page Train offers it: the shipped encoder below, a label set or a hierarchy above."""
    below = workbench.models.add_shipped().id
    folder = str(workbench.workspace.folder)
    line = ["train", "--terminology", "organs", "--parent", below, "--shots", "3", "--set", "encoder.hidden=64"]
    assert main([*line, "--set", "optimiser.most_epochs=2", "--workspace", folder, "--json"]) == 0
    version = json.loads(capsys.readouterr().out)["version"]
    assert [model.id for model in workbench.models.lineage(version)] == [below, version]
