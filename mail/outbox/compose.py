"""From a row of the outbox to a message, as things stand when it is sent."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from mail.models import OutboxMail
from mail.preferences import unsubscribe

from .headers import headers, sender, wish_of
from .plain_text import one_line, tidy
from .recipient import Recipient
from .registry import FOR_HOSTS, KINDS, Uncomposable, is_composed


class Message(EmailMultiAlternatives):
    """What is attached is a picture that belongs to the HTML, and no attachment to be listed (RFC 2387)."""

    mixed_subtype = "related"


def compose(mail: OutboxMail) -> EmailMultiAlternatives | None:
    """The message, or ``None`` if there is no reason left to send it. Raises ``Uncomposable``."""
    reader = Recipient.of(mail)
    if not reader.address:
        raise Uncomposable("This mail has neither a player nor an address.")
    if is_composed(mail):
        return _message(mail, reader, mail.subject, mail.text, mail.html, stoppable=False)
    if reader.user is not None and not reader.user.is_active:
        return None
    if reader.wants_no_mail and not mail.context.get("asked_for"):
        return None
    with reader.habits():
        return _written(mail, reader)


def _written(mail: OutboxMail, reader: Recipient) -> EmailMultiAlternatives | None:
    about = KINDS[mail.kind](mail, reader)
    if about is None:
        return None
    stoppable = mail.kind not in FOR_HOSTS
    wish = wish_of(mail, reader.user) if reader.user and stoppable else ""
    context: dict[str, Any] = {
        "reader": reader,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "unsubscribe_url": unsubscribe.url(reader.user, wish) if reader.user and wish else "",
        "stops": wish,
        "picture": "",
        **about,
    }
    subject, text = (render_to_string(f"email/{mail.kind}/{part}.txt", context) for part in ("subject", "body"))
    context["subject"] = one_line(subject)
    html = render_to_string(f"email/{mail.kind}/body.html", context)
    message = _message(mail, reader, subject, tidy(text), html, stoppable=stoppable)
    message.reply_to = [about["reply_to"]] if about.get("reply_to") else []
    if context["picture"] and context["picture"] in html:
        message.attach(about["draw_picture"]())
    return message


def _message(
    mail: OutboxMail, reader: Recipient, subject: str, text: str, html: str, *, stoppable: bool
) -> EmailMultiAlternatives:
    message = Message(
        subject=one_line(subject),
        body=text,
        from_email=sender(),
        to=[reader.address],
        headers=headers(mail, reader, stoppable=stoppable),
    )
    if html:
        message.attach_alternative(html, "text/html")
    return message
