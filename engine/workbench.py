"""The use cases: all that a page or the command line may ask. One object per workspace, safe to share by threads."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import comparison, editing, importing, versions, worker
from engine.editing import ConceptCard, ConceptRef
from engine.encoding import OWN_VECTORS, VECTORS, encoder_sha256, find_model, open_encoder
from engine.errors import BadInput, NotFound
from engine.fitting import complete, relatedness_sets
from engine.hierarchy import Classes
from engine.ranking import Ranker
from engine.selection import classes_for, select
from engine.text import normalise
from engine.workspace import Workspace, default_workspace
from store import labels, models, runs, settings
from store.edits import Change
from store.records import CurrentModel, Edit, Label, ModelVersion, Ranking, Terminology, TrainingRun

if TYPE_CHECKING:
    from engine.settings import Field

__all__ = ["ConceptCard", "ConceptRef", "Workbench", "default_workspace"]


@dataclass(frozen=True)
class EncoderChoice:
    """An encoder a person can rank with."""

    id: str
    title: str
    current: bool
    size: int  # bytes of its weights and indexes


@dataclass(frozen=True)
class LabelSet:
    """A label set with its number of names per class."""

    name: str
    classes: dict[str, int]
    names: int


@dataclass(frozen=True)
class ImportPreview:
    """What an import would bring, before anything is changed."""

    format: str
    columns: dict[str, str]  # field -> heading, for tables
    headings: list[str]
    sample: list[dict[str, str]]
    concepts: int
    names: int
    edges: int
    problems: list[tuple[int, str]]


class Workbench:
    """Everything a terminologist can do in one workspace."""

    def __init__(self, folder: Path | str | None = None, create: bool = True) -> None:
        self.workspace = Workspace(folder, create)
        self.ranker = Ranker(self.workspace)

    # First start and terminologies

    def ready(self) -> bool:
        """Whether there is a terminology to search."""
        return bool(self.terminologies()) and not self._running("init")

    def start_init(self) -> int:
        """Make the sample workspace in a child process; the run that is already at it, if any."""
        running = self._running("init")
        return running[0].id if running else self._spawned(self.queue("init", "Making the sample workspace", {}))

    def terminologies(self) -> list[Terminology]:
        """What is in the workspace."""
        return importing.known(self.workspace)

    def preview_import(self, path: Path, format: str | None = None, columns: dict[str, str] | None = None) -> ImportPreview:
        """Read a file without keeping it: counts, a sample and every problem by row."""
        from engine.readers import format_of
        from engine.readers.table import headings

        kind = format or format_of(path)
        parsed = importing.parse(path, kind, columns)
        sample = [
            {"id": concept.id, "name": concept.preferred, "synonyms": " | ".join(name.text for name in concept.names[1:]),
             "parents": " | ".join(concept.parents)}
            for concept in parsed.concepts if not concept.obsolete
        ][:20]
        problems = [(problem.row, problem.sentence) for problem in parsed.problems]
        return ImportPreview(kind, parsed.columns, headings(path) if kind == "csv" else [], sample, parsed.live, parsed.names, parsed.edges, problems)

    def queue_import(self, path: Path, name: str, format: str | None = None, columns: dict[str, str] | None = None, title: str = "") -> int:
        """A run that imports a file under a short name; BadInput when the name cannot be used."""
        importing.check_slug(self.workspace, name)
        recipe = {"path": str(path.resolve()), "name": name, "format": format, "columns": columns, "title": title}
        return self.queue("import", f"Importing {path.name} as {name}", recipe)

    def start_import(self, path: Path, name: str, format: str | None = None, columns: dict[str, str] | None = None, title: str = "") -> int:
        """The same in a child process."""
        return self._spawned(self.queue_import(path, name, format, columns, title))

    def keep_upload(self, name: str, content: bytes) -> Path:
        """Put an uploaded file where a child process can read it."""
        path = self.workspace.folder / "runs" / f"upload-{Path(name).name}"
        path.write_bytes(content)
        return path

    # Rankings and concepts

    def encoders(self) -> list[EncoderChoice]:
        """The shipped vectors, the person's own vectors, and every model version."""
        own = sorted({OWN_VECTORS + path.name.split(".")[0] for path in (self.workspace.folder / "vectors").iterdir()})
        choices = [(VECTORS, "Shipped vectors", 0), *((id, id.removeprefix(OWN_VECTORS), 0) for id in own)]
        choices += [(model.id, model.name, model.size) for model in self.models()]
        with self.workspace.reading() as db:
            indexes = models.indexes(db)
        current = self._id("current")
        found = []
        for id, title, size in choices:
            sha256 = encoder_sha256(self.workspace, id)
            size += sum(row["size"] for row in indexes if row["encoder"] == sha256)
            found.append(EncoderChoice(id, title, id == current, size))
        return found

    def rank(self, text: str, terminology: str = "all", encoder: str = VECTORS, top: int = 10, unit: str = "concept") -> Ranking:
        """The best concepts (or names) for a text; see `engine.ranking.Ranker.rank`."""
        known = self.terminologies()
        if not known:
            raise NotFound("This workspace has no terminology yet; run “python -m engine init”, or start the window.")
        chosen = known if terminology == "all" else [importing.find(self.workspace, terminology)]
        id = self._id(encoder)
        return self.ranker.rank(text, chosen, open_encoder(self.workspace, id), id, top, unit)

    def concept(self, terminology: str, concept_id: str) -> editing.ConceptCard:
        """A concept with its names as edited, its neighbours and its path to the root."""
        return editing.card(self.workspace, terminology, concept_id)

    # Edits

    def clashes(self, terminology: str, concept_id: str, name: str) -> list[editing.ConceptRef]:
        """Other concepts of the terminology that the name denotes already."""
        return editing.clashes(self.workspace, self.ranker, terminology, concept_id, name)

    def add_name(self, terminology: str, concept_id: str, name: str, who: str, reason: str = "", query: str = "",
                 score: float | None = None, model: str = "") -> list[Edit]:
        """Add a synonym to a concept; the next query uses it."""
        change = Change("add", terminology, concept_id, name, reason, query, score, model)
        return editing.apply(self.workspace, change, who)

    def withdraw_name(self, terminology: str, concept_id: str, name: str, who: str, reason: str = "", query: str = "",
                      score: float | None = None, model: str = "") -> list[Edit]:
        """Take a name from a concept; the next query no longer finds it."""
        change = Change("withdraw", terminology, concept_id, name, reason, query, score, model)
        return editing.apply(self.workspace, change, who)

    def undo(self, who: str) -> list[Edit]:
        """Take back the person's newest action; [] when there is none."""
        return editing.undo(self.workspace, who)

    def redo(self, who: str) -> list[Edit]:
        """Do again what the person undid last; [] when there is nothing."""
        return editing.redo(self.workspace, who)

    def edits(self, limit: int = 50) -> list[Edit]:
        """The newest edits, newest first."""
        return editing.newest(self.workspace, limit)

    # Labels

    def label_sets(self) -> list[LabelSet]:
        """Every label set with its counts."""
        with self.workspace.reading() as db:
            kept = {name: labels.in_set(db, name) for name in labels.sets(db)}
        found = []
        for name, entries in kept.items():
            counts: dict[str, int] = {}
            for entry in entries:
                counts[entry.label] = counts.get(entry.label, 0) + 1
            if entries:
                found.append(LabelSet(name, counts, len(entries)))
        return found

    def labels(self, label_set: str) -> list[Label]:
        """The labels of a set as they stand."""
        with self.workspace.reading() as db:
            return labels.in_set(db, label_set)

    def add_labels(self, label_set: str, pairs: Sequence[tuple[str, str]], who: str) -> int:
        """Label names in a set; a name labelled before gets its new class. The number of labels added."""
        if not label_set.strip():
            raise BadInput("Name the label set, for example “my topics”.")
        for row, (name, label) in enumerate(pairs, 1):
            if not name.strip() or not label.strip():
                missing = "name" if not name.strip() else "class"
                raise BadInput(f"Row {row} has no {missing}; give each row a name and a class, separated by a comma or a tab.")
        clean = [(name.strip(), label.strip()) for name, label in pairs]
        with self.workspace.writing() as db:
            return labels.add(db, label_set.strip(), clean, who, normalise)

    def remove_label(self, label_set: str, name: str, who: str) -> None:
        """Take a name out of a set."""
        with self.workspace.writing() as db:
            labels.add(db, label_set, [(name, "")], who, normalise)

    # Training and other runs

    def presets(self) -> dict[str, dict[str, Any]]:
        """Recipes to start from, by name."""
        from engine.presets import PRESETS

        return PRESETS

    def settings_fields(self, recipe: dict[str, Any]) -> list[Field]:
        """The lines of a form for this recipe's settings."""
        from engine.recipe import Recipe

        return Recipe.from_dict(recipe).fields()

    def classes(self, recipe: dict[str, Any]) -> Classes:
        """The classes a recipe with "terminology" or "labels" would learn from."""
        return classes_for(self.workspace, recipe)

    def queue_training(self, recipe: dict[str, Any], title: str = "") -> int:
        """A run that trains the recipe, defaults filled in; BadInput or NotFound when it could not be trained."""
        recipe = complete({**recipe, "input": self._id(recipe.get("input", VECTORS))})
        open_encoder(self.workspace, recipe["input"])
        select(self.workspace, recipe)
        source = recipe.get("terminology") or recipe["labels"]
        return self.queue("train", title or f"{recipe['preset']} on {source}, {recipe['sampler']['shots']} a class, onto {recipe['input']}", recipe)

    def train(self, recipe: dict[str, Any], title: str = "") -> int:
        """Start a training in a child process; the number of the run."""
        return self._spawned(self.queue_training(recipe, title))

    def start_vectors(self, corpora: Sequence[Path], name: str, settings: dict[str, Any] | None = None, terminologies: Sequence[str] = ()) -> int:
        """Train vectors on a person's own text, in a child process."""
        from engine.vectors.settings import VectorSettings

        importing.check_file_name(name)
        VectorSettings(**(settings or {}))
        for path in corpora:
            if not path.is_file():
                raise BadInput(f"{path}: there is no such file; check the path of the corpus.")
        recipe = {"corpora": [str(path.resolve()) for path in corpora], "name": name, "settings": settings or {},
                  "terminologies": list(terminologies)}
        return self._spawned(self.queue("vectors", f"Training vectors “{name}”", recipe))

    def term_lines(self, terminologies: Sequence[str]) -> Iterator[str]:
        """The names and definitions of terminologies as text to train vectors on."""
        from engine.vectors.terms import term_lines

        for slug in terminologies:
            importing.find(self.workspace, slug)
        return term_lines(self.workspace, terminologies)

    def add_vectors(self, path: Path, name: str) -> str:
        """Copy a vectors file into the workspace after reading it; the id of the new encoder."""
        from engine.vectors import load_vectors

        importing.check_file_name(name)
        load_vectors(path)
        shutil.copyfile(path, self.workspace.folder / "vectors" / f"{name}{''.join(path.suffixes[-2:])}")
        return OWN_VECTORS + name

    def runs(self, limit: int = 20, kind: str | None = None) -> list[TrainingRun]:
        """The newest runs; those whose process fell silent are marked interrupted first."""
        self._mark_interrupted()
        with self.workspace.reading() as db:
            return runs.newest(db, limit, kind)

    def run(self, number: int) -> TrainingRun:
        """One run; NotFound when there is none with this number."""
        self._mark_interrupted()
        with self.workspace.reading() as db:
            run = runs.get(db, number)
        if run is None:
            raise NotFound(f"There is no run {number} in this workspace.")
        return run

    def cancel(self, number: int) -> None:
        """Ask a run to stop; it does within a second or two."""
        with self.workspace.writing() as db:
            runs.request_cancel(db, number)

    def resume(self, number: int) -> int:
        """Take up an interrupted run from its checkpoint, in a child process."""
        return self._spawned(self.reopen(number))

    def reopen(self, number: int) -> int:
        """Make an interrupted run ready to be taken up."""
        self.run(number)
        with self.workspace.writing() as db:
            if not runs.reopen(db, number):
                raise BadInput(f"Run {number} cannot be resumed; only interrupted, failed or cancelled runs can.")
        return number

    def queue(self, kind: str, title: str, recipe: dict[str, Any]) -> int:
        """A new run that waits for a process."""
        with self.workspace.writing() as db:
            return runs.add(db, kind, title, recipe)

    # Models

    def models(self) -> list[ModelVersion]:
        """Every model version, oldest first."""
        with self.workspace.reading() as db:
            return models.all_models(db)

    def model(self, id: str) -> ModelVersion:
        """One version."""
        return find_model(self.workspace, id)

    def lineage(self, id: str) -> list[ModelVersion]:
        """A version and what it was trained on top of, oldest first."""
        return versions.lineage(self.workspace, id)

    def current(self) -> CurrentModel | None:
        """The encoder that is current, with who made it so; None while it is the shipped vectors from the start."""
        return next(iter(self.current_history()), None)

    def current_history(self) -> list[CurrentModel]:
        """Who made what current, newest first."""
        with self.workspace.reading() as db:
            return models.current_history(db)

    def make_current(self, id: str, who: str, reason: str) -> None:
        """Make an encoder the current one: forward, or a roll back."""
        open_encoder(self.workspace, id)
        with self.workspace.writing() as db:
            models.make_current(db, id, who, reason)

    def rename(self, id: str, name: str) -> None:
        """Give a version another name; its id stays."""
        if not name.strip() or len(name) > 100:
            raise BadInput("A version's name has 1 to 100 characters.")
        find_model(self.workspace, id)
        with self.workspace.writing() as db:
            models.update(db, id, name=name.strip())

    def export_model(self, id: str, out: Path | None = None) -> Path:
        """A version with its parents as one .zip."""
        return versions.export(self.workspace, id, out)

    def import_model(self, path: Path) -> ModelVersion:
        """Take in an exported version."""
        return versions.take_in(self.workspace, path)

    def delete_model(self, id: str) -> None:
        """Delete a version that nothing builds on and that is not current."""
        versions.delete(self.workspace, id)

    # Evaluation

    def relatedness_sets(self) -> list[str]:
        """The names of the relatedness sets kept here."""
        return [path.stem for path in relatedness_sets(self.workspace)]

    def add_relatedness_set(self, path: Path, name: str) -> dict[str, Any]:
        """Keep a human-judged set; what the shipped vectors give on it."""
        importing.check_file_name(name)
        result = self.relatedness(path)
        shutil.copyfile(path, self.workspace.folder / "relatedness" / f"{name}{path.suffix.lower()}")
        return result

    def relatedness(self, path: Path, encoder: str = VECTORS, columns: Sequence[str | int] | None = None) -> dict[str, Any]:
        """An encoder on a human-judged set: {"pairs", "spearman", "without_vector", "halves"}."""
        from engine.evaluation.relatedness import read_pairs, relatedness

        return relatedness(read_pairs(path, columns), open_encoder(self.workspace, self._id(encoder)).encode)

    def compare(self, ids: Sequence[str], terminology: str) -> comparison.Comparison:
        """Two to four encoders side by side."""
        return comparison.compare(self.workspace, self.ranker.indexes, ids, terminology)

    # The person

    def profile(self) -> str:
        """The person's name in this workspace."""
        with self.workspace.reading() as db:
            return settings.get(db, "profile")

    def set_profile(self, name: str) -> None:
        """Keep the person's name."""
        with self.workspace.writing() as db:
            settings.put(db, "profile", name.strip()[:80])

    # Inside

    def _id(self, encoder: str) -> str:
        if encoder != "current":
            return encoder
        current = self.current()
        return current.model if current else VECTORS

    def _running(self, kind: str) -> list[TrainingRun]:
        return [run for run in self.runs(5, kind) if run.status in ("queued", "running")]

    def _mark_interrupted(self) -> None:
        with self.workspace.reading() as db:
            silent = runs.silent(db)
        if silent:
            with self.workspace.writing() as db:
                runs.mark_interrupted(db)

    def _spawned(self, number: int) -> int:
        worker.spawn(self.workspace, number)
        return number
