"""The headers of an email: who it is from, which thread it belongs to, and how to stop it."""

from __future__ import annotations

from email.utils import formataddr, parseaddr

from django.conf import settings
from django.db.models import Q

from accounts.models import User
from mail.models import OutboxMail
from mail.preferences import unsubscribe

from .plain_text import one_line
from .recipient import Recipient
from .registry import FOR_HOSTS, STOPPED_BY


def sender() -> str:
    """DEFAULT_FROM_EMAIL, under the site's name where it has none of its own."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((one_line(name or settings.SITE_NAME), address))


def headers(mail: OutboxMail, reader: Recipient, *, stoppable: bool) -> dict[str, str]:
    """``stoppable`` is false for mail that no one can turn off: about the account's safety, or to the host."""
    lines = {
        "Message-ID": mail.message_id,
        "Auto-Submitted": "auto-replied" if "answers" in mail.context else "auto-generated",  # RFC 3834, 5
        "X-Auto-Response-Suppress": "All",  # the same for Exchange, which does not know that header
        **_thread(mail),
    }
    if stoppable and reader.user:
        lines["List-Unsubscribe"] = f"<{unsubscribe.url(reader.user, wish_of(mail, reader.user))}>"
        lines["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058, 3.1
    return lines


def wish_of(mail: OutboxMail, reader: User) -> str:
    """What the email's unsubscribe address turns off. A guest has one switch for all."""
    return unsubscribe.TURNS if reader.is_guest else STOPPED_BY.get(mail.kind, unsubscribe.TURNS)


def anchor(mail: OutboxMail) -> str:
    """The Message-ID of an email that never was, to which all emails to one reader about one match refer, or about one
    event; "" for others. It holds the thread together even where a provider rewrites the real Message-IDs.
    """
    if mail.kind in FOR_HOSTS:
        return ""
    if mail.match_id and mail.user_id:
        return f"<match-{mail.match_id}.reader-{mail.user_id}@{settings.MAIL_DOMAIN}>"
    if "thread" in mail.context and mail.user_id:
        return f"<{mail.context['thread']}.reader-{mail.user_id}@{settings.MAIL_DOMAIN}>"
    if "challenge" in mail.context and mail.user_id:
        return f"<challenge-{mail.context['challenge']}.reader-{mail.user_id}@{settings.MAIL_DOMAIN}>"
    return ""


def _thread(mail: OutboxMail) -> dict[str, str]:
    root = anchor(mail)
    if not root:
        return {}
    last = _last_sent(mail)
    known = dict.fromkeys(each for each in (root, last, mail.context.get("answers", "")) if each)
    return {"References": " ".join(known), "In-Reply-To": list(known)[-1]}


def _last_sent(mail: OutboxMail) -> str:
    """The last email to that reader about that match, or the anchor before the first."""
    if mail.match_id is None:
        return anchor(mail)
    sent = OutboxMail.objects.filter(match=mail.match_id, user=mail.user_id, status=OutboxMail.Status.SENT)
    others = sent.exclude(Q(pk=mail.pk) | Q(kind__in=FOR_HOSTS))
    last = others.order_by("-queued_at", "-pk").values_list("message_id", flat=True).first()
    return last or anchor(mail)
