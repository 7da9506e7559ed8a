"""Making, finding and revoking players' tokens for the API.

What a token may do is its ``Token.Scope``; ``player`` in `auth.py` lets only those that can play do so. A token doesn't
expire: it works until its owner revokes it, or their account is no longer active.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from datetime import timedelta

from django.db import OperationalError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from fortify_site.profiles import mails

from .models import Token

log = logging.getLogger(__name__)

PREFIX = "club_"
HINT = len(PREFIX) + 4
MOST = 20
NOTED_EACH = timedelta(hours=1)


class TooManyTokens(Exception):
    """Raised when a player has as many tokens as allowed."""


def make_token(user: User, name: str, scope: str) -> str:
    """Make a token, email its owner about it, and return it. It can't be shown again. Raises ``TooManyTokens``."""
    text = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.api_tokens.count() >= MOST:
            raise TooManyTokens
        token = Token.objects.create(user=user, name=name, scope=scope, digest=digest_of(text), hint=text[:HINT])
        mails.queue_account_mail(
            "account/email/token_made", user.email, {"name": name, "scope": token.get_scope_display()}
        )
    return text


def revoke(user: User, pk: int) -> bool:
    """Delete one of the user's tokens. False if there was none."""
    return user.api_tokens.filter(pk=pk).delete()[0] > 0


def find_token(text: str) -> Token | None:
    """Return the token, if its player's account is active."""
    found = Token.objects.select_related("user").filter(digest=digest_of(text)).first()
    return found if found is not None and found.user.is_active else None


def note_use(token: Token) -> None:
    """Note when a token was last used: at most once an hour, so that reading hardly writes."""
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - NOTED_EACH:
        return
    before = Q(last_used_at=None) | Q(last_used_at__lte=now - NOTED_EACH)
    try:
        Token.objects.filter(before, pk=token.pk).update(last_used_at=now)
    except OperationalError as error:  # the response doesn't depend on it
        log.warning("could not note that %s was used: %s", token, error)


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
