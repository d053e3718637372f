"""Skip-gram with name and concept tokens: SGW, SGS and SGS.C (Phan, Sun and Tay 2019, section 4).

sgw           a name is the mean of its words
sgs           its own token where it was annotated often enough, else the mean of its words
sgs.c         the same, trained beside concept tokens
sgs.c-concept the token of its concept where an annotated name has one, else as sgs.c

words, names, concepts   uint8 [bytes]    joined by line ends; a name as its tokens joined by spaces
word_rows, name_rows, concept_rows        float32 [n, dim]
name_number, name_concept                 int32 [names]: rows of a name and of its most frequent concept, or -1
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path

import numpy as np

from engine.errors import BadInput, Damaged
from engine.events import Event, Finished, result_of
from engine.text import tokenise
from engine.text.text_arrays import lines_of, text_array
from engine.vectors.annotated import CONCEPT, NAME, AnnotatedMentions, concept_token, frequent, name_token
from engine.vectors.averaging import WordAverage, index_of
from engine.vectors.corpus import corpus_lines
from engine.vectors.fasttext_file import END_OF_LINE, FastTextFile
from engine.vectors.recipe_file import OfKind, read, written
from engine.vectors.settings import VectorSettings
from engine.vectors.training import TOO_RARE, train_vectors
from engine.vectors.unit import unit

KIND = "names"
_ARRAYS = {
    **dict.fromkeys(("words", "names", "concepts"), ("U8", 1)),
    **dict.fromkeys(("word_rows", "name_rows", "concept_rows"), ("F32", 2)),
    **dict.fromkeys(("name_number", "name_concept"), ("I32", 1)),
}
KINDS = ("sgw", "sgs", "sgs.c", "sgs.c-concept")


class NamesFile(OfKind, WordAverage):
    """Vectors of words, names and concepts from annotated text."""

    kind = KIND

    def __init__(self, path: Path, model: str, arrays: dict[str, np.ndarray]) -> None:
        self.path = path
        self.model = model
        self.words = lines_of(arrays["words"])
        self.names = lines_of(arrays["names"])
        self.concepts = lines_of(arrays["concepts"])
        self.dim = int(arrays["word_rows"].shape[1])
        self._arrays = arrays
        self._index, self._name = index_of(self.words), index_of(self.names)

    @classmethod
    def load(cls, path: Path) -> NamesFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        about, arrays = read(path, KIND, _ARRAYS)
        model = about.get("model")
        if not arrays or model not in KINDS:
            raise Damaged(f"The vectors file {path} is none of {', '.join(KINDS)}; make it again, or copy it again.")
        found = cls(path, model, arrays)
        if not found._fits():
            raise Damaged(f"The vectors file {path} contradicts itself about its size; make or copy it again.")
        return found

    def _fits(self) -> bool:
        """Whether the arrays belong together: rows as wide, and none named that is not there."""
        rows = {name: array for name, array in self._arrays.items() if name.endswith("_rows")}
        numbers = [
            (self._arrays["name_number"], len(rows["name_rows"])),
            (self._arrays["name_concept"], len(self.concepts)),
        ]
        return (
            len(self.words) == len(rows["word_rows"])
            and len(self.concepts) == len(rows["concept_rows"])
            and {array.shape[1] for array in rows.values()} == {self.dim}
            and self.dim > 0
            and all(len(at) == len(self.names) and (at >= -1).all() and (at < most).all() for at, most in numbers)
        )

    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Raw vectors of `tokens`, float32 [m, dim], and which have one, bool [m]; the others are zero rows."""
        return _taken(self._arrays["word_rows"], [self._index.get(token, -1) for token in tokens])

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit rows, float32 [len(texts), dim]: of the name or its concept where known, else of its words."""
        rows = super().encode(texts)
        if not self.names or self.model == "sgw":
            return rows
        number = np.array([self._name.get(" ".join(tokenise(text)), -1) for text in texts], np.int64)
        order = [("name_rows", "name_number")]
        if self.model == "sgs.c-concept":
            order.append(("concept_rows", "name_concept"))
        for table, which in order:
            found, known = _taken(self._arrays[table], np.where(number >= 0, self._arrays[which][number], -1))
            rows[known] = unit(found[known])
        return rows


def _taken(table: np.ndarray, numbers: Sequence[int] | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows of `table` with these numbers, zero for -1, and which those are not."""
    at = np.asarray(numbers, np.int64)
    found = np.zeros((len(at), table.shape[1]), np.float32)
    found[at >= 0] = table[at[at >= 0]]
    return found, at >= 0


