"""The module of sentence-transformers that stands in an exported folder as nomenclator_encoder.py.

It imports nothing of this program by name, for it is copied: the code that reads the encoder lies beside it in
`program/`, and is used unless Nomenclator is there already.
"""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from sentence_transformers.base.modules import InputModule


class NomenclatorEncoder(InputModule):
    """Texts in, unit float32 rows out, as in Nomenclator."""

    save_in_root = True

    def __init__(self, folder: str | Path) -> None:
        super().__init__()
        self.folder = Path(folder)
        program = str(self.folder / "program")
        if "engine.models" not in sys.modules and program not in sys.path:
            sys.path.insert(0, program)
        self.encoder: Any = importlib.import_module("engine.models.exported.folder").open_folder(self.folder)

    def preprocess(self, inputs: Sequence[Any], prompt: str | None = None, **kwargs: Any) -> dict[str, Any]:
        """The rows themselves, float32 [len(inputs), dim]: the encoder reads texts."""
        texts = [f"{prompt or ''}{text}" for text in inputs]
        return {"sentence_embedding": torch.from_numpy(self.encoder.encode(texts))}

    def forward(self, features: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """The features as they are."""
        return features

    def get_embedding_dimension(self) -> int:
        """How many numbers a row has."""
        return int(self.encoder.dim)

    def save(self, output_path: str, *args: Any, **kwargs: Any) -> None:
        """Copy the files of the encoder and the code to another folder."""
        for name in ("encoder", "program"):
            shutil.copytree(self.folder / name, Path(output_path) / name, dirs_exist_ok=True)

    @classmethod
    def load(  # type: ignore[override]  # all else that is given is about fetching
        cls, model_name_or_path: str, subfolder: str = "", **kwargs: Any
    ) -> NomenclatorEncoder:
        """The module from a folder on this computer."""
        return cls(Path(model_name_or_path) / subfolder)
