"""A mapping project made: the lines of a terminology, or of a part of it, with their suggestions."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.events import Event, Finished, Progress
from engine.models.open import open_encoder
from engine.ranking.mapping import suggestions
from engine.ranking.mapping.answer_file import AnswerFile
from engine.ranking.mapping.hierarchy import all_with_hierarchy
from engine.ranking.mapping.records import Suggestion
from engine.ranking.mapping.side import MappedSide, read_side
from engine.ranking.ranker import Ranker
from engine.terminology.hierarchy import reached, top_classes
from engine.terminology.importing import find
from engine.text.differences import between
from engine.workspace import Workspace
from store import edits, mapping_projects
from store.records.mapping import MappingCandidate


def keep_suggestions(workspace: Workspace, recipe: dict[str, Any], run: int, checkpoint: Path) -> Iterator[Event]:
    """The project of `recipe`, or new suggestions for the one whose number it has as “project”.

    recipe: {"source", "target", "encoder", "title", "who", "branch", "unmapped", "mapped", "loaded"}; “mapped” lists
    concepts that are left out, “loaded” {"origin", "rows"} the mappings of a file. Yields Progress, then Finished with
    {"project", "lines", "suggested"}.
    """
    first, second = find(workspace, recipe["source"]), find(workspace, recipe["target"])
    encoder, ranker = open_encoder(workspace, recipe["encoder"]), Ranker(workspace)
    yield Progress(0, 1, f"Reading {first.title} and {second.title}")
    with workspace.reading() as db:
        edit = edits.last_id(db)
        sides = [read_side(db, ranker.shelves, one, encoder) for one in (first, second)]
        done = mapping_projects.answered(db, first.slug, second.slug) if recipe.get("unmapped") else set()
        had = list(mapping_projects.names_of(db, recipe["project"])) if recipe.get("project") else []
    source, target = sides
    chosen = had or lines_of(source, recipe.get("branch") or "", done | set(recipe.get("mapped") or ()))
    made_of = json.dumps([encoder.sha256, edit, first.fingerprint, second.fingerprint])
    kept = AnswerFile(checkpoint, made_of)
    whole = len(chosen) == len(source.concept_codes)
    answers = []
    for event in suggestions(source, target, ranker.order, only=() if whole else chosen, kept=kept):
        if isinstance(event, Finished):
            answers = event.result["answers"]
        else:
            yield event
    ranked = {one[0].source: one for one in all_with_hierarchy(answers, source, target, ranker.order)}
    tops = tops_of(source)
    lines = [
        {
            "source": code,
            "name": source.titles.get(code, code),
            "branch": source.titles.get(tops.get(code, ""), ""),
            "candidates": candidates(ranked.get(code, ()), source, target),
        }
        for code in chosen
    ]
    facts = {"encoder": recipe["encoder"], "encoder_sha256": encoder.sha256, "edit": edit, "run": run}
    with workspace.writing() as db:
        number = int(recipe.get("project") or 0)
        if number:
            mapping_projects.suggested_again(db, number, facts, lines)
        else:
            about = {name: recipe.get(name) or "" for name in ("source", "target", "title", "branch", "who")}
            about["unmapped"] = int(bool(recipe.get("unmapped")))
            number = mapping_projects.add(db, {**about, **facts}, lines)
        if given := recipe.get("loaded"):
            mapping_projects.put_loaded(db, number, given["origin"], map(tuple, given["rows"]), recipe["who"])
    suggested = sum(bool(line["candidates"]) for line in lines)
    yield Finished({"project": number, "lines": len(lines), "suggested": suggested})


def lines_of(source: MappedSide, branch: str, left_out: Collection[str]) -> list[str]:
    """The concepts of a project: all that have a name, or a branch and what is below it, but for those left out.

    NotFound where the terminology has no such branch; BadInput where nothing is left.
    """
    chosen: Collection[str] = source.concept_codes
    if branch:
        if branch not in source.names_of:
            raise NotFound(f"{source.title} has no concept “{branch}”; check the id of the branch.")
        chosen = {branch, *reached(branch, source.children)}
    gone = set(left_out)
    found = [code for code in source.concept_codes if code in chosen and code not in gone]
    if not found:
        raise BadInput(f"Every concept of {source.title} that was asked for is mapped already; nothing is left to map.")
    return found


def tops_of(source: MappedSide) -> dict[str, str]:
    """Concept -> its first top class; the top classes themselves too."""
    found: dict[str, str] = {}
    for top, below in top_classes(source.concept_codes, source.parents).items():
        for code in (top, *below):
            found.setdefault(code, top)
    return found


def candidates(made: Collection[Suggestion], source: MappedSide, target: MappedSide) -> tuple[MappingCandidate, ...]:
    """Suggestions for one concept as a line keeps them, best first, each with what its names differ in."""
    return tuple(
        MappingCandidate(
            one.target,
            one.target_name,
            one.name,
            one.predicate,
            round(one.confidence, 4),
            one.same_text,
            "" if one.same_text else ", ".join(between(one.source_name, one.name)),
        )
        for one in made
    )
