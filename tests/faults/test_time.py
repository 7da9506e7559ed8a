"""Time that stops, runs away or is misread: outages, wrong clocks, late answers, changes of local time."""

from __future__ import annotations

import json
import os
import random
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import models
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from jobs.broker import client
from jobs.models import Heartbeat
from mail.models import OutboxMail
from mail.outbox.compose import compose
from mail.outbox.queue import queue_composed
from matches import sweep
from matches.gate import calendar_clocks, rulings, turns
from matches.models import LogEntry, Match, Outage, Seat
from matches.time_control import time_control
from tests.support.concurrently import held
from tests.support.factories import MatchFactory
from tests.support.processes import Running
from tests.support.servers import Valkey, free_port
from tests.support.smtp_server import Sink, serving
from timekeeping import clock

from .ageing import age
from .invariants import check_invariants
from .locks import somebody_waits
from .site import Site, account_for_mails, settled, until
from .tally import LONG, Tally
from .visitor import Visitor

pytestmark = pytest.mark.django_db(transaction=True)
Kind = LogEntry.Kind
Status = OutboxMail.Status
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TAKEN, ENDED = re.compile(r"\] received"), re.compile(r"\] (?:succeeded|raised)|Discarding revoked task")


def but_the_heartbeat(model: type[models.Model], _field: str) -> bool:
    """Leave the sweeps' heartbeat as it is, for ``age``: they have run all the time."""
    return model is Heartbeat


def swept_since(moment: datetime) -> bool:
    return Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP, at__gt=moment).exists()


def nothing_is_tried() -> bool:
    """Return whether no email is being tried, or about to be."""
    due_or_taken = models.Q(next_try_at__lte=clock.now()) | models.Q(leased_until__isnull=False)
    return not OutboxMail.objects.filter(due_or_taken, status=Status.QUEUED).exists()


def asked(match: Match) -> Seat:
    return match.seats.select_related("match", "player").get(asked_turn__isnull=False)


def play_on(match: Match) -> LogEntry:
    match.refresh_from_db()
    seat = asked(match)
    text = match.game.sample(match.loaded_state, seat.index, random.Random(1))
    return turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE)


def kinds(match: Match) -> list[str]:
    return list(match.log.values_list("kind", flat=True))


# -- 12: a day without mail ----------------------------------------------------------------------------------------


