"""The field's work: encoders, ranking, training and evaluation of biomedical names. Importing it is light."""

import os
from importlib import import_module
from typing import Any

# Idle threads of torch and faiss sleep rather than spin: on cores that others use too, spinning made training four
# times slower. It must stand here because the libraries read it once, when they are loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
# So do those of numpy's products (2^4 turns of waiting instead of 2^26): a query that many names are lent to had them
# spin on the core that the browser draws with, which doubled its processor time.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")
# torch keeps a program of half a megabyte for each shape that it multiplied in bfloat16; most are not met again.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "256")

__version__ = "0.1.0"  # of the program; pyproject.toml reads it here

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
