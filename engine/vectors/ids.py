"""The ids of vectors, “vectors” and “vectors:NAME”, and the files behind them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

VECTORS = "vectors"  # the shipped ones
OWN_VECTORS = "vectors:"  # before the name of a file in the folder of vectors
SHIPPED = Path(__file__).with_name("biomedical.safetensors")


def id_of(path: Path) -> str:
    """The id of the vectors in a file of a workspace: its name up to the first dot.

    >>> id_of(Path("pubmed.vec.gz"))
    'vectors:pubmed'
    """
    return OWN_VECTORS + path.name.split(".")[0]


def ids_in(folder: Path) -> list[str]:
    """The ids of the vectors in a folder, in their order."""
    return sorted({id_of(path) for path in files_in(folder)})


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder that may hold vectors: hidden ones are the system's, or are being written."""
    return (path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def names_a_file(id: str) -> bool:
    r"""Whether an id is “vectors:NAME” with a name that a file in a folder can have.

    >>> [names_a_file(id) for id in ("vectors:pubmed", "vectors", "vectors:", "vectors:../one", "vectors:a\\b")]
    [True, False, False, False, False]
    """
    name = id.removeprefix(OWN_VECTORS)
    return id.startswith(OWN_VECTORS) and bool(name) and not name.startswith(".") and not {"/", "\\"} & {*name}


def file_of(folder: Path, id: str) -> Path | None:
    """The file in `folder` behind “vectors:NAME”, the name with any ending, of several the first; None without one."""
    if not names_a_file(id) or not folder.is_dir():
        return None
    name = id.removeprefix(OWN_VECTORS)
    return next((path for path in sorted(files_in(folder)) if f"{path.name}.".startswith(f"{name}.")), None)
