"""A search of logs for secrets: tokens of links, sessions, keys, passwords, the seeds of running matches."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session

from fortify_site.logs import SECRET
from matches.models import Link, Match
from tests.support.factories import PASSWORD

from .visitor import CSRF

TOKEN = re.compile(r"(?=([a-z2-7]{32}))")  # also in the middle of a longer word


def secrets_in(log: Path) -> Iterator[str]:
    text = log.read_text(errors="replace")
    for name, secret in _known():
        if secret in text:
            yield f"{log.name} has {name} in it"
    for found in SECRET.finditer(text):
        if not found["kept"]:
            yield f"{log.name} has something like a token in it: {found[0]}"
    hashes = {hashlib.sha256(token.encode()).hexdigest() for token in TOKEN.findall(text.lower())}
    if Link.objects.filter(token_hash__in=hashes).exists():
        yield f"{log.name} has the token of a link in it"


def _known() -> Iterator[tuple[str, str]]:
    yield "the secret key", settings.SECRET_KEY
    yield "a player's password", PASSWORD
    yield "a form's token", CSRF
    for match in Match.objects.filter(status=Match.Status.RUNNING):
        yield f"the seed of match {match.pk}", match.seed
        if match.origin is not None:
            yield f"the server's bytes of match {match.pk}", match.origin["server"]
    for session in Session.objects.all():
        yield "a session's key", session.session_key
