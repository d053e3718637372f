"""From labels and terminologies to versions, chained, moved and taken out: real training, small networks."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, Damaged, NotFound
from engine.evaluation.trained_model import few_shot_mean_average_precision
from engine.jobs import worker
from engine.learning.drawn_names import select
from engine.learning.presets import recipe_from
from engine.learning.recipe import Recipe
from engine.learning.selection import as_rows
from engine.learning.selection_report import drawn_for
from engine.models import versions
from engine.models.open import encoder_sha256, open_encoder
from engine.workbench import SourceFile, Workbench
from store import imported_names, models
from store.files import open_to_others

LABELS = [
    ("gout", "joints"),
    ("arthritis", "joints"),
    ("stiff knee", "joints"),
    ("hip pain", "joints"),
    ("asthma", "lungs"),
    ("pneumonia", "lungs"),
    ("short of breath", "lungs"),
    ("wheezing", "lungs"),
    ("angina", "heart"),
    ("infarction", "heart"),
    ("heart failure", "heart"),
    ("palpitations", "heart"),
]
SMALL = ["encoder.hidden=64", "optimiser.most_epochs=4"]


def _trained(bench: Workbench, **more) -> dict:
    recipe = recipe_from("few-shot", SMALL, shots=2, seed=more.pop("seed", 1)) | more
    run = worker.execute(bench.workspace, bench.training.queue(recipe))
    assert run.status == "done", run.error
    return run.result


@pytest.fixture
def labelled(workbench: Workbench) -> Workbench:
    workbench.labels.add("topics", LABELS, "ann")
    return workbench


def test_labels_become_a_version_that_ranks(labelled: Workbench) -> None:
    result = _trained(labelled, labels="topics")
    assert result["version"] == "few-shot-topics-1"
    (model,) = labelled.models.all()
    assert model.metrics["map_after"] == result["metrics"]["map_after"] and model.parent == ""
    assert (labelled.workspace.folder / model.artefact).stat().st_size == model.size
    ranking = labelled.rankings.rank("cardiac arrest", encoder=model.id)
    assert ranking.encoder == model.id and len(ranking.candidates) == 9
    assert labelled.rankings.encoders()[-1].size > model.size  # its index was built after training


def test_a_training_reads_the_terminology_it_learnt_from_and_others_when_they_are_looked_at(
    workbench: Workbench, tmp_path: Path
) -> None:
    def read() -> set[str]:
        encoder = encoder_sha256(workbench.workspace, version)
        with workbench.workspace.reading() as db:
            indexed = {row["terminology"] for row in models.indexes(db) if row["encoder"] == encoder}
        return {one.slug for one in workbench.terminologies.all() if one.fingerprint in indexed}

    file = tmp_path / "body.csv"
    file.write_text("id,name,synonyms\nH1,Hand,manus|paw\nH2,Foot,pes|sole\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file, "csv"), "body"))
    version = _trained(workbench, terminology="organs")["version"]
    assert read() == {"organs"}
    (index,) = workbench.jobs.runs(1, "index")
    assert index.status == "done" and index.recipe == {"encoder": version, "terminologies": ["organs"]}

    assert workbench.rankings.searchable(version)  # few names are read at once
    assert workbench.rankings.rank("paw", "body", version).candidates[0].concept_id == "H1"
    assert read() == {"organs", "body"}


def test_a_terminology_can_be_made_searchable_by_itself(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "body.csv"
    file.write_text("id,name,synonyms\nH1,Hand,manus|paw\nH2,Foot,pes|sole\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file, "csv"), "body"))
    there = {one.slug: one for one in workbench.terminologies.all()}
    spelling = workbench.vectors.fit_spelling("spelling", ["organs"])["encoder"]
    encoder = open_encoder(workbench.workspace, spelling)
    recipe = {"encoder": spelling, "terminologies": ["body"]}
    assert worker.execute(workbench.workspace, workbench.jobs.queue("index", "reading", recipe)).status == "done"
    assert workbench.rankings.ranker.indexes.ready(there["body"], encoder)
    assert not workbench.rankings.ranker.indexes.ready(there["organs"], encoder)


@pytest.mark.slow
def test_the_same_recipe_gives_the_same_weights(labelled: Workbench) -> None:
    _trained(labelled, labels="topics")
    _trained(labelled, labels="topics")
    _trained(labelled, labels="topics", seed=2)
    first, second, third = labelled.models.all()
    assert first.sha256 == second.sha256 != third.sha256
    assert first.data_fingerprint == second.data_fingerprint != third.data_fingerprint


def test_a_chain_keeps_its_lineage_and_says_what_was_forgotten(labelled: Workbench) -> None:
    first = _trained(labelled, labels="topics")["version"]
    labelled.labels.add(
        "sides", [(f"{name} of the {side}", side) for name, _ in LABELS[:4] for side in ("left", "right")], "ann"
    )
    second = _trained(labelled, labels="sides", input=first)
    assert [model.id for model in labelled.models.lineage(second["version"])] == [first, second["version"]]
    learned, now = second["metrics"]["kept"]
    assert (learned["hierarchy"], now["hierarchy"]) == ("topics", "sides")
    assert list(learned["map"]) == ["vectors", first, second["version"]]
    with pytest.raises(BadInput, match="few-shot-sides-1"):
        labelled.models.delete(first)


def test_names_that_a_training_with_another_seed_learnt_are_not_counted_as_kept_from_it(labelled: Workbench) -> None:
    first = _trained(labelled, labels="topics")["version"]
    second = _trained(labelled, labels="topics", seed=2, input=first)
    before, after = (
        drawn_for(labelled.workspace, Recipe.from_dict(model.recipe)).sample
        for model in labelled.models.lineage(second["version"])
    )
    learnt = {text for text, _ in after.train}
    left = [one for one in before.validation if one[0] not in learnt]
    assert 0 < len(left) < len(before.validation)
    expected = few_shot_mean_average_precision(
        as_rows(replace(before, validation=left), open_encoder(labelled.workspace, first).encode)
    )
    assert second["metrics"]["kept"][0]["map"][first] == pytest.approx(expected, abs=1e-6)


def test_chained_rows_are_the_second_map_of_the_first(labelled: Workbench) -> None:
    first = _trained(labelled, labels="topics")["version"]
    second = _trained(labelled, labels="topics", input=first)["version"]
    one, two = (open_encoder(labelled.workspace, id) for id in (first, second))
    rows = two.encode(["gout", "?!"])
    np.testing.assert_array_equal(rows, two.encode_rows(one.encode(["gout", "?!"])))
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), [1, 0], atol=1e-6)


@pytest.mark.slow
def test_export_and_import_move_a_chain_whole(labelled: Workbench, tmp_path: Path) -> None:
    first = _trained(labelled, labels="topics")["version"]
    second = _trained(labelled, labels="topics", input=first)["version"]
    labelled.models.rename(second, "My encoder")
    with pytest.raises(NotFound, match=f"“my encoder” is the name of the encoder {second}"):
        labelled.rankings.rank("gout", encoder="my encoder")
    file = labelled.models.export(second, tmp_path / "out.zip")
    other = Workbench(tmp_path / "other")
    arrived = other.models.load(file)
    assert [model.sha256 for model in other.models.all()] == [model.sha256 for model in labelled.models.all()]
    assert arrived.name == "My encoder"
    assert open_to_others(other.workspace.folder) == []
    assert other.models.load(file).id == arrived.id and len(other.models.all()) == 2
    with zipfile.ZipFile(file) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        weights = {name: archive.read(name) for name in archive.namelist() if name != "manifest.json"}
    broken = tmp_path / "broken.zip"
    with zipfile.ZipFile(broken, "w") as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        for name, content in weights.items():
            archive.writestr(name, content[:-1] + b"\x00")
    with pytest.raises(BadInput, match="damaged"):
        Workbench(tmp_path / "third").models.load(broken)
    broken.write_text("not a zip")
    with pytest.raises(BadInput, match="not an exported"):
        other.models.load(broken)


def test_current_rolls_back_and_guards_deletion(labelled: Workbench) -> None:
    id = _trained(labelled, labels="topics")["version"]
    labelled.models.make_current(id, "ann", "better on hearts")
    assert labelled.rankings.rank("gout", encoder="current").encoder == id
    with pytest.raises(BadInput, match="current"):
        labelled.models.delete(id)
    labelled.models.make_current("vectors", "bob", "worse on lungs")
    assert [(entry.model, entry.who, entry.reason) for entry in labelled.models.current_history()] == [
        ("vectors", "bob", "worse on lungs"),
        (id, "ann", "better on hearts"),
    ]
    open_indexes, sha256 = labelled.rankings.ranker.indexes._open, encoder_sha256(labelled.workspace, id)
    assert sha256 in {encoder for _, encoder in open_indexes}
    labelled.models.delete(id)
    assert sha256 not in {encoder for _, encoder in open_indexes}
    assert labelled.models.all() == [] and not list((labelled.workspace.folder / "models").iterdir())
    assert _trained(labelled, labels="topics")["version"] == "few-shot-topics-2"  # a number is never used twice


def test_a_version_that_a_run_works_with_is_not_deleted(labelled: Workbench) -> None:
    """A training that went on without what it started from left a version that nothing could open or delete."""
    first = _trained(labelled, labels="topics")["version"]
    run = labelled.training.queue(
        recipe_from("few-shot", SMALL, shots=2, seed=2) | {"labels": "topics", "input": first}
    )
    with pytest.raises(BadInput, match=f"in use by run {run}, “.*”; wait until that is done, or cancel it"):
        labelled.models.delete(first)
    labelled.jobs.cancel(run)
    labelled.models.delete(first)
    assert labelled.models.all() == []


def test_a_training_keeps_nothing_on_top_of_what_is_gone_and_such_a_version_can_be_deleted(labelled: Workbench) -> None:
    first = _trained(labelled, labels="topics")["version"]
    second = _trained(labelled, labels="topics", input=first)["version"]
    recipe = labelled.models.get(second).recipe
    with labelled.workspace.writing() as db:
        models.remove(db, first)
    before = sorted((labelled.workspace.folder / "models").iterdir())
    with pytest.raises(NotFound, match=f"{first}, which this training started from, was deleted meanwhile"):
        versions.save(labelled.workspace, recipe, {"weights": np.ones(2, dtype=np.float32)}, {}, "data", None)
    assert sorted((labelled.workspace.folder / "models").iterdir()) == before
    labelled.models.delete(second)
    assert labelled.models.all() == []


def test_damaged_weights_are_noticed(labelled: Workbench) -> None:
    id = _trained(labelled, labels="topics")["version"]
    path = labelled.workspace.folder / labelled.models.get(id).artefact
    path.write_bytes(path.read_bytes()[:-4] + b"abcd")
    from engine.models import open as encoders

    encoders._trained.cache_clear()
    with pytest.raises(Damaged, match=id):
        Workbench(labelled.workspace.folder).rankings.rank("gout", encoder=id)


def test_a_version_on_other_vectors_than_it_learned_on_says_so(labelled: Workbench, tmp_path: Path) -> None:
    def vectors(heart: float) -> Path:
        file = tmp_path / "own.txt"
        lines = [f"{name.split()[0]} {heart + place} {place % 3} 1" for place, (name, _) in enumerate(LABELS)]
        file.write_text("\n".join(dict.fromkeys(lines)) + "\n")
        return file

    labelled.vectors.add(vectors(1), "own")
    id = _trained(labelled, labels="topics", input="vectors:own")["version"]
    assert labelled.rankings.rank("gout", encoder=id)
    vectors(2).replace(labelled.workspace.folder / "vectors" / "own.txt")
    with pytest.raises(Damaged, match="another “vectors:own”"):
        labelled.rankings.rank("gout", encoder=id)


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        ({}, "either a terminology or a label set"),
        ({"labels": "nothing"}, "holds no labels"),
        ({"terminology": "nowhere"}, "nowhere"),
        ({"labels": "topics", "input": "few-shot-7"}, "few-shot-7"),
    ],
)
def test_recipes_that_cannot_be_trained_say_why_before_a_run_is_made(
    labelled: Workbench, recipe: dict, said: str
) -> None:
    with pytest.raises((BadInput, NotFound), match=said):
        labelled.training.queue(recipe_from("few-shot", shots=2) | recipe)
    assert labelled.jobs.runs() == []


def test_too_few_names_a_class(labelled: Workbench) -> None:
    with pytest.raises(BadInput, match="15 names a class"):
        labelled.training.queue(recipe_from("few-shot", shots=15) | {"labels": "topics"})


def test_no_training_sees_a_held_out_name(sample: Workbench) -> None:

    with sample.workspace.reading() as db:
        rows = imported_names.rows(db, "icd10cm")
    held = {row.code for row in rows if sample.workspace.held_out(row.code)}
    assert 0.08 < len(held) / 98_505 < 0.12
    owners: dict[str, set[str]] = {}
    for row in rows:
        owners.setdefault(row.text, set()).add(row.code)
    sampled = select(
        sample.workspace, Recipe.from_dict(recipe_from("few-shot", seed=3) | {"terminology": "icd10cm"})
    ).sample
    assert len(sampled.train) == len(sampled.validation) == 315
    assert all(owners[name] - held for name, _ in sampled.train + sampled.validation)


def test_compare_two_versions(sample: Workbench, tmp_path: Path) -> None:
    recipe = recipe_from("few-shot", [*SMALL, "sampler.most_classes=3"], shots=2) | {"terminology": "hpo"}
    version = worker.execute(sample.workspace, sample.training.queue(recipe)).result["version"]
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("a\tb\tscore\nheart attack\tmyocardial infarction\t9\ngout\tasthma\t1\nfever\tpyrexia\t8\n")
    sample.evaluation.add_relatedness_set(pairs, "mine")
    assert sample.comparison.measured(["vectors", version], "hpo") is None
    found = sample.comparison.measure(["vectors", version], "hpo")
    rows = {(row["task"], row["metric"]): row for row in found.tasks}
    retrieval = rows["retrieval", "map"]
    assert 0 < retrieval["values"]["vectors"]["value"] < 1 and retrieval["queries"] == found.queries == 2_000
    assert rows["relatedness mine", "spearman"]["queries"] == 3
    assert {"levels", "coverage"} <= {task for task, _ in rows}
    assert found.summary.startswith("Against Shipped vectors") and f"{version} is" in found.summary
    moved = found.moved[version]
    assert moved["better"] + moved["worse"] + moved["same"] == 2_000
    assert all(sample.workspace.held_out(row["concept_id"]) for row in moved["wins"] + moved["losses"])
    assert sum(row["queries"] for row in found.branches) >= 1_900
    assert sample.comparison.measured(["vectors", version], "hpo") == found
    with pytest.raises(BadInput, match="two to four"):
        sample.comparison.measure(["vectors", "vectors"], "hpo")
