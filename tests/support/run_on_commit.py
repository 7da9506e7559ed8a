"""Running code that waits for a commit, in a test that is rolled back at the end.

Real transactions cost such a test the emptying of every table and everything that it begins with; tests of whether
locks hold, and of what two see at once, still need them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock

from django.db import connections


@contextmanager
def commits() -> Iterator[None]:
    """Run what waits for the commit when the outermost transaction in here ends.

    The transactions of the test, and of its module (tests/support/made_once.py), are still around it.
    """
    connection = connections["default"]
    depth, release, wait = len(connection.savepoint_ids), connection.savepoint_commit, connection.on_commit

    def committed(sid: str) -> None:
        release(sid)
        if len(connection.savepoint_ids) == depth:
            hooks, connection.run_on_commit = connection.run_on_commit, []
            for hook in hooks:
                hook[1]()

    def on_commit(hook: Callable[[], object], robust: bool = False) -> None:
        if len(connection.savepoint_ids) == depth:
            hook()
        else:
            wait(hook, robust)

    with (
        mock.patch.object(connection, "run_on_commit", []),
        mock.patch.object(connection, "savepoint_commit", committed),
        mock.patch.object(connection, "on_commit", on_commit),
    ):
        yield
