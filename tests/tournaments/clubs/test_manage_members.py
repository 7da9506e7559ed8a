"""What organisers do about members."""

from __future__ import annotations

import pytest

from accounts.models import User
from mail.models import OutboxMail
from matches.offers import guests
from tests.support.clubs import club_of, lines, mailed, member_of, owner_of, player_of, standing
from tests.support.factories import GuestFactory, MembershipFactory, UserFactory
from tests.support.refusals import refuses
from tournaments.clubs import join, manage_members
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership

pytestmark = pytest.mark.django_db
Role, Status = Membership.Role, Membership.Status


@pytest.fixture
def club() -> Club:
    return club_of(UserFactory(display_name="Olga"), name="Hill")


def answers() -> list[tuple[str, str]]:
    rows = OutboxMail.objects.filter(kind="club_answer").order_by("pk")
    return [(mail.context["what"], mail.context["reason"]) for mail in rows]


class TestRequests:
    def test_who_is_let_in_hears_of_it(self, club: Club, player: User) -> None:
        manage_members.accept_member(join.ask_to_join(club, player), by=owner_of(club))
        assert standing(club, player) == ("member", "member")
        assert answers() == [("accepted", "")]
        assert lines(club) == ["Ada joined."]

    def test_who_is_turned_down_is_told_why_and_the_log_names_nobody(self, club: Club, player: User) -> None:
        manage_members.refuse(join.ask_to_join(club, player), by=owner_of(club), reason="We are full.")
        assert standing(club, player) == ("member", "refused")
        assert answers() == [("refused", "We are full.")]
        (line,) = club.log.all()
        assert (line.words, line.reason) == ("A request to join was declined.", "")

    def test_doing_it_twice_does_it_once(self, club: Club, player: User) -> None:
        asked = join.ask_to_join(club, player)
        for _ in range(2):
            manage_members.accept_member(asked, by=owner_of(club))
        assert answers() == [("accepted", "")]

    def test_who_has_taken_it_back_is_not_let_in(self, club: Club, player: User) -> None:
        asked = join.ask_to_join(club, player)
        join.leave(club, player)
        for act in (manage_members.accept_member, manage_members.refuse):
            with refuses(status=409):
                act(asked, by=owner_of(club))


class TestInvitations:
    def test_a_player_is_invited_by_name(self, club: Club, player: User) -> None:
        invited = manage_members.invite(club, "ada", by=owner_of(club))
        assert standing(club, player) == ("member", "invited")
        assert invited.name_for_organisers == "Ada"
        assert mailed("club_invitation") == ["ada@players.example"]
        assert lines(club) == ["Ada was invited."]

    def test_of_an_address_nobody_learns_whose_it_is(self, club: Club, player: User) -> None:
        invited = manage_members.invite(club, " ADA@players.example ", by=owner_of(club))
        assert player_of(invited) == player
        assert invited.name_for_organisers == "ada@players.example"
        assert lines(club) == ["A player was invited by email."]

    @pytest.mark.usefixtures("player")
    def test_inviting_twice_writes_once(self, club: Club) -> None:
        for _ in range(2):
            manage_members.invite(club, "Ada", by=owner_of(club))
        assert mailed("club_invitation") == ["ada@players.example"]

    def test_who_asks_already_is_let_in(self, club: Club, player: User) -> None:
        join.ask_to_join(club, player)
        manage_members.invite(club, "Ada", by=owner_of(club))
        assert standing(club, player) == ("member", "member")
        assert answers() == [("accepted", "")]

    def test_who_asks_already_is_not_told_apart_by_an_address(self, club: Club, player: User) -> None:
        join.ask_to_join(club, player)
        manage_members.invite(club, "ada@players.example", by=owner_of(club))
        assert standing(club, player) == ("member", "applied")
        assert lines(club) == []

    @pytest.mark.parametrize(("who", "status"), [("Nobody Here", 422), ("not@an@address", 422)])
    def test_whoever_cannot_be_found_is_said_of_the_field(self, club: Club, who: str, status: int) -> None:
        with refuses(field="who", status=status):
            manage_members.invite(club, who, by=owner_of(club))

    def test_an_organiser_gives_no_role(self, club: Club, player: User) -> None:
        organiser = player_of(member_of(club, Role.ORGANISER))
        with refuses(status=403):
            manage_members.invite(club, "Ada", by=organiser, role=Role.ORGANISER)
        manage_members.invite(club, "Ada", by=organiser)
        assert standing(club, player) == ("member", "invited")

    def test_nor_takes_away_what_an_owner_has_invited_somebody_to(self, club: Club, player: User) -> None:
        manage_members.invite(club, "Ada", by=owner_of(club), role=Role.ORGANISER)
        manage_members.invite(club, "Ada", by=player_of(member_of(club, Role.ORGANISER)))
        assert standing(club, player) == ("organiser", "invited")

    def test_nobody_is_written_to_without_end(self, club: Club) -> None:
        for number in range(5):
            other = club_of(name=f"Vale {number}")
            manage_members.invite(other, "dora@elsewhere.example", by=owner_of(other))
        with refuses(status=429):
            manage_members.invite(club, "dora@elsewhere.example", by=owner_of(club))

    def test_one_that_is_taken_back_works_no_more(self, club: Club, player: User) -> None:
        invited = manage_members.invite(club, "Ada", by=owner_of(club))
        manage_members.withdraw_invitation(invited, by=owner_of(club))
        assert standing(club, player) == ("member", "left")
        with pytest.raises(TournamentRefused):
            join.take_up(invited, player)

    @pytest.mark.parametrize("is_declined", [False, True])
    def test_who_was_removed_is_so_still_when_an_invitation_comes_to_nothing(
        self, club: Club, player: User, is_declined: bool
    ) -> None:
        member = MembershipFactory(club=club, player=player)
        manage_members.remove(member, by=owner_of(club), reason="Shouted.")
        invitation = manage_members.invite(club, "Ada", by=owner_of(club))
        if is_declined:
            join.decline(invitation)
        else:
            manage_members.withdraw_invitation(invitation, by=owner_of(club))
        assert standing(club, player) == ("member", "refused")
        with pytest.raises(TournamentRefused):
            join.ask_to_join(club, player)
        join.take_up(manage_members.invite(club, "Ada", by=owner_of(club)), player)
        join.leave(club, player)
        assert standing(club, player) == ("member", "left")

    @pytest.mark.parametrize("who", ["Ada", "new@players.example"])
    @pytest.mark.usefixtures("player")
    def test_who_is_invited_again_gets_the_role_that_was_said_last(self, club: Club, who: str) -> None:
        invitation = manage_members.invite(club, who, by=owner_of(club))
        manage_members.invite(club, who, by=owner_of(club), role=Role.ORGANISER)
        invitation.refresh_from_db()
        assert (invitation.role, invitation.status) == ("organiser", "invited")
        assert lines(club)[-1] == "An invitation now has the role: organiser."
        assert len(mailed("club_invited")) <= 1

    def test_a_member_gets_no_role_by_an_invitation(self, club: Club, player: User) -> None:
        MembershipFactory(club=club, player=player)
        with pytest.raises(TournamentRefused, match="Ada is already in the club"):
            manage_members.invite(club, "Ada", by=owner_of(club), role=Role.ORGANISER)
        manage_members.invite(club, player.email, by=owner_of(club), role=Role.ORGANISER)  # whose it is nobody is told
        assert standing(club, player) == ("member", "member")

    def test_a_guest_whom_a_club_waits_for_is_kept(self, club: Club) -> None:
        guest = GuestFactory()
        assert guest in guests.still_needed(User.objects.all())
        MembershipFactory(club=club, player=guest, status=Status.INVITED)
        assert guest not in guests.still_needed(User.objects.all())


