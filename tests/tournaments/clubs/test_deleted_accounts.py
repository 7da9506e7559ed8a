"""What becomes of clubs when an account goes, and what its owner gets of them before."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from matches.time_control.time_control import DAY
from tests.support.clubs import club_of, lines, member_of, owner_of, player_of, standing
from tests.support.factories import MembershipFactory, UserFactory
from tournaments.accounts import export
from tournaments.clubs import join, manage_members
from tournaments.clubs import news as telling
from tournaments.models import Club, ClubNews, Membership

pytestmark = pytest.mark.django_db
Role = Membership.Role


def test_the_name_goes_out_of_the_log_and_the_row_with_the_account(player: User) -> None:
    club = club_of(joining=Club.Joining.OPEN)
    join.ask_to_join(club, player)
    manage_members.remove(club.memberships.get(player=player), by=owner_of(club), reason="Ada asked for it.")
    delete_account(player)
    assert lines(club) == ["former player joined.", "former player was removed from the club."]
    assert club.log.latest("pk").reason == "former player asked for it."
    assert club.memberships.count() == 1


def test_the_organiser_who_is_longest_in_it_owns_the_club_after_the_only_owner(player: User) -> None:
    club = club_of(player)
    early, late = member_of(club), member_of(club, Role.ORGANISER, display_name="Orla")
    Membership.objects.filter(pk=early.pk).update(since=late.since - DAY)
    member_of(club, Role.ORGANISER)
    delete_account(player)
    assert standing(club, player_of(late)) == ("owner", "member")
    assert standing(club, player_of(early)) == ("member", "member")
    assert lines(club) == ["The only owner deleted their account; Orla now owns the club."]


def test_where_there_is_another_owner_nothing_changes_hands(player: User) -> None:
    club = club_of(player)
    member_of(club, Role.OWNER), member_of(club, Role.ORGANISER)
    delete_account(player)
    assert club.memberships.filter(role=Role.OWNER).count() == 1
    assert lines(club) == []


def test_a_club_whose_only_member_goes_stays_for_the_host(player: User) -> None:
    club = club_of(player)
    delete_account(player)
    assert Club.objects.filter(pk=club.pk).exists()
    assert not club.memberships.exists()


def test_who_deletes_the_account_is_told_of_the_clubs_that_have_no_other_owner(player: User, client: Client) -> None:
    club_of(player, name="Hill")
    member_of(club_of(player, name="Vale"), Role.OWNER)
    client.force_login(player)
    page = client.get("/account/delete/").text
    assert "Hill" in page
    assert "Vale" not in page


def test_news_stay_without_who_wrote_them(player: User) -> None:
    club = club_of(player)
    news, _count = telling.tell(club, "The hall", "We meet at eight.", by=player)
    delete_account(player)
    assert ClubNews.objects.get(pk=news.pk).by is None


def test_ones_own_data_have_ones_clubs(player: User) -> None:
    club = club_of(player, name="Hill")
    telling.tell(club, "The hall", "We meet at eight.", by=player)
    MembershipFactory(club=club, player=UserFactory())
    found = export.export(player)
    assert [(each["club"], each["role"], each["status"]) for each in found["clubs"]] == [("Hill", "owner", "member")]
    assert [each["words"] for each in found["done_in_clubs"]] == ["Sent news to the members: “The hall”."]
    assert [each["subject"] for each in found["news_of_clubs_written"]] == ["The hall"]
