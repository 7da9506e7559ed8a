"""The Django mail backend that stores emails instead of sending them."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from . import store


class MailboxBackend(BaseEmailBackend):
    """An email backend that writes every email to a file in ``settings.MAILBOX_DIR``."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        sendable = [message for message in email_messages if message.recipients()]
        for message in sendable:
            store.keep_mail(message.message().as_bytes())
        return len(sendable)
