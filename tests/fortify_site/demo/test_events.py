"""The events of the demo and its club: something to look at, at every stage."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from competition.divisions.line_up import Reason
from fortify_site.demo import club as demo_club
from fortify_site.demo.players import NAMES, address
from mail.models import OutboxMail
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY
from tests.support.rows import require
from tournaments.clubs.honours import of_seasons
from tournaments.models import (
    Club,
    ClubLine,
    DrawnMatch,
    Entry,
    Event,
    League,
    LogLine,
    Membership,
    Pairing,
    Rating,
    Vacancy,
    WeeklyForest,
)
from tournaments.models import Season as LeagueSeason
from tournaments.seasons.forecast import forecast
from tournaments.seasons.standings import division_standings
from tournaments.weekly import standings

pytestmark = pytest.mark.django_db


def test_there_is_something_to_see_at_every_stage(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_demo")
    ann, ben, cleo, dev = (User.objects.get(email=address(name)) for name in NAMES)
    one_event_is_over_three_run_and_one_is_open(ann)
    an_expedition_waits_for_a_team(ann)
    the_club_is_in_the_middle_of_its_third_season()
    its_cup_runs_and_one_is_over()
    each_has_a_role_in_it(ann, ben, cleo, dev)
    last_weeks_forest_is_over_and_this_weeks_is_played(ann)
    nothing_is_yet_to_come()
    call_command("verify_matches")
    assert "matches are what their logs say" in capsys.readouterr().out


def one_event_is_over_three_run_and_one_is_open(ann: User) -> None:
    now = timezone.now()
    league, swiss, fortac, _expedition, cup = Event.objects.filter(club=None).order_by("made_at")
    assert (league.stage, swiss.stage, fortac.stage, cup.stage) == ("finished", "running", "running", "registration")
    assert (league.format, swiss.format, fortac.format) == ("round_robin", "swiss", "swiss")
    assert (swiss.game_slug, fortac.game_slug, fortac.entries.count()) == ("fortify", "fortac", 8)
    assert require(league.ended_at) < now
    assert list(cup.organisers.all()) == [ann]
    assert require(cup.starts_at) > now
    assert 2 <= cup.entries.count() < (cup.places or 0)
    assert not cup.entries.filter(player=ann).exists()

    running = Match.objects.filter(pairing__round__event=swiss, status=Match.Status.RUNNING)
    assert running.exists()
    assert all(seat.deadline is None or seat.deadline > now for match in running for seat in match.seats.all())
    assert Pairing.objects.filter(round__event=swiss, decided_at__isnull=False, black__isnull=False).exists()
    assert LogEntry.objects.filter(at__gt=now).count() == 0
    assert Rating.objects.filter(player=ann).exists()
    assert swiss.entries.filter(rating__gt=1500).exists()
    kinds = set(OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED).values_list("kind", flat=True))
    assert {"event_entered", "event_paired"} & kinds


def an_expedition_waits_for_a_team(ann: User) -> None:
    event = Event.objects.get(format="expedition")
    assert (event.stage, event.entries.count()) == ("running", 5)
    (waiting,) = Pairing.objects.filter(round__event=event, decided_at=None)
    assert require(waiting.match).seats.get(asked_turn__isnull=False).player == ann
    over = Match.objects.filter(pairing__round__event=event, pairing__round__stage="closed")
    assert over.count() == 3
    assert not over.filter(is_sealed=True).exists()
    measured = Pairing.objects.filter(round__event=event).exclude(measured=None).values_list("measured", flat=True)
    assert any(reached and reached[0] for reached in measured)  # diamonds: there is something to compare


def last_weeks_forest_is_over_and_this_weeks_is_played(ann: User) -> None:
    last, this, coming = WeeklyForest.objects.order_by("begins_on")
    assert [each.closed_at is None for each in (last, this, coming)] == [False, True, True]
    easy, normal, hard = standings.weekly_levels()
    assert [standings.sizes(last).get(board.key) for board in (easy, normal, hard)] == [8, 3, 1]
    assert standings.sizes(this) == {easy.key: 2, normal.key: 1}
    assert standings.listed(last, easy).filter(player=ann).exists()
    assert not this.attempts.filter(player=ann).exists()
    assert set(Match.objects.filter(weekly_attempt__forest=this).values_list("is_sealed", flat=True)) == {True}
    assert not OutboxMail.objects.filter(match__weekly_attempt__isnull=False, status="queued").exists()


def the_club_is_in_the_middle_of_its_third_season() -> None:
    league = League.objects.get(name=demo_club.LEAGUE)
    first, second, third = league.seasons.order_by("number")
    assert [season.stage for season in (first, second, third)] == ["finished", "finished", "running"]
    board = of_seasons(league.club, AnonymousUser())
    assert [bool(honour.places) for honour in board] == [True] * 4
    assert [len(division_standings(season)) for season in (first, second, third)] == [2, 2, 3]
    whys = [set(season.entries.values_list("why", flat=True)) for season in (first, second, third)]
    assert {Reason.UP, Reason.DOWN, Reason.LIFTED} <= whys[1]
    assert {Reason.UP, Reason.DOWN, Reason.LIFTED, Reason.RETURNED, Reason.NEW} <= whys[2]
    left = Vacancy.objects.get(entry__event__division__season=second, end=Vacancy.End.TAKEN)
    assert league.club.memberships.get(player=left.player).status == Membership.Status.LEFT
    assert second.entries.filter(player=left.taken_by, division__isnull=False).exists()
    assert third.entries.filter(division=None, player__isnull=False).count() == 1

    played = Pairing.objects.filter(round__event__division__season=third)
    running = Match.objects.filter(pairing__in=played, status=Match.Status.RUNNING)
    assert running.filter(log_length__gte=4).exists()
    assert {each.division.level for each in division_standings(third) if any(row.points for row in each.rows)} == {
        1,
        2,
        3,
    }
    open_season = LeagueSeason.objects.get(stage=LeagueSeason.Stage.REGISTRATION)
    assert "half took at most" in forecast(open_season).lines[0]


def its_cup_runs_and_one_is_over() -> None:
    over, running = Event.objects.filter(club__name=demo_club.CLUB, format="cup").order_by("made_at")
    assert (over.stage, running.stage) == (Event.Stage.FINISHED, Event.Stage.RUNNING)
    drawn = DrawnMatch.objects.filter(pairing__round__event=running, pairing__decided_at__isnull=False)
    assert drawn.exists()


def each_has_a_role_in_it(ann: User, ben: User, cleo: User, dev: User) -> None:
    club = Club.objects.get(name=demo_club.CLUB)
    standing = {
        membership.player: (membership.role, membership.status)
        for membership in club.memberships.filter(player__in=(ann, ben, cleo, dev))
    }
    assert standing == {
        ann: ("member", "member"),
        ben: ("owner", "member"),
        cleo: ("organiser", "member"),
        dev: ("member", "applied"),
    }
    in_the_league = Seat.objects.filter(match__pairing__round__event__division__season__league__club=club)
    assert in_the_league.filter(player=ann, asked_turn__isnull=False, match__status=Match.Status.RUNNING).exists()
    assert club.news.count() >= 3


def nothing_is_yet_to_come() -> None:
    """All of it has happened by now, and in its order."""
    now = timezone.now()
    assert not LogEntry.objects.filter(at__gt=now).exists()
    assert not Entry.objects.filter(entered_at__gt=now).exists()
    assert not LogLine.objects.filter(at__gt=now).exists()
    assert not ClubLine.objects.filter(at__gt=now).exists()
    assert not OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED, next_try_at__gt=now).exists()
    for made in (Club, League, LeagueSeason):
        assert not made._default_manager.filter(made_at__gt=now - DAY).exists()
