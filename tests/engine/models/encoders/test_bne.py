from __future__ import annotations

import numpy as np
import torch

from engine.models.encoders.bne import BNE
from engine.text import tokenise

DIM = 7
NAMES = ["gout", "acute myocardial infarction of the heart", "type-2 diabetes", "β-thalassaemia", "???", ""]


def encode(words):
    rows = np.array([np.random.default_rng(list(w.encode())).normal(size=DIM) for w in words]).reshape(-1, DIM)
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def network(dropout: float = 0.0, seed: int = 0) -> torch.nn.Module:
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        made = BNE(characters=5, character_hidden=6, hidden=8, dropout=dropout).network(DIM)
    made.dropout.generator = torch.Generator().manual_seed(seed)
    return made


def outputs(made, names=NAMES, positions=None):
    return made(made.read(names, encode).take(np.arange(len(names)) if positions is None else np.array(positions)))


def direction(lstm, rows, suffix: str = ""):
    """One direction of an LSTM, step by step as its equations stand."""
    parts = {n: getattr(lstm, f"{n}_l0{suffix}") for n in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
    hidden = cell = torch.zeros(lstm.hidden_size)
    states = []
    for row in rows.flip(0) if suffix else rows:
        gates = parts["weight_ih"] @ row + parts["bias_ih"] + parts["weight_hh"] @ hidden + parts["bias_hh"]
        i, f, g, o = gates.chunk(4)
        cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
        hidden = o.sigmoid() * cell.tanh()
        states.append(hidden)
    return torch.stack(states[::-1] if suffix else states)


def both(lstm, rows):
    return torch.cat([direction(lstm, rows), direction(lstm, rows, "_reverse")], dim=1)


def naive(made, name: str) -> torch.Tensor:
    """BNE's three equations for one name."""
    words = []
    for token in tokenise(name):
        letters = made.characters(torch.tensor([ord(letter) for letter in token]))
        forward, backward = direction(made.spelling, letters)[-1], direction(made.spelling, letters, "_reverse")[0]
        words.append(torch.cat([torch.from_numpy(encode([token])[0]), forward, backward]))
    return made.out(both(made.reading, torch.stack(words)).max(dim=0).values)


def test_as_the_papers_equations_name_by_name():
    made = network()
    found = outputs(made)
    for place, name in enumerate(NAMES[:5]):
        torch.testing.assert_close(found[place], naive(made, name), atol=1e-5, rtol=1e-5)


def test_padding_changes_nothing():
    made = network()
    together = outputs(made)
    assert torch.isfinite(together).all()
    for place in range(len(NAMES)):
        torch.testing.assert_close(together[place], outputs(made, positions=[place])[0], atol=1e-6, rtol=1e-5)
    turned = outputs(made, positions=[4, 1, 0])
    torch.testing.assert_close(turned, together[[4, 1, 0]], atol=1e-6, rtol=1e-5)


def test_the_maximum_is_over_real_words_even_when_all_states_are_negative():
    made = network()
    with torch.no_grad():
        for name, weight in made.reading.named_parameters():
            weight.zero_()
            if "bias_ih" in name:
                weight[16:24] = -9.0  # the cell's candidate: every state is below zero
    pooled = []
    made.out.register_forward_hook(lambda layer, given, made: pooled.append(given[0]))
    outputs(made, ["gout", "acute gout of the big toe"])
    assert (pooled[0][0] < -0.1).all()  # zero padding would have won


def test_gradients_reach_every_part_and_padding_gives_none():
    made = network()
    outputs(made).square().sum().backward()
    assert all(p.grad is not None and torch.isfinite(p.grad).all() and p.grad.any() for p in made.parameters())
    letters = {ord(letter) for name in NAMES for token in tokenise(name) for letter in token} | {0}
    assert set(made.characters.weight.grad.any(dim=1).nonzero()[:, 0].tolist()) <= letters


def test_the_same_seed_gives_the_same_gradient_bit_for_bit():
    before, found = torch.get_num_threads(), []
    torch.set_num_threads(2)
    for _ in range(2):
        made = network(dropout=0.5, seed=3)
        outputs(made, NAMES * 30).square().sum().backward()
        found.append([p.grad for p in made.parameters()])
    torch.set_num_threads(before)
    assert all(torch.equal(a, b) for a, b in zip(*found, strict=True))


def test_dropout_rests_in_evaluation():
    made = network(dropout=0.5)
    assert not torch.equal(outputs(made), outputs(made))
    made.eval()
    assert torch.equal(outputs(made), outputs(made))


def test_the_papers_sizes_are_the_defaults():
    with torch.device("meta"):
        made = BNE().network(200)
    sizes = {name: tuple(weight.shape) for name, weight in made.named_parameters() if "weight" in name}
    assert sizes["characters.weight"][1] == 50
    assert sizes["spelling.weight_ih_l0"] == (800, 50)
    assert sizes["reading.weight_ih_l0_reverse"] == (800, 600)
    assert sizes["out.weight"] == (200, 400)


def test_weights_given_later_as_a_saved_version_does():
    made = network()
    with torch.device("meta"):
        again = BNE(characters=5, character_hidden=6, hidden=8, dropout=0.0).network(DIM)
    again.load_state_dict({name: t.clone() for name, t in made.state_dict().items()}, assign=True)
    assert torch.equal(outputs(again), outputs(made))


def test_autocast_leaves_it_in_float32():
    made = network()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        found = outputs(made)
    assert torch.equal(found, outputs(made))
