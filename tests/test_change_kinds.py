"""A new kind of change, or of edit, is in every list that needs it; one that was forgotten is said with its place.

A kind of edit begins in `store/history.py:EDITED`, another kind of change beside it in `KINDS`.
"""

import re
from collections import defaultdict
from collections.abc import Collection

import pytest

from engine.cli.history import history as command
from engine.terminology.edit_checks import CHECKS
from engine.terminology.exporting.edits import RELATIONS
from engine.terminology.updating.carrying import CARRIED
from engine.workbench.past.rolling_back import THINGS
from pages.parts import change_kinds
from pages.parts.rankings.edits_list import ACTIONS
from store import altered, edits, exports, history
from store.append_only_tables import TABLES
from store.history import CURRENT, EDITED, KINDS, NAME, ORDER

NOT_SEARCHED = (CURRENT, ORDER)  # their rows have no text that a person looks for
OF_CHANGES: dict[str, Collection[str]] = {
    "a table of store/append_only_tables.py:TABLES": [kind for table in TABLES for kind in table.kinds],
    "store/history.py:CHANGED, or to NOT_SEARCHED here": [*re.findall(r"'(\w+)'", history.CHANGED), *NOT_SEARCHED],
    "engine/workbench/past/rolling_back.py:THINGS": THINGS,
    "engine/cli/history/history.py:KINDS": command.KINDS,
    "pages/parts/change_kinds.py:KINDS": change_kinds.KINDS,
}
OF_EDITS: dict[str, Collection[str]] = {
    "store/edits.py:WORDS, and to key_of there what tells its edits of one concept apart": edits.WORDS,
    "store/altered.py:EDIT_TEMPLATES, and to IMPORTED_TEXT there if it takes a text's place": altered.EDIT_TEMPLATES,
    "store/exports.py:IMPORTED": re.findall(r"WHEN '(\w+)'", exports.IMPORTED),
    "engine/terminology/edit_checks.py:CHECKS": CHECKS,
    "engine/terminology/exporting/edits.py:RELATIONS": RELATIONS,
    "engine/terminology/updating/carrying.py:CARRIED, and to resolving.py how it moves": CARRIED,
    "pages/parts/rankings/edits_list.py:ACTIONS, added": [kind for kind, action in ACTIONS if action == edits.ADD],
    "pages/parts/rankings/edits_list.py:ACTIONS, withdrawn": [
        kind for kind, action in ACTIONS if action == edits.WITHDRAW
    ],
}


@pytest.mark.parametrize("place", OF_CHANGES)
def test_every_kind_of_change_is_in(place: str) -> None:
    missing = [kind for kind in KINDS if kind not in OF_CHANGES[place]]
    assert not missing, f"Add {', '.join(missing)} to {place}."


@pytest.mark.parametrize("place", OF_EDITS)
def test_every_kind_of_edit_is_in(place: str) -> None:
    missing = [kind for kind in EDITED if kind not in OF_EDITS[place]]
    assert not missing, f"Add {', '.join(missing)} to {place}."


def test_every_table_says_of_what_kind_its_rows_are() -> None:
    """A table without a line of its own there is told as the current model."""
    row = defaultdict(str, kind=NAME, facts='{"slug": "organs", "title": "Organs"}')
    untold = [table.name for table in TABLES if altered.statement_of(table, row)[0] not in table.kinds]
    assert not untold, f"Add {', '.join(untold)} to store/altered.py:statement_of, and to value_of there."
