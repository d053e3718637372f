"""The one history of a workspace: what people did, and how any of it is taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import BadInput
from engine.terminology.person import named
from engine.workbench.past.moments import Moment, checked_filter, entry_of, number_of
from engine.workbench.past.rolling_back import RollBack, count_waiting, refuse_circles, things
from engine.workspace import Workspace
from store import altered, database, history, undoing
from store.records.terminology import Alteration, Entry, HistoryFilter
from store.sqlite import Database

LONGEST_NOTE = 2_000  # characters


@dataclass(frozen=True)
class MomentDifference:
    """What was added, is gone or has changed between two moments."""

    added: list[Alteration]
    gone: list[Alteration]
    changed: list[Alteration]


class History:
    """What everybody did, newest first; each action can be taken back, and nothing is ever deleted."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def entries(self, filter: HistoryFilter | None = None, limit: int = 50, offset: int = 0) -> list[Entry]:
        """The entries that the filter lets through, newest first."""
        filter = checked_filter(filter)
        with self._workspace.reading() as db:
            return history.entries(db, filter, limit, offset)

    def count(self, filter: HistoryFilter | None = None) -> int:
        """The number of entries that the filter lets through."""
        filter = checked_filter(filter)
        with self._workspace.reading() as db:
            return history.count(db, filter)

    def actions(
        self, filter: HistoryFilter | None = None, limit: int = 50, offset: int = 0
    ) -> list[tuple[Entry, Entry]]:
        """The actions that the filter lets through, each with its newest undo or redo (itself where it has none).

        An action counts where the filter lets any of these through; that with which something was done last is first.
        """
        filter = checked_filter(filter)
        with self._workspace.reading() as db:
            return history.actions(db, filter, limit, offset)

    def count_actions(self, filter: HistoryFilter | None = None) -> int:
        """The number of actions of which the filter lets an entry through."""
        filter = checked_filter(filter)
        with self._workspace.reading() as db:
            return history.count_actions(db, filter)

    def steps(self, number: int) -> list[Entry]:
        """The undos and redos of an entry, oldest first."""
        with self._workspace.reading() as db:
            return history.steps(db, number)

    def last(self) -> int:
        """The number of the newest entry or note: a list of the history is fresh while this is unchanged."""
        with self._workspace.reading() as db:
            return history.last_id(db)

    def people(self) -> list[str]:
        """The names of everybody who has an entry."""
        with self._workspace.reading() as db:
            return history.people(db)

    def entry(self, number: int) -> Entry:
        """One entry; NotFound when there is none with this number."""
        with self._workspace.reading() as db:
            return entry_of(db, number)

    def changes(self, entry: int, limit: int = 100, offset: int = 0) -> list[Alteration]:
        """What an entry changed, one thing a line; NotFound when there is no such entry."""
        with self._workspace.reading() as db:
            return altered.of_entry(db, entry_of(db, entry), limit, offset)

    def notes(self, entry: int) -> list[Entry]:
        """The notes about an entry, oldest first: `note` is the text, who and when are the writer's."""
        with self._workspace.reading() as db:
            return history.notes(db, entry)

    def add_note(self, entry: int, text: str, who: str) -> Entry:
        """Adds a note to an entry; the note. Nobody can alter or delete one.

        BadInput for an empty or a long text.
        """
        text = " ".join(text.split())
        if not 0 < len(text) <= LONGEST_NOTE:
            raise BadInput(f"The note has {len(text):,} characters; write 1 to {LONGEST_NOTE:,}.")
        with self._workspace.writing() as db:
            return entry_of(db, history.add_note(db, entry_of(db, entry), text, named(who)))

    def undo(self, who: str) -> Entry | None:
        """Takes back the person's newest action of any kind that is in force; None when there is none.

        A bulk action is one. What somebody did since about the same thing stays. The entry says what was undone.
        """
        return next(iter(self._turned(lambda db: undoing.undo(db, who))), None)

    def next_undo(self, who: str) -> Entry | None:
        """The action that `undo` would take back now, with nothing taken back; None when there is none."""
        with self._workspace.reading() as db:
            act = undoing.next_undo(db, who)
            return None if act is None else history.of_act(db, act)[0]

    def redo(self, who: str) -> Entry | None:
        """Does again what the person took back last, unless they have done anything since; None when nothing."""
        return next(iter(self._turned(lambda db: undoing.redo(db, who))), None)

    def take_back(self, entry: int, who: str) -> Entry:
        """Takes back one action, the newest or not, anybody's; what was done later about the same things stays.

        Of an undo it is the redo, of a redo the undo. BadInput when it has been taken back already, or when all it
        changed has been changed since.
        """

        def step(db: Database) -> list[Entry]:
            found = entry_of(db, entry)
            if found.role in (history.UNDO, history.REDO):
                of = entry_of(db, found.of or 0)
                if of.stands == (found.role == history.UNDO):
                    raise BadInput(f"Entry {entry} has been taken back already; look at the history again.")
                return undoing.turn(db, of.act, named(who))
            if not found.stands:
                raise BadInput(f"Entry {entry} has been taken back already; look at the history again.")
            return undoing.turn(db, found.act, named(who))

        entries = self._turned(step)
        if not entries:
            raise BadInput(f"All that entry {entry} changed has been changed since; take back the later entries first.")
        return entries[0]

    def roll_back(self, moment: Moment, who: str, everyone: bool = False, dry_run: bool = False) -> RollBack:
        """Makes things what they were after an entry or at a time, as new edits: one batch a kind, and one undo.

        Without `everyone`, it is as if this person had done nothing since: their changes go, undos and redos too.
        What others did since is independent and stays: on other things, and on the same ones if theirs came later or
        if theirs was covered by this person's. With `everyone`, every thing becomes what it was at the moment, whoever
        changed it. A concept that goes takes along what others put on it until it comes back. With `dry_run` nothing
        is stored. BadInput for a moment that is none, and where nothing would change.
        """
        who = named(who)
        with self._workspace.writing() as db:
            number = number_of(db, moment)
            since = history.since(db, number)
            title = f"Rolled back to entry {number:,}" if number else "Rolled back to the start"
            title += ", everyone's changes" if everyone else f", the changes of {who}"
            entries = undoing.roll_back(db, number, who, everyone, lambda kinds: f"{title}: {things(kinds)}")
            if not entries and not dry_run:
                whose = "Everything" if everyone else f"All that {who} did"
                raise BadInput(f"{whose} is as it was at that moment; there is nothing to roll back.")
            refuse_circles(db, self._workspace, entries)
            others = {} if everyone else {name: count for name, count in since.items() if name != who}
            counted: dict[str, int] = {}
            for entry in entries:
                for kind, rows in history.kinds_in(db, entry.kind, entry.batch, entry.rows).items():
                    counted[kind] = counted.get(kind, 0) + rows
            result = RollBack(
                title,
                number,
                counted,
                sum(since.values()) - sum(others.values()),
                others,
                count_waiting(db, self._workspace, who, entries),
                () if dry_run else tuple(entries),
            )
            if dry_run:
                database.begin_again(db)
        return result

    def difference(self, first: Moment, second: Moment) -> MomentDifference:
        """The names, parents, concepts, labels, judgements and current model that differ between two moments."""
        with self._workspace.reading() as db:
            lines = altered.between(db, number_of(db, first), number_of(db, second))
        return MomentDifference(
            [line for line in lines if not line.before],
            [line for line in lines if not line.after],
            [line for line in lines if line.before and line.after],
        )

    def _turned(self, step: Callable[[Database], list[Entry]]) -> list[Entry]:
        with self._workspace.writing() as db:
            entries = step(db)
            refuse_circles(db, self._workspace, entries)
        return entries
