"""Computers that think: a queue full of turns, and a worker that is killed while it thinks."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from accounts.computers import computer_player
from accounts.models import User
from jobs.models import Heartbeat
from mail.models import OutboxMail
from mail.outbox.queue import queue_composed
from matches.computers.ask import waiting_seats
from matches.lobby.cookie_guests import new_guest
from matches.models import LogEntry, Match, Seat
from matches.time_control import time_control
from tests.support.factories import MatchFactory, UserFactory
from tests.support.processes import Running
from tests.support.servers import Valkey
from tests.support.smtp_server import Sink

from .site import Site, account_for_mails, count_double_decisions, note_delays_of_mails, settled, until
from .tally import Tally

pytestmark = pytest.mark.django_db(transaction=True)
OTHERS = ("--queues", "celery,mail,inbound", "--hostname", "others@%h", "--concurrency", "2")


@pytest.mark.worker
@pytest.mark.fault(number=41)
def test_computers_that_think_delay_nothing_and_play_each_turn_once(
    valkey: Valkey, site: Site, sink: Sink, tally: Tally
) -> None:
    turns, kills = (200, 20) if tally.is_long() else (8, 1)
    site.worker(*OTHERS)
    site.beat()
    matches: list[Match] = [with_hard_computer() for _ in range(turns)]
    for number in tally.repeat(quick=kills, long=kills):
        nothing_is_delayed(number)
        worker = thinks(site, number)
        until(partial(have_played, matches, (number + 1) * turns // (kills + 2)))
        worker.stop(signal.SIGKILL)
    nothing_is_delayed(kills)
    thinks(site, kills)
    until(partial(have_played, matches, turns), 600)
    until(settled)
    played = LogEntry.objects.filter(match__in=matches, kind=LogEntry.Kind.PLAY).values_list("match", "number", "via")
    assert sorted(played) == [(match.pk, 1, LogEntry.Via.COMPUTER) for match in matches]
    count_double_decisions(tally)
    account_for_mails(sink, tally)
    note_delays_of_mails(sink, tally)


@pytest.mark.worker
@pytest.mark.fault(number=46)
def test_one_who_begins_many_matches_delays_no_others(valkey: Valkey, site: Site, tally: Tally) -> None:
    """Jobs of later players are queued behind all of the first one's, and still their turns are played next."""
    many, strength = (90, "hard") if tally.is_long() else (12, "easy")
    for number in tally.repeat(quick=1, long=1):
        greedy, later, member = new_guest("192.0.2.1"), new_guest("198.51.100.7"), UserFactory()
        for _ in range(many):
            with_computer(greedy, strength)
        others = [with_computer(player, strength) for player in (later, member)]
        thinks(site, number)
        until(partial(have_played, others, 2), 600)
        order = LogEntry.objects.filter(kind=LogEntry.Kind.PLAY).order_by("pk").values_list("match", flat=True)
        assert set(others_of(order[:3])) == set(others_of(match.pk for match in others)) | {greedy.pk}


def others_of(matches: Iterable[int]) -> list[int]:
    """Return the people who play in these matches."""
    return [Seat.objects.get(match=match, player__computer=None).player_id or 0 for match in matches]


def with_hard_computer() -> Match:
    return with_computer(UserFactory(), "hard")


def with_computer(player: User, strength: str) -> Match:
    """Start a match that waits for the computer's first turn."""
    with transaction.atomic():
        made: Match = MatchFactory(players=[computer_player(strength), player], game_slug="fortac")
    return made


def thinks(site: Site, number: int) -> Running:
    return site.worker("--queues", "computer", "--hostname", f"thinks{number}@%h", "--concurrency", "1")


def nothing_is_delayed(number: int) -> None:
    """Check that emails are sent, sweeps run and deadlines are decided while turns wait and no one thinks."""
    waiting = waiting_seats().count()
    swept = Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP).values_list("at", flat=True).first()
    hasty: Match = MatchFactory(control=time_control.TimeControl.fixed(timedelta(seconds=1) / time_control.DAY))
    mail = queue_composed(f"reader{number}@x.example", "s", "t", "")
    until(lambda: OutboxMail.objects.get(pk=mail.pk).status == OutboxMail.Status.SENT)
    until(lambda: Match.objects.get(pk=hasty.pk).is_over)
    until(lambda: Heartbeat.objects.get(pk=Heartbeat.Name.SWEEP).at != swept)
    assert waiting_seats().count() == waiting > 0


def have_played(matches: Sequence[Match], number: int) -> bool:
    return LogEntry.objects.filter(match__in=matches, kind=LogEntry.Kind.PLAY).count() >= number
