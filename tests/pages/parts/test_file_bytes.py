"""A file for download is made under its name, and nothing of it stays."""

from __future__ import annotations

from pathlib import Path

from pages.parts.file_bytes import file_bytes


def test_what_is_written_comes_back_and_nothing_stays() -> None:
    paths: list[Path] = []

    def write(path: Path) -> None:
        paths.append(path)
        path.write_text("a,b\n", encoding="utf-8", newline="")

    assert file_bytes("organs.csv", write) == b"a,b\n"
    assert paths[0].name == "organs.csv" and not paths[0].parent.exists()
