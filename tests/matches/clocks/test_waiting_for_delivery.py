"""No clock waits for an email about a turn that its player has been seen on; else it waits, but not for ever."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts import last_seen
from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches import sweep
from matches.clocks import waiting_for_delivery
from matches.gate import chat, clock_acts, handover, mail_clocks, turns
from matches.mails import tokens, turn_delivery
from matches.models import LogEntry, Match, Seat
from matches.time_control import time_control
from matches.time_control.time_control import DAY
from matches.verify.replay import verify
from tests.support.composed_mails import latest, message_of, text_of
from tests.support.factories import MatchFactory
from tests.support.matches import fresh, kinds, later, told, travel_past_grace_of
from tests.support.run_on_commit import commits
from tests.support.vacation import event
from timekeeping import clock

Status = OutboxMail.Status
MINUTE = timedelta(minutes=1)
See = Callable[[Client, Seat], None]


@pytest.fixture
def match(player: User, opponent: User) -> Match:
    found: Match = MatchFactory(players=[player, opponent])
    return found


@pytest.fixture
def seat(match: Match) -> Seat:
    return match.seats.select_related("player").get(asked_turn__isnull=False)


@pytest.fixture
def client(client: Client, seat: Seat) -> Client:
    assert seat.player is not None
    client.force_login(seat.player)
    return client


def come_back(seat: Seat) -> None:
    """What is reported about the email, by whomever."""
    mail = OutboxMail.objects.get(key=turn_delivery.turn_key(seat))
    OutboxMail.objects.filter(pk=mail.pk).update(status=Status.BOUNCED)
    mail_clocks.follow_failure(mail)


def by_page(client: Client, seat: Seat) -> None:
    assert client.get(seat.match.get_absolute_url()).status_code == 200


def by_home(client: Client, _seat: Seat) -> None:
    assert client.get("/").status_code == 200


def by_link(_client: Client, seat: Seat) -> None:
    assert Client().get(f"/l/{tokens.mint_turn(seat, seat.asked_turn or 0)}/").status_code == 200


def by_act(_client: Client, seat: Seat) -> None:
    chat.write_message(seat, "Good luck!", LogEntry.Via.MAIL)


def by_any_page(client: Client, _seat: Seat) -> None:
    """Each says that a turn waits, or that emails bounce."""
    assert client.get("/rules/").status_code == 200


WAYS = [by_page, by_home, by_link, by_act, by_any_page]


@pytest.mark.parametrize("see", WAYS)
def test_no_clock_is_held_for_a_turn_that_its_player_was_seen_on(client: Client, seat: Seat, see: See) -> None:
    with later(seat.match, days=1):
        see(client, seat)
    before = fresh(seat).deadline
    with later(seat.match, days=2):
        come_back(seat)
    assert (fresh(seat).stopped, fresh(seat).deadline) == ("", before)
    with travel_past_grace_of(seat):
        sweep.sweep_deadlines()
    assert kinds(seat.match)[-1] == "time"


@pytest.mark.parametrize("see", WAYS)
def test_a_held_clock_runs_again_at_the_next_visit(client: Client, seat: Seat, see: See) -> None:
    with later(seat.match, days=1):
        come_back(seat)
        assert mail_clocks.release_held_clocks() == 0
    with later(seat.match, days=2):
        see(client, seat)
        assert fresh(seat).stopped == "mail"  # a page that is looked at changes nothing of the match
        assert mail_clocks.release_held_clocks() == 1
        assert mail_clocks.release_held_clocks() == 0
        now = clock.now()
    found = fresh(seat)
    assert (found.stopped, found.stopped_at) == ("", None)
    assert found.deadline is not None
    assert abs(found.deadline - now - 3 * DAY) < MINUTE
    line = seat.match.log.latest("index")
    assert line.words == "The player has seen this turn, so the clock starts now."
    assert [words for _, words in verify(Match.objects.all())] == [[]]


@pytest.mark.parametrize("see", [by_home, by_any_page])
def test_a_visit_within_the_hour_after_an_earlier_one_frees_a_held_clock(client: Client, seat: Seat, see: See) -> None:
    assert seat.asked_at is not None
    assert seat.player is not None
    User.objects.filter(pk=seat.player.pk).update(on_site_at=seat.asked_at - 10 * MINUTE)
    with time_machine.travel(seat.asked_at + 10 * MINUTE, tick=False), commits():
        come_back(seat)
    with time_machine.travel(seat.asked_at + 20 * MINUTE, tick=False):
        see(client, seat)
        assert mail_clocks.release_held_clocks() == 1
        visited = User.objects.get(pk=seat.player.pk).on_site_at
        see(client, seat)
        assert User.objects.get(pk=seat.player.pk).on_site_at == visited  # noted once


def test_whoever_saw_the_match_before_has_not_seen_the_turn(client: Client, match: Match, seat: Seat) -> None:
    by_page(client, seat)
    turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)
    other = match.seats.exclude(pk=seat.pk).get()
    turns.submit_turn(other, other.asked_turn or 0, "T@b2", LogEntry.Via.SITE)
    asked = fresh(seat)
    come_back(asked)
    assert fresh(seat).stopped == "mail"


def test_a_visit_by_email_or_by_another_account_tells_nothing(seat: Seat, opponent: User) -> None:
    assert seat.player is not None
    with later(seat.match, days=1):
        last_seen.note_visit(seat.player, clock.now())
        stranger = Client()
        stranger.force_login(opponent)
        stranger.get("/rules/")
    with later(seat.match, days=2):
        come_back(seat)
    assert fresh(seat).stopped == "mail"


def test_a_program_that_guesses_what_will_be_read_has_seen_nothing(client: Client, seat: Seat) -> None:
    client.get(seat.match.get_absolute_url(), headers={"Sec-Purpose": "prefetch"})
    client.head(seat.match.get_absolute_url())
    come_back(seat)
    assert fresh(seat).stopped == "mail"


def test_a_vacation_day_that_the_clock_used_up_shows_nobody_the_turn(player: User, opponent: User) -> None:
    control = time_control.TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="leave")
    match: Match = MatchFactory(players=[player, opponent], control=control, vacation_pool=event(days=2))
    seat = told(match).seats.get(asked_turn__isnull=False)
    with travel_past_grace_of(seat):
        assert sweep.sweep_deadlines() == 1
        assert kinds(match) == ["leave_day"]
        come_back(seat)
    assert fresh(seat).stopped == "mail"


def test_a_mail_that_comes_late_begins_no_clock_of_a_turn_that_was_seen(client: Client, seat: Seat) -> None:
    by_page(client, seat)
    before = fresh(seat).deadline
    mail = OutboxMail.objects.get(key=turn_delivery.turn_key(seat))
    with later(seat.match, days=1):
        mail_clocks.follow_acceptance(mail)
    assert fresh(seat).deadline == before


def test_it_waits_so_long_in_a_match_and_no_longer(seat: Seat) -> None:
    come_back(seat)
    until = waiting_for_delivery.waits_until(fresh(seat))
    assert until is not None
    with later(seat.match, days=13.9):
        assert mail_clocks.release_held_clocks() == 0
    with later(seat.match, days=14.1):
        assert mail_clocks.release_held_clocks() == 1
        now = clock.now()
    found = fresh(seat)
    assert found.deadline is not None
    assert abs(found.deadline - now - 3 * DAY) < MINUTE
    assert "has waited for emails as long as" in seat.match.log.latest("index").words
    with later(seat.match, days=15):
        come_back(seat)
    assert fresh(seat).stopped == ""


def test_what_a_clock_got_back_for_a_mail_counts_in_the_turns_after_it(match: Match, seat: Seat) -> None:
    with later(match, days=2):
        come_back(seat)
    assert fresh(seat).waited == pytest.approx(2 * DAY, abs=MINUTE)
    with later(match, days=7):
        turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.LINK)
    assert fresh(seat).waited == pytest.approx(7 * DAY, abs=MINUTE)
    with later(match, days=7.1):
        other = match.seats.exclude(pk=seat.pk).get()
        turns.submit_turn(other, other.asked_turn or 0, "T@b2", LogEntry.Via.SITE)
        come_back(fresh(seat))
    found = fresh(seat)
    until = waiting_for_delivery.waits_until(found)
    assert found.stopped_at is not None
    assert until is not None
    assert until - found.stopped_at == pytest.approx(7 * DAY, abs=MINUTE)


def test_each_time_it_waits_for_a_few_days(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(waited=waiting_for_delivery.MOST - MINUTE)
    come_back(seat)
    found = fresh(seat)
    assert found.stopped_at is not None
    assert waiting_for_delivery.waits_until(found) == found.stopped_at + waiting_for_delivery.LEAST


def test_another_player_has_waited_for_nothing(seat: Seat, stranger: User) -> None:
    come_back(seat)
    handover.hand_over(seat, stranger)
    found = fresh(seat)
    assert (found.stopped, found.stopped_at, found.waited) == ("", None, timedelta(0))


# -- what the others are told -----------------------------------------------------------------------------------------


def test_the_opponent_hears_once_how_to_have_it_started(match: Match, seat: Seat, opponent: User) -> None:
    come_back(seat)
    mail = latest("clock_changed", opponent)
    text = " ".join(text_of(message_of(mail)).split())
    assert seat.player is not None
    name = seat.player.display_name
    assert f"{name}’s clock is paused: our email about their turn couldn’t be delivered." in text
    assert f"It starts again when {name} opens the match, or on" in text
    assert "ask the site’s host to start it." in text
    assert seat.player.email not in text
    Match.objects.filter(pk=match.pk).update(occasion="Spring Cup, round 3")
    mail = latest("clock_changed", opponent)
    assert "ask the organiser to start it." in " ".join(text_of(message_of(mail)).split())
    with later(match, days=1):
        turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)
        other = match.seats.exclude(pk=seat.pk).get()
        turns.submit_turn(other, other.asked_turn or 0, "T@b2", LogEntry.Via.SITE)
        come_back(fresh(seat))
    assert OutboxMail.objects.filter(kind="clock_changed").count() == 1


def test_the_mail_is_moot_once_the_clock_runs(seat: Seat, opponent: User) -> None:
    come_back(seat)
    clock_acts.start_clock(seat, "He told me that he knows.", 1)
    mail = OutboxMail.objects.filter(kind="clock_changed", user=opponent).earliest("pk")
    assert compose(mail) is None
