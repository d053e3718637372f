"""The figures of an experiment: values with their 95 % intervals beside each other, and curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from plotly.subplots import make_subplots

from engine.workbench import ExperimentFigure

COLOURS = {
    "light": ("#0f6570", "#c4632d", "#6a5fa8", "#8a8420", "#b23a6f", "#2e7d4f", "#4a6fb5", "#7a5230"),
    "dark": ("#5fbfc9", "#e79362", "#a79be0", "#c9c25a", "#ea88b0", "#7fce9c", "#8fb2f0", "#cfa77f"),
}
QUIET = {"light": "#6b7a7d", "dark": "#93a3a6"}  # what the others are held against
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "triangle-down", "star")
A_ROW, FRAME, CURVE = 27, 96, 360  # pixels
BESIDE = 3  # panels
WIDE = 50  # times the first place that the last is, from which on the axis is logarithmic
ASIDE = 0.014  # of the axis: how far intervals of two curves stand beside each other


def figure_of(figure: ExperimentFigure, theme: str = "light") -> go.Figure:
    """A panel beside the other: a mark with its interval for each name, or a curve."""
    columns = min(BESIDE, len(figure.panels))
    lines = -(-len(figure.panels) // columns)
    drawn = make_subplots(
        lines,
        columns,
        shared_yaxes=not figure.x,
        horizontal_spacing=0.04 if not figure.x else 0.07,
        vertical_spacing=0.12 if lines > 1 else 0,
        subplot_titles=list(figure.panels) if any(figure.panels) else None,
    )
    draw, height = (_curves, CURVE) if figure.x else (_marks, FRAME + A_ROW * len(_names(figure)))
    for place in range(len(figure.panels)):
        draw(drawn, figure, place, (place // columns + 1, place % columns + 1), theme)
    drawn.update_layout(
        height=height * lines,
        margin={"l": 8, "r": 12, "t": 64 if figure.x else 34, "b": 8},
        legend={"orientation": "h", "y": 1.12, "yanchor": "bottom", "x": 0, "title": None},
        showlegend=bool(figure.x),
        hovermode="closest",
    )
    drawn.update_annotations(font_size=13)  # the titles of the panels
    return drawn


def experiment_plot(figure: ExperimentFigure, key: str) -> None:
    """Draws a figure with a sentence that says the same for who cannot see it."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    st.plotly_chart(figure_of(figure, theme), key=key, config={"displayModeBar": False}, alt=sentence(figure))


def sentence(figure: ExperimentFigure) -> str:
    """What a figure shows: 'Relatedness: Spearman of 8 rows on MayoSRS; highest S with 0.61.'"""
    highest = []
    for panel, rows in figure.panels.items():
        known = {name: measures[-1] for name, measures in rows.items() if measures}
        if known:
            best = max(known, key=lambda name: known[name].value)
            where = f" at {figure.x} {known[best].x:g}" if figure.x else ""
            highest.append(f"{panel or 'all'}: highest {best} with {known[best].value:.3f}{where}")
    return f"{figure.title}: {figure.metric}. {'; '.join(highest)}."


def _names(figure: ExperimentFigure) -> list[str]:
    return list(dict.fromkeys(name for rows in figure.panels.values() for name in rows))


def _marks(drawn: go.Figure, figure: ExperimentFigure, place: int, at: tuple[int, int], theme: str) -> None:
    panel = list(figure.panels.values())[place]
    rows = [(name, panel[name][0]) for name in _names(figure) if panel.get(name)]
    colours = [QUIET[theme] if name == figure.reference else COLOURS[theme][0] for name, _ in rows]
    values = [one.value for _, one in rows]
    drawn.add_scatter(
        x=values,
        y=[name for name, _ in rows],
        mode="markers",
        marker={"size": 9, "color": colours},
        error_x=_ends([one for _, one in rows]) | {"thickness": 1.6, "color": COLOURS[theme][0]},
        customdata=[_interval(one.low, one.high) for _, one in rows],
        hovertemplate="%{y}: %{x:.3f}%{customdata}<extra></extra>",
        row=at[0],
        col=at[1],
    )
    base = panel.get(figure.reference)
    if base:
        drawn.add_vline(base[0].value, line_dash="dot", line_width=1, line_color=QUIET[theme], row=at[0], col=at[1])
    order = list(reversed(_names(figure)))
    drawn.update_yaxes(categoryorder="array", categoryarray=order, range=[-0.6, len(order) - 0.4], row=at[0], col=at[1])
    drawn.update_xaxes(title=figure.metric, tickformat=".2~f", nticks=6, row=at[0], col=at[1])


def _curves(drawn: go.Figure, figure: ExperimentFigure, place: int, at: tuple[int, int], theme: str) -> None:
    panel = list(figure.panels.values())[place]
    names = [name for name in _names(figure) if name != figure.reference]
    places = sorted({one.x for measures in panel.values() for one in measures})
    wide = places[0] > 0 and places[-1] > WIDE * places[0]
    for number, name in enumerate(names):
        colour, symbol = COLOURS[theme][number % len(COLOURS[theme])], SYMBOLS[number % len(SYMBOLS)]
        aside = 0.0 if wide else ASIDE * (places[-1] - places[0]) * (number - (len(names) - 1) / 2)
        curve = _curve(name, panel.get(name, ()), colour, symbol, aside)
        drawn.add_trace(curve.update(showlegend=place == 0), row=at[0], col=at[1])
    base = panel.get(figure.reference)
    if base:
        drawn.add_scatter(
            x=[one.x for one in base],
            y=[one.value for one in base],
            name=figure.reference,
            legendgroup=figure.reference,
            showlegend=place == 0,
            mode="lines",
            line={"dash": "dot", "width": 1.6, "color": QUIET[theme]},
            hovertemplate=f"{figure.reference}: %{{y:.3f}}<extra></extra>",
            row=at[0],
            col=at[1],
        )
    elif figure.reference:
        drawn.add_hline(0, line_dash="dot", line_width=1, line_color=QUIET[theme], row=at[0], col=at[1])
    drawn.update_xaxes(title=figure.x, tickvals=places, type="log" if wide else "linear", row=at[0], col=at[1])
    drawn.update_yaxes(title=figure.metric if at[1] == 1 else None, tickformat=".2~f", row=at[0], col=at[1])


def _curve(name: str, measures: Sequence[Any], colour: str, symbol: str, aside: float) -> go.Scatter:
    """One curve with its intervals, `aside` so that those of several do not hide each other."""
    return go.Scatter(
        x=[one.x + aside for one in measures],
        y=[one.value for one in measures],
        name=name,
        legendgroup=name,
        mode="lines+markers",
        marker={"size": 7, "symbol": symbol, "color": colour},
        line={"width": 2, "color": colour},
        error_y=_ends(measures) | {"thickness": 1.2, "color": colour},
        customdata=[_interval(one.low, one.high) for one in measures],
        hovertemplate=f"{name}: %{{y:.3f}}%{{customdata}}<extra></extra>",
    )


def _ends(measures: Sequence[Any]) -> dict[str, Any]:
    """The intervals of measures as plotly draws them; no bar where there is none."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [0 if one.high is None else one.high - one.value for one in measures],
        "arrayminus": [0 if one.low is None else one.value - one.low for one in measures],
        "width": 0,
    }


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" ({low:.3f} to {high:.3f})"
