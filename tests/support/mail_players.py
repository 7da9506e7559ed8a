"""Players who only read and write email: the last email they got, and a reply to it that goes all the way in."""

from __future__ import annotations

import itertools
import re
from email.message import EmailMessage
from email.utils import parseaddr

from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from mail.inbound import lease, store
from mail.inbound.reply_address import hash_token
from mail.models import InboundMail, OutboxMail
from mail.outbox.compose import compose
from matches.mails import tokens
from matches.models import Link
from matches.replies import process

_numbers = itertools.count(1)
ANSWERS = (*("receipt", "refusal", "hello", "position", "confirm_resignation", "was_this_you", "challenge_reply"),)


def newest(reader: User, kind: str = "") -> EmailMultiAlternatives:
    """Return the last email to that reader, as it would be sent now."""
    mails = OutboxMail.objects.filter(user=reader).order_by("-pk")
    mail = (mails.filter(kind=kind) if kind else mails).first()
    assert mail is not None, f"{reader} got no mail {kind}"
    message = compose(mail)
    assert message is not None, f"{mail} is moot"
    return message


def last_text(reader: User, kind: str) -> str:
    """Return the text of the last email of that kind, in one line."""
    return " ".join(str(newest(reader, kind).body).split())


def reply_address(message: EmailMultiAlternatives) -> str:
    (address,) = message.reply_to
    return parseaddr(address)[1]


def token_in(address: str) -> str:
    """Return the token in a reply address."""
    found = re.fullmatch(r"play\+([a-z2-7]{32})@replies\.example", address)
    assert found is not None
    return found[1]


def link_of(address: str) -> Link:
    (link,) = tokens.find_replies([hash_token(token_in(address))])
    return link


def reply_to(
    message: EmailMultiAlternatives,
    text: str,
    *,
    sender: str = "",
    to: str = "",
    head: dict[str, str] | None = None,
) -> bytes:
    """Return a reply as a mail program makes it: the text above the quoted email."""
    reply = _head_of(message, sender, to, head)
    quoted = "\n".join(f"> {line}" for line in str(message.body).splitlines())
    reply.set_content(f"{text}\n\nOn Sat, 21 Nov 2026 at 12:00, {message.from_email} wrote:\n{quoted}\n")
    return reply.as_bytes()


def reply_in_html(message: EmailMultiAlternatives, html: str) -> bytes:
    """Return a reply that has no plain text."""
    reply = _head_of(message, "", "", None)
    reply.set_content(f"<html><body>{html}</body></html>", subtype="html")
    return reply.as_bytes()


def _head_of(message: EmailMultiAlternatives, sender: str, to: str, head: dict[str, str] | None) -> EmailMessage:
    reply = EmailMessage()
    reply["From"] = sender or f"The Player <{message.to[0]}>"
    reply["To"] = to or message.reply_to[0]
    reply["Subject"] = f"Re: {message.subject}"
    reply["Message-ID"] = f"<{next(_numbers)}.reply@programs.example>"
    reply["In-Reply-To"] = message.extra_headers["Message-ID"]
    reply["References"] = f"{message.extra_headers.get('References', '')} {message.extra_headers['Message-ID']}"
    for name, value in (head or {}).items():
        del reply[name]
        reply[name] = value
    return reply


def take_in(raw: bytes, *recipients: str, sender: str = "somebody@programs.example") -> list[InboundMail]:
    """Store an email as the ways in do, and read it; return its rows as they are then."""
    before = set(InboundMail.objects.values_list("pk", flat=True))
    store.store_mail(raw, via=InboundMail.Via.SMTP, sender=sender, recipients=recipients)
    rows = InboundMail.objects.exclude(pk__in=before).order_by("pk")
    for pk in rows.values_list("pk", flat=True):
        read_one(pk)
    return list(rows.all())


def read_one(inbound_id: int) -> None:
    """Have an email that came in read as a worker does, but raise what goes wrong."""
    mail = lease.INBOX.claim(inbound_id)
    if mail is not None:
        process.process(mail)


def write(
    message: EmailMultiAlternatives,
    text: str,
    *,
    sender: str = "",
    address: str = "",
    head: dict[str, str] | None = None,
) -> InboundMail:
    """Reply to that email."""
    raw = reply_to(message, text, sender=sender, head=head)
    (mail,) = take_in(raw, address or reply_address(message))
    return mail


def answers_to(reader: User) -> list[str]:
    """Return the kinds of the answers that the reader got, in order."""
    return list(OutboxMail.objects.filter(user=reader, kind__in=ANSWERS).order_by("pk").values_list("kind", flat=True))
