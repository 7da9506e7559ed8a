"""A league's season from its setting up to its end: what each act does, and what it refuses."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from fortify_site.profiles.delete_account import delete_account
from mail.models import OutboxMail
from mail.outbox import deliver
from matches.time_control.time_control import HOUR
from tests.support import running_events
from tests.support.factories import UserFactory
from tests.support.refusals import refuses
from tests.support.seasons import (
    IN_ORDER,
    TIED,
    entry_of,
    join,
    league,
    line_up,
    log_of,
    opened,
    organiser_of,
    played,
    propose,
    register,
    set_up,
)
from timekeeping import clock
from tournaments import sweep
from tournaments.accounts import export
from tournaments.events.ending import finish as event_finish
from tournaments.events.ending.finish import UNDO_FOR
from tournaments.events.settings.save import VacationTerms
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, League, Season, SeasonEntry
from tournaments.permissions.events import may_organise
from tournaments.seasons import edit, finish
from tournaments.seasons import register as registering
from tournaments.seasons.edit import Plan
from tournaments.seasons.line_up import propose as proposing
from tournaments.seasons.line_up import publish

pytestmark = [pytest.mark.django_db, pytest.mark.either]

FIRST, SECOND = "Ann Ben Cleo Dan", "Eve Finn Gus Hal"


# -- setting up ----------------------------------------------------------------------------------------------------


def test_a_league_has_an_address_of_its_own_in_the_club(sunday: League) -> None:
    assert sunday.slug == "sunday-league"
    assert league(sunday.club, "New").slug == "new-2"  # /leagues/new/ is the form


def test_a_club_has_no_two_leagues_of_one_name(sunday: League) -> None:
    with pytest.raises(TournamentRefused, match="already has a league with that name"):
        league(sunday.club, "sunday league")


def test_a_season_has_divisions_of_the_sizes_asked_for(sunday: League) -> None:
    season = set_up(sunday, (4, 6))

    assert (season.number, season.stage) == (1, Season.Stage.DRAFT)
    assert [(each.name, each.size) for each in season.divisions.all()] == [("Division 1", 4), ("Division 2", 6)]


def test_other_settings_change_the_divisions_too(sunday: League) -> None:
    season = set_up(sunday, (4, 6))
    plan = Plan({"name": "Autumn", "up": 1, "down": 1}, (8,), VacationTerms("own", 10, 2))
    season = edit.change_season(season, plan, by=organiser_of(sunday.club))

    assert [each.size for each in season.divisions.all()] == [8]
    assert season.vacation_pool is not None
    assert (season.vacation_pool.key, season.vacation_pool.days) == (f"season-{season.pk}", 10)


@pytest.mark.parametrize(
    ("sizes", "settings", "field"),
    [((), {}, "sizes"), ((4, 1), {}, "sizes"), ((4, 4), {"up": 3, "down": 2}, "down"), ((4,), {"name": " "}, "name")],
)
def test_settings_that_do_not_work_are_refused_by_name(
    sunday: League, sizes: tuple[int, ...], settings: dict[str, object], field: str
) -> None:
    with refuses(field=field):
        set_up(sunday, sizes, **settings)


def test_there_is_one_season_at_a_time_to_set_up(sunday: League) -> None:
    set_up(sunday)
    with pytest.raises(TournamentRefused, match="is already being set up"):
        set_up(sunday)


# -- registering ---------------------------------------------------------------------------------------------------


def test_members_register_and_withdraw_and_both_stand_in_the_clubs_log(sunday: League) -> None:
    season = opened(sunday)
    (entry,) = register(season, "Ann")
    assert entry.player is not None
    registering.register(season, entry.player)
    registering.withdraw_registration(entry, by=entry.player)
    registering.withdraw_registration(entry, by=entry.player)

    told = [line for line in log_of(sunday.club) if "Ann" in line]
    assert told == ["Sunday League, Spring: Ann registered.", "Sunday League, Spring: Ann withdrew."]
    assert season.entries.get().status == SeasonEntry.Status.WITHDRAWN


def test_who_is_not_a_member_joins_the_club_first(sunday: League) -> None:
    with pytest.raises(TournamentRefused, match="Join the club first"):
        registering.register(opened(sunday), UserFactory())


def test_nobody_registers_before_it_opens(sunday: League) -> None:
    season, player = set_up(sunday), UserFactory()
    join(sunday.club, [player])
    with pytest.raises(TournamentRefused, match="isn’t open"):
        registering.register(season, player)


def test_once_registration_has_closed_an_organiser_puts_players_in(sunday: League) -> None:
    season, player = opened(sunday), UserFactory(display_name="Late")
    Season.objects.filter(pk=season.pk).update(closes_at=timezone.now() - timedelta(hours=1))
    join(sunday.club, [player])
    with pytest.raises(TournamentRefused, match="An organiser can still add you"):
        registering.register(season, player)

    assert registering.put_in(season, player, by=organiser_of(sunday.club)).status == SeasonEntry.Status.REGISTERED


def test_who_deletes_their_account_is_out_of_a_season_to_come(sunday: League) -> None:
    season = opened(sunday)
    (entry,) = register(season, "Ann")
    assert entry.player is not None
    told = export.export(entry.player)["seasons"]
    assert [(each["league"], each["season"], each["status"]) for each in told] == [
        ("Sunday League", "Spring", "registered")
    ]
    delete_account(entry.player)

    entry.refresh_from_db()
    assert (entry.status, entry.shown_name) == (SeasonEntry.Status.WITHDRAWN, "former player")
    assert not any("Ann" in line for line in log_of(sunday.club))


# -- the line-up ---------------------------------------------------------------------------------------------------


def test_the_line_up_follows_from_the_last_tables(sunday: League) -> None:
    played(sunday, [FIRST, SECOND])
    season = opened(sunday)
    register(season, f"{FIRST} {SECOND}")
    propose(season)

    assert line_up(season) == [{"Ann", "Ben", "Cleo", "Eve"}, {"Dan", "Finn", "Gus", "Hal"}, set()]
    assert entry_of(season, "Eve").words == "Promoted: place 1 in Division 2."
    assert entry_of(season, "Dan").words == "Relegated: place 4 in Division 1."
    assert entry_of(season, "Ben").words == "Stays: place 2 in Division 1."


def test_who_missed_a_season_returns_and_who_is_new_starts_below(sunday: League) -> None:
    played(sunday, ["Zoe Yan Xia Wim", SECOND])
    played(sunday, [FIRST, SECOND])
    season = opened(sunday)
    register(season, f"Kim Ann Ben Cleo Zoe {SECOND}")
    propose(season)

    # Eve goes up to a division that Dan has left; Zoe has her place there back only if there is one.
    assert line_up(season) == [{"Ann", "Ben", "Cleo", "Eve"}, {"Zoe", "Finn", "Gus", "Hal"}, {"Kim"}]
    assert entry_of(season, "Zoe").words == "Returns, but there is no room above."
    assert entry_of(season, "Kim").words == "Every division is full. New in the league."


def test_a_player_put_elsewhere_by_hand_has_the_organisers_reason(sunday: League) -> None:
    played(sunday, [FIRST, SECOND])
    season = opened(sunday, (5, 4))
    register(season, f"{FIRST} {SECOND}")
    propose(season)
    to = season.divisions.get(level=1)
    moved = proposing.move(entry_of(season, "Hal"), to, by=organiser_of(sunday.club), reason="won the cup")

    assert (moved.division, moved.by_hand, moved.words) == (to, True, "won the cup")
    assert log_of(sunday.club)[-1] == "Sunday League, Spring: Moved Hal by hand: Division 1."


def test_a_move_by_hand_needs_a_reason(sunday: League) -> None:
    season = opened(sunday)
    register(season, "Ann Ben")
    propose(season)
    with refuses(field="reason"):
        proposing.move(entry_of(season, "Ann"), None, by=organiser_of(sunday.club), reason=" ")


def test_who_left_a_division_goes_down(sunday: League) -> None:
    last = played(sunday, [FIRST, SECOND])
    entry = last.divisions.get(level=1).event.entries.get(player__display_name="Ann")  # type: ignore[union-attr]
    entry.status = entry.Status.WITHDRAWN
    entry.save()
    season = opened(sunday)
    register(season, f"{FIRST} {SECOND}")
    propose(season)

    assert line_up(season)[0] == {"Ben", "Cleo", "Dan", "Eve"}


# -- publishing and ending -----------------------------------------------------------------------------------------


def published(league: League, **settings: object) -> Season:
    season = opened(league, (2, 2), **settings)
    register(season, "Ann Ben Cleo Dan")
    propose(season)
    return publish.publish(season, by=organiser_of(league.club))


def events(season: Season) -> list[Event]:
    return [each.event for each in season.divisions.select_related("event") if each.event]


def test_publishing_makes_the_divisions_events_and_begins_them(sunday: League) -> None:
    first, second = events(published(sunday))
    running_events.work_off()

    assert first.name == "Sunday League, Spring: Division 1"
    assert (first.stage, first.club, first.format) == ("running", sunday.club, "round_robin")
    assert first.tie_breaks == ["DE", "SB"]
    assert first.entries.count() == second.entries.count() == 2
    assert running_events.match_of(first, 1, "Ann").status == "running"
    assert may_organise(organiser_of(sunday.club), first)


def test_the_players_hear_where_they_play(sunday: League) -> None:
    season = published(sunday)
    mails = OutboxMail.objects.filter(kind="event_entered", user__display_name="Ann")
    assert [mail.context["how"] for mail in mails] == ["placed"]
    assert season.stage == Season.Stage.RUNNING


def test_divisions_begin_together_at_the_seasons_start(sunday: League) -> None:
    starts_at = timezone.now() + timedelta(days=5)
    found = events(published(sunday, starts_at=starts_at))
    assert [(each.stage, each.starts_at) for each in found] == [("registration", starts_at)] * 2


def test_publishing_twice_does_it_once(sunday: League) -> None:
    season = published(sunday)
    publish.publish(season, by=organiser_of(sunday.club))
    assert Event.objects.count() == 2


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({}, "“Division 2” has only one player"),
        (
            {"format": "swiss", "rounds": 3, "tie_breaks": ["BH"]},
            "“Division 1”: With 2 players there are at most 1 opponents each",
        ),
    ],
)
def test_a_division_with_too_few_players_is_not_published(sunday: League, terms: dict[str, Any], why: str) -> None:
    season = opened(sunday, (2, 2), **terms)
    register(season, "Ann Ben Cleo")
    propose(season)
    with pytest.raises(TournamentRefused, match=why):
        publish.publish(season, by=organiser_of(sunday.club))
    assert not Event.objects.exists()


def test_nothing_is_published_before_there_is_a_line_up(sunday: League) -> None:
    season = opened(sunday)
    register(season, "Ann Ben")
    with pytest.raises(TournamentRefused, match="Work out the line-up first"):
        publish.publish(season, by=organiser_of(sunday.club))


def test_a_season_ends_once_all_is_played(sunday: League) -> None:
    season, by = published(sunday), organiser_of(sunday.club)
    running_events.work_off()
    with pytest.raises(TournamentRefused, match="Division 1: Some matches are still running"):
        finish.end_season(season, by=by)
    for event in events(season):
        running_events.play_round(event, 1)
    sweep.sweep_events()
    season = finish.end_season(season, by=by)

    assert season.stage == Season.Stage.FINISHED
    assert {each.stage for each in events(season)} == {"finished"}


def test_a_season_called_off_calls_its_divisions_off(sunday: League) -> None:
    season, by = published(sunday), organiser_of(sunday.club)
    running_events.work_off()
    finish.cancel(season, by=by, reason="flood")

    season.refresh_from_db()
    assert season.stage == Season.Stage.CANCELLED
    assert {each.stage for each in events(season)} == {"cancelled"}
    assert cancelling_ends_the_match_of(events(season)[0])


def cancelling_ends_the_match_of(event: Event) -> bool:
    """A day later, when it can't be taken back any more."""
    assert running_events.match_of(event, 1, "Ann").status == "running"
    with time_machine.travel(clock.now() + UNDO_FOR, tick=False):
        sweep.sweep_events()
    return running_events.match_of(event, 1, "Ann").status != "running"


