"""How long a large file of mentions takes, and whether memory grows with it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from engine.benchmarks.concepts import every_concept, many_concepts, names_in, write_mentions, write_terminology
from engine.benchmarks.result import bench_result
from engine.benchmarks.training import matrix_rate
from engine.benchmarks.works import worked
from engine.events import Event, Finished, Progress
from engine.models.open import VECTORS, open_encoder
from engine.workspace import Workspace

SLUG, SEARCH = "made", "D-T+OD-T"
MENTIONS, DIFFERENT, NAMES = 1_000_000, 100_000, 76_000
SECONDS, FLAT = 300.0, 1.05
SAMPLE = 2_000  # mentions that the peer answers


def bench_normalise(
    workspace: Workspace, mentions: int = MENTIONS, different: int = DIFFERENT, names: int = NAMES, search: str = SEARCH
) -> Iterator[Event]:
    """Finished with what `bench_result` has: so many mentions, `different` of them different, tied to a terminology of
    `names` names under the shipped vectors, in a workspace of its own.

    `second half of memory` is the most memory of all by the most of the first half. The limit is the product of every
    different mention with every name; the peer TF-IDF of character trigrams by scikit-learn and a sparse product, of a
    sample, counted for all different mentions.
    """
    concepts = many_concepts(every_concept(workspace), names)
    texts = list(names_in(concepts))
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place)
        yield Progress(0, 3, f"Writing {names:,} names and {mentions:,} mentions")
        write_terminology(folder / f"{SLUG}.csv", concepts)
        write_mentions(folder / "mentions.csv", texts, mentions, different)
        del concepts
        worked("import", folder, slug=SLUG)
        yield Progress(1, 3, "Reading the names")
        worked("index", folder, slug=SLUG)
        yield Progress(2, 3, f"Normalising {mentions:,} mentions")
        row: dict[str, Any] = {"names": names, "different": different, "search": search}
        row |= worked("normalise", folder, slug=SLUG, search=search)
        sampled_mentions = (folder / "mentions.csv").read_text(encoding="utf-8").splitlines()[1 : SAMPLE + 1]
    peer = tfidf_seconds(texts, sampled_mentions) * different / max(1, len(sampled_mentions))
    products = 2.0 * different * names * open_encoder(workspace, VECTORS).dim / matrix_rate("float32") / 1e9
    limit = {"products of every mention with every name s": products}
    figures = bench_result(
        "normalise", [row], limit, {"TF-IDF by scikit-learn s": peer}, peer / row["seconds"], meets(row)
    )
    yield Finished(figures)


def meets(row: dict[str, Any]) -> bool:
    """Whether so many mentions were answered in time, and memory stayed as it was."""
    grown = row["second half of memory"]
    whole = row["mentions"] >= MENTIONS and row["different"] >= DIFFERENT
    return bool(whole and row["seconds"] < SECONDS and grown is not None and grown <= FLAT)


def tfidf_seconds(names: Sequence[str], mentions: Sequence[str]) -> float:
    """The seconds that the best name of each mention takes by TF-IDF, the names read before."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    reader = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 3))
    columns = reader.fit_transform(names).T.tocsr()
    started = time.perf_counter()
    for at in range(0, len(mentions), 200):
        scores = reader.transform(mentions[at : at + 200]) @ columns
        np.asarray(scores.argmax(axis=1))
    return time.perf_counter() - started
