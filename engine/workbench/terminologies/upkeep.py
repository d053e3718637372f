"""The upkeep of terminologies: their names, what they say of themselves, and taking them out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import BadInput
from engine.formats.ontologies.addresses import canonical, namespace_of
from engine.formats.tables.column_headings import LANGUAGE_NAMES
from engine.terminology import lookup
from engine.terminology.person import named
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
        return self._keep(terminology, who, {}, name)

    def describe(
        self,
        terminology: str,
        who: str,
        title: str | None = None,
        version: str | None = None,
        licence: str | None = None,
        language: str | None = None,
        address: str | None = None,
        name: str | None = None,
    ) -> Terminology:
        """Gives a terminology a title, a version, a licence, a language or an address, and with `name` another short
        name, as `rename` does: all of it, one undo, or nothing. What is None stays as it is.

        Concepts whose own addresses no file said are below a new address. NotFound where there is none, BadInput for an
        empty title, what is too long, a language that is no code, an address that is none, a short name that cannot be
        used, and where nothing is new.
        """
        given = dict(zip(DESCRIBED, (title, version, licence, language, address), strict=True))
        facts = {field: " ".join(text.split()) for field, text in given.items() if text is not None}
        return self._keep(terminology, who, facts, None if name == terminology else name)

    def _keep(self, terminology: str, who: str, facts: Facts, name: str | None) -> Terminology:
        """Give a terminology these facts and, where there is one, another short name, in one entry of the history."""
        with self._workspace.writing() as db:
            there = lookup.find(self._workspace, terminology, db)
            new = _checked(there, facts)
            facts_text = ", ".join(f"{field} “{text}”" for field, text in new.items())
            if there.namespace == namespace_of(there.address) and "address" in new:
                new["namespace"] = namespace_of(new["address"])
            number = versions.number_of(db, terminology)
            assert number is not None
            states = {number: new} if new else {}
            if name is not None:
                renamed = _renamed(db, there, name)
                lookup.check_slug(self._workspace, name, db=db)
                states = {one: states.get(one, {}) | called for one, called in renamed.items()}
            if not states:
                others = "another title, version, licence, language or address"
                raise BadInput(f"{terminology} says all of this already; give {others}.")
            heading = terminology if name is None else f"{terminology} renamed to {name}"
            terminology_states.append(db, states, named(who), ": ".join(filter(None, (heading, facts_text))))
        return lookup.find(self._workspace, terminology if name is None else name)

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


def _checked(there: Terminology, facts: Facts) -> Facts:
    """Those of the facts that are new; BadInput where one of them cannot be."""
    if too_long := next((field for field, text in facts.items() if len(text) > LONGEST), ""):
        raise BadInput(f"The {too_long} has {len(facts[too_long]):,} characters; write at most {LONGEST}.")
    if facts.get("title") == "":
        raise BadInput("A terminology has a title; write one.")
    new = {field: text for field, text in facts.items() if getattr(there, field) != text}
    if (language := new.get("language")) and not LANGUAGE_CODE.fullmatch(language):
        code = LANGUAGE_NAMES.get(language.lower())
        remedy = f"write {code}" if code else "write one such as en, da or pt-BR"
        raise BadInput(f"The language “{language}” is no code of a language; {remedy}, or nothing.")
    if (address := new.get("address")) and not canonical(address):
        raise BadInput(f"“{address}” is no address of a terminology; write one such as http://example.org/cs.")
    return new


def _renamed(db: Database, there: Terminology, name: str) -> dict[int, Facts]:
    """What a terminology and its older versions are called under another short name, by number; BadInput for one of
    those."""
    if there.newer:
        raise BadInput(f"“{there.slug}” is named after “{there.newer}”; rename “{there.newer}”.")
    return {
        one.number: {"slug": name + one.slug.removeprefix(there.slug)} | ({"newer": name} if one.newer else {})
        for one in versions.versions_of(db, there.slug)
    }


def _going(db: Database, there: Terminology) -> list[versions.StoredVersion]:
    found = versions.versions_of(db, there.newer or there.slug)
    return [one for one in found if one.slug == there.slug] if there.newer else found
