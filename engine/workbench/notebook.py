"""The workbench from Python, as in a notebook: open a workspace, import a file, open an encoder, train one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, NomenclatorError
from engine.events import Progress
from engine.jobs import worker
from engine.learning.presets import recipe_from
from engine.models import open as opener
from engine.models.protocol import NameEncoder
from engine.workbench import SourceFile, Workbench
from store.records.training import COMPLETED


def open_workspace(folder: Path | str | None = None, create: bool = True) -> Workbench:
    """The workbench of a workspace folder, by default the window's; a new or empty folder becomes a workspace.

    Raises NotFound for a folder that is not there when `create` is False, BadInput for one that holds other files.
    """
    return Workbench(folder, create)


def open_encoder(workbench: Workbench, encoder: str = "vectors") -> NameEncoder:
    """An encoder by its id: “vectors” (the shipped ones), “vectors:NAME”, a model version, or “current”.

    `encode(texts)` gives float32 [len(texts), dim], unit rows; a text that it cannot read is a row of zeros, and what
    is no list of texts raises BadInput. Raises NotFound with the ids that there are.
    """
    return CheckedEncoder(opener.open_encoder(workbench.workspace, workbench.models.resolve(encoder)))


@dataclass(frozen=True)
class CheckedEncoder:
    """An encoder that refuses in words what is no list of texts."""

    encoder: NameEncoder

    @property
    def dim(self) -> int:
        """Columns of a row."""
        return self.encoder.dim

    @property
    def sha256(self) -> str:
        """Hash of everything that decides the rows."""
        return self.encoder.sha256

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit float32 rows [len(texts), dim]; BadInput for what is no list of texts."""
        return self.encoder.encode(checked_texts(texts))


def checked_texts(texts: Iterable[str]) -> list[str]:
    """The texts as a list; BadInput for one text alone, for a table, and for an item that is no text."""
    if isinstance(texts, str):
        raise BadInput(f"“{texts[:60]}” is one text; give a list of texts, as [“{texts[:60]}”].")
    if getattr(texts, "ndim", 1) > 1:
        raise BadInput("The texts are a table; give one column of it, as table[“name”].")
    listed = list(texts)
    for place, one in enumerate(listed):
        if not isinstance(one, str):
            raise BadInput(
                f"Item {place} of the texts is {str(one)[:60]}, which is no text; write one, or leave it out."
            )
    return listed


def import_terminology(
    workbench: Workbench, file: Path | str, name: str, report_progress: Callable[[Progress], None] | None = None
) -> dict[str, Any]:
    """Import a file of any format that the window reads under a short name, here and now, and make it searchable.

    Gives the counts of concepts and names. Raises BadInput for a name that cannot be used, NomenclatorError with what
    is wrong in the file.
    """
    return _run_now(workbench, workbench.terminologies.queue_import(SourceFile(Path(file)), name), report_progress)


def train_encoder(
    workbench: Workbench,
    preset: str = "few-shot",
    terminology: str = "",
    labels: str = "",
    parent: str = "vectors",
    shots: int | None = None,
    seed: int = 0,
    settings: Sequence[str] = (),
    report_progress: Callable[[Progress], None] | None = None,
) -> NameEncoder:
    """Train a preset on a terminology or a label set, here and now, keep it as a model version, and open it.

    The arguments are the options of `python -m engine train`: `shots` names a class, `parent` the encoder to train on
    top of, `settings` further ones such as "encoder.hidden=4800". The version is the newest of the workspace's models.
    Raises BadInput or NotFound for what cannot be trained, NomenclatorError when the training fails.
    """
    recipe: dict[str, Any] = recipe_from(preset, settings, shots, seed) | {"input": parent}
    recipe |= {"labels": labels} if labels else {"terminology": terminology}
    result = _run_now(workbench, workbench.training.queue(recipe), report_progress)
    return open_encoder(workbench, result["version"])


def _run_now(workbench: Workbench, run: int, report_progress: Callable[[Progress], None] | None) -> dict[str, Any]:
    """Do a queued run in this process; its result."""
    finished = worker.execute(workbench.workspace, run, report_progress)
    if finished.status != COMPLETED:
        raise NomenclatorError(finished.error or f"Run {run} was {finished.status}; start it again.")
    return finished.result
