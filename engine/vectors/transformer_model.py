"""Where a sentence-transformers model is, and what its rows depend on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from engine.errors import BadInput, NotFound
from store.files import sha256_of

REMEDY = "install it with “pip install -r requirements-transformer.txt”"
_DECIDES = {".safetensors", ".bin", ".json", ".txt", ".model", ".spm"}  # weights, tokenisers, configurations
_FETCHED = ["*.safetensors", "*.bin", "*.json", "*.txt", "*.model", "*.spm"]
_NOT_USED = ("onnx", "openvino", "tf_model", "flax_model", "rust_model")
_MARKS = ("modules.json", "config.json")  # of a sentence-transformers model, of a plain transformer


def folder_of(model: str, beside: Path, fetch: bool = False) -> Path:
    """The folder of `model`: a path (a relative one starts at `beside`), an installed package that carries a model,
    or a name on huggingface.co of which a copy is on this computer.

    The network is asked only with `fetch`, and only when it is neither a folder nor a package. Raises NotFound.
    """
    path = beside / model
    try:
        path = beside / Path(model).expanduser()
        there = path.is_dir()
    except (OSError, RuntimeError, ValueError):  # a name that no folder can have, or of somebody who has no home
        there = False
    if there:
        if not any((path / mark).is_file() for mark in _MARKS):
            raise BadInput(f"The folder {path} holds no model: there is neither modules.json nor config.json in it.")
        return path.resolve()
    return _in_package(model) or _in_hub(model, fetch)


def sha256_of_model(folder: Path) -> str:
    """One hash over the weights, tokeniser and configuration files in `folder`, by their place in it and content."""
    found = hashlib.sha256()
    for path in deciding_files(folder):
        found.update(f"{path.relative_to(folder).as_posix()}\t{sha256_of(path)}\n".encode())
    return found.hexdigest()


def deciding_files(folder: Path) -> Iterator[Path]:
    """The weights, tokeniser and configuration files in `folder`, in order."""
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in place.parts)
        if path.is_file() and path.suffix in _DECIDES and not hidden and not place.parts[0].startswith(_NOT_USED):
            yield path


def _in_package(name: str) -> Path | None:
    """The folder in the installed package of this name that holds a model."""
    try:
        files = metadata.files(name) or []
    except (metadata.PackageNotFoundError, ValueError):
        return None
    for mark in _MARKS:
        for file in sorted(files, key=str):
            if file.name == mark and Path(str(file.locate())).is_file():
                return Path(str(file.locate())).parent.resolve()
    return None


def _in_hub(name: str, fetch: bool) -> Path:
    try:
        from huggingface_hub import snapshot_download
    except ImportError as error:
        raise BadInput(
            f"The model “{name}” is neither a folder nor an installed package, and looking it up needs the "
            f"transformer extra; {REMEDY}, or give a folder."
        ) from error
    why = "no copy of it is on this computer"
    for local_only in (True, False) if fetch else (True,):
        try:
            ignored = [f"{start}*" for start in _NOT_USED]
            return Path(
                snapshot_download(name, local_files_only=local_only, allow_patterns=_FETCHED, ignore_patterns=ignored)
            )
        except Exception as error:  # the library raises a dozen kinds, for names, networks, rights and full disks
            if not local_only:
                why = f"fetching it from huggingface.co failed ({type(error).__name__})"
    raise NotFound(
        f"The model “{name}” is neither a folder nor an installed package, and {why}; "
        "give the folder of a model, or add it again with a connection to huggingface.co."
    )
