"""Which branch of a hierarchy gained and which lost: the mean average precision of the names below each top class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.comparison.bootstrap import side_by_side
from engine.evaluation.held_out import HeldOutNames
from engine.terminology.preferred_names import with_chosen_names
from engine.terminology.top_classes import top_classes
from engine.workspace import Workspace
from store import imported_names, terminologies
from store.records.terminology import Terminology

Branch = tuple[str, str, np.ndarray]  # top class, its title, places of the queries below it


def codes_of(workspace: Workspace, terminology: Terminology, names: HeldOutNames) -> list[str]:
    """The concept that each query asks for."""
    with workspace.reading() as db:
        rows = imported_names.rows(db, terminology.slug)
    number = {code: place for place, code in enumerate(dict.fromkeys(row.code for row in rows))}
    codes = list(number)
    return [codes[column] for column in names.query_members.tocsr().indices.tolist()]


def branches_of(workspace: Workspace, terminology: Terminology, codes: Sequence[str]) -> list[Branch]:
    """The top classes as imported, with the queries below each; a query of several classes is in each of them."""
    with workspace.reading() as db:
        parents = terminologies.edges(db, terminology.slug)
        titles = with_chosen_names(db, terminology.slug, terminologies.live_titles(db, terminology.slug))
    if not parents:
        return []
    below = top_classes(titles, parents)
    found = []
    for top, inside in below.items():
        places = np.array([place for place, code in enumerate(codes) if code in inside or code == top], dtype=np.int64)
        if len(places):
            found.append((top, titles[top], places))
    return found


def branch_rows(branches: Sequence[Branch], precision: Mapping[str, np.ndarray]) -> list[dict[str, Any]]:
    """A row a branch with each encoder's mAP and its difference from the first, both with 95 % intervals; most gained
    by the last encoder first.

    precision: encoder -> average precision of each query, [q].
    """
    rows = []
    for top, title, places in branches:
        counted, values, less = side_by_side({id: numbers[places] for id, numbers in precision.items()})
        if counted:
            row = {"id": top, "title": title, "queries": counted, "values": values, "differences": less}
            rows.append(row)
    last = list(precision)[-1]
    return sorted(rows, key=lambda row: -row["differences"].get(last, {"difference": 0})["difference"])
