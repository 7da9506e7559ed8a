"""Composition of a message from a row of the outbox, as things are when it is sent."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import formataddr, parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from mail.letters.plain_text import one_line
from mail.letters.render import Letter, render_letter
from mail.models import OutboxMail
from mail.preferences import unsubscribe

from .recipient import Recipient
from .registry import KINDS, MailKind, Uncomposable, is_composed, kinds_for_hosts


class MessageWithPicture(EmailMultiAlternatives):
    """An email whose attachments are pictures within its HTML, not files to be listed (RFC 2387)."""

    def message(self, **options: Any) -> EmailMessage:
        mime = super().message(**options)
        if mime.get_content_type() == "multipart/mixed":
            mime.set_type("multipart/related")
            mime.set_param("type", "multipart/alternative")  # of its root, which the RFC requires (3.1)
        return mime


def compose(mail: OutboxMail) -> EmailMultiAlternatives | None:
    """Return the message, or ``None`` if there is no longer a reason to send it. Raises ``Uncomposable``."""
    reader = Recipient.of(mail)
    if not reader.address:
        raise Uncomposable("This email has neither a player nor an address.")
    if is_composed(mail):
        return _message(mail, reader, Letter(mail.subject, mail.text, mail.html))
    kind = KINDS[mail.kind]
    if _is_unwanted(mail, reader, kind):
        return None
    with reader.in_their_language():
        about = kind.prepare(mail, reader)
        return None if about is None else _written(mail, reader, kind, about)


def _is_unwanted(mail: OutboxMail, reader: Recipient, kind: MailKind) -> bool:
    if reader.user is None:
        return False
    if not reader.user.is_active:
        return True
    if reader.wants_no_mail:
        return not (mail.context.get("asked_for") or kind.warns)
    return not unsubscribe.is_wanted(reader.user, kind.stopped_by)


def _written(mail: OutboxMail, reader: Recipient, kind: MailKind, about: dict[str, Any]) -> EmailMultiAlternatives:
    """Return the message that the kind's template makes of this email's context and the one that all emails share."""
    stop_url = _unsubscribe_url(reader.user, kind) if reader.user and not kind.for_hosts else ""
    context = {
        "reader": reader,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "help_url": settings.SITE_URL + reverse("help:topic", args=["notifications"]),
        "stops": kind.stopped_by,
        "picture": "",
        **about,
    }
    is_link_shown = (reader.user and reader.user.is_guest) or context["stops"]
    context["unsubscribe_url"] = stop_url if is_link_shown else ""
    letter = render_letter(mail.kind, context)
    message = _message(mail, reader, letter, stop_url)
    message.reply_to = [about["reply_to"]] if about.get("reply_to") else []
    if context["picture"] and context["picture"] in letter.html:
        message.attach(about["draw_picture"]())
    return message


def _message(mail: OutboxMail, reader: Recipient, letter: Letter, stop_url: str = "") -> EmailMultiAlternatives:
    message = MessageWithPicture(
        subject=one_line(letter.subject),
        body=letter.text,
        from_email=sender(),
        to=[reader.address],
        headers=headers(mail, stop_url),
    )
    if letter.html:
        message.attach_alternative(letter.html, "text/html")
    return message


# -- headers ---------------------------------------------------------------------------------------------------------


def sender() -> str:
    """Return DEFAULT_FROM_EMAIL, with the site's name if the setting has none."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((one_line(name or settings.SITE_NAME), address))


def headers(mail: OutboxMail, stop_url: str) -> dict[str, str]:
    """Return the message's headers.

    ``stop_url`` is "" for emails that can't be turned off: those about an account's safety, or to the host.
    """
    lines = {
        "Message-ID": mail.message_id,
        "Auto-Submitted": "auto-replied" if "answers" in mail.context else "auto-generated",  # RFC 3834, 5
        "X-Auto-Response-Suppress": "All",  # the same for Exchange, which doesn't know that header
        **_thread(mail),
    }
    if stop_url:
        lines["List-Unsubscribe"] = f"<{stop_url}>"
        lines["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058, 3.1
    return lines


def _unsubscribe_url(reader: User, kind: MailKind) -> str:
    """Return the address that turns off emails of a kind, or those about turns if nothing turns off the kind.

    Mail programs expect an address in every email. Guests have one switch for all emails.
    """
    wish = unsubscribe.TURNS if reader.is_guest else kind.stopped_by or unsubscribe.TURNS
    return unsubscribe.unsubscribe_url(reader, wish)


def anchor(mail: OutboxMail) -> str:
    """Return a made-up Message-ID, to which all emails to one reader about one match or event refer as a thread.

    "" for other emails. It holds the thread together even if a provider rewrites the real Message-IDs.
    """
    if mail.kind in kinds_for_hosts():
        return ""
    if mail.match_id and mail.user_id:
        return f"<match-{mail.match_id}.reader-{mail.user_id}@{settings.MAIL_DOMAIN}>"
    if "thread" in mail.context and mail.user_id:
        return f"<{mail.context['thread']}.reader-{mail.user_id}@{settings.MAIL_DOMAIN}>"
    if "offer" in mail.context and mail.user_id:
        return f"<offer-{mail.context['offer']}.reader-{mail.user_id}@{settings.MAIL_DOMAIN}>"
    return ""


def _thread(mail: OutboxMail) -> dict[str, str]:
    root = anchor(mail)
    if not root:
        return {}
    last = _last_sent(mail)
    known = dict.fromkeys(each for each in (root, last, mail.context.get("answers", "")) if each)
    return {"References": " ".join(known), "In-Reply-To": list(known)[-1]}


def _last_sent(mail: OutboxMail) -> str:
    """Return the Message-ID of the last email to that reader about that match, or else the anchor."""
    if mail.match_id is None:
        return anchor(mail)
    sent = OutboxMail.objects.filter(match=mail.match_id, user=mail.user_id, status=OutboxMail.Status.SENT)
    others = sent.exclude(Q(pk=mail.pk) | Q(kind__in=kinds_for_hosts()))
    last = others.order_by("-queued_at", "-pk").values_list("message_id", flat=True).first()
    return last or anchor(mail)
