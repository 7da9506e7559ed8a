"""Time that is given, and clocks that an organiser stops and starts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from mail.models import OutboxMail
from matches.clocks import seat_clock
from matches.gate import clock_acts, mail_clocks, timeout, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.support.factories import MatchFactory
from tests.support.matches import (
    SITE,
    Mails,
    fresh,
    kinds,
    later,
    length,
    play_picks,
    submit,
    told,
    travel_past_grace_of,
)
from tests.support.toy_game import Toy

Act = Callable[[Seat, str, int], LogEntry]


@pytest.fixture
def match(toy: Toy, player: User, opponent: User) -> Match:
    """Ten days and one more a turn: Ada and Ben are asked for a pick."""
    control = TimeControl(10 * DAY, DAY, 12 * DAY)
    made: Match = MatchFactory(game_slug="toy", players=[player, opponent], control=control)
    return told(made)


@pytest.fixture
def ada(match: Match) -> Seat:
    return match.seats.get(index=0)


@pytest.fixture
def ben(match: Match) -> Seat:
    return match.seats.get(index=1)


def add_a_day(seat: Seat, reason: str, at_length: int) -> LogEntry:
    return clock_acts.add_time(seat, DAY, reason, at_length)


by_hand = pytest.mark.parametrize("act", [add_a_day, clock_acts.stop_clock, clock_acts.start_clock])


def ready(act: Act, seat: Seat) -> int:
    """The length of the log at which the organiser may do this to the seat."""
    if act is clock_acts.start_clock:
        clock_acts.stop_clock(seat, "ill", 0)
    return length(seat.match)


# -- a player gives time -------------------------------------------------------------------------------------------


def test_a_player_gives_an_opponent_time(match: Match, ada: Seat, ben: Seat, mails: Mails) -> None:
    before = ben.deadline
    assert before is not None
    with later(match, days=4):
        line = clock_acts.give_time(ada, ben, 2 * DAY, 0, LogEntry.Via.LINK)
    assert (line.kind, line.seat, line.about, line.amount) == ("time_given", ada, ben, 2 * DAY)
    assert (line.via, line.number, line.index) == ("link", None, 0)
    assert line.words == line.public_words == "Gave the opponent 2 days."
    assert fresh(ben).deadline == before + 2 * DAY
    assert fresh(ada).deadline == ada.deadline
    assert mails() == [("clock_changed", "Ben")]
    assert OutboxMail.objects.latest("pk").context == {"seat": ben.pk, "turn": line.pk}
    line.refresh_from_db()
    assert line.clocks == seat_clock.dump(match.seats.all())


def test_time_may_be_given_to_whoever_is_not_asked_just_now(match: Match, ada: Seat, ben: Seat) -> None:
    submit(ben, "pick 2")
    bank = fresh(ben).bank
    clock_acts.give_time(ada, ben, 2 * DAY, 1, SITE)
    assert (fresh(ben).bank, fresh(ben).deadline) == (bank + 2 * DAY, None)
    submit(ada, "pick 1")
    submit(ada, "add 1")
    ben = fresh(ben)
    assert ben.asked_at is not None
    assert ben.deadline == ben.asked_at + bank + 2 * DAY


def test_time_may_be_given_to_a_clock_that_stands(match: Match, ada: Seat, ben: Seat) -> None:
    with later(match, days=4):
        clock_acts.stop_clock(ben, "ill", 0)
    clock_acts.give_time(ada, ben, 2 * DAY, 1, SITE)
    assert (fresh(ben).bank, fresh(ben).deadline) == (8 * DAY, None)


def test_asking_twice_gives_once_and_whoever_looks_again_may_give_again(ada: Seat, ben: Seat, mails: Mails) -> None:
    line = clock_acts.give_time(ada, ben, DAY, 0, SITE)
    mails()
    assert clock_acts.give_time(ada, ben, DAY, 0, SITE) == line
    assert fresh(ben).bank == 11 * DAY
    assert mails() == []
    clock_acts.give_time(ada, ben, DAY, 1, SITE)
    assert fresh(ben).bank == 12 * DAY


def test_it_refuses_where_something_else_has_happened_meanwhile(match: Match, ada: Seat, ben: Seat) -> None:
    submit(ada, "pick 1")
    with pytest.raises(MatchRefused, match="The match has changed") as refused:
        clock_acts.give_time(ada, ben, DAY, 0, SITE)
    assert (refused.value.code, kinds(match)) == ("stale", ["play"])


@pytest.mark.parametrize("whose", ["opponent", "organiser"])
def test_what_somebody_else_gave_is_not_taken_for_ones_own(ada: Seat, ben: Seat, whose: str) -> None:
    line = (
        clock_acts.give_time(ben, ada, DAY, 0, SITE) if whose == "opponent" else clock_acts.add_time(ben, DAY, "ill", 0)
    )
    with pytest.raises(MatchRefused, match="The match has changed"):
        clock_acts.give_time(ada, ben, DAY, 0, SITE)
    assert kinds(line.match) == ["time_given"]


def test_another_amount_is_not_taken_for_the_one_that_was_given(ada: Seat, ben: Seat) -> None:
    clock_acts.give_time(ada, ben, DAY, 0, SITE)
    with pytest.raises(MatchRefused, match="The match has changed"):
        clock_acts.give_time(ada, ben, 2 * DAY, 0, SITE)
    clock_acts.add_time(ada, DAY, "ill", 1)
    with pytest.raises(MatchRefused, match="The match has changed"):
        clock_acts.add_time(ada, 3 * DAY, "ill", 1)
    assert (fresh(ada).bank, fresh(ben).bank) == (11 * DAY, 11 * DAY)


@pytest.mark.parametrize("amount", [HOUR - timedelta(microseconds=1), timedelta(0), -DAY, 30 * DAY + timedelta(1)])
def test_it_refuses_too_little_and_too_much(match: Match, ada: Seat, ben: Seat, amount: timedelta) -> None:
    with pytest.raises(MatchRefused, match="You can give 1 hour to 30 days at once") as refused:
        clock_acts.give_time(ada, ben, amount, 0, SITE)
    assert (refused.value.status, kinds(match), fresh(ben).bank) == (422, [], 10 * DAY)


@pytest.mark.parametrize("amount", [HOUR, 30 * DAY])
def test_the_limits_themselves_may_be_given(ada: Seat, ben: Seat, amount: timedelta) -> None:
    clock_acts.give_time(ada, ben, amount, 0, SITE)
    assert fresh(ben).bank == 10 * DAY + amount


def test_it_refuses_a_fourth_gift_within_a_day(match: Match, ada: Seat, ben: Seat) -> None:
    for _ in range(3):
        clock_acts.give_time(ada, ben, HOUR, length(match), SITE)
    with pytest.raises(MatchRefused, match="You’ve given time 3 times in the last 24 hours"):
        clock_acts.give_time(ada, ben, HOUR, length(match), SITE)
    clock_acts.give_time(ben, ada, HOUR, length(match), SITE)
    with later(match, days=2):
        clock_acts.give_time(ada, ben, HOUR, length(match), SITE)


def test_it_refuses_what_no_clock_may_hold(match: Match, ada: Seat, ben: Seat) -> None:
    clock_acts.give_time(ada, ben, 30 * DAY, length(match), SITE)
    clock_acts.give_time(ada, ben, 30 * DAY, length(match), SITE)
    with pytest.raises(MatchRefused, match="Ben would have more than 90 days"):
        clock_acts.give_time(ada, ben, 30 * DAY, length(match), SITE)
    clock_acts.give_time(ada, ben, 20 * DAY, length(match), SITE)
    assert fresh(ben).bank == 90 * DAY


def test_it_refuses_to_give_time_to_oneself_or_to_a_stranger(match: Match, ada: Seat) -> None:
    foreign = MatchFactory(game_slug="toy").seats.get(index=1)
    for seat in (ada, foreign):
        with pytest.raises(MatchRefused, match="only give time to an opponent in this match") as refused:
            clock_acts.give_time(ada, seat, DAY, 0, SITE)
        assert (refused.value.status, kinds(match)) == (422, [])


# -- the organiser -------------------------------------------------------------------------------------------------


@by_hand
def test_what_is_done_by_hand_is_logged_with_its_reason_and_both_are_told(
    match: Match, ada: Seat, mails: Mails, act: Act
) -> None:
    at_length = ready(act, ada)
    mails()
    line = act(ada, "  the post\nwas on strike ", at_length)
    assert (line.seat, line.about, line.via) == (None, ada, "host")
    assert line.words == line.public_words
    assert line.words.endswith(" this clock. Reason: the post was on strike")
    assert mails() == [("clock_changed", "Ada"), ("clock_changed", "Ben")]


@by_hand
@pytest.mark.parametrize("reason", ["", " \n\t", "\u200e\u202e"])
def test_it_refuses_to_do_anything_by_hand_without_a_reason(match: Match, ada: Seat, act: Act, reason: str) -> None:
    at_length = ready(act, ada)
    before = Seat.objects.values().get(pk=ada.pk)
    with pytest.raises(MatchRefused, match="Give a reason: players see it in the log") as refused:
        act(ada, reason, at_length)
    assert (refused.value.status, length(match)) == (422, at_length)
    assert Seat.objects.values().get(pk=ada.pk) == before


@by_hand
def test_the_longest_reason_fits_the_log_whole(ada: Seat, act: Act) -> None:
    at_length = ready(act, ada)
    with pytest.raises(MatchRefused, match="401 characters; the limit is 400"):
        act(ada, "x" * 401, at_length)
    assert act(ada, "x" * 400, at_length).words.endswith("x" * 400)


@by_hand
def test_doing_it_twice_is_harmless(match: Match, ada: Seat, mails: Mails, act: Act) -> None:
    at_length = ready(act, ada)
    line = act(ada, "ill", at_length)
    before, at_length_after = fresh(ada).deadline, length(match)
    mails()
    assert act(ada, "ill", at_length) == line
    assert (fresh(ada).deadline, length(match), mails()) == (before, at_length_after, [])


@by_hand
def test_it_refuses_what_was_decided_before_something_else_happened(ada: Seat, ben: Seat, act: Act) -> None:
    at_length = ready(act, ada)
    submit(ben, "pick 2")
    with pytest.raises(MatchRefused, match="The match has changed"):
        act(ada, "ill", at_length)


def test_what_the_site_did_for_an_email_is_not_taken_for_what_the_organiser_asks_for(match: Match, ada: Seat) -> None:
    mail_clocks.stop_for_failed_mail(ada.pk, 1)
    with pytest.raises(MatchRefused, match="The match has changed"):
        clock_acts.stop_clock(ada, "ill", 0)
    mail_clocks.start_when_mail_is_accepted(ada.pk, 1, match.started_at)
    with pytest.raises(MatchRefused, match="The match has changed"):
        clock_acts.start_clock(ada, "well again", 1)
    assert kinds(match) == [LogEntry.Kind.CLOCK_STOPPED, LogEntry.Kind.CLOCK_STARTED]


@by_hand
def test_it_refuses_to_touch_a_clock_after_the_end(ada: Seat, ben: Seat, act: Act) -> None:
    at_length = ready(act, ada)
    turns.resign(ben, SITE)
    with pytest.raises(MatchRefused, match="This match is over"):
        act(ada, "ill", at_length + 1)


def test_an_organiser_adds_time(match: Match, ada: Seat) -> None:
    line = clock_acts.add_time(ada, 3 * DAY, "ill", 0)
    assert (line.kind, line.amount) == ("time_given", 3 * DAY)
    assert line.words == "The organiser added 3 days to this clock. Reason: ill"
    assert fresh(ada).deadline == match.started_at + 13 * DAY


def test_a_stopped_clock_keeps_what_is_left_exactly(match: Match, ada: Seat) -> None:
    with later(match, days=3, microseconds=7):
        clock_acts.stop_clock(ada, "ill", 0)
    stopped = fresh(ada)
    assert (stopped.asked_turn, stopped.stopped, stopped.deadline) == (1, "organiser", None)
    assert stopped.bank == 7 * DAY - timedelta(microseconds=7)
    with later(match, days=90):
        clock_acts.start_clock(ada, "well again", 1)
    started = fresh(ada)
    assert (started.asked_turn, started.stopped, started.bank) == (1, "", stopped.bank)
    assert started.deadline == match.started_at + 90 * DAY + stopped.bank


def test_a_stopped_clock_never_runs_out(match: Match, ada: Seat, ben: Seat) -> None:
    submit(ben, "pick 2")
    with later(match, days=9):
        clock_acts.stop_clock(ada, "ill", 1)
    with later(match, days=900):
        assert timeout.time_out(ada.pk, 1) is None
        submit(ada, "pick 4")
    assert fresh(ada).bank == 2 * DAY  # one was left, and one more


def test_a_stopped_clock_stays_so_over_turns_until_it_is_started(match: Match, ada: Seat, ben: Seat) -> None:
    with later(match, days=3):
        clock_acts.stop_clock(ada, "ill", 0)
    play_picks(match)
    asked = fresh(ada)
    assert (asked.asked_turn, asked.stopped, asked.deadline, asked.bank) == (3, "organiser", None, 8 * DAY)
    with later(match, days=50):
        clock_acts.start_clock(ada, "well again", 3)
    assert fresh(ada).deadline == match.started_at + 58 * DAY


def test_a_clock_may_be_stopped_and_started_while_nobody_asks(match: Match, ada: Seat) -> None:
    submit(ada, "pick 1")
    bank = fresh(ada).bank
    clock_acts.stop_clock(ada, "ill", 1)
    clock_acts.start_clock(ada, "well again", 2)
    assert (fresh(ada).stopped, fresh(ada).bank, fresh(ada).running_since) == ("", bank, None)


def test_it_refuses_to_stop_what_is_stopped_and_to_start_what_runs(ada: Seat) -> None:
    with pytest.raises(MatchRefused, match="This clock isn’t paused"):
        clock_acts.start_clock(ada, "well again", 0)
    clock_acts.stop_clock(ada, "ill", 0)
    with pytest.raises(MatchRefused, match="already paused"):
        clock_acts.stop_clock(ada, "ill", 1)


def test_after_the_end_no_clock_is_stopped_any_more(match: Match, ada: Seat, ben: Seat) -> None:
    clock_acts.stop_clock(ada, "ill", 0)
    turns.resign(ben, SITE)
    assert (fresh(ada).stopped, fresh(ada).asked_turn) == ("", None)


def test_time_that_was_given_ends_too(match: Match, ada: Seat, ben: Seat) -> None:
    submit(ben, "pick 2")
    clock_acts.add_time(ada, DAY, "ill", 1)
    with travel_past_grace_of(ada):
        line = timeout.time_out(ada.pk, 1)
    assert line is not None
    assert (line.kind, line.at > match.started_at + 11 * DAY) == ("time", True)
