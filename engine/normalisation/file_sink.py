"""A sink that stores lines of answers in a file; after a kill the same work goes on from the last whole step."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Any

from engine.formats.mentions.answer_columns import COLUMNS
from store.records.normalisation import Line, Other

FIELDS = tuple(COLUMNS)
VALUES = attrgetter(*FIELDS)


class FileSink:
    """JSON lines: what the run is of, then the lines of each step and what the step comes to, with their sha256.

    A file that was begun for another request starts afresh, and is `of_other_work`; one that is damaged goes on from
    the last whole step.
    """

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.path = path
        self.last_row, self.mentions = 0, 0
        self._about = json.loads(json.dumps(about))
        self.of_other_work = path.is_file()
        end = self._end()
        if end:
            with open(path, "rb+") as file:
                file.truncate(end)
        else:
            path.write_text(json.dumps({"about": self._about}) + "\n", encoding="utf-8")

    def begun(self) -> tuple[int, int]:
        """The last row answered and the number of mentions."""
        return self.last_row, self.mentions

    def append(self, lines: Sequence[Line], last_row: int, mentions: int) -> None:
        """Write a step and make sure that it is on the disk."""
        self.last_row, self.mentions = last_row, self.mentions + mentions
        rows = [json.dumps([*VALUES(line), line.extra]) for line in lines]
        step = "".join(f"{row}\n" for row in rows).encode()
        facts = {"row": last_row, "mentions": self.mentions}
        with open(self.path, "ab") as file:
            file.write(step + json.dumps(facts | {"sha256": _digest(hashlib.sha256(step), facts)}).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def lines(self, more: Mapping[str, Any] | None = None) -> Iterator[Line]:
        """All lines so far; `more` are fields that are the same for all."""
        with open(self.path, encoding="utf-8") as file:
            for text in file:
                if text.startswith("["):
                    *values, extra = json.loads(text)
                    fields = dict(zip(FIELDS, values, strict=True))
                    fields["others"] = tuple(Other.read(*one) for one in fields["others"])
                    yield Line(**fields | dict(more or {}), extra=tuple(extra))

    def remove(self) -> None:
        """Delete the file: the work is done."""
        self.path.unlink(missing_ok=True)

    def _end(self) -> int:
        """Where the last whole step ends, 0 when there is nothing to go on from."""
        if not self.path.is_file():
            return 0
        with open(self.path, "rb") as file:
            if _facts(file.readline()) != {"about": self._about}:
                return 0
            self.of_other_work = False
            end, step = file.tell(), hashlib.sha256()
            for text in file:
                if not text.startswith(b"{"):
                    step.update(text)
                    continue
                facts = _facts(text)
                if facts.pop("sha256", "") != _digest(step, facts):
                    break
                self.last_row, self.mentions = facts["row"], facts["mentions"]
                end, step = file.tell(), hashlib.sha256()
        return end


def _facts(line: bytes) -> dict[str, Any]:
    """What a line that is no answer says; {} for one that was not written to its end, or is damaged."""
    with suppress(ValueError, RecursionError):
        found = json.loads(line) if line.endswith(b"\n") else {}
        return found if isinstance(found, dict) else {}
    return {}


def _digest(step: Any, facts: Mapping[str, Any]) -> str:
    """The sha256 of a step, of which `step` has read the lines, with what they come to."""
    step.update(json.dumps(facts, sort_keys=True).encode())
    return str(step.hexdigest())
