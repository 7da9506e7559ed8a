"""The ways into a club, as a reader takes them."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tests.support.account_mails import last_code
from tests.support.clubs import standing
from tests.support.factories import PASSWORD, GuestFactory, MembershipFactory
from tests.support.people import LogIn
from tests.support.press_button import after
from tournaments.clubs import links, manage_members
from tournaments.models import Club, Membership

pytestmark = [pytest.mark.django_db, pytest.mark.either]
Status = Membership.Status


@pytest.fixture
def link(club: Club) -> str:
    return f"/clubs/hill/join/{club.invitation_key}/"


@pytest.fixture
def invitation(club: Club, owner: User) -> str:
    made = manage_members.invite(club, "dora@elsewhere.example", by=owner)
    return links.invitation_url(made).removeprefix(settings.SITE_URL)


def test_a_request_goes_with_its_words(club: Club, player: User, log_in: LogIn) -> None:
    client = log_in(player)
    assert 'name="words"' in client.get("/clubs/hill/join/").text
    assert "You’ve asked to join Hill." in after(client, "/clubs/hill/join/", {"words": "From the Vale."})
    assert club.memberships.get(player=player).words == "From the Vale."


def test_words_that_are_too_long_are_kept_and_said_to_be(club: Club, player: User, log_in: LogIn) -> None:
    answer = log_in(player).post("/clubs/hill/join/", {"words": "w" * 301})
    assert answer.status_code == 422
    assert "w" * 301 in answer.text
    assert not club.memberships.exists()


def test_what_was_typed_is_there_after_the_login(club: Club) -> None:
    answer = Client().post("/clubs/hill/join/", {"words": "From the Vale."})
    assert answer.status_code == 302
    assert "From%2Bthe%2BVale" in answer.headers["Location"]


def sign_up_and_come_back(client: Client, address: str, link: str) -> str:
    """Where a newcomer is led by the buttons of a page to come back to."""
    page = client.get(f"/accounts/signup/?next={link}").text
    assert f'name="next" value="{link}"' in page
    fields = {"email": address, "display_name": "Fay", "password1": PASSWORD, "time_zone": "UTC", "next": link}
    asked = client.post("/accounts/signup/", fields)
    answer = client.post(asked.headers["Location"], {"code": last_code(address)})
    while answer.headers["Location"].startswith("/account"):
        answer = client.get(answer.headers["Location"])
    return answer.headers["Location"]


class TestTheLink:
    def test_a_look_at_it_changes_nothing(self, club: Club, link: str, player: User, log_in: LogIn) -> None:
        for client in (Client(), log_in(player)):
            answer = client.get(link)
            client.head(link)
            assert answer.status_code == 200
            assert "no-store" in answer.headers["Cache-Control"]
        assert not club.memberships.exists()

    def test_its_button_joins(self, club: Club, link: str, player: User, log_in: LogIn) -> None:
        assert "You’re now a member of Hill." in after(log_in(player), link, {"action": "join"})
        assert standing(club, player) == ("member", "member")

    def test_it_leads_through_the_login_and_back(self, club: Club, link: str, player: User) -> None:
        client = Client()
        page = client.get(link).text
        assert f'href="/accounts/login/?next={link}"' in page
        assert f'href="/accounts/signup/?next={link}"' in page
        answer = client.post("/accounts/login/", {"login": player.email, "password": PASSWORD, "next": link})
        assert answer.headers["Location"] == link
        assert client.post(link).status_code == 303
        assert standing(club, player) == ("member", "member")

    def test_it_leads_through_signing_up_and_back(self, club: Club, link: str) -> None:
        client = Client()
        assert sign_up_and_come_back(client, "fay@players.example", link) == link
        client.post(link)
        assert club.memberships.get(player__display_name="Fay").status == Status.MEMBER

    def test_a_renewed_one_works_no_more(self, club: Club, link: str, owner: User, player: User, log_in: LogIn) -> None:
        log_in(owner).post("/clubs/hill/manage/", {"action": "renew"})
        for answer in (log_in(player).get(link), log_in(player).post(link)):
            assert answer.status_code == 404
            assert "no longer works" in answer.text
        assert not club.memberships.filter(player=player).exists()

    def test_a_guest_is_told_to_choose_a_name(self, club: Club, link: str, log_in: LogIn) -> None:
        client = log_in(GuestFactory())
        assert f"/account/claim/?next={link}" in client.get(link).text
        assert client.post(link).status_code == 403
        assert not club.memberships.exists()


class TestAnInvitationByMail:
    def test_a_look_changes_nothing_and_a_button_joins(
        self, club: Club, invitation: str, player: User, log_in: LogIn
    ) -> None:
        client = log_in(player)
        assert "You’re invited to join this club as Ada." in client.get(invitation).text
        assert not club.memberships.filter(player=player).exists()
        assert client.post(invitation, {"action": "join"}).status_code == 303
        assert standing(club, player) == ("member", "member")

    def test_a_button_alone_does_not_decline_it(self, invitation: str) -> None:
        asked = Client().post(invitation, {"action": "decline"})
        assert asked.context["question"] == "Decline the invitation to Hill?"
        assert Client().get(invitation).status_code == 200

    def test_it_can_be_declined_without_an_account(self, club: Club, invitation: str) -> None:
        assert "You’ve declined the invitation to Hill." in after(
            Client(), invitation, {"action": "decline", "sure": "yes"}
        )
        assert not club.memberships.filter(status=Status.INVITED).exists()
        assert Client().get(invitation).status_code == 404

    def test_who_was_invited_at_an_address_signs_up_with_it_and_comes_back(self, club: Club, invitation: str) -> None:
        client = Client()
        assert sign_up_and_come_back(client, "dora@elsewhere.example", invitation) == invitation
        client.post(invitation, {"action": "join"})
        assert club.memberships.get(player__display_name="Fay").status == Status.MEMBER

    def test_that_of_another_player_is_not_ones_own(
        self, club: Club, owner: User, player: User, stranger: User, log_in: LogIn
    ) -> None:
        made = manage_members.invite(club, "Ada", by=owner)
        address = links.invitation_url(made).removeprefix(settings.SITE_URL)
        assert log_in(stranger).post(address).status_code == 403
        assert log_in(player).post(address).status_code == 303

    @pytest.mark.parametrize("change", [lambda at: at[:-3] + "/", lambda at: at.replace("invitation/", "invitation/9")])
    def test_a_forged_one_gets_a_page_that_helps(self, invitation: str, change: object) -> None:
        assert callable(change)
        for answer in (Client().get(change(invitation)), Client().post(change(invitation))):
            assert answer.status_code == 404
            assert "All clubs" in answer.text


def test_leaving_asks_first(club: Club, member: User, log_in: LogIn) -> None:
    client = log_in(member)
    assert "Leave club" in client.get("/clubs/hill/leave/").text
    assert standing(club, member) == ("member", "member")
    assert "You’ve left Hill." in after(client, "/clubs/hill/leave/")
    assert standing(club, member) == ("member", "left")


def test_who_was_invited_by_name_answers_on_the_clubs_page(
    club: Club, owner: User, player: User, stranger: User, log_in: LogIn
) -> None:
    for user in (player, stranger):
        MembershipFactory(club=club, player=user, status=Status.INVITED, role="organiser")
    log_in(player).post("/clubs/hill/join/")
    log_in(stranger).post("/clubs/hill/leave/")
    assert standing(club, player) == ("organiser", "member")
    assert standing(club, stranger) == ("member", "left")
