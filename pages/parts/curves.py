"""Loss over epochs, for people who watch a training go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

LINES = (("train_loss", "training", "dot"), ("validation_loss", "validation", "solid"))
COLOURS = {"light": ("#c4632d", "#0f6570"), "dark": ("#e79362", "#5fbfc9")}


def loss_figure(curve: Sequence[dict[str, float]], theme: str = "light") -> go.Figure:
    """Training and validation loss by epoch; the best epoch, whose weights are kept, is marked."""
    figure = go.Figure()
    for (field, name, dash), colour in zip(LINES, COLOURS[theme], strict=True):
        points = [(point["epoch"], point[field]) for point in curve if field in point]
        if points:
            figure.add_scatter(
                x=[x for x, _ in points],
                y=[y for _, y in points],
                name=name,
                mode="lines",
                line={"dash": dash, "width": 2, "color": colour},
            )
    best = best_epoch(curve)
    if best:
        figure.add_scatter(
            x=[best[0]],
            y=[best[1]],
            name="best so far",
            mode="markers",
            marker={"size": 9, "symbol": "circle-open", "color": COLOURS[theme][1]},
        )
    figure.update_layout(
        height=260,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        legend={"orientation": "h", "y": 1.12, "x": 0},
        xaxis={"title": "epoch", "rangemode": "tozero"},
        yaxis={"title": "loss", "rangemode": "tozero", "tickformat": ".3f"},
        hovermode="x unified",
    )
    return figure


def best_epoch(curve: Sequence[dict[str, float]]) -> tuple[float, float] | None:
    """The epoch with the lowest validation loss, and that loss; None before there is one."""
    points = [(point["validation_loss"], point["epoch"]) for point in curve if "validation_loss" in point]
    return (min(points)[1], min(points)[0]) if points else None


def loss_curve(curve: Sequence[dict[str, Any]], key: str) -> None:
    """Draws the curve with a sentence that says the same for who cannot see it."""
    best = best_epoch(curve)
    said = (
        f"{len(curve)} epochs; lowest validation loss {best[1]:.4f} in epoch {best[0]:.0f}."
        if best
        else "No epoch yet."
    )
    st.plotly_chart(
        loss_figure(curve, "dark" if st.context.theme.type == "dark" else "light"),
        key=key,
        config={"displayModeBar": False},
        alt=f"Loss by epoch. {said}",
    )
    st.caption(said)
