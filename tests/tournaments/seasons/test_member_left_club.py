"""What someone who leaves a club, or runs it no more, has left in its leagues."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.support.factories import UserFactory
from tests.support.people import LogIn
from tests.support.seasons import (
    club,
    entry_of,
    join,
    league,
    log_of,
    opened,
    organiser_of,
    propose,
    register,
)
from tournaments.clubs import join as joining
from tournaments.clubs import manage_members
from tournaments.events.organisers import add
from tournaments.models import Club, Event, Membership, Season, SeasonEntry
from tournaments.permissions import organisers
from tournaments.permissions.events import may_organise
from tournaments.seasons.line_up import publish

pytestmark = pytest.mark.django_db

Role, Status = Membership.Role, SeasonEntry.Status
Act = Callable[[Club, User, User], object]


def leave(club: Club, player: User, owner: User) -> None:
    joining.leave(club, player)


def remove(club: Club, player: User, owner: User) -> None:
    manage_members.remove(club.memberships.get(player=player), by=owner, reason="A quarrel.")


def demote(club: Club, player: User, owner: User) -> None:
    manage_members.give_role(club.memberships.get(player=player), Role.MEMBER, by=owner)


@pytest.fixture
def season() -> Season:
    return opened(league(club()), (2, 2))


@pytest.fixture
def owner(season: Season) -> User:
    found: User = UserFactory(display_name="Oda")
    join(season.league.club, [found], Role.OWNER)
    return found


@pytest.mark.parametrize("act", [leave, remove])
def test_who_leaves_a_club_is_registered_for_none_of_its_seasons(act: Act, season: Season, owner: User) -> None:
    northside = season.league.club
    (entry,) = register(season, "Ann")
    elsewhere = opened(league(club("Southside")))
    register(elsewhere, "Ann")
    assert entry.player is not None
    act(northside, entry.player, owner)

    assert entry_of(season, "Ann").status == Status.WITHDRAWN
    assert entry_of(elsewhere, "Ann").status == Status.REGISTERED
    assert log_of(northside)[-1] == "Sunday League, Spring: Ann withdrew."


def running(season: Season) -> list[Event]:
    register(season, "Ann Ben Cleo Dan")
    propose(season)
    publish.publish(season, by=organiser_of(season.league.club))
    return list(Event.objects.filter(division__season=season).order_by("pk"))


def test_who_leaves_is_on_no_waiting_list_of_a_season_under_way_until_they_are_back(
    season: Season, owner: User, log_in: LogIn
) -> None:
    register(season, "Ann Ben Cleo Dan Gus Finn")
    propose(season)
    publish.publish(season, by=owner)
    northside, gus = season.league.club, User.objects.get(display_name="Gus")
    page = season.get_absolute_url()
    assert "You’re on the waiting list." in read(log_in(gus), page)
    leave(northside, gus, owner)

    for address in (page, f"{page}places/"):
        waiting = read(log_in(owner), address).split('id="waiting"')[1].split("</section>")[0]
        assert ("Finn" in waiting, "Gus" in waiting) == (True, False), address
    assert "You’re on the waiting list." not in read(log_in(gus), page)

    join(northside, [gus])
    northside.memberships.filter(player=gus).update(status=Membership.Status.MEMBER)
    assert "Gus" in read(log_in(owner), f"{page}places/")


def test_who_came_with_an_archive_and_has_no_account_here_yet_waits_as_before(
    season: Season, owner: User, log_in: LogIn
) -> None:
    waiting = register(season, "Ann Ben Cleo Dan Gus Finn")[4:]
    propose(season)
    publish.publish(season, by=owner)
    for entry in waiting:
        came = {"player": None, "name": entry.shown_name}
        season.league.club.memberships.filter(player=entry.player).update(**came)
        SeasonEntry.objects.filter(pk=entry.pk).update(**came)
    season.league.club.memberships.filter(name="Finn").update(status=Membership.Status.LEFT)
    page = read(log_in(owner), season.get_absolute_url())
    listed = page.split('id="waiting"')[1].split("</section>")[0]
    assert ("Gus" in listed, "Finn" in listed) == (True, False)


def read(browser: Client, address: str) -> str:
    return browser.get(address).content.decode()


def test_who_leaves_plays_on_where_the_season_is_under_way(season: Season, owner: User) -> None:
    running(season)
    ann = User.objects.get(display_name="Ann")
    leave(season.league.club, ann, owner)
    assert entry_of(season, "Ann").status == Status.REGISTERED
    assert ann.entries.get().status == "entered"


@pytest.mark.parametrize("act", [leave, remove, demote])
def test_who_runs_the_club_no_more_organises_no_division(act: Act, season: Season, owner: User) -> None:
    events, olga = running(season), organiser_of(season.league.club)
    own = Event.objects.create(name="Olga’s", game_slug="fortify", club=season.league.club)
    own.organisers.add(olga)
    act(season.league.club, olga, owner)

    assert [may_organise(olga, event) for event in (*events, own)] == [False, False, True]
    assert may_organise(owner, events[0])


def test_who_is_invited_from_outside_organises_their_division_still(season: Season, owner: User) -> None:
    event, *_ = running(season)
    dora = UserFactory(display_name="Dora")
    add(event, "Dora", by=owner)
    invited = manage_members.invite(season.league.club, "Dora", by=owner, role=Role.ORGANISER)
    manage_members.give_role(invited, Role.MEMBER, by=owner)
    assert may_organise(dora, event)


def test_who_runs_the_club_no_more_does_not_hear_what_waits_in_its_events(season: Season, owner: User) -> None:
    event, *_ = running(season)
    olga = organiser_of(season.league.club)
    assert organisers.organisers_to_tell(event) == sorted((olga, owner), key=lambda user: user.pk)
    leave(season.league.club, olga, owner)
    assert organisers.organisers_to_tell(event) == [owner]
