"""What a recipe can learn from, and what it needs that may not be here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.composing import asks, done_without
from engine.encoding import VECTORS, encoder_sha256
from engine.errors import NomenclatorError
from engine.selection import DATA, DEFAULT
from engine.selection.synonyms import Synonyms
from engine.selection.top_classes import TopClasses
from engine.vectors.transformer_model import REMEDY, folder_of
from engine.workspace import Workspace

ORGANISATION_AND_NAME = re.compile(r"[\w.-]*\w/[\w.-]+")  # of a model on huggingface.co


@dataclass(frozen=True)
class Needs:
    """Whether a recipe learns from a terminology, from several at once, from a label set; what stands in its way.

    `problem` says in one sentence, with the remedy, why it cannot be trained here; `note` what will be otherwise than
    the recipe asks. Both are empty where all is well.
    """

    terminology: bool
    several: bool
    labels: bool
    problem: str = ""
    note: str = ""


def needs(workspace: Workspace, recipe: Mapping[str, Any]) -> Needs:
    """What a recipe needs here; no names are read and nothing heavy is loaded."""
    data = DATA[(recipe.get("data") or DEFAULT)["name"]]
    own_files = bool(getattr(data, "own_files", False))
    return Needs(
        terminology=not own_files,
        several=issubclass(data, Synonyms) and not own_files,
        labels=issubclass(data, TopClasses),
        problem=_problem(workspace, recipe),
        note=_note(workspace, recipe),
    )


def _problem(workspace: Workspace, recipe: Mapping[str, Any]) -> str:
    try:
        encoder_sha256(workspace, recipe.get("input", VECTORS))
    except NomenclatorError as problem:
        return str(problem)
    if asks(recipe) and not done_without(recipe):
        return _lacking(recipe["compose"]["model"], Path.cwd(), fetched=True)
    encoder = recipe.get("encoder") or {}
    return _lacking(encoder.get("model", ""), Path.cwd()) if encoder.get("name") == "transformer" else ""


def _note(workspace: Workspace, recipe: Mapping[str, Any]) -> str:
    if not asks(recipe) or not done_without(recipe):
        return ""
    lacking = _lacking(recipe["compose"]["model"], workspace.folder / "vectors")
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
