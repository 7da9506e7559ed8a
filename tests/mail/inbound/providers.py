"""Providers that post emails to the site, each in its own way; and the addresses they post to."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

from django.test import Client
from django.urls import include, path

from mail.inbound import webhook
from tests.support.inbound import ADDRESS, letter

SECRET = "fortify:a long password"
SIGNING_KEY = "mailgun-signing-key"
ANYMAIL = {"WEBHOOK_SECRET": [SECRET], "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}
SENDER = "ada@players.example"

urlpatterns = [
    *(path(f"{name}/", webhook.view(name)) for name in ("mailgun", "postmark", "sparkpost")),
    path("", include("fortify_site.urls")),
]


def authorisation(secret: str = SECRET) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()}


def client() -> Client:
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


def postmark(payload: Any = None, *, secret: str = SECRET, raw: bytes | None = None) -> int:
    """The status with which the site answers."""
    body = payload if payload is not None else postmark_mail(raw or letter())
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = client().post("/postmark/", text, content_type="application/json", headers=authorisation(secret))
    return answer.status_code


def postmark_mail(raw: bytes) -> dict[str, Any]:
    return {
        "MessageID": "22c74902-a0c1-4511-804f-341342852c90",
        "OriginalRecipient": ADDRESS,
        "Headers": [{"Name": "Return-Path", "Value": f"<{SENDER}>"}],
        "RawEmail": raw.decode("latin-1"),
        "TextBody": "b3+",
    }


def mailgun(raw: bytes | None = None, *, key: str = SIGNING_KEY, recipient: str = ADDRESS) -> int:
    timestamp, token = "1795262400", "06c96bafc3f42a66b9edd546347a2fe18dc23461fe80dc52f0"
    fields = {
        "timestamp": timestamp,
        "token": token,
        "signature": hmac.new(key.encode(), f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest(),
        "sender": SENDER,
        "recipient": recipient,
        "body-mime": (raw or letter()).decode(),
    }
    return client().post("/mailgun/", fields, headers=authorisation()).status_code


def sparkpost(*mails: Any) -> int:
    text = json.dumps([{"msys": {"relay_message": mail}} for mail in mails])
    answer = client().post("/sparkpost/", text, content_type="application/json", headers=authorisation())
    return answer.status_code


def sparkpost_mail(raw: bytes) -> dict[str, Any]:
    content = {"email_rfc822": raw.decode(), "email_rfc822_is_base64": False}
    return {"protocol": "smtp", "msg_from": SENDER, "rcpt_to": ADDRESS, "content": content}
