"""What is compiled once is kept for the next of a run's hundreds of processes, also where the environment forbids it.

Without, each compiles the whole program and its tests again. Imported before any part of either.
"""

from __future__ import annotations

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
