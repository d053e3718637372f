"""A real scheduler with four workers on this machine: the same answers, one worker killed midway, nothing else open."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine.jobs.cluster
from engine.errors import BadInput, NomenclatorError, Unavailable
from engine.jobs.cluster import AUTHORITY, CERTIFICATE, KEY, LOCAL, Cluster, ClusterAddress, opened


def squared(times: int, number: int) -> int:
    """A part of work."""
    return times * number * number


def process_of(folder: str, number: int) -> int:
    """A part that takes a moment, and says in a file who began it."""
    (Path(folder) / f"{number}-{os.getpid()}").touch()
    time.sleep(0.3)
    return number


def deadly(number: int) -> int:
    """A part that ends whoever does it."""
    os._exit(1)


def refusing(number: int) -> int:
    """A part that cannot be done."""
    raise BadInput(f"Part {number} cannot be done.")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:8786", "here", "tls://a b:1", "tls://host", "http://host:80", ""])
def test_another_host_is_reached_over_tls_alone(address: str) -> None:
    with pytest.raises(BadInput, match="is no cluster: give local, or tls://HOST:PORT"):
        ClusterAddress(address)


def test_certificates_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is reached with certificates"):
        ClusterAddress("tls://host:8786")
    (tmp_path / AUTHORITY).touch()
    with pytest.raises(BadInput, match=r"lacks cert\.pem"):
        ClusterAddress("tls://host:8786", tmp_path)
    for name in (CERTIFICATE, KEY):
        (tmp_path / name).touch()
    assert ClusterAddress("tls://host:8786", tmp_path).folder == tmp_path


def test_without_dask_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"pip install -r requirements-cluster\.txt"), opened(ClusterAddress(LOCAL)):
        pass


@pytest.fixture(scope="module")
def dask() -> Any:
    return pytest.importorskip("distributed", reason="the cluster extra is not installed")


@pytest.mark.slow
def test_a_lost_workers_part_is_done_again(dask: Any, tmp_path: Path) -> None:
    with opened(ClusterAddress(LOCAL, workers=4)) as cluster:
        assert cluster.workers == 4
        assert dict(cluster.as_completed(squared, range(20), 3)) == {
            number: 3 * number * number for number in range(20)
        }
        found, killed = {}, 0
        for number, part in cluster.as_completed(process_of, range(24), str(tmp_path)):
            found[number] = part
            if not killed:
                running = {int(one.name.split("-")[1]) for one in tmp_path.iterdir()}
                killed = max(running)
                os.kill(killed, signal.SIGKILL)
        assert found == {number: number for number in range(24)}
        begun = [one.name.split("-")[0] for one in tmp_path.iterdir()]
        assert len(begun) > 24, "what the killed worker had begun was begun again"
        with pytest.raises(BadInput, match="Part 2 cannot be done"):
            list(cluster.as_completed(refusing, [2]))
        with pytest.raises(NomenclatorError, match="ended 3 workers"):
            list(cluster.as_completed(deadly, [1]))


def threads() -> tuple[int, int]:
    """With how many threads torch and faiss calculate here."""
    import faiss
    import torch

    return torch.get_num_threads(), faiss.omp_get_max_threads()


@pytest.fixture(scope="module")
def two_workers(dask: Any) -> Iterator[Cluster]:
    with opened(ClusterAddress(LOCAL, workers=2)) as cluster:
        yield cluster


@pytest.mark.slow
def test_a_worker_calculates_with_one_thread(two_workers: Cluster) -> None:
    assert two_workers.everywhere(threads) == [(1, 1)] * 2


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/net/tcp").is_file(), reason="the system does not list what listens")
def test_a_local_cluster_listens_on_the_loopback_alone(two_workers: Cluster) -> None:
    client = two_workers.client
    assert client.scheduler.address.startswith("tcp://127.0.0.1:")
    pids = {os.getpid(), *client.run(os.getpid).values(), *client.run(os.getppid).values()}
    assert {place for pid in pids for place in listening(pid)} == {"0100007F"}


def listening(pid: int) -> set[str]:
    """The addresses that a process listens on, as the system writes them."""
    inodes = set()
    for one in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if found := re.fullmatch(r"socket:\[(\d+)\]", os.readlink(one)):
                inodes.add(found[1])
        except OSError:
            continue
    places = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in inodes:
                places.add(fields[1].split(":")[0])
    return places


@pytest.fixture
def certificates(tmp_path: Path) -> Path:
    """A folder with an authority and a certificate for this machine, made by openssl."""
    folder = tmp_path / "certificates"
    folder.mkdir()
    made = [
        "req -x509 -newkey rsa:2048 -nodes -keyout ca-key.pem -out ca.pem -days 2 -subj /CN=authority",
        "req -newkey rsa:2048 -nodes -keyout key.pem -out cert.csr -subj /CN=localhost",
        "x509 -req -in cert.csr -CA ca.pem -CAkey ca-key.pem -CAcreateserial -out cert.pem -days 2",
    ]
    try:
        for line in made:
            subprocess.run(["openssl", *line.split()], cwd=folder, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("openssl cannot make certificates here")
    return folder


def tls_options(folder: Path) -> list[str]:
    """What a scheduler or a worker is given of the certificates in a folder."""
    files = {"ca-file": AUTHORITY, "cert": CERTIFICATE, "key": KEY}
    return [f"--tls-{what}={folder / name}" for what, name in files.items()]


@pytest.mark.slow
def test_a_scheduler_of_ones_own_is_reached_over_tls(
    dask: Any, certificates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = tls_options(certificates)
    file = tmp_path / "scheduler.json"
    program = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    command = [*program, "--host", "127.0.0.1", "--port", "0", "--protocol", "tls", "--no-dashboard", *held]
    with subprocess.Popen([*command, "--scheduler-file", str(file)], stderr=subprocess.DEVNULL) as scheduler:
        try:
            address = scheduler_address(file)
            where = ClusterAddress(address, certificates)
            with pytest.raises(Unavailable, match="has no worker"), opened(where):
                pass
            worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-dashboard", *held]
            with subprocess.Popen([*worker, "--nthreads", "1"], stderr=subprocess.DEVNULL) as one:
                try:
                    assert answered(where) == {0: 4, 1: 8}
                finally:
                    one.terminate()
        finally:
            scheduler.terminate()
    monkeypatch.setattr(engine.jobs.cluster, "ANSWERS_WITHIN", 2)  # seconds: nobody is there to be waited for
    with pytest.raises(Unavailable, match="No scheduler answers at"), opened(where):
        pass


def scheduler_address(file: Path) -> str:
    for _ in range(300):
        if found := re.search(r'"address": "(tls://[^"]+)"', file.read_text() if file.is_file() else ""):
            return found[1]
        time.sleep(0.1)
    raise AssertionError("the scheduler did not start")


def answered(where: ClusterAddress) -> dict[int, int]:
    """What comes of two parts, once there is a worker."""
    for _ in range(60):
        try:
            with opened(where) as cluster:
                return dict(cluster.as_completed(pow, [2, 3], 2))
        except Unavailable:
            time.sleep(0.5)
    raise AssertionError("the worker did not start")
