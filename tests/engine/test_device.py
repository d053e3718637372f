from __future__ import annotations

import torch

from engine.device import autocast, has_fast_bfloat16, resolved


def test_auto_is_decided_by_the_processor_and_a_choice_stands():
    assert resolved("auto") == ("bfloat16" if has_fast_bfloat16() else "float32")
    assert [resolved("float32"), resolved("bfloat16")] == ["float32", "bfloat16"]


def test_products_are_done_in_the_precision_asked_for():
    rows = torch.ones(2, 3)
    for precision in ("float32", "bfloat16"):
        with autocast(precision):
            assert (rows @ rows.T).dtype == getattr(torch, precision)
