"""The answers of a mapping on their way, in a file: a run that was cut off goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.ranking.mapping.records import MappingAnswer


@dataclass(frozen=True)
class AnswerFile:
    """A line an answer; the first line says what they were made of, and another `made_of` begins anew.

    `part`: the number of the encoder whose answers these are, where several answer into one file.
    """

    path: Path
    made_of: str
    part: int = 0

    def read(self) -> dict[str, MappingAnswer | None]:
        """Source concept -> its answer, None where it has none; a line that was cut off is left out."""
        found: dict[str, MappingAnswer | None] = {}
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.is_file() else []
        if not lines or lines[0] != self.made_of:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(f"{self.made_of}\n", encoding="utf-8")
            return found
        for line in lines[1:]:
            try:
                part, code, targets, names, same, sums, via = json.loads(line)
            except ValueError:
                continue
            answer = MappingAnswer(
                code, tuple(targets), tuple(names), np.array(same, bool), np.array(sums, float), tuple(via)
            )
            if part == self.part:
                found[code] = answer if targets else None
        return found

    def append(self, answers: Sequence[tuple[str, MappingAnswer | None]]) -> None:
        """Keep further answers."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n")  # ends a line that a kill cut off
            for code, one in answers:
                cells = [one.targets, one.names, one.same.tolist(), one.sums.tolist(), one.via] if one else [[]] * 5
                file.write(json.dumps([self.part, code, *cells]) + "\n")
