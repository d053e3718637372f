"""The rows of a terminology's names under an encoder, as files that other programs read: NumPy, word2vec, FAISS.

Beside the rows stands a TSV with what each row is, which the TensorBoard projector takes as metadata.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.errors import BadInput
from engine.events import say
from engine.formats.opening.numbers import finite_number
from engine.models.protocol import NameEncoder
from engine.terminology.lookup import find
from engine.workspace import Workspace, written_whole
from store import imported_names

CHUNK = 64  # so few at once that every encoder gives its exact rows; see `TrainedEncoder`
BLANKS = str.maketrans({"\t": " ", "\n": " ", "\r": " "})
HEADING = ("row", "name", "concept", "kind", "scope")
WHAT_ROWS_ARE, ROWS_AS_TEXT = ".tsv", ".vectors.tsv"  # endings of what stands beside the rows
LONGEST_LINE = 2**20  # characters of a first line that is looked at
Names = Sequence[imported_names.ImportedName]
Write = Callable[[Path, Names, NameEncoder], None]


class RowFormat(NamedTuple):
    """A file of rows: its ending, what writes it, and the endings of the files that it has beside it."""

    ending: str
    write: Write
    beside: tuple[str, ...] = ()


def write_row_file(workspace: Workspace, slug: str, encoder: NameEncoder, format: str, out: Path) -> dict[str, Any]:
    """Encode every imported name, in float32, and write the rows; {"file", "format", "rows", "dim", "beside"}.

    BadInput for another format, an ending that denies it, a folder that is not there, or a file of somebody's own in
    the place of one that stands beside the rows.
    """
    known = next((name for name, one in ROW_FILES.items() if out.name.lower().endswith(one.ending)), "")
    if not (format := format or known):
        raise BadInput(
            f"{out.name}: the ending names no format; use {', '.join(one.ending for one in ROW_FILES.values())}."
        )
    if format not in ROW_FILES:
        raise BadInput(f"Rows of an encoder come as {', '.join(ROW_FILES)}, not as {format}.")
    ending, write, beside = ROW_FILES[format]
    if known != format:
        raise BadInput(f"{out.name} does not end in {ending}, as {format} does; rename it, or leave the format out.")
    if not out.resolve().parent.is_dir():
        raise BadInput(f"There is no folder {out.resolve().parent} for {out.name}; make it first.")
    for one in beside:
        _refuse_to_replace(out.with_suffix(one))
    find(workspace, slug)
    with workspace.reading() as db:
        names = imported_names.rows(db, slug)
    write(out, names, encoder)
    if WHAT_ROWS_ARE in beside:  # before the rows as text: it tells that they are of an export
        _write_what_rows_are(out.with_suffix(WHAT_ROWS_ARE), names)
    if ROWS_AS_TEXT in beside:
        _write_as_text(out, out.with_suffix(ROWS_AS_TEXT))
    return {
        "file": str(out),
        "format": format,
        "rows": len(names),
        "dim": encoder.dim,
        "beside": [str(out.with_suffix(one)) for one in beside],
    }


def _refuse_to_replace(path: Path) -> None:
    """BadInput where something is at `path` that no export of rows wrote."""
    if path.exists() and not _is_of_an_export(path):
        raise BadInput(
            f"{path} is there already, and no export of rows wrote it; move it, or give the rows another name."
        )


def _is_of_an_export(path: Path) -> bool:
    """Whether a file says what rows are, or has nothing but numbers in its first line and stands beside such a one."""
    if not path.is_file():
        return False
    with open(path, encoding="utf-8", errors="replace") as file:
        cells = file.readline(LONGEST_LINE).rstrip("\n").split("\t")
    if not path.name.endswith(ROWS_AS_TEXT):
        return cells == list(HEADING)
    stem = path.name.removesuffix(ROWS_AS_TEXT)
    return _is_of_an_export(path.with_name(stem + WHAT_ROWS_ARE)) and all(
        finite_number(cell) is not None for cell in cells
    )


def _rows(names: Names, encoder: NameEncoder) -> Iterator[np.ndarray]:
    for start in range(0, len(names), CHUNK):
        say(f"{start:,} names", start / len(names))
        texts = [name.text for name in names[start : start + CHUNK]]
        yield np.ascontiguousarray(encoder.encode(texts), dtype="<f4")


def _numpy(out: Path, names: Names, encoder: NameEncoder) -> None:
    with written_whole(out) as temporary, open(temporary, "wb") as file:
        shape = {"descr": "<f4", "fortran_order": False, "shape": (len(names), encoder.dim)}
        np.lib.format.write_array_header_1_0(file, shape)
        for rows in _rows(names, encoder):
            file.write(rows.tobytes())


def _word2vec(out: Path, names: Names, encoder: NameEncoder) -> None:
    """Text of word2vec, where a blank ends the word: blanks of names are underscores, equal names stand once."""
    words = ["_".join(name.text.split()) or "_" for name in names]
    first = {word: place for place, word in reversed(list(enumerate(words)))}
    with written_whole(out) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write(f"{len(first)} {encoder.dim}\n")
        place = 0
        for rows in _rows(names, encoder):
            for row in rows:
                if first[words[place]] == place:
                    file.write(f"{words[place]} {' '.join(map(repr, row.tolist()))}\n")
                place += 1


def _faiss(out: Path, names: Names, encoder: NameEncoder) -> None:
    """Inner products of unit rows, which are cosines; the ids are the numbers of the rows."""
    import faiss

    index = faiss.IndexIDMap2(faiss.IndexFlatIP(encoder.dim))
    place = 0
    for rows in _rows(names, encoder):
        index.add_with_ids(rows, np.arange(place, place + len(rows), dtype=np.int64))
        place += len(rows)
    with written_whole(out) as temporary:
        faiss.write_index(index, str(temporary))


def _write_as_text(rows: Path, out: Path) -> None:
    written = np.load(rows, mmap_mode="r")
    with written_whole(out) as temporary, open(temporary, "w", encoding="ascii", newline="\n") as file:
        file.writelines("\t".join(map(repr, row.tolist())) + "\n" for row in written)


def _write_what_rows_are(path: Path, names: Names) -> None:
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write("\t".join(HEADING) + "\n")
        for place, (_, _, code, text, kind, scope) in enumerate(names):
            file.write(f"{place}\t{text.translate(BLANKS)}\t{code}\t{kind}\t{scope}\n")


ROW_FILES: dict[str, RowFormat] = {
    "npy": RowFormat(".npy", _numpy, (WHAT_ROWS_ARE, ROWS_AS_TEXT)),
    "word2vec": RowFormat(".vec", _word2vec),
    "faiss": RowFormat(".faiss", _faiss, (WHAT_ROWS_ARE,)),
}
