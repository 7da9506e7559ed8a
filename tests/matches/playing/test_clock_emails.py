"""What the clock did in a player's place and what others did to a clock, as emails tell it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from mail.outbox.recipient import Recipient
from mail.outbox.registry import KINDS
from matches.clocks import pauses
from matches.gate import calendar_clocks, clock_acts, timeout, turns
from matches.mails.moments import moment
from matches.models import Match, Seat
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.support.composed_mails import latest, message_of, text_of
from tests.support.every_mail import ago, run_out
from tests.support.factories import GuestFactory, MatchFactory, UserFactory
from tests.support.matches import SITE, asked, play_on
from timekeeping import clock

pytestmark = pytest.mark.django_db
VACATION = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="leave")
PASS = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="pass", passes=2)


def words_of(kind: str, reader: User | None = None) -> str:
    mail = OutboxMail.objects.get(pk=latest(kind, reader).pk)
    return " ".join(text_of(message_of(mail)).split())


# -- at zero -------------------------------------------------------------------------------------------------------


def test_a_vacation_day_that_was_used_up_is_told_with_what_is_left_and_the_new_deadline() -> None:
    seat = run_out(VACATION, pool=pauses.friendly_pool())
    text = words_of("vacation_day", seat.player)
    assert "Your time against Cleo ran out" in text
    assert "one day of your vacation was used" in text
    assert "It’s still your turn, with 24 more hours on your clock." in text
    assert seat.deadline is not None
    assert f"Deadline: {moment(seat.deadline)}" in text
    assert "vacation days (29 left)" in text
    assert "To play, open this link: http" in text


def test_the_vacation_day_mail_does_not_promise_a_turn_that_is_answered() -> None:
    run_out(VACATION, pool=pauses.friendly_pool())
    play_on(Match.objects.get(), 2)
    text = words_of("vacation_day")
    assert "one day of your vacation was used" in text
    assert "still your turn" not in text


def test_a_vacation_day_is_told_even_when_the_match_has_ended_since() -> None:
    run_out(VACATION, pool=pauses.friendly_pool())
    turns.resign(asked(Match.objects.get()), SITE)
    text = words_of("vacation_day")
    assert "one day of your vacation was used" in text
    assert "Deadline:" not in text
    assert "At zero" not in text


def test_an_opponent_hears_of_the_vacation_day_with_the_next_turn() -> None:
    run_out(VACATION, pool=pauses.friendly_pool())
    play_on(Match.objects.get(), 1)
    said = "Ann & <Ben>: Used a vacation day when time ran out; the turn stays open."
    assert said in words_of("your_turn")


def test_both_are_told_that_the_clock_has_passed_how_often_and_what_follows_next_time() -> None:
    seat = run_out(PASS)
    text = words_of("passed_over", seat.player)
    assert "Automatic passes in this match: 1 of at most 2" in text
    assert "at most once more in this match" in text
    assert "Match page: http" in text
    text = words_of("your_turn", User.objects.get(display_name="Cleo"))
    assert "Ann & <Ben>: Passed automatically when time ran out (1 of 2)." in text


def test_when_it_is_their_turn_again_both_mails_tell_of_the_pass_and_have_the_link() -> None:
    seat = run_out(PASS)
    play_on(Match.objects.get(), 1)
    text = words_of("your_turn", seat.player)
    assert "You: Passed automatically when time ran out (1 of 2)." in text
    assert text.index("Passed automatically") < text.rindex("Cleo: ")
    text = words_of("passed_over")
    assert "It’s your turn again. Deadline:" in text
    assert "Cleo: " in text
    assert "/l/" in text


def test_a_pass_in_a_match_that_is_over_is_not_told_any_more() -> None:
    run_out(PASS)
    match = Match.objects.get()
    turns.resign(asked(match), SITE)
    assert compose(OutboxMail.objects.get(pk=latest("passed_over").pk)) is None


@pytest.mark.parametrize("control", [VACATION, PASS])
def test_what_the_clock_took_is_told_to_players_who_want_no_mail_about_turns(control: TimeControl) -> None:
    seat = run_out(control, pool=pauses.friendly_pool())
    assert seat.player is not None
    User.objects.filter(pk=seat.player.pk).update(turn_mail="none")
    kind = "vacation_day" if control is VACATION else "passed_over"
    assert compose(OutboxMail.objects.get(pk=latest(kind).pk)) is not None


@pytest.mark.parametrize("control", [VACATION, PASS])
def test_a_guest_who_wants_no_mail_gets_none(control: TimeControl, opponent: User) -> None:
    guest = GuestFactory()
    with ago(control.start + timedelta(minutes=1)):
        match = play_on(
            MatchFactory(players=[guest, opponent], control=control, vacation_pool=pauses.friendly_pool()), 2
        )
    seat = asked(match)
    assert timeout.time_out(seat.pk, seat.asked_turn or 0) is not None
    kind = "vacation_day" if control is VACATION else "passed_over"
    mail = latest(kind, guest)
    assert "/matches/" not in text_of(message_of(mail))
    User.objects.filter(pk=guest.pk).update(turn_mail="none")
    assert compose(OutboxMail.objects.get(pk=mail.pk)) is None


# -- by others -----------------------------------------------------------------------------------------------------

Change = Callable[[Match, Seat], object]


def _give(match: Match, seat: Seat) -> object:
    return clock_acts.give_time(match.seats.exclude(pk=seat.pk).get(), seat, 2 * DAY, match.log_length, SITE)


def _add(match: Match, seat: Seat) -> object:
    return clock_acts.add_time(seat, 36 * HOUR, "The mail was down.", match.log_length)


def _stop(match: Match, seat: Seat) -> object:
    return clock_acts.stop_clock(seat, "Ada is ill.", match.log_length)


def _start_again(match: Match, seat: Seat) -> object:
    _stop(match, seat)
    match.refresh_from_db()
    return clock_acts.start_clock(seat, "Ada is well.", match.log_length)


@pytest.mark.parametrize(
    ("change", "to_own", "to_other"),
    [
        (_give, "Ben added 2 days to your clock. You are", None),
        (
            _add,
            "The organiser added 1 day 12 hours to your clock. Reason: The mail was down.",
            "The organiser added 1 day 12 hours to Ada’s clock. Reason: The mail was down.",
        ),
        (
            _stop,
            "The organiser paused your clock. Reason: Ada is ill.",
            "The organiser paused Ada’s clock. Reason: Ada is ill.",
        ),
        (
            _start_again,
            "The organiser restarted your clock. Reason: Ada is well.",
            "The organiser restarted Ada’s clock. Reason: Ada is well.",
        ),
    ],
)
def test_a_change_is_told_to_both_each_in_their_own_words(
    match: Match, player: User, opponent: User, change: Change, to_own: str, to_other: str | None
) -> None:
    change(match, asked(match))
    assert words_of("clock_changed", player).startswith(f"{to_own} ")
    if to_other is None:
        assert not OutboxMail.objects.filter(kind="clock_changed", user=opponent).exists()
    else:
        assert words_of("clock_changed", opponent).startswith(f"{to_other} ")


def test_time_that_was_given_moves_the_deadline_that_is_told(match: Match, player: User) -> None:
    _give(match, asked(match))
    assert "It’s your turn. Deadline:" in words_of("clock_changed", player)
    deadline = asked(match).deadline
    assert deadline is not None
    assert moment(deadline) in words_of("clock_changed", player)


def test_a_clock_can_change_while_it_is_not_its_players_turn(match: Match, opponent: User) -> None:
    clock_acts.add_time(match.seats.get(player=opponent), DAY, "Late notice.", match.log_length)
    text = words_of("clock_changed", opponent)
    assert "You have 4 days for your next turn." in text
    assert "It’s your turn" not in text


def test_a_reason_stays_whole_whatever_is_in_it(match: Match, player: User) -> None:
    clock_acts.add_time(asked(match), DAY, "Reason: a storm. Reason: a flood & <fire>.", match.log_length)
    assert "Reason: Reason: a storm. Reason: a flood & <fire>. You are" in words_of("clock_changed", player)


@pytest.mark.parametrize("what", ["over", "not wanted", "left"])
def test_a_change_is_not_told_when_it_does_not_matter(match: Match, player: User, what: str) -> None:
    _give(match, asked(match))
    match what:
        case "over":
            turns.resign(asked(match), SITE)
        case "not wanted":
            User.objects.filter(pk=player.pk).update(turn_mail="none")
        case "left":
            match.seats.filter(player=player).update(player=None)
    assert compose(OutboxMail.objects.get(pk=latest("clock_changed", player).pk)) is None


# -- in the mails that follow --------------------------------------------------------------------------------------


def test_what_happened_to_clocks_is_told_with_the_next_turn(match: Match, player: User, opponent: User) -> None:
    play_on(match, 1)
    for change in (_give, _stop):
        match.refresh_from_db()
        change(match, asked(match))
    play_on(match, 1)
    text = words_of("your_turn", player)
    assert "Ben’s clock: The organiser paused this clock. Reason: Ada is ill." in text
    assert "Gave" not in text  # what the reader did is no news
    play_on(match, 1)
    told = words_of("your_turn", opponent)
    assert "Gave" not in told


def test_time_given_is_told_to_who_gets_it(match: Match, opponent: User) -> None:
    _give(match, match.seats.get(player=opponent))
    play_on(match, 1)
    assert "Ada: Gave you 2 days more." in words_of("your_turn", opponent)


def test_vacation_that_the_opponent_takes_is_told(match: Match, player: User, opponent: User) -> None:
    play_on(match, 1)
    match.vacation_pool = pauses.friendly_pool()
    match.save()
    seat = match.seats.get(player=opponent)
    now = clock.now()
    opponent.vacations.create(starts_at=now, ends_at=now + 5 * DAY)
    Seat.objects.filter(pk=seat.pk).update(pauses_changed_at=now)
    turn = calendar_clocks.follow_pauses(seat.pk)
    assert turn is not None
    play_on(match, 1)
    assert f"Ben: {turn.words}" in words_of("your_turn", player)


@pytest.mark.usefixtures("toy")
def test_a_third_player_reads_who_gave_whom() -> None:
    people = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]
    match = MatchFactory(game_slug="toy", players=people)
    first, second, _ = match.seats.order_by("index")
    clock_acts.give_time(first, second, DAY, match.log_length, SITE)
    mail = latest("clock_changed", people[2])
    about = KINDS[mail.kind].prepare(mail, Recipient.of(mail))
    assert about is not None
    assert about["headline"] == "Ann added 1 day to Ben’s clock."
