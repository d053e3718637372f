"""Very many names in lists of those that are alike, two dimensions of a row in four bits: where a query looks first.

An inverted file with product quantisation (Jégou, Douze and Schmid 2011), scanned in registers (André, Kermarrec and
Le Scouarnec 2015), both by faiss. What it finds is scored again by the rows themselves. How many lists are read for a
query is measured when it is made: as few as find enough of the nearest rows of a sample of queries, 1,000 scored again,
as for 100 wanted names. Where fewer are wanted fewer are scored, which is quicker, and more is missed: of 350,000 names
0.3 % of the ten nearest among 100 that are wanted, 0.4 % among 60, 1.7 % where ten are wanted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.device import let_go
from engine.events import Progress, follow
from engine.retrieval.digest_behind import DigestingFile, is_whole
from engine.retrieval.neighbours import centres_of
from engine.retrieval.tensors import float32_of, tensor_of
from engine.workspace import written_whole

MANY = 300_000  # names above which an index has one
FORMAT = "1"
DIMENSIONS, BITS = 2, 4  # of a part of a row, and of its number
LEARNT_FROM = 48  # rows for each list
CODED_FROM = 32_768  # rows that the numbers of parts are learnt from
ROUNDS = 6  # of k-means
ROWS_AT_ONCE = 16_384  # rows at once
TAKEN = 4_096  # rows of a sample, which lie far apart in the file, at once
MORE = 10  # times as many names as are wanted that are scored by their rows
MEASURED_NAMES = 100  # names for which the number of lists is measured
SAMPLE, BEYOND = 128, 10  # queries of the sample, and how many of their nearest rows count
RECALL = 0.997  # of the sample; other queries lie a little farther from the names
TRIED = (4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768)  # lists read
MIXED = 0.6  # share of a second name in a query of the sample
LONGEST_HEAD = 1_000  # bytes


class InvertedFile:
    """The lists of an index. `probed` of them are read for a query."""

    def __init__(self, found: Any, probed: int) -> None:
        self.found, self.probed = found, probed

    @property
    def lists(self) -> int:
        """How many lists there are."""
        return int(self.found.nlist)

    def near(self, queries: np.ndarray, k: int) -> np.ndarray:
        """Row numbers int64 [queries, k] of what lies near each unit query, roughly; −1 where there is no more."""
        import faiss

        parameters = faiss.SearchParametersIVF(nprobe=self.probed)  # type: ignore[call-arg]
        found: np.ndarray = self.found.search(np.ascontiguousarray(queries, np.float32), k, params=parameters)[1]
        return found


def inverted_path(path: Path) -> Path:
    """Where the lists of an index file are."""
    return path.with_name(f"{path.stem}-lists.faiss")


def open_inverted(path: Path, sha256: str) -> InvertedFile | None:
    """The lists of the index file at `path` with this sha256; None where there are none, or damaged ones."""
    import faiss

    file = inverted_path(path)
    try:
        if not is_whole(file):
            return None
        with open(file, "rb") as source:
            about = json.loads(source.readline(LONGEST_HEAD))
            if about["of"] != sha256 or about["format"] != FORMAT:
                return None
            found = faiss.read_index(faiss.PyCallbackIOReader(source.read))  # type: ignore[attr-defined]
    except (OSError, ValueError, KeyError, TypeError, RuntimeError):
        return None
    return InvertedFile(found, int(about["probed"]))


def lists_and_read(file: Path) -> tuple[int, int] | None:
    """How many lists a file has, and how many of them are read for a query, as its first line says; None without."""
    try:
        with open(file, "rb") as source:
            about = json.loads(source.readline(LONGEST_HEAD))
        return int(about["lists"]), int(about["probed"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_inverted(path: Path, rows: np.ndarray, sha256: str, lists: int = 0) -> Iterator[Progress]:
    """Make the lists of an index file; `rows` float16 [names, dim] are its own. lists: 0, as many as suit the names."""
    import faiss

    names = len(rows)
    lists = lists or int(2 ** np.ceil(np.log2(1.5 * np.sqrt(names))))
    begin = Progress(0, names, "Arranging the names")
    draw = np.random.default_rng(0)
    plain, centres = yield from follow(partial(_learnt, rows, lists, draw), begin)
    for start in range(0, names, ROWS_AT_ONCE):
        part = float32_of(rows[start : start + ROWS_AT_ONCE])
        near = _nearest_lists(part, centres)
        plain.add_core(len(part), faiss.swig_ptr(part), None, faiss.swig_ptr(near))
        let_go(rows)
        yield Progress(min(start + ROWS_AT_ONCE, names), names, "Arranging the names")
    made = faiss.IndexIVFPQFastScan(plain)
    del plain
    inverted = InvertedFile(made, lists)
    choosing = Progress(names, names, "Choosing how many lists are read")
    inverted.probed = yield from follow(partial(probed_for, inverted, rows, draw), choosing)
    yield from follow(partial(_write, path, inverted, sha256), Progress(names, names, "Writing the lists"))


def _write(path: Path, inverted: InvertedFile, sha256: str) -> None:
    import faiss

    with written_whole(inverted_path(path)) as temporary, open(temporary, "wb") as file:
        digesting = DigestingFile(file)
        about = {"of": sha256, "format": FORMAT, "lists": inverted.lists, "probed": inverted.probed}
        digesting.write(json.dumps(about).encode() + b"\n")
        faiss.write_index(inverted.found, faiss.PyCallbackIOWriter(digesting.write))  # type: ignore[attr-defined]
        digesting.end()


def _learnt(rows: np.ndarray, lists: int, draw: np.random.Generator) -> tuple[Any, np.ndarray]:
    """What a sample of the rows teaches: lists with nothing in them, and their centres."""
    import faiss

    names, dim = rows.shape
    sample = draw.permutation(draw.choice(names, min(names, LEARNT_FROM * lists), replace=False))
    learning = _taken(rows, sample)
    centres = centres_of(learning, learning[:lists], ROUNDS, _nearest_lists)
    coarse = faiss.IndexFlatIP(dim)
    coarse.add(centres)
    parts = dim if dim % DIMENSIONS else dim // DIMENSIONS
    plain = faiss.IndexIVFPQ(coarse, dim, lists, parts, BITS, faiss.METRIC_INNER_PRODUCT)
    plain.pq.cp.min_points_per_centroid = 1
    plain.by_residual = True  # of a row what its list does not say: a hundredth more of the nearest are found
    threads = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)  # so small are the parts that threads would only wait for one another
    plain.train(learning[:CODED_FROM])
    faiss.omp_set_num_threads(threads)
    return plain, centres


def _taken(rows: np.ndarray, places: np.ndarray) -> np.ndarray:
    """The rows at these places, float32, few of the mapped file's pages in memory at once."""
    found = np.empty((len(places), rows.shape[1]), np.float32)
    order = np.argsort(places)
    for part in np.array_split(order, -(-len(order) // TAKEN)):
        found[part] = float32_of(rows[places[part]])
        let_go(rows)
    return found


def _nearest_lists(rows: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The list of each row, int64 [len(rows)], by a product in bfloat16 where the processor is quick at it: of two
    lists as near as its rounding either will do."""
    import torch

    from engine.device import has_fast_bfloat16

    kind = torch.bfloat16 if has_fast_bfloat16(torch.device("cpu")) else torch.float32
    columns = torch.from_numpy(centres).to(kind).T
    found = np.empty(len(rows), np.int64)
    for start in range(0, len(rows), ROWS_AT_ONCE):
        products = torch.from_numpy(rows[start : start + ROWS_AT_ONCE]).to(kind) @ columns
        if kind == torch.bfloat16:  # whose bits, as whole numbers, have the order of positive scores
            products = products.view(torch.int16)
        found[start : start + ROWS_AT_ONCE] = products.numpy().argmax(axis=1)
    return found


def probed_for(inverted: InvertedFile, rows: np.ndarray, draw: np.random.Generator) -> int:
    """As few lists as find RECALL of the BEYOND nearest rows of queries between two names; equal scores count alike."""
    import torch

    count, beyond = min(SAMPLE, len(rows)), min(BEYOND, len(rows))
    one, other = (float32_of(rows[np.sort(draw.choice(len(rows), count, replace=False))]) for _ in range(2))
    queries = one + MIXED * other[draw.permutation(count)]
    queries /= np.maximum(np.linalg.norm(queries, axis=1, keepdims=True), 1e-9)
    best, query_rows = torch.full((count, beyond), -torch.inf), torch.from_numpy(queries)
    for start in range(0, len(rows), ROWS_AT_ONCE):
        part = query_rows @ tensor_of(rows[start : start + ROWS_AT_ONCE]).float().T
        best = torch.cat([best, part], 1).topk(beyond).values
        let_go(rows)
    floor = best[:, -1].numpy() - 1e-6
    for probed in TRIED:
        if probed >= inverted.lists:
            break
        inverted.probed = probed
        near = inverted.near(queries, MORE * MEASURED_NAMES)
        hits = []
        for query, found, least in zip(queries, near, floor, strict=True):
            hits.append(np.count_nonzero(float32_of(rows[found[found >= 0]]) @ query >= least))
            let_go(rows)
        if np.minimum(hits, beyond).sum() >= RECALL * count * beyond:
            return probed
    return min(inverted.lists, TRIED[-1])
