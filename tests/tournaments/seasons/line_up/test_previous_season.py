"""What a line-up is worked out from, while seasons end and settings change."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import User
from competition.divisions import line_up as rules
from competition.divisions.line_up import Boundary, FinalRank, Registered, Rules
from tests.support.divisions import running, taken
from tests.support.factories import UserFactory
from tests.support.people import LogIn
from tests.support.seasons import (
    TERMS,
    TIED,
    entry_of,
    in_order,
    join,
    line_up,
    opened,
    organiser_of,
    played,
    propose,
    register,
    set_up,
)
from tournaments.events.settings.save import VacationTerms
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, League, Season, SeasonEntry
from tournaments.permissions import seasons
from tournaments.seasons import edit, finish, standings
from tournaments.seasons.edit import Plan
from tournaments.seasons.line_up import previous_season, publish
from tournaments.seasons.line_up import propose as proposing

pytestmark = [pytest.mark.django_db]

FIRST, SECOND = "Ann Ben Cleo Dan", "Eve Finn Gus Hal"
HOUR = timedelta(hours=1)


def next_season(league: League, **settings: object) -> Season:
    """Of those who played in the last one, open, with a line-up."""
    season = opened(league, **settings)  # type: ignore[arg-type]
    register(season, f"{FIRST} {SECOND}")
    propose(season)
    return season


def change(season: Season, sizes: tuple[int, ...], **settings: object) -> None:
    plan = Plan(TERMS | {"options": season.options} | settings, sizes, VacationTerms("none"))
    edit.change_season(season, plan, by=organiser_of(season.league.club))
    season.refresh_from_db()


def test_as_many_go_up_and_down_as_the_season_promised_in_which_they_played(sunday: League) -> None:
    played(sunday, [FIRST, SECOND])
    season = next_season(sunday, up=2, down=2)
    assert line_up(season) == [{"Ann", "Ben", "Cleo", "Eve"}, {"Dan", "Finn", "Gus", "Hal"}, set()]


def test_the_table_of_a_division_that_was_called_off_moves_nobody(sunday: League) -> None:
    first = played(sunday, [FIRST, SECOND])
    Event.objects.filter(division__season=first, division__level=1).update(stage=Event.Stage.CANCELLED)
    assert all(row.is_off for row in previous_season.all_standings(first)[0])
    assert not any(row.is_off for row in previous_season.all_standings(first)[1])


def test_who_waited_all_season_has_not_missed_it_and_goes_before_newcomers(sunday: League) -> None:
    played(sunday, [f"{FIRST} Ida Kay", SECOND], [in_order(6), in_order(4)])
    second = played(sunday, [FIRST, SECOND])
    for name in ("Ida", "Jan"):
        join(sunday.club, [player := User.objects.filter(display_name=name).first() or UserFactory(display_name=name)])
        SeasonEntry.objects.create(season=second, player=player)
    season = opened(sunday, (5, 4), keeps=0)
    register(season, f"Kim Ida Jan {FIRST} Eve Finn Gus")
    propose(season)
    assert line_up(season) == [{"Ann", "Ben", "Cleo", "Eve", "Ida"}, {"Dan", "Finn", "Gus", "Jan"}, {"Kim"}]
    assert (entry_of(season, "Ida").why, entry_of(season, "Jan").why) == ("returned", "waited")


def test_a_division_gets_no_more_players_than_it_can_begin_with(
    sunday: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = opened(sunday)
    monkeypatch.setattr(type(season.rules), "most_players", 4)
    register(season, f"{FIRST} Eve Finn")
    propose(season)
    first, by = season.divisions.get(level=1), organiser_of(sunday.club)
    eve = entry_of(season, "Eve")
    moved = next(iter(line_up(season)[1]))
    with pytest.raises(TournamentRefused, match="would have 5 players; its event can have at most 4"):
        proposing.move(entry_of(season, moved), first, by=by, reason="A friend.")
    SeasonEntry.objects.filter(season=season).exclude(pk=eve.pk).update(division=first)
    SeasonEntry.objects.filter(pk=eve.pk).update(division=None)
    with pytest.raises(TournamentRefused, match="would have 5 players"):
        publish.publish(season, by=by)


def test_a_newcomer_by_the_rules_is_called_new_in_the_league_only_if_they_are(sunday: League) -> None:
    played(sunday, [f"{FIRST} Ida Kay"], [in_order(6)])
    played(sunday, [FIRST])
    season = opened(sunday, (8,), keeps=0)
    register(season, f"Kim Ida {FIRST}")
    propose(season)
    assert entry_of(season, "Ida").words == "Played in the league before; returns as a newcomer."
    assert entry_of(season, "Kim").words == "New in the league."


def test_who_left_last_season_and_was_replaced_is_told_so() -> None:
    last = running()
    taken(last, "Ada", by="Emil")
    season = opened(last.league, (4,))
    register(season, "Kim Ada Ben Cleo Dora Emil")
    propose(season)
    assert line_up(season) == [{"Emil", "Ben", "Cleo", "Dora"}, {"Kim", "Ada"}]
    left = "Every division is full. Left during last season; returns as a newcomer."
    assert [entry_of(season, name).words for name in ("Ada", "Kim")] == [
        left,
        "Every division is full. New in the league.",
    ]

    entry_of(season, "Ada").delete()
    Season.objects.update(stage=Season.Stage.FINISHED)
    after = opened(last.league, (6,), keeps=0)
    register(after, "Kim Ada Ben")
    propose(after)
    assert entry_of(after, "Ada").words == "Played in the league before; returns as a newcomer."


@pytest.mark.parametrize("was_opened", [False, True])
def test_a_season_that_nobody_saw_stays_unseen_when_it_is_called_off(sunday: League, was_opened: bool) -> None:
    season = opened(sunday) if was_opened else set_up(sunday)
    by = organiser_of(sunday.club)
    season = finish.cancel(season, by=by, reason="Too few.")
    visitor = AnonymousUser()
    assert seasons.may_see_season(visitor, season) is was_opened
    assert seasons.visible_seasons(visitor, sunday).exists() is was_opened
    assert seasons.may_see_season(by, season)
    assert seasons.visible_seasons(by, sunday).exists()


def test_equal_points_are_looked_for_where_that_season_drew_the_line(sunday: League) -> None:
    """Ben and Cleo, and Finn and Gus, are on no line where one goes up and one goes down."""
    played(sunday, [FIRST, SECOND], [TIED, TIED])
    assert standings.ties_of(next_season(sunday, up=2, down=2)) == []
    Season.objects.filter(number=1).update(up=2, down=2)
    assert len(standings.ties_of(sunday.seasons.get(number=2))) == 2


@pytest.mark.parametrize(("sizes", "levels"), [((4, 4), []), ((4, 4, 4), [1])])
def test_a_line_is_where_there_is_a_division_below_next_season(sizes: tuple[int, ...], levels: list[int]) -> None:
    last = [FinalRank(player, 1 + (player > 3), Fraction(int(player < 3))) for player in (1, 2, 3, 4)]
    above = [FinalRank(player, rank, Fraction(4 - rank)) for rank, player in enumerate((5, 6, 7, 8), 1)]
    found = rules.line_up([above, last], [Registered(each) for each in range(1, 9)], Rules(sizes, 1, 1))
    assert [tie.level for tie in found.ties if tie.line is Boundary.DOWN] == levels


@pytest.mark.parametrize(("settings", "holds"), [({"up": 2}, True), ({"keeps": 3}, False), ({}, False)])
def test_a_line_up_holds_no_more_when_what_it_was_made_by_is_changed(
    sunday: League, settings: dict[str, object], holds: bool
) -> None:
    season = next_season(sunday)
    change(season, (4, 4) if settings else (4, 3), **settings)
    assert (season.proposed_at is not None) is holds
    if not holds:
        with pytest.raises(TournamentRefused, match="Work out the line-up first"):
            publish.publish(season, by=organiser_of(sunday.club))


def test_a_season_whose_end_has_passed_is_not_published(sunday: League) -> None:
    season = next_season(sunday)
    Season.objects.filter(pk=season.pk).update(ends_at=timezone.now() - HOUR)
    with pytest.raises(TournamentRefused, match="end has passed"):
        publish.publish(season, by=organiser_of(sunday.club))
    assert not Event.objects.exists()


class TestWhatIsDoubtful:
    def test_a_last_season_that_is_not_over_can_still_change(self, sunday: League, log_in: LogIn) -> None:
        last = played(sunday, [FIRST, SECOND])
        Season.objects.filter(pk=last.pk).update(stage=Season.Stage.RUNNING)
        season = next_season(sunday)
        assert standings.doubts_of(season) == [
            "“Season 1” isn’t over. Its standings, and so the line-up, can still change."
        ]
        browser: Client = log_in(organiser_of(sunday.club))
        assert "isn’t over. Its standings" in browser.get(f"{season.get_absolute_url()}manage/").text

    def test_a_result_corrected_since_asks_for_another_look(self, sunday: League) -> None:
        last = played(sunday, [FIRST, SECOND])
        season = next_season(sunday)
        assert standings.doubts_of(season) == []
        Event.objects.filter(division__season=last).update(changed_at=timezone.now())
        assert "has changed since" in standings.doubts_of(season)[0]
        propose(season)
        assert standings.doubts_of(season) == []

    def test_a_leagues_first_season_has_none(self, sunday: League) -> None:
        season = next_season(sunday)
        assert previous_season.last_played(season) is None
        assert standings.doubts_of(season) == []
