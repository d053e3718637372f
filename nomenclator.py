"""The command `nomenclator`: the window without a command, `python -m engine …` with one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

APP = Path(__file__).resolve().with_name("app.py")
HELP = ("-h", "--help")
OF_COMMANDS = (*HELP, "--version")  # options of the program, which Streamlit has too
USAGE = """\
nomenclator                            open the window in your browser, on this machine only
nomenclator --server.port=8600 …       the same, with options of “streamlit run”
nomenclator COMMAND …                  a command without the window, as “python -m engine COMMAND …”:
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window, or run the command that the arguments begin with; its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if opens_window(given):
        return open_window(given)
    from engine.__main__ import main as run_command

    if given[:1] and given[0] in HELP:
        print(USAGE, flush=True)
    return run_command(given)


def opens_window(arguments: Sequence[str]) -> bool:
    """Whether these arguments are for the window: none, or options of Streamlit such as --server.headless=true."""
    if os.environ.get("_NOMENCLATOR_COMPLETE"):  # a shell asks what may come next
        return False
    return not arguments or (arguments[0].startswith("-") and arguments[0] not in OF_COMMANDS)


def open_window(options: Sequence[str]) -> int:
    """Serve app.py until it is stopped; .streamlit/config.toml beside it says where it listens. Its exit code."""
    server = subprocess.Popen([sys.executable, "-m", "streamlit", "run", str(APP), *options])
    for name in ("SIGTERM", "SIGHUP"):  # `kill`, a closed terminal, a logout: the server must not go on alone
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:  # as under nohup
            signal.signal(getattr(signal, name), lambda number, frame: server.terminate())
    while True:
        try:
            return server.wait()
        except KeyboardInterrupt:  # the server has it too, and closes by itself
            continue


if __name__ == "__main__":
    sys.exit(main())
