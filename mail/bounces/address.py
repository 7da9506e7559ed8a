"""The address that an email comes back to: ``bounce+<id>@REPLY_DOMAIN``, signed and stateless, so that no one can
report an email as undelivered who has not got it. Of one letter case, since some mail servers write addresses in
another.

The id stands for one sending: an email that is sent again has another, so that late reports about the first say nothing
about the second.
"""

from __future__ import annotations

import base64
import re
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.crypto import constant_time_compare, salted_hmac

from mail.models import OutboxMail

_SALT: Final = "matches.mail.bounces"
_NUMBER, _MARK = 5, 15  # bytes; together 32 letters
_FORM: Final = re.compile(r"bounce\+([a-z2-7]{32})@", re.IGNORECASE)


def bounce_address(mail: OutboxMail) -> str:
    number = mail.pk.to_bytes(_NUMBER, "big")
    signed = base64.b32encode(number + _mark(mail, settings.SECRET_KEY)).decode().lower()
    return f"bounce+{signed}@{settings.REPLY_DOMAIN}"


def is_one(address: str) -> bool:
    """Whether it looks like one."""
    local, _, domain = address.rpartition("@")
    return domain.lower() == settings.REPLY_DOMAIN.lower() and local[:7].lower() == "bounce+"


def mail_of(address: str) -> OutboxMail | None:
    """The email that was sent from there; ``None`` for an address that we did not sign, or of an earlier sending."""
    found = _FORM.match(address) if is_one(address) else None
    if found is None:
        return None
    signed = base64.b32decode(found[1].upper())
    number, mark = int.from_bytes(signed[:_NUMBER], "big"), signed[_NUMBER:]
    mail = OutboxMail.objects.filter(pk=number).select_related("user").first()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if mail is None or not any(constant_time_compare(mark, _mark(mail, key)) for key in keys):
        return None
    return mail


def set_return_path(message: EmailMultiAlternatives, mail: OutboxMail) -> EmailMultiAlternatives:
    """The message as its reader sees it, in an envelope that comes back to us (RFC 5321, 3.6.3). Django would take its
    sender from the header."""
    if settings.REPLY_DOMAIN and settings.BOUNCE_ADDRESSES:
        message.extra_headers = {"From": message.from_email, **message.extra_headers}
        message.from_email = bounce_address(mail)
    return message


def _mark(mail: OutboxMail, key: str) -> bytes:
    return salted_hmac(_SALT, f"{mail.pk}:{mail.message_id}", secret=key, algorithm="sha256").digest()[:_MARK]
