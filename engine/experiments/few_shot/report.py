"""The few-shot tables as Markdown, beside the paper's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.experiments import plots
from engine.experiments.markdown import DASH, ends, interval, mean_and_spread, number, table
from engine.experiments.synonyms.grounding_figures import SETS

# FS table 3, the fastText rows: vectors of 76M MEDLINE sentences; S was SNOMED CT, I was ICD-10.
PAPER: dict[str, tuple[float, float, float]] = {
    "vectors": (0.44, 0.47, 0.48),
    "S": (0.51, 0.46, 0.51),
    "I": (0.55, 0.52, 0.56),
    "S → I": (0.55, 0.46, 0.52),
    "I → S": (0.54, 0.46, 0.51),
}
OPEN = {"S": "HPO", "I": "ICD-10-CM"}  # what stands for SNOMED CT and ICD-10 here
HEADINGS = ["encoder", "set", "ours", "95 %", "half a", "half b", "over the vectors", "over parent", "paper"]
HEADINGS += ["paper's over vectors"]


def titles(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The sets that were measured and what to call them: known ones first, others by their file's name."""
    there = rows[0]["sets"]
    known = {name: set_title for name, set_title in SETS.items() if name in there}
    return known | {name: name for name in there if name not in known}


def table_markdown(rows: Sequence[Mapping[str, Any]], names: Mapping[str, str] = OPEN) -> str:
    """One line for each row and set: ours, its interval and halves, the differences, and the paper's.

    `names`: what the letters of the hierarchies stand for.
    """
    lines = []
    for row in rows:
        for name, set_title in titles(rows).items():
            ours = row["sets"][name]
            paper = PAPER[row["row"]][list(SETS).index(name)] if row["row"] in PAPER and name in SETS else None
            vectors = PAPER["vectors"][list(SETS).index(name)] if name in SETS else None
            over = paper - vectors if paper and vectors and row["row"] != "vectors" else None
            lines.append(
                [
                    row["row"],
                    set_title,
                    mean_and_spread(ours["mean"], ours["std"]),
                    ends(ours),
                    number(ours["half_a"]) or DASH,
                    number(ours["half_b"]) or DASH,
                    difference(ours["over_vectors"]),
                    difference(ours["over_parent"]),
                    number(paper, digits=2),
                    number(over, True, 2),
                ]
            )
    return "\n".join([about(rows, names), "", table(HEADINGS, lines), "", retention_markdown(rows), ""])


def about(rows: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> str:
    """What a reader of the table must know."""
    seeds = max(row["seeds"] for row in rows)
    mean = f", the mean of {seeds} seeds ± their deviation" if seeds > 1 else ""
    letters = " and ".join(f"{letter} is {title}" for letter, title in names.items())
    return (
        f"Spearman's correlation with people's scores{mean}. {letters}, for the paper's SNOMED CT and ICD-10. "
        "Intervals are 95 %, by bootstrap over the judged pairs, paired for differences, the seeds "
        "averaged in each draw. The parent of a row is what it was trained on top of. "
        "CCA is fitted in closed form on the names that train the row of its letter. –: not defined, as where all "
        "scores or all similarities are equal."
    )


def difference(found: Mapping[str, Any] | None) -> str:
    """A difference with its interval; nothing where there is none."""
    if found is None or found["low"] is None:
        return ""
    return interval(found["difference"], found["low"], found["high"])


def retention_markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """What each row learned and kept of its first hierarchy, as few-shot mAP on names that trained nothing."""
    lines = []
    for row in rows:
        if "first_map" in row:
            values = [row["first_map"][when] for when in ("vectors", "after_first", "after_all")]
            lines.append([row["row"], *map(number, values), f"{row['seconds']:.0f}"])
    first = "mAP on its first hierarchy: vectors"
    return table(["encoder", first, "after the first training", "after the last", "seconds"], lines)


def curve_markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """Figure 1 as a table: each hierarchy and number of names a class, ours and the difference from the vectors."""
    lines = []
    for row in rows:
        found = [row["sets"][name] for name in titles(rows)]
        both = ((mean_and_spread(one["mean"], one["std"]), difference(one["over_vectors"])) for one in found)
        cells = [cell for pair in both for cell in pair]
        lines.append([row["hierarchy"], str(row["shots"]), *cells])
    sets = [heading for set_title in titles(rows).values() for heading in (set_title, "over the vectors")]
    return "\n".join(["## By names a class (figure 1)", "", table(["hierarchy", "names a class", *sets], lines)])


def bars_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """Table 3 as bars: each set, a bar an encoder, with its interval."""
    groups = {
        set_title: {
            row["row"]: (row["sets"][name]["mean"], plots.half(row["sets"][name]))
            for row in rows
            if row["sets"][name]["mean"] is not None
        }
        for name, set_title in titles(rows).items()
    }
    return plots.bars("Relatedness after few-shot training", "Spearman", groups)


def curve_plot(rows: Sequence[Mapping[str, Any]]) -> str:
    """Figure 1: each hierarchy and set by the number of names a class."""
    series: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        for name, set_title in titles(rows).items():
            if (mean := row["sets"][name]["mean"]) is not None:
                series.setdefault(f"{row['hierarchy']}, {set_title}", []).append((float(row["shots"]), mean))
    return plots.lines("Relatedness by names a class", "names a class", "Spearman", series)
