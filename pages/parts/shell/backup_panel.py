"""Copies of the database: made, verified, looked at, and put in place once a person has seen what they hold."""

from __future__ import annotations

import gc

import streamlit as st

from engine.workbench import Backups, BackupState, PreparedCopy
from pages.parts.formatting import clock, count, plain
from pages.parts.shell.messages import report, reported, show_message

MESSAGE, PREPARED = "backup_message", "backup_prepared"
ABOUT = (
    "A checked copy of the database is made each day that is worked on: seven daily ones stay, five weekly and twelve "
    "monthly ones, beside those made by hand. They lie in the workspace's folder “backups”."
)
SHOWN = {  # table -> what its rows are called
    "edits": "edits",
    "labels": "labels",
    "judgements": "decisions on mentions",
    "mapping_decisions": "mapping decisions",
    "finding_decisions": "audit decisions",
    "history": "history",
    "terminologies": "terminologies",
    "models": "models",
}
BRIEFLY = ("edits", "labels", "judgements")


def backup_panel(backups: Backups) -> None:
    """Draws the copies there are, with buttons to make one, to verify all, and to put one in place in two steps."""
    st.header("Backups", anchor=False)
    st.caption(ABOUT)
    there: list[BackupState] = []
    with reported(MESSAGE):
        there = backups.all()
    show_message(MESSAGE)
    with st.container(horizontal=True, gap="small"):
        st.button("Back up now", key="backup_now", on_click=_make, args=(backups,))
        st.button(
            "Verify",
            key="backup_verify",
            on_click=_verify,
            args=(backups,),
            help="Reads the database and every copy whole; that takes a moment.",
        )
    if not there:
        st.caption("There is no copy yet.")
        return
    titles = {one.number: f"{one.number} · {clock(one.made)} · {one.reason} · {_counts(one.counts)}" for one in there}
    chosen = st.selectbox("Copy", list(titles), key="backup_chosen", format_func=titles.__getitem__)
    st.button("Look at it", key="backup_prepare", on_click=_prepare, args=(backups, chosen))
    if prepared := st.session_state.get(PREPARED):
        _prepared(backups, prepared)


def _prepared(backups: Backups, prepared: PreparedCopy) -> None:
    """What a copy holds beside what there is now, and the button that puts it in place."""
    with st.container(border=True, key="backup_restoring"):
        st.markdown(f"Copy {prepared.number} is whole. It stands beside the database, which is as it was.")
        st.table({"": list(SHOWN.values()), "copy": _column(prepared.counts), "now": _column(prepared.now)})
        if prepared.without_weights:
            names = ", ".join(prepared.without_weights)
            st.warning(plain(f"The weights of {names} are no longer there; the copy only has what it says of them."))
        with st.container(horizontal=True, gap="small"):
            st.button(
                "Put it in place",
                key="backup_in_place",
                type="primary",
                on_click=_put_in_place,
                args=(backups, prepared.number),
                help="What the database is now is kept in the folder backups first.",
            )
            st.button("Leave it", key="backup_leave", type="tertiary", on_click=_leave)


def _make(backups: Backups) -> None:
    with reported(MESSAGE):
        made = backups.make()
        sentence = f"Copy {made.number} was made." if made else "Nothing has changed since the newest copy."
        report(MESSAGE, "success" if made else "info", sentence)


def _verify(backups: Backups) -> None:
    with reported(MESSAGE):
        found = backups.verify()
        broken = [one for one in found.backups if one.damage]
        if found.damage:
            report(MESSAGE, "error", plain(f"The database is damaged: {found.damage[0]}. Put a good copy in place."))
        elif broken:
            sentence = f"Copy {broken[0].number} is damaged: {broken[0].damage[0]}. Make a new one."
            report(MESSAGE, "error", plain(sentence))
        elif found.unusable:
            report(
                MESSAGE,
                "error",
                plain(
                    f"{found.unusable[0]} is cut short, or its record cannot be read. Delete it, and make a new copy."
                ),
            )
        else:
            copies = count(len(found.backups), "copy is", "copies are")
            report(MESSAGE, "success", f"The database is whole; {copies} whole too.")


def _prepare(backups: Backups, number: int) -> None:
    with reported(MESSAGE):
        st.session_state[PREPARED] = backups.prepare(number)


def _put_in_place(backups: Backups, number: int) -> None:
    _leave()
    with reported(MESSAGE):
        aside = backups.put_in_place(number)
        st.cache_data.clear()
        st.cache_resource.clear()
        gc.unfreeze()  # what was open goes: `warming.settle` had taken it out of the collection
        report(MESSAGE, "success", plain(f"Copy {number} is in place. What was there until now is in {aside}."))


def _leave() -> None:
    st.session_state.pop(PREPARED, None)


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(count(counts.get(kind, 0), SHOWN[kind].split()[0].removesuffix("s")) for kind in BRIEFLY)


def _column(counts: dict[str, int]) -> list[str]:
    return [f"{counts[kind]:,}" if kind in counts else "–" for kind in SHOWN]
