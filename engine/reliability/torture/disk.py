"""A folder's disk as a power cut leaves it: only what was synced, recorded by a library that is loaded before libc."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from engine.errors import NotFound

SOURCE = Path(__file__).with_name("synced.c")
FOLDER, DISK = "TORTURE_FOLDER", "TORTURE_DISK"


class RecordedDisk:
    """What of `folder` is on its disk while processes with `environment` write to it, kept in the folder `record`.

    A file holds what it held at its last sync, and has the name that its folder gave it at the folder's last sync.
    What lies in `folder` at the start counts as synced. NotFound, with the reason, where syncs cannot be recorded.
    """

    def __init__(self, folder: Path, record: Path) -> None:
        self.folder, self.record = folder.resolve(), record.resolve()
        self.record.mkdir(parents=True)
        library = _compiled(self.record)
        for place in (self.folder, *(path for path in self.folder.rglob("*") if path.is_dir())):
            self._seed(place)
        self.environment = {**os.environ, "LD_PRELOAD": str(library), FOLDER: str(self.folder), DISK: str(self.record)}

    def cut_power(self, out: Path) -> Path:
        """The folder as it would be found after a power cut at this moment, written to the new folder `out`."""
        import fcntl

        with open(self.record / "lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            still = shutil.copytree(self.record, out.with_name(f"{out.name}-record"))
        _rebuilt(still, self.folder.stat().st_ino, out)
        shutil.rmtree(still)
        return out

    def _seed(self, place: Path) -> None:
        entries = sorted(place.iterdir())
        names = "".join(f"{path.stat().st_ino} {path.name}\n" for path in entries)
        (self.record / f"names-{place.stat().st_ino}").write_text(names, encoding="utf-8")
        for path in entries:
            if path.is_file():
                shutil.copyfile(path, self.record / f"file-{path.stat().st_ino}")


def _rebuilt(record: Path, inode: int, out: Path) -> None:
    """The folder of this number in a record, with all below it; a file that was never synced is empty."""
    out.mkdir(mode=0o700)
    for line in (record / f"names-{inode}").read_text(encoding="utf-8").splitlines():
        number, _, name = line.partition(" ")
        if (record / f"names-{number}").exists():
            _rebuilt(record, int(number), out / name)
        elif (content := record / f"file-{number}").exists():
            shutil.copyfile(content, out / name)
        else:
            (out / name).touch()


def _compiled(folder: Path) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        raise NotFound("Syncs can only be recorded on Linux and with a C compiler (cc); install one, such as gcc.")
    library = folder / "synced.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        raise NotFound(f"{compiler} cannot make the library that records syncs: {made.stderr.strip()[:300]}")
    return library
