"""The address that an email comes back to: ``bounce+<id>@REPLY_DOMAIN``, signed and stateless, so that no one can
report an email as undelivered who has not got it. Of one letter case, since some mail servers write addresses in
another.

The id stands for one sending: an email that is sent again has another, so that late reports about the first say nothing
about the second. What it says is hidden from its reader, who would learn from the numbers of emails how many others got
meanwhile, and so what these have done in secret.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.crypto import constant_time_compare, salted_hmac

from mail.models import OutboxMail

_SALT: Final = "matches.mail.bounces"
_NUMBER, _MARK = 5, 15  # bytes; together 32 letters
_FORM: Final = re.compile(r"bounce\+([a-z2-7]{32})@", re.IGNORECASE)


def bounce_address(mail: OutboxMail) -> str:
    mark = _mark(mail, settings.SECRET_KEY)
    number = _masked(mail.pk.to_bytes(_NUMBER, "big"), mark, settings.SECRET_KEY)
    signed = base64.b32encode(number + mark).decode().lower()
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
    number, mark = signed[:_NUMBER], signed[_NUMBER:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    sent = (mail for key in keys for mail in _sent_as((_masked(number, mark, key), number), mark, key))
    return next(sent, None)


def set_return_path(message: EmailMultiAlternatives, mail: OutboxMail) -> EmailMultiAlternatives:
    """The message as its reader sees it, in an envelope that comes back to us (RFC 5321, 3.6.3). Django would take its
    sender from the header."""
    if settings.REPLY_DOMAIN and settings.BOUNCE_ADDRESSES:
        message.extra_headers = {"From": message.from_email, **message.extra_headers}
        message.from_email = bounce_address(mail)
    return message


def _sent_as(numbers: Iterable[bytes], mark: bytes, key: str) -> Iterator[OutboxMail]:
    """Those that were signed so: with their numbers masked, and as the site did before, plain."""
    mails = OutboxMail.objects.filter(pk__in=[int.from_bytes(number, "big") for number in numbers])
    return (mail for mail in mails.select_related("user") if constant_time_compare(mark, _mark(mail, key)))


def _masked(number: bytes, mark: bytes, key: str) -> bytes:
    """The number hidden, or shown again."""
    mask = salted_hmac(f"{_SALT} mask", mark, secret=key, algorithm="sha256").digest()
    return bytes(one ^ other for one, other in zip(number, mask, strict=False))


def _mark(mail: OutboxMail, key: str) -> bytes:
    return salted_hmac(_SALT, f"{mail.pk}:{mail.message_id}", secret=key, algorithm="sha256").digest()[:_MARK]
