"""A database that fails in the middle of a request, for real, and which errors are meant."""

from __future__ import annotations

import html
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import InternalError, OperationalError, connection, connections, transaction
from django.db.utils import ConnectionHandler
from django.test import Client

from accounts.models import User
from fortify_site.pages.error_pages import is_database_trouble
from matches.mails import tokens
from matches.models import Match, Seat
from tests.support.factories import PASSWORD
from tests.support.full_disk import no_room_in

SAME = {"Sec-Fetch-Site": "same-origin"}
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')
TURN = {"number": "1", "text": "T@b3", "message": 'Well met, "Ben" & <all>!'}


@pytest.fixture
def browser(player: User) -> Client:
    client = Client(raise_request_exception=False, headers=SAME)
    client.force_login(player)
    return client


def fields_in(response: Any) -> list[tuple[str, str]]:
    found = HIDDEN.findall(response.content.decode())
    return [(html.unescape(name), html.unescape(text)) for name, text in found]


def assert_is_unavailable(response: Any) -> None:
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) > 0
    assert "no-store" in response.headers["Cache-Control"]
    assert "The site needs a moment" in response.content.decode()


# -- a disk that is full -------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_turn_that_finds_no_room_is_given_back_and_counts_once_when_it_is_sent_again(
    browser: Client, match: Match
) -> None:
    address = f"/matches/{match.pk}/play/"
    with no_room_in("matches_logentry"):
        response = browser.post(address, TURN)
        assert_is_unavailable(response)
        assert match.log.count() == 0
    assert f'<form method="post" action="{address}">' in response.content.decode()
    assert f'<a href="{match.get_absolute_url()}">Go to match</a>' in response.content.decode()
    assert dict(fields_in(response)) == TURN
    assert browser.post(address, dict(fields_in(response))).status_code == 303
    assert browser.post(address, dict(fields_in(response))).status_code == 303
    turn = match.log.get()
    assert (turn.text, turn.message) == ("T@b3", TURN["message"])


@pytest.mark.django_db(transaction=True)
def test_what_is_sent_again_passes_the_check_of_forms(player: User, match: Match) -> None:
    browser = Client(raise_request_exception=False, enforce_csrf_checks=True, headers=SAME)
    browser.force_login(player)
    page = browser.get(match.get_absolute_url()).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token is not None
    address = f"/matches/{match.pk}/play/"
    with no_room_in("matches_logentry"):
        response = browser.post(address, {**TURN, "csrfmiddlewaretoken": token[1]})
        assert_is_unavailable(response)
    assert browser.post(address, dict(fields_in(response))).status_code == 303


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_session_that_cannot_be_begun_is_no_login(player: User) -> None:
    browser = Client(raise_request_exception=False, headers=SAME)
    with no_room_in("django_session"):
        response = browser.post("/accounts/login/", {"login": player.email, "password": PASSWORD})
        assert_is_unavailable(response)
        assert PASSWORD not in response.content.decode()
        assert fields_in(response) == []
    assert browser.post("/accounts/login/", {"login": player.email, "password": PASSWORD}).status_code == 302


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_session_that_cannot_be_kept_is_the_databases_fault_not_the_browsers(browser: Client) -> None:
    """Django takes it for one that was ended elsewhere, and the request for a bad one."""
    with no_room_in("django_session"):
        assert_is_unavailable(browser.post("/accounts/reauthenticate/", {"password": PASSWORD}))


@pytest.mark.django_db(transaction=True)
def test_it_is_logged_once_as_an_error(browser: Client, match: Match, caplog: pytest.LogCaptureFixture) -> None:
    with no_room_in("matches_logentry"):
        browser.post(f"/matches/{match.pk}/play/", TURN)
    assert [(record.levelname, record.name) for record in caplog.records] == [("ERROR", "django.request")]
    assert caplog.records[0].exc_info is not None


# -- a database that goes away -------------------------------------------------------------------------------------


