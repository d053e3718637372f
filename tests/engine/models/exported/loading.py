"""Loads exported folders with sentence-transformers alone, in a process that knows nothing of this project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

LOADS = """
import json, sys
from pathlib import Path
import numpy as np
from sentence_transformers import SentenceTransformer
folder, saved, out = sys.argv[1:]
texts = json.loads(sys.stdin.read())
model = SentenceTransformer(folder, trust_remote_code=True, device="cpu", local_files_only=True)
rows = model.encode(texts, show_progress_bar=False)
assert rows.shape == (len(texts), model.get_embedding_dimension())
import engine
assert str(Path(folder).resolve()) in str(Path(engine.__file__).resolve()), engine.__file__
model.save(saved)
np.save(out, rows)
"""


def loaded_rows(folder: Path, texts: Sequence[str]) -> np.ndarray:
    """The rows that sentence-transformers gives for the texts; beside the folder it saves the model again."""
    out = folder.with_name(f"{folder.name}.npy")
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    clean |= {"HF_HOME": str(folder.with_name("hub")), "HF_HUB_OFFLINE": "1"}
    line = [sys.executable, "-c", LOADS, str(folder), str(folder.with_name("saved")), str(out)]
    done = subprocess.run(
        line, cwd=folder.parent, env=clean, input=json.dumps(list(texts)), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    rows: np.ndarray = np.load(out)
    return rows
