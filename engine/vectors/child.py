"""The child process that runs fastText: `python -m engine.vectors.child CORPUS OUT SETTINGS SEED`.

fastText gives no callback and holds the process until it ends, so it runs in one that can be ended. Its own progress
line on standard error is the progress. When the parent goes away its end of standard input closes, and so does this.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback


def end_with_parent() -> None:
    """End this process once standard input closes, as it does when its parent goes; for a thread of its own."""
    # Not through sys.stdin: a thread that waits in it makes the interpreter abort when it ends.
    os.read(0, 1)
    os._exit(1)


def main(corpus: str, out: str, settings: str, seed: str) -> int:
    """Train fastText on the file `corpus` and save the model to `out`; `settings` is JSON. The exit code, 0."""
    from fasttext import FastText

    # train_unsupervised takes no seed, but passes on what stands among its defaults.
    FastText.unsupervised_default["seed"] = int(seed)
    FastText.train_unsupervised(corpus, verbose=2, **json.loads(settings)).save_model(out)
    return 0


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    code = 1
    try:
        code = main(*sys.argv[1:])
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)
