"""A supervisor that runs several processes as one: started in order, watched, stopped in the opposite order.

Those that may end are started again; if any other ends, all of them do.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType, TracebackType

from .embedded_valkey import dying_with_parent

log = logging.getLogger(__name__)

PATIENCE = 8.0
STEADY = 30.0  # seconds; a process that ends sooner can't start at all
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class ChildDied(Exception):
    """Raised when a process has ended that should have kept running."""


@dataclass
class Child:
    name: str
    command: Sequence[str]
    env: Mapping[str, str]
    may_end: bool
    started_at: float = field(init=False)
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        self.started_at = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            env=os.environ | self.env,
            stdin=subprocess.DEVNULL,
            process_group=0,
            preexec_fn=dying_with_parent(),
        )

    def start_again(self) -> None:
        """Start the child again after it has ended, and end what it had started."""
        stop(self.process)
        self.start()


class Supervisor:
    """A context for child processes. Leaving it stops every child and waits for it, whatever was raised.

    Each child has its own process group, so that Ctrl-C reaches only the parent and the order of stopping is kept; and
    each dies with the parent, should the parent be killed.
    """

    def __init__(self) -> None:
        self.children: list[Child] = []
        self.stopping = False

    def __enter__(self) -> Supervisor:
        for sign in STOPPING:
            signal.signal(sign, self.ask_to_stop)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stopping = True
        for child in reversed(self.children):
            stop(child.process)

    def ask_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping = True

    def start(
        self, name: str, command: Sequence[str], env: Mapping[str, str] | None = None, *, may_end: bool = False
    ) -> subprocess.Popen[bytes]:
        child = Child(name, command, env or {}, may_end)
        child.start()
        self.children.append(child)
        return child.process

    def watch(self) -> None:
        """Watch the children until asked to stop. Raises ``ChildDied`` when one ends that should have kept running."""
        while not self.stopping:
            self.check()
            time.sleep(0.2)

    def check(self) -> None:
        for child in self.children:
            if child.process.poll() is None or self.stopping:
                continue
            what = f"The {child.name} ended unexpectedly (status {child.process.returncode})"
            if not child.may_end or time.monotonic() - child.started_at < STEADY:
                raise ChildDied(f"{what}, so all of it is stopped.")
            log.warning("%s and is started again.", what)
            child.start_again()


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask the process to end, wait, then kill it and whatever it started."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
