"""Pretrained name representations: a text becomes the mean of its words' vectors, as a unit row.

    vectors = load_vectors(SHIPPED)
    rows = vectors.encode(["heart attack", "myocardial infarction"])   # float32 [2, dim]

A format is one file here and one line in `VECTORS`. Reading needs numpy and scipy only; fastText itself is needed
to train (`train_vectors`), never to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from engine.errors import BadInput, NotFound
from engine.vectors.compact_file import CompactFile
from engine.vectors.compacting import compact
from engine.vectors.enriched_file import EnrichedFile
from engine.vectors.fasttext_file import FastTextFile
from engine.vectors.fused_file import FusedFile
from engine.vectors.ids import SHIPPED
from engine.vectors.lexical_file import LexicalFile
from engine.vectors.names_file import NamesFile
from engine.vectors.sent2vec_file import Sent2VecFile
from engine.vectors.text_file import TextFile
from engine.vectors.training import train_vectors
from engine.vectors.transformer_file import TransformerFile
from engine.vectors.word2vec_file import Word2VecFile

__all__ = ["SHIPPED", "VECTORS", "Vectors", "VectorsFormat", "compact", "format_of", "load_vectors", "train_vectors"]


class Vectors(Protocol):
    """Turns texts into rows. `sha256` identifies the content: whatever is cached from the rows keys on it."""

    @property
    def dim(self) -> int:
        """How many numbers a row has."""
        ...

    @property
    def sha256(self) -> str:
        """The hash of the content, in hexadecimal digits."""
        ...

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """float32 [len(texts), dim], unit rows; a text without any vector is an all-zero row."""
        ...


class VectorsFormat(Protocol):
    """A file format of vectors: says from the first bytes whether a file is its own, and loads it."""

    @staticmethod
    def recognises(head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""
        ...

    @classmethod
    def load(cls, path: Path) -> Vectors:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        ...


VECTORS: dict[str, type[VectorsFormat]] = {
    "sentence-transformers": TransformerFile,
    "lexical": LexicalFile,
    "fused": FusedFile,
    "enriched": EnrichedFile,
    "names": NamesFile,
    "compact": CompactFile,  # any other safetensors file, which it then names
    "sent2vec": Sent2VecFile,  # fastText's layout, another model
    "fasttext": FastTextFile,
    "text": TextFile,
    "word2vec": Word2VecFile,
}


def load_vectors(path: Path | str) -> Vectors:
    """The vectors in the file at `path`, whose format is recognised by its content.

    Raises NotFound when there is no such file, BadInput when it is none of `VECTORS`, Damaged when it is cut short.
    """
    return VECTORS[format_of(path)].load(Path(path))


def format_of(path: Path | str) -> str:
    """The key in `VECTORS` of the file at `path`, by its first bytes; raises as `load_vectors`."""
    path = Path(path)
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name the vectors file itself.")
    if not path.is_file():
        raise NotFound(f"There is no vectors file at {path}; check the path, or train one with “vectors train”.")
    with path.open("rb") as file:
        head = file.read(4096)
    if not head:
        raise BadInput(f"The vectors file {path} is empty; copy or download it again.")
    for name, format in VECTORS.items():
        if format.recognises(head):
            return name
    raise BadInput(
        f"{path} is not a vectors file that can be read; give a .bin of fastText, Sent2Vec or word2vec, a word2vec or "
        "GloVe text file (plain, .gz or .xz; a name of several words before a tab), or one made by “vectors compact”, "
        "“lexical”, “fuse”, “enrich” or “add --model”."
    )
