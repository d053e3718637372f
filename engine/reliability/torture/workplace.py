"""What the attacks are made on: a small workspace, people who write to it, and what they were told was kept."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.reliability.torture.writer import OPEN, run_and_send
from engine.terminology import importing
from engine.workspace import Workspace

TERMS = "id,name,synonyms,parents\nR,Disorders,,\n" + "".join(
    f"C{number},Disorder number {number},{number} disorder,R\n" for number in range(200)
)
START_SECONDS = 60.0  # the longest that a writer may take to open the workspace


def small_workspace(folder: Path) -> Workspace:
    """A new workspace with a terminology of 201 concepts."""
    workspace = Workspace(folder)
    file = folder.with_name(f"{folder.name}.csv")
    file.write_text(TERMS, encoding="utf-8")
    for _ in importing.import_file(workspace, {"path": str(file), "name": "disorders", "title": "Disorders"}):
        pass
    return workspace


class Writer(ABC):
    """A process that edits as `who` until it is killed; `acknowledged` has the number and name of each edit it kept."""

    def __init__(self, who: str) -> None:
        self.acknowledged: dict[int, str] = {}
        self.who = who
        self._begun = threading.Event()
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def wait_until_open(self) -> None:
        """Wait until the workspace is open; RuntimeError where the process does not get that far."""
        if not self._begun.wait(START_SECONDS) or not self._is_alive():
            self.kill()
            raise RuntimeError(f"The writer {self.who} stopped before its first edit.")

    def kill(self) -> dict[int, str]:
        """Kill the process without warning; what had been acknowledged by then."""
        self._kill()
        self._listening.join()
        return self.acknowledged

    def _listen(self) -> None:
        for number, name in self._heard():
            if number != OPEN:
                self.acknowledged[number] = name
            self._begun.set()
        self._begun.set()

    @abstractmethod
    def _heard(self) -> Iterator[tuple[int, str]]: ...

    @abstractmethod
    def _is_alive(self) -> bool: ...

    @abstractmethod
    def _kill(self) -> None: ...


class ForkedWriter(Writer):
    """A writer that starts in no time: it is forked from a server that has imported what it needs."""

    def __init__(self, folder: Path, who: str) -> None:
        context: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
        if sys.platform != "win32":
            context.set_forkserver_preload(["__main__", "engine.reliability.torture.writer"])
        self._pipe, out = context.Pipe(duplex=False)
        self._process = context.Process(target=run_and_send, args=(folder, who, out), daemon=True)
        self._process.start()
        out.close()
        super().__init__(who)

    def _heard(self) -> Iterator[tuple[int, str]]:
        try:
            while True:
                yield self._pipe.recv()
        except (EOFError, OSError):  # killed, perhaps in the middle of a word
            return

    def _is_alive(self) -> bool:
        return self._process.is_alive()

    def _kill(self) -> None:
        self._process.kill()
        self._process.join()


class SpawnedWriter(Writer):
    """A writer with an environment of its own, such as one that records what is synced."""

    def __init__(self, folder: Path, who: str, environment: Mapping[str, str]) -> None:
        command = [sys.executable, "-m", "engine.reliability.torture.writer", str(folder), who]
        self._process = subprocess.Popen(
            command,
            cwd=Path(__file__).parents[3],
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=dict(environment),
        )
        super().__init__(who)

    def _heard(self) -> Iterator[tuple[int, str]]:
        assert self._process.stdout is not None
        with self._process.stdout:
            for line in self._process.stdout:
                number, _, name = line.rstrip("\n").partition("\t")
                if line.endswith("\n"):
                    yield int(number), name

    def _is_alive(self) -> bool:
        return self._process.poll() is None

    def _kill(self) -> None:
        self._process.kill()
        self._process.wait()
