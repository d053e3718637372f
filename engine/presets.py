"""Recipes to start from, named for what they are for."""

from __future__ import annotations

from typing import Any

PRESETS: dict[str, dict[str, Any]] = {
    "few-shot": {
        "preset": "few-shot",
        "encoder": {"name": "residual-dan", "hidden": 9_600, "dropout": 0.5},
        "objectives": [
            {"name": "triplet", "weight": 1.0, "margin": 0.1, "hinge": "batch"},
            {"name": "halfway", "weight": 3.0},
        ],
        "sampler": {
            "name": "few-shot",
            "shots": 15,
            "most_classes": 21,
            "negatives": "inverse distance",
            "nearest": 0,
        },
        "optimiser": {
            "learning_rate": 1e-3,
            "batch": 16,
            "patience": 10,
            "most_epochs": 200,
            "precision": "auto",
        },
        "seed": 0,
    },
}
