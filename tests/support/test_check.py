"""The choice of tests that ``make check`` runs for what changed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests import check

FILES = {
    "matches/clocks/bank.py": "",
    "matches/clocks/night.py": "",
    "matches/views/clock.py": 'PAGE = "matches/clock.html"',
    "templates/matches/clock.html": '{% include "matches/_hands.html" %}',
    "templates/matches/_hands.html": "{% now %}",
    "templates/matches/_unused.html": "",
    "static/clock.css": "",
    "tests/run.py": "",
    "tests/matches/clocks/test_night.py": "",
    "tests/matches/clocks/test_pauses.py": "",
    "tests/matches/views/test_clock.py": 'assert "matches/_unused.html"',
    "tests/support/hands.py": "",
    "tests/support/test_hands.py": "",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", root], check=True)
    for name, content in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    return root


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("matches/clocks/night.py", ["tests/matches/clocks/test_night.py"]),
        # No file mirrors it: all that is in the folder.
        ("matches/clocks/bank.py", ["tests/matches/clocks/test_night.py", "tests/matches/clocks/test_pauses.py"]),
        ("tests/matches/clocks/test_pauses.py", ["tests/matches/clocks/test_pauses.py"]),
        ("tests/support/hands.py", ["tests/support/test_hands.py"]),
        ("templates/matches/clock.html", ["tests/matches/views/test_clock.py"]),
        ("templates/matches/_hands.html", ["tests/matches/views/test_clock.py"]),
        ("templates/matches/_unused.html", []),
        ("static/clock.css", []),
        ("tests/run.py", []),
    ],
)
def test_it_runs_the_tests_that_mirror_what_changed(changed: str, tests: list[str], tree: Path) -> None:
    assert sorted(map(str, check.mirrors_of(Path(changed), tree))) == tests


def test_what_changed_is_what_differs_from_the_base(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "ROOT", tree)
    by = ["-c", "user.name=Ada", "-c", "user.email=ada@players.example"]
    for words in (["add", "matches", "tests"], [*by, "commit", "--quiet", "--message", "clocks"]):
        subprocess.run(["git", *words], cwd=tree, check=True)
    subprocess.run(["git", "switch", "--quiet", "--create", "night"], cwd=tree, check=True)
    (tree / "matches/clocks/night.py").write_text("HOURS = 9")
    (tree / "matches/clocks/bank.py").unlink()
    subprocess.run(["git", *by, "commit", "--quiet", "--all", "--message", "nights"], cwd=tree, check=True)
    new = {Path(name) for name in FILES if name.startswith(("templates", "static"))}

    assert set(check.changed_files(None)) == {Path("matches/clocks/night.py"), *new}
    assert set(check.changed_files("HEAD")) == new
