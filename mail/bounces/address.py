"""The address to which an email bounces: ``bounce+<id>@REPLY_DOMAIN``, signed and stateless.

So only someone who got an email can report it as undelivered. Letter case doesn't matter, since some mail servers
change it.

The id belongs to one sending: an email that is sent again has another, so that late reports about the first sending say
nothing about the second. The number in it is masked; otherwise readers could count how many emails others got between
two of their own, and so learn what these do in secret.
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
    """Return whether the address looks like one to which our emails bounce. Its signature isn't checked."""
    local, _, domain = address.rpartition("@")
    return domain.lower() == settings.REPLY_DOMAIN.lower() and local[:7].lower() == "bounce+"


def mail_of(address: str) -> OutboxMail | None:
    """Return the email that bounces to this address.

    ``None`` if we didn't sign the address, or if the email has been sent again since.
    """
    found = _FORM.match(address) if is_one(address) else None
    if found is None:
        return None
    signed = base64.b32decode(found[1].upper())
    number, mark = signed[:_NUMBER], signed[_NUMBER:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    sent = (mail for key in keys for mail in _sent_as((_masked(number, mark, key), number), mark, key))
    return next(sent, None)


def set_return_path(message: EmailMultiAlternatives, mail: OutboxMail) -> EmailMultiAlternatives:
    """Give the message an envelope sender from which it bounces to us (RFC 5321, 3.6.3), and return it.

    Its reader sees the usual sender. Django would take the envelope's sender from the header.
    """
    if settings.REPLY_DOMAIN and settings.BOUNCE_ADDRESSES:
        message.extra_headers = {"From": message.from_email, **message.extra_headers}
        message.from_email = bounce_address(mail)
    return message


def _sent_as(numbers: Iterable[bytes], mark: bytes, key: str) -> Iterator[OutboxMail]:
    """Yield the emails with one of these numbers that were signed with this mark.

    One number is unmasked, the other as it was found, since older addresses don't mask theirs.
    """
    mails = OutboxMail.objects.filter(pk__in=[int.from_bytes(number, "big") for number in numbers])
    return (mail for mail in mails.select_related("user") if constant_time_compare(mark, _mark(mail, key)))


def _masked(number: bytes, mark: bytes, key: str) -> bytes:
    """Return the number masked, or unmasked again."""
    mask = salted_hmac(f"{_SALT} mask", mark, secret=key, algorithm="sha256").digest()
    return bytes(one ^ other for one, other in zip(number, mask, strict=False))


def _mark(mail: OutboxMail, key: str) -> bytes:
    return salted_hmac(_SALT, f"{mail.pk}:{mail.message_id}", secret=key, algorithm="sha256").digest()[:_MARK]
