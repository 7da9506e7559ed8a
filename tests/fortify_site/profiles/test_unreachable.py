"""A player whose emails come back sees it on every page, and puts it right; so does one who wanted none."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from mail.bounces import dead_addresses
from mail.bounces.verdict import Report, Verdict
from mail.models import OutboxMail
from mail.outbox import deliver
from matches.models import Match, Seat
from tests.support.account_actions import ask_for_login_code, confirm_by_password, type_address_code, words
from tests.support.account_mails import last_code, last_mail, mails_to
from tests.support.composed_mails import latest
from tests.support.people import LogIn
from timekeeping import clock

Status = OutboxMail.Status
BANNER = "We can’t reach you at ada@players.example"


@pytest.fixture
def lost(match: Match, player: User) -> OutboxMail:
    """The email about the player's turn, kept back since emails to the address come back."""
    dead_addresses.failed(player.email, clock.now(), Report(Verdict.HARD, "550 5.1.1 no such user"), None)
    mail = latest("your_turn", player)
    deliver.deliver(mail.pk)
    mail.refresh_from_db()
    assert mail.status == Status.BOUNCED
    return mail


def status(mail: OutboxMail) -> str:
    return OutboxMail.objects.get(pk=mail.pk).status


def send(client: Client) -> str:
    return words(client.post(reverse("accounts:reached"), {"action": "send"}, follow=True))


def type_code(client: Client, code: str) -> str:
    return words(client.post(reverse("accounts:reached"), {"code": code}, follow=True))


@pytest.mark.usefixtures("lost")
class TestTheBanner:
    @pytest.mark.parametrize("page", ["/", "/challenges/", "/rules/", "/account/", "/accounts/email/"])
    def test_it_stands_on_every_page(self, log_in: LogIn, player: User, page: str) -> None:
        shown = words(log_in(player).get(page))
        assert shown.count(BANNER) == 1
        assert "Send test email" in shown
        assert reverse("account_email") in shown

    def test_it_stands_alone(self, log_in: LogIn, player: User) -> None:
        assert "couldn’t deliver" not in words(log_in(player).get("/"))

    def test_nobody_else_sees_it(self, log_in: LogIn, opponent: User, client: Client) -> None:
        for browser in (log_in(opponent), client):
            shown = words(browser.get("/"))
            assert "We can’t reach you" not in shown
            assert "ada@players.example" not in shown


class TestTheTestMail:
    def test_the_code_in_it_puts_all_right(
        self, log_in: LogIn, player: User, lost: OutboxMail, mailoutbox: list[object]
    ) -> None:
        client = log_in(player)
        assert "We’ve emailed a code to ada@players.example." in send(client)
        code_mail = last_mail(player.email)
        code = last_code(player.email)
        deliver.deliver(code_mail.pk)
        assert len(mailoutbox) == 1
        assert "Emails reach you at ada@players.example again." in type_code(client, code)
        assert status(lost) == Status.QUEUED
        deliver.deliver(lost.pk)
        seat = Seat.objects.get(player=player)
        assert (status(lost), seat.stopped) == (Status.SENT, "")
        assert BANNER not in words(client.get("/"))

    @pytest.mark.usefixtures("lost")
    def test_a_wrong_code_does_not(self, log_in: LogIn, player: User) -> None:
        client = log_in(player)
        send(client)
        assert "That code is wrong or too old" in type_code(client, "BCDF-GHJK")
        assert dead_addresses.trouble_of(player.email)

    @pytest.mark.usefixtures("lost")
    def test_three_guesses_are_enough(self, log_in: LogIn, player: User) -> None:
        client = log_in(player)
        send(client)
        for _ in range(3):
            type_code(client, "BCDF-GHJK")
        type_code(client, last_code(player.email))
        assert dead_addresses.trouble_of(player.email)

    @pytest.mark.usefixtures("lost")
    def test_it_shows_nothing_about_who_one_is(self, log_in: LogIn, player: User) -> None:
        """Its code stands for no password."""
        client = log_in(player)
        send(client)
        type_code(client, last_code(player.email))
        client.post(reverse("account_email"), {"action_add": "", "email": "eve@new.example"})
        assert mails_to("eve@new.example") == []

    @pytest.mark.usefixtures("lost")
    def test_it_is_about_the_address_that_it_went_to(self, log_in: LogIn, player: User) -> None:
        client = log_in(player)
        send(client)
        code = last_code(player.email)
        User.objects.filter(pk=player.pk).update(email="ada@new.example")
        dead_addresses.failed("ada@new.example", clock.now(), Report(Verdict.HARD, "no"), None)
        type_code(client, code)
        assert dead_addresses.trouble_of("ada@new.example")

    @pytest.mark.usefixtures("lost")
    def test_one_a_minute(self, log_in: LogIn, player: User) -> None:
        client = log_in(player)
        send(client)
        assert "Wait a minute" in send(client)
        assert len(mails_to(player.email)) == 1

    def test_without_need_the_page_says_so(self, log_in: LogIn, player: User) -> None:
        assert "As far as we know, emails to" in words(log_in(player).get(reverse("accounts:reached")))


