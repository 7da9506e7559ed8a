"""Workers that are killed, poisoned, replaced or told the same thing five times."""

from __future__ import annotations

import os
import random
import signal
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.conf import LazySettings

from fortify_site.celery import app
from jobs import lease
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.queue import queue_composed
from matches import sweep
from matches.models import LogEntry, Match, Offer
from matches.offers import begin
from matches.time_control import time_control
from tests.support.concurrently import at_once
from tests.support.factories import ChallengeFactory, MatchFactory
from tests.support.processes import Running
from tests.support.servers import Valkey
from tests.support.smtp_server import Sink
from timekeeping import clock

from .crowd import Crowd
from .site import (
    Once,
    Site,
    account_for_mails,
    count_double_decisions,
    note_delays_of_mails,
    settled,
    until,
)
from .tally import Tally
from .visitor import Visitor

LITTLE = timedelta(minutes=55)
pytestmark = pytest.mark.django_db(transaction=True)
Status = OutboxMail.Status


def write_to(*names: str) -> list[OutboxMail]:
    return [queue_composed(f"{name}@x.example", "s", "t", "") for name in names]


# -- 5: killed -----------------------------------------------------------------------------------------------------


def kill(worker: Running, chance: random.Random) -> bool:
    """Kill the whole worker, or one of its child processes. Return whether it needs a successor."""
    children = Path(f"/proc/{worker.process.pid}/task/{worker.process.pid}/children").read_text().split()
    if children and chance.random() < 0.3:
        os.kill(int(chance.choice(children)), signal.SIGKILL)
        return False
    worker.stop(signal.SIGKILL)
    return True


def send_some(sink: Sink, number: int, chance: random.Random) -> None:
    """Queue some emails, and return when some are sent and some are not."""
    enough = len(sink.taken) + chance.randrange(1, 5)
    write_to(*(f"round{number}-{n}" for n in range(6)))
    until(lambda: len(sink.taken) >= enough)


@pytest.mark.worker
@pytest.mark.fault(number=5)
def test_nothing_is_lost_with_a_worker_that_is_killed(valkey: Valkey, site: Site, sink: Sink, tally: Tally) -> None:
    chance = random.Random(5)
    sink.otherwise = "slow 0.1"  # so that some are always on their way
    site.web()
    site.beat()
    worker = site.worker()
    with Crowd(site.address, tables=2) as crowd:
        for number in tally.repeat(quick=2, long=100):
            send_some(sink, number, chance)
            if kill(worker, chance):
                worker = site.worker("--hostname", f"w{number}@%h", "--concurrency", "2")
    until(settled, 120)
    crowd.account(tally)
    account_for_mails(sink, tally)
    count_double_decisions(tally)
    note_delays_of_mails(sink, tally)


# -- 6: poisoned ---------------------------------------------------------------------------------------------------


@pytest.mark.worker
@pytest.mark.fault(number=6)
def test_a_mail_that_always_kills_its_worker_is_given_up(valkey: Valkey, site: Site, sink: Sink, tally: Tally) -> None:
    site.haste = 120
    site.beat()
    site.worker(SABOTAGE="exit-before-send=poison")
    for number in tally.repeat(quick=1, long=5):
        (poison,) = write_to("poison")
        others = write_to(*(f"reader{number}-{n}" for n in range(5)))
        until(partial(are_sent, others))
        assert status(poison) == Status.QUEUED  # the others did not wait for it
        until(partial(is_given_up, poison), 60)
        poison.refresh_from_db()
        assert poison.lost_attempts == lease.MOST_LOST_ATTEMPTS
        assert "worker died" in poison.last_error
    site.check_all_run()
    account_for_mails(sink, tally, given_up=tally.rounds)
    note_delays_of_mails(sink, tally)


def status(mail: OutboxMail) -> str:
    return str(OutboxMail.objects.values_list("status", flat=True).get(pk=mail.pk))


def is_given_up(mail: OutboxMail) -> bool:
    return status(mail) == Status.PARKED


def are_sent(mails: list[OutboxMail]) -> bool:
    return all(status(mail) == Status.SENT for mail in mails)


# -- 7: replaced ---------------------------------------------------------------------------------------------------


def deploy(site: Site, web: Running, worker: Running, beat: Running, number: int) -> tuple[Running, Running, Running]:
    """Replace all processes, one after the other, as ``systemctl restart`` does."""
    for process in (web, worker, beat):
        process.stop(signal.SIGTERM)
        assert process.process.returncode == 0, process.words
    return site.web(), site.worker("--hostname", f"w{number}@%h", "--concurrency", "2"), site.beat()


@pytest.mark.worker
@pytest.mark.fault(number=7)
def test_nothing_is_lost_or_decided_twice_by_a_deployment(valkey: Valkey, site: Site, sink: Sink, tally: Tally) -> None:
    parts = site.web(), site.worker(), site.beat()
    with Crowd(site.address, tables=3) as crowd:
        for number in tally.repeat(quick=1, long=20):
            hasty: list[Match] = [MatchFactory(control=time_control.TimeControl.fixed(2 / 86400)) for _ in range(3)]
            parts = deploy(site, *parts, number)
            crowd.wait_for(len(crowd.sent) + 3)
            until(partial(are_over, hasty))
    until(settled)
    assert LogEntry.objects.filter(kind=LogEntry.Kind.TIME).count() == 3 * tally.rounds
    crowd.account(tally)
    crowd.note_delays(tally)
    account_for_mails(sink, tally)
    count_double_decisions(tally)


