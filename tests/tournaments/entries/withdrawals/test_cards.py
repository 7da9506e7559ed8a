"""Cards for players who lose on time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from mail.models import OutboxMail
from matches import sweep as matches_sweep
from matches.models import Match
from tests.support import running_events
from tests.support.divisions import change, entry_of, event_of, leave, mails, organiser, pairings_of, taken
from tests.support.matches import told
from tournaments.entries.withdrawals import cards, no_shows
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Card, Season
from tournaments.rounds.results import match_finished
from tournaments.rounds.results.outcomes import Loser

pytestmark = [pytest.mark.django_db, pytest.mark.either]
DAY = timedelta(days=1)
Cards = Season.Cards


def run_out(season: Season, name: str, number: int, at: datetime) -> None:
    """At that moment it is found that the time of the player has run out in round ``number``, in whose match the other
    has played."""
    match = running_events.match_of(event_of(season), number, name)
    seat = match.seats.get(player__display_name=name)
    told(match)
    with time_machine.travel(at, tick=False):
        seat.deadline = at - timedelta(minutes=5)
        seat.running_since = seat.deadline - timedelta(days=2)
        seat.save()
        match.seats.exclude(pk=seat.pk).update(deadline=None, running_since=None)
        matches_sweep.sweep_deadlines()
        match_finished.record_missed_results()


def asked_in(season: Season, name: str) -> list[int]:
    """The rounds in which the player moves first."""
    matches = Match.objects.filter(seats__player__display_name=name, seats__asked_turn__isnull=False)
    return sorted(
        matches.filter(pairing__round__event=event_of(season)).values_list("pairing__round__number", flat=True)
    )


def who_moves_in_two(season: Season) -> str:
    return next(name for name in ("Ada", "Ben", "Cleo", "Dora") if len(asked_in(season, name)) == 2)


def lose_first(season: Season) -> str:
    """Who has run out of time in the first match of two in which they move first."""
    name = who_moves_in_two(season)
    run_out(season, name, asked_in(season, name)[0], timezone.now() + 3 * DAY)
    return name


def colours(name: str) -> list[str]:
    return list(
        Card.objects.filter(player__display_name=name, lifted_at=None).order_by("at").values_list("colour", flat=True)
    )


def test_first_a_warning_then_out_and_the_place_is_free(season: Season) -> None:
    name = who_moves_in_two(season)
    first, second = asked_in(season, name)
    now = timezone.now()
    run_out(season, name, first, now + 3 * DAY)
    assert colours(name) == ["yellow"]
    assert entry_of(season, name).status == "entered"
    run_out(season, name, second, now + 7 * DAY)
    assert colours(name) == ["yellow", "red"]
    entry = entry_of(season, name)
    assert (entry.status, entry.is_open) == ("withdrawn", True)
    assert mails("card") == [name, name]
    assert not OutboxMail.objects.filter(kind="event_withdrawn").exists()
    assert sum("card" in line for line in running_events.lines(event_of(season))) == 2


def test_losses_within_three_days_of_a_card_are_the_same_absence(season: Season) -> None:
    name = who_moves_in_two(season)
    first, second = asked_in(season, name)
    now = timezone.now()
    run_out(season, name, first, now + 3 * DAY)
    run_out(season, name, second, now + 5 * DAY)
    assert colours(name) == ["yellow"]


@pytest.mark.parametrize(
    ("rule", "has_played", "expected"),
    [
        (Cards.NO_TURN, False, ["yellow"]),
        (Cards.NO_TURN, True, []),
        (Cards.ON_TIME, True, ["yellow"]),
        (Cards.NOBODY, False, []),
    ],
)
def test_who_gets_one(season: Season, rule: str, has_played: bool, expected: list[str]) -> None:
    change(season, cards=rule)
    name = who_moves_in_two(season)
    number = asked_in(season, name)[0]
    if has_played:
        running_events.play_a_turn_each(running_events.match_of(event_of(season), number, name))
    run_out(season, name, number, timezone.now() + 3 * DAY)
    assert colours(name) == expected


def test_without_warnings_the_first_is_the_last(season: Season) -> None:
    change(season, warnings=0)
    name = lose_first(season)
    assert colours(name) == ["red"]
    assert entry_of(season, name).status == "withdrawn"


class TestLifting:
    def test_a_warning_that_is_lifted_counts_no_more(self, season: Season) -> None:
        name = who_moves_in_two(season)
        first, second = asked_in(season, name)
        now = timezone.now()
        run_out(season, name, first, now + 3 * DAY)
        card = cards.lift(Card.objects.get(), by=organiser(season), reason="In hospital.")
        assert cards.lift(card, by=organiser(season), reason="Again.").lifted_because == "In hospital."
        assert mails("card_lifted") == [name]
        assert event_of(season).log.filter(reason="In hospital.").count() == 1
        run_out(season, name, second, now + 9 * DAY)
        assert colours(name) == ["yellow"]

    def test_a_reason_is_needed(self, season: Season) -> None:
        lose_first(season)
        with pytest.raises(TournamentRefused):
            cards.lift(Card.objects.get(), by=organiser(season), reason="")

    def test_with_the_red_one_the_player_is_back_while_the_place_is_free(self, season: Season) -> None:
        change(season, warnings=0)
        name = lose_first(season)
        cards.lift(Card.objects.get(), by=organiser(season), reason="A mistake.")
        entry = entry_of(season, name)
        assert (entry.status, entry.is_open) == ("entered", False)

    def test_but_not_where_nobody_keeps_it_free(self, season: Season) -> None:
        change(season, warnings=0, replacements=Season.Replacements.NOBODY)
        name = lose_first(season)
        cards.lift(Card.objects.get(), by=organiser(season), reason="A mistake.")
        assert entry_of(season, name).status == "withdrawn"


def test_who_has_left_gets_none(season: Season) -> None:
    change(season, replacements=Season.Replacements.NOBODY)
    entry = entry_of(season, "Ada")
    leave(season, "Ada")
    event = event_of(season)
    no_shows.lost_on_time(None, event, pairings_of(entry)[0], [Loser(entry.pk, has_played=False)])
    assert not Card.objects.exists()


def test_a_match_that_is_played_again_brings_another(season: Season) -> None:
    change(season, replacements=Season.Replacements.ANEW)
    name = who_moves_in_two(season)
    number = asked_in(season, name)[0]
    pairing = running_events.pairing_of(event_of(season), number, name)
    now = timezone.now()
    run_out(season, name, number, now + 3 * DAY)
    assert pairing.black is not None
    other = pairing.black if pairing.white.shown_name == name else pairing.white
    taken(season, other.shown_name)
    running_events.work_off()
    lost = running_events.pairing_of(event_of(season), number, name)
    with time_machine.travel(now + 9 * DAY, tick=False):
        entry = entry_of(season, name)
        no_shows.lost_on_time(None, event_of(season), lost, [Loser(entry.pk, has_played=False)])
    assert colours(name) == ["yellow", "red"]