def end_this_session() -> None:
    """As an administrator may, or a restart of PostgreSQL does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()

    def end() -> None:
        with connections["default"].cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        connections.close_all()

    thread = threading.Thread(target=end)
    thread.start()
    thread.join()


@pytest.fixture
def gone(browser: Client, match: Match, player_seat: Seat) -> Iterator[Match]:
    end_this_session()
    yield match
    connection.close()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/", "/matches/", "/rules/", "/no/such/page/", "/healthz"])
def test_whoever_is_logged_in_is_told_on_any_page_that_the_database_is_away(
    browser: Client, gone: Match, path: str
) -> None:
    response = browser.get(path)
    assert_is_unavailable(response)
    assert f'href="{path}"' in response.content.decode()
    connection.close()
    assert browser.get("/matches/").status_code == 200


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_script_is_told_in_its_own_way(browser: Client, gone: Match) -> None:
    response = browser.get(f"/matches/{gone.pk}/draft/", headers={"Accept": "application/json"})
    assert response.status_code == 503
    assert "database is having trouble" in response.json()["error"]
    assert response.headers["Retry-After"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/healthz", "/livez"])
def test_a_monitor_is_told(gone: Match, path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 503
    assert response.json()["ok"] is False


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_page_of_a_secret_address_tells_it_to_nobody(player_seat: Seat) -> None:
    token = tokens.mint_turn(player_seat, 1)
    visitor = Client(raise_request_exception=False, headers=SAME)
    end_this_session()
    response = visitor.post(f"/l/{token}/", {"text": "T@b3", "sure": "yes"})
    connection.close()
    assert_is_unavailable(response)
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert visitor.post(f"/l/{token}/", dict(fields_in(response))).status_code == 303


# -- which errors are meant ----------------------------------------------------------------------------------------

Fault = Callable[[], object]


def error_of(act: Fault) -> Exception:
    with pytest.raises(Exception) as raised:
        act()
    return raised.value


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Any]:
    """A SQLite database of Django's, whatever the other tests run on, with a table."""
    config = {"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "lite", "OPTIONS": {"timeout": 0.05}}
    database = ConnectionHandler({"default": config})["default"]
    with database.cursor() as cursor:
        cursor.execute("CREATE TABLE boats (name)")
    yield database
    database.close()


def run(database: Any, sql: str) -> None:
    with database.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.django_db
def test_sqlites_trouble_is_told_from_faulty_sql(lite: Any, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "lite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    locked = error_of(lambda: run(lite, "INSERT INTO boats VALUES ('x')"))
    other.close()
    run(lite, "PRAGMA max_page_count = 2")
    full = error_of(lambda: run(lite, "INSERT INTO boats VALUES (zeroblob(100000))"))
    missing = error_of(lambda: run(lite, "SELECT * FROM ships"))
    faulty = error_of(lambda: run(lite, "SELECT, FROM"))
    assert {type(error) for error in (locked, full, missing, faulty)} == {OperationalError}
    assert [is_database_trouble(error) for error in (locked, full)] == [True, True]
    assert [is_database_trouble(error) for error in (missing, faulty)] == [False, False]


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sql", "is_trouble"),
    [
        ("SELECT * FROM ships", False),
        ("SELECT 1/0", False),
        ("SET LOCAL lock_timeout = 1; DO $$ BEGIN RAISE SQLSTATE '55P03'; END $$", True),
        ("SET LOCAL statement_timeout = 20; SELECT pg_sleep(2)", True),
        ("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$", True),
        ("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$", True),
        ("DO $$ BEGIN RAISE SQLSTATE '57P01'; END $$", True),
        ("DO $$ BEGIN RAISE SQLSTATE '54001'; END $$", False),
        ("SET LOCAL transaction_read_only = on; CREATE TABLE ships ()", True),
    ],
)
def test_postgresqls_trouble_is_told_from_faulty_sql(sql: str, is_trouble: bool) -> None:
    def act() -> None:
        with transaction.atomic():
            run(connection, sql)

    assert is_database_trouble(error_of(act)) is is_trouble


def test_trouble_is_recognised_behind_what_was_made_of_it() -> None:
    def act() -> None:
        try:
            raise OperationalError("server closed the connection unexpectedly")
        except OperationalError:
            raise KeyError("session") from None

    def other() -> None:
        try:
            raise InternalError("cache lookup failed")
        except InternalError as error:
            raise KeyError("session") from error

    assert is_database_trouble(error_of(act))
    assert not is_database_trouble(error_of(other))
    assert not is_database_trouble(None)


def test_a_fault_of_ours_is_still_one(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("matches.home.rules.games", lambda: [1 / 0])
    response = client.get("/rules/")
    assert response.status_code == 500
    assert "Something went wrong" in response.content.decode()
