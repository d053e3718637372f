"""The names whose right answer moved most between two encoders: wins and losses, with the ranks of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.terminology.preferred_names import chosen_names
from engine.workspace import Workspace
from store import terminologies
from store.records.terminology import Terminology

MOST_WINS = 25  # wins, and as many losses


def rank_changes(
    workspace: Workspace,
    terminology: Terminology,
    texts: Sequence[str],
    codes: Sequence[str],
    first: Mapping[str, np.ndarray],
) -> dict[str, dict[str, Any]]:
    """Other encoder -> {"better", "worse", "same": how many names; "wins", "losses": the largest, as rows}.

    first: encoder -> rank of each name's first right answer [q], 0 where it is not found. A row is {"name",
    "concept_id", "preferred_name", "ranks": encoder -> rank}. Moves are measured on a doubling scale, for from rank 2
    to 1 is as much as from 200 to 100; a name that is not found stands behind all others.
    """
    ids = list(first)
    table = np.column_stack([first[id] for id in ids])
    logs = np.log2(np.where(table == 0, 2.0 * terminology.names, np.maximum(table, 1)))
    with workspace.reading() as db:
        preferred = terminologies.preferred_of(db, terminology.slug, sorted(set(codes)))
        preferred |= chosen_names(db, terminology.slug)

    def row(place: int) -> dict[str, Any]:
        ranks = {id: int(rank) for id, rank in zip(ids, table[place], strict=True)}
        code = codes[place]
        return {"name": texts[place], "concept_id": code, "preferred_name": preferred.get(code, ""), "ranks": ranks}

    found = {}
    for column, id in enumerate(ids[1:], 1):
        gain = logs[:, 0] - logs[:, column]
        order = np.argsort(-gain, kind="stable").tolist()
        found[id] = {
            "better": int((gain > 0).sum()),
            "worse": int((gain < 0).sum()),
            "same": int((gain == 0).sum()),
            "wins": [row(place) for place in order[:MOST_WINS] if gain[place] > 0],
            "losses": [row(place) for place in order[::-1][:MOST_WINS] if gain[place] < 0],
        }
    return found
