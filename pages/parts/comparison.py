"""What a comparison found, drawn: the sentence, the sets, the retrieval of held-out names, and who moved."""

from __future__ import annotations

import re
from typing import Any

import streamlit as st

from pages.parts.metrics import ACCURACY, MRR, RETRIEVAL_MAP, SPEARMAN, decimal, set_title
from pages.parts.plain import plain
from pages.parts.sheet import Col, sheet


def comparison_view(result: Any, titles: dict[str, str]) -> None:
    """Draws a Comparison; `titles` maps an encoder's id to its title."""
    ids = result.encoders
    sets = {row["set"]: set_title(row["set"]) for row in result.relatedness}
    st.markdown(f"**{plain(named(result.summary, titles | sets))}**")
    left, right = st.columns(2, gap="large")
    with left:
        st.header("Names that no training has seen", anchor=False)
        _retrieval(result.retrieval, titles)
    with right:
        st.header("What people say is related", anchor=False)
        _relatedness(result.relatedness, ids, titles)
    st.header("Names whose rank moved most", anchor=False)
    _moved(result.moved, ids, titles)


def named(summary: str, titles: dict[str, str]) -> str:
    """The summary with titles in place of ids; an id inside another one is left alone.

    >>> named("few-shot-hpo-1 beats hpo.", {"hpo": "HPO", "few-shot-hpo-1": "Mine"})
    'Mine beats HPO.'
    """
    ids = "|".join(re.escape(id) for id in sorted(titles, key=len, reverse=True))
    summary = re.sub(rf"(?<![\w-])({ids})(?![\w-])", lambda found: titles[found.group()], summary)
    return summary[:1].upper() + summary[1:].replace(" -", " −")


def _best(values: dict[str, Any]) -> list[str]:
    numbers = {key: value for key, value in values.items() if isinstance(value, (int, float))}
    top = max(numbers.values(), default=None)
    return [key for key, value in numbers.items() if value == top] if len(numbers) > 1 else []


def _retrieval(rows: list[dict[str, Any]], titles: dict[str, str]) -> None:
    columns = (
        Col("title", "Encoder"),
        Col("map", "mAP", "number", RETRIEVAL_MAP),
        Col("accuracy", "First is right", "number", ACCURACY),
        Col("mrr", "MRR", "number", MRR),
        Col("queries", "Names", "number", "How many held-out names were asked."),
        Col(
            "without_vector",
            "Unreadable",
            "number",
            "Names of which the encoder knows no part; they count as not found.",
        ),
    )
    best = {field: _best({row["encoder"]: row.get(field) for row in rows}) for field in ("map", "accuracy", "mrr")}
    drawn = [
        {
            "id": row["encoder"],
            "title": titles.get(row["encoder"], row["encoder"]),
            **{field: decimal(row.get(field)) for field in ("map", "accuracy", "mrr")},
            "queries": f"{row['queries']:,}",
            "without_vector": f"{row['without_vector']:,}",
            "best": [field for field in best if row["encoder"] in best[field]],
        }
        for row in rows
    ]
    sheet(
        "compare_retrieval",
        "Retrieval of held-out names",
        columns,
        drawn,
        empty="No held-out names with synonyms here.",
    )


def _relatedness(rows: list[dict[str, Any]], ids: list[str], titles: dict[str, str]) -> None:
    columns = [Col("set", "Set"), Col("pairs", "Pairs", "number")]
    columns += [Col(id, titles.get(id, id), "number", SPEARMAN) for id in ids]
    drawn = [
        {
            "id": row["set"],
            "set": set_title(row["set"]),
            "pairs": f"{row['pairs']:,}",
            **{id: decimal(row.get(id)) for id in ids},
            "best": _best({id: row.get(id) for id in ids}),
        }
        for row in rows
    ]
    empty = "No relatedness set in this workspace yet. Add MayoSRS, UMNSRS or one of your own at the foot of this page."
    sheet("compare_relatedness", "Relatedness", columns, drawn, empty=empty)


def _moved(rows: list[dict[str, Any]], ids: list[str], titles: dict[str, str]) -> None:
    columns = [
        Col("name", "Held-out name"),
        Col("concept", "Concept", "code"),
        Col("preferred", "Preferred name", "quiet"),
    ]
    help = "Rank of the first other name of the same concept, among all names; 1 is best, 0 is not found."
    columns += [Col(id, titles.get(id, id), "number", help) for id in ids]
    columns.append(
        Col("change", "Change", "number", "Places from the first encoder to the last; plus is nearer to the top.")
    )
    drawn = [
        {
            "id": f"{at}",
            "name": row["name"],
            "concept": row["concept_id"],
            "preferred": row["preferred_name"],
            **{id: f"{row[id]:,}" for id in ids},
            "change": f"{row['change']:+,}".replace("-", "−"),
            "best": _best({id: -row[id] for id in ids if row[id]}),
        }
        for at, row in enumerate(rows)
    ]
    sheet(
        "compare_moved", "Names whose rank moved most", columns, drawn, empty="No name changed its rank.", tallest=520
    )
