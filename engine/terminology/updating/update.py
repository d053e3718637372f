"""A new release beside the version that is there: all of it or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from engine.errors import BadInput
from engine.events import Event, Finished, at, counted, follow, result_of, stage
from engine.formats.ontologies.addresses import addressed
from engine.formats.parsed import ParsedTerminology
from engine.formats.registry import FORMATS
from engine.models.open import VECTORS
from engine.terminology.importing import MakeSearchable, counts, let_go, record_of, write
from engine.terminology.lookup import find
from engine.terminology.source_file import SourceFile
from engine.terminology.updating.carrying import carried_over
from engine.terminology.updating.difference import difference
from engine.terminology.updating.records import CarriedOver, ReleaseDifference
from engine.terminology.updating.successors import Version, is_the_same
from engine.workspace import Workspace
from store import concepts, models, runs, terminologies, terminology_states, versions
from store.reading import last_id
from store.records.terminology import Terminology

# shares of an update that are done when this begins
COUNTING, COMPARING, ENCODING, WRITING, WORDS = 0.15, 0.2, 0.3, 0.85, 0.95
Prepare = Callable[[Workspace, Terminology, Terminology, list[str]], Iterator[Event]]
WORD = re.compile(r"[^a-z0-9.-]+")
LONGEST_VERSION = 20  # characters of a version in a short name


def older_name(there: Terminology, taken: set[str]) -> str:
    """The short name of a version once a newer one has taken its place: hpo@2024-04-26.

    It says the version, or else the day of the import; a number follows where another version has that name.
    """
    word = WORD.sub("-", (there.version or there.imported[:10]).lower().removesuffix(".owl")).strip("-.")
    dated = re.search(r"\d{4}-\d\d-\d\d", word)
    name = f"{there.slug}@{dated[0] if dated else word[-LONGEST_VERSION:].strip('-.') or 'older'}"
    numbered = (f"{name}-{number}" for number in count(2))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def newest_of(workspace: Workspace, slug: str) -> Terminology:
    """The terminology that a release can update; NotFound for none, BadInput for an older version."""
    there = find(workspace, slug)
    if there.newer:
        raise BadInput(f"“{slug}” is an older version of “{there.newer}”; update “{there.newer}”.")
    return there


def read_release(workspace: Workspace, file: SourceFile, slug: str) -> ParsedTerminology:
    """The next version of a terminology as a file has it: the whole, or the version that is there with its changes.

    BadInput where it holds changes alone and its format cannot be read upon what is there.
    """
    parsed = file.read()
    if not parsed.changes_only:
        return parsed
    module = FORMATS[file.chosen_format()].load()
    if not hasattr(module, "upon"):
        raise BadInput(
            f"{file.path.name} holds changes alone, and all else would be withdrawn; update with the whole release."
        )
    with workspace.reading() as db:
        found: ParsedTerminology = module.upon(parsed, counted(concepts.each(db, slug), "concepts"))
        return found


def preview_update(workspace: Workspace, slug: str, parsed: ParsedTerminology) -> tuple[ReleaseDifference, CarriedOver]:
    """What a release would change in the terminology, and what of people's work would hold; nothing is written.

    BadInput for a file that has none of its ids, which is no release of it.
    """
    there, coming = newest_of(workspace, slug), Version({one.id: one for one in parsed.concepts})
    with workspace.reading() as db:
        if not any(one.id in coming.concepts for one in concepts.each(db, there.slug)):
            raise BadInput(
                f"{parsed.source} has none of the ids of “{slug}”, so it is no release of it; import it under a short "
                "name of its own, or see which column holds the ids."
            )
        old = Version.beside(counted(concepts.each(db, there.slug), "concepts", there.concepts), coming)
        return difference(old, coming), carried_over(db, there.slug, coming)


def has_nothing_new(workspace: Workspace, there: Terminology, parsed: ParsedTerminology) -> bool:
    """Whether a release says what the version that is there says: in every concept, with its definition, notes and
    replacement, and of itself, its version, licence and address. What it does not say of itself is as it was."""
    coming = _coming(parsed, there)
    facts = coming.version or there.version, coming.licence, coming.address, coming.fingerprint
    if facts != (there.version, there.licence, addressed(there).address, there.fingerprint):
        return False
    with workspace.reading() as db:
        return all(map(is_the_same, concepts.each(db, there.slug), counted(parsed.concepts, "concepts looked at")))


def update_file(
    workspace: Workspace, recipe: dict[str, Any], prepare: Prepare, make_searchable: MakeSearchable, run: int = 0
) -> Iterator[Event]:
    """A person's file as the next version of the terminology of that short name, taken in by a run.

    Finished with what `engine.terminology.importing.counts` gives, and {"terminology", "older", "counts", "branches",
    "held", "invalid", "encoded", "reused"}. `prepare` encodes the names before anything is written, `make_searchable`
    reads the words afterwards. A run that had written its version before it was interrupted goes on behind that.
    BadInput for a file that has nothing new.
    """
    report = _reported(workspace, run)
    if report is None:
        report = yield from _taken_in(workspace, recipe, prepare, run)
    yield from result_of(stage(make_searchable(workspace, recipe["name"], VECTORS), WORDS, 1))
    yield Finished(report)


def _reported(workspace: Workspace, run: int) -> dict[str, Any] | None:
    """What a run reported when it wrote its version; None where it has not, or that was taken back since."""
    with workspace.reading() as db:
        begun = runs.get(db, run)
        older = {one.slug for one in terminologies.all_terminologies(db) if one.newer}
    return begun.result if begun and begun.result.get("older") in older else None


def _taken_in(
    workspace: Workspace, recipe: dict[str, Any], prepare: Prepare, run: int
) -> Generator[Event, None, dict[str, Any]]:
    """Read, compare and write the version; the report on it, which the run has from the moment that it is written."""
    file, slug = SourceFile.of_recipe(recipe), recipe["name"]
    there = newest_of(workspace, slug)
    read = partial(read_release, workspace, file, there.slug)
    parsed = yield from follow(read, at(0, f"Reading {file.path.name}"), COUNTING)
    describe = partial(_described, workspace, file, parsed, there)
    result, coming = yield from follow(describe, at(COUNTING, f"Counting what {file.path.name} holds"), COMPARING)
    compare = partial(_compared, workspace, slug, parsed)
    result |= yield from follow(compare, at(COMPARING, "Comparing the versions"), ENCODING)
    texts = [name.text for one in parsed.concepts for name in one.names]
    prepared = yield from result_of(stage(prepare(workspace, there, coming, texts), ENCODING, WRITING))
    result |= {"terminology": slug} | {key: prepared.get(key, 0) for key in ("encoded", "reused")}
    writing = partial(_put_beside, workspace, there, coming, parsed, prepared.get("indexes", []), recipe, run, result)
    report = yield from follow(writing, at(WRITING, f"Writing {parsed.names:,} names"), WORDS)
    del texts, read, describe, compare, writing  # nobody needs the names while their words are read
    yield from let_go(parsed, at(WORDS, f"Wrote {parsed.names:,} names"))
    return report


def _described(
    workspace: Workspace, file: SourceFile, parsed: ParsedTerminology, there: Terminology
) -> tuple[dict[str, Any], Terminology]:
    """What `counts` gives, and the record of the coming version; BadInput for a file that has nothing new."""
    if has_nothing_new(workspace, there, parsed):
        raise BadInput(f"{file.path.name} has the very concepts of “{there.slug}”; there is nothing to update.")
    return counts(parsed, file.chosen_format()), _coming(parsed, there)


def _coming(parsed: ParsedTerminology, there: Terminology) -> Terminology:
    """The record of the coming version; what its file does not say is as it was."""
    coming = record_of(there.slug, parsed, title=there.title)
    coming = replace(coming, licence=coming.licence or there.licence, language=there.language)
    if not coming.address:
        before = addressed(there)
        coming = replace(coming, address=before.address, namespace=coming.namespace or before.namespace)
    return coming


def _compared(workspace: Workspace, slug: str, parsed: ParsedTerminology) -> dict[str, Any]:
    """What `preview_update` gives, in numbers."""
    found, carried = preview_update(workspace, slug, parsed)
    branches = [vars(one) for one in found.branches]
    return {"counts": found.counts, "branches": branches, "held": carried.held, "invalid": len(carried.invalid)}


def _put_beside(
    workspace: Workspace,
    there: Terminology,
    coming: Terminology,
    parsed: ParsedTerminology,
    indexes: list[dict[str, Any]],
    recipe: dict[str, Any],
    run: int,
    result: dict[str, Any],
) -> dict[str, Any]:
    """Write the new version and give it the short name, the one that is there another; the result with that as older.

    In the same transaction the run keeps the result, so that it writes no second version when it is taken up again.
    """
    with workspace.writing() as db:
        number = versions.number_of(db, there.slug)
        every = terminologies.all_terminologies(db)
        if number is None or there not in every:
            raise BadInput(f"“{there.slug}” was changed by somebody else meanwhile; look at it, and update again.")
        older = older_name(there, {one.slug for one in every})
        new = write(db, coming, parsed, present=False)
        for row in indexes:
            models.add_index(db, row)
        states: dict[int, dict[str, Any]] = {
            number: {
                "slug": older,
                "title": f"{there.title} ({older.partition('@')[2]})",  # what tells the two in a choice
                "newer": there.slug,
                "edits_until": last_id(db, "edits"),
            },
            new: {"present": 1},
        }
        version = f" to version {coming.version}" if coming.version else ""
        entry = f"{there.slug} updated{version}; before it is {older}"
        terminology_states.append(db, states, recipe.get("who") or "", entry)
        report = result | {"older": older}
        runs.keep(db, run, report)
        return report
