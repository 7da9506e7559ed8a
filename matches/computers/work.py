"""The work that a worker of the computers' queue does with a job."""

from __future__ import annotations

from .better_turn import look_next
from .think import think_next


def do_next() -> None:
    """Play the turn that is next in line; if none waits, look for a better turn that a reader has asked for.

    Each of these has a job, but the jobs don't decide which comes next.
    """
    if think_next() is None:
        look_next()
