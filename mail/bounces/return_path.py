"""Where an email comes back to that does not reach its reader: the envelope's sender (RFC 5321, 3.6.3)."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from mail.models import OutboxMail

from . import address


def to_us(message: EmailMultiAlternatives, mail: OutboxMail) -> EmailMultiAlternatives:
    """The message as its reader sees it, in an envelope of its own. Django takes the envelope's sender from where the
    header comes from otherwise."""
    if settings.REPLY_DOMAIN and settings.BOUNCE_ADDRESSES:
        message.extra_headers = {"From": message.from_email, **message.extra_headers}
        message.from_email = address.bounce_address(mail)
    return message
