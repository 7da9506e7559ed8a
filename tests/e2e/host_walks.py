"""Walks through what the host sees, and what everyone sees when the database fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.test import override_settings
from django.urls import reverse
from playwright.sync_api import Page

from accounts.models import User
from fortify_site.demo import players
from fortify_site.ops.status.report import last_look
from jobs.models import Heartbeat
from mail.models import OutboxMail
from matches.models import Match, Outage, Seat
from tests.support.factories import PASSWORD, UserFactory
from tests.support.full_disk import no_room_in
from timekeeping import clock

from .account_walks import fill_in, send
from .match_walks import LONG_NAME, somebody
from .walking import Stop, walk

NO_BROKER = "redis+socket:///nowhere/at.all"
REFUSAL = "550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown in table " + "x" * 200


@walk("status", "home")
def hosting() -> Iterator[Stop]:
    players.create_demo()
    host = somebody(players.HOST)
    now = clock.now()
    Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=now, machine="anvil")
    OutboxMail.objects.update(status=OutboxMail.Status.SENT)
    yield Stop("status, all well", reverse("status"), host)
    _trouble(now - timedelta(hours=3))
    with override_settings(REDIS_URL=NO_BROKER):
        last_look.forget()
        yield Stop("status, trouble", reverse("status"), host)
        yield Stop("trouble on any page", "/", host)
        yield Stop("mails sent again", reverse("status"), host, send, scripted=True)
    last_look.forget()


def _trouble(since: datetime) -> None:
    Heartbeat.objects.update(at=since)
    Outage.objects.create(began_at=since, ended_at=clock.now(), clocks=12)
    reader: User = UserFactory(display_name=LONG_NAME, email="a-player-with-a-long-address@a-long-domain.example")
    nearly_won, to_move, left_alone, *_ = Match.objects.order_by("pk")
    Seat.objects.filter(match=nearly_won).update(stopped=Seat.Stopped.MAIL)
    Seat.objects.filter(match=to_move).update(stopped=Seat.Stopped.ORGANISER, player=reader)
    Match.objects.filter(pk=left_alone.pk).update(last_turn_at=clock.now() - timedelta(days=90), stalled_at=since)
    for status in (OutboxMail.Status.PARKED, OutboxMail.Status.QUEUED):
        for user in (reader, somebody("Ann"), somebody("Ben")):
            OutboxMail.objects.create(
                kind="your_turn", user=user, match=to_move, status=status, attempts=3, last_error=REFUSAL
            )


@walk()
def failing() -> Iterator[Stop]:
    player: User = UserFactory()
    yield Stop("a form that could not be stored", reverse("accounts:profile"), player, _send_in_vain, status=503)
    yield Stop("a login that could not be stored", reverse("account_login"), act=_log_in_in_vain(player), status=503)


def _send_in_vain(page: Page) -> None:
    with no_room_in("accounts_user"):
        send(page)


def _log_in_in_vain(player: User) -> Callable[[Page], None]:
    def log_in(page: Page) -> None:
        with no_room_in("django_session"):
            fill_in(page, login=player.email, password=PASSWORD)

    return log_in
