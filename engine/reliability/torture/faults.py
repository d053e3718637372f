"""A workspace looked at after an attack: every acknowledged edit there, the history gapless, the database whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from engine.errors import NomenclatorError
from engine.reliability.torture.outcome import Faults
from engine.workspace import Workspace
from store import edits, history, integrity


def faults_of(folder: Path, acknowledged: Mapping[int, str]) -> Faults:
    """What is wrong with the workspace in `folder`, where these edits, number to name, were acknowledged."""
    try:
        with Workspace(folder, create=False).reading() as db:
            there = edits.names_by_number(db)
            gaps = history.gaps(db)
            damage = [f"integrity: {line}" for line in integrity.damage_of(db)]
    except (NomenclatorError, sqlite3.Error) as problem:
        return Faults(tuple(acknowledged.values()), (f"the workspace does not open: {problem}",))
    lost = [name for number, name in sorted(acknowledged.items()) if there.get(number) != name]
    if gaps:
        damage.append(f"the history lacks {len(gaps)} entries, {gaps[0]} first")
    return Faults(tuple(lost), tuple(damage))
