"""A mapping project made: the lines of a terminology, or of a part of it, with their suggestions."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.events import Event, Finished
from engine.ranking.mapping.joining import EncoderAnswers
from engine.ranking.mapping.of_encoders import encoder_answers
from engine.ranking.mapping.records import Suggestion
from engine.ranking.mapping.side import MappedSide
from engine.ranking.ranker import Ranker
from engine.terminology.hierarchy import first_classes, reached
from engine.text.differences import of_required
from engine.workspace import Workspace
from store import mapping_projects
from store.records.mapping import MappingCandidate, encoders_in, encoders_joined


def keep_suggestions(workspace: Workspace, recipe: dict[str, Any], run: int, checkpoint: Path) -> Iterator[Event]:
    """The project of `recipe`, or new suggestions for the one whose number it has as “project”.

    recipe: {"source", "target", "encoder" (an id, or several with “ + ” between), "title", "who", "branch", "unmapped",
    "mapped", "loaded"}; “mapped” lists concepts that are left out, “loaded” {"origin", "rows"} the mappings of a file.
    Yields Progress, then Finished with {"project", "lines", "suggested"}.
    """
    ids, ranker, number = encoders_in(recipe["encoder"]), Ranker(workspace), int(recipe.get("project") or 0)
    found, lines = yield from suggested_lines(ranker, recipe, checkpoint)
    prints = encoders_joined(found.prints)
    facts = {"encoder": encoders_joined(ids), "encoder_sha256": prints, "edit": found.edit, "run": run}
    with workspace.writing() as db:
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


def suggested_lines(
    ranker: Ranker, recipe: dict[str, Any], checkpoint: Path | None = None
) -> Generator[Event, None, tuple[EncoderAnswers, list[dict[str, Any]]]]:
    """Yields Progress and returns the answers and the lines {"source", "name", "branch", "candidates"} of a recipe of
    `keep_suggestions`, those of its project where it names one."""
    workspace = ranker.workspace
    with workspace.reading() as db:
        done = mapping_projects.answered(db, recipe["source"], recipe["target"]) if recipe.get("unmapped") else set()
        had = list(mapping_projects.names_of(db, recipe["project"])) if recipe.get("project") else []
    left_out = done | set(recipe.get("mapped") or ())

    def choose(source: MappedSide) -> list[str]:
        if had:
            return [code for code in had if code in source.names_of]
        return lines_of(source, recipe.get("branch") or "", left_out)

    ids = encoders_in(recipe["encoder"])
    found = yield from encoder_answers(ranker, recipe["source"], recipe["target"], ids, choose, checkpoint)
    source = found.source
    ranked = {one[0].source: one for one in found.suggestions(ranker.order)}
    tops = first_classes(source.concept_codes, source.parents)
    lines = [
        {
            "source": code,
            "name": source.titles.get(code, code),
            "branch": source.titles.get(tops.get(code, ""), ""),
            "candidates": candidates(ranked.get(code, ())),
        }
        for code in had or found.asked
    ]
    return found, lines


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


def candidates(made: Collection[Suggestion]) -> tuple[MappingCandidate, ...]:
    """Suggestions for one concept as a line keeps them, best first, each with what its names differ in."""
    return tuple(
        MappingCandidate(
            one.target,
            one.target_name,
            one.name,
            one.predicate,
            round(one.confidence, 4),
            one.same_text,
            "" if one.same_text else ", ".join(of_required(one.source_name, one.name)),
            one.via,
            one.encoders,
        )
        for one in made
    )
