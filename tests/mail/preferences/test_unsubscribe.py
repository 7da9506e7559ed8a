"""The address that turns mail about turns off (RFC 8058)."""

from __future__ import annotations

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.compose import compose
from mail.outbox.queue import queue_composed, queue_mail
from mail.preferences import unsubscribe
from matches.clocks import pauses
from matches.home import reminders
from matches.models import Match, Vacation
from matches.time_control.time_control import DAY
from tests.support.composed_mails import latest
from tests.support.every_mail import ago
from tests.support.factories import GuestFactory, MatchFactory
from tests.support.form_robot import FormRobot
from tests.support.matches import play_on
from tests.support.pages import words
from tests.support.people import LogIn
from timekeeping import clock

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def strict() -> Client:
    """A mail program: no cookie, and CSRF would be checked."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def address(player: User, settings: Settings) -> str:
    return unsubscribe.unsubscribe_url(player).removeprefix(settings.SITE_URL)


def turn_mail(player: User) -> str:
    return User.objects.get(pk=player.pk).turn_mail


def status(mail: OutboxMail) -> str:
    return OutboxMail.objects.get(pk=mail.pk).status


def test_a_post_without_cookie_or_login_works_each_time_and_can_be_taken_back(
    strict: Client, player: User, address: str
) -> None:
    for _ in range(2):
        assert strict.post(address, ONE_CLICK).status_code == 200
        assert turn_mail(player) == TurnMail.NONE
    assert strict.post(address, {"mail": "on"}).status_code == 200
    assert turn_mail(player) == TurnMail.EACH


@pytest.mark.parametrize("fields", [{}, {"mail": "on"}, {"mail": "pause"}, {"List-Unsubscribe": "Two-Click"}])
def test_no_other_post_stops_anything(fields: dict[str, str], strict: Client, player: User, address: str) -> None:
    strict.post(address, fields)
    assert turn_mail(player) == TurnMail.EACH


def test_the_page_as_it_comes_changes_nothing_whichever_way_it_stands(client: Client, player: User) -> None:
    robot, page = FormRobot(client, in_a_row=3), unsubscribe.unsubscribe_url(player).removeprefix(site.SITE_URL)
    for wish in (TurnMail.DIGEST, TurnMail.NONE):
        User.objects.filter(pk=player.pk).update(turn_mail=wish)
        robot.visit(page)
        assert turn_mail(player) == wish


class TestAGuest:
    """Emails are the only way to their matches."""

    @pytest.fixture
    def guest(self, player: User) -> User:
        User.objects.filter(pk=player.pk).update(is_guest=True, display_name="Gus")
        return User.objects.get(pk=player.pk)

    @pytest.fixture
    def running(self, guest: User, opponent: User) -> Match:
        made: Match = MatchFactory(players=[guest, opponent], vacation_pool=pauses.friendly_pool())
        return made

    @pytest.fixture
    def page(self, running: Match) -> str:
        (guest, _opponent) = running.seats.all()
        assert guest.player is not None
        return unsubscribe.unsubscribe_url(guest.player).removeprefix(site.SITE_URL)

    def test_is_told_before_what_can_be_lost(self, client: Client, page: str) -> None:
        said = words(client.get(page).text)
        assert "Stop all emails?" in said
        assert "Matches you’d lose when your time runs out" in said
        assert "Ben your turn, by" in said
        assert "Sign up" in said

    def test_stops_them_and_the_opponent_sees_it(
        self, client: Client, page: str, running: Match, opponent: User, log_in: LogIn
    ) -> None:
        assert "All emails stopped" in client.post(page, {"mail": "off"}).text
        seen = words(log_in(opponent).get(running.get_absolute_url()).text)
        assert "Gus has stopped all emails and gets one last warning" in seen

    def test_may_pause_the_clocks_instead(self, client: Client, page: str, guest: User) -> None:
        assert "You’re on vacation until the end of" in client.post(page, {"mail": "pause"}).text
        assert Vacation.objects.get().player == guest
        assert turn_mail(guest) == TurnMail.EACH
        assert 'value="pause"' not in client.get(page).text

    def test_may_resign_by_a_link_that_is_mailed_since_this_one_is_in_every_email(
        self, client: Client, page: str, guest: User, running: Match
    ) -> None:
        assert "We’ve emailed you a link" in client.post(page, {"mail": "resign"}).text
        assert latest("confirm_resignation", guest).match == running
        assert client.post(page, {"mail": "resign"}).status_code == 429
        assert not running.is_over

    def test_gets_the_last_warning_of_a_turn_and_nothing_else(self, guest: User, opponent: User) -> None:
        unsubscribe.set_turn_mail(guest, wanted=False)
        with ago(2.5 * DAY):
            MatchFactory(players=[guest, opponent])
        assert not OutboxMail.objects.filter(user=guest).exists()
        reminders.send_due(clock.now())
        warning = compose(latest("reminder", guest))
        assert warning is not None
        assert "You’ve stopped all emails. Resume them:" in str(warning.body)


def test_get_and_head_change_nothing(client: Client, player: User, address: str) -> None:
    page = client.get(address)
    client.head(address)
    assert turn_mail(player) == TurnMail.EACH
    assert "Stop turn emails" in page.content.decode()
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert "no-store" in page.headers["Cache-Control"]


@pytest.mark.parametrize("change", [lambda a: a[:-2] + "/", lambda a: a.replace("/unsubscribe/", "/unsubscribe/9")])
def test_a_forged_address_gets_a_page_that_helps(client: Client, player: User, address: str, change: object) -> None:
    assert callable(change)
    for response in (client.get(change(address)), client.post(change(address), ONE_CLICK)):
        assert response.status_code == 404
        assert "no longer works" in response.content.decode()
    assert turn_mail(player) == TurnMail.EACH


def test_a_retired_key_still_works_until_it_is_dropped(
    client: Client, player: User, address: str, settings: Settings
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"
    assert client.get(address).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    page = client.get(address)
    assert page.status_code == 404
    assert "no longer works" in page.content.decode()


def test_a_player_who_is_gone_gets_the_same_page(client: Client, player: User, address: str) -> None:
    player.delete()
    assert client.get(address).status_code == 404


def test_mail_about_turns_stops_and_mail_about_the_account_does_not(match: Match, player: User) -> None:
    unsubscribe.set_turn_mail(player, wanted=False)
    assert compose(latest("your_turn", player)) is None
    security = queue_composed(player.email, "Your password was changed", "text", "", user=player)
    assert compose(security) is not None


def test_a_guest_gets_nothing_at_all_any_more(player: User) -> None:
    guest = GuestFactory()
    unsubscribe.set_turn_mail(guest, wanted=False)
    mail = queue_mail("challenge", user=guest, context={"challenge": 1})
    assert mail is not None
    assert compose(mail) is None


def test_turned_on_again_the_turn_that_waits_is_announced_after_all(match: Match, player: User) -> None:
    mail = latest("your_turn", player)
    unsubscribe.set_turn_mail(player, wanted=False)
    deliver.deliver(mail.pk)
    assert status(mail) == OutboxMail.Status.DROPPED
    unsubscribe.set_turn_mail(player, wanted=True)
    deliver.deliver(mail.pk)
    assert status(mail) == OutboxMail.Status.SENT


def test_turned_on_again_a_turn_that_came_meanwhile_is_announced_too(match: Match, opponent: User) -> None:
    unsubscribe.set_turn_mail(opponent, wanted=False)
    play_on(match, 1)
    announced = OutboxMail.objects.filter(kind="your_turn", user=opponent)
    assert not announced.exists()
    for _ in range(2):
        unsubscribe.set_turn_mail(opponent, wanted=True)
    assert compose(announced.get()) is not None


def test_turned_on_again_a_turn_played_meanwhile_is_not_announced(match: Match, player: User) -> None:
    mail = latest("your_turn", player)
    unsubscribe.set_turn_mail(player, wanted=False)
    deliver.deliver(mail.pk)
    play_on(match, 1)
    unsubscribe.set_turn_mail(player, wanted=True)
    assert status(mail) == OutboxMail.Status.DROPPED
