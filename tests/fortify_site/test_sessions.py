"""Sessions, and what a browser may call its own."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, get_user
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import User
from mail.models import MailAddress
from tests.support.factories import UserFactory
from tests.support.people import LogIn


@pytest.mark.parametrize(
    "key", ['"aaaaaaaaaa\\000b"', '"aaaaaaaaaa\\377b"', "x" * 5000, "short", "a;b", "%00%00%00%00%00"]
)
def test_a_cookie_of_nobody_is_no_login_and_no_fault_of_the_site(db: None, key: str) -> None:
    cookie = f"sessionid={key}"
    assert Client().get("/", HTTP_COOKIE=cookie).status_code == 200
    assert Client().get("/matches/", HTTP_COOKIE=cookie).headers["Location"].startswith("/accounts/login/")


def test_a_session_knows_its_player_as_long_as_the_account_is_open(db: None) -> None:
    player, client = UserFactory(), Client()
    client.force_login(player)
    request = RequestFactory().get("/")
    request.session = client.session
    assert get_user(request) == player
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert get_user(request).is_anonymous


def test_who_logs_in_has_such_a_session_and_a_wrong_password_gives_none(db: None) -> None:
    player, client = UserFactory(password="yes, that one"), Client()
    for password in ("not that one", "yes, that one"):
        assert BACKEND_SESSION_KEY not in client.session
        client.post("/accounts/login/", {"login": player.email, "password": password})
    assert client.session[BACKEND_SESSION_KEY] == settings.AUTHENTICATION_BACKENDS[0]


def test_each_page_has_its_player_as_they_are_now(log_in: LogIn, player: User) -> None:
    client = log_in(player)
    for name in ("Ada", "Eve"):
        User.objects.filter(pk=player.pk).update(display_name=name)
        for _ in range(2):
            assert f'<span class="who">{name}</span>' in client.get("/leave/").content.decode()
    banner = "We can’t reach you at"
    assert banner not in client.get("/leave/").content.decode()
    MailAddress.objects.create(address=player.email.lower(), undeliverable_since=timezone.now())
    assert banner in client.get("/leave/").content.decode()
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert client.get("/leave/").status_code == 302


def test_a_session_that_is_ended_elsewhere_is_no_login(log_in: LogIn, player: User) -> None:
    client = log_in(player)
    assert client.get("/leave/").context["user"] == player
    client.session.delete()
    assert client.get("/leave/").status_code == 302
