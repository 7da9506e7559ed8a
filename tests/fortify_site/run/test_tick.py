"""A host with cron and a database: one command does all that beat and the workers do."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import quote

import pytest
from django.conf import settings as site
from django.core import mail
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from jobs import lease
from jobs.models import Heartbeat
from mail.models import InboundMail, OutboxMail
from mail.outbox.queue import queue_composed
from matches.models import Match, Offer, Seat
from tests.mail.inbound.imap_server import PASSWORD, USER, Postbox, keeping
from tests.support.factories import ChallengeFactory
from tests.support.inbound import TOKEN, give, kept, letter
from tests.support.matches import travel
from tests.support.rows import require

pytestmark = pytest.mark.django_db
Status = OutboxMail.Status


def tick(capsys: pytest.CaptureFixture[str]) -> str:
    call_command("tick")
    return capsys.readouterr().out


def statuses() -> set[str]:
    return set(OutboxMail.objects.values_list("status", flat=True))


def test_it_sends_the_mails_that_wait(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    assert statuses() == {Status.QUEUED}
    assert "send mails: 1" in tick(capsys)
    assert statuses() == {Status.SENT}


def test_it_decides_deadlines_and_expires_challenges(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    waiting: Offer = ChallengeFactory()
    tick(capsys)
    with travel(days=15):
        Heartbeat.objects.update(at=timezone.now() - timedelta(minutes=1))
        assert "1 deadlines decided" in tick(capsys)
    match.refresh_from_db()
    waiting.refresh_from_db()
    assert match.is_over
    assert waiting.status == Offer.Status.EXPIRED


def test_it_does_every_job_of_the_beat(capsys: pytest.CaptureFixture[str], db: None) -> None:
    out = tick(capsys)
    instead = {"mail.tasks.sweep_outbox", "matches.tasks.sweep_inbound", "matches.tasks.sweep_computers"}
    for name, entry in site.CELERY_BEAT_SCHEDULE.items():
        assert f"{name}: " in out or entry["task"] in instead
    assert "let computers think: 0" in out
    assert "look for better turns: 0" in out
    assert out.startswith("read mails: ")  # before any deadline is decided


def test_after_an_outage_it_gives_the_time_back(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    tick(capsys)
    deadline = Seat.objects.get(match=match, asked_turn__isnull=False).deadline
    with travel(days=5):
        assert "1 clocks got it back" in tick(capsys)
        assert "0 deadlines decided" in tick(capsys)
    moved = Seat.objects.get(match=match, asked_turn__isnull=False).deadline
    assert require(moved) - require(deadline) > timedelta(days=4, hours=23)


def test_a_job_that_fails_is_named_and_the_rest_is_done(
    match: Match, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("no luck")

    monkeypatch.setattr("matches.sweep.sweep_matches", fail)
    with pytest.raises(CommandError, match="sweep the matches"):
        call_command("tick")
    assert statuses() == {Status.SENT}


def test_a_mail_that_is_put_off_is_tried_once_and_the_others_are_sent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], db: None
) -> None:
    monkeypatch.setattr(lease, "BATCH", 2)
    for place in range(5):
        kind = "unheard_of" if place == 0 else "account"
        queue_composed(f"p{place}@x.example", "s", "t", "", kind=kind)
    assert "send mails: 5" in tick(capsys)
    assert OutboxMail.objects.filter(status=Status.SENT).count() == 4
    assert OutboxMail.objects.get(kind="unheard_of").attempts == 1


def test_two_rounds_send_a_mail_once(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    tick(capsys)
    tick(capsys)
    assert len(mail.outbox) == 1


def test_it_collects_and_reads_replies_before_it_decides_deadlines(
    capsys: pytest.CaptureFixture[str], db: None, settings: Settings
) -> None:
    give(TOKEN)
    kept()
    with keeping(Postbox()) as box:
        settings.IMAP_URL = f"imap://{quote(USER)}:{quote(PASSWORD)}@127.0.0.1:{box.port}/"
        box.put(letter(message_id="<2@x>"))
        lines = tick(capsys).splitlines()
    assert lines[:2] == ["collect mails: 1", "read mails: 2"]
    assert set(InboundMail.objects.values_list("status", "outcome")) == {("ignored", "unknown address")}
