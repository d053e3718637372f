"""A mapping project made: the lines of a terminology, or of a part of it, with their suggestions."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.events import Event, Finished
from engine.ranking.mapping.by_ranking import with_rankings
from engine.ranking.mapping.joining import EncoderAnswers
from engine.ranking.mapping.of_encoders import MappingRequest, encoder_answers
from engine.ranking.mapping.records import Suggestion
from engine.ranking.mapping.side import MappedSide
from engine.ranking.ranker import Ranker
from engine.terminology.hierarchy import reached
from engine.terminology.top_classes import first_classes
from engine.text.differences import marked
from engine.workspace import Workspace
from store import mapping_decisions, mapping_projects, versions
from store.records.mapping import MappingCandidate, encoders_in, encoders_joined


def keep_suggestions(workspace: Workspace, recipe: dict[str, Any], run: int, checkpoint: Path) -> Iterator[Event]:
    """The project of `recipe`, or new suggestions for the one whose number it has as “project”.

    recipe: {"source", "target", "encoder" (an id, or several with “ + ” between), "title", "who", "branch", "unmapped",
    "mapped", "loaded", "since"}; “mapped” lists concepts that are left out, “loaded” {"origin", "rows", "left_out",
    "encoding"} the mappings of a file, why others are left out and its `encoding_note`, “since” a moment: concepts that
    the source got since then become lines, undecided ones that it lost none.
    Yields Progress, then Finished with {"project", "lines", "suggested"}, and "left_out" and "encoding" where the file
    has such.
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
    result = {"project": number, "lines": len(lines), "suggested": sum(bool(line["candidates"]) for line in lines)}
    result |= {key: given[key] for key in ("left_out", "encoding") if given.get(key)} if given else {}
    yield Finished(result)


def suggested_lines(
    ranker: Ranker, recipe: dict[str, Any], checkpoint: Path | None = None
) -> Generator[Event, None, tuple[EncoderAnswers, list[dict[str, Any]]]]:
    """Yields Progress and returns the answers and the lines {"source", "name", "branch", "candidates"} of a recipe of
    `keep_suggestions`, those of its project where it names one; NotFound where that is gone."""
    workspace = ranker.workspace
    with workspace.reading() as db:
        if (number := recipe.get("project")) and mapping_projects.get(db, int(number)) is None:
            raise NotFound(f"There is no mapping project {number} in this workspace any more; start one anew.")
        mapped = mapping_projects.answered(db, recipe["source"], recipe["target"]) if recipe.get("unmapped") else set()
        had = mapping_projects.names_of(db, recipe["project"]) if recipe.get("project") else {}
        decisions = mapping_decisions.latest(db, recipe["project"]) if recipe.get("since") else {}
    left_out = mapped | set(recipe.get("mapped") or ())
    chosen: list[str] = []

    def choose(source: MappedSide) -> list[str]:
        if not had:
            return lines_of(source, recipe.get("branch") or "", left_out)
        since = recipe.get("since")
        lasting = [code for code in had if code in source.names_of or code in decisions or not since]
        chosen[:] = [*lasting, *(_new_lines(workspace, source, recipe, had) if since else ())]
        return [code for code in chosen if code in source.names_of]

    request = MappingRequest(recipe["source"], recipe["target"], encoders_in(recipe["encoder"]))
    found = yield from encoder_answers(ranker, request, choose, checkpoint)
    found = yield from with_rankings(ranker, found)
    source = found.source
    ranked = {one[0].source: one for one in found.suggestions(ranker.order)}
    tops = first_classes(source.concept_codes, source.parents)
    lines = [
        {
            "source": code,
            "name": source.titles.get(code) or had.get(code, code),
            "branch": source.titles.get(tops.get(code, ""), ""),
            "candidates": candidates(ranked.get(code, ())),
        }
        for code in chosen or found.concepts
    ]
    return found, lines


def _new_lines(workspace: Workspace, source: MappedSide, recipe: dict[str, Any], had: Collection[str]) -> list[str]:
    """What the source has in use in the project's branch, and had not in the version of the moment `since`."""
    with workspace.reading() as db:
        then = versions.version_at(db, recipe["source"], recipe["since"])
        if then is None or not then.newer:
            return []
        left_out = {*had, *versions.live_among(db, then.number, source.concept_codes)}
    branch = recipe.get("branch") or ""
    return _asked_for(source, branch, left_out) if not branch or branch in source.names_of else []


def lines_of(source: MappedSide, branch: str, left_out: Collection[str]) -> list[str]:
    """The concepts of a project: all that have a name, or a branch and what is below it, but for those left out.

    NotFound where the terminology has no such branch; BadInput where nothing is left.
    """
    if branch and branch not in source.names_of:
        raise NotFound(f"{source.title} has no concept “{branch}”; check the id of the branch.")
    found = _asked_for(source, branch, set(left_out))
    if not found:
        raise BadInput(f"Every concept of {source.title} that was asked for is mapped already; nothing is left to map.")
    return found


def _asked_for(source: MappedSide, branch: str, left_out: Collection[str]) -> list[str]:
    chosen = {branch, *reached(branch, source.children)} if branch else set(source.concept_codes)
    return [code for code in source.concept_codes if code in chosen and code not in left_out]


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
            ", ".join(_differs(one)),
            one.via,
            one.encoders,
        )
        for one in made
    )


def _differs(one: Suggestion) -> tuple[str, ...]:
    """What a suggestion's names differ in, those of a ranking as it read the source's."""
    if one.same_text:
        return ()
    return marked(one.source_name, one.name) if one.differs is None else one.differs
