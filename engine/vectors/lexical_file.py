"""Character TF-IDF as dense vectors: the exact rows projected on their strongest directions.

The projection is the truncated SVD of the names it was fitted on (latent semantic analysis, Deerwester et al. 1990),
so that lexical likeness can be searched, trained on and fused as any other vectors.

    ngrams      uint8 [bytes]         the n-grams, joined by line ends
    idf         float32 [V]
    directions  float16 [V, dim]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from engine.errors import BadInput
from engine.vectors.lexical import LONGEST, SHORTEST, CharacterTfidf
from engine.vectors.recipe_file import kind_of, lines_of, read, text_array, written
from engine.vectors.unit import unit
from engine.workspace import sha256_of

KIND = "lexical"
DIM, NGRAMS = 300, 50_000


class LexicalFile:
    """Vectors of the spelling of names."""

    def __init__(self, path: Path, tfidf: CharacterTfidf, directions: np.ndarray) -> None:
        self.path = path
        self.tfidf = tfidf
        self.directions = directions
        self.dim = int(directions.shape[1])

    @staticmethod
    def recognises(head: bytes) -> bool:
        return kind_of(head) == KIND

    @classmethod
    def load(cls, path: Path) -> LexicalFile:
        about, arrays = read(path, KIND)
        tfidf = CharacterTfidf.of(lines_of(arrays["ngrams"]), arrays["idf"], about["shortest"], about["longest"])
        return cls(path, tfidf, arrays["directions"].astype(np.float32))

    @cached_property
    def sha256(self) -> str:
        """The sha256 of the file."""
        return sha256_of(self.path)

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit rows, float32 [len(texts), dim]; zero for a text without a word or a known n-gram."""
        return unit(self.tfidf.encode(texts) @ self.directions)


def fit_lexical(
    out: Path,
    texts: Sequence[str],
    fitted_on: Sequence[str] = (),
    dim: int = DIM,
    shortest: int = SHORTEST,
    longest: int = LONGEST,
) -> LexicalFile:
    """Fit on `texts` and write to `out`; fewer texts or n-grams than `dim` give fewer columns.

    `fitted_on` names where the texts are from, kept in the file. The same texts give the same file.
    Raises BadInput for settings that cannot be.
    """
    from sklearn.decomposition import TruncatedSVD

    if not 1 <= shortest <= longest <= 10:
        raise BadInput(f"n-grams of {shortest} to {longest} characters cannot be; choose 1 to 10, the shorter first.")
    if not 2 <= dim <= 2000:
        raise BadInput(f"Lexical vectors of {dim} numbers cannot be; choose 2 to 2000.")
    tfidf = CharacterTfidf(texts, shortest, longest, most=NGRAMS)
    rows = tfidf.encode(texts)
    dim = min(dim, *rows.shape)
    directions = TruncatedSVD(dim, n_iter=3, random_state=0).fit(rows).components_.T
    written(
        out,
        KIND,
        {"fitted_on": list(fitted_on), "names": len(texts), "dim": dim, "shortest": shortest, "longest": longest},
        {"ngrams": text_array(tfidf.ngrams), "idf": tfidf.idf, "directions": directions.astype(np.float16)},
    )
    return LexicalFile.load(out)
