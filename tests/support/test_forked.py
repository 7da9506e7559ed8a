"""Tests that processes forked from a warm one behave like processes that are started."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from tests.fortify_site.run.test_supervisor import gone
from tests.support.patience import PATIENCE, wait_until

from .forked import POSSIBLE, Forked, Warm

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="what it takes is there on Linux alone")
CHILD = "tests.support.child"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def fork(word: str, log: Path) -> Forked:
    return Forked([CHILD, word], env={"ONLY": "this"}, log=log, cwd=settings.BASE_DIR)


def test_it_is_told_and_heard_and_brings_nothing_of_the_project_along(log: Path) -> None:
    process = fork("nothing", log)
    assert process.wait(PATIENCE) == 0
    assert set(log.read_text().splitlines()) == {
        "argument nothing",
        "environment ['ONLY']",
        "group of its own True",
        "of the project []",
        "and in the same file",
    }
    assert process.poll() == process.returncode == 0


def test_one_of_the_site_has_its_models_and_settings_of_its_own(log: Path, tmp_path: Path) -> None:
    env = {
        "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
        "HASTE": "7",
        "SITE_NAME": "Ours",
        "VAR_DIR": str(tmp_path),
    }
    expressions = (
        "s.VAR_DIR.name, s.HASTE, __import__('sys').modules.keys() >= {'matches.models', 'tournaments.rounds'}"
    )
    words = ["tests.support.print_settings", expressions]
    assert Forked(words, env=env, log=log, cwd=settings.BASE_DIR, of_the_site=True).wait(PATIENCE) == 0
    assert log.read_text().strip() == str([tmp_path.name, 7.0, True])


@pytest.mark.parametrize(("word", "status", "said"), [("exit", 3, "exit"), ("raise", 1, "ValueError: told to")])
def test_its_end_is_known(log: Path, word: str, status: int, said: str) -> None:
    assert fork(word, log).wait(PATIENCE) == status
    assert said in log.read_text()


def test_it_hears_signals(log: Path) -> None:
    process = fork("sleep", log)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.1)
    assert process.poll() is None
    process.terminate()
    assert process.wait(PATIENCE) == -signal.SIGTERM
    process.kill()  # as with subprocess, one that has ended is left alone


def test_it_ends_with_the_process_it_comes_from(log: Path) -> None:
    log.touch()
    warm = Warm(settings.BASE_DIR)
    pid = warm.ask(run=[CHILD, "sleep"], env=dict(os.environ), log=str(log), folder=str(settings.BASE_DIR))
    wait_until(lambda: "argument sleep" in log.read_text())
    warm.end()
    assert gone([pid])
