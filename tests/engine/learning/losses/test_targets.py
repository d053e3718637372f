from __future__ import annotations

import pytest
import torch

from engine.errors import BadInput
from engine.learning.losses import LOSSES
from engine.learning.samplers.names import Batch
from tests.engine.learning.losses.points import at, view

TOWARDS_TARGETS = ("prototypical", "halfway", "contextual", "logistic-concept", "logistic-context")


@pytest.mark.parametrize("name", LOSSES)
def test_an_encoder_of_another_width_than_the_vectors(name):
    outputs, inputs = torch.randn(4, 3, generator=torch.Generator().manual_seed(0)), at(0, 40, 80, 120).float()
    classes = torch.tensor([0, 0, 1, 1])
    seen = view(outputs, [(0, 1, 2)], inputs=inputs, classes=classes, prototypes=at(20, 100).float())
    whole = seen.batch.grouped(seen.names, 0.0, 10, None)  # nothing is drawn without dropout
    assert isinstance(whole, Batch)
    seen = view(outputs, [], inputs=inputs, classes=classes, prototypes=at(20, 100).float(), batch=whole)
    if name in TOWARDS_TARGETS:
        with pytest.raises(BadInput, match=f"{LOSSES[name].title}: the encoder gives rows of 3 numbers .* have 2"):
            LOSSES[name]().loss(seen)
    else:
        assert torch.isfinite(LOSSES[name]().loss(seen))
