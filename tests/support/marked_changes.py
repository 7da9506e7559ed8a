"""A check that an event's pages are made again whenever the site writes something about it.

Every transaction that changes a row which they show must change the event's version, too (tournaments/locking/kept.py).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.db.transaction import Atomic

from .touching_database import touches

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(f"{ROOT / room}/" for room in ("tournaments", "matches", "fortify_site", "accounts", "mail", "jobs"))
TESTS = f"{ROOT / 'tests'}/"

WRITTEN = re.compile(r'(INSERT INTO|UPDATE|DELETE FROM) "tournaments_(\w+)"(?: SET (.*?)(?: WHERE |$))?', re.DOTALL)
COLUMN = re.compile(r'"(\w+)" = ')
SHOWN = frozenset(
    (
        *("absence", "announcement", "byematch", "clockact", "drawnmatch", "entry", "event", "event_organisers"),
        *("forbidden", "pairing", "round", "tableseat"),
    )
)
MARKS = frozenset(
    (
        ("UPDATE", "event", "changed_at"),
        *(("INSERT INTO", "event", ""), ("INSERT INTO", "logline", ""), ("DELETE FROM", "event", "")),
    )
)

# What no page that is kept shows.
UNSEEN = {
    "entry": {"contribution"},  # the player's own affair until the match shows its seed
    "event": {"begun_again", "check_in_asked_at", "given", "search_key", "server"},
    "pairing": {"match_id"},  # one is made after another, and the event marked when a round has them all
    "round": {
        "asked_at",
        "failure",
        "overdue_told_at",
        "progress",
        "work",
        "work_key",
    },  # of a draft, and for organisers
    "tableseat": {"index"},  # drawn as the match is made
}


class Act(NamedTuple):
    """The rows that a transaction has written so far, and those by which it marked the event."""

    written: list[str]
    marks: list[str]


class Watch:
    """The site's transactions under way, from the outermost in, and what was written in finished ones without a mark.

    Transactions that a test begins itself, to undo what it did, are ``None`` and don't count. Writes ``outside`` any
    transaction, as by a function that is for its caller's transaction, are taken together.
    """

    def __init__(self) -> None:
        self.open: list[Act | None] = []
        self.outside = Act([], [])
        self._forgotten: list[str] = []

    @property
    def act(self) -> Act | None:
        return next((each for each in reversed(self.open) if each), None)

    @property
    def forgotten(self) -> list[str]:
        return sorted({*self._forgotten, *([] if self.outside.marks else self.outside.written)})

    def forget(self) -> None:
        """Forget what was seen so far, for a test that leaves out a mark on purpose."""
        self._forgotten.clear()
        self.outside.written.clear()

    def see(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        done = execute(sql, params, many, context)
        if found := WRITTEN.match(sql):
            self._note(found)
        return done

    def _note(self, found: re.Match[str]) -> None:
        way, name, values = found[1], found[2], found[3] or ""
        columns = set(COLUMN.findall(values))
        act = self.act or self.outside
        if {(way, name, column) for column in columns | {""}} & MARKS:
            act.marks.append(name)
        elif name in SHOWN and not (columns and columns <= UNSEEN.get(name, set())) and (writer := _writer()):
            told = f"{writer}: {way} {name} {' '.join(sorted(columns))}".rstrip()
            act.written.append(told)

    def begin(self, *, by_test: bool) -> None:
        self.open.append(None if by_test else Act([], []))

    def end(self, *, is_undone: bool) -> None:
        done = self.open.pop()
        if done is None or is_undone:
            return
        if outer := self.act:
            outer.written.extend(done.written)
            outer.marks.extend(done.marks)
        elif not done.marks:
            self._forgotten.extend(done.written)


def _writer() -> str:
    """Return the function of the site that writes; "" if a test does."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(OURS) and "/models/" not in name:
            return f"{Path(name).relative_to(ROOT)}:{frame.f_code.co_name}"
        if name.startswith(TESTS) and name != __file__:
            return ""
        frame = frame.f_back
    return ""


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    watch = Watch()
    enter, leave = Atomic.__enter__, Atomic.__exit__

    def entered(self: Atomic) -> None:
        enter(self)
        watch.begin(by_test=sys._getframe(1).f_code.co_filename.startswith(TESTS))

    def left(
        self: Atomic,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        is_undone = kind is not None or connection.needs_rollback
        if watch.open:
            watch.end(is_undone=is_undone)
        leave(self, kind, error, trace)

    with monkeypatch.context() as patched, connection.execute_wrapper(watch.see):
        patched.setattr(Atomic, "__enter__", entered)
        patched.setattr(Atomic, "__exit__", left)
        yield watch


@pytest.fixture
def changes_are_marked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """A watch over every test that comes to the database; it fails if a change wasn't marked."""
    if not touches(request.node):
        yield Watch()
        return
    request.getfixturevalue("db")
    with watched(monkeypatch) as watch:
        yield watch
    assert watch.forgotten == [], "written without mark_changed (tournaments/locking/kept.py) or a line of the log"
