"""The running version: VERSION from the environment, or the project's own with the commit that is checked out."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from django.conf import settings

from .environment import env

SHORT = 7


@cache
def version() -> str:
    """Return the version as it is shown: "1.0.0 (1912e94)".

    Each process works it out once, for it keeps running the code it has loaded.
    """
    return env.str("VERSION", default="") or of_checkout(settings.BASE_DIR)


def of_checkout(folder: Path) -> str:
    hash_ = commit(folder)
    return f"{release_of(folder)} ({hash_[:SHORT]})" if hash_ else release_of(folder)


def release_of(folder: Path) -> str:
    """Return the version's number alone: "1.0.0"."""
    return str(tomllib.loads((folder / "pyproject.toml").read_text())["project"]["version"])


def commit(folder: Path) -> str:
    """Return the commit that is checked out, as git stores it (gitrepository-layout(5)), also in a linked work tree.

    "" if there is none, or it can't be read.
    """
    try:
        git = _git_folder(folder / ".git")
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head
        return _looked_up(git, head.removeprefix("ref: "))
    except OSError:
        return ""


def _git_folder(place: Path) -> Path:
    if place.is_dir():
        return place
    return (place.parent / place.read_text().strip().removeprefix("gitdir: ")).resolve()


def _looked_up(git: Path, ref: str) -> str:
    shared = git / "commondir"
    common = (git / shared.read_text().strip()).resolve() if shared.exists() else git
    for loose in (git / ref, common / ref):
        if loose.exists():
            return loose.read_text().strip()
    lines = (line.partition(" ") for line in (common / "packed-refs").read_text().splitlines())
    return next((hash_ for hash_, _, name in lines if name == ref), "")
