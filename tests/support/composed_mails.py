"""Emails that wait in the outbox: found, composed as they are sent, and sent."""

from __future__ import annotations

from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.compose import compose


def latest(kind: str, reader: User | None = None) -> OutboxMail:
    mails = OutboxMail.objects.filter(kind=kind)
    found = (mails.filter(user=reader) if reader else mails).order_by("pk").last()
    assert found is not None
    return found


def message_of(mail: OutboxMail) -> EmailMultiAlternatives:
    message = compose(mail)
    assert message is not None
    return message


def html_of(message: EmailMultiAlternatives) -> str:
    ((content, mimetype),) = message.alternatives
    assert mimetype == "text/html"
    return str(content)


def text_of(message: EmailMultiAlternatives) -> str:
    return str(message.body)


def read_mail(mail: OutboxMail) -> str:
    """Return the text of an email, in one line."""
    return " ".join(text_of(message_of(mail)).split())


def deliver_all() -> None:
    """Send whatever waits, as the workers do."""
    for mail in OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED).order_by("pk"):
        deliver.deliver(mail.pk)
