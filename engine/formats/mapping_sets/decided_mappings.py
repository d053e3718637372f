"""A mapping project as SSSOM or FHIR: what is decided and by whom, what is suggested, and read back without loss.

A row is a target of an author, a refusal of any (sssom:NoTermFound), a flag, a skip, a mapping that a file brought, or,
where nobody has decided, the best suggestion. Who says the same as an author is a reviewer of the author's rows; who
says something else has rows of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.formats.mapping_sets.curated_mappings import (
    NO_RELATION,
    NOBODY,
    is_curated,
    take_curated,
    without_author,
)
from engine.formats.mapping_sets.mapping_files import AboutMappings
from engine.formats.mapping_sets.mapping_tables import pair_columns, pair_table
from engine.formats.mapping_sets.mappings import (
    AUTHOR,
    BY,
    DECISION,
    NO_TERM,
    REVIEWS,
    RF2_MAP,
    SLOTS,
    UNDECIDED,
    MappingSet,
    mapping_rows,
)
from engine.formats.mapping_sets.provenance import LEXICAL, MANUAL, SEMANTIC, UNKNOWN, author_label, author_of
from engine.formats.mapping_sets.sssom import TOOL
from engine.formats.ontologies.curies import CURIE, KNOWN, OURS, curie
from engine.formats.opening.times import in_utc
from engine.formats.registry import FORMATS
from store.records.mapping import (
    ANSWERS,
    DECISIONS,
    EXACT,
    MAPPED,
    NONE,
    RELATIONS,
    LoadedMapping,
    MappingCandidate,
    MappingDecision,
)

MODIFIER = "predicate_modifier"
LOADED, REVIEWER = "loaded", "reviewer_label"
OWN = ("state", "assigned", "flagged_to", "by", "when", "score", "model", "model_sha256", "reviews", "origin")
HEADING = (*SLOTS[:6], AUTHOR, REVIEWER, *SLOTS[6:], *(f"ext_{name}" for name in OWN))
Row = dict[str, "str | float | None"]


@dataclass(frozen=True)
class DecidedLine:
    """A source concept with its state, its best suggestion, and what people and files say about it."""

    source: str
    name: str
    state: str
    suggestion: MappingCandidate | None
    decisions: Sequence[MappingDecision]
    loaded: Sequence[LoadedMapping] = ()
    assigned: str = ""

    @property
    def answers(self) -> list[list[MappingDecision]]:
        """The decisions, those that say the same together; flags and skips each person's own."""
        found: dict[object, list[MappingDecision]] = {}
        for one in self.decisions:
            key = one.answer if one.decision in ANSWERS else (one.who, one.decision)
            found.setdefault(key, []).append(one)
        return list(found.values())

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.loaded) + sum(len(first.targets) or 1 for first, *_ in self.answers) + (not self.answers)


@dataclass(frozen=True)
class DecidedFile:
    """What a file of decided mappings says: each decision, each loaded mapping, source concept -> whom it is assigned
    to, and of each row that says nothing that can be taken why, one of REASONS, and its source concept."""

    decisions: list[MappingDecision]
    loaded: list[LoadedMapping]
    assigned: dict[str, str]
    left_out: list[tuple[str, str]] = field(default_factory=list)


def write_project(
    path: Path, lines: Iterable[DecidedLine], titles: dict[str, str], about: MappingSet, format: str = "sssom"
) -> int:
    """Write a project in a format of mappings; how many rows. titles: target concept -> its preferred name."""
    prefixes = {name: KNOWN[name] for name in ("semapv", "skos", "sssom")} | {"nomenclator": OURS}
    rows = ([row.get(slot) for slot in HEADING] for line in lines for row in _rows(line, titles, about, prefixes))
    identity = "\t".join([about.source, about.target, about.encoder, about.date, "decided"])
    slots = [(DECISION, OURS + "decision"), *((f"ext_{name}", OURS + name) for name in OWN)]
    description = AboutMappings(
        identity,
        f"{about.source_title} onto {about.target_title}",
        f"Suggested by {about.encoder}; decided, confirmed and contested as each row says.",
        prefixes,
        extensions=slots,
        addresses=about.addresses,
    )
    count: int = FORMATS[format].load().write_mappings(path, HEADING, rows, description)
    return count


def is_project(path: Path) -> bool:
    """Whether a file is one that `write_project` wrote; NotFound where there is none."""
    if not path.is_file():
        raise NotFound(f"There is no file {path} of mappings; check the path.")
    return {DECISION, REVIEWS, "subject_id"} <= set(next(mapping_rows(path), []))


def unread_columns(path: Path, decisions: bool = True) -> list[str]:
    """The columns with something in them of a file of mappings that reading it takes nothing from: its `decisions` with
    its mappings, or these alone. What concepts are called is taken from their terminologies."""
    lines = mapping_rows(path)
    heading = next(lines, [])
    if decisions and is_project(path):
        taken: Sequence[str] = (*HEADING, MODIFIER)
    elif {"subject_id", "object_id"} <= set(heading):
        taken = ("subject_id", "subject_label", "predicate_id", MODIFIER, "object_id", "object_label")
    else:
        heading, titled = pair_table(path)
        taken = heading if set(RF2_MAP) <= {one.lower() for one in heading} else pair_columns(heading)
        lines = ([row[column] for column in heading] for _, row in titled)
    filled = {at for row in lines for at, cell in enumerate(row) if cell.strip()}
    return [column for at, column in enumerate(heading) if at in filled and column not in taken]


