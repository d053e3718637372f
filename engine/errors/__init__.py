"""What can go wrong, as a tree. Every message names the thing, the place and the remedy, and is shown as written.

NomenclatorError
├── BadInput        a text, file or setting that a person gave
├── NotFound        a workspace, terminology, version or concept that is not there
├── Damaged         a file whose content is not what was recorded
├── Unavailable     a disk that is full or read-only, a lock, a folder of somebody else's, too little memory
├── Unforeseen      anything else; it names the log, where the trace is
├── Cancelled       a person stopped the work
└── LostRun         another process took the run over
"""

from __future__ import annotations

LACKING = "This Python lacks the library “{}”; install what Nomenclator needs: pip install -r requirements.txt."


class NomenclatorError(Exception):
    """Shown to the person as written."""


class BadInput(NomenclatorError):
    """A text, file or setting that cannot be used as given."""


class NotFound(NomenclatorError):
    """Something named that is not there."""


class Damaged(NomenclatorError):
    """A file whose content does not match its recorded sha256, or cannot be read."""


class Unavailable(NomenclatorError):
    """Something of the machine that cannot be had now: a disk, a lock, a folder, memory."""


class Unforeseen(NomenclatorError):
    """An error that nobody thought of; its trace is in the log."""


class Cancelled(NomenclatorError):
    """The person asked the run to stop."""


class LostRun(NomenclatorError):
    """Another process has taken the run over; nothing more is written by this one."""
