"""The one log of a workspace, which rotates: traces of what went wrong, for whoever is asked to help."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from engine.errors import NomenclatorError
from engine.errors.unforeseen import explained
from store.files import PRIVATE_FILE

NAME = "nomenclator.log"
MOST_BYTES, MOST_FILES = 1_000_000, 3  # of one file; older files beside it


def log_path(folder: Path) -> Path:
    """Where the log of the workspace in `folder` is."""
    return folder / NAME


def note(folder: Path, text: str, error: BaseException | None = None) -> Path | None:
    """Append a line, with the trace of `error`; where to, or None where nothing can be written."""
    path = log_path(folder)
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, PRIVATE_FILE))
        handler = RotatingFileHandler(path, maxBytes=MOST_BYTES, backupCount=MOST_FILES, encoding="utf-8", delay=True)
        handler.setFormatter(logging.Formatter("%(asctime)s process %(process)d: %(message)s"))
        trace = (type(error), error, error.__traceback__) if error is not None else None
        text = text.encode(errors="replace").decode()
        record = logging.LogRecord("nomenclator", logging.INFO, "", 0, text, (), trace)
        handler.handleError = _unwritten  # type: ignore[method-assign]
        try:
            handler.handle(record)
        finally:
            handler.close()
        path.chmod(PRIVATE_FILE)
        return path
    return None


def in_one_sentence(error: Exception, folder: Path | None) -> NomenclatorError:
    """Any error as one that is shown as written; the trace of one that is not ours goes to the workspace's log."""
    if isinstance(error, NomenclatorError) and error.__cause__ is None:
        return error
    log = note(folder, f"{type(error).__name__}", error) if folder is not None and folder.is_dir() else None
    return explained(error, log)


def _unwritten(record: logging.LogRecord) -> None:
    """A full disk keeps the log from being written, and nothing else."""
