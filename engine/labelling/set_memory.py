"""The labels of a set, read once in a process and then only the rows that are new."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from store import history, label_sets, labels, settings
from store.sqlite import Database

Given = tuple[str, str, str]  # who, normalised name, class; "" takes it out


@dataclass(frozen=True)
class SetLabels:
    """The labels of one set after history entry `last_entry`. It is shared: read it, do not change it.

    current: normalised name -> (name, class) in the set, oldest first; given: what each person gave and did not take
    back, in order, but for resolved disagreements.
    """

    last_label: int
    last_entry: int
    current: dict[str, tuple[str, str]]
    given: tuple[Given, ...]

    def given_by(self, who: str) -> tuple[dict[str, str], set[str]]:
        """Normalised name -> the class that `who` gave it; and the names that others gave a class."""
        people: dict[str, dict[str, str]] = {}
        for person, norm, label in self.given:
            people.setdefault(person, {})[norm] = label
        own = {norm: label for norm, label in people.pop(who, {}).items() if label}
        return own, {norm for others in people.values() for norm, label in others.items() if label}


class SetMemory:
    """The labels of the sets of one workspace that were read last."""

    def __init__(self, most: int = 8) -> None:
        self.most = most
        self._sets: dict[str, SetLabels] = {}
        self._generation = ""
        self._lock = threading.Lock()

    def read(self, db: Database, label_set: str) -> SetLabels:
        """The labels of a set as they are now; all are read again only when a label was undone or redone since."""
        with self._lock:
            if (generation := settings.get(db, settings.GENERATION)) != self._generation:
                self._sets, self._generation = {}, generation
            known, last = self._sets.get(label_set), history.last_id(db)
            if known is not None and known.last_entry == last:
                return known
            if known is None or known.last_entry > last or history.turned_since(db, history.LABEL, known.last_entry):
                known = SetLabels(0, 0, {}, ())
            new = labels.after(db, label_set, known.last_label)
            current = dict(known.current)
            for _, norm, name, label in new:
                current.pop(norm, None)
                if label:
                    current[norm] = name, label
            given = known.given + tuple(
                label_sets.given_after(db, label_set, known.last_label, new[-1][0] if new else 0)
            )
            while len(self._sets) >= self.most and label_set not in self._sets:
                del self._sets[next(iter(self._sets))]
            self._sets[label_set] = SetLabels(new[-1][0] if new else known.last_label, last, current, given)
            return self._sets[label_set]
