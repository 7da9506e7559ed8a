"""Sessions, and what a browser may call its own."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, get_user
from django.test import Client, RequestFactory

from accounts.models import User
from fortify_site.sessions import PLAYERS
from tests.support.factories import UserFactory


@pytest.mark.parametrize(
    "key", ['"aaaaaaaaaa\\000b"', '"aaaaaaaaaa\\377b"', "x" * 5000, "short", "a;b", "%00%00%00%00%00"]
)
def test_a_cookie_of_nobody_is_no_login_and_no_fault_of_the_site(db: None, key: str) -> None:
    cookie = f"sessionid={key}"
    assert Client().get("/", HTTP_COOKIE=cookie).status_code == 200
    assert Client().get("/matches/", HTTP_COOKIE=cookie).headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("backend", settings.AUTHENTICATION_BACKENDS)
def test_a_session_knows_its_player_as_long_as_the_account_is_open(db: None, backend: str) -> None:
    player, client = UserFactory(), Client()
    client.force_login(player, backend=backend)
    request = RequestFactory().get("/")
    request.session = client.session
    assert vars(User.objects.get(pk=player.pk)).keys() == vars(get_user(request)).keys()
    assert get_user(request) == player
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert get_user(request).is_anonymous


def test_who_logs_in_has_such_a_session_and_a_wrong_password_gives_none(db: None) -> None:
    player, client = UserFactory(password="yes, that one"), Client()
    for password in ("not that one", "yes, that one"):
        assert BACKEND_SESSION_KEY not in client.session
        client.post("/accounts/login/", {"login": player.email, "password": password})
    assert client.session[BACKEND_SESSION_KEY] == PLAYERS
