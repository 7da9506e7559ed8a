"""Tokens in Redis, one for each match, each player and the lobby: while a token stays the same, nothing has happened.

Every commit of the gate removes those of the match and its players, and the next reader who looks makes a new one, at
random. A token is never believed over the database: another one, or none, has a page look there, once. One that is lost
costs such a look. One that couldn't be removed because Redis was away leaves a page without the news until its reader
comes back to it, which always makes it look. Without Redis, every poll looks.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from redis.exceptions import ConnectionError, RedisError

from jobs.after_response import after_response
from jobs.broker import RETRY_AFTER, client

log = logging.getLogger(__name__)

Command = tuple[str | int, ...]

KEPT_FOR = 24 * 3600  # seconds
PREFIX = "fortify:live:"


MARK = "~"  # between the state and the token, in an ETag


OF_LOBBY = "lobby"


def of_match(pk: int) -> str:
    """Return the name of a match's token."""
    return f"m{pk}"


def of_player(pk: int) -> str:
    """Return the name of a player's token."""
    return f"p{pk}"


def tag_of(state: str, token: str) -> str:
    """Return the ETag for a page that was told this state, with this token."""
    return f'"{state}{MARK}{token}"'


def token_in(tag: str) -> str:
    """Return the token in an ETag as a page sends it back, weak or not; "" if it has none."""
    return tag.strip().removeprefix("W/").strip('"').rpartition(MARK)[2]


class Tokens:
    """The tokens as this process finds them.

    ``what`` names a match, a player or the lobby. A result of "" means that there is no token, or none within a second.
    """

    def __init__(self) -> None:
        self.rests_until = 0.0
        self._own = threading.local()

    def read(self, what: str) -> str:
        """Return the token, if there is one."""
        return self._asked(("GET", PREFIX + what))

    def begin(self, what: str) -> str:
        """Return the token, made if there was none. Call this before reading what it stands for."""

        return self._asked(("SET", PREFIX + what, _new(), "EX", KEPT_FOR, "NX"), ("GET", PREFIX + what))

    def remove(self, what: Iterable[str]) -> None:
        """Remove these tokens in one command, whether there are any or not."""
        self._asked(("DEL", *[PREFIX + each for each in what]))

    def _asked(self, *commands: Command) -> str:
        """Return the answer to the last of the commands; "" if Redis doesn't answer.

        Never raises, and never waits long for a Redis that has just failed.
        """
        if not settings.REDIS_URL or time.monotonic() < self.rests_until:
            return ""
        try:
            found = self._answers(commands)[-1]
        except (RedisError, ValueError) as error:  # an address that is none is a ValueError
            self.rests_until = time.monotonic() + RETRY_AFTER
            log.warning("Redis gives no tokens, so polls take longer ways (%s)", error)
            return ""
        return found.decode() if isinstance(found, bytes) else ""

    def _answers(self, commands: Sequence[Command]) -> list[Any]:
        """Return the answers to the commands, over a connection of the thread's own.

        The client's many steps in between would make a poll cost half as much again. A connection that Redis has closed
        meanwhile is opened again; each command may be sent twice.
        """
        connection = self._connection()
        try:
            return _answers(connection, commands)
        except ConnectionError:
            return _answers(connection, commands)

    def _connection(self) -> Any:
        if getattr(self._own, "pid", None) != os.getpid():  # a process does not go on with what it was forked with
            self._own.connection = client().connection_pool.make_connection()
            self._own.pid = os.getpid()
        return self._own.connection


def _answers(connection: Any, commands: Sequence[Command]) -> list[Any]:
    try:
        connection.send_packed_command(connection.pack_commands(commands))
        return [connection.read_response() for _ in commands]
    except RedisError:
        connection.disconnect()  # or what it still has to say would be taken for the next answer
        raise


def _new() -> str:
    return secrets.token_urlsafe(9)


tokens = Tokens()


def announce_change(match_id: int, player_ids: Iterable[int | None]) -> None:
    """Have the open pages of the match and its players look again, once the transaction has been committed."""
    _announce([of_match(match_id), *(of_player(pk) for pk in player_ids if pk is not None)])


def announce_lobby() -> None:
    """Have the open pages of the lobby look again, once the transaction has been committed."""
    _announce([OF_LOBBY])


def _announce(what: list[str]) -> None:
    def remove() -> None:
        if not after_response(lambda: tokens.remove(what)):
            tokens.remove(what)

    transaction.on_commit(remove, robust=True)
