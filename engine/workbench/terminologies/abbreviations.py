"""The short forms and lay words that queries are read with, and people's changes to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.terminology import abbreviations as dictionary
from engine.terminology.person import named
from engine.text import normalise
from engine.text.dictionary.written_forms import number_of_forms
from engine.workspace import Workspace
from store import abbreviations
from store.records.terminology import Abbreviation

ALL_FORMS = 10_000_000  # forms: more than any dictionary has
TRACED = ("before changing a short form", "the change")


class Abbreviations:
    """The workspace's dictionary: the shipped one, with what people added, changed and took out."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def search(self, text: str = "", own: bool = False, most: int = ALL_FORMS) -> tuple[Sequence[Abbreviation], int]:
        """The first `most` forms in force, and how many there are; with `own` people's alone; with `text` those that
        hold it in form or meaning, the form itself and those that begin so first, then by form."""
        with self._workspace.reading() as db:
            return dictionary.look_up(db, text, own, most)

    def add(self, form: str, meanings: Iterable[str], who: str, case: str = "", reason: str = "") -> Abbreviation:
        """Says what a form stands for, instead of what it stood for; counted with the next query.

        BadInput for what cannot be kept, for several forms written as one, and where it says so already.
        """
        if (number := number_of_forms(form)) > 1:
            raise BadInput(f"“{form[:60]}” is {number:,} forms; add each by itself, or import a file with them.")
        entry, who = dictionary.checked_form(form, meanings, case), named(who, *TRACED)
        with self._workspace.writing() as db:
            if dictionary.definition_of(entry) in map(dictionary.definition_of, dictionary.in_force(db, [form])):
                raise BadInput(f"“{entry.form}” stands for that already.")
            abbreviations.add(db, [entry], who, normalise, reason)
            return dictionary.in_force(db, [entry.form])[0]

    def remove(self, form: str, who: str, reason: str = "") -> Abbreviation:
        """Takes a form out of the dictionary, a shipped one too; NotFound where it is not in it."""
        who = named(who, *TRACED)
        with self._workspace.writing() as db:
            known = next(iter(dictionary.in_force(db, [form])), None)
            if known is None:
                raise NotFound(f"“{form}” is not in the dictionary; look at its list (abbreviations list).")
            entry = Abbreviation(known.form, (), known.case, removed=True)
            abbreviations.add(db, [entry], who, normalise, reason)
        return entry

    def load(self, path: Path, who: str) -> dict[str, Any]:
        """Adds the forms of a CSV or TSV file as one change, one undo: {"added", "unchanged", "problems"}.

        Several rows of a form are one, with the meanings of all; what holds already is left out.
        BadInput where nothing can be added.
        """
        read, wrong = dictionary.read_file(path)
        good = dictionary.joined(read)
        who = named(who, *TRACED)
        if not good:
            why = f" The first problem, line {wrong[0][0]}: {wrong[0][1]}" if wrong else ""
            raise BadInput(f"{path.name} holds no short form to add.{why}")
        with self._workspace.writing() as db:
            there = dictionary.in_force(db, [one.form for one in good])
            known = set(map(dictionary.definition_of, there))
            new = [one for one in good if dictionary.definition_of(one) not in known]
            abbreviations.add(db, new, who, normalise)
        problems = [(f"line {line}", sentence) for line, sentence in wrong]
        return {"added": len(new), "unchanged": len(good) - len(new), "problems": problems}
