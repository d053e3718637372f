"""Encoders measured level by level below the concept that is open: a run, then a table."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.workbench import EncoderChoice, Workbench
from pages.parts.formatting import count, plain
from pages.parts.sheet import Col, sheet
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.workspace import sentences
from store.records.training import COMPLETED

DEPTH = "How many levels below the concept are measured; the names come from below the last of them."
COLUMNS = (
    Col("level", "Level", "quiet", "1 is right below the concept; the longest way down counts."),
    Col("encoder", "Encoder"),
    Col("classes", "Classes", "number", "Concepts of this level that have names below the last level."),
    Col("map", "Ranking mAP", "number", "How far up the names of the same class stand in a name's ranking (HLS)."),
    Col(
        "mrr", "MRR of concepts above", "number", "1 / rank of the first name of a concept above, at this level (HLS)."
    ),
)


def levels_below(
    workbench: Workbench, terminology: str, root: str, encoders: list[str], choices: Mapping[str, EncoderChoice]
) -> None:
    """Draws the button, the run and its table."""
    st.header("Measured level by level", anchor=False)
    if not root:
        st.caption("Open a concept in the tree: the encoders chosen above are then measured on the levels below it.")
        return
    run = workbench.jobs.newest_of("levels", terminology=terminology, root=root)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        levels = st.number_input(
            "Levels",
            1,
            8,
            workbench.hierarchy.levels_below(terminology, root),
            key=f"levels_{root}",
            width=120,
            help=DEPTH,
        )
        if st.button(
            f"Measure {count(len(encoders), 'encoder')} below {plain(root)}",
            key="levels_start",
            shortcut="L",
            disabled=run is not None and run.status in ("queued", "running"),
        ):
            with sentences():
                workbench.placement.start_levels(terminology, root, encoders, int(levels))
                st.rerun()
    if run is None:
        return
    run_panel(workbench, run.id)
    if run.status == COMPLETED:
        result = run.result
        best = {
            (row["level"], metric): max(
                (other.get(metric) or 0) for other in result["rows"] if other["level"] == row["level"]
            )
            for row in result["rows"]
            for metric in ("map", "mrr")
        }
        several = len({row["encoder"] for row in result["rows"]}) > 1
        rows = [
            {
                "id": f"{row['level']} {row['encoder']}",
                "level": str(row["level"]),
                "encoder": choices[row["encoder"]].title if row["encoder"] in choices else row["encoder"],
                "classes": f"{row['classes']:,}",
                "map": _number(row.get("map")),
                "mrr": _number(row.get("mrr")),
                "best": [
                    one for one in ("map", "mrr") if several and row.get(one) and row[one] == best[row["level"], one]
                ],
            }
            for row in result["rows"]
        ]
        bold = "; the best encoder of each level is bold" if several else ""
        st.caption(f"{count(result['queries'], 'held-out name')} ranked among {count(result['pool'], 'name')}{bold}.")
        sheet("levels_table", "Ranking and concepts above by level", COLUMNS, rows)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
