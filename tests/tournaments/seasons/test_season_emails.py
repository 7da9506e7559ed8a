"""The emails of seasons: what holds for every email, what each says, and who gets it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.mails.moments import moment
from tests.support import owed_by_mails, running_events
from tests.support.composed_mails import html_of, latest, message_of, read_mail
from tests.support.every_mail import STRANGE_NAME, strange_player
from tests.support.factories import UserFactory
from tests.support.rows import refresh, require
from tests.support.seasons import club, join, league, opened, organiser_of, played, propose, register
from tournaments import sweep
from tournaments.clubs.join import leave as leave_club
from tournaments.models import Club, Event, League, Round, Season
from tournaments.seasons import edit
from tournaments.seasons import register as registering
from tournaments.seasons.line_up import publish
from tournaments.seasons.season_emails import KINDS

pytestmark = [pytest.mark.django_db, pytest.mark.either]
DAY = timedelta(days=1)


def with_ann() -> League:
    made = league(club(), f"{STRANGE_NAME} League")
    Club.objects.update(name=f"{STRANGE_NAME} Club")
    join(made.club, [strange_player()])
    return made


def to_ann(kind: str) -> OutboxMail:
    return OutboxMail.objects.get(kind=kind, user__display_name=STRANGE_NAME)


def season_open() -> OutboxMail:
    opened(with_ann(), closes_at=timezone.now() + 10 * DAY, starts_at=timezone.now() + 12 * DAY)
    return to_ann("season_open")


def season_closing() -> OutboxMail:
    sunday = with_ann()
    played(sunday, ["Ben Cleo Dora Emil"])
    season = sunday.seasons.get()
    entry = season.divisions.get().event.entries.get(number=2)  # type: ignore[union-attr]
    entry.player = User.objects.get(display_name=STRANGE_NAME)
    entry.save()
    closes_soon(sunday)
    return to_ann("season_closing")


def closes_soon(league: League) -> Season:
    """Registration was opened ten days before it closes, which is in two and a half days."""
    season = opened(league, closes_at=timezone.now() + 10 * DAY)
    Season.objects.filter(pk=season.pk).update(
        opened_at=timezone.now() - 7 * DAY, closes_at=timezone.now() + timedelta(days=2, hours=12, minutes=1)
    )
    sweep.sweep_events()
    return refresh(season)


def season_waiting() -> OutboxMail:
    sunday = with_ann()
    season = opened(sunday, (2,))
    register(season, "Ben Cleo Dora")
    registering.register(season, User.objects.get(display_name=STRANGE_NAME))
    propose(season)
    publish.publish(season, by=organiser_of(sunday.club))
    return to_ann("season_waiting")


MAKERS = (season_open, season_closing, season_waiting)


def test_every_kind_is_tried_here() -> None:
    assert set(KINDS) == {make.__name__ for make in MAKERS}


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_it_is_written_as_every_mail_is_and_its_addresses_open(make: Callable[[], OutboxMail], client: Client) -> None:
    mail = make()
    letter = message_of(mail)
    owed_by_mails.it_is_written_as_every_mail_is(mail, letter)
    owed_by_mails.every_address_in_it_opens(mail, letter, client)


# -- registration is open ------------------------------------------------------------------------------------------


def test_the_members_hear_that_registration_is_open_and_until_when() -> None:
    said = read_mail(season_open())
    closes_at = Season.objects.get().closes_at
    with timezone.override("Europe/Berlin"):
        closes = moment(require(closes_at))
    assert f"Registration for {STRANGE_NAME} League, Spring is open until {closes}." in said
    assert "Last season" not in said


def test_without_dates_they_hear_what_registration_and_start_wait_for() -> None:
    opened(with_ann())
    said = read_mail(to_ann("season_open"))
    assert f"Registration for {STRANGE_NAME} League, Spring is open until the organisers publish the line-up." in said
    assert "Starts: when the line-up is published" in said
    assert "Starts: when" in html_of(message_of(to_ann("season_open")))


def test_who_played_last_season_hears_that_a_place_is_not_kept_by_itself() -> None:
    sunday = league(club())
    played(sunday, ["Ann Ben Cleo Dora"])
    opened(sunday)
    assert "Last season you played in Division 1." in read_mail(OutboxMail.objects.get(user__display_name="Ben"))
    assert "Last season" not in read_mail(OutboxMail.objects.get(user=organiser_of(sunday.club)))


def test_each_member_hears_it_once_but_those_who_want_no_news() -> None:
    sunday = league(club())
    join(sunday.club, [UserFactory(display_name="Ann"), UserFactory(display_name="Ben", club_news=False)])
    UserFactory(display_name="Cleo")
    season, olga = opened(sunday), organiser_of(sunday.club)
    edit.season_to_draft(season, by=olga)
    edit.open_registration(season, by=olga)
    told = OutboxMail.objects.filter(kind="season_open").values_list("user__display_name", flat=True)
    assert sorted(told) == ["Ann", olga.display_name]


def leave(season: Season, player: User) -> None:
    leave_club(season.league.club, player)


def want_no_news(season: Season, player: User) -> None:
    User.objects.filter(pk=player.pk).update(club_news=False)


def close(season: Season, player: User) -> None:
    Season.objects.filter(pk=season.pk).update(closes_at=timezone.now())


@pytest.mark.parametrize("act", [registering.register, leave, want_no_news, close])
def test_it_is_moot_for_who_has_registered_or_left_or_wants_no_news(act: Callable[[Season, User], object]) -> None:
    mail = season_open()
    assert compose(mail) is not None
    act(Season.objects.get(), require(mail.user))
    assert compose(OutboxMail.objects.get(pk=mail.pk)) is None


def test_its_link_turns_the_news_of_clubs_off() -> None:
    mail = season_open()
    assert "Stop club news" in read_mail(mail)


# -- it closes soon ------------------------------------------------------------------------------------------------


def test_who_played_last_season_and_has_not_registered_hears_once_that_it_closes() -> None:
    sunday = league(club())
    played(sunday, ["Ann Ben Cleo Dora"])
    opening = closes_soon(sunday)
    assert sorted(reminded()) == ["Ann", "Ben", "Cleo", "Dora"]
    sweep.sweep_events()
    assert len(reminded()) == 4
    assert opening.reminded_at is not None


def reminded() -> list[str]:
    return list(OutboxMail.objects.filter(kind="season_closing").values_list("user__display_name", flat=True))


def test_who_has_registered_or_withdrawn_or_left_is_not_reminded() -> None:
    sunday = league(club())
    played(sunday, ["Ann Ben Cleo Dora"])
    join(sunday.club, [UserFactory(display_name="Emil")])  # who has not played
    season = opened(sunday, closes_at=timezone.now() + 10 * DAY)
    register(season, "Ann")
    [withdrawn] = register(season, "Ben")
    registering.withdraw_registration(withdrawn, by=require(withdrawn.player))
    leave_club(sunday.club, User.objects.get(display_name="Cleo"))
    with time_machine.travel(timezone.now() + 8 * DAY):
        sweep.sweep_events()
    assert reminded() == ["Dora"]


@pytest.mark.parametrize(
    ("days", "after", "is_told"), [(10, 6.9, False), (10, 7.1, True), (4, 1.9, False), (4, 2.1, True)]
)
def test_it_is_said_three_days_before_or_when_half_of_a_shorter_time_is_over(
    days: int, after: float, is_told: bool
) -> None:
    sunday = league(club())
    played(sunday, ["Ann Ben Cleo Dora"])
    opened(sunday, closes_at=timezone.now() + days * DAY)
    with time_machine.travel(timezone.now() + after * DAY):
        sweep.sweep_events()
    assert bool(reminded()) is is_told


# -- waiting for a place -------------------------------------------------------------------------------------------


def test_who_waits_hears_their_place_in_the_line_why_and_what_comes_next() -> None:
    said = read_mail(season_waiting())
    assert "you’re number 2 of 2 on the waiting list" in said
    assert "Every division is full. New in the league." in said
    assert "When a player leaves the season, we’ll offer the place to the next in line by email" in said


def test_who_has_a_place_is_not_told_of_the_waiting_list() -> None:
    season_waiting()
    told = OutboxMail.objects.filter(kind="season_waiting").values_list("user__display_name", flat=True)
    assert set(told) == {"Dora", STRANGE_NAME}


def test_it_is_moot_for_who_got_a_place_meanwhile() -> None:
    mail = season_waiting()
    season = Season.objects.get()
    season.entries.filter(player=mail.user).update(division=season.divisions.get())
    assert compose(mail) is None


def test_where_nobody_replaces_who_leaves_it_says_so() -> None:
    mail = season_waiting()
    Season.objects.update(replacements=Season.Replacements.NOBODY)
    assert "This season has no replacements" in read_mail(mail)


def test_one_alone_is_not_counted() -> None:
    mail = season_waiting()
    Season.objects.get().entries.filter(player__display_name="Dora").update(status="withdrawn")
    assert "you’re the only one on the waiting list" in read_mail(mail)
    assert latest("season_waiting").pk


# -- of divisions --------------------------------------------------------------------------------------------------


def two_divisions() -> Season:
    """Ann and Ben, Cleo and Dora by last season's table."""
    sunday = league(club())
    played(sunday, ["Ann Ben Cleo Dora"])
    season = opened(sunday, (2, 2))
    register(season, "Ann Ben Cleo Dora")
    propose(season)
    publish.publish(season, by=organiser_of(sunday.club))
    running_events.work_off()
    return season


