"""Character TF-IDF as dense vectors: the exact rows projected on their strongest directions.

The projection is the truncated SVD of the names it was fitted on (latent semantic analysis, Deerwester et al. 1990),
so that lexical likeness can be searched, trained on and fused as any other vectors.

    ngrams      uint8 [bytes]         the n-grams, joined by line ends
    idf         float32 [V]
    directions  float16 [V, dim]
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.errors import BadInput, Damaged
from engine.text.text_arrays import lines_of, text_array
from engine.vectors.lexical import LONGEST, SHORTEST, CharacterTfidf
from engine.vectors.recipe_file import OfKind, read, written
from engine.vectors.unit import unit

KIND = "lexical"
DIM, NGRAMS = 300, 50_000
LONGEST_NGRAM = 10
_MOST_IDF = 1e3  # it grows with the logarithm of the number of names
_ARRAYS = {"ngrams": ("U8", 1), "idf": ("F32", 1), "directions": ("F16", 2)}


class LexicalFile(OfKind):
    """Vectors of the spelling of names."""

    kind = KIND

    def __init__(self, path: Path, tfidf: CharacterTfidf, directions: np.ndarray) -> None:
        self.path = path
        self.tfidf = tfidf
        self.directions = directions
        self.dim = int(directions.shape[1])

    @classmethod
    def load(cls, path: Path) -> LexicalFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        about, arrays = read(path, KIND, _ARRAYS)
        shortest, longest = about.get("shortest"), about.get("longest")
        ngrams = lines_of(arrays["ngrams"]) if arrays else []
        whole = bool(ngrams) and len(set(ngrams)) == len(ngrams) == len(arrays["idf"]) == len(arrays["directions"])
        if not (whole and arrays["directions"].shape[1] and type(shortest) is type(longest) is int):
            raise Damaged(f"The vectors file {path} contradicts itself about its size; make or copy it again.")
        if arrays["idf"].min() < 0 or arrays["idf"].max() > _MOST_IDF:
            raise Damaged(f"The vectors file {path} weighs n-grams as no names do; make it again, or copy it again.")
        if not 1 <= shortest <= longest <= LONGEST_NGRAM:
            raise Damaged(
                f"The vectors file {path} is damaged: n-grams of {shortest} to {longest} cannot be; copy it again."
            )
        tfidf = CharacterTfidf.of(ngrams, arrays["idf"], shortest, longest)
        return cls(path, tfidf, arrays["directions"].astype(np.float32))

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

    if not 1 <= shortest <= longest <= LONGEST_NGRAM:
        raise BadInput(
            f"n-grams of {shortest} to {longest} characters cannot be; choose 1 to {LONGEST_NGRAM}, the shorter first."
        )
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
