"""A database that was brought back from a backup: the site waits until the host has said so, and then it is told."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from fortify_site.api.models import Delivery
from fortify_site.management.commands.tick import one_round
from jobs.models import Heartbeat
from mail.models import OutboxMail
from mail.outbox.queue import queue_mail
from mail.tasks import deliver_mail
from matches import tasks
from matches.clocks import outages, restoration
from matches.clocks.restoration import skip_numbers
from matches.models import Match, Outage, Seat
from matches.verify.replay import differences
from tests.support.factories import EventFactory, MatchFactory, UserFactory
from timekeeping import clock

pytestmark = pytest.mark.django_db
HOURS = timedelta(hours=1)
Status = OutboxMail.Status
postgres = pytest.mark.postgres


@pytest.fixture
def match() -> Match:
    """Begun a day ago; the backup is six hours old."""
    with time_machine.travel(timezone.now() - 24 * HOURS, tick=False):
        match: Match = MatchFactory()
    Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=clock.now() - 6 * HOURS)
    return match


@pytest.fixture(autouse=True)
def _numbers_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """No transaction that is rolled back takes them back."""
    monkeypatch.setattr(restoration, "skip_numbers", lambda: None)


def brought_back() -> None:
    """As if the last sweep had run elsewhere."""
    Heartbeat.objects.filter(name=Heartbeat.Name.SWEEP).update(database="elsewhere")


def restored(**options: bool) -> str:
    out = StringIO()
    call_command("restored", stdout=out, no_input=True, **options)
    return out.getvalue()


@postgres
def test_a_sweep_notes_in_which_database_it_ran() -> None:
    assert not restoration.is_brought_back()
    outages.beat(clock.now())
    assert Heartbeat.objects.get(name=Heartbeat.Name.SWEEP).database.count("/") == 2
    assert not restoration.is_brought_back()


@postgres
def test_until_the_host_has_said_so_no_job_is_done(match: Match) -> None:
    brought_back()
    before = set(OutboxMail.objects.values_list("status", flat=True))
    for mail in OutboxMail.objects.all():
        deliver_mail(mail.pk)
    assert tasks.sweep_matches() is None
    assert [job.failed for job in one_round()] == [True]
    assert set(OutboxMail.objects.values_list("status", flat=True)) == before == {Status.QUEUED}
    assert not Outage.objects.exists()


@postgres
def test_the_host_is_told_what_to_do(match: Match, client: Client) -> None:
    brought_back()
    check = client.get("/healthz").json()["checks"]["restored"]
    assert check["state"] == "bad"
    client.force_login(UserFactory(is_staff=True))
    assert "manage.py restored" in client.get(reverse("status")).text
    restored()
    assert client.get("/healthz").json()["checks"]["restored"]["state"] == "good"


@postgres
def test_a_database_that_was_moved_goes_on_where_it_was(match: Match) -> None:
    brought_back()
    restored(nothing_lost=True)
    assert not restoration.is_brought_back()
    assert OutboxMail.objects.filter(status=Status.QUEUED).exists()
    assert not Outage.objects.exists()


@postgres
def test_what_was_written_after_the_site_came_back_is_sent(match: Match) -> None:
    brought_back()
    assert restoration.waits_for_the_host()
    Heartbeat.objects.filter(name=Heartbeat.Name.RESTORED).update(at=clock.now() - HOURS)
    OutboxMail.objects.update(queued_at=clock.now() - 7 * HOURS)
    new = queue_mail("your_turn", user=UserFactory())
    assert new is not None
    restored()
    new.refresh_from_db()
    assert new.status == Status.QUEUED
    assert not Heartbeat.objects.filter(name=Heartbeat.Name.RESTORED).exists()


def test_mails_and_deliveries_of_the_backup_are_not_sent(match: Match) -> None:
    webhook = EventFactory().webhooks.create(url="https://example.org/")
    delivery = Delivery.objects.create(webhook=webhook, kind="test")
    waiting = list(OutboxMail.objects.filter(status=Status.QUEUED).values_list("pk", flat=True))
    assert waiting
    assert f"emails {len(waiting)}, webhook deliveries 1" in restored()
    assert set(OutboxMail.objects.filter(pk__in=waiting).values_list("status", flat=True)) == {Status.DROPPED}
    delivery.refresh_from_db()
    assert delivery.status == Delivery.Status.DROPPED


def test_they_are_sent_under_their_own_message_ids_if_the_host_wants_it(match: Match) -> None:
    waiting = dict(OutboxMail.objects.filter(status=Status.QUEUED).values_list("pk", "message_id"))
    restored(send_queued=True)
    kept = OutboxMail.objects.filter(pk__in=waiting, status=Status.QUEUED)
    assert dict(kept.values_list("pk", "message_id")) == waiting


def test_clocks_get_the_lost_time_however_short(match: Match) -> None:
    Heartbeat.objects.update(at=clock.now() - timedelta(minutes=4))
    seat = Seat.objects.get(match=match, asked_turn__isnull=False)
    restored(anyway=True)
    outage = Outage.objects.get()
    assert outage.is_restoration
    after = Seat.objects.get(pk=seat.pk)
    assert after.deadline is not None
    assert seat.deadline is not None
    assert after.deadline - seat.deadline == outage.ended_at - outage.began_at >= timedelta(minutes=4)
    assert differences(Match.objects.get(pk=match.pk), [outage]) == []


def test_everybody_at_a_running_match_and_every_organiser_gets_one_mail(match: Match) -> None:
    player = match.seats.get(index=0).player
    MatchFactory(players=[player, UserFactory()])
    UserFactory()
    event = EventFactory()
    event.organisers.add(organiser := UserFactory())
    restored()
    told = OutboxMail.objects.filter(kind="restored", status=Status.QUEUED)
    assert told.filter(user=player).count() == told.filter(user=organiser).count() == 1
    assert set(told.values_list("user", flat=True)) == {
        *Seat.objects.values_list("player", flat=True),
        *event.organisers.values_list("pk", flat=True),
    }


def test_numbers_from_after_the_backup_are_not_given_out_again(match: Match) -> None:
    skip_numbers()
    assert MatchFactory().pk > match.pk + 900
    assert UserFactory().pk > 900


def test_a_site_that_is_swept_is_not_taken_for_a_backup(match: Match) -> None:
    outages.beat(clock.now())
    with pytest.raises(CommandError, match="does not look restored"):
        restored()
    assert not OutboxMail.objects.filter(kind="restored").exists()


def test_nothing_is_done_without_a_yes(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restored", stdout=StringIO())
    assert not Outage.objects.exists()


ANY_TOKEN = "a" * 32


@pytest.mark.parametrize("path", [f"/l/{ANY_TOKEN}/", "/l/garbage/", "/matches/987654/"])
def test_addresses_that_lead_nowhere_say_what_may_have_become_of_them(client: Client, match: Match, path: str) -> None:
    if path.startswith("/matches"):
        client.force_login(UserFactory())
    assert "restored from a backup" not in client.get(path).text
    restored()
    page = client.get(path)
    assert page.status_code == 404
    assert "restored from a backup" in page.text
    Outage.objects.update(ended_at=clock.now() - restoration.TOLD_FOR)
    assert "restored from a backup" not in client.get(path).text


def test_the_page_of_a_match_says_what_is_lost(client: Client, match: Match) -> None:
    restored()
    player = match.seats.get(index=0).player
    assert player is not None
    client.force_login(player)
    assert "restored from a backup" in client.get(match.get_absolute_url()).text


def test_sqlite_knows_of_no_copy() -> None:
    if connection.vendor == "sqlite":
        Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=clock.now(), database="elsewhere")
        assert not restoration.is_brought_back()
