from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.engine.learning.losses.points import at, view


def test_distances_by_hand():
    seen = view(at(0, 60, 180, length=5.0), [])
    assert torch.allclose(seen.distance(np.array([0, 0, 1]), np.array([1, 2, 1])), torch.tensor([0.5, 2, 0]).double())


def test_a_zero_row_is_at_distance_one():
    seen = view(torch.tensor([[0.0, 0.0], [1.0, 0.0]]), [])
    assert seen.distance(np.array([0]), np.array([1])).tolist() == [1.0]


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def test_many_triplets_give_the_same_gradient_every_time(two_threads):
    rng = np.random.default_rng(0)
    left, right = rng.integers(0, 20, (2, 200_000))
    gradients = []
    for _ in range(4):
        points = torch.randn(20, 8, generator=torch.Generator().manual_seed(1), requires_grad=True)
        view(points, []).distance(left, right).square().sum().backward()
        gradients.append(points.grad)
    assert all(torch.equal(gradient, gradients[0]) for gradient in gradients)
