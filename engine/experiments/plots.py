"""Plots as pages that need no network, drawn with plotly; `plotly.min.js` stands beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# Okabe and Ito's palette: told apart by colour-blind readers too.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999999", "#000000")


def lines(title: str, x: str, y: str, series: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Curves of (x, y) points by name, as one HTML page."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for place, (name, points) in enumerate(series.items()):
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        figure.add_scatter(x=xs, y=ys, name=name, mode="lines+markers", line={"color": COLOURS[place % len(COLOURS)]})
    return _page(figure, title, x, y)


def bars(title: str, y: str, groups: Mapping[str, Mapping[str, tuple[float, float]]]) -> str:
    """Bars of (value, half the interval): group -> name -> value, one colour a name."""
    import plotly.graph_objects as go

    figure = go.Figure()
    names = list(dict.fromkeys(name for group in groups.values() for name in group))
    for place, name in enumerate(names):
        here = [group for group in groups if name in groups[group]]
        figure.add_bar(
            x=here,
            y=[groups[group][name][0] for group in here],
            error_y={"type": "data", "array": [groups[group][name][1] for group in here]},
            name=name,
            marker_color=COLOURS[place % len(COLOURS)],
        )
    return _page(figure, title, "", y)


def half(found: Mapping[str, float | None]) -> float:
    """Half of an interval {"low", "high"}; no bar where there is none."""
    low, high = found["low"], found["high"]
    return 0.0 if low is None or high is None else (high - low) / 2


def _page(figure: object, title: str, x: str, y: str) -> str:
    import plotly.graph_objects as go

    assert isinstance(figure, go.Figure)
    figure.update_layout(title=title, xaxis_title=x, yaxis_title=y, template="plotly_white")
    page: str = figure.to_html(include_plotlyjs="directory", full_html=True)
    return page
