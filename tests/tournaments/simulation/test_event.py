from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from competition.pairing.dutch import broken_rules, pair
from mail.models import OutboxMail
from matches.models import LogEntry, Match
from tests.support.factories import UserFactory
from tests.support.rows import require
from timekeeping import clock as database_clock
from tournaments.models import Absence, Entry, Event, LogLine, Pairing, Round
from tournaments.simulation.clock import MovedClock, moved
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.habits import WELL_BEHAVED, Habits
from tournaments.simulation.people import make_up
from tournaments.simulation.setup import open_event
from tournaments.standings.history import history_of
from tournaments.standings.standings import standings_of

pytestmark = [pytest.mark.usefixtures("committing"), pytest.mark.either]

START = datetime(2026, 2, 2, 9, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
QUICK = Habits(0, 0, 0, 0, 0, answer=9 * HOUR, turns=4)


@pytest.fixture
def clock() -> Iterator[MovedClock]:
    with moved(START) as clock:
        yield clock


@pytest.fixture
def olga() -> User:
    user: User = UserFactory(display_name="Olga")
    return user


def season(
    clock: MovedClock, olga: User, players: int, habits: Habits = QUICK, seed: int = 1, **settings: Any
) -> SimulatedEvent:
    random = Random(seed)
    usual: dict[str, Any] = {"rounds": 3, "initial_colour": "w"}
    event = open_event(olga, "Spring Cup", **usual | settings)
    made = SimulatedEvent(event, olga, clock, random, habits)
    made.enter(make_up(players, random, clock.at), 2 * DAY)
    return made


def test_a_swiss_is_played_to_its_end(clock: MovedClock, olga: User) -> None:
    event = season(clock, olga, 5).play()
    assert event.stage == Event.Stage.FINISHED
    assert [each.stage for each in event.round_set.all()] == [Round.Stage.CLOSED] * 3
    assert Match.objects.filter(status=Match.Status.FINISHED).count() == 6
    history = history_of(event)
    assert broken_rules(history_of(event, 2), pair(history_of(event, 2, coming=3))) == ()
    assert sum(row.points for row in standings_of(event).rows) == 6 + 3
    assert len(history.players) == 5
    all_of_it_happened_at_the_time_of_the_moved_clock(event)


def all_of_it_happened_at_the_time_of_the_moved_clock(event: Event) -> None:
    assert event.begun_at is not None
    assert event.ended_at is not None
    assert event.begun_at == START + 2 * DAY
    assert event.begun_at + DAY < event.ended_at < event.begun_at + 60 * DAY
    moments: list[Any] = [
        *LogEntry.objects.values_list("at", flat=True),
        *Match.objects.values_list("started_at", flat=True),
        *LogLine.objects.values_list("at", flat=True),
        *Pairing.objects.values_list("decided_at", flat=True),
        *OutboxMail.objects.values_list("queued_at", flat=True),
        *Entry.objects.values_list("entered_at", flat=True),
        *Event.objects.values_list("made_at", flat=True),
    ]
    assert START <= min(moments) <= max(moments) == event.ended_at


def test_a_round_robin_is_played_to_its_end(clock: MovedClock, olga: User) -> None:
    event = season(clock, olga, 3, event_format="round_robin").play()
    assert (event.stage, event.rounds) == (Event.Stage.FINISHED, 3)
    assert Match.objects.filter(status=Match.Status.FINISHED).count() == 3


def test_afterwards_it_is_as_late_as_before() -> None:
    with moved(START):
        assert timezone.now() == database_clock.now() == START
    assert abs(timezone.now() - database_clock.now()) < HOUR
    assert timezone.now() > START + 30 * DAY


def test_the_clock_never_goes_back(clock: MovedClock) -> None:
    clock.move_to(START + DAY)
    clock.move_to(START)
    assert database_clock.now() == START + DAY


def test_it_stops_at_the_moment_that_was_said_and_leaves_all_as_it_stands(clock: MovedClock, olga: User) -> None:
    made = season(clock, olga, 6, Habits(0, 0, 0, 0, 0, answer=9 * HOUR, turns=8))
    until = START + 4 * DAY
    event = made.play(until)
    assert event.stage == Event.Stage.RUNNING
    assert Match.objects.filter(status=Match.Status.RUNNING).exists()
    last = LogEntry.objects.order_by("-at").first()
    assert until - 2 * DAY < require(last).at <= until


def test_the_same_seed_plays_the_same_event(clock: MovedClock, olga: User) -> None:
    def result() -> list[tuple[Any, Any]]:
        event = season(clock, olga, 4, seed=5, rounds=1).play()
        standings = standings_of(event)
        found: list[tuple[Any, Any]] = [(standings.names[row.number], row.points) for row in standings.rows]
        played = LogEntry.objects.filter(match__pairing__round__event=event).order_by("match", "index")
        found += played.values_list("seat__index", "text")
        Pairing.objects.all().delete()
        Event.objects.all().delete()
        User.objects.exclude(pk=olga.pk).delete()
        return found

    assert result() == result()


def test_somebody_who_never_plays_is_withdrawn_after_round_1(clock: MovedClock, olga: User) -> None:
    made = season(clock, olga, 6, rounds=2)
    silent = User.objects.exclude(pk=olga.pk).order_by("pk").first()
    assert silent is not None
    made.absent.add(silent.pk)
    event = made.play()
    assert event.stage == Event.Stage.FINISHED
    entry = event.entries.get(player=silent)
    assert (entry.status, entry.is_no_show) == (Entry.Status.WITHDRAWN, True)
    lost = Pairing.objects.filter(round__event=event, round__number=1)
    assert {"+-", "-+"} & {f"{each.white_code}{each.black_code}" for each in lost}


def test_players_miss_rounds_that_they_have_said(clock: MovedClock, olga: User) -> None:
    event = season(clock, olga, 6, Habits(0, 0.3, 0, 0, 0, turns=4)).play()
    missed = set(Absence.objects.values_list("entry", "round_number", "bye"))
    assert missed
    byes = Pairing.objects.filter(round__event=event, black=None, white_code__in="HZF")
    assert {(each.white_id, each.round.number, each.white_code) for each in byes.select_related("round")} == missed


def test_late_players_come_when_the_event_has_begun(clock: MovedClock, olga: User) -> None:
    event = season(clock, olga, 6, Habits(0, 0, 0, 0.5, 0, turns=4), late_until=2).play()
    late = event.entries.filter(entered_at__gt=require(event.begun_at))
    assert late.exists()
    assert all(entry.number for entry in late)


def test_whose_time_runs_out_loses_the_match(clock: MovedClock, olga: User) -> None:
    season(clock, olga, 4, Habits(0, 0, 0, 0, lapses=1, turns=4), rounds=1).play()
    matches = Match.objects.all()
    assert all(match.is_over for match in matches)
    assert [[turn.kind for turn in match.log.all()].count(LogEntry.Kind.TIME) for match in matches] == [1, 1]


def test_players_who_are_slower_than_their_clocks_lose_on_time_too(clock: MovedClock, olga: User) -> None:
    event = season(clock, olga, 4, Habits(0, 0, 0, 0, 0, answer=36 * HOUR, turns=6), days=1, rounds=1).play()
    assert event.stage == Event.Stage.FINISHED
    assert Match.objects.filter(log__kind=LogEntry.Kind.TIME).exists()


def test_an_event_whose_last_two_players_have_met_ends_early(clock: MovedClock, olga: User) -> None:
    made = season(clock, olga, 4)
    *_, third, fourth = User.objects.exclude(pk=olga.pk).order_by("display_name")
    made.absent |= {third.pk, fourth.pk}
    event = made.play()
    assert event.stage == Event.Stage.FINISHED
    assert event.round_set.filter(stage=Round.Stage.CLOSED).count() == 2
    assert LogLine.objects.filter(by=olga, reason="No further round can be paired.").exists()


def test_the_organiser_publishes_what_does_not_publish_itself(clock: MovedClock, olga: User) -> None:
    event = season(clock, olga, 4, rounds=2, publishes_itself=False).play()
    assert event.stage == Event.Stage.FINISHED
    assert {line.by for line in LogLine.objects.select_related("by") if "was published" in line.words} == {olga}


def test_the_organiser_settles_what_is_left_when_the_time_of_a_round_is_over(clock: MovedClock, olga: User) -> None:
    slow = Habits(0, 0, 0, 0, 0, answer=20 * HOUR, turns=12)
    event = season(clock, olga, 4, slow, rounds=1, round_days=4, unfinished=Event.Unfinished.SETTLE).play()
    assert event.stage == Event.Stage.FINISHED
    settled = Pairing.objects.filter(settled_by_hand=True)
    assert settled.exists()
    assert LogLine.objects.filter(kind=LogLine.Kind.RESULT, by=olga, reason="By the points so far.").exists()


def test_rounds_by_date_wait_for_it(clock: MovedClock, olga: User) -> None:
    made = season(clock, olga, 4, rounds=2, round_days=7, round_start=Event.Start.DATE)
    event = made.play()
    assert event.begun_at is not None
    starts: list[Any] = list(event.round_set.values_list("published_at", flat=True))
    for number, published in enumerate(starts):
        assert event.begun_at + 7 * number * DAY <= published <= event.begun_at + (7 * number + 1) * DAY


def test_made_up_players_have_names_that_nobody_has_and_no_password(olga: User) -> None:
    random = Random(1)
    first = make_up(1200, random, START)
    again = make_up(3, Random(1), START)
    assert len({player.display_name for player in [*first, *again]}) == 1203
    assert not any(player.check_password("!") for player in again)
    assert {player.email.rpartition("@")[2] for player in first} == {"simulated.invalid"}


def test_the_stronger_wins_more_often() -> None:
    random = Random(2)
    results = [WELL_BEHAVED.winner(200, random, draws=True) for _ in range(2000)]
    assert 0.6 < results.count(0) / 2000 < 0.73
    assert 0.09 < results.count(None) / 2000 < 0.15
    assert None not in [WELL_BEHAVED.winner(0, random, draws=False) for _ in range(200)]
