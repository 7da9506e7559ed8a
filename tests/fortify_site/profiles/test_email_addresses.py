"""The addresses of an account: several, each confirmed by a code, one of which gets the emails."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from fortify_site.profiles.export_data import export_account
from mail.bounces import dead_addresses
from mail.bounces.verdict import Report, Verdict
from mail.models import MailAddress, OutboxMail
from mail.outbox.compose import compose
from matches.offers import guests
from tests.support.account_actions import (
    ask_for_login_code,
    confirm_by_password,
    log_in,
    type_address_code,
    who,
    words,
)
from tests.support.account_mails import last_code, last_mail, mails_to
from tests.support.factories import ChallengeFactory, GuestFactory, UserFactory
from tests.support.offers import opponent_of

OLD, NEW = "ada@players.example", "ada@new.example"
WRONG = "BCDF-GHJK"


@pytest.fixture
def ada(client: Client, player: User) -> Client:
    client.force_login(player)
    confirm_by_password(client)
    return client


def ask(client: Client, address: str = NEW) -> str:
    """As often as one likes: codes to one address are limited."""
    cache.clear()
    return words(client.post(reverse("account_email"), {"action_add": "", "email": address}, follow=True))


def act(client: Client, action: str, address: str = NEW) -> str:
    return words(client.post(reverse("account_email"), {f"action_{action}": "", "email": address}, follow=True))


def add(client: Client, address: str = NEW) -> str:
    ask(client, address)
    return words(type_address_code(client, last_code(address)))


def addresses(user: User) -> dict[str, tuple[bool, bool]]:
    """Which are confirmed, and which gets the emails."""
    rows = EmailAddress.objects.filter(user=user).values_list("email", "verified", "primary")
    return {email: (verified, primary) for email, verified, primary in rows}


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


class TestAdding:
    def test_the_code_adds_it_and_mails_go_where_they_went(self, ada: Client, player: User) -> None:
        add(ada)
        assert addresses(player) == {OLD: (True, True), NEW: (True, False)}
        assert fresh(player).email == OLD

    def test_nothing_is_added_before(self, ada: Client, player: User) -> None:
        ask(ada)
        type_address_code(ada, WRONG)
        assert addresses(player) == {OLD: (True, True)}

    def test_one_logs_in_with_either(self, ada: Client, player: User) -> None:
        add(ada)
        for address in (OLD, NEW, NEW.upper()):
            browser = Client()
            log_in(browser, address)
            assert who(browser) == player, address

    def test_a_login_code_comes_to_the_one_that_was_typed(self, ada: Client, player: User) -> None:
        add(ada)
        browser = Client()
        ask_for_login_code(browser, NEW)
        browser.post(reverse("account_confirm_login_code"), {"code": last_code(NEW)})
        assert who(browser) == player

    def test_it_asks_whether_it_is_you_first(self, client: Client, player: User) -> None:
        client.force_login(player)
        ask(client)
        assert mails_to(NEW) == []

    @pytest.mark.usefixtures("opponent")
    def test_nobody_gets_anothers(self, ada: Client, player: User) -> None:
        ask(ada, "BEN@players.example")
        type_address_code(ada, WRONG)
        assert addresses(player) == {OLD: (True, True)}
        assert "already" in last_mail("ben@players.example").subject

    def test_nor_anothers_second_one(self, ada: Client, opponent: User) -> None:
        add(ada)
        browser = Client()
        browser.force_login(opponent)
        confirm_by_password(browser)
        ask(browser)
        assert "already" in last_mail(NEW).subject
        assert NEW not in addresses(opponent)

    def test_nor_is_a_second_one_signed_up_with(self, ada: Client) -> None:
        add(ada)
        cache.clear()
        browser = Client()
        fields = {"email": NEW, "display_name": "Dora", "password1": "a long password 7", "time_zone": "UTC"}
        browser.post(reverse("account_signup"), fields)
        assert not User.objects.filter(email=NEW).exists()
        assert "already" in last_mail(NEW).subject

    def test_ones_own_is_told(self, ada: Client) -> None:
        assert "Your account already has this address." in ask(ada, OLD)

    def test_five_are_the_most(self, ada: Client, player: User) -> None:
        for n in range(4):
            EmailAddress.objects.create(user=player, email=f"ada{n}@players.example", verified=True)
        shown = ask(ada)
        assert "An account can’t have more addresses than these." in shown
        assert mails_to(NEW) == []

    def test_even_where_several_were_asked_for_at_once(self, ada: Client, player: User) -> None:
        ask(ada)
        for n in range(4):
            EmailAddress.objects.create(user=player, email=f"ada{n}@players.example", verified=True)
        assert "an account can have at most 5 addresses" in words(type_address_code(ada, last_code(NEW)))
        assert len(addresses(player)) == 5


class TestAtOnce:
    @pytest.fixture
    def ben(self, opponent: User) -> Client:
        browser = Client()
        browser.force_login(opponent)
        confirm_by_password(browser)
        return browser

    def test_the_first_of_two_accounts_to_type_the_code_has_it(
        self, ada: Client, ben: Client, player: User, opponent: User
    ) -> None:
        ask(ada)
        adas = last_code(NEW)
        ask(ben)
        bens = last_code(NEW)
        type_address_code(ben, bens)
        shown = words(type_address_code(ada, adas))
        assert "That address now belongs to another account." in shown
        assert NEW in addresses(opponent)
        assert NEW not in addresses(player)

    def test_a_guest_who_was_invited_by_it_meanwhile_keeps_it(self, ada: Client, player: User) -> None:
        ask(ada)
        guest = GuestFactory(email=NEW)
        assert "That address now belongs to another account." in words(type_address_code(ada, last_code(NEW)))
        assert NEW not in addresses(player)
        assert fresh(guest).email == NEW

    def test_mails_never_go_where_another_accounts_do(self, ada: Client, player: User) -> None:
        """The guest was made between the look and the confirmation."""
        add(ada)
        UserFactory(email="x@players.example")
        User.objects.filter(email="x@players.example").update(email=NEW)
        assert "also belongs to another account" in act(ada, "primary")
        assert fresh(player).email == OLD
        assert addresses(player) == {OLD: (True, True), NEW: (True, False)}


@pytest.mark.django_db(transaction=True)
def test_two_accounts_that_confirm_the_same_address_in_one_moment() -> None:
    people = [UserFactory(email=f"{name}@players.example") for name in ("a", "b", "c")]
    browsers = []
    for user in people:
        browser = Client()
        browser.force_login(user)
        confirm_by_password(browser)
        ask(browser)
        browsers.append((browser, last_code(NEW)))
    statuses: list[int] = []

    def confirm(browser: Client, code: str) -> Callable[[], None]:
        def run() -> None:
            try:
                statuses.append(type_address_code(browser, code).status_code)
            finally:
                connection.close()

        return run

    threads = [threading.Thread(target=confirm(*each)) for each in browsers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert EmailAddress.objects.filter(email=NEW, verified=True).count() <= 1
    assert len(statuses) == 3
    if connection.vendor == "postgresql":
        assert statuses == [200] * 3
        assert EmailAddress.objects.filter(email=NEW, verified=True).count() == 1


class TestChoosing:
    @pytest.mark.usefixtures("match")
    def test_mails_go_there_and_the_other_one_is_told(self, ada: Client, player: User) -> None:
        add(ada)
        assert "Your emails now go to another address." in act(ada, "primary")
        assert addresses(player) == {OLD: (True, False), NEW: (True, True)}
        assert fresh(player).email == NEW
        assert "changed" in last_mail(OLD).subject
        message = compose(OutboxMail.objects.get(kind="your_turn", user=player))
        assert message is not None
        assert message.to == [NEW]

    def test_never_to_one_that_is_not_confirmed(self, ada: Client, player: User) -> None:
        EmailAddress.objects.create(user=player, email=NEW, verified=False)
        assert "Confirm the address first" in act(ada, "primary")
        assert fresh(player).email == OLD

    def test_not_to_anothers(self, ada: Client, player: User, opponent: User) -> None:
        act(ada, "primary", opponent.email)
        assert fresh(player).email == OLD


class TestRemoving:
    def test_it_goes_and_that_is_told(self, ada: Client, player: User) -> None:
        add(ada)
        act(ada, "remove")
        assert addresses(player) == {OLD: (True, True)}
        assert "removed" in last_mail(OLD).subject
        browser = Client()
        log_in(browser, NEW)
        assert who(browser) is None

    def test_the_one_that_gets_the_mails_stays(self, ada: Client, player: User) -> None:
        add(ada)
        act(ada, "remove", OLD)
        assert addresses(player) == {OLD: (True, True), NEW: (True, False)}

    def test_the_last_one_stays(self, ada: Client, player: User) -> None:
        act(ada, "remove", OLD)
        assert addresses(player) == {OLD: (True, True)}

    def test_what_was_known_of_it_goes_too(self, ada: Client) -> None:
        add(ada)
        MailAddress.objects.create(address=NEW, failures=1)
        act(ada, "remove")
        assert not MailAddress.objects.exists()


class TestElsewhere:
    def test_a_challenge_by_a_second_address_finds_the_account(self, ada: Client, player: User, opponent: User) -> None:
        add(ada)
        assert opponent_of(ChallengeFactory(challenger=opponent, email=NEW)) == player

    def test_so_does_an_entry(self, ada: Client, player: User) -> None:
        add(ada)
        assert guests.reader_of(NEW) == player

    def test_a_mail_to_a_second_address_is_written_for_its_owner(self, ada: Client, player: User) -> None:
        add(ada)
        ask_for_login_code(Client(), NEW)
        assert last_mail(NEW).user == player

    def test_all_are_handed_out(self, ada: Client, player: User) -> None:
        add(ada)
        MailAddress.objects.create(address=NEW, words="gone", failures=2)
        shown = {each["email"]: each for each in export_account(player)["addresses"]}
        assert (shown[OLD]["primary"], shown[OLD]["failures"]) == (True, None)
        assert (shown[NEW]["primary"], shown[NEW]["failures"], shown[NEW]["words"]) == (False, 2, "gone")

    def test_and_forgotten_with_the_account(self, ada: Client, player: User) -> None:
        add(ada)
        for address in (OLD, NEW):
            MailAddress.objects.create(address=address)
        player.delete()
        assert not EmailAddress.objects.exists()
        assert not MailAddress.objects.exists()


class TestThePage:
    def test_it_says_what_each_is(self, ada: Client, player: User) -> None:
        add(ada)
        EmailAddress.objects.create(user=player, email="typo@players.example", verified=False)
        dead_addresses.failed(NEW, player.joined_at, Report(Verdict.HARD, "550 5.1.1 no such user"), None)
        shown = words(ada.get(reverse("account_email")))
        for sign in (">emails go here<", "not confirmed", "emails come back", "550 5.1.1 no such user"):
            assert shown.count(sign) == 1, sign

    def test_the_other_players_are_not_on_it(self, ada: Client, opponent: User) -> None:
        assert opponent.email not in words(ada.get(reverse("account_email")))

    def test_one_that_comes_back_no_more_is_shown_good_by_its_code(self, ada: Client, player: User) -> None:
        dead_addresses.failed(NEW, player.joined_at, Report(Verdict.HARD, "no"), None)
        add(ada)
        assert not dead_addresses.trouble_of(NEW)


class TestTheHost:
    """Puts an address right at the desk."""

    @pytest.fixture
    def desk(self, client: Client, host: User) -> Client:
        client.force_login(host)
        return client

    def change(self, desk: Client, user: User, address: str) -> str:
        page = f"/admin/accounts/user/{user.pk}/change/"
        form = desk.get(page).context["adminform"].form
        values = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
        typed = {name: value for name, value in values.items() if value not in (None, False) and name != "password"}
        return words(desk.post(page, {**typed, "email": address}, follow=True))

    def test_others_of_the_player_stay(self, desk: Client, player: User) -> None:
        EmailAddress.objects.create(user=player, email="ada@work.example", verified=True)
        self.change(desk, player, NEW)
        assert addresses(player) == {"ada@work.example": (True, False), NEW: (True, True)}

    def test_not_to_a_second_one_of_somebody_elses(self, desk: Client, player: User, opponent: User) -> None:
        EmailAddress.objects.create(user=opponent, email=NEW, verified=True)
        assert "There is a player with this address." in self.change(desk, player, NEW)
        assert fresh(player).email == OLD


def test_few_strangers_a_day_are_sent_a_code(ada: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "add_address": "2/d/user"}
    strangers = [f"stranger{number}@elsewhere.example" for number in range(3)]
    pages = [
        words(ada.post(reverse("account_email"), {"action_add": "", "email": address}, follow=True))
        for address in strangers
    ]
    assert ["ten addresses a day" in page for page in pages] == [False, False, True]
    assert [len(mails_to(address)) for address in strangers] == [1, 1, 0]
