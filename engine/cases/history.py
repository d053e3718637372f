"""The one history of a workspace: what was done, and how any of it is taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlite_utils import Database

from engine.cases.base import Cases
from engine.editing_checks import cycle
from engine.errors import BadInput, NotFound
from engine.standing import imported_circle, standing_in
from store import altered, edits, history, undoing
from store.records.terminology import Altered, Edit, Entry, Wanted

LONGEST_NOTE = 2_000
Moment = int | str  # the number of an entry, or a time (ISO 8601; local where it names no zone)


@dataclass(frozen=True)
class RollBack:
    """What a roll-back does, or would do."""

    moment: int  # the last entry that stays as it is
    changed: dict[str, int]  # kind -> things that become what they were
    taken_back: int  # actions since, of those who are meant
    kept: dict[str, int]  # others -> their actions since, all of which stay
    waiting: int  # their names and links on concepts that go; they come back with the concept
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Difference:
    """What the workspace says after one moment and not after another."""

    added: list[Altered]
    gone: list[Altered]
    changed: list[Altered]


class HistoryCases(Cases):
    """What everybody did, newest first; each action can be taken back, and nothing is ever deleted."""

    def history(self, wanted: Wanted | None = None, limit: int = 50, offset: int = 0) -> list[Entry]:
        """The entries that the filter lets through, newest first."""
        wanted = _checked(wanted)
        with self.workspace.reading() as db:
            return history.entries(db, wanted, limit, offset)

    def count_history(self, wanted: Wanted | None = None) -> int:
        """How many entries the filter lets through."""
        wanted = _checked(wanted)
        with self.workspace.reading() as db:
            return history.count(db, wanted)

    def history_last(self) -> int:
        """The number of the newest entry or note: a list of the history is fresh while this is unchanged."""
        with self.workspace.reading() as db:
            return history.last_id(db)

    def history_people(self) -> list[str]:
        """Everybody who has an entry."""
        with self.workspace.reading() as db:
            return history.people(db)

    def entry(self, number: int) -> Entry:
        """One entry; NotFound when there is none with this number."""
        with self.workspace.reading() as db:
            return _found(db, number)

    def changes(self, entry: int, limit: int = 100, offset: int = 0) -> list[Altered]:
        """What an entry changed, one thing a line; NotFound when there is no such entry."""
        with self.workspace.reading() as db:
            return altered.of_entry(db, _found(db, entry), limit, offset)

    def notes(self, entry: int) -> list[Entry]:
        """The notes about an entry, oldest first: `note` is the text, who and when are the writer's."""
        with self.workspace.reading() as db:
            return history.notes(db, entry)

    def note(self, entry: int, text: str, who: str) -> Entry:
        """Say something about an entry. Notes are kept like changes: nobody can alter or delete one."""
        text = " ".join(text.split())
        if not 0 < len(text) <= LONGEST_NOTE:
            raise BadInput(f"The note has {len(text):,} characters; write 1 to {LONGEST_NOTE:,}.")
        with self.workspace.writing() as db:
            return _found(db, history.add_note(db, _found(db, entry), text, _named(who)))

    def undo(self, who: str) -> Entry | None:
        """Take back the person's newest action of any kind that still says something; None when there is none.

        A bulk action is one. What somebody did since about the same thing stays. The entry says what was undone.
        """
        return next(iter(self._turned(lambda db: undoing.undo(db, who))), None)

    def redo(self, who: str) -> Entry | None:
        """Do again what the person took back last, unless they have done anything since; None when nothing."""
        return next(iter(self._turned(lambda db: undoing.redo(db, who))), None)

    def take_back(self, entry: int, who: str) -> Entry:
        """Take back one action, the newest or not, anybody's; what was done later about the same things stays.

        Of an undo it is the redo, of a redo the undo. BadInput when it has been taken back already, or when all it
        changed has been changed since.
        """

        def step(db: Database) -> list[Entry]:
            found = _found(db, entry)
            if found.role in (history.UNDO, history.REDO):
                of = _found(db, found.of or 0)
                if of.stands == (found.role == history.UNDO):
                    raise BadInput(f"Entry {entry} has been taken back already; look at the history again.")
                return undoing.turn(db, of.act, _named(who))
            if not found.stands:
                raise BadInput(f"Entry {entry} has been taken back already; look at the history again.")
            return undoing.turn(db, found.act, _named(who))

        done = self._turned(step)
        if not done:
            raise BadInput(f"All that entry {entry} changed has been changed since; take back the later entries first.")
        return done[0]

    def roll_back(self, moment: Moment, who: str, everyone: bool = False, dry_run: bool = False) -> RollBack:
        """Make things what they were after an entry or at a time, as new edits: one batch a kind, and one undo.

        Without `everyone`, it is as if this person had done nothing since: their changes go, undos and redos too.
        What others did since is independent and stays: on other things, and on the same ones if theirs came later or
        if theirs was covered by this person's. With `everyone`, every thing becomes what it was at the moment, whoever
        changed it. A concept that goes takes along what others put on it until it comes back. With `dry_run` nothing
        is kept. BadInput for a moment that is none, and where nothing would change.
        """
        who = _named(who)
        with self.workspace.writing() as db:
            number = _moment(db, moment)
            since = history.since(db, number)
            title = f"Rolled back to entry {number:,}" if number else "Rolled back to the start"
            title += ", everyone's changes" if everyone else f", the changes of {who}"
            done = undoing.roll_back(db, number, who, everyone, title)
            if not done and not dry_run:
                whose = "Everything" if everyone else f"All that {who} did"
                raise BadInput(f"{whose} is as it was at that moment; there is nothing to roll back.")
            self._without_circles(db, done)
            kept = {} if everyone else {name: count for name, count in since.items() if name != who}
            counted: dict[str, int] = {}
            for entry in done:
                for kind, rows in history.kinds_in(db, entry).items():
                    counted[kind] = counted.get(kind, 0) + rows
            answer = RollBack(
                number,
                counted,
                sum(since.values()) - sum(kept.values()),
                kept,
                self._waiting(db, who, done),
                () if dry_run else tuple(done),
            )
            if dry_run:
                db.execute("ROLLBACK")
                db.execute("BEGIN")
        return answer

    def difference(self, first: Moment, second: Moment) -> Difference:
        """Names, parents, concepts, labels, judgements and the current model: what came, went or changed between."""
        with self.workspace.reading() as db:
            lines = altered.between(db, _moment(db, first), _moment(db, second))
        return Difference(
            [line for line in lines if not line.before],
            [line for line in lines if not line.after],
            [line for line in lines if line.before and line.after],
        )

    def _turned(self, step: Callable[[Database], list[Entry]]) -> list[Entry]:
        with self.workspace.writing() as db:
            done = step(db)
            self._without_circles(db, done)
        return done

    def _waiting(self, db: Database, who: str, done: list[Entry]) -> int:
        """How many names and links of others stand on concepts that these entries took out."""
        waiting = 0
        for slug in {edit.terminology for edit in _edits(db, done) if edit.kind == history.CONCEPT}:
            there = standing_in(db, self.workspace, slug, keep=False).titles
            for kind in (history.NAME, history.PARENT):
                for edit in edits.standing(db, slug, kind=kind):
                    lost = edit.concept_id not in there or (kind == history.PARENT and edit.name not in there)
                    waiting += edit.action == edits.ADD and edit.who != who and lost
        return waiting

    def _without_circles(self, db: Database, done: list[Entry]) -> None:
        """BadInput, before anything is kept, when a parent that comes back would stand under its own child.

        A circle that the terminology came with may come back: resolving it is an edit that can be undone.
        """
        added = [edit for edit in _edits(db, done) if (edit.kind, edit.action) == (history.PARENT, edits.ADD)]
        for slug in {edit.terminology for edit in added}:
            now = standing_in(db, self.workspace, slug, keep=False)
            for edit in added:
                stands = edit.terminology == slug and edit.name in now.parents.get(edit.concept_id, ())
                came = imported_circle(db, self.workspace, slug, edit.concept_id, edit.name)
                if stands and not came and cycle(now, edit.concept_id, edit.name):
                    raise BadInput(
                        f"{edit.name} stands below {edit.concept_id} by now, so it cannot be its parent again; "
                        f"withdraw a parent of {edit.name} first."
                    )


