"""The email that puts a match before whoever runs the site, when both sides have left it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.compose import compose
from mail.outbox.queue import queue_mail
from matches.clocks import pauses
from matches.gate import clock_acts, turns
from matches.models import Match, Seat, Vacation
from matches.playing import abandoned
from matches.time_control.time_control import DAY
from tests.support.composed_mails import latest, message_of, text_of
from tests.support.every_mail import ago
from tests.support.factories import MatchFactory
from tests.support.matches import SITE, asked, play_on
from timekeeping import clock

SITE_URL = settings.SITE_URL


@pytest.fixture
def left(match: Match, host: User) -> Match:
    """A match whose clock was stopped sixty-one days ago."""
    clock_acts.stop_clock(asked(match), "Ada is ill.", match.log_length)
    Match.objects.filter(pk=match.pk).update(last_turn_at=timezone.now() - timedelta(days=61))
    assert abandoned.report(clock.now()) == 1
    match.refresh_from_db()
    return match


def again() -> OutboxMail:
    return OutboxMail.objects.get(pk=latest("standstill").pk)


def test_it_tells_since_when_nobody_plays_why_and_what_can_be_done(left: Match) -> None:
    message = message_of(again())
    text = " ".join(text_of(message).split())
    assert message.subject == f"Fortify #{left.pk} has stalled: Ada and Ben"
    assert text.startswith(f"Fortify #{left.pk} between Ada and Ben has had no turn for 61 days.")
    assert "Ada’s clock is paused by the organiser." in text
    assert "Ben’s clock" not in text
    assert "If you like, write to the players, or start, pause or top up their clocks" in text
    assert f"Match page: {SITE_URL}/matches/{left.pk}/" in text
    assert f"Clocks: {SITE_URL}/matches/{left.pk}/clocks/" in text


def test_staff_who_may_not_change_clocks_are_not_sent_there(left: Match, host: User) -> None:
    User.objects.filter(pk=host.pk).update(is_superuser=False)
    text = " ".join(text_of(message_of(again())).split())
    assert "/clocks/" not in text
    assert "If you like, write to the players." in text


def test_a_player_on_vacation_is_named_with_its_end(host: User, player: User, opponent: User) -> None:
    pool = pauses.friendly_pool()
    pool.days = 200
    pool.save()
    with ago(70 * DAY):
        ends_at = timezone.now() + 100 * DAY
        Vacation.objects.create(player=player, starts_at=timezone.now(), ends_at=ends_at)
        MatchFactory(players=[player, opponent], vacation_pool=pool)
    User.objects.filter(pk=host.pk).update(time_zone="Asia/Tokyo")
    assert abandoned.report(clock.now()) == 1
    text = " ".join(text_of(message_of(again())).split())
    assert "Ada’s clock is paused until" in text
    assert "JST (Asia/Tokyo): vacation." in text


def test_nobody_can_turn_it_off_by_a_wish_about_turns(left: Match, host: User) -> None:
    User.objects.filter(pk=host.pk).update(turn_mail="none")
    message = message_of(again())
    assert "List-Unsubscribe" not in message.extra_headers
    assert "unsubscribe" not in text_of(message)
    assert "You’re getting this email because you run" in " ".join(text_of(message).split())


def test_it_is_in_no_thread_even_for_a_host_who_plays_in_the_match(left: Match, player: User) -> None:
    User.objects.filter(pk=player.pk).update(is_staff=True)
    mail = queue_mail("standstill", user=player, match=left, context={"match": left.pk})
    assert mail is not None
    assert "References" not in message_of(OutboxMail.objects.get(pk=mail.pk)).extra_headers
    deliver.deliver(mail.pk)
    mail.refresh_from_db()
    assert mail.status == OutboxMail.Status.SENT
    Seat.objects.filter(match=left).update(stopped="")
    play_on(left, 2)
    assert mail.message_id not in message_of(latest("your_turn", player)).extra_headers["References"]


@pytest.mark.parametrize("what", ["played", "over", "no host"])
def test_it_is_moot_when_there_is_nothing_to_look_at(left: Match, host: User, player: User, what: str) -> None:
    match what:
        case "played":
            play_on(left, 1)
        case "over":
            turns.resign(left.seats.get(player=player), SITE)
        case "no host":
            User.objects.filter(pk=host.pk).update(is_staff=False)
    assert compose(again()) is None
