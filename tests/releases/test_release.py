"""The changelog and the version's number, as a release changes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from . import release
from .release import CHANGELOG, PROJECT, ROOT, UNRELEASED, ReleaseRefused, dated, notes_of, numbered

BEFORE = """# Changelog

## Unreleased

- Teams.

## 1.0.0, 1 December 2026

- Everything.
"""
AFTER = """# Changelog

## Unreleased

## 1.1.0, 5 January 2027

- Teams.

## 1.0.0, 1 December 2026

- Everything.
"""


def test_what_is_unreleased_becomes_the_versions() -> None:
    assert dated(BEFORE, "1.1.0", "5 January 2027") == AFTER
    assert notes_of(BEFORE, UNRELEASED) == "- Teams."
    assert notes_of(AFTER, "## 1.0.0, 1 December 2026\n") == "- Everything."


def test_a_version_of_which_nothing_is_said_is_refused() -> None:
    for changelog in (AFTER, "# Changelog\n"):
        with pytest.raises(ReleaseRefused, match="what is new"):
            dated(changelog, "1.2.0", "6 January 2027")


def test_the_project_has_the_versions_number() -> None:
    project = '[project]\nname = "fortify"\nversion = "1.9.0"\n\n[tool.other]\nversion = "3"\n'
    assert numbered(project, "1.10.0") == project.replace("1.9.0", "1.10.0")
    assert numbered(project, "1.9.0") == project
    for version in ("1.8.9", "v2.0.0", "2", ""):
        with pytest.raises(ReleaseRefused, match=r"such as 1\.1\.0"):
            numbered(project, version)


def test_the_next_release_can_be_made() -> None:
    assert UNRELEASED in (ROOT / CHANGELOG).read_text(encoding="utf-8")
    assert numbered((ROOT / PROJECT).read_text(encoding="utf-8"), "99.0.0")


# -- the whole of it -------------------------------------------------------------------------------------------------

KEPT = "tests/releases/1.1.0"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ann@players.example")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / CHANGELOG).write_text(BEFORE)
    (tmp_path / PROJECT).write_text('version = "1.0.0"\n')
    for words in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", "Begin")):
        git(tmp_path, *words)
    return tmp_path


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def keeping(monkeypatch: pytest.MonkeyPatch, *, fails: bool) -> None:
    words = f"from pathlib import Path; Path('{KEPT}').mkdir(parents=True, exist_ok=True); Path('{KEPT}/x').touch(); "
    monkeypatch.setattr(release, "KEEP", [sys.executable, "-c", f"{words} raise SystemExit({int(fails)})"])


def test_a_release_is_a_commit_and_a_tag(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeping(monkeypatch, fails=False)
    release.main("1.1.0")
    assert git(checkout, "log", "--format=%s").splitlines() == ["release: 1.1.0", "Begin"]
    assert (
        git(checkout, "tag", "--list", "--format=%(refname:short) %(contents)", "--points-at", "HEAD")
        == "v1.1.0 - Teams."
    )
    assert git(checkout, "ls-tree", "-r", "--name-only", "HEAD").splitlines() == [CHANGELOG, PROJECT, f"{KEPT}/x"]
    assert "## 1.1.0, " in (checkout / CHANGELOG).read_text()
    assert (checkout / PROJECT).read_text() == 'version = "1.1.0"\n'
    with pytest.raises(ReleaseRefused, match=r"a tag v1\.1\.0 already"):
        release.main("1.1.0")


def test_a_release_that_fails_leaves_nothing_behind(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeping(monkeypatch, fails=True)
    with pytest.raises(ReleaseRefused, match="failed, so nothing was released"):
        release.main("1.1.0")
    assert (git(checkout, "status", "--porcelain"), git(checkout, "tag"), (checkout / "tests").exists()) == (
        "",
        "",
        False,
    )
    assert git(checkout, "log", "--format=%s") == "Begin"


def test_a_release_takes_only_what_is_committed(checkout: Path) -> None:
    (checkout / "new").touch()
    with pytest.raises(ReleaseRefused, match="Commit what you have changed"):
        release.main("1.1.0")
    assert (checkout / "new").exists()
