"""Which order orders in a workspace: the newest that was learnt from its decisions and stands, else the shipped one."""

from __future__ import annotations

from contextlib import suppress

from sqlite_utils import Database

from engine.errors import Damaged
from engine.ranking.order import LearntOrder, of_dict, shipped
from store import ranking_orders


def order_in_force(db: Database) -> LearntOrder:
    """The order in force; the shipped one too where what was learnt is of the features of another version."""
    learnt = ranking_orders.in_force(db)
    with suppress(Damaged):
        return of_dict(learnt.weights) if learnt else shipped()
    return shipped()
