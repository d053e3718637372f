"""What a workspace must be after any story of edits and decisions: a list of entries in memory, read anew each time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

Thing = tuple[Hashable, ...]
State = dict[Thing, Any]


@dataclass(frozen=True)
class ModelEntry:
    """One entry of the history: `says` maps each thing that it is about to what that is from then on."""

    id: int
    who: str
    role: str  # do | back | undo | redo
    of: int | None
    act: int
    says: State = field(default_factory=dict)


class PlainModel:
    """Every thing is what the newest entry says that nobody has taken back, or what it was at first."""

    def __init__(self, first: State) -> None:
        self.first = first
        self.log: list[ModelEntry] = []

    def state(self, counted: Callable[[ModelEntry], bool] = lambda entry: True) -> State:
        """Thing -> what it is, if only these entries count."""
        now = dict(self.first)
        newest = {entry.of: entry.role for entry in self.log if counted(entry)}  # the last of each counts
        for entry in self.log:
            if entry.role in ("do", "back") and counted(entry) and newest.get(entry.id) != "undo":
                now |= entry.says
        return now

    def stands(self, number: int) -> bool:
        """Whether an entry has not been taken back."""
        about = [entry.role for entry in self.log if entry.of == number]
        return not about or about[-1] != "undo"

    def acts(self, who: str) -> list[int]:
        """The actions of a person that are neither undos nor redos, newest first."""
        return sorted({e.act for e in self.log if e.who == who and e.role in ("do", "back")}, reverse=True)

    def turned(self, act: int) -> State:
        """What everything would be, were an action taken back, or done again where it has been."""
        role = "undo" if self.stands(act) else "redo"
        about = [entry for entry in self.log if entry.act == act and entry.role in ("do", "back")]
        other = PlainModel(self.first)
        other.log = [*self.log, *(ModelEntry(0, "", role, entry.id, 0) for entry in about)]
        return other.state()

    def undoable(self, who: str) -> list[int]:
        """The actions of a person whose undo would change something, newest first."""
        now = self.state()
        return [act for act in self.acts(who) if self.stands(act) and self.turned(act) != now]

    def redoable(self, who: str) -> list[int]:
        """The actions that a redo of this person may do again and that would change something, newest undo first."""
        floor, now = max(self.acts(who), default=0), self.state()
        found = []
        for undo in reversed(self.log):
            if undo.who != who or undo.role != "undo" or undo.id <= floor:
                continue
            act = next(entry.act for entry in self.log if entry.id == undo.of)
            last = [entry for entry in self.log if entry.of == act][-1]
            if last.act == undo.act and act not in found and self.turned(act) != now:
                found.append(act)
        return found

    def rolled_back(self, moment: int, who: str) -> State:
        """What everything was after an entry; with `who`, but for what others did since."""
        return self.state(lambda entry: entry.id <= moment or (bool(who) and entry.who != who))
