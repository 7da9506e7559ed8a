"""Emails that have gone out, and what comes back of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from mail.bounces import address
from mail.inbound import store
from mail.models import InboundMail, MailAddress, OutboxMail
from mail.outbox import deliver as outbox
from matches.models import Seat
from tests.support.composed_mails import latest
from tests.support.mail_players import read_one

from .reports import UNKNOWN, report

ComeBack = Callable[..., InboundMail]


@pytest.fixture
def come_back(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> ComeBack:
    """``come_back(mail, *groups)``: a report about it comes in by SMTP and is read."""

    def come(mail: OutboxMail, *blocks: str, raw: bytes = b"", to: str = "") -> InboundMail:
        to = to or address.bounce_address(mail)
        before = set(InboundMail.objects.values_list("pk", flat=True))
        content = raw or report(*(blocks or (UNKNOWN,)), to=to)
        store.store_mail(content, via=InboundMail.Via.SMTP, sender="", recipients=[to])
        inbound = InboundMail.objects.exclude(pk__in=before).get()
        with django_capture_on_commit_callbacks(execute=True):
            read_one(inbound.pk)
        inbound.refresh_from_db()
        return inbound

    return come


@pytest.fixture
def sent(player_seat: Seat, player: User) -> OutboxMail:
    """The email about the turn that waits for the player, taken by a mail server."""
    return deliver(latest("your_turn", player))


def deliver(mail: OutboxMail) -> OutboxMail:
    outbox.deliver(mail.pk)
    return fresh(mail)


def fresh(mail: OutboxMail) -> OutboxMail:
    return OutboxMail.objects.select_related("user").get(pk=mail.pk)


def state(user: User) -> MailAddress:
    return MailAddress.objects.get(address=user.email)


def stopped(seat: Seat) -> str:
    return Seat.objects.get(pk=seat.pk).stopped
