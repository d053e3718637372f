"""Loss and what is watched over epochs, for people who watch a training go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

LOSS, PRECISION = "validation_loss", "validation_map"
NAMES = {LOSS: "validation loss", PRECISION: "validation mAP"}
COLOURS = {"light": ("#c4632d", "#0f6570"), "dark": ("#e79362", "#5fbfc9")}
FEW = 12  # epochs that each have a mark on the axis
Curve = Sequence[dict[str, float]]


def watched(curve: Curve) -> str:
    """Which of its fields decides when to stop: the validation loss, or the validation mAP where there is one."""
    return PRECISION if any(PRECISION in point for point in curve) else LOSS


def training_figure(curve: Curve, theme: str = "light") -> go.Figure:
    """Training loss and what is watched by epoch; the best epoch, whose weights are kept, is marked.

    Two losses share an axis; a mAP has its own on the left and the training loss stands on the right.
    """
    by = watched(curve)
    figure = go.Figure()
    lines = (("train_loss", "training loss", "dot"), (by, NAMES[by], "solid"))
    for (field, name, dash), colour in zip(lines, COLOURS[theme], strict=True):
        points = [(point["epoch"], point[field]) for point in curve if field in point]
        if points:
            figure.add_scatter(
                x=[x for x, _ in points],
                y=[y for _, y in points],
                name=name,
                mode="lines+markers" if len(points) == 1 else "lines",  # a line of one point cannot be seen
                line={"dash": dash, "width": 2, "color": colour},
                yaxis="y2" if by == PRECISION and field == "train_loss" else "y",
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
        legend={
            "orientation": "h",
            "yref": "container",
            "y": 1,
            "yanchor": "top",
            "x": 0,
        },  # above the curve in any width
        xaxis={"title": "epoch", "rangemode": "tozero", "dtick": 1 if len(curve) <= FEW else None},
        yaxis={
            "title": "loss" if by == LOSS else NAMES[PRECISION],
            "rangemode": "tozero" if by == LOSS else "normal",
            "tickformat": ".3f",
        },
        hovermode="x unified",
    )
    if by == PRECISION:
        figure.update_layout(
            yaxis2={
                "title": "training loss",
                "overlaying": "y",
                "side": "right",
                "tickmode": "auto",  # else its ticks are put where those of the other axis are
                "tickformat": ".3f",
                "showgrid": False,
            }
        )
    return figure


def best_epoch(curve: Curve) -> tuple[float, float] | None:
    """The epoch with the best of what is watched, and that value; None before there is one. The first wins a tie."""
    by = watched(curve)
    points = [(point["epoch"], point[by]) for point in curve if by in point]
    if not points:
        return None
    return min(points, key=lambda point: (-point[1] if by == PRECISION else point[1], point[0]))


def describe_curve(curve: Curve) -> str:
    """The curve in a sentence: '12 epochs; lowest validation loss 0.0312 in epoch 9.'"""
    best = best_epoch(curve)
    if not best:
        return "No epoch yet."
    by = watched(curve)
    epochs = f"{len(curve)} epoch{'s' if len(curve) > 1 else ''}"
    return f"{epochs}; {'highest' if by == PRECISION else 'lowest'} {NAMES[by]} {best[1]:.4f} in epoch {best[0]:.0f}."


def training_curve(curve: Sequence[dict[str, Any]], key: str) -> None:
    """Draws the curve with a sentence that says the same for who cannot see it."""
    sentence = describe_curve(curve)
    st.plotly_chart(
        training_figure(curve, "dark" if st.context.theme.type == "dark" else "light"),
        key=key,
        config={"displayModeBar": False},
        alt=f"Training by epoch. {sentence}",
    )
    st.caption(sentence)
