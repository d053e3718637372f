"""The families of a workspace, kept in memory and brought up to date as people edit."""

from __future__ import annotations

import threading

from engine.placement.family import Family
from engine.placement.incremental_hierarchy import grown
from engine.terminology.edited_view import EditedView, edited_view
from engine.workspace import Workspace


class Families:
    """The families of a workspace's terminologies, each made again only when its concepts or links have changed."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[str, tuple[EditedView, Family]] = {}
        self._lock = threading.Lock()

    def of(self, terminology: str) -> Family:
        """The family as it stands."""
        now = edited_view(self._workspace, terminology)
        with self._lock:
            before, family = self._known.get(terminology, (None, None))
            if family is not None and before is now:
                return family
            if before is not None and before.version != now.version:  # another version has the short name
                family = None
            titles = now.titles
            if now.obsolete:
                titles = {code: title for code, title in titles.items() if code not in now.obsolete}
            made = grown(family, titles, now.parents) if family is not None else None
            family = made or Family(titles, now.parents)
            self._known[terminology] = now, family
            return family
