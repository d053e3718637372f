"""Every page of a workspace on a read-only medium opens, without a problem and without Streamlit's own error box."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.workbench import Workbench
from tests.menu import MENU

ROOT = Path(__file__).parents[2]
OPEN = """
import sys
from functools import cache
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
for page in sys.argv[1:]:
    app = AppTest.from_file("app.py", default_timeout=120)
    app.switch_page(f"pages/{page}.py")
    app.run()
    print(page, [one.value for one in app.error], [one.message for one in app.exception])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="uses mounts of Linux")
def test_every_page_opens_for_reading(workbench: Workbench) -> None:
    folder = workbench.workspace.folder
    mounts = f'mount --bind {folder} {folder} && mount -o remount,bind,ro {folder} && exec "$@"'
    command = ["unshare", "-m", "sh", "-c", mounts, "sh", sys.executable, "-c", OPEN, *MENU]
    environment = {**os.environ, "NOMENCLATOR_WORKSPACE": str(folder)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    if done.returncode and ("unshare" in done.stderr or "mount:" in done.stderr):
        pytest.skip(f"no file systems can be mounted here: {done.stderr.strip()}")
    assert done.stdout.splitlines() == [f"{page} [] []" for page in MENU]