@pytest.mark.worker
@pytest.mark.fault(number=12)
def test_a_day_without_a_mail_server_costs_nobody_anything(valkey: Valkey, site: Site, tally: Tally) -> None:
    port = free_port()
    site.env["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
    site.worker("--concurrency", "1")
    site.beat()
    for _ in tally.repeat(quick=1, long=3):
        sink = Sink()
        patient, hasty, played = (MatchFactory(days=days) for days in (3, 0.5, 3))
        for hours in (7, 6, 6, 5):
            queue_composed("reader@x.example", f"{hours}", "t", "")
            play_on(played)
            age(hours * HOUR, but_the_heartbeat)
            until(partial(swept_since, clock.now()))
        assert kinds(hasty) == [Kind.CLOCK_STOPPED]
        assert set(OutboxMail.objects.values_list("status", flat=True)) == {Status.QUEUED, Status.DROPPED}
        until(nothing_is_tried)  # or emails that are tried only now would go before those tried a moment ago
        with serving(sink, port):
            tally.delay(until(settled))
        check_after_the_day(sink, patient, hasty, played)
        account_for_mails(sink, tally)
        check_invariants()
        OutboxMail.objects.all().delete()
        Match.objects.all().delete()
    tally.delay_of = "all emails, from the server’s return"


def check_after_the_day(sink: Sink, patient: Match, hasty: Match, played: Match) -> None:
    """Check that emails arrived in order, that outdated ones were dropped, and that the clocks begin now.

    Those that were being tried when the server came back may be out of order.
    """
    written = OutboxMail.objects.filter(status=Status.SENT).order_by("queued_at", "pk")
    found_out = set(written.filter(attempts__gt=1).values_list("message_id", flat=True))
    arrived = [message_id for message_id, _ in sink.arrivals]
    assert arrived[0] in found_out
    assert [message_id for message_id in arrived if message_id not in found_out] == [
        *written.exclude(message_id__in=found_out).values_list("message_id", flat=True)
    ]
    notices = OutboxMail.objects.filter(match=played, kind="your_turn").order_by("pk")
    assert [mail.status for mail in notices] == [Status.DROPPED] * 4 + [Status.SENT]
    until(lambda: asked(hasty).stopped == "")
    now = clock.now()
    for match, bank in ((patient, 3 * DAY), (hasty, DAY / 2)):
        left = (asked(match).deadline or now) - now
        assert bank - timedelta(minutes=1) < left <= bank
        assert Kind.TIME not in kinds(match)


# -- 19: stamped before, processed after -------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.fault(number=19)
def test_a_turn_that_came_in_time_counts_however_late_it_is_looked_at(valkey: Valkey, site: Site, tally: Tally) -> None:
    site.haste = 1  # with the site's own grace
    site.web()
    for number in tally.repeat(quick=2, long=30):
        turn = None
        while turn is None:
            match: Match = MatchFactory(control=time_control.TimeControl.fixed(seconds(2)))
            OutboxMail.objects.update(status=Status.DROPPED)
            turn = play_as_time_runs_out(site, match, random.Random(number))
            if turn is None:
                call_off(match)
        deadline = match.started_at + timedelta(seconds=2)
        assert deadline < turn.stamped_at <= deadline + time_control.GRACE
        assert sweep.sweep_matches().decided == 0
        call_off(match)


def call_off(match: Match) -> None:
    """Annul the match, so that no later sweep decides it along with another one."""
    match.refresh_from_db()
    if not match.is_over:
        rulings.annul(match, "It has been looked at.")


def seconds(number: float) -> float:
    """Return that many seconds in days."""
    return number / 86400


def play_as_time_runs_out(site: Site, match: Match, luck: random.Random) -> LogEntry | None:
    """Send a turn before the deadline while the match is locked until after it, with a sweep in between.

    ``None`` if the machine was too slow for that.
    """
    seat = asked(match)
    assert seat.deadline is not None
    deadline = seat.deadline
    visitor = Visitor(site.address, seat.player)
    text = match.game.sample(match.loaded_state, seat.index, luck)
    assert visitor.get(match.get_absolute_url()).status == 200  # it has done everything that is done only once
    with ThreadPoolExecutor() as pool:
        with held(match):
            sent = pool.submit(visitor.play, seat, seat.asked_turn or 0, text)
            somebody_waits()
            if clock.now() > deadline:
                return None
            until(lambda: clock.now() > deadline)
            assert sweep.sweep_matches().decided == 0
        assert sent.result().status == 303
    return match.log.get()


# -- 20: nothing runs ----------------------------------------------------------------------------------------------


@pytest.mark.worker
@pytest.mark.fault(number=20)
@pytest.mark.parametrize("gap", [HOUR, 3 * DAY])
def test_an_outage_is_given_back_to_every_clock(
    valkey: Valkey, site: Site, sink: Sink, tally: Tally, gap: timedelta
) -> None:
    beat = site.beat()
    worker = site.worker()
    for _ in tally.repeat(quick=1, long=5):
        beat = stop_for(gap, site, beat, worker)
        until(settled)
    account_for_mails(sink, tally)
    age(30 * DAY, but_the_heartbeat)  # time outside an outage ends the matches as ever
    until(lambda: not Match.objects.filter(status=Match.Status.RUNNING).exists())
    assert set(LogEntry.objects.filter(kind=Kind.TIME).values_list("via", flat=True)) == {LogEntry.Via.CLOCK}


def stop_for(gap: timedelta, site: Site, beat: Running, worker: Running) -> Running:
    """Let nothing sweep for that long. Check that no one has lost on time, and that the clocks show what they did."""
    matches: list[Match] = [MatchFactory(days=days) for days in (0.02, 1, 2, 4)]
    until(settled)
    until(partial(swept_since, clock.now()))
    outages, timed_out = Outage.objects.count(), LogEntry.objects.filter(kind=Kind.TIME).count()
    beat.stop()
    until(lambda: not waiting_sweeps() and is_idle(worker))
    age(gap)
    played, *others = matches
    assert play_on(played).kind == Kind.PLAY  # though its time is over by now
    before = {seat.pk: seat.deadline for seat in map(asked, others)}
    beat = site.beat()
    until(lambda: Outage.objects.count() > outages)
    outage = Outage.objects.latest("pk")
    length = outage.ended_at - outage.began_at
    assert gap < length < gap + timedelta(minutes=5)
    for seat in map(asked, others):
        earlier = before[seat.pk]
        assert earlier is not None
        assert seat.deadline == earlier + length
    until(partial(swept_since, clock.now()))
    assert LogEntry.objects.filter(kind=Kind.TIME).count() == timed_out
    check_invariants()
    return beat


def waiting_sweeps() -> int:
    with client() as broker:
        return int(broker.llen("celery"))


def is_idle(worker: Running) -> bool:
    """Return whether the worker has finished all the jobs that it took."""
    return len(TAKEN.findall(worker.words)) == len(ENDED.findall(worker.words))


# -- 22: a wrong clock ---------------------------------------------------------------------------------------------


@pytest.mark.worker
@pytest.mark.fault(number=22)
def test_a_worker_whose_clock_is_wrong_decides_nothing_early_or_late(
    valkey: Valkey, site: Site, sink: Sink, tally: Tally
) -> None:
    site.web()
    site.beat()
    for number in tally.repeat(quick=2, long=10):
        work_with_a_wrong_clock(site, number, hours=2 if number % 2 == 0 else -2)
    account_for_mails(sink, tally)


def work_with_a_wrong_clock(site: Site, number: int, hours: int) -> None:
    words = ["--app", "fortify_site", "worker", "--concurrency", "2", "--loglevel", "info"]
    worker = site.launch("tests.faults.wrong_clock", str(hours), *words, "--hostname", f"wrong{number}@%h")
    due: Match = MatchFactory(control=time_control.TimeControl.fixed(seconds(1)))
    soon: Match = MatchFactory(control=time_control.TimeControl.fixed(seconds(3600)))
    until(lambda: kinds(due)[-1:] == [Kind.TIME])
    until(partial(swept_since, clock.now()))
    assert kinds(soon) == []
    until(settled)
    until(partial(alarm_says, site, "ahead of" if hours > 0 else "behind"))
    worker.stop()


def alarm_says(site: Site, words: str) -> bool:
    found = json.loads(Visitor(site.address).get("/healthz").body)["checks"].get("clock_skew")
    # If the database is slow to answer, the other checks are left out.
    return found is not None and found["state"] == "bad" and words in found["words"]


# -- 23: local time ------------------------------------------------------------------------------------------------

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "Africa/Casablanca", "UTC")
CHANGES = [  # in Berlin, New York and Lord Howe, both ways; and a leap day
    datetime(2026, 3, 29, 1, tzinfo=UTC),
    datetime(2026, 10, 25, 1, tzinfo=UTC),
    datetime(2026, 3, 8, 7, tzinfo=UTC),
    datetime(2026, 11, 1, 6, tzinfo=UTC),
    datetime(2026, 4, 4, 15, tzinfo=UTC),
    datetime(2026, 10, 3, 15, 30, tzinfo=UTC),
    datetime(2028, 2, 29, tzinfo=UTC),
]
near_changes = st.builds(
    lambda change, minutes: change - 3 * DAY + timedelta(minutes=minutes),
    st.sampled_from(CHANGES),
    st.integers(-90, 90),
)


