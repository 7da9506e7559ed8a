"""A player leaves a division that plays at tables, and someone else takes the place."""

from __future__ import annotations

import pytest

from accounts.models import User
from competition.ratings.months import Month
from matches.models import Match, Seat
from tests.support.divisions import entry_of, event_of, named, offer_to, organiser, vacant
from tests.support.running_events import work_off
from tests.support.seasons import club, league, organiser_of, propose, register
from tests.support.table_events import names_at, play, play_round, submit, tables
from tests.support.toy_game import Toy
from tournaments.entries.replacements import take_place, vacancies
from tournaments.entries.withdrawals import return_to_event
from tournaments.events.settings.save import VacationTerms
from tournaments.models import Event, Season
from tournaments.ratings import rated_games
from tournaments.seasons import edit
from tournaments.seasons.edit import Plan
from tournaments.seasons.line_up import publish
from tournaments.seasons.standings import division_standings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]
TERMS = {"name": "Spring", "format": "tables", "rounds": 2, "break_hours": 1, "tie_breaks": ["TPS"], "up": 0, "down": 0}


def plan(**more: object) -> Plan:
    return Plan(TERMS | {"options": {"picks": 1}} | more, (4,), VacationTerms("none"))


@pytest.fixture
def season(toy_beside: Toy) -> Season:
    """Ada, Ben, Cleo and Dora at one table, of two rounds; Emil and Fay wait for a place."""
    sunday = league(club())
    by = organiser_of(sunday.club)
    season = edit.open_registration(edit.make_season(sunday, "toy", plan(), by=by), by=by)
    register(season, "Ada Ben Cleo Dora Emil Fay")
    propose(season)
    season = publish.publish(season, by=by)
    Event.objects.update(break_hours=0)
    work_off()
    return season


def held() -> dict[str, str]:
    return {seat.name: seat.stopped for seat in Seat.objects.select_related("player")}


def first_match(season: Season) -> Match:
    match = tables(event_of(season), 1)[0].match
    assert match is not None
    return match


def rated(season: Season) -> set[frozenset[str]]:
    """The pairs that were rated."""
    names = dict(User.objects.values_list("pk", "display_name"))
    games = [game for month in rated_games.games_until("toy", Month(2100, 1)).values() for game in month]
    return {frozenset((names[each.game.first], names[each.game.second])) for _pk, each in games}


def test_a_replacement_takes_over_the_table_and_sits_in_the_next_round(season: Season) -> None:
    vacant(season)
    assert held() == {"Ada": "left", "Ben": "", "Cleo": "", "Dora": ""}
    entry = take_place.accept_place_offer(offer_to("Emil"), named("Emil"))
    work_off()
    assert sorted(held().items()) == [("Ben", ""), ("Cleo", ""), ("Dora", ""), ("Emil", "")]
    play(first_match(season), ["Emil", "Ben", "Cleo", "Dora"])
    work_off()
    first, second, *_ = division_standings(season)[0].rows
    assert (first.entry.pk, first.entry.shown_name, first.entry.before) == (entry.pk, "Emil", "Ada")
    assert second.entry.shown_name == "Ben"
    assert set(names_at(tables(event_of(season), 2)[0])) == {"Emil", "Ben", "Cleo", "Dora"}
    assert frozenset(("Emil", "Ben")) in rated(season)


def test_what_the_former_player_finished_is_rated_for_them_and_what_two_played_for_neither(season: Season) -> None:
    play_round(event_of(season), 1)
    second = tables(event_of(season), 2)[0].match
    assert second is not None
    submit(second, "Ada", "pick 1")
    vacant(season)
    take_place.accept_place_offer(offer_to("Emil"), named("Emil"))
    work_off()
    for name in ("Ben", "Cleo", "Dora"):
        submit(second, name, "pick 1")
    for seat in second.seats.select_related("player").order_by("index"):
        submit(second, seat.name, "add 3")
    work_off()
    found = rated(season)
    assert {frozenset(("Ada", "Ben")), frozenset(("Cleo", "Dora"))} <= found
    assert not any("Emil" in pair for pair in found)


def test_where_nobody_comes_the_place_loses_at_the_table_and_the_others_play_on(season: Season) -> None:
    vacancy = vacant(season)
    vacancies.give_up(vacancy, by=organiser(season), reason="Nobody wants it.")
    match = first_match(season)
    assert not match.is_over
    assert match.game.given_up(match.loaded_state) == (match.seats.get(player__display_name="Ada").index,)
    play(match, ["Ben", "Cleo", "Dora"])
    work_off()
    assert set(names_at(tables(event_of(season), 2)[0])) == {"Ben", "Cleo", "Dora"}


def test_a_place_is_free_between_rounds_too_and_the_player_may_come_back(season: Season) -> None:
    event = event_of(season)
    event.publishes_itself = False
    event.save(update_fields=["publishes_itself"])
    play_round(event, 1)
    vacant(season, "Ben")
    assert set(names_at(tables(event, 2)[0])) == {"Ada", "Cleo", "Dora"}
    return_to_event.rejoin(entry_of(season, "Ben"), by=organiser(season))
    work_off()
    assert set(names_at(tables(event, 2)[0])) == {"Ada", "Ben", "Cleo", "Dora"}


def test_nobody_starts_anew_at_tables(season: Season) -> None:
    [fault] = edit.faults_in(Season(league=season.league, game_slug="toy"), plan(replacements="anew"))
    assert (fault.field, fault.message) == (
        "replacements",
        "At tables a replacement can only take over. Choose that, or nobody.",
    )
