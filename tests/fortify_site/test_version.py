"""Which version the site says it is, read from what git writes down."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from fortify_site import version
from fortify_site.version import commit, of_checkout

ENV = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "PATH": os.environ["PATH"]}
WHO = ("-c", "user.name=Ann", "-c", "user.email=ann@players.example", "-c", "init.defaultBranch=trunk")

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *WHO, *words], cwd=folder, env=ENV, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "pyproject.toml").write_text('[project]\nversion = "3.2.1"\n')
    git(folder, "init", "--quiet")
    git(folder, "add", "pyproject.toml")
    git(folder, "commit", "--quiet", "--message", "Begin")
    return folder


@needs_git
def test_a_checkout_is_named_by_its_commit(checkout: Path) -> None:
    head = git(checkout, "rev-parse", "HEAD")
    assert commit(checkout) == head
    assert of_checkout(checkout) == f"3.2.1 ({head[:7]})"


@needs_git
@pytest.mark.parametrize("how", [("pack-refs", "--all"), ("checkout", "--quiet", "--detach"), ("gc", "--quiet")])
def test_it_is_found_wherever_git_keeps_it(checkout: Path, how: tuple[str, ...]) -> None:
    git(checkout, *how)
    assert commit(checkout) == git(checkout, "rev-parse", "HEAD")


@needs_git
def test_a_work_tree_beside_the_repository_has_its_own(checkout: Path, tmp_path: Path) -> None:
    git(checkout, "worktree", "add", "--quiet", "-b", "next", str(tmp_path / "next"))
    git(tmp_path / "next", "commit", "--quiet", "--allow-empty", "--message", "Go on")
    assert commit(tmp_path / "next") == git(tmp_path / "next", "rev-parse", "HEAD")
    assert commit(tmp_path / "next") != commit(checkout)
    git(checkout, "pack-refs", "--all")
    assert commit(tmp_path / "next") == git(tmp_path / "next", "rev-parse", "HEAD")


def test_what_is_no_checkout_has_the_projects_version_alone(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "3.2.1"\n')
    assert of_checkout(tmp_path) == "3.2.1"


@needs_git
def test_a_repository_without_a_commit_is_none(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    assert commit(tmp_path) == ""


def test_the_environment_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERSION", "of the club, 7")
    version.version.cache_clear()
    assert version.version() == "of the club, 7"
    version.version.cache_clear()