def train_names(
    annotated: Sequence[Path],
    out: Path,
    model: str = "sgs.c",
    settings: VectorSettings | None = None,
    corpora: Sequence[Path] = (),
) -> Iterator[Event]:
    """Train on annotated PubTator files, and on `corpora` as plain text, and write the vectors to `out`.

    `settings` as for `train_vectors`, without subwords; the paper's are 200 dimensions, window 6, 5 negatives, words
    seen 3 times, counted in the text as it is and not in the sequences made of it. Ends with
    `Finished({"path", "words", "names", "concepts", "dim", "skipped"})`, where `skipped` counts mentions that are not
    where the file says. Raises BadInput, NotFound or Damaged for the files.
    """
    if model not in KINDS:
        raise BadInput(f"No skip-gram of names is called {model!r}; there are {', '.join(KINDS)}.")
    settings = replace(settings or VectorSettings(dim=200), longest=0, term_repeats=1)
    met, out = AnnotatedMentions(), Path(out)
    annotated, corpora = [Path(path) for path in annotated], [Path(path) for path in corpora]
    if not out.parent.is_dir():
        raise BadInput(f"The folder {out.parent} for the vectors is not there; make it first.")
    with tempfile.TemporaryDirectory(prefix=".names-", dir=out.parent, ignore_cleanup_errors=True) as folder:
        trained = Path(folder) / "model.bin"
        tokens = yield from frequent(annotated, corpora, settings.min_count)
        if not tokens:
            raise BadInput(TOO_RARE.format(count=settings.min_count))
        lines = chain(met.lines(annotated, model.removesuffix("-concept")), *map(corpus_lines, corpora))
        frequent_only = (" ".join(token for token in tokenise(line) if token in tokens) for line in lines)
        yield from result_of(train_vectors((), trained, replace(settings, min_count=1), frequent_only))
        counts = _split(trained, out, model, settings, met)
    yield Finished({"path": str(out), **counts, "dim": settings.dim, "skipped": met.skipped})


def _split(trained: Path, out: Path, model: str, settings: VectorSettings, met: AnnotatedMentions) -> dict[str, int]:
    """Write the vocabulary of the trained file apart: words, names, concepts; how many of each."""
    source = FastTextFile.load(trained)
    place = {word: i for i, word in enumerate(source.words)}
    table = source.table[: len(source.words)]
    words = [word for word in source.words if not word.startswith((NAME, CONCEPT)) and word != END_OF_LINE]
    ids = sorted({id for counts in met.concepts.values() for id in counts if id and concept_token(id) in place})
    row_of_concept = {id: i for i, id in enumerate(ids)}
    names: list[str] = []
    number: list[int] = []
    concept: list[int] = []
    own: list[int] = []  # rows of the names that have one
    for name, counts in met.concepts.items():
        row = place.get(name_token(name), -1)
        best = max((id for id in counts if id in row_of_concept), key=lambda id: (counts[id], id), default="")
        if row >= 0 or best:
            names.append(name)
            number.append(len(own) if row >= 0 else -1)
            concept.append(row_of_concept.get(best, -1))
            own += [row] if row >= 0 else []
    arrays = {
        "words": text_array(words),
        "names": text_array(names),
        "concepts": text_array(ids),
        "word_rows": np.array(table[[place[word] for word in words]]),
        "name_rows": np.array(table[np.array(own, np.int64)]),
        "concept_rows": np.array(table[np.array([place[concept_token(id)] for id in ids], np.int64)]),
        "name_number": np.array(number, np.int32),
        "name_concept": np.array(concept, np.int32),
    }
    written(out, KIND, {"model": model, "trained_with": asdict(settings)}, arrays)
    return {"words": len(words), "names": len(own), "concepts": len(ids)}