def test_who_is_placed_in_a_division_hears_why() -> None:
    two_divisions()
    assert "Stays: place 1 in Division 1." in read_mail(latest("event_entered", User.objects.get(display_name="Ann")))


def test_who_organises_a_division_alone_is_not_told_to_end_the_season() -> None:
    season = two_divisions()
    hugo = UserFactory(display_name="Hugo")
    for event in Event.objects.filter(division__season=season):
        event.organisers.add(hugo)
        running_events.play_round(event, 1)
    sweep.sweep_events()
    told = {mail.user for mail in OutboxMail.objects.filter(kind="event_organising") if compose(mail) is not None}
    assert told == {organiser_of(season.league.club)}


def test_the_organisers_are_told_to_end_the_season_once_all_its_divisions_are_played() -> None:
    season = two_divisions()
    first, second = (each.event for each in season.divisions.select_related("event"))
    assert first is not None
    running_events.play_round(first, 1)
    sweep.sweep_events()
    assert not OutboxMail.objects.filter(kind="event_organising").exists()

    running_events.play_round(require(second), 1)
    sweep.sweep_events()
    mail = latest("event_organising")
    said = read_mail(mail)
    assert "All matches of Sunday League, Spring are over. Please check the standings and end the season." in said
    assert f"{season.get_absolute_url()}manage/" in said
    first.round_set.update(stage=Round.Stage.RUNNING)
    assert compose(mail) is None  # since an organiser has had something played again
