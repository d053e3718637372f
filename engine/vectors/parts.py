"""The parts of fused vectors: ids, resolved beside the file that names them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadInput, Damaged, NotFound
from engine.vectors.ids import SHIPPED, VECTORS, file_of, names_a_file
from engine.vectors.recipe_file import kind_of, read

if TYPE_CHECKING:
    from engine.vectors import Vectors

FUSED, ENRICHED = "fused", "enriched"


def part_path(folder: Path, id: str) -> Path:
    """The file behind “vectors” (the shipped ones) or “vectors:NAME” (a file NAME.* in `folder`).

    Raises NotFound when it is not there, BadInput for any other id.
    """
    if id == VECTORS:
        return SHIPPED
    if not names_a_file(id):
        raise BadInput(f"“{id}” cannot be a part of vectors; parts are “vectors” and “vectors:NAME”.")
    if (path := file_of(folder, id)) is None:
        raise NotFound(f"There are no vectors “{id}” in {folder}; add them first, or name other parts.")
    return path


def open_part(folder: Path, id: str) -> Vectors:
    """The vectors of a part; raises as `part_path` and `load_vectors`."""
    from engine.vectors import load_vectors

    return load_vectors(part_path(folder, id))


def refuse_cycle(path: Path, ids: list[str], above: tuple[Path, ...] = ()) -> None:
    """BadInput when the vectors in `path`, whose parts are `ids`, come to hold themselves."""
    above = (*above, path.resolve())
    for id in ids:
        part = part_path(path.parent, id)
        if part.resolve() in above:
            raise BadInput(f"The vectors {path} hold themselves through their part “{id}”; name other parts.")
        with part.open("rb") as file:
            kind = kind_of(file.read(4096))
        if kind in (FUSED, ENRICHED):
            about = read(part, kind)[0]
            named = about.get("parts") if kind == FUSED else [about.get("base")]
            if not isinstance(named, list) or not all(isinstance(one, str) for one in named):
                raise Damaged(f"The vectors file {part} does not say what it is made of; make it again.")
            refuse_cycle(part, named, above)
