"""The few-shot tables as Markdown, beside the paper's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.experiments import plots

SETS = {"mayosrs": "MayoSRS", "umnsrs_relatedness": "UMNSRS relatedness", "umnsrs_similarity": "UMNSRS similarity"}
# FS table 3, the fastText rows: vectors of 76M MEDLINE sentences; S was SNOMED CT, I was ICD-10.
PAPER: dict[str, tuple[float, float, float]] = {
    "vectors": (0.44, 0.47, 0.48),
    "S": (0.51, 0.46, 0.51),
    "I": (0.55, 0.52, 0.56),
    "S → I": (0.55, 0.46, 0.52),
    "I → S": (0.54, 0.46, 0.51),
}


def table_markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """One line for each row and set: ours, its two halves, the differences, and the paper's."""
    lines = [
        "| encoder | set | ours | half a | half b | over the vectors | over parent | paper | paper's over vectors |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        for place, (name, set_title) in enumerate(SETS.items()):
            if name not in row["sets"]:
                continue
            ours, trained = row["sets"][name], row["seeds"] > 0
            paper = PAPER.get(row["row"])
            cells = [
                row["row"],
                set_title,
                f"{ours['mean']:.3f} ± {ours['std']:.3f}" if trained else f"{ours['mean']:.3f}",
                f"{ours['half_a']:.3f}",
                f"{ours['half_b']:.3f}",
                f"{ours['over_vectors']:+.3f}" if trained else "",
                f"{ours['over_parent']:+.3f}" if trained else "",
                f"{paper[place]:.2f}" if paper else "",
                f"{paper[place] - PAPER['vectors'][place]:+.2f}" if paper and trained else "",
            ]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *kept_markdown(rows)])


def kept_markdown(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What each row learned and kept of its first hierarchy, as few-shot mAP on names that trained nothing."""
    lines = [
        "| encoder | mAP on its first hierarchy: vectors | after the first training | after the last | seconds |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        if "first_map" in row:
            values = [row["first_map"][when] for when in ("vectors", "after_first", "after_all")]
            lines.append(f"| {row['row']} | " + " | ".join(f"{v:.3f}" for v in values) + f" | {row['seconds']:.0f} |")
    return lines


def curve_markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """Figure 1 as a table: each set by the number of names a class."""
    names = [name for name in SETS if name in rows[0]["sets"]]
    head = ["| names a class | " + " | ".join(SETS[name] for name in names) + " |", "|---" * (len(names) + 1) + "|"]
    lines = []
    for row in rows:
        cells = [f"{v['mean']:.3f} ± {v['std']:.3f} ({v['over_vectors']:+.3f})" for v in map(row["sets"].get, names)]
        lines.append(f"| {row['shots']} | " + " | ".join(cells) + " |")
    return "\n".join([*head, *lines, ""])


def bars_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """Table 3 as bars: each set, a bar an encoder, with the spread over seeds."""
    groups = {
        SETS.get(name, name): {row["row"]: (row["sets"][name]["mean"], row["sets"][name]["std"]) for row in rows}
        for name in rows[0]["sets"]
    }
    return plots.bars("Relatedness after few-shot training", "Spearman", groups)


def curve_plot(rows: Sequence[Mapping[str, Any]]) -> str:
    """Figure 1: each set by the number of names a class."""
    series = {
        SETS.get(name, name): [(float(row["shots"]), row["sets"][name]["mean"]) for row in rows]
        for name in rows[0]["sets"]
    }
    return plots.lines("Relatedness by names a class", "names a class", "Spearman", series)
