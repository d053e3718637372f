"""sqlite-utils, imported here alone, and without pandas.

sqlite-utils imports pandas wherever it is installed, as Streamlit installs it, only to know a `Timestamp` that is
written to a column. None is written here, and pandas takes 0.4 s and 60 MB in every process.
"""

from __future__ import annotations

import sys

_HIDDEN = "pandas" not in sys.modules
if _HIDDEN:
    sys.modules["pandas"] = None  # type: ignore[assignment]  # an import of it fails as where it is not installed
try:
    from sqlite_utils import Database, Migrations
finally:
    if _HIDDEN:
        del sys.modules["pandas"]

__all__ = ["Database", "Migrations"]
