"""The rows of a terminology's names under an encoder, as files that other programs read: NumPy, word2vec, FAISS.

Beside the rows stands a TSV with what each row is, which the TensorBoard projector takes as metadata.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.events import say
from engine.models.protocol import NameEncoder
from engine.terminology.lookup import find
from engine.workspace import Workspace, written_whole
from store import imported_names

CHUNK = 64  # so few at once that every encoder gives its exact rows; see `TrainedEncoder`
BLANKS = str.maketrans({"\t": " ", "\n": " ", "\r": " "})
HEADING = ("row", "name", "concept", "kind", "scope")
Names = Sequence[tuple[int, int, str, str, str, str]]  # as `store.terminologies.name_rows` gives them
Write = Callable[[Path, Names, NameEncoder], list[Path]]


def write_row_file(workspace: Workspace, slug: str, encoder: NameEncoder, format: str, out: Path) -> dict[str, Any]:
    """Encode every imported name, in float32, and write the rows; {"file", "format", "rows", "dim", "beside"}.

    BadInput for another format, an ending that denies it, or a folder that is not there.
    """
    known = next((name for name, (ending, _) in ROW_FILES.items() if out.name.lower().endswith(ending)), "")
    if not (format := format or known):
        raise BadInput(
            f"{out.name}: the ending names no format; use {', '.join(one for one, _ in ROW_FILES.values())}."
        )
    if format not in ROW_FILES:
        raise BadInput(f"Rows of an encoder come as {', '.join(ROW_FILES)}, not as {format}.")
    ending, write = ROW_FILES[format]
    if known != format:
        raise BadInput(f"{out.name} does not end in {ending}, as {format} does; rename it, or leave the format out.")
    if not out.resolve().parent.is_dir():
        raise BadInput(f"There is no folder {out.resolve().parent} for {out.name}; make it first.")
    find(workspace, slug)
    with workspace.reading() as db:
        names = imported_names.rows(db, slug)
    beside = write(out, names, encoder)
    return {
        "file": str(out),
        "format": format,
        "rows": len(names),
        "dim": encoder.dim,
        "beside": [str(path) for path in beside],
    }


def _rows(names: Names, encoder: NameEncoder) -> Iterator[np.ndarray]:
    for start in range(0, len(names), CHUNK):
        say(f"{start:,} names", start / len(names))
        texts = [name[3] for name in names[start : start + CHUNK]]
        yield np.ascontiguousarray(encoder.encode(texts), dtype="<f4")


def _numpy(out: Path, names: Names, encoder: NameEncoder) -> list[Path]:
    with written_whole(out) as temporary, open(temporary, "wb") as file:
        shape = {"descr": "<f4", "fortran_order": False, "shape": (len(names), encoder.dim)}
        np.lib.format.write_array_header_1_0(file, shape)
        for rows in _rows(names, encoder):
            file.write(rows.tobytes())
    vectors = out.with_suffix(".vectors.tsv")
    written = np.load(out, mmap_mode="r")
    with written_whole(vectors) as temporary, open(temporary, "w", encoding="ascii", newline="\n") as file:
        file.writelines("\t".join(map(repr, row.tolist())) + "\n" for row in written)
    return [_metadata(out, names), vectors]


def _word2vec(out: Path, names: Names, encoder: NameEncoder) -> list[Path]:
    """Text of word2vec, where a blank ends the word: blanks of names are underscores, equal names stand once."""
    words = ["_".join(name[3].split()) or "_" for name in names]
    first = {word: place for place, word in reversed(list(enumerate(words)))}
    with written_whole(out) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write(f"{len(first)} {encoder.dim}\n")
        place = 0
        for rows in _rows(names, encoder):
            for row in rows:
                if first[words[place]] == place:
                    file.write(f"{words[place]} {' '.join(map(repr, row.tolist()))}\n")
                place += 1
    return []


def _faiss(out: Path, names: Names, encoder: NameEncoder) -> list[Path]:
    """Inner products of unit rows, which are cosines; the ids are the numbers of the rows."""
    import faiss

    index = faiss.IndexIDMap2(faiss.IndexFlatIP(encoder.dim))
    place = 0
    for rows in _rows(names, encoder):
        index.add_with_ids(rows, np.arange(place, place + len(rows), dtype=np.int64))
        place += len(rows)
    with written_whole(out) as temporary:
        faiss.write_index(index, str(temporary))
    return [_metadata(out, names)]


def _metadata(out: Path, names: Names) -> Path:
    path = out.with_suffix(".tsv")
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write("\t".join(HEADING) + "\n")
        for place, (_, _, code, text, kind, scope) in enumerate(names):
            file.write(f"{place}\t{text.translate(BLANKS)}\t{code}\t{kind}\t{scope}\n")
    return path


ROW_FILES: dict[str, tuple[str, Write]] = {
    "npy": (".npy", _numpy),
    "word2vec": (".vec", _word2vec),
    "faiss": (".faiss", _faiss),
}  # format -> its ending, and what writes it
