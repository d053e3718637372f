"""The shipped dictionary as a file of the workspace: made of its written forms in seconds, read in no time."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import numpy as np

from engine.text import hashes, plurals, spelling_distance, text_arrays
from engine.text.dictionary import clinical_dictionary, stored_forms, written_forms
from engine.text.dictionary.clinical_dictionary import ICD10CM, WORDINGS, ClinicalDictionary, files_of, shipped
from engine.text.dictionary.stored_forms import BETWEEN, StoredForms, arrays_of
from engine.text.text_arrays import lines_of, text_array
from engine.workspace import Workspace, written_whole
from store.files import made_by

MAKERS: tuple[ModuleType, ...] = (
    clinical_dictionary,
    hashes,
    plurals,
    spelling_distance,
    stored_forms,
    text_arrays,
    written_forms,
)
LAYOUT = 4  # of the file
START = "dictionary-"

_shared: dict[str, ClinicalDictionary] = {}  # one for all workspaces of a process, by what it was made of
_lock = threading.Lock()


def shipped_dictionary(workspace: Workspace, wording: str = ICD10CM) -> ClinicalDictionary:
    """The dictionary that every workspace begins with, for terminologies of this wording, from its file in the
    workspace, which is made where there is none, unless nothing may be written.

    A file of other entries, or of another version of the program, is not read: it is named for what made it.
    """
    made_of = _made_of(wording)
    with _lock:  # made by one of those who ask at once
        if made_of not in _shared:
            _shared[made_of] = _opened(workspace, wording)
        return _shared[made_of]


def is_written(workspace: Workspace, wording: str) -> bool:
    """Whether the workspace has the file of this wording."""
    return _path(workspace, wording).is_file()


def _path(workspace: Workspace, wording: str) -> Path:
    return workspace.folder / "indexes" / f"{START}{wording}-{_made_of(wording)}.npz"


def _opened(workspace: Workspace, wording: str) -> ClinicalDictionary:
    path = _path(workspace, wording)
    with suppress(Exception):  # not there, or damaged: what bytes can make of an archive of arrays is nobody's list
        return _read(path)
    made = shipped(wording)
    if not workspace.obstacle:
        _write(path, made, wording)
        with suppress(Exception):
            found = _read(path)  # which takes a quarter of the memory of what it was made of
            shipped.cache_clear()
            return found
    return made


@lru_cache(maxsize=len(WORDINGS))
def _made_of(wording: str) -> str:
    entries = [path.read_bytes() for path in (*files_of(""), *files_of(wording))]
    return made_by(MAKERS, *entries, bytes([LAYOUT]))


def _read(path: Path) -> ClinicalDictionary:
    with np.load(path, allow_pickle=False) as file:
        found = {name: file[name] for name in file.files}
    respelt = (lines_of(found[name], BETWEEN) for name in ("in singular", "in american"))
    dictionary = ClinicalDictionary.of_forms(StoredForms(found), *respelt)
    dictionary.words, dictionary.longest = frozenset(lines_of(found["words"], BETWEEN)), int(found["longest"])
    return dictionary


def _write(path: Path, dictionary: ClinicalDictionary, wording: str) -> None:
    """Write the forms to their file, in place of any of another version; nothing where the folder takes none."""
    try:
        with written_whole(path) as temporary, open(temporary, "wb") as target:
            whole = {
                **arrays_of(dictionary.forms),
                "in singular": text_array(sorted(dictionary.in_singular), BETWEEN),
                "in american": text_array(sorted(dictionary.in_american), BETWEEN),
                "words": text_array(sorted(dictionary.words), BETWEEN),
                "longest": np.array(dictionary.longest),
            }
            np.savez(target, **whole)  # type: ignore[arg-type]
        others = tuple(f"{START}{one}-" for one in WORDINGS if one != wording)
        for other in path.parent.glob(f"{START}*"):
            if other != path and not other.name.startswith(others):
                other.unlink(missing_ok=True)
    except (OSError, ValueError):  # a full disk, two forms of one hash: no reason to answer nothing
        return
