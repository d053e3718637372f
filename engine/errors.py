"""What can go wrong, as a tree. Every message names the thing, the place and the remedy, and is shown as written.

NomenclatorError
├── BadInput        a text, file or setting that a person gave
├── NotFound        a workspace, terminology, version or concept that is not there
├── Damaged         a file whose content is not what was recorded
└── Cancelled       a person stopped the work
"""

from __future__ import annotations


class NomenclatorError(Exception):
    """Shown to the person as written."""


class BadInput(NomenclatorError):
    """A text, file or setting that cannot be used as given."""


class NotFound(NomenclatorError):
    """Something named that is not there."""


class Damaged(NomenclatorError):
    """A file whose content does not match its recorded sha256, or cannot be read."""


class Cancelled(NomenclatorError):
    """The person asked the run to stop."""
