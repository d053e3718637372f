"""A real fastText model, small, trained once a session on a few made-up lines."""

from pathlib import Path

import pytest

LINES = """the heart pumps blood through the body .
a heart attack is a myocardial infarction , often with chest pain .
myocardial infarction damages the muscle of the heart .
the naïve café in münchen serves größe and 心臓 .
chest pain may come from the lung or the heart .
fever and cough are signs of an infection of the lung ."""


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
