"""Work dealt to several processes or machines by Dask, in parts; one whose worker is lost is done again.

A part is a function of a module here, called with plain values; it and what it gives are pickled on the wire between
processes that trust one another, nowhere else. So `local` stands on this machine's loopback alone, and other hosts are
reached over TLS only, each side with a certificate of one authority.
"""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NomenclatorError, Unavailable

LOCAL = "local"
ADDRESS = re.compile(r"tls://[^\s/:]+:\d{1,5}|tls://\[[0-9a-fA-F:]+\]:\d{1,5}")
AUTHORITY, CERTIFICATE, KEY = "ca.pem", "cert.pem", "key.pem"
ANSWERS_WITHIN = 15  # seconds
LOST_AT_MOST = 3  # workers that end while they do one part
LOOPBACK = "127.0.0.1"
SETTINGS = {"distributed.scheduler.allowed-failures": LOST_AT_MOST, "distributed.scheduler.http.routes": [],
            "distributed.worker.http.routes": []}  # fmt: skip
REMEDY = "install it with “pip install -r requirements-cluster.txt”"


@dataclass(frozen=True)
class ClusterAddress:
    """Which cluster: `local`, or a scheduler's address with a folder of ca.pem, cert.pem and key.pem.

    workers: of a local one, 0 for one a processor. BadInput for any other address, and for certificates that lack.
    """

    address: str
    certificates: Path | None = None
    workers: int = 0

    def __post_init__(self) -> None:
        if self.address == LOCAL:
            return
        if not ADDRESS.fullmatch(self.address):
            raise BadInput(
                f"“{self.address}” is no cluster: give local, or tls://HOST:PORT with --certificates; what goes to "
                "other hosts is not sent unprotected."
            )
        lacking = [name for name in (AUTHORITY, CERTIFICATE, KEY) if not (self.folder / name).is_file()]
        if self.certificates is None or lacking:
            raise BadInput(
                f"{self.address} is reached with certificates: name a folder with {AUTHORITY}, {CERTIFICATE} and {KEY} "
                f"by --certificates{f'; {self.certificates} lacks {lacking[0]}' if self.certificates else ''}."
            )

    @property
    def folder(self) -> Path:
        """Where the certificates are."""
        return self.certificates or Path()


class Cluster:
    """An open cluster. `client` is Dask's own."""

    def __init__(self, client: Any) -> None:
        self.client = client

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        return len(self.client.nthreads())

    def as_completed(self, work: Callable[..., Any], parts: Sequence[Any], *same: Any) -> Iterator[tuple[int, Any]]:
        """`work(*same, part)` of each part: its number and what came of it, in the order in which they are done.

        The part of a worker that ends is done by another one. An error of a part is raised here; NomenclatorError
        where a part took LOST_AT_MOST workers with it, Unavailable where the scheduler ends. Closing the generator
        gives up what is not done.
        """
        from distributed import CancelledError, KilledWorker, as_completed

        numbers = {self.client.submit(work, *same, part, pure=False): place for place, part in enumerate(parts)}
        try:
            for future in as_completed(list(numbers)):
                found, number = future.result(), numbers.pop(future)
                future.release()
                yield number, found
        except KilledWorker as lost:
            raise NomenclatorError(
                f"One part of the work ended {LOST_AT_MOST} workers of the cluster; look into their logs, and give "
                "them more memory."
            ) from lost
        except CancelledError as lost:
            raise Unavailable("The scheduler of the cluster ended; start it, and this work, again.") from lost
        finally:
            self.client.cancel(list(numbers), force=True)

    def shared(self, value: Any) -> Any:
        """A large value that many parts are given, sent to each worker once."""
        return self.client.scatter(value, broadcast=True, hash=False)

    def everywhere(self, work: Callable[..., Any], *given: Any) -> list[Any]:
        """`work(*given)` of every worker, in no order."""
        return list(self.client.run(work, *given).values())


def check_installed() -> None:
    """BadInput without Dask."""
    if importlib.util.find_spec("distributed") is None:
        raise BadInput(f"A cluster needs Dask; {REMEDY}.")


@contextmanager
def opened(where: ClusterAddress) -> Iterator[Cluster]:
    """The cluster, until the block is left; a local one is started and ended with it.

    BadInput without Dask; Unavailable where no scheduler answers or it has no worker.
    """
    check_installed()
    import dask
    import distributed  # noqa: F401  # before its settings are changed: leaving the block would take its own away

    with dask.config.set(SETTINGS):
        if where.address == LOCAL:
            with _local(where.workers or os.cpu_count() or 1) as client:
                yield Cluster(client)
        else:
            with _remote(where) as client:
                yield Cluster(client)


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    """Processes of this machine: nothing listens but on the loopback, and no dashboard is served."""
    from distributed import Client, LocalCluster

    own = {"dashboard": False, "http_prefix": None}
    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host=LOOPBACK,
            dashboard_address=f"{LOOPBACK}:0",
            worker_dashboard_address=f"{LOOPBACK}:0",
            scheduler_kwargs=own,
            memory_limit=None,
            silence_logs=50,
        ) as made,
        Client(made) as client,
    ):
        yield client


@contextmanager
def _remote(where: ClusterAddress) -> Iterator[Any]:
    """A scheduler that is there, over TLS, with a worker at least."""
    from distributed import Client
    from distributed.security import Security

    security = Security(
        tls_ca_file=str(where.folder / AUTHORITY),
        tls_client_cert=str(where.folder / CERTIFICATE),
        tls_client_key=str(where.folder / KEY),
        require_encryption=True,
    )
    try:
        client = Client(where.address, security=security, timeout=ANSWERS_WITHIN)
    except (OSError, ValueError) as problem:
        raise Unavailable(
            f"No scheduler answers at {where.address} with these certificates; start one there with “dask scheduler”, "
            "or correct the address or the certificates."
        ) from problem
    with client:
        if not client.nthreads():
            raise Unavailable(f"The scheduler at {where.address} has no worker; start one with “dask worker”.")
        yield client
