"""How the log tells what happened to clocks, and by whom."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from matches.gate import clock_acts, mail_clocks, timeout, turns
from matches.mails import tokens, turn_delivery
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.matches.conftest import PlayOn
from tests.support.factories import MatchFactory
from tests.support.pages import length_of, read, read_match, seat_of, words
from tests.support.people import LogIn
from timekeeping import clock


def lines(client: Client, match: Match, path: str = "") -> list[str]:
    """The words of each line of the log, as the page at ``path`` shows it."""
    page = client.get(f"/matches/{match.pk}/{path}").content.decode()
    return [words(line) for line in re.findall(r"<li class=\"log-line.*?</li>", page, re.DOTALL)]


def run_out(seat: Seat) -> LogEntry:
    """Let the time of a seat that was told of its turn run out."""
    seat.refresh_from_db()
    OutboxMail.objects.filter(key=turn_delivery.turn_key(seat)).update(status=OutboxMail.Status.SENT)
    assert seat.deadline is not None
    with time_machine.travel(seat.deadline + timedelta(minutes=2), tick=False):
        turn = timeout.time_out(seat.pk, seat.asked_turn or 0)
    assert turn is not None
    return turn


@pytest.fixture
def with_passes(player: User, opponent: User, play_on: PlayOn) -> Match:
    """The player is asked, and would be passed."""
    control = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="pass", passes=2)
    return play_on(MatchFactory(players=[player, opponent], control=control), 4)


def test_a_pass_by_the_clock_is_told_from_ones_own(
    log_in: LogIn, with_passes: Match, player: User, opponent: User
) -> None:
    run_out(seat_of(with_passes, player))
    seat = seat_of(with_passes, opponent)
    turns.submit_turn(seat, seat.asked_turn or 0, "pass", LogEntry.Via.SITE)
    by_clock, own = lines(log_in(player), with_passes)[-2:]
    assert "by the clock Ada Passed automatically when time ran out (1 of 2). pass" in by_clock
    assert "Ben" in own
    assert "by the clock" not in own


def test_a_link_says_that_the_clock_passed(with_passes: Match, player: User) -> None:
    seat = seat_of(with_passes, player)
    address = f"/l/{tokens.mint_turn(seat, seat.asked_turn or 0)}/"
    run_out(seat)
    page = read(Client(), address)
    assert "Your time ran out and you passed" in page
    assert "Turn sent" not in page


def test_a_gift_names_who_gave_it_and_whose_clock_it_is(
    log_in: LogIn, match: Match, player: User, opponent: User
) -> None:
    clock_acts.give_time(seat_of(match, opponent), seat_of(match, player), 2 * DAY, length_of(match), LogEntry.Via.SITE)
    line = lines(log_in(player), match)[-1]
    assert "time given Ben Gave the opponent 2 days." in line
    assert "Ada’s clock" in line


def test_what_the_organiser_did_names_the_clock_the_organiser_and_the_reason(
    log_in: LogIn, match: Match, player: User, stranger: User
) -> None:
    seat = seat_of(match, player)
    clock_acts.stop_clock(seat, "Ada is in hospital.", length_of(match))
    clock_acts.start_clock(seat, "She is back.", length_of(match))
    clock_acts.add_time(seat, 12 * HOUR, "To settle in.", length_of(match))
    stopped, started, added = lines(log_in(stranger), match)
    assert "clock paused Ada’s clock The organiser paused this clock. Reason: Ada is in hospital." in stopped
    assert "clock started Ada’s clock The organiser started this clock. Reason: She is back." in started
    assert "time given Ada’s clock The organiser added 12 hours to this clock. Reason: To settle in." in added
    for line in (stopped, started, added):
        assert "by the organiser" in line


def test_what_the_mail_did_names_the_clock(log_in: LogIn, match: Match, player: User, opponent: User) -> None:
    mail_clocks.stop_for_failed_mail(seat_of(match, player).pk, 1)
    mail_clocks.start_when_mail_is_accepted(seat_of(match, player).pk, 1, clock.now())
    held, released = lines(log_in(opponent), match)
    assert "clock paused Ada’s clock The email about this turn couldn’t be delivered" in held
    assert "clock started Ada’s clock" in released


def test_time_that_ran_out_is_marked(log_in: LogIn, match: Match, player: User) -> None:
    run_out(seat_of(match, player))
    assert "time ran out Ada Ran out of time" in lines(log_in(player), match)[-1]


def test_the_replay_shows_a_line_likewise_and_a_reason_is_text_and_nothing_else(
    log_in: LogIn, match: Match, player: User, stranger: User
) -> None:
    clock_acts.stop_clock(seat_of(match, player), "<script>alert(1)</script>", length_of(match))
    client = log_in(stranger)
    assert lines(client, match, "turns/0/") == lines(client, match)
    assert "Ada’s clock" in read_match(client, match, "turns/0/")
    assert "<script>alert" not in client.get(f"/matches/{match.pk}/").content.decode()
