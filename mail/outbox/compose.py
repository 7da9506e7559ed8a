"""Composition of a message from a row of the outbox, as things are when it is sent."""

from __future__ import annotations

from email.utils import formataddr, parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q

from accounts.models import User
from mail.letters.plain_text import one_line
from mail.letters.render import render
from mail.models import OutboxMail
from mail.preferences import unsubscribe

from .recipient import Recipient
from .registry import FOR_HOSTS, KINDS, LAST_WARNINGS, STOPPED_BY, Uncomposable, is_composed


class Message(EmailMultiAlternatives):
    """An email whose attachments are pictures within its HTML, not files to be listed (RFC 2387)."""

    mixed_subtype = "related"


def compose(mail: OutboxMail) -> EmailMultiAlternatives | None:
    """Return the message, or ``None`` if there is no longer a reason to send it. Raises ``Uncomposable``."""
    reader = Recipient.of(mail)
    if not reader.address:
        raise Uncomposable("This email has neither a player nor an address.")
    if is_composed(mail):
        return _message(mail, reader, mail.subject, mail.text, mail.html, stoppable=False)
    if reader.user is not None and not reader.user.is_active:
        return None
    if _is_unwanted(mail, reader):
        return None
    with reader.habits():
        return _written(mail, reader)


def _is_unwanted(mail: OutboxMail, reader: Recipient) -> bool:
    if reader.user is None:
        return False
    if reader.wants_no_mail:
        return not (mail.context.get("asked_for") or mail.kind in LAST_WARNINGS)
    return not unsubscribe.is_wanted(reader.user, STOPPED_BY.get(mail.kind, ""))


def _written(mail: OutboxMail, reader: Recipient) -> EmailMultiAlternatives | None:
    about = KINDS[mail.kind](mail, reader)
    if about is None:
        return None
    stoppable = mail.kind not in FOR_HOSTS
    context: dict[str, Any] = {
        "reader": reader,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "stops": STOPPED_BY.get(mail.kind, ""),
        "picture": "",
        **about,
    }
    stops_it = reader.user is not None and stoppable and (reader.user.is_guest or context["stops"])
    context["unsubscribe_url"] = _unsubscribe_url(mail, reader.user) if reader.user and stops_it else ""
    letter = render(mail.kind, context)
    message = _message(mail, reader, letter.subject, letter.text, letter.html, stoppable=stoppable)
    message.reply_to = [about["reply_to"]] if about.get("reply_to") else []
    if context["picture"] and context["picture"] in letter.html:
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


# -- headers ---------------------------------------------------------------------------------------------------------


def sender() -> str:
    """Return DEFAULT_FROM_EMAIL, with the site's name if the setting has none."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((one_line(name or settings.SITE_NAME), address))


def headers(mail: OutboxMail, reader: Recipient, *, stoppable: bool) -> dict[str, str]:
    """Return the message's headers.

    ``stoppable`` is false for emails that can't be turned off: those about an account's safety, or to the host.
    """
    lines = {
        "Message-ID": mail.message_id,
        "Auto-Submitted": "auto-replied" if "answers" in mail.context else "auto-generated",  # RFC 3834, 5
        "X-Auto-Response-Suppress": "All",  # the same for Exchange, which doesn't know that header
        **_thread(mail),
    }
    if stoppable and reader.user:
        lines["List-Unsubscribe"] = f"<{_unsubscribe_url(mail, reader.user)}>"
        lines["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058, 3.1
    return lines


def _unsubscribe_url(mail: OutboxMail, reader: User) -> str:
    """Return the address that turns off emails of this kind, or those about turns if nothing turns off the kind.

    Mail programs expect an address in every email. Guests have one switch for all emails.
    """
    wish = unsubscribe.TURNS if reader.is_guest else STOPPED_BY.get(mail.kind, unsubscribe.TURNS)
    return unsubscribe.unsubscribe_url(reader, wish)


def anchor(mail: OutboxMail) -> str:
    """Return a made-up Message-ID, to which all emails to one reader about one match or event refer as a thread.

    "" for other emails. It holds the thread together even if a provider rewrites the real Message-IDs.
    """
    if mail.kind in FOR_HOSTS:
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
    others = sent.exclude(Q(pk=mail.pk) | Q(kind__in=FOR_HOSTS))
    last = others.order_by("-queued_at", "-pk").values_list("message_id", flat=True).first()
    return last or anchor(mail)
