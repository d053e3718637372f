"""Carries out what a person did at the desk: each act once and in order, whichever loading of the window sends it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.formatting import count, plain, shortened
from pages.parts.normalise.desk import desk, sent
from pages.parts.normalise.queue import note, noted
from pages.parts.shell.outbox import last_stored, once, place_of
from pages.parts.shell.profile import who
from store.records.normalisation import JudgementBatch

SHOWN_AGAIN = 1  # a bulk act changes which lines pass the filter


def carry_out(workbench: Workbench) -> None:
    """The acts that have come since; called when the desk has sent something."""
    acts = sent().get("acts", [])
    # Streamlit may break off at any touch of the session's state, so what is noted there is taken before the acts.
    notes = noted()
    for act in acts:
        new = once(act, partial(_one, workbench, act))
        if new is not None:
            notes["turn"] += new.pop("turn", 0)
            notes.update(new)


def outbox_data() -> dict[str, Any]:
    """Where the browser keeps what was done, in whose name, and what of it is kept here by now."""
    given = sent()
    tokens = {str(act["token"]) for act in given.get("acts", [])}
    return {"place": place_of("normalise"), "who": who(), "kept": last_stored(tokens)}


def unseen_desk(workbench: Workbench) -> None:
    """Keeps what was done last on a desk that is left; nothing is drawn but what went wrong with it."""
    notes = noted()
    if notes["said"].get("kind") == "error":
        st.error(plain(notes["said"]["text"]))
    notes.update(said={}, goto={})
    desk({"file": 0, **outbox_data()}, on_sent=lambda: carry_out(workbench))


def _one(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    """Carries out one act; what is to be noted of it: a sentence, where the desk goes, a new turn of the queue."""
    _, line, _ = _about(act)
    try:
        return ACTS[act["do"]](workbench, act) if act["do"] in ACTS else {}
    except NomenclatorError as error:
        return note("error", str(error)) | (_go(act, line) if line else {})


def _about(act: dict[str, Any]) -> tuple[int, int, str]:
    """The file and the line that an act is about, 0 for none, and who did it."""
    return int(act["file"]), int(act.get("line") or 0), str(act["who"])


def _decide(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    number, line, person = _about(act)
    decided = workbench.decisions.decide(
        number,
        [line],
        str(act["decision"]),
        person,
        concept=str(act.get("concept") or ""),
        model=str(act.get("model") or ""),
        everywhere=bool(act.get("everywhere")),
        score=act.get("score"),
        seen=act.get("seen"),
        newest=act.get("newest"),
    )
    if decided > SHOWN_AGAIN:
        return note("success", f"Decided {count(decided, 'line')} with the same text. U takes it back.")
    return {}


def _comment(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    number, line, person = _about(act)
    workbench.decisions.comment(number, line, str(act.get("text", "")), person)
    return {}


def _say_attributes(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    number, line, person = _about(act)
    workbench.mention_attributes.say(number, [line], [str(one) for one in act.get("attributes", ())], person)
    return {}


def _correct_span(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    number, line, person = _about(act)
    text = workbench.mention_spans.correct(number, line, int(act["start"]), int(act["end"]), person)
    return note("success", f"The mention is “{shortened(text)}” now. Undo in History takes it back.")


def _add_mention(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    number, line, person = _about(act)
    added = workbench.mention_spans.add(number, line, int(act["start"]), int(act["end"]), person)
    return note("success", "Added as a mention of its own. Undo in History takes it back.") | _go(act, added)


def _go_to_line(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    return _go(act, _about(act)[1])


def _undo(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    return _stepped(workbench, act, workbench.decisions.undo(_about(act)[2]))


def _redo(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    return _stepped(workbench, act, workbench.decisions.redo(_about(act)[2]))


def _renew(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    return {"turn": 1}


ACTS: dict[str, Callable[[Workbench, dict[str, Any]], dict[str, Any]]] = {
    "decide": _decide,
    "comment": _comment,
    "attributes": _say_attributes,
    "span": _correct_span,
    "mention": _add_mention,
    "goto": _go_to_line,
    "undo": _undo,
    "redo": _redo,
    "renew": _renew,
}


def _stepped(workbench: Workbench, act: dict[str, Any], batch: JudgementBatch | None) -> dict[str, Any]:
    """Says what was undone or done again, and goes there when it was in this file."""
    word = "Undid" if act["do"] == "undo" else "Did again"
    if batch is None:
        return note("info", f"Nothing to {act['do']} for {act['who']}.")
    about = next((f" about “{shortened(one.text)}”" for one in batch.first), "")
    line = next((one.line for one in batch.first), 0)
    here = workbench.answers.numbered(int(act["file"]), [line])
    where = "" if here else ", in another file"
    going = _go(act, line) if here else {}
    if batch.lines > SHOWN_AGAIN:
        return note("success", f"{word}: {count(batch.lines, 'decision')}{where}.") | going | {"turn": 1}
    return note("success", f"{word} the decision{about}{where}.") | going


def _go(act: dict[str, Any], line: int) -> dict[str, Any]:
    return {"goto": {"n": int(act["n"]), "token": str(act["token"]), "line": line}}
