"""How many random examples a test draws: all of them, or few in the inner loop (`just test-fast`)."""

from __future__ import annotations

import os

FAST = os.environ.get("NOMENCLATOR_TESTS") == "fast"


def examples(full: int) -> int:
    """`full` examples, a tenth of them where NOMENCLATOR_TESTS=fast."""
    return max(1, full // 10) if FAST else full
