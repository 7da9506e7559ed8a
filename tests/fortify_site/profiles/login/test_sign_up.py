"""Signing up, by someone the site has never heard of."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from fortify_site.profiles.forms import SignupForm
from tests.support.account_actions import log_in, sign_up, type_address_code, who, words
from tests.support.account_mails import last_code, last_mail
from tests.support.concurrently import at_once
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.django_db


def test_it_lets_somebody_in_who_types_the_code(client: Client) -> None:
    sign_up(client, "dora@players.example", "Dora")
    assert who(client) is None
    type_address_code(client, last_code("dora@players.example"))
    user = who(client)
    assert user is not None
    assert (user.display_name, user.email, user.time_zone) == ("Dora", "dora@players.example", "Europe/Berlin")
    assert not user.is_guest


def test_it_refuses_a_wrong_code(client: Client) -> None:
    sign_up(client, "dora@players.example", "Dora")
    response = type_address_code(client, "BCDF-GHJK")
    assert who(client) is None
    assert "That’s not the code we sent" in words(response)


def test_it_asks_for_the_code_again_at_the_next_login(client: Client) -> None:
    with time_machine.travel(timedelta(seconds=-60)):
        sign_up(client, "dora@players.example", "Dora")
    other = Client()
    log_in(other, "dora@players.example")
    assert who(other) is None
    type_address_code(other, last_code("dora@players.example"))
    assert who(other) is not None


def test_it_takes_an_address_in_any_case(client: Client) -> None:
    sign_up(client, "Dora@Players.Example", "Dora")
    type_address_code(client, last_code("dora@players.example"))
    assert User.objects.get(display_name="Dora").email == "dora@players.example"
    assert who(client) is not None
    other = Client()
    log_in(other, "DORA@players.example")
    assert who(other) is not None


@pytest.mark.django_db(transaction=True)
def test_of_two_who_sign_up_at_once_with_names_that_look_alike_one_is_asked_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both_have_looked = threading.Barrier(2)
    clean = SignupForm.clean_display_name

    def looked(form: SignupForm) -> str:
        name = clean(form)
        both_have_looked.wait(PATIENCE)
        return name

    monkeypatch.setattr(SignupForm, "clean_display_name", looked)
    answers = at_once(
        lambda: sign_up(Client(), "dora@players.example", "Dora"),
        lambda: sign_up(Client(), "doris@players.example", "Dоrа"),  # with Cyrillic letters
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert "Something you chose has just been taken" in words(refused)
    assert User.objects.count() == 1


def test_it_names_a_taken_name_in_any_case_and_keeps_what_was_typed(client: Client, player: User) -> None:
    response = sign_up(client, "dora@players.example", "ADA")
    assert "Another player is already called “ADA”" in words(response)
    assert 'value="dora@players.example"' in words(response)
    assert not User.objects.filter(email="dora@players.example").exists()


def test_it_refuses_a_password_that_others_would_guess_first(client: Client) -> None:
    response = sign_up(client, "dora@players.example", "Dora", "password123")
    assert "too common" in words(response)


@pytest.mark.parametrize(
    "password", ["dorothea12345", "12345-Dorothea", "DOROTHEA.2024!", "d.roth.1234", "weber123456"]
)
def test_it_refuses_a_password_made_of_the_name_or_the_address(client: Client, password: str) -> None:
    response = sign_up(client, "d.roth@players.example", "Dorothea Weber", password)
    assert "too much like your name or address" in words(response) or "too similar" in words(response)
    assert not User.objects.filter(email="d.roth@players.example").exists()


def test_a_name_within_a_long_password_is_no_fault(client: Client) -> None:
    sign_up(client, "d.roth@players.example", "Dorothea Weber", "Dorothea walks on water")
    assert User.objects.filter(email="d.roth@players.example").exists()


def test_it_refuses_a_zone_that_does_not_exist(client: Client) -> None:
    fields = {
        "email": "d@x.example",
        "display_name": "Dora",
        "password1": "volley and volley",
        "time_zone": "Mars/Base",
    }
    assert "time_zone" in client.post("/accounts/signup/", fields).context["form"].errors


def test_the_mail_holds_the_code_and_nothing_to_click(client: Client) -> None:
    sign_up(client, "dora@players.example", "Dora")
    mail = last_mail("dora@players.example")
    assert last_code("dora@players.example") in mail.html
    assert "http" not in mail.text.partition("\n-- \n")[0]


def test_it_takes_the_language_of_the_browser(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en-US,en;q=0.8"
    sign_up(client, "dora@players.example", "Dora")
    assert User.objects.get(display_name="Dora").language == "en-us"


def test_two_who_take_a_name_at_the_same_moment_get_a_sentence(
    client: Client, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.names.display_names._not_free", lambda *_, **__: None)
    response = sign_up(client, "dora@players.example", "Ada")
    assert response.status_code == 409
    assert "has just been taken" in words(response)
    assert 'value="dora@players.example"' in words(response)
