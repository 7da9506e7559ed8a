"""Runs several processes as one: started in order, watched, stopped in the opposite order."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from types import FrameType, TracebackType

from .embedded import dying_with_parent

PATIENCE = 8.0
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class ChildDied(Exception):
    """A process ended that was to stay."""


class Supervisor:
    """Use it as a context: leaving it stops every child and waits for it, whatever was raised.

    Each child has a process group of its own, so that Ctrl-C reaches the parent alone and the order of stopping is
    kept; and each dies with the parent, should the parent be killed.
    """

    def __init__(self) -> None:
        self.children: list[tuple[str, subprocess.Popen[bytes]]] = []
        self.stopping = False

    def __enter__(self) -> Supervisor:
        for sign in STOPPING:
            signal.signal(sign, self.ask_to_stop)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stopping = True
        for _, process in reversed(self.children):
            stop(process)

    def ask_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping = True

    def start(self, name: str, command: Sequence[str], env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command,
            env=os.environ | (env or {}),
            stdin=subprocess.DEVNULL,
            process_group=0,
            preexec_fn=dying_with_parent(),
        )
        self.children.append((name, process))
        return process

    def watch(self) -> None:
        """Return when asked to stop; ChildDied as soon as a child has ended by itself."""
        while not self.stopping:
            self.check()
            time.sleep(0.2)

    def check(self) -> None:
        for name, process in self.children:
            if process.poll() is not None and not self.stopping:
                raise ChildDied(f"The {name} ended by itself (status {process.returncode}), so all of it is stopped.")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end, wait, then end it and what it started."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
