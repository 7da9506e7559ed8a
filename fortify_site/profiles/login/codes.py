"""Codes emailed to a player who is logged in.

One asks players without a password or second factor to confirm who they are. The other asks whether emails arrive, if
some have bounced.
"""

from __future__ import annotations

import time

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.core.exceptions import ReauthenticationRequired
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.models import User
from fortify_site.profiles import mails
from mail.bounces import dead_addresses

CODE_KEY = "confirmation_code"
REACHED_KEY = "reached_code"
CODE_SECONDS = 30 * 60
ATTEMPTS = 3
TEMPLATES = {CODE_KEY: "account/email/confirmation_code", REACHED_KEY: "account/email/reached_code"}
NOTHING_SENT = {"code": "", "to": "", "at": 0.0, "attempts": 0}


def require(request: HttpRequest) -> None:
    """Make users confirm who they are, unless they did so recently.

    Raises ``ReauthenticationRequired``, which leads to the page that asks for it.
    """
    answers = [record for record in get_authentication_records(request, request.user) if record.get("reauthenticated")]
    if not answers or time.time() - answers[-1]["at"] > app_settings.REAUTHENTICATION_TIMEOUT:
        raise ReauthenticationRequired


def send_code(request: HttpRequest, user: User, key: str = CODE_KEY) -> None:
    code = get_adapter(request).generate_login_code()
    request.session[key] = {"code": code, "to": user.email, "at": time.time(), "attempts": 0}
    mails.queue_account_mail(TEMPLATES[key], user.email, {"code": code})


def is_code_sent(request: HttpRequest, key: str = CODE_KEY) -> bool:
    sent = request.session.get(key, NOTHING_SENT)
    return bool(sent["code"]) and time.time() - sent["at"] <= CODE_SECONDS and sent["attempts"] < ATTEMPTS


def try_code(request: HttpRequest, user: User, code: str) -> bool:
    if not _is_right(request, code, CODE_KEY):
        return False
    record_authentication(request, user, method="code", reauthenticated=True)
    return True


def try_reached_code(request: HttpRequest, user: User, code: str) -> bool:
    """Return whether the code is right. That shows only that the player's mailbox receives emails."""
    return _is_right(request, code, REACHED_KEY, to=user.email)


def _is_right(request: HttpRequest, code: str, key: str, to: str = "") -> bool:
    sent = {**NOTHING_SENT, **request.session.get(key, {})}
    if not is_code_sent(request, key) or (to and sent["to"] != to):
        return False
    if not constant_time_compare(_plain(code), _plain(sent["code"])):
        request.session[key] = {**sent, "attempts": sent["attempts"] + 1}
        return False
    del request.session[key]
    dead_addresses.shown_good(sent["to"])
    return True


def _plain(code: str) -> str:
    """Return a code without the dashes and spaces that only make it easier to read."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