class TestRoles:
    def test_an_owner_makes_an_organiser_who_hears_of_it(self, club: Club) -> None:
        member = member_of(club, display_name="Mona")
        manage_members.give_role(member, Role.ORGANISER, by=owner_of(club))
        assert standing(club, player_of(member)) == ("organiser", "member")
        assert answers() == [("raised", "")]
        assert lines(club) == ["Mona: member → organiser."]

    def test_an_organiser_makes_none(self, club: Club) -> None:
        organiser, member = member_of(club, Role.ORGANISER), member_of(club)
        with refuses(status=403):
            manage_members.give_role(member, Role.ORGANISER, by=player_of(organiser))

    def test_there_is_always_an_owner(self, club: Club) -> None:
        own = club.memberships.get(role=Role.OWNER)
        with refuses(status=409):
            manage_members.give_role(own, Role.MEMBER, by=player_of(own))
        second = member_of(club, Role.OWNER)
        manage_members.give_role(own, Role.MEMBER, by=player_of(own))
        assert owner_of(club) == second.player

    def test_the_club_is_handed_over_in_one_step(self, club: Club) -> None:
        owner, heir = owner_of(club), member_of(club, display_name="Mona")
        manage_members.hand_over(heir, by=owner)
        assert standing(club, player_of(heir)) == ("owner", "member")
        assert standing(club, owner) == ("organiser", "member")
        assert lines(club) == ["Mona: member → owner.", "Olga: owner → organiser."]

    def test_nobody_hands_over_what_is_not_theirs(self, club: Club, host: User) -> None:
        heir = member_of(club)
        for somebody in (player_of(member_of(club, Role.ORGANISER)), host):
            with refuses(status=403):
                manage_members.hand_over(heir, by=somebody)


class TestRemoving:
    def test_it_takes_a_reason_which_all_are_told(self, club: Club) -> None:
        member = member_of(club, display_name="Mona")
        with refuses(field="reason"):
            manage_members.remove(member, by=owner_of(club), reason="  ")
        manage_members.remove(member, by=owner_of(club), reason="Never came.")
        assert standing(club, player_of(member)) == ("member", "refused")
        (line,) = club.log.all()
        assert (line.words, line.reason) == ("Mona was removed from the club.", "Never came.")
        assert answers() == [("removed", "Never came.")]

    @pytest.mark.parametrize("role", [Role.ORGANISER, Role.OWNER])
    def test_an_organiser_removes_members_alone(self, club: Club, role: str) -> None:
        by = player_of(member_of(club, Role.ORGANISER))
        with refuses(status=403):
            manage_members.remove(member_of(club, role), by=by, reason="So.")

    def test_the_host_cannot_leave_a_club_without_an_owner(self, club: Club, host: User) -> None:
        with refuses(status=409):
            manage_members.remove(club.memberships.get(role=Role.OWNER), by=host, reason="So.")
