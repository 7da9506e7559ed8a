"""Lines of templates that are too long to read.

``python -m tests.support.long_lines`` names each with its place, and exits with status 1 if there is one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LONGEST = 120


def long_lines(folder: Path) -> Iterator[str]:
    """Yield the place and length of each line of a template that has more columns than code may have."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if len(line) > LONGEST:
                yield f"{path.relative_to(folder.parent)}:{number}: {len(line)} columns"


def main() -> int:
    found = list(long_lines(TEMPLATES))
    print(*found, sep="\n", end="\n" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
