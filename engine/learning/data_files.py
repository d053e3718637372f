"""The files that a recipe's data names: tables of mappings, annotated texts."""

from __future__ import annotations

from pathlib import Path

from engine.learning.selection.annotated import BETWEEN
from engine.settings import Settings


def data_files(data: Settings) -> dict[str, list[Path]]:
    """Setting -> its files as whole paths: one of a setting that ends in “file”, several of one that ends in “files”;
    settings that name none are left out."""
    found = {}
    for name, value in data.to_dict().items():
        if name.endswith(("file", "files")):
            each = map(str.strip, value.split(BETWEEN)) if name.endswith("files") else [value]
            found[name] = [Path(one).resolve() for one in each if one]
    return {name: paths for name, paths in found.items() if paths}