class TestOtherWays:
    def test_a_login_code_that_was_typed_shows_the_same(self, player: User, lost: OutboxMail) -> None:
        client = Client()
        ask_for_login_code(client, player.email)
        client.post(reverse("account_confirm_login_code"), {"code": last_code(player.email)})
        assert not dead_addresses.trouble_of(player.email)
        assert status(lost) == Status.QUEUED

    def test_another_address_gets_what_waits(self, client: Client, player: User, lost: OutboxMail) -> None:
        client.force_login(player)
        confirm_by_password(client)
        client.post(reverse("account_email"), {"action_add": "", "email": "ada@new.example"})
        type_address_code(client, last_code("ada@new.example"))
        assert status(lost) == Status.BOUNCED
        client.post(reverse("account_email"), {"action_primary": "", "email": "ada@new.example"})
        deliver.deliver(lost.pk)
        lost.refresh_from_db()
        assert (lost.status, lost.sent_to) == (Status.SENT, "ada@new.example")
        assert Seat.objects.get(player=player).stopped == ""
        assert BANNER not in words(client.get("/"))


class TestUnwanted:
    @pytest.fixture
    def unwanted(self, player_seat: Seat, player: User) -> OutboxMail:
        assert player_seat.asked_turn == 1
        dead_addresses.complained(player.email, clock.now())
        return latest("your_turn", player)

    @pytest.mark.usefixtures("unwanted")
    def test_the_profile_says_so_and_other_pages_do_not(self, log_in: LogIn, player: User) -> None:
        client = log_in(player)
        assert "reported as spam there" in words(client.get("/account/"))
        assert "reported as spam" not in words(client.get("/"))

    def test_one_button_turns_it_on_again(self, log_in: LogIn, player: User, unwanted: OutboxMail) -> None:
        client = log_in(player)
        assert "Emails go to ada@players.example again." in words(client.post(reverse("accounts:wanted"), follow=True))
        assert status(unwanted) == Status.QUEUED
        assert not dead_addresses.trouble_of(player.email)

    @pytest.mark.usefixtures("unwanted")
    def test_a_look_turns_nothing_on(self, log_in: LogIn, player: User) -> None:
        log_in(player).get(reverse("accounts:wanted"))
        assert dead_addresses.trouble_of(player.email)

    @pytest.mark.usefixtures("unwanted")
    def test_where_mails_come_back_too_one_has_to_arrive_first(self, log_in: LogIn, player: User) -> None:
        dead_addresses.failed(player.email, clock.now(), Report(Verdict.HARD, "no"), None)
        response = log_in(player).post(reverse("accounts:wanted"))
        assert response.headers["Location"] == reverse("accounts:reached")
        assert dead_addresses.trouble_of(player.email)
