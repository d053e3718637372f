"""A scheduler and a worker on two hosts, as two network namespaces joined by a wire, over TLS."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.engine.jobs.test_cluster import certificates, tls_options

__all__ = ["certificates"]
pytest.importorskip("distributed", reason="the cluster extra is not installed")
FIRST, SECOND = "10.213.7.1", "10.213.7.2"
ASKED = """
import json, sys, time
from pathlib import Path
from engine.errors import Unavailable
from engine.jobs.cluster import ClusterAddress, opened
for _ in range(60):
    try:
        with opened(ClusterAddress(sys.argv[1], Path(sys.argv[2]))) as cluster:
            print(json.dumps([sorted(cluster.as_completed(pow, [2, 3], 2)), list(cluster.client.nthreads())]))
        break
    except Unavailable:
        time.sleep(0.5)
"""


@pytest.fixture
def hosts() -> Iterator[tuple[str, str]]:
    """Two network namespaces with a wire between them; skipped where this machine makes none."""
    if not shutil.which("ip") or os.geteuid():
        pytest.skip("two hosts need “ip” and the rights of root")
    one, other = (f"nomenclator-{end}-{os.getpid()}" for end in "ab")
    wires = [f"nm{end}{os.getpid() % 10**7}" for end in "ab"]
    lines = [f"netns add {one}", f"netns add {other}", f"link add {wires[0]} type veth peer name {wires[1]}"]
    for host, wire, address in zip((one, other), wires, (FIRST, SECOND), strict=True):
        lines += [f"link set {wire} netns {host}", f"-n {host} addr add {address}/30 dev {wire}"]
        lines += [f"-n {host} link set {wire} up", f"-n {host} link set lo up"]
    try:
        for line in lines:
            made = subprocess.run(["ip", *line.split()], capture_output=True, text=True)
            if made.returncode:
                pytest.skip(f"this machine makes no two network namespaces: {made.stderr.strip()}")
        yield one, other
    finally:
        for host in (one, other):
            subprocess.run(["ip", "netns", "del", host], capture_output=True)


@pytest.mark.slow
def test_two_hosts_work_over_tls(hosts: tuple[str, str], certificates: Path) -> None:
    held = tls_options(certificates)
    address = f"tls://{FIRST}:8786"

    def on(host: str, *words: str) -> list[str]:
        return ["ip", "netns", "exec", host, sys.executable, *words]

    with ExitStack() as ended:

        def begin(command: list[str]) -> Any:
            process = ended.enter_context(subprocess.Popen([*command, *held], stderr=subprocess.DEVNULL))
            ended.callback(process.terminate)

        scheduler = ("-m", "distributed.cli.dask_scheduler", "--host", FIRST, "--port", "8786", "--protocol", "tls")
        begin(on(hosts[0], *scheduler, "--no-dashboard"))
        time.sleep(1)
        worker = ("-m", "distributed.cli.dask_worker", address, "--host", SECOND, "--nthreads", "1")
        begin(on(hosts[1], *worker, "--no-dashboard"))
        asked = on(hosts[0], "-c", ASKED, address, str(certificates))
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr
    found, workers = json.loads(answer.stdout)
    assert found == [[0, 4], [1, 8]]
    assert [worker.startswith(f"tls://{SECOND}:") for worker in workers] == [True]
