"""Real models, small: a fastText one trained once a session on a few made-up lines, and a transformer of 16 numbers."""

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.__main__ import main
from engine.workbench import Workbench

LINES = """the heart pumps blood through the body .
a heart attack is a myocardial infarction , often with chest pain .
myocardial infarction damages the muscle of the heart .
the naïve café in münchen serves größe and 心臓 .
chest pain may come from the lung or the heart .
fever and cough are signs of an infection of the lung ."""
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "heart", "attack", "lung", "fever", "-", "a", "##s"]


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "lines.txt"
    path.write_text((LINES + "\n") * 60, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def model(corpus: Path) -> Path:
    """The path of a fastText .bin of 20 dimensions."""
    fasttext = pytest.importorskip("fasttext")
    path = corpus.with_name("model.bin")
    fasttext.train_unsupervised(
        str(corpus), dim=20, bucket=20_000, minCount=2, epoch=2, thread=1, minn=2, maxn=5, verbose=0
    ).save_model(str(path))
    return path


@pytest.fixture
def sent2vec() -> Callable[..., Path]:
    """Writes a .bin of Sent2Vec as its saveModel does: 4 dimensions, random rows, minn and maxn as its default."""

    def write(path: Path, words: list[str], ngrams: int = 2, buckets: int = 50, model: int = 4) -> Path:
        words = ["<PLACEHOLDER>", *words]
        settings = struct.pack("<12id", 4, 5, 1, 1, 10, ngrams, 2, model, buckets, 3, 6, 100, 1e-4)
        entries = b"".join(word.encode() + b"\0" + struct.pack("<qb", 10, 0) for word in words)
        rows = np.random.default_rng(0).normal(size=(len(words) + buckets, 4)).astype("<f4")
        output = struct.pack("<?qq", False, len(words), 4) + bytes(len(words) * 16)
        sizes = struct.pack("<3i2q", len(words), len(words), 0, 1000, -1)
        head = struct.pack("<2i", 793712314, 12) + settings + sizes + entries
        path.write_bytes(head + struct.pack("<?qq", False, *rows.shape) + rows.tobytes() + output)
        return path

    return write


@pytest.fixture(scope="session")
def transformer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a BERT of 16 numbers with random weights; copy it, do not write to it."""
    pytest.importorskip("sentence_transformers", reason="needs requirements-transformer.txt")
    import torch
    from tokenizers import BertWordPieceTokenizer
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("transformer") / "tiny"
    folder.mkdir()
    config = BertConfig(
        vocab_size=len(WORDS), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        BertModel(config).save_pretrained(folder)
    tokenizer = BertWordPieceTokenizer({word: i for i, word in enumerate(WORDS)})
    special = {"unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer._tokenizer, **special).save_pretrained(folder)
    assert json.loads((folder / "config.json").read_text())["hidden_size"] == 16
    return folder


@pytest.fixture
def command(workbench: Workbench, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Runs a command line, which ends with `code`; its JSON, or what it says where that is not 0."""

    def run(*words: str, code: int = 0) -> Any:
        assert main([*words, "--workspace", str(workbench.workspace.folder), "--json"]) == code
        written = capsys.readouterr()
        return json.loads(written.out) if code == 0 else written.err

    return run