def _edits(db: Database, done: list[Entry]) -> list[Edit]:
    return [e for entry in done if entry.kind in history.EDITED for e in edits.in_batch(db, entry.batch)]


def _found(db: Database, number: int) -> Entry:
    found = history.get(db, number)
    if found is None:
        raise NotFound(f"The history has no entry {number}; look at the list again.")
    return found


def _moment(db: Database, moment: Moment) -> int:
    """The number of the last entry up to a moment."""
    if isinstance(moment, str) and not moment.strip().isdigit():
        return history.at_moment(db, in_utc(moment))
    number = int(moment)
    if number and history.get(db, number) is None:
        raise NotFound(f"The history has no entry {number}; look at the list again.")
    return number


def in_utc(moment: str, end: bool = False) -> str:
    """A time, or a day (from its start, or with `end` to its end), as the history keeps times.

    BadInput for a text that names none.
    """
    try:
        read = datetime.fromisoformat(moment.strip())
    except ValueError:
        raise BadInput(
            f"“{moment}” is no moment; give a time as 2026-05-03T14:05, a day, or an entry's number."
        ) from None
    if end and len(moment.strip()) == len("2026-05-03"):
        read = read.replace(hour=23, minute=59, second=59, microsecond=999_000)
    return read.astimezone(UTC).isoformat(timespec="milliseconds")


def _checked(wanted: Wanted | None) -> Wanted:
    wanted = wanted or Wanted()
    if wanted.kind and wanted.kind not in history.KINDS:
        raise BadInput(f"There is no kind of change “{wanted.kind}”; choose one of {', '.join(history.KINDS)}.")
    return replace(
        wanted,
        since=wanted.since and in_utc(wanted.since),
        until=wanted.until and in_utc(wanted.until, end=True),
        text=" ".join(wanted.text.split()),
    )


def _named(who: str) -> str:
    if not who.strip():
        raise BadInput("Say who you are (the profile name) first, so that what you do can be traced.")
    return who.strip()
