"""Groups of modules that import each other, whether at the top of a file or inside a function.

Importing a module from elsewhere counts as importing the packages around it, too. Imports for types alone don't count:
they never run.

``python -m tests.support.circles`` names each group with its imports, and exits with status 1 if there is one.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import grimp
import networkx

ROOT = Path(__file__).resolve().parents[2]


def rooms() -> list[str]:
    """Return the packages that the contracts on imports are about."""
    return list(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"])


def packages_entered(importer: str, module: str) -> Iterator[str]:
    """Yield the packages around the module that the importer isn't in itself."""
    while "." in module:
        module = module.rpartition(".")[0]
        if not f"{importer}.".startswith(f"{module}."):
            yield module


def circles(packages: Iterable[str]) -> Iterator[list[tuple[str, str]]]:
    """Return the imports within each group, as pairs of importer and imported; the largest group first."""
    graph = grimp.build_graph(*packages, cache_dir=None, exclude_type_checking_imports=True)
    arrows = networkx.DiGraph(
        (importer, imported)
        for importer in graph.modules
        for module in graph.find_modules_directly_imported_by(importer)
        for imported in (module, *packages_entered(importer, module))
    )
    for group in sorted(networkx.strongly_connected_components(arrows), key=len, reverse=True):
        if len(group) > 1:
            yield sorted(arrows.subgraph(group).edges)


def main() -> int:
    found = list(circles(rooms()))
    for arrows in found:
        print(f"{len({end for arrow in arrows for end in arrow})} modules import each other:")
        print(*(f"  {importer} -> {imported}" for importer, imported in arrows), sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
