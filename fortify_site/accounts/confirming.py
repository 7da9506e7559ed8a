"""“Is it still you?”, asked of players who have neither a password nor a second factor: they are mailed a code."""

from __future__ import annotations

import time

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.internal.cryptokit import compare_user_code
from django.http import HttpRequest

from . import mails
from .models import User

CODE_KEY = "confirmation_code"
CODE_SECONDS = 30 * 60
ATTEMPTS = 3
NOTHING_SENT = {"code": "", "at": 0.0, "attempts": 0}


def require(request: HttpRequest) -> None:
    """Raises ReauthenticationRequired, which leads to the page that asks, unless that was answered lately."""
    answers = [record for record in get_authentication_records(request, request.user) if record.get("reauthenticated")]
    if not answers or time.time() - answers[-1]["at"] > app_settings.REAUTHENTICATION_TIMEOUT:
        raise ReauthenticationRequired


def send_code(request: HttpRequest, user: User) -> None:
    code = get_adapter(request).generate_login_code()
    request.session[CODE_KEY] = {"code": code, "at": time.time(), "attempts": 0}
    mails.queue("account/email/confirmation_code", user.email, {"code": code})


def is_code_sent(request: HttpRequest) -> bool:
    sent = request.session.get(CODE_KEY, NOTHING_SENT)
    return bool(sent["code"]) and time.time() - sent["at"] <= CODE_SECONDS and sent["attempts"] < ATTEMPTS


def try_code(request: HttpRequest, user: User, code: str) -> bool:
    if not is_code_sent(request):
        return False
    sent = request.session.get(CODE_KEY, NOTHING_SENT)
    if not compare_user_code(actual=code, expected=sent["code"]):
        request.session[CODE_KEY] = {**sent, "attempts": sent["attempts"] + 1}
        return False
    del request.session[CODE_KEY]
    record_authentication(request, user, method="code", reauthenticated=True)
    return True
