from __future__ import annotations

import pytest
import torch

from engine.device import NAMED, autocast, device, has_fast_bfloat16, resolved
from engine.errors import BadInput


def test_auto_is_decided_by_the_device_and_a_choice_stands():
    assert resolved("auto") == ("bfloat16" if has_fast_bfloat16(device()) else "float32")
    assert resolved("auto", torch.device("meta")) == "float32"
    assert [resolved("float32"), resolved("bfloat16")] == ["float32", "bfloat16"]


def test_products_are_done_in_the_precision_asked_for():
    rows = torch.ones(2, 3)
    for precision in ("float32", "bfloat16"):
        with autocast(precision):
            assert (rows @ rows.T).dtype == getattr(torch, precision)


def test_a_person_may_name_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, "cpu")
    assert device() == torch.device("cpu")
    for named in ("cuda:77", "meta", "graphics card"):
        monkeypatch.setenv(NAMED, named)
        with pytest.raises(BadInput, match=f"NOMENCLATOR_DEVICE is “{named}”, and torch finds no such device"):
            device()
