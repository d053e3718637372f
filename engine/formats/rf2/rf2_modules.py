"""The modules of a SNOMED CT release: what each brings, and the components of chosen ones alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from sys import intern

from engine.errors import BadInput
from engine.formats.parsed import Problem
from engine.formats.release_file import ReleaseFile
from engine.formats.rf2.rf2_identifiers import FULLY_SPECIFIED, MODULES, SYNONYM, TAG
from engine.formats.rf2.rf2_release import CONCEPT, DESCRIPTION, of_kind
from engine.formats.rf2.rf2_rows import newest

COLUMN = "moduleid"
NAMES = {"active": frozenset("1"), "typeid": frozenset((FULLY_SPECIFIED, SYNONYM))}
MOST_NAMED = 4  # modules in a sentence
CARRIED = (
    "Concepts of other modules that are taken for the names that the chosen modules give them: {} ({}); choose those "
    "modules too for their other names and their parents."
)
NAMELESS = (
    "Concepts of the chosen modules that have no name in these, and are left out: {}; choose the modules of their "
    "names too."
)
OUTSIDE = (
    "Parent links of the chosen modules that lead to concepts outside of these, and are left out: {} ({}); choose "
    "those modules too."
)


@dataclass(frozen=True)
class ReleaseModule:
    """A module of a release: how many active concepts are of it, and how many names of active concepts."""

    id: str
    title: str  # what its concept is called; "" where nothing tells
    concepts: int
    names: int


def modules_of(files: Sequence[ReleaseFile]) -> list[ReleaseModule]:
    """The modules that concepts or names of these files are of, those with the most names first."""
    concepts, names = Counter[str](), Counter[str]()
    retired: set[str] = set()
    for id, on, module in newest(of_kind(files, CONCEPT), ("id", "active", COLUMN)):
        if on == "1":
            concepts[module] += 1
        else:
            retired.add(id)
    titles: dict[str, str] = {}
    own = {*concepts, *MODULES}  # modules whose own names are looked for
    columns = ("conceptid", COLUMN, "languagecode", "typeid", "term")
    for code, module, language, kind, term in newest(of_kind(files, DESCRIPTION), columns, where=NAMES):
        if code not in retired:
            names[module] += 1
        if code in own and kind == FULLY_SPECIFIED and (code not in titles or language.lower().startswith("en")):
            titles[code] = TAG.sub("", term.strip())
    found = [
        ReleaseModule(id, titles.get(id) or MODULES.get(id, ""), concepts[id], names[id]) for id in {*concepts, *names}
    ]
    return sorted(found, key=lambda one: (-one.names, -one.concepts, one.id))


class ModuleChoice:
    """Which modules are read, with none named all of them; what that leaves out it tells as problems.

    Concepts, descriptions with text definitions, and relationships with axioms are of a module; reference sets say what
    they say of whatever is taken. A concept of another module is taken for a name that a chosen one gives it.
    """

    def __init__(self, modules: Collection[str] = ()) -> None:
        self._ids = frozenset(modules)
        self.columns: tuple[str, ...] = (COLUMN,) if modules else ()  # to be read besides
        self.where: dict[str, frozenset[str]] = {COLUMN: self._ids} if modules else {}
        self._module: dict[str, str] = {}  # concept -> the module that it is of
        self._active: set[str] = set()
        self._named: set[str] = set()  # chosen modules that some name is of
        self._outside: dict[tuple[str, str], str] = {}  # link -> the module of the parent, "" where nothing tells

    def meet(self, concept: str, active: bool, module: Sequence[str]) -> None:
        """Take note of a concept, with the cell of its module where that was to be read."""
        for one in module:
            self._module[intern(concept)] = intern(one)
            if active:
                self._active.add(concept)

    def named(self, rows: Iterator[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        """Rows of descriptions without their last cell, the module, which is taken note of."""
        for row in rows:
            self._named.add(row[-1])
            yield row[:-1]

    def retired(self, names: dict[str, str]) -> dict[str, str]:
        """Of retired concepts with their names those of the chosen modules."""
        return {id: name for id, name in names.items() if self._module[id] in self._ids} if self._ids else names

    def meet_outside(self, child: str, parent: str) -> None:
        """Take note of a link of a chosen module to a concept that is not taken."""
        if self._ids and (parent in self._active or parent not in self._module):
            self._outside[child, parent] = self._module.get(parent, "")

    def problems(self, texts: Collection[str], file: str) -> list[Problem]:
        """What is missing of the concepts with these ids, which are taken, and what of the chosen modules is not.

        BadInput for a chosen module that no concept and no name of the file is of.
        """
        if not self._ids:
            return []
        there = Counter({**dict.fromkeys(self._named, 0), **Counter(self._module.values())})
        if unknown := sorted(self._ids.difference(there)):
            known = f"choose among {_listed(there)}" if there else "see its modules in the preview"
            raise BadInput(f"{file} has nothing of module “{unknown[0][:20]}”; {known}.")
        other = {id: of for id, of in self._module.items() if of not in self._ids}
        found = []
        if carried := Counter(other[id] for id in texts if id in other):
            found.append(Problem(0, CARRIED.format(f"{carried.total():,}", _listed(carried)), left_out=False))
        if nameless := sum(id not in texts and id not in other for id in self._active):
            found.append(Problem(0, NAMELESS.format(f"{nameless:,}")))
        if outside := Counter(self._outside.values()):
            found.append(Problem(0, OUTSIDE.format(f"{outside.total():,}", _listed(outside))))
        return found


def _listed(modules: Counter[str]) -> str:
    """The modules with the most, by id and title."""
    named = [f"{id} {MODULES.get(id, '')}".strip() or "not in these files" for id, _ in modules.most_common(MOST_NAMED)]
    more = len(modules) - MOST_NAMED
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")
