"""Public names shared by too many modules, so that a search or a traceback tells little.

A module's public functions, classes and constants count; those that every game has under the same path count once.
Rooms are checked once they are clean, so that they stay clean.

``python -m tests.support.shared_names`` names each with its modules, and exits with status 1 if there is one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from .circles import ROOT

CLEAN = ("competition", "engine")
MOST = 2
GAME = re.compile(r"^engine/(?:fairytale|fortac|fortify|fortress)/")
# Names that belong together, and why.
TOGETHER = {
    "EDITION": "the newest edition of each game's rules, and the header for it",
    "MAX_LENGTH": "of a submission, beside each game's notation of it",
    "Position": "each game's own, which no other game knows",
    "QUIET": "a word of the rules of three games",
    "RED": "a side of two games, and a figure of a third",
}


def public_names(source: str) -> set[str]:
    """Return the public names that a module defines itself."""
    return {name for node in ast.parse(source).body for name in _defined(node) if not name.startswith("_")}


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def shared(
    sources: Mapping[str, str], most: int = MOST, together: Iterable[str] = ()
) -> Iterator[tuple[str, list[str]]]:
    """Yield each name of more than ``most`` modules with their paths; ``sources`` are by path."""
    places = defaultdict(set)
    for path, source in sources.items():
        for name in public_names(source) - {*together}:
            places[name].add(GAME.sub("engine/<game>/", path))
    for name, found in sorted(places.items()):
        if len(found) > most:
            yield name, sorted(found)


def main() -> int:
    paths = sorted(path for room in CLEAN for path in (ROOT / room).rglob("*.py"))
    sources = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}
    found = list(shared(sources, together=TOGETHER))
    for name, places in found:
        print(f"{name}: {', '.join(places)}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
