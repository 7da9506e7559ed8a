"""What providers post, each in its own way: emails that they took in, and what became of ours."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import datetime
from typing import Any

from django.test import Client
from django.urls import include, path

from mail.bounces import provider_events
from mail.inbound import webhook
from tests.support.inbound import ADDRESS, letter
from timekeeping import clock

SECRET = "fortify:a long password"
SIGNING_KEY = "mailgun-signing-key"
ANYMAIL = {"WEBHOOK_SECRET": [SECRET], "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}
SENDER = "ada@players.example"
PROVIDERS = ("mailgun", "postmark", "sparkpost")

urlpatterns = [
    *(path(f"{name}/", webhook.view(name), name="incoming_mail") for name in PROVIDERS),
    *(
        path(f"{name}/tracking/", view, name="mail_events")
        for name in PROVIDERS
        if (view := provider_events.view(name))
    ),
    path("", include("fortify_site.urls")),
]


def authorisation(secret: str = SECRET) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()}


def client() -> Client:
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


def post(where: str, payload: Any, *, secret: str = SECRET) -> int:
    """The status with which the site answers."""
    text = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    answer = client().post(f"/{where}/", text, content_type="application/json", headers=authorisation(secret))
    return answer.status_code


def _signature(key: str = SIGNING_KEY) -> dict[str, str]:
    """Mailgun's."""
    timestamp, token = "1795262400", "06c96bafc3f42a66b9edd546347a2fe18dc23461fe80dc52f0"
    signed = hmac.new(key.encode(), f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {"timestamp": timestamp, "token": token, "signature": signed}


# -- emails -----------------------------------------------------------------------------------------------------------


def postmark(payload: Any = None, *, secret: str = SECRET, raw: bytes | None = None) -> int:
    return post("postmark", payload if payload is not None else postmark_mail(raw or letter()), secret=secret)


def postmark_mail(raw: bytes) -> dict[str, Any]:
    return {
        "MessageID": "22c74902-a0c1-4511-804f-341342852c90",
        "OriginalRecipient": ADDRESS,
        "Headers": [{"Name": "Return-Path", "Value": f"<{SENDER}>"}],
        "RawEmail": raw.decode("latin-1"),
        "TextBody": "b3+",
    }


def mailgun(raw: bytes | None = None, *, key: str = SIGNING_KEY, recipient: str = ADDRESS) -> int:
    fields = {**_signature(key), "sender": SENDER, "recipient": recipient, "body-mime": (raw or letter()).decode()}
    return client().post("/mailgun/", fields, headers=authorisation()).status_code


def sparkpost(*mails: Any) -> int:
    return post("sparkpost", [{"msys": {"relay_message": mail}} for mail in mails])


def sparkpost_mail(raw: bytes) -> dict[str, Any]:
    content = {"email_rfc822": raw.decode(), "email_rfc822_is_base64": False}
    return {"protocol": "smtp", "msg_from": SENDER, "rcpt_to": ADDRESS, "content": content}


# -- what became of ours ---------------------------------------------------------------------------------------------


def mailgun_event(event: str, message_id: str, recipient: str, *, said: str = "", when: datetime | None = None) -> int:
    """``event`` is "delivered", "failed" (for good), "delayed", "complained" or "unsubscribed"."""
    data: dict[str, Any] = {
        "event": "failed" if event == "delayed" else event,
        "id": "an id",
        "timestamp": (when or clock.now()).timestamp(),
        "recipient": recipient,
        "message": {"headers": {"message-id": message_id.strip("<>")}},
    }
    if event in ("failed", "delayed"):
        data |= {"severity": "permanent" if event == "failed" else "temporary", "reason": "bounce"}
        data["delivery-status"] = {"code": 550, "message": said}
    return post("mailgun/tracking", {"signature": _signature(), "event-data": data})


def postmark_bounce(kind: str, recipient: str, *, when: datetime | None = None) -> int:
    """Of a bounce; Postmark has ids of its own. ``kind`` is its ``Type``."""
    stamp = (when or clock.now()).isoformat()
    record = {"RecordType": "Bounce", "Type": kind, "ID": 4323372036854775807, "MessageID": "883953f4-6105-42a2-a16a"}
    return post(
        "postmark/tracking", {**record, "Email": recipient, "BouncedAt": stamp, "Details": "test bounce details"}
    )


def sparkpost_events(*events: object, secret: str = SECRET) -> int:
    return post("sparkpost/tracking", list(events), secret=secret)


def sparkpost_event(kind: str, recipient: str, *, bounce_class: str = "1", reason: str = "") -> dict[str, Any]:
    """``kind`` is its ``type``; SparkPost, too, has ids of its own."""
    about = {"type": kind, "raw_rcpt_to": recipient, "timestamp": str(int(clock.now().timestamp())), "event_id": "9"}
    return {"msys": {"message_event": {**about, "bounce_class": bounce_class, "raw_reason": reason}}}
