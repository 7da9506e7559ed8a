"""What providers post about emails that they were given, each in its own way; and the addresses they post to."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import datetime
from typing import Any

from django.test import Client
from django.urls import include, path

from jobs import clock
from mail.bounces import webhook

SECRET = "fortify:a long password"
SIGNING_KEY = "mailgun-signing-key"
ANYMAIL = {"WEBHOOK_SECRET": [SECRET], "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}
PROVIDERS = ("mailgun", "postmark", "sparkpost")

urlpatterns = [
    *(path(f"{name}/", view) for name in PROVIDERS if (view := webhook.view(name))),
    path("", include("fortify_site.urls")),
]


def post(provider: str, payload: Any, *, secret: str = SECRET) -> int:
    """The status with which the site answers."""
    text = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    authorisation = {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()}
    client = Client(raise_request_exception=False)
    return client.post(f"/{provider}/", text, content_type="application/json", headers=authorisation).status_code


def mailgun(event: str, message_id: str, recipient: str, *, said: str = "", when: datetime | None = None) -> int:
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
    return post("mailgun", {"signature": _signature(), "event-data": data})


def postmark(kind: str, recipient: str, *, when: datetime | None = None) -> int:
    """Of a bounce; Postmark has ids of its own. ``kind`` is its ``Type``."""
    stamp = (when or clock.now()).isoformat()
    record = {"RecordType": "Bounce", "Type": kind, "ID": 4323372036854775807, "MessageID": "883953f4-6105-42a2-a16a"}
    return post("postmark", {**record, "Email": recipient, "BouncedAt": stamp, "Details": "test bounce details"})


def sparkpost(*events: object, secret: str = SECRET) -> int:
    return post("sparkpost", list(events), secret=secret)


def sparkpost_event(kind: str, recipient: str, *, bounce_class: str = "1", reason: str = "") -> dict[str, Any]:
    """``kind`` is its ``type``; SparkPost, too, has ids of its own."""
    about = {"type": kind, "raw_rcpt_to": recipient, "timestamp": str(int(clock.now().timestamp())), "event_id": "9"}
    return {"msys": {"message_event": {**about, "bounce_class": bounce_class, "raw_reason": reason}}}


def _signature() -> dict[str, str]:
    timestamp, token = "1795262400", "06c96bafc3f42a66b9edd546347a2fe18dc23461fe80dc52f0"
    signed = hmac.new(SIGNING_KEY.encode(), f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {"timestamp": timestamp, "token": token, "signature": signed}
