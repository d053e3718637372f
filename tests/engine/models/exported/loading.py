"""Loads exported folders with sentence-transformers alone, in a process that knows nothing of this project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

LOADS = """
import json, os, sys, traceback
from pathlib import Path
import numpy as np
from sentence_transformers import SentenceTransformer

def load(folder, texts, saved, out):
    os.chdir(Path(folder).parent)
    model = SentenceTransformer(folder, trust_remote_code=True, device="cpu", local_files_only=True)
    rows = model.encode(texts, show_progress_bar=False)
    assert rows.shape == (len(texts), model.get_embedding_dimension())
    import engine
    assert str(Path(folder).resolve()) in str(Path(engine.__file__).resolve()), engine.__file__
    model.save(saved)
    np.save(out, rows)

for line in sys.stdin:
    child = os.fork()  # one for each folder, since each brings modules of the same names; importing takes seconds
    if not child:
        said = ""
        try:
            load(*json.loads(line))
        except BaseException:
            said = traceback.format_exc()
        os.write(1, (json.dumps(said) + "\\n").encode())
        os._exit(0)
    os.waitpid(child, 0)
"""


@lru_cache(maxsize=1)
def _process() -> subprocess.Popen[str]:
    """The process that loads, for all tests of this one; it ends when its standard input does."""
    place = tempfile.mkdtemp()
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    clean |= {"HF_HOME": str(Path(place) / "hub"), "HF_HUB_OFFLINE": "1", "TQDM_DISABLE": "1"}
    line = [sys.executable, "-c", LOADS]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(line, cwd=place, env=clean, stdin=pipe, stdout=pipe, stderr=nowhere, text=True)


def loaded_rows(folder: Path, texts: Sequence[str]) -> np.ndarray:
    """The rows that sentence-transformers gives for the texts; beside the folder it saves the model again."""
    out, process = folder.with_name(f"{folder.name}.npy"), _process()
    assert process.stdin and process.stdout
    process.stdin.write(json.dumps([str(folder), list(texts), str(folder.with_name("saved")), str(out)]) + "\n")
    process.stdin.flush()
    said = json.loads(process.stdout.readline() or '"It ended."')
    assert not said, said
    rows: np.ndarray = np.load(out)
    return rows
