"""Carries out what a person did at the desk, each act once and in order."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.normalise_desk import sent
from pages.parts.normalise_queue import renew, said
from pages.parts.plain import count, shortened
from pages.parts.profile import who
from store.records import Batch

DONE = "normalise_acts_done"  # {token: number of the last act carried out}
GOTO = "normalise_goto"  # {"n": act, "line": where the desk goes}
SHOWN_AGAIN = 1  # a bulk act changes which lines pass the filter


def carry_out(workbench: Workbench, number: int) -> None:
    """The acts that have come since; called when the desk has sent something."""
    given = sent()
    token = str(given.get("token", ""))
    done = st.session_state.setdefault(DONE, {})
    for act in given.get("acts", []):
        if int(act.get("n", 0)) <= done.get(token, 0):
            continue
        done[token] = int(act["n"])
        try:
            _one(workbench, number, act)
        except NomenclatorError as error:
            said("error", str(error))
            _go(act, act.get("line"))


def acts_done(token: str) -> int:
    """The number of the last act of this desk that was carried out."""
    return int(st.session_state.get(DONE, {}).get(token, 0))


def goal() -> dict[str, Any]:
    """Where the last undo, redo or address sends the desk."""
    found: dict[str, Any] = st.session_state.get(GOTO, {})
    return found


def _one(workbench: Workbench, number: int, act: dict[str, Any]) -> None:
    kind = act.get("do")
    if kind == "decide":
        decided = workbench.decide(
            number,
            [int(act["line"])],
            str(act["decision"]),
            who(),
            concept=str(act.get("concept") or ""),
            model=str(act.get("model") or ""),
            everywhere=bool(act.get("everywhere")),
            score=act.get("score"),
        )
        if decided > SHOWN_AGAIN:
            said("success", f"Decided {count(decided, 'line')} with the same text. U takes it back.")
    elif kind == "comment":
        workbench.comment(number, int(act["line"]), str(act.get("text", "")), who())
    elif kind == "goto":
        _go(act, act.get("line"))
    elif kind in ("undo", "redo"):
        step = workbench.undo_judgement if kind == "undo" else workbench.redo_judgement
        _stepped(workbench, number, act, step(who()))
    elif kind == "renew":
        renew()


def _stepped(workbench: Workbench, number: int, act: dict[str, Any], batch: Batch | None) -> None:
    """Says what was undone or done again, and goes there when it was in this file."""
    word = "Undid" if act["do"] == "undo" else "Did again"
    if batch is None:
        said("info", f"Nothing to {act['do']} for {who()}.")
        return
    first = batch.first[0]
    here = workbench.answers_of(number, [first.line])
    where = "" if here else ", in another file"
    if batch.lines > SHOWN_AGAIN:
        said("success", f"{word}: {count(batch.lines, 'decision')}{where}.")
        renew()
    else:
        said("success", f"{word} the decision about “{shortened(first.text)}”{where}.")
    if here:
        _go(act, first.line)


def _go(act: dict[str, Any], line: Any) -> None:
    if line is not None:
        st.session_state[GOTO] = {"n": int(act["n"]), "token": sent().get("token", ""), "line": int(line)}
