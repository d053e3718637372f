"""What a recipe can learn from, and what it needs that may not be here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from engine.errors import NomenclatorError
from engine.learning.input_vectors import composes_input, model_is_optional
from engine.learning.recipe import Recipe
from engine.learning.selection.synonyms import Synonyms
from engine.learning.selection.top_classes import TopClasses
from engine.models.encoders.transformer import Transformer
from engine.models.open import encoder_sha256
from engine.vectors.transformer_model import REMEDY, folder_of
from engine.workspace import Workspace

ORGANISATION_AND_NAME = re.compile(r"[\w.-]*\w/[\w.-]+")  # of a model on huggingface.co


@dataclass(frozen=True)
class Requirements:
    """Whether a recipe learns from a terminology, from several at once, from a label set; what stands in its way.

    `problem` says in one sentence, with the remedy, why it cannot be trained here; `note` what will be otherwise than
    the recipe asks. Both are empty where all is well.
    """

    terminology: bool
    several: bool
    labels: bool
    problem: str = ""
    note: str = ""


def requirements_of(workspace: Workspace, recipe: Recipe) -> Requirements:
    """What a recipe needs here; no names are read and nothing heavy is loaded."""
    data, own_files = recipe.data, recipe.own_files
    return Requirements(
        terminology=not own_files,
        several=isinstance(data, Synonyms) and not own_files,
        labels=isinstance(data, TopClasses),
        problem=_problem(workspace, recipe),
        note=_note(workspace, recipe),
    )


def _problem(workspace: Workspace, recipe: Recipe) -> str:
    try:
        encoder_sha256(workspace, recipe.input)
    except NomenclatorError as problem:
        return str(problem)
    if composes_input(recipe) and not model_is_optional(recipe):
        return _lacking(recipe.compose["model"], Path.cwd(), fetched=True)
    return _lacking(recipe.encoder.model, Path.cwd()) if isinstance(recipe.encoder, Transformer) else ""


def _note(workspace: Workspace, recipe: Recipe) -> str:
    if not composes_input(recipe) or not model_is_optional(recipe):
        return ""
    lacking = _lacking(recipe.compose["model"], workspace.folder / "vectors")
    return f"It starts from the shipped vectors alone, which is weaker. {lacking}" if lacking else ""


def _lacking(model: str, beside: Path, fetched: bool = False) -> str:
    """What a transformer lacks here, in one sentence; nothing when it can be opened, or `fetched` by its name."""
    if find_spec("transformers") is None or find_spec("sentence_transformers") is None:
        return f"The transformer extra is not installed; {REMEDY}."
    if fetched and ORGANISATION_AND_NAME.fullmatch(model):
        return ""
    try:
        folder_of(model, beside)
    except NomenclatorError as problem:
        return str(problem)
    return ""