def read_project(path: Path, source: str, target: str) -> DecidedFile:
    """What a file of `write_project` says; source, target: the short names of the terminologies, whose own prefix is
    taken off the ids. BadInput for another file."""
    if not is_project(path):
        raise BadInput(f"{path.name} is no export of a mapping project; load it as mappings.")
    rows = mapping_rows(path)
    heading = next(rows)
    decided: dict[tuple[str, str], MappingDecision] = {}
    loaded, assigned, left_out = [], {}, []
    for number, cells in enumerate(rows, 1):
        if not any(cell.strip() for cell in cells):
            continue
        row = dict.fromkeys(HEADING, "") | dict(zip_longest(heading, cells[: len(heading)], fillvalue=""))
        code = _local(row["subject_id"], source)
        if row["ext_assigned"]:
            assigned[code] = row["ext_assigned"]
        decision, object = row[DECISION], _local(row["object_id"], target)
        if decision == LOADED:
            loaded.append(LoadedMapping(code, object, row["predicate_id"], row["ext_origin"]))
        elif without_author(row):
            left_out.append((NOBODY, code))
        elif is_curated(row):
            if why := take_curated(decided, row, code, object):
                left_out.append((why, code))
        elif decision == MAPPED and row["predicate_id"] not in RELATIONS:
            left_out.append((NO_RELATION, code))
        elif decision != UNDECIDED:
            try:
                _take(decided, row, code, decision, object)
            except (ValueError, TypeError, KeyError) as error:
                raise BadInput(
                    f"{path.name}, mapping {number}: its decision cannot be read; export it again."
                ) from error
    return DecidedFile(list(decided.values()), loaded, assigned, left_out)


def _take(
    decided: dict[tuple[str, str], MappingDecision], row: dict[str, str], code: str, decision: str, object: str
) -> None:
    if decision not in DECISIONS:
        raise ValueError(decision)
    who = author_of(row[AUTHOR] or row[BY])
    entries = [[who, row["ext_when"], row["comment"], row["ext_score"], row["ext_model"], row["ext_model_sha256"]]]
    entries += json.loads(row["ext_reviews"] or "[]")
    for person, when, reason, score, model, sha256 in entries:
        at = in_utc(when) if when else ""
        if at is None:
            raise ValueError(when)
        before = decided.get((code, person))
        targets = ((object, row["predicate_id"]),) if decision == MAPPED else ()
        decided[code, person] = MappingDecision(
            code,
            person,
            decision,
            tuple(sorted({*(before.targets if before else ()), *targets})),
            float(score) if score not in ("", None) else None,
            reason,
            row["ext_flagged_to"],
            model,
            sha256,
            at,
            row["subject_label"],
        )


def _rows(line: DecidedLine, titles: dict[str, str], about: MappingSet, prefixes: dict[str, str]) -> Iterator[Row]:
    given = about.addresses
    subject = given.curie(line.source, about.source, prefixes)
    common: Row = {
        "subject_id": subject,
        "subject_label": line.name,
        "subject_source": given.source(about.source, prefixes),
        "object_source": given.source(about.target, prefixes),
        "mapping_tool": TOOL,
        "ext_state": line.state,
        "ext_assigned": line.assigned,
    }

    def to(target: str, relation: str) -> Row:
        return {
            "predicate_id": relation,
            "object_id": given.curie(target, about.target, prefixes) if target else NO_TERM,
            "object_label": titles.get(target, ""),
        }

    for one in line.loaded:
        own: Row = {DECISION: LOADED, "mapping_justification": UNKNOWN, "ext_origin": one.origin}
        yield common | to(one.target, one.predicate) | own
    answers, best = line.answers, line.suggestion
    for first, *others in answers:
        own = common | _attribution(first, others)
        if first.decision == MAPPED:
            for target, relation in first.targets:
                yield own | to(target, relation) | {"mapping_justification": MANUAL}
        elif first.decision == NONE:
            yield own | to("", EXACT) | {"mapping_justification": MANUAL}
        else:
            yield own | _suggested(best, to)
    if not answers:
        yield common | _suggested(best, to) | {DECISION: UNDECIDED, "mapping_date": about.date[:10]}


def _attribution(first: MappingDecision, others: Sequence[MappingDecision]) -> Row:
    """The slots of who says it: the author, and those who say the same."""
    reviews = [[one.who, one.when, one.reason, one.score, one.model, one.model_sha256] for one in others]
    return {
        AUTHOR if first.decision in ANSWERS else BY: author_label(first.who),
        REVIEWER: "|".join(author_label(one.who) for one in others),
        "mapping_date": first.when[:10],
        "comment": first.reason,
        DECISION: first.decision,
        "ext_flagged_to": first.addressed,
        "ext_when": first.when,
        "ext_score": first.score,
        "ext_model": first.model,
        "ext_model_sha256": first.model_sha256,
        "ext_reviews": json.dumps(reviews, ensure_ascii=False) if reviews else "",
    }


def _suggested(best: MappingCandidate | None, to: Callable[[str, str], Row]) -> Row:
    """The slots of a suggestion that nobody has decided about, or of none."""
    if best is None:
        return to("", EXACT) | {"mapping_justification": UNKNOWN}
    justification = LEXICAL if best.same else SEMANTIC
    return to(best.target, best.predicate) | {"mapping_justification": justification, "confidence": best.confidence}


def _local(id: str, terminology: str) -> str:
    """An id as its terminology has it: without a prefix that is ours alone."""
    prefix, colon, rest = id.partition(":")
    return rest if colon and curie(rest, terminology)[1] == prefix and CURIE.fullmatch(rest) is None else id
