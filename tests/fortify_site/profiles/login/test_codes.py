"""Players without a password confirm with a mailed code that it is them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.account_actions import words
from tests.support.account_mails import last_code, mails_to
from tests.support.factories import UserFactory

ADDRESS = "fay@players.example"


@pytest.fixture
def fay(client: Client, db: None) -> Client:
    user: User = UserFactory(email=ADDRESS, display_name="Fay", password=None)
    client.force_login(user)
    return client


def ask(client: Client) -> Any:
    return client.post(reverse("accounts:delete"), follow=True)


def here(response: Any) -> str:
    return f"{response.request['PATH_INFO']}?{response.request['QUERY_STRING']}"


def send(client: Client, url: str) -> None:
    client.post(url, {"action": "send"})


def test_a_code_deletes_the_account(fay: Client) -> None:
    url = here(ask(fay))
    send(fay, url)
    response = fay.post(url, {"code": last_code(ADDRESS), "next": reverse("accounts:delete")}, follow=True)
    assert response.request["PATH_INFO"] == reverse("accounts:goodbye")
    assert not User.objects.filter(email=ADDRESS).exists()


def test_opening_the_page_sends_nothing(fay: Client) -> None:
    ask(fay)
    assert mails_to(ADDRESS) == []


def test_a_wrong_code_is_refused_and_three_end_it(fay: Client) -> None:
    url = here(ask(fay))
    send(fay, url)
    for _ in range(2):
        assert "code is wrong or too old" in words(fay.post(url, {"code": "BCDF-GHJK"}))
    assert "Get a new one." in words(fay.post(url, {"code": "BCDF-GHJK"}))
    fay.post(url, {"code": last_code(ADDRESS)})
    assert User.objects.filter(email=ADDRESS).exists()


def test_a_code_without_asking_for_one_is_refused(fay: Client) -> None:
    fay.post(here(ask(fay)), {"code": ""})
    fay.post(here(ask(fay)), {"code": "-"})
    assert User.objects.filter(email=ADDRESS).exists()


def test_those_with_a_password_are_asked_for_it(client: Client, player: User) -> None:
    client.force_login(player)
    assert client.get(reverse("accounts:confirm"))["Location"] == reverse("account_reauthenticate")
