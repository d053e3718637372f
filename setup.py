"""What pyproject.toml cannot say: dependencies from files that name one another, and the window's settings."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
SETTINGS = ".streamlit/config.toml"  # Streamlit reads it beside app.py


def requirements(name: str) -> list[str]:
    """The lines of a requirements file and of those that it names with -r, without comments, each once."""
    found: dict[str, None] = {}
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if text.startswith("-r "):
            found |= dict.fromkeys(requirements(text.removeprefix("-r ").strip()))
        elif text:
            found[text] = None
    return list(found)


class BuildWithSettings(build_py):
    """The packages, and beside app.py the settings that the window has from a checkout."""

    def run(self) -> None:
        if not self.editable_mode:  # what an earlier build left there would get into the wheel
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if not self.editable_mode:  # an editable install runs the checkout's app.py
            target = Path(self.build_lib) / SETTINGS
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(HERE / SETTINGS, target)


EVERYWHERE = requirements("requirements.txt")
EXTRAS = {name: requirements(f"requirements-{name}.txt") for name in ("transformer", "cluster", "dev")}

setup(
    install_requires=EVERYWHERE,
    extras_require={name: [line for line in lines if line not in EVERYWHERE] for name, lines in EXTRAS.items()},
    cmdclass={"build_py": BuildWithSettings},
)
