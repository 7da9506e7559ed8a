"""Sessions in the database, as Django keeps them; but every page reads one, and the player whose it is, by statements
that are made once."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from accounts.models import User
from jobs.fast_sql import Select

MIN_LENGTH: Final = 8  # as Django has it
PLAYERS: Final = f"{__name__}.PlayerOfSession"


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Keys are made of letters and digits; whatever else a cookie holds, the database may not even be able to
        read."""
        return key is not None and len(key) >= MIN_LENGTH and key.isascii() and key.isalnum()

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        found = _RUNNING.rows(self.session_key or "", timezone.now())
        if found:
            return found[0]
        self._session_key = None
        return None


_RUNNING = Select(
    lambda key, now: SessionStore.get_model_class().objects.filter(session_key=key, expire_date__gt=now), str, datetime
)


class PlayerOfSession(BaseBackend):
    """The player of each page's session. Logging in stays with allauth."""

    def get_user(self, user_id: int) -> User | None:
        found = _BY_KEY.rows(user_id)
        return found[0] if found and found[0].is_active else None


_BY_KEY = Select(lambda key: User.objects.filter(pk=key), int)
