"""Files that a person uploads: written to the workspace once, or only as long as something reads them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from engine.errors import BadInput, NomenclatorError
from engine.workbench import Workbench


@contextmanager
def uploaded(workbench: Workbench, file: UploadedFile) -> Iterator[Path]:
    """The path of an uploaded file while the block lasts; what is wrong with it is said of the file as it is called."""
    path = workbench.terminologies.save_upload(file.name, file.getvalue())
    try:
        yield path
    except NomenclatorError as error:
        raise type(error)(str(error).replace(str(path), file.name)) from error
    finally:
        shutil.rmtree(path.parent, ignore_errors=True)  # which holds nothing else


def saved_upload(key: str, file: UploadedFile, save: Callable[[str, bytes], Path]) -> Path:
    """Where an uploaded file is kept for a child process to read; `save` writes it once for each upload."""
    stored = st.session_state.get(key)
    if not stored or stored[0] != file.file_id or not Path(stored[1]).exists():
        stored = st.session_state[key] = (file.file_id, str(save(file.name, file.getvalue())))
    return Path(stored[1])


def uploaded_text(file: UploadedFile) -> str:
    """What an uploaded text file says; BadInput where it is in another encoding, whose letters would be lost."""
    try:
        return file.getvalue().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{file.name} is not UTF-8 text; save it as “CSV UTF-8” and choose it again.") from None
