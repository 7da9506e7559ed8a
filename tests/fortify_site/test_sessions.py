"""Sessions, and what a browser may call its own."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, get_user
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from fortify_site.sessions import PLAYERS
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


def test_a_player_is_read_with_the_session_as_they_are_now(log_in: LogIn, player: User) -> None:
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


def test_a_session_that_becomes_anothers_is_no_longer_the_first_ones(
    log_in: LogIn, player: User, opponent: User
) -> None:
    """Whomever a process remembers, what the session says is what counts."""
    ada, ben = log_in(player), log_in(opponent)
    for client, own in ((ada, player), (ben, opponent), (ada, player)):
        assert client.get("/leave/").context["user"] == own
    theirs = ben.session
    data = {**theirs}
    row = ada.session
    row.clear()
    row.update(data)
    row.save()
    for _ in range(2):
        assert ada.get("/leave/").context["user"] == opponent
    ada.session.delete()
    assert ada.get("/leave/").status_code == 302


def test_a_session_and_its_player_are_read_together(log_in: LogIn, player: User) -> None:
    client = log_in(player)
    if connection.vendor != "postgresql":
        pytest.skip("SQLite is asked one by one")
    client.get("/leave/")
    with CaptureQueriesContext(connection) as captured:
        client.get("/leave/")
    tables = ("django_session", "accounts_user", "mail_mailaddress")
    asked = [re.findall(r"EXECUTE select_(\w+)_\d", each["sql"]) for each in captured]
    assert [*tables] in asked
    assert sum(map(len, asked)) == len(tables)
