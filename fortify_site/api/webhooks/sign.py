"""The signature of Standard Webhooks, version 1: HMAC-SHA256 over id, time and body."""

from __future__ import annotations

import base64
import hashlib
import hmac

PREFIX = "whsec_"


def signature(secret: str, key: str, sent_at: int, body: bytes) -> str:
    """What stands in the header ``webhook-signature``."""
    signed = f"{key}.{sent_at}.".encode() + body
    mac = hmac.new(base64.b64decode(secret.removeprefix(PREFIX)), signed, hashlib.sha256)
    return "v1," + base64.b64encode(mac.digest()).decode()
