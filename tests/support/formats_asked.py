"""Places that ask which format an event has, instead of asking the format what follows (``event.rules``).

Only formats themselves may, and the demo names some. An attribute ``format`` or ``slug`` of ``rules`` that is compared
counts, and so does a format's slug.

``python -m tests.support.formats_asked`` names each with its place, and exits with status 1 if there is one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Container, Iterator
from pathlib import Path

from .circles import ROOT

FORMATS = "tournaments/formats"
PACKAGES = ("tournaments", "fortify_site")
NAMED_IN = (FORMATS, "fortify_site/demo")
IN_A_TEMPLATE = re.compile(r"\.format (?:==|!=|in)|\.rules\.slug|\bis_(?:swiss|round_robin|cup|expedition)\b")
WEBHOOKS = "webhook"  # have a format of their own


def slugs() -> set[str]:
    """Return the slugs of all formats, as their classes have them."""
    found = set()
    for path in (ROOT / FORMATS).glob("*/format.py"):
        found |= set(re.findall(r'^    slug = "(\w+)"$', path.read_text(), re.MULTILINE))
    return found


def asked_in(source: str, slugs: Container[object]) -> Iterator[tuple[int, str]]:
    """Yield each comparison in a module's source that asks for a format, with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and any(_is_asking(each, slugs) for each in (node.left, *node.comparators)):
            yield node.lineno, ast.unparse(node)


def _is_asking(node: ast.expr, slugs: Container[object]) -> bool:
    match node:
        case ast.Attribute(attr="format", value=ast.Attribute(attr=owner) | ast.Name(id=owner)):
            return owner.casefold() != WEBHOOKS
        case ast.Attribute(attr="slug", value=ast.Attribute(attr="rules")):
            return True
        case ast.Constant(value=value):
            return value in slugs
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return any(_is_asking(each, slugs) for each in elements)
    return False


def found_in(root: Path, slugs: Container[object]) -> Iterator[str]:
    for path in sorted(path for package in PACKAGES for path in (root / package).rglob("*.py")):
        place = path.relative_to(root)
        if not place.as_posix().startswith(NAMED_IN) and place.parent.name != "migrations":
            yield from (f"{place}:{line}: {words}" for line, words in asked_in(path.read_text(), slugs))
    for path in sorted((root / "templates").rglob("*.*")):
        place = path.relative_to(root)
        if not place.as_posix().startswith("templates/formats"):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if IN_A_TEMPLATE.search(line) and WEBHOOKS not in line:
                    yield f"{place}:{number}: {line.strip()}"


def main() -> int:
    found = list(found_in(ROOT, slugs()))
    if found:
        print("These ask which format an event has:", *found, sep="\n  ")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
