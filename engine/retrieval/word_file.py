"""The word index of a terminology version as a file: made once, and again where it is damaged or other code made it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import numpy as np

from engine import text
from engine.formats.opening.arrays import sha256_of_arrays
from engine.retrieval import name_words, postings, word_index
from engine.retrieval.word_index import WordIndex
from engine.text import hashes, numbers, plurals, spelling_distance, text_arrays, word_variants
from engine.workspace import Workspace, written_whole
from store import concepts, imported_names
from store.files import made_by
from store.records.terminology import Terminology
from store.sqlite import Database

MAKERS: tuple[ModuleType, ...] = (
    text,
    hashes,
    numbers,
    plurals,
    spelling_distance,
    text_arrays,
    word_variants,
    name_words,
    postings,
    word_index,
)
SHA256 = "sha256"


def word_index_of(workspace: Workspace, db: Database, terminology: Terminology) -> WordIndex:
    """The word index of a terminology version from its file; made where there is none, and written where it can be.

    A file that cannot be read, has other rows or was made by other code is made again.
    """
    path = file_of(workspace, terminology.fingerprint)
    with suppress(Exception):  # not there, or damaged: what bytes can make of an archive of arrays is nobody's list
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        if arrays.pop(SHA256).item() == sha256_of_arrays(arrays):
            found = WordIndex(arrays)
            if len(found) == terminology.names:
                return found
    parents = concepts.first_parents(db, terminology.slug)
    families = [parents.get(concept, 0) for concept in imported_names.places(db, terminology.slug)[1]]
    found = WordIndex.of(imported_names.texts(db, terminology.slug), families)
    if workspace.obstacle:
        return found
    with written_whole(path) as temporary, open(temporary, "wb") as target:
        np.savez(target, **found.arrays, **{SHA256: np.array(sha256_of_arrays(found.arrays))})  # type: ignore[arg-type]
    for older in list(_files(workspace, terminology.fingerprint)):
        if older != path:
            older.unlink(missing_ok=True)
    return found


def are_read(workspace: Workspace, fingerprint: str) -> bool:
    """Whether the words of a terminology version were read before, if by other code: nobody waits for an import."""
    return any(_files(workspace, fingerprint))


def _files(workspace: Workspace, fingerprint: str) -> Iterator[Path]:
    return workspace.index_files(fingerprint, "words-*.npz")


def file_of(workspace: Workspace, fingerprint: str) -> Path:
    """The file of a terminology version's words, named for the code that makes it."""
    return workspace.index_file(fingerprint, f"words-{made_by(MAKERS)}.npz")
