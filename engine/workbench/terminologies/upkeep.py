"""The upkeep of terminologies: their names, what they say of themselves, and taking them out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import BadInput
from engine.formats.ontologies.addresses import canonical, namespace_of
from engine.formats.tables.column_headings import LANGUAGE_NAMES
from engine.terminology import lookup
from engine.workbench.person import named
from engine.workspace import Workspace
from store import terminology_states, versions
from store.records.terminology import Terminology
from store.sqlite import Database
from store.terminology_states import DESCRIBED, Facts

LONGEST = 200  # characters of a title, a version, a licence, a language or an address
LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8})*", re.I | re.A)  # BCP 47, with two or three letters first


@dataclass(frozen=True)
class Deletion:
    """What goes with a terminology: its versions by short name, and what people and models made on it, counted."""

    versions: list[str]
    hanging: dict[str, int]


class TerminologyUpkeep:
    """Renames, describes and deletes terminologies; each stands in the history and can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def rename(self, terminology: str, name: str, who: str) -> Terminology:
        """Gives a terminology another short name, wherever it stands; older versions are renamed with it.

        NotFound where there is none, BadInput for an older version and for a name that cannot be used.
        """
        there = lookup.find(self._workspace, terminology)
        if there.newer:
            raise BadInput(f"“{terminology}” is named after “{there.newer}”; rename “{there.newer}”.")
        lookup.check_slug(self._workspace, name)
        with self._workspace.writing() as db:
            states: dict[int, Facts] = {}
            for one in versions.versions_of(db, terminology):
                states[one.number] = {"slug": name + one.slug.removeprefix(terminology)}
                states[one.number] |= {"newer": name} if one.newer else {}
            terminology_states.append(db, states, named(who), f"{terminology} renamed to {name}")
        return lookup.find(self._workspace, name)

    def describe(
        self,
        terminology: str,
        who: str,
        title: str | None = None,
        version: str | None = None,
        licence: str | None = None,
        language: str | None = None,
        address: str | None = None,
    ) -> Terminology:
        """Gives a terminology a title, a version, a licence, a language or an address; what is None stays as it is.

        Concepts whose own addresses no file said are below a new address. NotFound where there is none, BadInput for an
        empty title, what is too long, a language that is no code, an address that is none, and where nothing is new.
        """
        there = lookup.find(self._workspace, terminology)
        given = dict(zip(DESCRIBED, (title, version, licence, language, address), strict=True))
        facts = {field: " ".join(text.split()) for field, text in given.items() if text is not None}
        if too_long := next((field for field, text in facts.items() if len(text) > LONGEST), ""):
            raise BadInput(f"The {too_long} has {len(facts[too_long]):,} characters; write at most {LONGEST}.")
        if facts.get("title") == "":
            raise BadInput("A terminology has a title; write one.")
        new = {field: text for field, text in facts.items() if getattr(there, field) != text}
        if not new:
            raise BadInput(
                f"{terminology} says all of this already; give another title, version, licence, language or address."
            )
        if (language := new.get("language")) and not LANGUAGE_CODE.fullmatch(language):
            code = LANGUAGE_NAMES.get(language.lower())
            remedy = f"write {code}" if code else "write one such as en, da or pt-BR"
            raise BadInput(f"The language “{language}” is no code of a language; {remedy}, or nothing.")
        if (new_address := new.get("address")) and not canonical(new_address):
            raise BadInput(f"“{new_address}” is no address of a terminology; write one such as http://example.org/cs.")
        said = ", ".join(f"{field} “{text}”" for field, text in new.items())
        if there.namespace == namespace_of(there.address) and "address" in new:
            new["namespace"] = namespace_of(new["address"])
        with self._workspace.writing() as db:
            number = versions.number_of(db, terminology)
            assert number is not None
            terminology_states.append(db, {number: new}, named(who), f"{terminology}: {said}")
        return lookup.find(self._workspace, terminology)

    def hanging(self, terminology: str) -> Deletion:
        """What a deletion would take along: the versions, and what was made on the terminology; NotFound for none."""
        there = lookup.find(self._workspace, terminology)
        with self._workspace.reading() as db:
            going = [one.slug for one in _going(db, there)]
            return Deletion(going, versions.hanging(db, terminology))

    def delete(self, terminology: str, who: str) -> Deletion:
        """Takes a terminology out, the newest version with its older ones; what went. Undo brings all of it back.

        What was made on it stays in the workspace and waits, until `tidy` lets the terminology go for good.
        """
        gone = self.hanging(terminology)
        there = lookup.find(self._workspace, terminology)
        with self._workspace.writing() as db:
            states = {one.number: {"present": 0} for one in _going(db, there)}
            terminology_states.append(db, states, named(who), f"{terminology} deleted: {there.title}")
        return gone

    def deleted(self) -> list[str]:
        """What was taken out, by a deletion or an undo, and can still come back: short names, and “a version of …”."""
        there = {one.slug for one in lookup.all_terminologies(self._workspace)}
        with self._workspace.reading() as db:
            gone = sorted(terminology_states.taken_out(db))
        return [f"a version of {slug}" if slug in there else slug for slug in gone]

    def tidy(self) -> list[str]:
        """Lets go for good of what `deleted` lists, which it gives; the short names are free. There is no undo of this.

        What was made on them stays in the history, under a name that says so.
        """
        gone = self.deleted()
        with self._workspace.writing() as db:
            terminology_states.let_go(db)
        return gone


def _going(db: Database, there: Terminology) -> list[versions.StoredVersion]:
    found = versions.versions_of(db, there.newer or there.slug)
    return [one for one in found if one.slug == there.slug] if there.newer else found