def are_over(matches: list[Match]) -> bool:
    found = Match.objects.filter(pk__in=[match.pk for match in matches], status=Match.Status.FINISHED)
    return found.count() == len(matches)


# -- 8: five times at once -----------------------------------------------------------------------------------------


@pytest.mark.fault(number=8)
def test_a_job_done_five_times_at_once_is_done_once(
    tally: Tally, sink: Sink, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_control, "GRACE", timedelta(0))
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
    for number in tally.repeat(quick=5, long=100):
        (mail,) = write_to(f"reader{number}")
        at_once(*[partial(deliver.deliver, mail.pk)] * 5)
        assert status(mail) == Status.SENT
        match, challenge = due(), ChallengeFactory()
        Offer.objects.update(expires_at=clock.now() - timedelta(minutes=1))
        swept = at_once(*[sweep.sweep_matches] * 5)
        tally.doubled += sum(round_.decided for round_ in swept) - 1
        expired = at_once(*[partial(begin.expire_due, clock.now())] * 5)
        tally.doubled += sum(expired) - 1
        assert (match.log.count(), type(challenge).objects.get(pk=challenge.pk).status) == (1, "expired")
        for waiting in OutboxMail.objects.filter(status=Status.QUEUED):
            at_once(*[partial(deliver.deliver, waiting.pk)] * 5)
    account_for_mails(sink, tally)
    tally.doubled += tally.repeated
    count_double_decisions(tally)


def due() -> Match:
    """Return a match in which the player whose turn it is has been told, and has run out of time."""
    match: Match = MatchFactory(control=time_control.TimeControl.fixed(0.001 / 86400))
    OutboxMail.objects.filter(match=match).update(status=Status.DROPPED)
    until(lambda: clock.now() > match.started_at + match.clock_start)
    return match


@pytest.mark.worker
@pytest.mark.fault(number=8)
def test_a_job_published_five_times_is_done_once(valkey: Valkey, site: Site, sink: Sink, tally: Tally) -> None:
    site.worker("--concurrency", "4")
    for number in tally.repeat(quick=5, long=50):
        (mail,) = write_to(f"reader{number}")
        for _ in range(4):
            app.send_task("mail.tasks.deliver_mail", (mail.pk,), queue="mail")
    until(settled)
    account_for_mails(sink, tally)
    tally.doubled += tally.repeated
    note_delays_of_mails(sink, tally)


# -- 9 and 10: ended at the worst moment -----------------------------------------------------------------------------


@pytest.mark.worker
@pytest.mark.fault(number=9)
def test_what_was_committed_and_not_published_is_sent_by_the_sweep(
    valkey: Valkey, site: Site, sink: Sink, tally: Tally, once: Once
) -> None:
    site.worker()
    site.beat()
    web = site.web(SABOTAGE=f"exit-on-publish={once.file}")
    for number in tally.repeat(quick=2, long=20):
        crash_while_publishing(site, web, sink, once, number)
    account_for_mails(sink, tally)
    note_delays_of_mails(sink, tally)


def crash_while_publishing(site: Site, web: Running, sink: Sink, once: Once, number: int) -> None:
    """End the web server's process between committing a turn and telling the workers about its email.

    They are told at once if the opponent has little time.
    """
    match: Match = MatchFactory(control=time_control.TimeControl.fixed(LITTLE / time_control.DAY))
    until(settled)
    seat = match.seats.select_related("player").get(asked_turn__isnull=False)
    opponent = match.seats.select_related("player").get(asked_turn=None)
    assert seat.asked_turn is not None
    assert opponent.player is not None
    visitor = Visitor(site.address, seat.player)
    text = match.game.sample(match.loaded_state, seat.index, random.Random(number))
    once.set()
    with pytest.raises(OSError):
        visitor.play(seat, seat.asked_turn, text)
    until(settled)
    assert len(sink.message_ids(opponent.player.email)) == 1
    until(lambda: web.words.count("Booting worker") >= number + 2)
    assert visitor.play(seat, seat.asked_turn, text).status == 303
    assert match.log.count() == 1


@pytest.mark.worker
@pytest.mark.fault(number=10)
def test_a_mail_that_was_accepted_and_not_marked_is_repeated_under_its_id(
    valkey: Valkey, site: Site, sink: Sink, tally: Tally, once: Once
) -> None:
    site.beat()
    site.worker(SABOTAGE=f"exit-after-send={once.file}")
    for number in tally.repeat(quick=1, long=10):
        once.set()
        write_to(f"crash{number}")
        until(settled)
        sink.script[f"close{number}@x.example"] = ["close", ""]
        write_to(f"close{number}")
        until(settled)
    account_for_mails(sink, tally)
    note_delays_of_mails(sink, tally)
    assert tally.repeated == 2 * tally.rounds