def test_a_season_continues_with_its_divisions_when_that_is_taken_back(sunday: League) -> None:
    season, by = published(sunday), organiser_of(sunday.club)
    running_events.work_off()
    _first, second = events(season)
    event_finish.cancel(second, by=by, reason="on its own")
    finish.cancel(season, by=by, reason="flood")
    finish.undo(season, by=by)

    season.refresh_from_db()
    assert season.stage == Season.Stage.RUNNING
    assert [each.stage for each in events(season)] == ["running", "cancelled"]
    assert season.shown_server == ""


def test_those_who_registered_hear_that_a_season_is_cancelled_and_that_it_is_not(sunday: League) -> None:
    season, by = opened(sunday), organiser_of(sunday.club)
    register(season, "Ann Ben")
    finish.cancel(season, by=by, reason="flood")
    with time_machine.travel(clock.now() + 2 * HOUR, tick=False):
        deliver.deliver_due()
        finish.undo(season, by=by)
        deliver.deliver_due()
    told = OutboxMail.objects.filter(kind__in=("event_called_off", "event_back_on"), status="sent").order_by("pk")
    assert [(mail.kind, mail.user and mail.user.display_name) for mail in told] == [
        ("event_called_off", "Ann"),
        ("event_called_off", "Ben"),
        ("event_back_on", "Ann"),
        ("event_back_on", "Ben"),
    ]
    season.refresh_from_db()
    assert season.stage == Season.Stage.REGISTRATION


