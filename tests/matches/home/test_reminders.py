"""Players are reminded of a turn: at a fifth of its time and at a day, once each, in one email for all that are due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from matches.gate import clock_acts, mail_clocks, turns
from matches.home import reminders
from matches.models import Match, Reminder, Seat
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.support.factories import MatchFactory
from tests.support.matches import SITE, fresh, later, mail_of, play_picks, submit, told
from tests.support.toy_game import Toy
from timekeeping import clock

MICROSECOND = timedelta(microseconds=1)


@pytest.fixture
def match(toy: Toy, player: User) -> Match:
    """Ada alone, with ten days: reminders are due when two are left, and when one is."""
    made: Match = MatchFactory(game_slug="toy", players=[player], control=TimeControl.fixed(10))
    return told(made)


@pytest.fixture
def seat(match: Match) -> Seat:
    return match.seats.get()


def remind(match: Match, after: timedelta) -> list[tuple[str, list[str]]]:
    """The emails of a round that long after the beginning: whose, and what they remind of."""
    seen = set(OutboxMail.objects.values_list("pk", flat=True))
    with time_machine.travel(match.started_at + after, tick=False):
        count = reminders.send_due(clock.now())
    new = OutboxMail.objects.exclude(pk__in=seen)
    assert (len(new), {mail.kind for mail in new}) == (count, {"reminder"} if new else set())
    return [(str(mail.user), kinds_in(mail)) for mail in new]


def kinds_in(mail: OutboxMail) -> list[str]:
    rows = {row.pk: row for row in Reminder.objects.all()}
    return [str(rows[pk].kind) for pk in mail.context["reminders"]]


# -- when ----------------------------------------------------------------------------------------------------------


def test_a_player_is_reminded_when_a_fifth_of_the_time_is_left_and_when_a_day_is(match: Match, seat: Seat) -> None:
    assert remind(match, 8 * DAY - MICROSECOND) == []
    assert remind(match, 8 * DAY) == [("Ada", ["fifth"])]
    assert remind(match, 9 * DAY - MICROSECOND) == []
    assert remind(match, 9 * DAY) == [("Ada", ["day"])]
    assert fresh(seat).remind_at is None
    made = Reminder.objects.order_by("pk").values_list("seat", "number", "kind", "made_at")
    began = match.started_at
    assert list(made) == [(seat.pk, 1, "fifth", began + 8 * DAY), (seat.pk, 1, "day", began + 9 * DAY)]


def test_each_comes_once_however_often_it_is_swept(match: Match, seat: Seat) -> None:
    assert remind(match, 8 * DAY) != []
    Seat.objects.filter(pk=seat.pk).update(remind_at=match.started_at)
    assert remind(match, 8 * DAY) == []
    assert Reminder.objects.count() == 1


def test_the_next_turn_has_reminders_of_its_own(toy: Toy, player: User, opponent: User) -> None:
    match = MatchFactory(game_slug="toy", players=[player, opponent])
    play_picks(told(match))
    told(match)
    assert remind(match, 2 * DAY + timedelta(minutes=1)) == [("Ada", ["day"])]
    with later(match, days=2, minutes=2):
        submit(match.seats.get(index=0), "add 1")
    told(match)
    assert remind(match, 4 * DAY + timedelta(minutes=3)) == [("Ben", ["day"])]
    assert list(Reminder.objects.order_by("pk").values_list("number", flat=True)) == [3, 4]


def test_a_turn_that_was_played_is_reminded_of_no_more(match: Match, seat: Seat) -> None:
    turns.resign(seat, SITE)
    assert remind(match, 9 * DAY) == []
    assert fresh(seat).remind_at is None


def test_time_that_is_given_moves_them(match: Match, seat: Seat) -> None:
    with later(match, days=8):
        clock_acts.add_time(seat, 5 * DAY, "ill", 0)  # fifteen days in all: a fifth is three
    assert remind(match, 8 * DAY) == []
    assert remind(match, 12 * DAY - MICROSECOND) == []
    assert remind(match, 12 * DAY) == [("Ada", ["fifth"])]
    assert remind(match, 14 * DAY) == [("Ada", ["day"])]


def test_time_that_is_given_brings_back_none_that_was_made(match: Match, seat: Seat) -> None:
    remind(match, 9 * DAY)
    with later(match, days=9, hours=1):
        clock_acts.add_time(seat, 5 * DAY, "ill", 0)
    assert remind(match, 14 * DAY) == []


def test_they_wait_for_the_end_of_a_weekend(toy: Toy, player: User) -> None:
    thursday = datetime(2026, 5, 7, 10, tzinfo=UTC)
    control = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, weekends=True)
    with time_machine.travel(thursday, tick=False):
        match = told(MatchFactory(game_slug="toy", players=[player], control=control))
    assert remind(match, 2 * DAY) == []  # Saturday: a day and fourteen hours have run
    assert remind(match, 4 * DAY - MICROSECOND) == []
    assert remind(match, 4 * DAY) == [("Ada", ["day"])]  # Monday at ten: two days have run


# -- to whom -------------------------------------------------------------------------------------------------------


def test_all_that_are_due_to_a_player_go_into_one_mail(toy: Toy, player: User, opponent: User) -> None:
    matches = [told(MatchFactory(game_slug="toy", players=[player, opponent])) for _ in range(3)]
    submit(matches[1].seats.get(player=opponent), "pick 1")
    assert sorted(remind(matches[-1], 2 * DAY)) == [("Ada", ["day"] * 3), ("Ben", ["day"] * 2)]


def test_more_than_a_batch_of_players_are_reminded_in_the_next_round(
    db: None, toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reminders, "BATCH", 2)
    matches = [told(MatchFactory(game_slug="toy", players=[player])) for player in _players(3)]
    assert [len(remind(matches[-1], 2 * DAY)) for _ in range(3)] == [2, 1, 0]


def _players(number: int) -> list[User]:
    return [User.objects.create_player(f"{n}@players.example", f"Player {n}", "") for n in range(number)]


def wants_none(player: User) -> None:
    User.objects.filter(pk=player.pk).update(turn_mail=TurnMail.NONE)


def is_closed(player: User) -> None:
    User.objects.filter(pk=player.pk).update(is_active=False)


def has_left(player: User) -> None:
    Seat.objects.update(player=None)


def was_not_told(player: User) -> None:
    OutboxMail.objects.update(status=OutboxMail.Status.QUEUED)


@pytest.mark.parametrize("why", [wants_none, is_closed, has_left, was_not_told])
def test_nobody_is_reminded_who(match: Match, seat: Seat, player: User, why: object) -> None:
    assert callable(why)
    why(player)
    assert remind(match, 8 * DAY) == []
    assert fresh(seat).remind_at == match.started_at + 9 * DAY  # looked at again when the next one is due
    assert remind(match, 9 * DAY) == []
    assert Reminder.objects.count() == 0


@pytest.mark.parametrize("hold", ["mail", "organiser"])
def test_a_clock_that_stands_reminds_nobody(match: Match, seat: Seat, hold: str) -> None:
    if hold == "mail":
        mail_clocks.follow_failure(mail_of(seat))
    else:
        clock_acts.stop_clock(seat, "ill", 0)
    assert remind(match, 9 * DAY) == []


def test_reminders_follow_a_mail_that_came_late(match: Match, seat: Seat) -> None:
    OutboxMail.objects.update(status=OutboxMail.Status.QUEUED)
    assert remind(match, 8 * DAY) == []
    told(match)
    with later(match, days=8, hours=1):
        mail_clocks.follow_acceptance(mail_of(seat))
    assert remind(match, 16 * DAY) == []
    assert remind(match, 16 * DAY + HOUR) == [("Ada", ["fifth"])]
