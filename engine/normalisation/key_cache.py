"""The keys of a terminology's names, in a file of the workspace: making them takes most of a run's preparation."""

from __future__ import annotations

import json
from functools import partial
from types import ModuleType

from engine import text
from engine.errors import BadInput
from engine.formats.opening.json_text import read_json
from engine.normalisation import exact_match, preprocessing
from engine.normalisation.preprocessing import Switches
from engine.text import numbers, plurals, spelling_distance, word_variants
from engine.workspace import Workspace, written_whole
from store.files import made_by

MAKERS: tuple[ModuleType, ...] = (text, spelling_distance, numbers, plurals, exact_match, preprocessing, word_variants)
DECIDE = ("numbers", "plurals", "order", "wording")  # switches that keys depend on
LARGEST = 2**30  # bytes of a file
NEW = 0.02  # of the names; with more new ones than that the file is written again


class KeyCache:
    """Texts with their keys (`ExactMatcher`), of one terminology version and one choice of the switches that decide.

    Keys that another version of the program made are not read: the file is named for what made them.
    """

    def __init__(self, workspace: Workspace, fingerprint: str, switches: Switches) -> None:
        made = made_by(MAKERS, json.dumps([getattr(switches, name) for name in DECIDE]).encode())
        self.path = workspace.index_file(fingerprint, f"keys-{made}.json")
        self._all_keys = partial(workspace.index_files, fingerprint, "keys-*.json")
        self.of: dict[str, list[str]] = self._read()
        self._before = len(self.of)

    def write(self) -> None:
        """Write the keys to their file when many are new, in place of any that this terminology version had before."""
        if len(self.of) - self._before <= NEW * self._before:
            return
        with written_whole(self.path) as temporary:
            temporary.write_text(json.dumps(self.of, ensure_ascii=False), encoding="utf-8")
        for path in self._all_keys():
            if path != self.path:
                path.unlink(missing_ok=True)
        self._before = len(self.of)

    def _read(self) -> dict[str, list[str]]:
        try:
            found = read_json(self.path.read_bytes(), str(self.path), "", most=LARGEST)
            return {text: [key + "" for key in keys] for text, keys in found.items()}
        except (OSError, BadInput, AttributeError, TypeError):  # not there, or damaged: made again
            return {}
