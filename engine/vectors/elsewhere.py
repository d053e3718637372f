"""What vectors depend on outside their own folder: the files of the models that they, or their parts, name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.vectors.fused_file import made_of
from engine.vectors.parts import FUSED, part_path, refuse_cycle
from engine.vectors.recipe_file import kind_of
from engine.vectors.transformer_file import KIND, TransformerFile
from engine.vectors.transformer_model import deciding_files


def files_elsewhere(path: Path) -> Iterator[Path]:
    """Every file of a model that decides rows of the vectors at `path`; raises as loading them does."""
    with path.open("rb") as file:
        kind = kind_of(file.read(4096))
    if kind == KIND:
        yield from deciding_files(TransformerFile.load(path).folder)
    elif kind == FUSED:
        ids, _ = made_of(path)
        refuse_cycle(path, ids)
        for id in ids:
            yield from files_elsewhere(part_path(path.parent, id))
