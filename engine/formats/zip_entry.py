"""An entry of an archive that is written: packed, and of no time, so that equal contents give equal bytes."""

from __future__ import annotations

import zipfile

MOMENT = (1980, 1, 1, 0, 0, 0)  # the earliest that a ZIP can say


def zip_entry(name: str) -> zipfile.ZipInfo:
    """The entry of this name."""
    entry = zipfile.ZipInfo(name, MOMENT)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
