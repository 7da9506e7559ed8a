"""Coming into a club by one's own will, and leaving it."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.support.clubs import club_of, lines, mailed, member_of, owner_of, player_of, standing
from tests.support.factories import GuestFactory, MembershipFactory, UserFactory
from tests.support.refusals import refuses
from tournaments.clubs import join, manage_members
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership

pytestmark = pytest.mark.django_db
Joining, Status = Club.Joining, Membership.Status


def test_where_it_is_open_one_is_in_at_once(player: User) -> None:
    club = club_of(joining=Joining.OPEN)
    join.ask_to_join(club, player)
    assert standing(club, player) == ("member", "member")
    assert lines(club) == ["Ada joined."]
    assert mailed("club_applications") == []


def test_else_one_asks_and_the_organisers_hear_of_it(player: User) -> None:
    club = club_of(UserFactory(email="olga@players.example"))
    member_of(club, email="mona@players.example")
    member_of(club, Membership.Role.ORGANISER, email="orla@players.example")
    join.ask_to_join(club, player, "From the\nVale.")
    assert standing(club, player) == ("member", "applied")
    assert club.memberships.get(player=player).words == "From the Vale."
    assert mailed("club_applications") == ["olga@players.example", "orla@players.example"]
    assert lines(club) == []


def test_asking_twice_asks_once(player: User) -> None:
    club = club_of()
    assert join.ask_to_join(club, player, "One.") == join.ask_to_join(club, player, "Two.")
    assert club.memberships.get(player=player).words == "One."


def test_a_player_is_in_several_clubs(player: User) -> None:
    clubs = [club_of(joining=Joining.OPEN) for _ in range(2)]
    for club in clubs:
        join.ask_to_join(club, player)
    assert [standing(club, player) for club in clubs] == [("member", "member")] * 2


def test_by_invitation_alone_nobody_asks(player: User) -> None:
    club = club_of(joining=Joining.INVITATION)
    with refuses(status=403):
        join.ask_to_join(club, player)
    assert not club.memberships.filter(player=player).exists()


def test_who_is_invited_joins_whatever_the_way_in_is(player: User) -> None:
    club = club_of(joining=Joining.INVITATION)
    manage_members.invite(club, "Ada", by=owner_of(club), role=Membership.Role.ORGANISER)
    join.ask_to_join(club, player)
    assert standing(club, player) == ("organiser", "member")


@pytest.mark.parametrize("way_in", Joining.values)
def test_who_was_refused_or_removed_cannot_come_by_themselves(player: User, way_in: str) -> None:
    club = club_of(joining=way_in)
    MembershipFactory(club=club, player=player, status=Status.REFUSED)
    for act in (join.ask_to_join, join.join_by_link):
        with refuses(status=403):
            act(club, player)
    manage_members.invite(club, "Ada", by=owner_of(club))
    join.join_by_link(club, player)
    assert standing(club, player) == ("member", "member")


def test_the_link_lets_in_whoever_has_it_and_twice_is_once(player: User) -> None:
    club = club_of(joining=Joining.INVITATION)
    assert join.join_by_link(club, player) == join.join_by_link(club, player)
    assert lines(club) == ["Ada joined."]


def test_the_link_lets_in_who_waits_for_an_answer(player: User) -> None:
    club = club_of()
    join.ask_to_join(club, player)
    join.join_by_link(club, player)
    assert standing(club, player) == ("member", "member")


def test_who_left_as_an_organiser_comes_back_as_a_member(player: User) -> None:
    club = club_of(joining=Joining.OPEN)
    MembershipFactory(club=club, player=player, role=Membership.Role.ORGANISER)
    join.leave(club, player)
    assert standing(club, player) == ("member", "left")
    join.ask_to_join(club, player)
    assert standing(club, player) == ("member", "member")
    assert lines(club) == ["Ada left.", "Ada joined."]


def test_a_guest_joins_no_club() -> None:
    club, guest = club_of(joining=Joining.OPEN), GuestFactory()
    for act in (join.ask_to_join, join.join_by_link):
        with refuses(status=403):
            act(club, guest)


class TestAnInvitationToAnAddress:
    def test_whoever_reads_the_address_takes_it_up_with_any_account(self, player: User) -> None:
        club = club_of()
        invitation = manage_members.invite(club, "dora@elsewhere.example", by=owner_of(club), name="Dora from the Vale")
        assert player_of(invitation).is_guest
        join.take_up(invitation, player)
        joined = club.memberships.get(player=player)
        assert (joined.status, joined.name, joined.address) == ("member", "", "")
        assert not club.memberships.filter(status=Status.INVITED).exists()

    def test_one_row_is_enough_for_who_was_in_the_club_before(self, player: User) -> None:
        club = club_of()
        MembershipFactory(club=club, player=player, status=Status.LEFT)
        invitation = manage_members.invite(club, "dora@elsewhere.example", by=owner_of(club), role="organiser")
        join.take_up(invitation, player)
        assert standing(club, player) == ("organiser", "member")
        assert club.memberships.count() == 2

    def test_it_works_once(self, player: User) -> None:
        club = club_of()
        invitation = manage_members.invite(club, "dora@elsewhere.example", by=owner_of(club))
        join.take_up(invitation, player)
        with refuses(status=409):
            join.take_up(invitation, UserFactory())

    def test_declined_it_is_gone_and_nobody_is_named(self) -> None:
        club = club_of()
        invitation = manage_members.invite(club, "dora@elsewhere.example", by=owner_of(club))
        join.decline(invitation)
        assert not club.memberships.filter(pk=invitation.pk).exists()
        assert lines(club) == ["A player was invited by email.", "An invitation was declined."]


class TestLeaving:
    def test_the_only_owner_cannot_leave(self) -> None:
        club = club_of()
        member_of(club, Membership.Role.ORGANISER)
        with pytest.raises(TournamentRefused) as refused:
            join.leave(club, owner_of(club))
        assert "Make another member an owner first" in refused.value.message

    def test_one_of_two_owners_can(self) -> None:
        club = club_of()
        owner = owner_of(club)
        member_of(club, Membership.Role.OWNER)
        join.leave(club, owner)
        assert standing(club, owner) == ("member", "left")

    def test_an_owner_who_has_left_does_not_count(self) -> None:
        club = club_of()
        MembershipFactory(club=club, role=Membership.Role.OWNER, status=Status.INVITED)
        with pytest.raises(TournamentRefused):
            join.leave(club, owner_of(club))

    def test_a_request_is_taken_back_without_a_word(self, player: User) -> None:
        club = club_of()
        join.ask_to_join(club, player, "Hello.")
        join.leave(club, player)
        assert standing(club, player) == ("member", "left")
        assert lines(club) == []

    def test_who_is_not_in_it_cannot(self, player: User) -> None:
        with refuses(status=409):
            join.leave(club_of(), player)
