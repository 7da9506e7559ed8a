"""Processes forked from a warm one (see tests/support/warm.py), handled like those of ``subprocess``."""

from __future__ import annotations

import atexit
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from fortify_site.run.embedded_valkey import dying_with_parent

POSSIBLE = sys.platform == "linux"


class Warm:
    """A warm child process, which dies with this one, and its forks with it."""

    def __init__(self, folder: Path, *, of_the_site: bool = False) -> None:
        self._asking, other = socket.socketpair()
        with other:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.warm", str(other.fileno()), *(["site"] if of_the_site else [])],
                env=os.environ | {"DJANGO_SETTINGS_MODULE": "fortify_site.settings"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
                preexec_fn=dying_with_parent(),
                cwd=folder,
            )
        self._lines = self._asking.makefile("rw")
        self._lock = Lock()

    def ask(self, **question: Any) -> Any:
        with self._lock:
            print(json.dumps(question), file=self._lines, flush=True)
            return json.loads(self._lines.readline())

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self._lines.close()
        self._asking.close()


@functools.cache
def warm(folder: Path, *, of_the_site: bool) -> Warm:
    started = Warm(folder, of_the_site=of_the_site)
    atexit.register(started.end)
    return started


class Forked:
    """A process like ``Popen([python, "-m", module, word, …])``, made by ``Forked([module, word, …])``.

    One ``of_the_site`` finds its models and views imported.
    """

    def __init__(
        self, words: list[str], *, env: Mapping[str, str], log: Path, cwd: Path, of_the_site: bool = False
    ) -> None:
        self.args = words
        self.returncode: int | None = None
        self._warm = warm(cwd, of_the_site=of_the_site)
        log.write_bytes(b"")  # there is something to look into at once
        self.pid: int = self._warm.ask(run=words, env=dict(env), log=str(log), folder=str(cwd))
        self._handle = os.pidfd_open(self.pid)

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._warm.ask(ended=self.pid)
            if self.returncode is not None:
                os.close(self._handle)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        ending = select.poll()
        ending.register(self._handle, select.POLLIN)
        if self.poll() is None and not ending.poll(None if timeout is None else timeout * 1000):
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        self.poll()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, sign: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sign)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)