def test_an_end_stays_once_the_next_line_up_rests_on_it(sunday: League) -> None:
    season = played(sunday, [FIRST, SECOND], undo_until=clock.now() + HOUR, stage_before="running")
    after = opened(sunday)
    register(after, f"{FIRST} {SECOND}")
    propose(after)
    with pytest.raises(TournamentRefused, match="next season’s line-up"):
        finish.undo(season, by=organiser_of(sunday.club))


def test_a_season_that_nobody_has_registered_for_is_deleted(sunday: League) -> None:
    season, by = opened(sunday), organiser_of(sunday.club)
    register(season, "Ann")
    with pytest.raises(TournamentRefused, match="Someone has registered"):
        finish.delete(season, by=by)
    season.entries.all().delete()
    finish.cancel(season, by=by)
    finish.delete(season, by=by)
    assert not sunday.seasons.exists()


def test_a_season_called_off_counts_for_no_line_up(sunday: League) -> None:
    played(sunday, [FIRST, SECOND])
    off = opened(sunday)
    finish.cancel(off, by=organiser_of(sunday.club), reason="too few")
    season = opened(sunday)
    register(season, f"{FIRST} {SECOND}")
    propose(season)

    assert line_up(season)[0] == {"Ann", "Ben", "Cleo", "Eve"}


def test_players_with_equal_points_on_a_line_are_pointed_out(sunday: League) -> None:
    """Finn and Gus."""
    played(sunday, [FIRST, SECOND], [IN_ORDER, TIED])
    Season.objects.update(up=2, down=2)
    season = opened(sunday)
    entries = register(season, f"{FIRST} {SECOND}")
    (tie,) = proposing.work_out(season, entries).ties

    assert (tie.level, tie.line, len(tie.players)) == (1, "up", 2)
    assert not tie.is_told_apart
