"""Whether this processor multiplies bfloat16 matrices quickly, and the context in which it does."""

from __future__ import annotations

from contextlib import AbstractContextManager

import torch


def resolved(precision: str) -> str:
    """`precision` with "auto" decided: bfloat16 where the processor has instructions for it, else float32."""
    if precision != "auto":
        return precision
    return "bfloat16" if has_fast_bfloat16() else "float32"


def has_fast_bfloat16() -> bool:
    """True with AVX-512 BF16 or AMX: 5 to 7 times float32's rate there, and slower than float32 without them."""
    asks = (getattr(torch.cpu, name, None) for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"))
    return any(bool(ask()) for ask in asks if ask is not None)


def autocast(precision: str) -> AbstractContextManager[object]:
    """Matrix products inside are done in `precision`; weights, sums and losses stay float32."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=precision == "bfloat16")
