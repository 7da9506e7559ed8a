"""Names that other packages keep to themselves, and that the product uses all the same: an update may take them away.

A module is reported if it names an attribute with ``_`` in front, except its own, or imports such a name; so is a class
that overrides such an attribute of one of its base classes.

``python -m tests.support.private_names`` names each with its place, and exits with status 1 if there is one.
"""

from __future__ import annotations

import ast
import inspect
import os
import pkgutil
import re
import sys
from collections.abc import Collection, Iterator
from importlib import import_module

from .circles import ROOT, rooms

PRIVATE = re.compile(r"_[a-zA-Z]\w*")
DOCUMENTED = frozenset({"_meta", "_state", "_db", "_default_manager", "_fields", "_replace", "_asdict", "_exit"})
INTERNAL = "internal"  # as allauth calls such modules
FRAMEWORKS = frozenset({"django", "celery", "kombu", "gunicorn", "psycopg", "allauth"})
SCRIPTS = frozenset({"accounts.names.generate_confusables"})  # needs a package that the site does without
ASKING = frozenset({"getattr", "setattr", "hasattr", "delattr"})
# What there is no other way for.
KEPT = {
    "fortify_site/profiles/login/codes.py: internal": "allauth's pages look there for whether it is still the player",
    "AccountAdapter._get_login_attempts_cache_key": "a limit beside allauth's own would let its own lock the owner out",
}


def is_private(name: str) -> bool:
    return bool(PRIVATE.fullmatch(name)) and name not in DOCUMENTED


def names_used(source: str, known: Collection[str] = ()) -> Iterator[tuple[int, str]]:
    """Yield each private name of others that a module's source uses, with its line.

    ``known`` are those that an object may have from another of our modules.
    """
    tree = ast.parse(source)
    own = set(names_made(tree))
    for node in ast.walk(tree):
        for name in _names_in(node):
            if name not in own and not (name in known and _is_of_itself(node)):
                yield node.lineno, name  # type: ignore[attr-defined]  # each node that has a name has a line


def names_made(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name


def _is_of_itself(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super"))):
            return True
    return False


def _names_in(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Attribute(attr=name) if is_private(name):
            yield name
        case ast.ImportFrom(module=module, names=names, level=0):
            parts = [*(module or "").split("."), *(each.name for each in names)]
            yield from (part for part in parts if is_private(part) or part == INTERNAL)
        case ast.Import(names=names):
            yield from (part for each in names for part in each.name.split(".") if is_private(part))
        case ast.Call(func=ast.Name(id=asking), args=[_, ast.Constant(value=str(name)), *_]) if asking in ASKING:
            yield from [name] if is_private(name) else []


def names_overridden(made: type) -> Iterator[str]:
    """Yield the private methods of a framework's class that a class overrides."""
    others = [base for base in made.__mro__[1:] if base.__module__.partition(".")[0] in FRAMEWORKS]
    for name, value in vars(made).items():
        is_own = inspect.isfunction(value) and value.__module__ == made.__module__
        if is_own and is_private(name) and any(name in vars(base) for base in others):
            yield name


def found_in(packages: list[str]) -> Iterator[str]:
    sources = {
        path.relative_to(ROOT): path.read_text() for package in packages for path in (ROOT / package).rglob("*.py")
    }
    known = {name for source in sources.values() for name in names_made(ast.parse(source))}
    for place, source in sorted(sources.items()):
        for line, name in names_used(source, known):
            if f"{place}: {name}" not in KEPT:
                yield f"{place}:{line}: {name}"
    for made in _classes(packages):
        for name in names_overridden(made):
            if f"{made.__name__}.{name}" not in KEPT:
                yield f"{made.__module__}: {made.__name__}.{name}"


def _classes(packages: list[str]) -> Iterator[type]:
    for package in packages:
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if module.name in SCRIPTS or "migrations" in module.name or module.name.endswith("__main__"):
                continue
            for made in vars(import_module(module.name)).values():
                if isinstance(made, type) and made.__module__ == module.name:
                    yield made


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fortify_site.settings")
    import_module("django").setup()
    found = list(found_in(rooms()))
    if found:
        print("These names belong to other packages:", *found, sep="\n  ")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
