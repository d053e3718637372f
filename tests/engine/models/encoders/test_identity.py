from __future__ import annotations

import torch

from engine.models.encoders.identity import Identity


def test_it_gives_its_input_and_has_nothing_to_train():
    network, rows = Identity().network(3), torch.randn(2, 3)
    assert torch.equal(network(rows), rows)
    assert not list(network.parameters())
    assert not network.state_dict()
