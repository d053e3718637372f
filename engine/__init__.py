"""The field's work: encoders, ranking, training and evaluation of biomedical names. Importing it is light."""

import os
from importlib import import_module
from typing import Any

# Idle threads of torch and faiss sleep rather than spin: on cores that others use too, spinning made training four
# times slower. It must stand here because the library reads it once, when it is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

_INTERFACE = {  # what a notebook needs (docs/python.md), loaded on first use
    "open_workspace": "workbench.notebook",
    "import_terminology": "workbench.notebook",
    "open_encoder": "workbench.notebook",
    "train_encoder": "workbench.notebook",
    "NameTransformer": "workbench.estimator",
}
__all__ = ["NameTransformer", "import_terminology", "open_encoder", "open_workspace", "train_encoder"]


def __getattr__(name: str) -> Any:
    if name not in _INTERFACE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_INTERFACE[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_INTERFACE})
