"""One worker at a time reads an email; what cannot be read is set aside, and the others do not wait."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import OperationalError
from django.utils import timezone

from fortify_site.celery import app
from jobs import broker, lease
from mail.inbound import lease as leasing
from mail.models import InboundMail
from matches import tasks
from matches.replies import process
from tests.support.concurrently import at_once
from tests.support.inbound import Reader, do_nothing, fresh, kept, letter
from tests.support.processes import forget_jobs
from timekeeping import clock as database_clock

pytestmark = pytest.mark.django_db
Status = InboundMail.Status
MINUTE = timedelta(minutes=1)


class Broken(Exception):
    pass


def breaking(mail: InboundMail) -> None:
    raise Broken("no such charset")


def round_after(time: timedelta) -> int:
    """What a tick reads so long after now."""
    with time_machine.travel(timezone.now() + time, tick=False):
        return leasing.process_due(process.process)


def test_a_mail_is_read_once_and_what_came_of_it_written_down(reader: Reader) -> None:
    mail = kept()
    tasks.read_mail(mail.pk)
    tasks.read_mail(mail.pk)
    assert reader.seen == [mail.pk]
    mail = fresh(mail)
    assert (mail.status, mail.outcome, mail.words) == (Status.DONE, "answered", "It was answered.")
    assert mail.processed_at is not None
    assert mail.leased_until is None


@pytest.mark.django_db(transaction=True)
def test_of_several_workers_one_gets_it() -> None:
    mail = kept()
    assert sum(got is not None for got in at_once(*(lambda: leasing.INBOX.claim(mail.pk),) * 4)) == 1


@pytest.mark.parametrize("meanwhile", [do_nothing, leasing.requeue], ids=["nothing", "begun again"])
def test_who_comes_back_after_the_lease_has_nothing_to_say(meanwhile: Callable[[InboundMail], object]) -> None:
    mail = kept()
    late = leasing.INBOX.claim(mail.pk)
    assert late is not None
    with time_machine.travel(timezone.now() + lease.LEASE_LENGTH + MINUTE, tick=False):
        meanwhile(mail)
        assert leasing.INBOX.claim(mail.pk) is not None
        assert not leasing.note_outcome(late, leasing.Outcome("played"))
    assert fresh(mail).outcome == ""


def test_who_comes_back_after_the_next_one_put_it_off_has_nothing_to_say() -> None:
    mail = kept()
    late = leasing.INBOX.claim(mail.pk)
    assert late is not None
    with time_machine.travel(timezone.now() + lease.LEASE_LENGTH + MINUTE, tick=False):
        current = leasing.INBOX.claim(mail.pk)
        assert current is not None
        assert leasing.INBOX.put_off(current, MINUTE, attempts=current.attempts - 1)
        assert not leasing.note_outcome(late, leasing.Outcome("played"))
    assert fresh(mail).outcome == ""


def test_a_mail_that_cannot_be_read_is_set_aside_after_a_few_tries_and_the_others_are_read(reader: Reader) -> None:
    poison, good = kept(letter("poison")), kept(letter(message_id="<2@x>"))
    reader.act = lambda mail: breaking(mail) if mail.pk == poison.pk else None
    leasing.process_due(process.process)
    assert fresh(good).status == Status.DONE
    assert (fresh(poison).status, fresh(poison).attempts) == (Status.WAITING, 1)
    assert "no such charset" in fresh(poison).last_error
    tries = 1
    with time_machine.travel(timezone.now(), tick=False) as clock:
        while fresh(poison).status == Status.WAITING:
            clock.shift(MINUTE)
            tries += leasing.process_due(process.process)
    assert tries == 5
    assert fresh(poison).status == Status.SET_ASIDE
    assert "no such charset" in fresh(poison).last_error


def test_a_mail_that_kills_its_workers_is_set_aside_after_five(reader: Reader) -> None:
    mail = kept()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(lease.MOST_LOST_ATTEMPTS):
            assert leasing.INBOX.claim(mail.pk) is not None  # and no word more from its worker
            clock.shift(lease.LEASE_LENGTH)
        leasing.process_one(mail.pk, process.process)
    assert reader.seen == []
    assert fresh(mail).status == Status.SET_ASIDE
    assert "worker died" in fresh(mail).last_error


def test_a_database_that_is_away_costs_a_mail_nothing_but_time(reader: Reader) -> None:
    def away(mail: InboundMail) -> None:
        raise OperationalError("server closed the connection")

    mail = kept()
    reader.act = away
    with pytest.raises(OperationalError):
        leasing.process_one(mail.pk, process.process)
    assert fresh(mail).last_error == ""
    reader.act = do_nothing
    assert round_after(MINUTE) == 0
    assert round_after(lease.LEASE_LENGTH) == 1
    assert fresh(mail).status == Status.DONE


def test_a_round_reads_the_longest_waiting_first_and_each_once(reader: Reader) -> None:
    mails = [kept(letter(message_id=f"<{n}@x>")) for n in range(3)]
    InboundMail.objects.filter(pk=mails[2].pk).update(next_try_at=timezone.now() - MINUTE)
    reader.act = breaking
    assert leasing.process_due(process.process) == 3
    assert reader.seen == [mails[2].pk, mails[0].pk, mails[1].pk]


def test_the_sweep_asks_the_workers_for_what_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_jobs()
    asked: list[int] = []
    monkeypatch.setattr(app, "send_task", lambda _name, args, **_: asked.append(args[0]))
    waiting, taken, done = (kept(letter(message_id=f"<{n}@x>")) for n in range(3))
    leasing.INBOX.claim(taken.pk)
    InboundMail.objects.filter(pk=done.pk).update(status=Status.DONE)
    assert tasks.sweep_inbound() == 1
    assert asked == [waiting.pk]


def test_the_sweep_reads_what_no_worker_reads(monkeypatch: pytest.MonkeyPatch, reader: Reader) -> None:
    monkeypatch.setattr(broker.broker, "publish", lambda *_, **__: True)  # jobs that nobody takes
    monkeypatch.setattr(broker.broker, "room", lambda *_: lease.BATCH)
    old, young = kept(), kept(letter(message_id="<2@x>"))
    InboundMail.objects.filter(pk=old.pk).update(next_try_at=timezone.now() - 3 * MINUTE)
    assert tasks.sweep_inbound() == 2
    assert reader.seen == [old.pk]
    assert fresh(young).status == Status.WAITING


def test_the_host_may_have_it_read_again(reader: Reader) -> None:
    mail = kept()
    InboundMail.objects.filter(pk=mail.pk).update(status=Status.SET_ASIDE, attempts=5, lost_attempts=5, last_error="x")
    assert leasing.requeue(mail)
    assert (fresh(mail).status, fresh(mail).attempts, fresh(mail).last_error) == (Status.WAITING, 0, "")
    leasing.INBOX.claim(mail.pk)
    assert not leasing.requeue(mail)
    assert database_clock.now() < (fresh(mail).leased_until or database_clock.now())
