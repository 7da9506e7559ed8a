"""Replies to emails in the mailbox, sent as a mail program would send them."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid, parseaddr

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from . import store

PATIENCE = 10.0  # seconds
LONGEST = 5000  # letters


class NotSent(Exception):
    """Raised when the site didn't accept the reply; the message says why, in a sentence."""


def answered_at(mail: EmailMessage) -> str:
    """Return the address for replies to the email; "" if there is none."""
    address = parseaddr(str(mail.get("Reply-To", "")))[1]
    return address if settings.REPLY_DOMAIN and address.endswith(f"@{settings.REPLY_DOMAIN}") else ""


def send_reply(mail: EmailMessage, text: str) -> None:
    """Reply to the email as its reader. Raises ``NotSent``."""
    if not text.strip():
        raise NotSent(_("Your reply is empty. Write something first."))
    if len(text) > LONGEST:
        sizes = {"length": len(text), "most": LONGEST}
        raise NotSent(_("Your reply has %(length)s characters; the limit here is %(most)s.") % sizes)
    reply = reply_to(mail, text)
    try:
        with smtplib.SMTP(settings.RECEIVE_HOST, settings.RECEIVE_PORT, timeout=PATIENCE) as server:
            server.send_message(reply)
    except smtplib.SMTPRecipientsRefused as error:
        raise NotSent(_refused(*next(iter(error.recipients.values())))) from error
    except smtplib.SMTPResponseException as error:
        raise NotSent(_refused(error.smtp_code, error.smtp_error)) from error
    except (OSError, smtplib.SMTPException) as error:
        raise NotSent(
            _("No process accepts replies at %(address)s. Start one with “make run” or “manage.py receive_mail”.")
            % {"address": f"{settings.RECEIVE_HOST}:{settings.RECEIVE_PORT}"}
        ) from error


def reply_to(mail: EmailMessage, text: str) -> EmailMessage:
    """Return a reply with the typed text above the quoted email."""
    reader = parseaddr(str(mail.get("To", "")))[1]
    subject = str(mail.get("Subject", ""))
    message_id = str(mail.get("Message-ID", "")).strip()
    reply = EmailMessage(policy=SMTP)
    reply["From"] = reader
    reply["To"] = answered_at(mail)
    reply["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    reply["Date"] = format_datetime(timezone.now())
    reply["Message-ID"] = make_msgid(domain=reader.rpartition("@")[2] or None)
    if message_id:
        reply["In-Reply-To"] = message_id
        reply["References"] = " ".join([*str(mail.get("References", "")).split(), message_id])
    reply.set_content("\n".join([*text.splitlines(), "", *_quoted(mail)]) + "\n")
    return reply


def _quoted(mail: EmailMessage) -> list[str]:
    written = [f"> {line}".rstrip() for line in store.part_of_mail(mail, "plain").rstrip().splitlines()]
    return [f"On {mail.get('Date', 'an earlier day')}, {mail.get('From', 'somebody')} wrote:", *written]


def _refused(code: int, words: bytes | str) -> str:
    said = words.decode(errors="replace") if isinstance(words, bytes) else words
    return _("The site’s mail server didn’t accept it. It said: %(answer)s") % {"answer": f"{code} {said}"}
