"""Ways to put rows on a plane. A new one is one settings class with `placed`, and one line in LAYOUTS."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.maps.neighbours import Near, principal
from engine.settings import Settings, setting

Placed = Iterator["float | np.ndarray"]  # shares done, 0 to 1, then float32 [n, 2]
EXTENT = 10.0  # UMAP begins within a square of this side
BEAT = 0.5  # seconds after which progress is told again


@dataclass(frozen=True)
class PcaLayout(Settings):
    """The first two principal components (Pearson 1901): instant, keeps large distances, hides small groups."""

    title = "PCA"
    whole = "the two directions in which the names differ most"

    def placed(self, rows: np.ndarray, near: Near, start: np.ndarray | None, seed: int) -> Placed:
        """rows: float32 [n, dim]; `near`, `start` and `seed` change nothing here."""
        yield principal(rows, 2)


@dataclass(frozen=True)
class UmapLayout(Settings):
    """UMAP (McInnes, Healy and Melville 2018) over the cosine neighbours in the full space.

    It begins at the first two principal components, which keeps the large picture the same from run to run (Kobak
    and Linderman 2021), and draws its samples from a seeded generator on one thread, so that equal input gives equal
    maps on one machine.
    """

    title = "UMAP"
    whole = "near names stand near; distances between far groups mean little"
    neighbours: int = setting(15, "Neighbours", "Few show small groups, many the large picture.", low=2, high=50)
    spread: float = setting(
        0.25, "Least distance", "How close names may lie; small packs groups tightly.", low=0.0, high=0.99
    )
    epochs: int = setting(200, "Epochs", "Rounds of pulling and pushing.", low=20, high=2000)

    def placed(self, rows: np.ndarray, near: Near, start: np.ndarray | None, seed: int) -> Placed:
        """rows: float32 [n, dim]; near: its neighbours; start: float32 [n, 2] to begin from, else PCA."""
        k = min(self.neighbours, near.places.shape[1])
        start = principal(rows, 2) if start is None else start
        progress: queue.Queue[float | np.ndarray | BaseException] = queue.Queue()
        reported = _Reported(progress, self.epochs)

        def work() -> None:
            try:
                progress.put(self._embedded(near, k, start, seed, reported))
            except BaseException as problem:
                progress.put(problem)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        finished: float | np.ndarray = 0.0
        while not isinstance(finished, np.ndarray):
            try:
                heard = progress.get(timeout=BEAT)
            except queue.Empty:  # compiling and the graph say nothing; whoever listens may still want to cancel
                heard = finished
            if isinstance(heard, BaseException):
                raise heard
            finished = heard
            yield finished

    def _embedded(self, near: Near, k: int, start: np.ndarray, seed: int, reported: _Reported) -> np.ndarray:
        from umap.umap_ import find_ab_params, fuzzy_simplicial_set, simplicial_set_embedding

        count = len(near.places)
        itself = np.arange(count)[:, None]  # UMAP counts each point as its own first neighbour
        places = np.hstack([itself, near.places[:, :k]])
        far = np.hstack([np.zeros((count, 1), np.float32), near.distances[:, :k]])
        graph, _, _ = fuzzy_simplicial_set(
            start, k + 1, np.random.RandomState(seed), "precomputed", knn_indices=places, knn_dists=far
        )
        a, b = find_ab_params(1.0, self.spread)
        side = float(np.abs(start).max()) or 1.0
        generator = np.random.RandomState(seed)
        jitter = generator.normal(scale=1e-4, size=start.shape)  # equal names may not begin on one spot
        laid, _ = simplicial_set_embedding(
            start,
            graph,
            n_components=2,
            initial_alpha=1.0,
            a=a,
            b=b,
            gamma=1.0,
            negative_sample_rate=5,
            n_epochs=self.epochs,
            init=(start / side * EXTENT + jitter).astype(np.float32),
            random_state=generator,
            metric="euclidean",
            metric_kwds={},
            densmap=False,
            densmap_kwds={},
            output_dens=False,
            parallel=False,
            tqdm_kwds={"file": reported, "disable": False, "mininterval": 0.2, "bar_format": "{n}"},
        )
        return np.asarray(laid, dtype=np.float32)


class _Reported:
    """The file that UMAP's progress bar writes to: passes the epoch on.

    It never raises to end the work: tqdm writes while it holds a lock that every other bar of the process waits for.
    A cancelled run ends with its worker process, and its thread with it.
    """

    def __init__(self, heard: queue.Queue[float | np.ndarray | BaseException], epochs: int) -> None:
        self.heard, self.epochs = heard, epochs

    def write(self, text: str) -> None:
        if text.strip().isdigit():
            self.heard.put(min(1.0, int(text) / self.epochs))

    def flush(self) -> None:
        pass


LAYOUTS: dict[str, type[Settings]] = {"umap": UmapLayout, "pca": PcaLayout}
