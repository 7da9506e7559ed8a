"""Emails that come in, and a reader of them that does as it is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from mail.inbound import lease, store
from mail.inbound.reply_address import address_of, hash_token
from mail.models import InboundMail
from matches.mails import tokens as link_tokens
from matches.models import Link, Match, Seat
from matches.replies import process as processor

from .factories import UserFactory
from .mail_players import newest, write

DOMAIN = "replies.example"
TOKEN = "abcdefgh234567abcdefgh234567abcd"
ADDRESS = f"play+{TOKEN}@{DOMAIN}"
SMTP = InboundMail.Via.SMTP

Read = Callable[[InboundMail], None]


def letter(body: str = "b3+", *, message_id: str | None = "<1@ada.example>", subject: str = "Re: Fortify #1") -> bytes:
    """A reply as a mail program sends it."""
    head = [
        "From: Ada <ada@players.example>",
        f"To: {ADDRESS}",
        f"Subject: {subject}",
        "Date: Sat, 21 Nov 2026 12:00:00 +0000",
        *([f"Message-ID: {message_id}"] if message_id is not None else []),
        "Content-Type: text/plain; charset=utf-8",
    ]
    return "\r\n".join([*head, "", body, ""]).encode()


def with_picture(raw: bytes, size: int) -> bytes:
    """Return the email with a picture of that many bytes in its signature, as programs send it."""
    head, _, text = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    own = [line for line in head.split(b"\n") if not line.lower().startswith((b"content-", b"mime-"))]
    kind = b"\n".join(line for line in head.split(b"\n") if line.lower().startswith(b"content-"))
    lines = b"\n".join([b"iVBORw0KGgoAAAANSUhEUgAAAhYAAAIWCAYAAAALR7ZtAAAACXBIWXMAAA7EAAAOxAGVKw4bAAAg"] * (size // 77))
    whole = [
        *own,
        b'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="=_picture"',
        b"\n--=_picture\n" + kind + b"\n\n" + text.rstrip(b"\n"),
        b'--=_picture\nContent-Type: image/png; name="logo.png"\nContent-Disposition: inline; filename="logo.png"',
        b"Content-ID: <logo@club>\nContent-Transfer-Encoding: base64\n\n" + lines + b"\n--=_picture--\n",
    ]
    return b"\n".join(whole).replace(b"\n", b"\r\n")


def keep(raw: bytes | None = None, *recipients: str) -> store.StoreResult:
    return store.store_mail(
        raw or letter(), via=SMTP, sender="ada@players.example", recipients=recipients or (ADDRESS,)
    )


def kept(raw: bytes | None = None, *recipients: str) -> InboundMail:
    keep(raw, *recipients)
    mail = InboundMail.objects.order_by("pk").last()
    assert mail is not None
    return mail


def give(*tokens: str, to: User | None = None) -> User:
    """Give someone reply addresses with these tokens."""
    user: User = to or UserFactory()
    for token in tokens:
        Link.objects.create(user=user, purpose=Link.Purpose.REPLY, token_hash=hash_token(token))
    return user


@pytest.fixture
def given(db: None) -> User:
    """A player with the reply addresses that these tests write to."""
    return give(TOKEN, TOKEN[::-1])


def fresh(mail: InboundMail) -> InboundMail:
    return InboundMail.objects.get(pk=mail.pk)


def address_for(seat: Seat) -> str:
    """Return a reply address that the seat's player has been given."""
    return address_of(link_tokens.mint_reply(seat.match, seat))


def do_nothing(_mail: InboundMail) -> None:
    pass


class Reader:
    """A stand-in for the processor that reads what it may, and does with it what it is told to."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        self.act: Read = do_nothing

    def process(self, mail: InboundMail) -> None:
        self.seen.append(mail.pk)
        self.act(mail)
        lease.note_outcome(mail, lease.Outcome("answered", "It was answered."))


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    reader = Reader()
    monkeypatch.setattr(processor, "process", reader.process)
    return reader


@pytest.fixture
def second_turn(match: Match, player: User, opponent: User) -> Match:
    """A match in which ``opponent`` is Green and asked for turn 2."""
    write(newest(player), "I@b3")
    match.refresh_from_db()
    return match
