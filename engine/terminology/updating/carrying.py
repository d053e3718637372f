"""What of people's work holds in the newest version of a terminology, and what has lost its concept.

Edits, judgements and mappings name concepts by id under the terminology's short name, which passes to the newest
version: so all that holds is there without being copied. What has lost its concept is found here, from what is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.events import counted
from engine.formats.parsed import CONSIDER
from engine.terminology.updating.records import (
    EDIT,
    JUDGEMENT,
    MAPPING,
    CarriedOver,
    InvalidTarget,
    RenamedTarget,
    UnusedConcept,
)
from engine.terminology.updating.successors import LONGEST_CHAIN, Version
from engine.text import normalise
from engine.text.differences import of_required
from store import (
    concepts,
    edits,
    imported_names,
    judged_texts,
    label_sets,
    mapping_decisions,
    mapping_projects,
    placings,
    versions,
)
from store.database import now
from store.records.mapping import MappingInForce
from store.records.terminology import Concept, Edit
from store.sqlite import Database
from store.versions import StoredVersion

# Kinds of edits in the order in which they are looked at: what becomes preferred is a name of its concept by then.
CARRIED = (edits.CONCEPT, edits.NAME, edits.PARENT, edits.PREFERRED, edits.DEFINITION, edits.REPLACEMENT)


@dataclass(frozen=True)
class Target:
    """Something in force that names concepts: an edit, a judgement or a mapping, by the ids of what it names."""

    id: str
    kind: str
    what: str
    concepts: tuple[str, ...]
    who: str
    when: str
    where: str = ""
    edit: Edit | None = None
    mapping: MappingInForce | None = None


def targets(db: Database, slug: str) -> list[Target]:
    """Every added name, parent and concept, chosen preferred name, definition, merge, judgement and mapping that is in
    force."""
    found = []
    merged = edits.values_in_force(db, slug, edits.REPLACEMENT)
    for kind in CARRIED:
        for one in counted(edits.in_force(db, slug, kind=kind), "edits"):
            if one.action == edits.ADD:
                what = one.concept_id if kind in (edits.PARENT, edits.REPLACEMENT) else one.name
                named = _named_by(one, merged)
                found.append(Target(f"{EDIT} {one.id}", kind, what, named, one.who, one.when, edit=one))
    for row in counted(judged_texts.naming(db, slug), "decisions"):
        about = (row["concept"],), row["who"], row["at"], row["file"]
        found.append(Target(f"{JUDGEMENT} {row['id']}", JUDGEMENT, row["text"], *about))
    for line in counted(mapping_decisions.in_force(db, slug), "mappings"):
        decision, what = line.decision, line.decision.name or line.decision.source
        id = f"{MAPPING} {line.id}"
        found.append(Target(id, MAPPING, what, line.concepts, decision.who, decision.when, line.title, mapping=line))
    return found


def _named_by(edit: Edit, merged: Mapping[str, str]) -> tuple[str, ...]:
    """The concepts that have to be in use for what an edit adds; `merged` are those that people merged into another.

    Of a merge that is the concept that stayed, or none where that was merged since: its own merge says into which.
    """
    if edit.kind == edits.REPLACEMENT:
        return () if edit.name in merged else (edit.name,)
    return (edit.concept_id, edit.name) if edit.kind == edits.PARENT else (edit.concept_id,)


def carried_over(db: Database, slug: str, coming: Version | None = None) -> CarriedOver:
    """What holds in the newest version; with `coming`, what would hold in this one in its place.

    A target that was kept, or made, while its concept was out of use already is nobody's question any more.
    """
    there = targets(db, slug)
    stored = versions.versions_of(db, slug)
    named = {code for target in there for code in target.concepts}
    references = _standing_for(db, slug)
    newest = coming or stored_version(db, slug, named | {one.concept for one in references})
    used = newest
    own = {one.concept_id for one in edits.in_force(db, slug, kind=edits.CONCEPT) if one.action == edits.ADD}
    lost = {code for code in named if not newest.is_live(code) and (code not in own or code in newest.concepts)}
    since = _out_of_use_since(db, stored if coming is None else [None, *stored], lost)
    invalid = [one for one in there if any(code in lost and one.when < since[code] for code in one.concepts)]
    before = _last_known(db, stored[1:] if coming is None else stored, lost) if invalid else {}
    if coming is None and invalid:
        newest = stored_version(db, slug, named, [one.preferred for one in before.values()])
    lines = [_invalid(one, lost, newest, before) for one in counted(invalid, "that lost their concept")]
    ids = {one.id for one in invalid}
    held = [one for one in there if one.id not in ids]
    taken = sum(_says_itself(newest, one.edit) for one in held if one.edit)
    of_edits = sum(one.edit is not None for one in held)
    of_mappings = sum(one.mapping is not None for one in held)
    unused = [one for one in references if not used.is_live(one.concept) and one.concept not in own]
    older = next(iter(stored[1:] if coming is None else stored), None)
    came = now() if coming is not None or not stored else stored[0].imported
    renamed = _renamed(db, [one for one in held if one.when < came], used, older)
    return CarriedOver(of_edits, len(held) - of_edits - of_mappings, taken, lines, unused, of_mappings, renamed)


def _renamed(db: Database, held: Sequence[Target], newest: Version, older: StoredVersion | None) -> list[RenamedTarget]:
    """Those of what holds whose concept had a preferred name, in the version before, that means something else."""
    before = concepts.whole(db, older.slug, {code for one in held for code in one.concepts}) if older else {}
    found = []
    for one in held:
        for code in one.concepts:
            was, is_now = before.get(code), newest.concepts.get(code)
            if was and is_now and (differs := of_required(was.preferred, is_now.preferred)):
                names = was.preferred, is_now.preferred, ", ".join(differs)
                found.append(RenamedTarget(one.kind, one.what, one.where, code, *names))
    return found


def _standing_for(db: Database, slug: str) -> list[UnusedConcept]:
    """The concepts of classes of label sets, of mappings from files, and those proposed for names not yet placed."""
    found = [
        UnusedConcept("label class", one["title"], label_set, one["concept"])
        for label_set, definition in label_sets.definitions(db).items()
        if definition.get("terminology") == slug
        for one in definition["classes"]
        if one["concept"]
    ]
    found += [UnusedConcept("loaded mapping", *row) for row in mapping_projects.loaded_naming(db, slug)]
    return found + [UnusedConcept("proposal", *row) for row in placings.open_parents(db, slug)]


def stored_version(db: Database, slug: str, codes: Iterable[str], names: Iterable[str] = ()) -> Version:
    """A part of a version from the store: these concepts, those that follow them, and those that have these names."""
    found: dict[str, Concept] = {}
    pending = set(codes)
    for text in names:
        pending |= {row["code"] for row in imported_names.exact(db, [slug], normalise(text))}
    for _ in range(LONGEST_CHAIN):
        if not pending:
            break
        found |= concepts.whole(db, slug, pending)
        follow = {
            code for one in found.values() if one.obsolete for code in (one.replaced_by, *one.notes.get(CONSIDER, ()))
        }
        pending = follow - found.keys() - pending - {""}
    return Version(found)


def _out_of_use_since(db: Database, stored: Sequence[StoredVersion | None], lost: Iterable[str]) -> dict[str, str]:
    """Code -> when the first of the versions came, up to the newest, that do not have it in use; None is to come."""
    since: dict[str, str] = {}
    open_codes = set(lost)
    for one in stored:
        if one is not None:
            open_codes -= versions.live_among(db, one.number, sorted(open_codes))
        since |= dict.fromkeys(open_codes, one.imported if one else now())
    return since


def _last_known(db: Database, older: Sequence[StoredVersion], codes: Iterable[str]) -> dict[str, Concept]:
    """Code -> the concept as the newest of the older versions has it in use."""
    found: dict[str, Concept] = {}
    missing = set(codes)
    for one in older:
        found |= {code: it for code, it in concepts.whole(db, one.slug, missing).items() if not it.obsolete}
        missing -= found.keys()
    return found


def _invalid(target: Target, lost: set[str], newest: Version, before: Mapping[str, Concept]) -> InvalidTarget:
    code = next(code for code in target.concepts if code in lost)
    known = before.get(code) or newest.concepts.get(code)
    replacement, how = newest.successor(code, before.get(code))
    if target.kind == edits.REPLACEMENT and replacement == target.what:
        replacement, how = "", ""  # the release merges them the other way round
    return InvalidTarget(
        target.id,
        target.kind,
        target.what,
        code,
        known.preferred if known else "",
        f"its {_side_of(target, code)} is inactive",
        replacement,
        newest.concepts[replacement].preferred if replacement else "",
        how,
        target.who,
        target.when,
        target.where,
    )


def _side_of(target: Target, code: str) -> str:
    """What a concept is to a target that names it."""
    if target.mapping is not None:
        return "source" if code == target.mapping.decision.source else "target"
    if target.kind == edits.REPLACEMENT:
        return "replacement"
    return "parent" if target.kind == edits.PARENT and code != target.what else "concept"


def _says_itself(version: Version, edit: Edit) -> bool:
    """Whether a version has by itself what an edit added."""
    concept = version.concepts.get(edit.concept_id)
    if concept is None:
        return False
    if edit.kind == edits.PARENT:
        return edit.name in concept.parents
    if edit.kind == edits.DEFINITION:
        return edit.name == concept.definition
    if edit.kind == edits.REPLACEMENT:
        return edit.name == concept.replaced_by
    if edit.kind == edits.PREFERRED:
        return normalise(edit.name) == normalise(concept.preferred)
    return edit.kind == edits.CONCEPT or normalise(edit.name) in {normalise(name.text) for name in concept.names}