@pytest.mark.fault(number=23)
def test_deadlines_are_instants_and_mails_show_them_in_local_time(player: User, opponent: User, tally: Tally) -> None:
    @settings(deadline=None, max_examples=300 if os.environ.get(LONG) else 12, suppress_health_check=list(HealthCheck))
    @given(near_changes, st.sampled_from(ZONES), st.sampled_from(ZONES))
    def check(start: datetime, zone: str, other: str) -> None:
        tally.rounds += 1
        with time_machine.travel(start, tick=False):
            User.objects.filter(pk=player.pk).update(time_zone=zone)
            match: Match = MatchFactory(players=[User.objects.get(pk=player.pk), opponent])
            seat = asked(match)
            assert seat.deadline == start + 3 * DAY
            assert local(seat.deadline, zone) in text_of_notice(seat)
            User.objects.filter(pk=player.pk).update(time_zone=other)
            Seat.objects.filter(pk=seat.pk).update(pauses_changed_at=clock.now())
            calendar_clocks.follow_pauses(seat.pk)
            assert asked(match).deadline == seat.deadline
            assert local(seat.deadline, other) in text_of_notice(seat)

    check()


def text_of_notice(seat: Seat) -> str:
    message = compose(OutboxMail.objects.get(key=f"your_turn:{seat.pk}:{seat.asked_turn}"))
    assert message is not None
    return " ".join(str(message.body).split())


def local(moment: datetime, zone: str) -> str:
    """Return the moment as clocks there show it. The name of the offset tells an autumn night's two hours apart."""
    there = moment.astimezone(ZoneInfo(zone))
    name = there.tzname() or ""
    return f"{there:%a} {there.day} {there:%b %Y, %H:%M} {f'UTC{name}' if name[0] in '+-' else name}"
