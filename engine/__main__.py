"""`python -m engine …`: every use case without the window; JSON on standard output, the rest on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from typing import Any

from engine.commands import parser
from engine.errors import NomenclatorError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0, or 2 with one line that names the thing and the remedy."""
    options = parser().parse_args(arguments)
    try:
        answer = options.use_case(options)
    except NomenclatorError as problem:
        print(f"nomenclator: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("nomenclator: stopped; a training can be taken up again with “resume”.", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(plain(answer), ensure_ascii=False, allow_nan=False))
    else:
        show(plain(answer))
    return 0


def plain(value: Any) -> Any:
    """Records as dicts, numbers that JSON has no word for as null."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, float) and value != value:
        return None
    return value


def show(answer: dict[str, Any]) -> None:
    """The answer for a person's eyes: a table for each list of rows, a line for each other fact."""
    for key, value in answer.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            columns = [column for column in value[0] if not isinstance(value[0][column], (dict, list))]
            cells = [columns, *([_cell(row.get(column)) for column in columns] for row in value)]
            widths = [min(60, max(len(row[place]) for row in cells)) for place in range(len(columns))]
            for row in cells:
                print("  ".join(cell[:60].ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        else:
            print(
                f"{key}: {json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else _cell(value)}"
            )


def _cell(value: Any) -> str:
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
