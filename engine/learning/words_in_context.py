"""Words as a transformer reads what stands around them: the mean of its rows of the passages that hold a word.

A transformer says little of a rare word alone, and much of the sentences in which people write it. Means over many
passages are static rows again, which need no transformer once they are made; they stand beside the vectors' own rows
when `vectors enrich` lets words learn from synonyms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix

from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.models.open import open_encoder
from engine.models.transforms.rows import strongest_directions
from engine.settings import Settings, setting
from engine.terminology.lookup import find
from engine.text import words
from engine.vectors.passages import passages
from engine.vectors.terms import term_names
from engine.vectors.transformer_file import TransformerFile
from engine.vectors.unit import unit
from engine.vectors.word2vec_file import write_word2vec
from engine.workspace import Workspace

AT_ONCE = 9_600  # passages read between two words on progress
SHORTEST = 3  # letters of a word


@dataclass(frozen=True)
class ContextSettings(Settings):
    """How much text is read for words in context, and what their rows keep of it."""

    title = "words in context"
    most_passages: int = setting(300_000, "Most passages", "Drawn at random where the text has more.", 1, 10**9)
    dim: int = setting(100, "Dimensions", "Numbers in a row; the strongest directions of the words.", 2, 2_000)
    removed: int = setting(
        3, "Directions removed", "The strongest of passages, which say what kind of text they are of.", 0, 100
    )
    seed: int = setting(0, "Seed", "Of which passages are drawn.", 0, 2**31 - 1)


def read_words_in_context(
    workspace: Workspace,
    out: Path,
    slugs: Sequence[str],
    texts: Sequence[Path],
    transformer: str,
    settings: ContextSettings | None = None,
) -> Iterator[Event]:
    """Write to `out`, a word2vec .bin, a row for each word of these terminologies that stands in `texts`.

    A word's row is the mean of the unit rows [n, d] that the `transformer`, an encoder's id, has of its passages, less
    the mean of all passages and their `removed` strongest directions, along the `dim` strongest directions of the
    words so found; of length one, the most frequent word first. Ends with Finished({"words", "passages", "bytes"}).
    Raises BadInput or NotFound.
    """
    settings = settings or ContextSettings()
    for slug in slugs:
        find(workspace, slug)
    encoder = open_encoder(workspace, transformer)
    if not isinstance(encoder, TransformerFile):
        raise BadInput(f"“{transformer}” is no transformer, and others read no passages; add one with “--model”.")
    if settings.removed + settings.dim > encoder.dim:
        raise BadInput(f"Rows of {encoder.dim} numbers have no {settings.dim} directions but those removed; ask fewer.")
    yield Progress(0, 0, "Reading the text")
    drawn = _drawn(texts, settings)
    found = sorted({word for name in term_names(workspace, slugs) for word in words(name) if _is_read(word)})
    sums = _Sums({word: place for place, word in enumerate(found)}, encoder.dim)
    for start in range(0, len(drawn), AT_ONCE):
        part = drawn[start : start + AT_ONCE]
        sums.add(part, encoder.read(part))
        read = start + len(part)
        yield Progress(read, len(drawn), f"Reading passages: {read:,} of {len(drawn):,}")
    known = np.flatnonzero(sums.often)
    if len(known) < settings.dim:
        raise BadInput(
            f"The text holds {len(known):,} words of these terminologies, too few for rows of {settings.dim} numbers; "
            "give more text, or fewer dimensions."
        )
    rows = sums.means(settings.removed)[known]
    rows = unit(rows @ strongest_directions(rows.T @ rows)[:, : settings.dim])
    order = np.argsort(-sums.often[known], kind="stable")
    size = write_word2vec(out, [found[place] for place in known[order]], rows[order])
    yield Finished({"words": len(known), "passages": len(drawn), "bytes": size})


class _Sums:
    """What is gathered of passages read so far: sums of their rows a word, and how all passages spread."""

    def __init__(self, places: dict[str, int], dim: int) -> None:
        self.places = places
        self.often = np.zeros(len(places), np.int64)  # passages of a word
        self._of_words = np.zeros((len(places), dim), np.float32)
        self._of_all, self._products, self._count = np.zeros(dim), np.zeros((dim, dim)), 0

    def add(self, texts: Sequence[str], rows: np.ndarray) -> None:
        """Take in passages and their unit rows, float32 [n, d]."""
        pairs = [
            (place, number)
            for number, text in enumerate(texts)
            for word in set(words(text))
            if (place := self.places.get(word)) is not None
        ]
        at = np.array(pairs, np.int64).reshape(-1, 2)
        held = csr_matrix((np.ones(len(at), np.float32), (at[:, 0], at[:, 1])), (len(self.places), len(texts)))
        self._of_words += held @ rows
        self.often += np.bincount(at[:, 0], minlength=len(self.places))
        self._of_all += rows.sum(axis=0)
        self._products += rows.T @ rows
        self._count += len(texts)

    def means(self, removed: int) -> np.ndarray:
        """A word's mean row [words, d] less that of all passages and their `removed` strongest directions; float32."""
        middle = self._of_all / self._count
        away = strongest_directions(self._products - self._count * np.outer(middle, middle))[:, :removed]
        rows = self._of_words / np.maximum(self.often, 1)[:, None] - middle
        return (rows - (rows @ away) @ away.T).astype(np.float32)


def _drawn(texts: Sequence[Path], settings: ContextSettings) -> list[str]:
    every = [passage for text in texts for passage in passages(text)]
    if not every:
        raise BadInput("There is no passage of five words or more to read; give text files with sentences in them.")
    order = np.random.default_rng(settings.seed).permutation(len(every))[: settings.most_passages]
    return [every[place] for place in order.tolist()]


def _is_read(word: str) -> bool:
    return len(word) >= SHORTEST and word[0].isalpha()
