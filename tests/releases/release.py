"""``make release VERSION=1.1.0``: what is under "Unreleased" in CHANGELOG.md becomes that version's, what a site of it
leaves behind is kept for the tests of later ones, and all of it is committed and tagged. Nothing is pushed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from tests.run import environment

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG, PROJECT = "CHANGELOG.md", "pyproject.toml"
UNRELEASED = "## Unreleased\n"
KEEP = [sys.executable, "-m", "pytest", "-q", "tests/releases/keep.py"]
NUMBER = re.compile(r'(?m)^version = "(.+)"$')


class ReleaseRefused(SystemExit):
    """A version that can't be released; says why."""


def dated(changelog: str, version: str, day: str) -> str:
    """The changelog with its unreleased part as that version's. Raises ``ReleaseRefused`` if it says nothing."""
    before, heading, rest = changelog.partition(UNRELEASED)
    if not notes_of(changelog, UNRELEASED):
        raise ReleaseRefused(f"Say under “Unreleased” in {CHANGELOG} what is new.")
    return f"{before}{heading}\n{heading_of(version)}, {day}\n{rest}"


def heading_of(version: str) -> str:
    return f"## {version}"


def notes_of(changelog: str, heading: str) -> str:
    """What stands below a heading, up to the next."""
    _before, _heading, rest = changelog.partition(heading)
    return re.split(r"(?m)^## ", rest)[0].strip()


def numbered(project: str, version: str) -> str:
    """``pyproject.toml`` with that version. Raises ``ReleaseRefused`` for one that comes before what it has."""
    found = NUMBER.search(project)
    if not re.fullmatch(r"\d+\.\d+\.\d+", version) or found is None or _parts(version) < _parts(found[1]):
        raise ReleaseRefused("Give a version such as 1.1.0, and none before that of pyproject.toml.")
    return NUMBER.sub(f'version = "{version}"', project, count=1)


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def main(version: str) -> None:
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in (CHANGELOG, PROJECT)}
    project = numbered(texts[PROJECT], version)
    if _git("status", "--porcelain"):
        raise ReleaseRefused("Commit what you have changed first.")
    if _git("tag", "--list", f"v{version}"):
        raise ReleaseRefused(f"There is a tag v{version} already.")
    changelog = dated(texts[CHANGELOG], version, f"{datetime.now(UTC):%-d %B %Y}")
    with _all_or_nothing():
        (ROOT / CHANGELOG).write_text(changelog, encoding="utf-8")
        (ROOT / PROJECT).write_text(project, encoding="utf-8")
        for database in ("sqlite", "postgres"):
            subprocess.run(KEEP, cwd=ROOT, env=environment(database), check=True)
        _git("add", "--all")
        _git("commit", "--message", f"release: {version}")
        notes = notes_of(texts[CHANGELOG], UNRELEASED)
        _git("tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--message", notes)
    print(f"Tagged v{version}. To publish it: git push --follow-tags")


@contextmanager
def _all_or_nothing() -> Iterator[None]:
    """Leave a clean checkout as it was if anything fails. Raises ``ReleaseRefused`` for a command that does."""
    start = _git("rev-parse", "HEAD")
    try:
        yield
    except BaseException as error:
        _git("reset", "--quiet", "--hard", start)
        _git("clean", "--quiet", "--force", "-d")
        if isinstance(error, subprocess.CalledProcessError):
            raise ReleaseRefused(f"“{' '.join(error.cmd[:4])} …” failed, so nothing was released.") from None
        raise


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
