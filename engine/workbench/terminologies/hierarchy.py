"""The hierarchy of a terminology as people edited it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.placement.families import Families
from engine.terminology import editing
from engine.terminology.lookup import find
from engine.workspace import Workspace

if TYPE_CHECKING:
    from engine.placement.family import Family
    from engine.placement.records import Fault
    from engine.placement.tree import Node

BRANCHES = 20  # that are offered for a text


class Hierarchy:
    """Gives the parents, children and faults of a hierarchy, edits counted."""

    def __init__(self, workspace: Workspace, families: Families) -> None:
        self._workspace = workspace
        self._families = families

    def parents(self, terminology: str) -> dict[str, list[str]]:
        """Concept -> its parents, edits counted. The dict is shared: read it, do not change it."""
        return editing.edited_parents(self._workspace, terminology)

    def family(self, terminology: str) -> Family:
        """The concepts of a terminology with their parents and children, edits counted.

        Shared: read it, do not change it.
        """
        return self._families.of(find(self._workspace, terminology).slug)

    def children(self, terminology: str, code: str = "", start: int = 0) -> list[Node]:
        """The children of a concept, or of “” the tops of the tree, from number `start` on."""
        from engine.placement.tree import nodes

        return nodes(self.family(terminology), code, start)

    def find(self, terminology: str, text: str, limit: int = 12) -> list[Node]:
        """At most `limit` concepts whose id begins with the text or whose name holds its words."""
        from engine.placement.tree import found

        return found(self.family(terminology), text, limit)

    def find_branches(self, terminology: str, text: str) -> list[Node]:
        """At most BRANCHES of those with others below them: whole words before parts of words, the largest first."""
        from engine.placement.tree import found_branches

        return found_branches(self.family(terminology), text, BRANCHES)

    def example_branch(self, terminology: str) -> str:
        """The id of a concept with a small branch below it, to show what an id looks like; “” without a hierarchy."""
        from engine.placement.tree import example_branch

        return example_branch(self.family(terminology))

    def faults(self, terminology: str, root: str = "", limit: int = 500) -> tuple[list[Fault], int]:
        """The first `limit` links below `root` (“”: all) that close a cycle or are redundant, and how many in all."""
        from engine.placement.tree import faults

        return faults(self.family(terminology), root, limit)

    def levels_below(self, terminology: str, root: str, most: int = 4) -> int:
        """How many levels below a concept can be measured: all but the last, `most` at most, 1 at least."""
        family = self.family(terminology)
        levels = family.cleaned.levels
        deepest = max((levels.get(code, 0) for code in family.branch(root)), default=0)
        return max(1, min(most, deepest - levels.get(root, 0) - 1))
