"""Vectors made in the background: of annotated names, synonyms, spelling, other vectors, a transformer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.models.open import open_encoder
from engine.terminology import lookup
from engine.vectors.fused_file import checked_parts
from engine.vectors.ids import OWN_VECTORS
from engine.vectors.names_file import KINDS
from engine.vectors.settings import VectorSettings
from engine.vectors.transformer_file import POOLING
from engine.vectors.transformer_model import REMEDY, folder_of
from engine.workbench.encoders.vectors import place_of_new
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace

MODELS = {
    "sgs.c": "SGS.C: names, beside the tokens of their concepts",
    "sgs.c-concept": "SGS.C, a name as its concept",
    "sgs": "SGS: names with a token of their own",
    "sgw": "SGW: the words of a name",
}


class VectorMaking:
    """Starts runs that make vectors, and then encode every terminology with them; each gives the run's number.

    All refuse at once, with BadInput or NotFound, a name that is taken and what cannot be used.
    """

    def __init__(self, workspace: Workspace, jobs: Jobs) -> None:
        self._workspace = workspace
        self._jobs = jobs

    def models_of_names(self) -> dict[str, str]:
        """What a name can become under skip-gram with name and concept tokens, the best of the paper first."""
        return {name: MODELS[name] for name in sorted(KINDS, key=list(MODELS).index)}

    def poolings(self) -> tuple[str, ...]:
        """How a transformer's states become a row."""
        return POOLING

    def transformer_obstacle(self) -> str:
        """Why no transformer can be used here, as a sentence with the remedy; "" where the extra is installed."""
        from importlib.util import find_spec

        if find_spec("sentence_transformers") is not None:
            return ""
        return f"A transformer needs the transformer extra, which is not installed here; {REMEDY}, then start again."

    def start_names(
        self, name: str, annotated: Sequence[Path], model: str, corpora: Sequence[Path] = (), **settings: Any
    ) -> int:
        """Vectors of the names and concepts in annotated PubTator files (SGW, SGS), beside plain `corpora`."""
        place_of_new(self._workspace, name, ".safetensors")
        if model not in KINDS:
            raise BadInput(f"No skip-gram of names is called {model!r}; there are {', '.join(KINDS)}.")
        if not annotated:
            raise BadInput("Give the path of at least one annotated file in PubTator's format.")
        VectorSettings(**settings)
        for path in (*annotated, *corpora):
            if not path.is_file():
                raise BadInput(f"{path}: there is no such file; check its path.")
        files = {"annotated": _texts(annotated), "corpora": _texts(corpora)}
        return self._start(name, {**files, "model": model, "settings": settings})

    def start_spelling(self, name: str, fitted_on: Sequence[str], dim: int = 300) -> int:
        """Vectors of how the names of these terminologies are spelt, with `dim` numbers."""
        place_of_new(self._workspace, name, ".safetensors")
        self._check(fitted_on)
        if not 2 <= dim <= 2000:
            raise BadInput(f"Vectors of spelling with {dim} numbers cannot be; choose 2 to 2,000.")
        return self._start(name, {"fitted_on": list(fitted_on), "dim": dim})

    def start_fusing(
        self, name: str, parts: Sequence[str], weights: Sequence[float] | None = None, fitted_on: Sequence[str] = ()
    ) -> int:
        """Vectors side by side, each with its weight; centred on the names of `fitted_on` where any is named."""
        place_of_new(self._workspace, name, ".safetensors" if fitted_on else ".json")
        ids, numbers = checked_parts(list(parts), None if weights is None else list(weights), name)
        if OWN_VECTORS + name in ids:
            raise BadInput(f"The vectors “{name}” cannot be a part of themselves; choose another name.")
        for part in ids:
            open_encoder(self._workspace, part)
        if fitted_on:
            self._check(fitted_on)
        recipe = {"parts": ids, "weights": numbers, "centre": bool(fitted_on), "fitted_on": list(fitted_on)}
        return self._start(name, recipe)

    def start_enriching(
        self, name: str, terminologies: Sequence[str], teachers: Sequence[str] = (), **settings: Any
    ) -> int:
        """The shipped vectors with words that learn from the synonyms of these terminologies.

        `teachers` are encoders whose rows of words stand beside the vectors' own; `settings` are those of
        `engine.learning.word_rows.WordSettings`.
        """
        from engine.learning.word_rows import WordSettings

        place_of_new(self._workspace, name, ".safetensors")
        self._check(terminologies, "learn from")
        WordSettings.from_dict(settings)
        for teacher in teachers:
            open_encoder(self._workspace, teacher)
        recipe = {"learns_from": list(terminologies), "teachers": list(teachers), "settings": settings}
        return self._start(name, recipe)

    def start_model(self, name: str, model: str, pooling: str = "own") -> int:
        """A sentence-transformers model of this computer, a folder or an installed package; nothing is fetched."""
        place_of_new(self._workspace, name, ".json")
        if obstacle := self.transformer_obstacle():
            raise BadInput(obstacle)
        if pooling not in POOLING:
            raise BadInput(f"pooling must be one of {', '.join(POOLING)}, not {pooling!r}.")
        if not model.strip():
            raise BadInput("Say which model: a folder, or the name of an installed package that carries one.")
        folder_of(model, Path.cwd())
        return self._start(name, {"transformer": model, "pooling": pooling})

    def _start(self, name: str, recipe: dict[str, Any]) -> int:
        return self._jobs.start("vectors", f"Making vectors “{name}”", {"name": name, **recipe})

    def _check(self, terminologies: Sequence[str], what_for: str = "are fitted on") -> None:
        if not terminologies:
            raise BadInput(f"Choose a terminology whose names the vectors {what_for}.")
        for slug in terminologies:
            lookup.find(self._workspace, slug)


def _texts(paths: Sequence[Path]) -> list[str]:
    return [str(path.resolve()) for path in paths]
