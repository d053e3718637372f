"""The numbers of a model version, with what each means in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from engine.workbench import comparison_words
from pages.parts.sheet import Col
from store.records.training import ModelVersion

FEW_SHOT_PRECISION = (
    "Few-shot mAP: how high the training names of the right class rank for a validation name; 1 is all of them first."
)
OF_CLASSES = (
    "This mAP is about classes: whether names of the same class come first. Whether names find their own concept, as a "
    "search asks, Compare measures, and it may be worse."
)
HELD_OUT_PRECISION = (
    "How high the training names of the same concept, or class, rank for a name that was held out to validate on; "
    "1 is all of them first."
)
LOSS = "Loss on names that were not trained on; the weights of the epoch with the lowest are kept."
SPEARMAN = (
    "Spearman correlation between the encoder's similarity of two terms and what people said; 1 is the same order."
)


def learns_classes(recipe: dict[str, Any]) -> bool:
    """Whether a recipe learns which class a name is of, and not which concept."""
    return recipe.get("data", {}).get("name", "top-classes") == "top-classes"


def precision_of(recipe: dict[str, Any]) -> tuple[str, str]:
    """What the mAP of a version made by this recipe is called, and what it means; the first recipes had few-shot's."""
    if learns_classes(recipe):
        return "Few-shot mAP", FEW_SHOT_PRECISION
    return "mAP of held-out names", HELD_OUT_PRECISION


def precision_of_all(recipes: Iterable[dict[str, Any]]) -> tuple[str, str]:
    """The heading over the mAP of several versions: their own where it is one and the same."""
    found = {precision_of(recipe) for recipe in recipes}
    return found.pop() if len(found) == 1 else ("mAP of held-out names", HELD_OUT_PRECISION)


def relatedness_means(metrics: dict[str, Any]) -> dict[str, float]:
    """Relatedness set -> Spearman, without the sets that gave none."""
    found = metrics.get("relatedness") or {}
    return {name: result["spearman"] for name, result in found.items() if result.get("spearman") is not None}


LEAST_FALL = 0.02  # of relatedness, that is told


def relatedness_fall(lineage: Sequence[ModelVersion]) -> str:
    """In which relatedness sets the last of a lineage is worse than what it was trained on top of, in one sentence;
    empty where it is not, or where one of the two was not measured."""
    if len(lineage) < 2:
        return ""
    before, after = (relatedness_means(one.metrics) for one in lineage[-2:])
    fallen = [
        f"{comparison_words.set_title(name)} {before[name]:.3f} → {after[name]:.3f}"
        for name in before
        if name in after and before[name] - after[name] > LEAST_FALL
    ]
    return f"{', '.join(fallen)}: names of other fields are told apart worse than before." if fallen else ""


def decimal(value: Any, digits: int = 3) -> str:
    """A number as the tables show it; a dash for none."""
    return "–" if not isinstance(value, (int, float)) else f"{value:.{digits}f}"


def delta(change: str | int | None) -> dict[str, Any]:
    """A change as `st.metric` takes it: with its arrow and colour, but where nothing changed.

    Streamlit takes a text for a fall by its hyphen alone.

    >>> delta("+0.000"), delta(2), delta("−0.104")
    ({'delta': '+0.000', 'delta_color': 'off', 'delta_arrow': 'off'}, {'delta': 2}, {'delta': '-0.104'})
    """
    if isinstance(change, str):
        change = change.replace("−", "-")
    still = change is not None and not float(change)
    return {"delta": change, **({"delta_color": "off", "delta_arrow": "off"} if still else {})}


def retention_table(metrics: dict[str, Any], titles: dict[str, str]) -> tuple[list[Col], list[dict[str, Any]]]:
    """Columns and rows of what a chain kept and forgot: a row a hierarchy, a column an encoder of the lineage.

    In each row the best value stands bold.
    """
    retained = metrics.get("kept") or []
    encoders = list(retained[0]["map"]) if retained else []
    columns = [Col("hierarchy", "Hierarchy")]
    columns += [Col(encoder, titles.get(encoder, encoder), "number", HELD_OUT_PRECISION) for encoder in encoders]
    rows, often = [], Counter(row["hierarchy"] for row in retained)
    for row in retained:
        values = {encoder: decimal(row["map"].get(encoder)) for encoder in encoders}
        best = decimal(max((value for value in row["map"].values() if value is not None), default=None))
        hierarchy = _hierarchy(row, titles)
        if often[row["hierarchy"]] > 1:
            hierarchy += f", names held out by {titles.get(row['learned'], row['learned'])}"
        rows.append(
            {
                "id": row["learned"],
                "hierarchy": hierarchy,
                **values,
                "best": [encoder for encoder in encoders if values[encoder] == best],
            }
        )
    return columns, rows


def _hierarchy(row: dict[str, Any], titles: dict[str, str]) -> str:
    return " + ".join(titles.get(slug, slug) for slug in row["hierarchy"].split("+"))


def forgotten_sentence(metrics: dict[str, Any], titles: dict[str, str]) -> str:
    """What the last training of a chain cost another hierarchy, the one that lost most, in one sentence; empty for a
    version that is no chain. Where there is no other, what it did to its own."""
    retained = metrics.get("kept") or []
    if len(retained) < 2:
        return ""
    last, before = retained[-1], retained[-2]["learned"]
    known = [
        row
        for row in retained[:-1]
        if row["map"].get(before) is not None and row["map"].get(last["learned"]) is not None
    ]
    others = [row for row in known if row["hierarchy"] != last["hierarchy"]] or known
    if not others:
        return ""
    row = min(others, key=lambda one: one["map"][last["learned"]] - one["map"][before])
    first, then = row["map"][before], row["map"][last["learned"]]
    change = then - first
    verb = "kept all it knew of" if change >= 0 else "forgot a little of" if change > -0.05 else "forgot much of"
    by = comparison_words.signed(change)
    figures = f"mAP of its held-out names {first:.3f} before the last training, {then:.3f} after ({by})"
    return f"The chain {verb} {_hierarchy(row, titles)}: {figures}."
