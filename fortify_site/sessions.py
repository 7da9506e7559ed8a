"""Sessions in the database, as Django keeps them; but every page reads one, and the player whose it is, by statements
that are made once.

A session says whose it is only once it has been read. A process remembers whose each was when it last looked, and reads
that player with the session, and whether emails reach them. It is a guess: they count only for a session that names
them.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from accounts.models import User
from jobs.fast_sql import Asked, Select, read_together
from mail.bounces import dead_addresses
from mail.models import MailAddress

MOST: Final = 8192
MIN_LENGTH: Final = 8  # as Django has it
PLAYERS: Final = f"{__name__}.PlayerOfSession"


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Keys are made of letters and digits; whatever else a cookie holds, the database may not even be able to
        read."""
        return key is not None and len(key) >= MIN_LENGTH and key.isascii() and key.isalnum()

    address_read: AddressRead | None = None  # the player's, where it was read with the session

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        key = self.session_key or ""
        guess = _last_reader_of(key)
        asked: list[Asked[Any]] = [_RUNNING.asked(key, timezone.now())]
        if guess.player is not None:
            asked += _BY_KEY.asked(guess.player), dead_addresses.ask_for_trouble(guess.email)
        found, *more = read_together(*asked)
        _read.guess, _read.players = guess, more[0] if more else []
        if not found:
            self._session_key = None
            return None
        if more:
            self.address_read = AddressRead(guess.email, more[1])
        session: AbstractBaseSession = found[0]
        return session


class AddressRead(NamedTuple):
    """What is known of an address, as ``dead_addresses.ask_for_trouble`` reads it."""

    address: str
    rows: list[MailAddress]


@dataclass
class _Guess:
    """Whose a session was."""

    player: int | None = None
    email: str = ""


@lru_cache(MOST)
def _last_reader_of(_key: str) -> _Guess:
    return _Guess()


class _Read(threading.local):
    """What was read with the session that this thread read last: the player is taken at once, by the same request."""

    guess: _Guess | None = None
    players: Sequence[User] = ()


_read = _Read()


_RUNNING = Select(
    lambda key, now: SessionStore.get_model_class().objects.filter(session_key=key, expire_date__gt=now), str, datetime
)


class PlayerOfSession(BaseBackend):
    """The player of each page's session. Logging in stays with allauth."""

    def get_user(self, user_id: int) -> User | None:
        found = [player for player in _read.players if player.pk == user_id]
        _read.players = ()
        found = found or _BY_KEY.rows(user_id)
        if not found or not found[0].is_active:
            return None
        if _read.guess is not None:
            _read.guess.player, _read.guess.email = user_id, found[0].email
            _read.guess = None
        return found[0]


_BY_KEY = Select(lambda key: User.objects.filter(pk=key), int)
