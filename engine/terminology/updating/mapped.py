"""Answers for a line of a mapping one of whose concepts is out of use."""

from __future__ import annotations

from dataclasses import replace

from engine.terminology.edited_view import EditedView
from engine.terminology.updating.records import KEEP, MOVE, InvalidTarget
from store import mapping_decisions, mapping_projects
from store.records.mapping import MappingDecision, MappingInForce
from store.sqlite import Database


def answered(
    db: Database, mapping: MappingInForce, lost: InvalidTarget, resolution: str, to: str, view: EditedView
) -> list[MappingDecision]:
    """What its person says instead: of a lost target with another, or without it; of a lost source at another line.

    The relation stays. Who has answered the line that a source moves to keeps what they said there. A decision that has
    lost more than this one concept keeps its time, so that the next is asked. A project without a line for the concept
    that a source moves to gets one.
    """
    decision = mapping.decision
    if resolution == KEEP:
        return [replace(decision, when="")]
    if lost.concept == decision.source:
        lines = [mapping_decisions.taken_back(decision)]
        if resolution != MOVE:
            return lines
        mapping_projects.follow_source(db, mapping.project, decision.source, to, view.titles[to])
        there = mapping_decisions.latest(db, mapping.project, [to])
        if not any(one.who == decision.who for one in there.get(to, ())):
            lines.append(replace(decision, source=to, name=view.titles[to], when=_time(mapping, lost, view)))
        return lines
    relations = dict(decision.targets)
    relation = relations.pop(lost.concept)
    if resolution == MOVE:
        relations.setdefault(to, relation)
    if not relations:
        return [mapping_decisions.taken_back(decision)]
    targets = tuple(sorted(relations.items()))
    return [replace(decision, targets=targets, score=None, when=_time(mapping, lost, view))]


def _time(mapping: MappingInForce, lost: InvalidTarget, view: EditedView) -> str:
    """When the new decision was made: "" for now, or as before where it names a further concept out of use."""
    others = (code for code in mapping.concepts if code != lost.concept)
    more = any(code not in view.titles or code in view.obsolete for code in others)
    return mapping.decision.when if more else ""
