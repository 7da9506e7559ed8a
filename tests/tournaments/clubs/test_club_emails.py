"""The emails of clubs: what holds for every email, and what each says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from tests.support import owed_by_mails
from tests.support.composed_mails import html_of, latest, message_of, read_mail, text_of
from tests.support.every_mail import STRANGE_NAME, strange_player
from tests.support.factories import ClubFactory, MembershipFactory, UserFactory
from tests.support.rows import refresh, require
from tournaments.clubs import join, manage_members, news
from tournaments.clubs.club_emails import KINDS
from tournaments.files.archives import archive_emails, claim
from tournaments.models import Arrival, Club, Membership

pytestmark = [pytest.mark.django_db, pytest.mark.either]
Role = Membership.Role


def club() -> Club:
    made: Club = ClubFactory(name=f"{STRANGE_NAME} Club")
    MembershipFactory(club=made, player=UserFactory(display_name="Olga"), role=Role.OWNER)
    return made


def owner_of(club: Club) -> User:
    owner = club.memberships.get(role=Role.OWNER).player
    return require(owner)


def club_invitation() -> OutboxMail:
    made = club()
    manage_members.invite(made, "dora@elsewhere.example", by=owner_of(made))
    return latest("club_invitation")


def club_place() -> OutboxMail:
    made = club()
    arrival = Arrival.objects.create(club=made, name=STRANGE_NAME)
    claim.send_link(made, arrival.pk, "dora@elsewhere.example", by=owner_of(made))
    return latest("club_place")


def accepted() -> OutboxMail:
    made = club()
    manage_members.accept_member(join.ask_to_join(made, strange_player()), by=owner_of(made))
    return latest("club_answer")


def club_answer() -> OutboxMail:
    made = club()
    manage_members.refuse(join.ask_to_join(made, strange_player()), by=owner_of(made), reason="Ann & <Ben> are enough.")
    return latest("club_answer")


def removed() -> OutboxMail:
    made = club()
    member = MembershipFactory(club=made, player=strange_player())
    manage_members.remove(member, by=owner_of(made), reason="Ann & <Ben> asked for it.")
    return latest("club_answer")


def raised() -> OutboxMail:
    made = club()
    manage_members.give_role(MembershipFactory(club=made, player=strange_player()), Role.ORGANISER, by=owner_of(made))
    return latest("club_answer")


def club_news() -> OutboxMail:
    made = club()
    MembershipFactory(club=made, player=strange_player())
    news.tell(made, "The hall", "Ann & <Ben> have moved it.\n\nCome at eight.", by=owner_of(made))
    return OutboxMail.objects.filter(kind="club_news").latest("pk")


def club_applications() -> OutboxMail:
    join.ask_to_join(club(), strange_player())
    return latest("club_applications")


MAKERS = (club_invitation, club_place, club_answer, accepted, removed, raised, club_news, club_applications)


def test_every_kind_is_tried_here() -> None:
    assert {*KINDS, *archive_emails.KINDS} <= {make.__name__ for make in MAKERS}


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_it_is_written_as_every_mail_is_and_its_addresses_open(make: Callable[[], OutboxMail], client: Client) -> None:
    mail = make()
    letter = message_of(mail)
    owed_by_mails.it_is_written_as_every_mail_is(mail, letter)
    owed_by_mails.every_address_in_it_opens(mail, letter, client)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (accepted, "You’re now a member of"),
        (club_answer, "declined your request to join."),
        (removed, "You were removed from"),
        (raised, "You’re now an organiser of"),
    ],
)
def test_it_says_what_was_decided(make: object, words: str) -> None:
    assert callable(make)
    assert words in read_mail(make())


def test_a_request_names_who_asks() -> None:
    assert f"{STRANGE_NAME} would like to join" in text_of(message_of(club_applications()))


def test_an_invitation_names_a_role_that_is_more_than_a_members() -> None:
    made = club()
    role = "Your role: organiser"
    for address, chosen in (("dora@elsewhere.example", Role.ORGANISER), ("emil@elsewhere.example", Role.MEMBER)):
        manage_members.invite(made, address, by=owner_of(made), role=chosen)
        assert (role in text_of(message_of(latest("club_invitation")))) is (chosen == Role.ORGANISER)
        assert (role in html_of(message_of(latest("club_invitation")))) is (chosen == Role.ORGANISER)


class TestMoot:
    def test_an_invitation_that_is_answered(self) -> None:
        mail = club_invitation()
        join.decline(Membership.objects.get(pk=mail.context["membership"]))
        assert compose(mail) is None

    def test_a_place_that_is_taken(self) -> None:
        mail = club_place()
        claim.claim(Arrival.objects.get(), strange_player())
        assert compose(mail) is None

    def test_an_answer_that_holds_no_more(self) -> None:
        mail = accepted()
        join.leave(Club.objects.get(), require(mail.user))
        assert compose(mail) is None

    def test_a_role_that_was_taken_again(self) -> None:
        mail = raised()
        member = Membership.objects.get(pk=mail.context["membership"])
        manage_members.give_role(member, Role.MEMBER, by=owner_of(member.club))
        assert compose(mail) is None

    def test_requests_when_nobody_waits(self) -> None:
        mail = club_applications()
        made = Club.objects.get()
        manage_members.accept_member(made.memberships.get(status="applied"), by=owner_of(made))
        assert compose(mail) is None

    def test_news_for_who_is_in_the_club_no_more(self) -> None:
        mail = club_news()
        join.leave(Club.objects.get(), require(mail.user))
        assert compose(mail) is None


class TestUnsubscribing:
    """News have a switch of their own, by one click and without a login (RFC 8058)."""

    def address(self, mail: OutboxMail) -> str:
        header = str(message_of(mail).extra_headers["List-Unsubscribe"])
        return header.strip("<>").removeprefix(settings.SITE_URL)

    def test_it_stops_news_and_nothing_else(self) -> None:
        mail = club_news()
        reader = mail.user
        assert reader is not None
        answer = Client(enforce_csrf_checks=True).post(self.address(mail), {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert "Club news stopped" in answer.text
        reader.refresh_from_db()
        assert (reader.club_news, reader.turn_mail) == (False, "each")
        assert compose(OutboxMail.objects.get(pk=mail.pk)) is None

    def test_a_get_changes_nothing_and_it_can_be_turned_on_again(self) -> None:
        mail = club_news()
        reader, address = mail.user, self.address(mail)
        assert reader is not None
        assert "Club news" in Client().get(address).text
        assert refresh(reader).club_news
        Client().post(address, {"mail": "off"})
        Client().post(address, {"mail": "on"})
        assert refresh(reader).club_news

    @pytest.mark.parametrize("maker", [club_invitation, club_place])
    def test_an_invitation_stops_invitations_and_does_not_speak_of_turns(self, maker: Callable[[], OutboxMail]) -> None:
        player = UserFactory(email="dora@elsewhere.example")
        mail = maker()
        assert mail.user == player
        for part in (text_of(message_of(mail)), html_of(message_of(mail))):
            assert "Stop invitations" in part
            assert "mail about turns" not in part
        answer = Client(enforce_csrf_checks=True).post(self.address(mail), {"List-Unsubscribe": "One-Click"})
        assert "Invitations stopped" in answer.text
        player.refresh_from_db()
        assert (player.invitations, player.turn_mail) == (False, "each")
        assert compose(OutboxMail.objects.get(pk=mail.pk)) is None
        Client().post(self.address(mail), {"mail": "on"})
        assert refresh(player).invitations

    def test_a_guest_has_one_switch_for_all(self) -> None:
        mail = club_invitation()
        assert mail.user is not None
        assert mail.user.is_guest
        assert "Stop all emails" in text_of(message_of(mail))
        Client().post(self.address(mail), {"mail": "off"})
        assert refresh(mail.user).turn_mail == "none"

    def test_the_other_mails_of_clubs_stop_with_mail_about_turns(self) -> None:
        mail = accepted()
        assert mail.user is not None
        Client().post(self.address(mail), {"mail": "off"})
        mail.user.refresh_from_db()
        assert (mail.user.club_news, mail.user.turn_mail) == (True, "none")

    def test_the_wish_is_in_the_profile(self) -> None:
        player = strange_player()
        client = Client()
        client.force_login(player)
        shown = client.get("/account/").text
        assert 'name="club_news"' in shown
        assert 'name="invitations"' in shown
        fields = {"display_name": "Ann", "time_zone": "UTC", "night_from": "22:00", "language": "en-gb"}
        client.post("/account/", {**fields, "turn_mail": "each", "digest_hour": "18"})
        player.refresh_from_db()
        assert (player.club_news, player.invitations) == (False, False)
