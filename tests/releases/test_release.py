"""The changelog and the version's number, as a release changes them."""

from __future__ import annotations

import pytest

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
