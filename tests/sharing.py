"""Test processes share one machine: each computes with its part of the processors, and seldom looks for garbage.

Two processes of two threads each on two processors waited for one another. A search for garbage goes through all that
a process has opened, which here are whole terminologies. Imported before whatever reads the environment.
"""

from __future__ import annotations

import gc
import os

AT_ONCE = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
if AT_ONCE > 1:
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, (os.cpu_count() or 1) // AT_ONCE)))
gc.set_threshold(50_000, 20, 100)
