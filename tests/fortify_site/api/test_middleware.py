"""What holds for every address of the API: tokens, rates, caching, errors, and other sites' scripts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Token
from tests.support.factories import EventFactory
from tests.support.people import LogIn
from tournaments.models import Event

from .conftest import Program, Programs

pytestmark = pytest.mark.either


def test_what_has_not_changed_is_not_sent_again(visitor: Program) -> None:
    event: Event = EventFactory(name="Spring Cup")
    first = visitor.get(f"/events/{event.pk}")
    again = visitor.get(f"/events/{event.pk}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Access-Control-Allow-Origin"] == "*"
    assert again["Cache-Control"] == "public, max-age=30"
    Event.objects.update(name="Summer Cup", changed_at=timezone.now())
    changed = visitor.get(f"/events/{event.pk}", headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed.json()["name"]) == (200, "Summer Cup")


def test_what_a_token_is_shown_no_cache_may_keep(program_of: Programs, player: User) -> None:
    response = program_of(player).get("/events")
    assert response["Cache-Control"] == "private, no-cache"
    assert "Authorization" in response["Vary"]


def test_a_head_is_a_get_without_its_body(visitor: Program) -> None:
    head, get = visitor.client.head("/api/v1/events"), visitor.get("/events")
    assert (head.status_code, head.content) == (200, b"")
    assert head["ETag"] == get["ETag"]
    assert head["Content-Length"] == str(len(get.content))


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nowhere", 404, "not_found"),
        ("POST", "/api/v1/nowhere", 404, "not_found"),
        ("GET", "/api/v1/events/999", 404, "not_found"),
        ("GET", "/api/v1/events/spring", 422, "invalid"),
        ("DELETE", "/api/v1/events", 405, "method_not_allowed"),
        ("GET", "/api/v1/me", 401, "no_token"),
        ("POST", "/api/v1/matches/1/turns", 401, "no_token"),
    ],
)
def test_errors_are_json(visitor: Program, method: str, path: str, status: int, code: str) -> None:
    response = visitor.client.generic(method, path)
    assert response.status_code == status
    assert response["Content-Type"].startswith("application/json")
    assert response.json()["code"] == code
    assert response.json()["error"]
    assert response["Cache-Control"] == "no-store"


def test_errors_are_in_the_language_that_is_asked_for(visitor: Program) -> None:
    response = visitor.get("/nowhere", headers={"Accept-Language": "de"})
    assert response.json()["error"] == "Unter dieser Adresse gibt es nichts."


def test_a_database_in_trouble_is_told_as_json(visitor: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr("fortify_site.api.rate_limit.count_request", fail)
    visitor.client.raise_request_exception = False
    response = visitor.get("/events")
    assert response.status_code == 503
    assert response["Content-Type"].startswith("application/json")
    assert response["Retry-After"] == "30"


def test_whoever_asks_too_often_has_to_wait(visitor: Program, settings: Settings) -> None:
    settings.API_RATE = 3
    with time_machine.travel("2026-05-04T10:00:20Z", tick=False):
        left = [visitor.get("/events")["RateLimit-Remaining"] for _ in range(3)]
        refused = visitor.get("/events")
    assert left == ["2", "1", "0"]
    assert (refused.status_code, refused["Retry-After"], refused.json()["code"]) == (429, "40", "too_many_requests")
    with time_machine.travel("2026-05-04T10:01:00Z", tick=False):
        assert visitor.get("/events").status_code == 200


def test_rates_are_counted_apart(
    visitor: Program, program_of: Programs, player: User, opponent: User, settings: Settings
) -> None:
    settings.API_RATE, settings.API_TOKEN_RATE = 1, 2
    one, other = program_of(player), program_of(opponent)
    with time_machine.travel("2026-05-04T10:00:20Z", tick=False):
        assert [visitor.get("/events").status_code for _ in range(2)] == [200, 429]
        assert visitor.get("/events", REMOTE_ADDR="192.0.2.9").status_code == 200
        assert [one.get("/me").status_code for _ in range(3)] == [200, 200, 429]
        assert other.get("/me").status_code == 200


def test_addresses_of_one_ipv6_network_are_counted_together(visitor: Program, settings: Settings) -> None:
    settings.API_RATE = 1
    with time_machine.travel("2026-05-04T10:00:20Z", tick=False):
        codes = [
            visitor.get("/events", REMOTE_ADDR=address).status_code
            for address in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1")
        ]
    assert codes == [200, 429, 200]


def test_a_wrong_token_is_refused_and_counted(settings: Settings, db: None) -> None:
    settings.API_RATE = 1
    guesser = Program("club_guess")
    with time_machine.travel("2026-05-04T10:00:20Z", tick=False):
        first, second = guesser.get("/events"), guesser.get("/events")
    assert (first.status_code, first.json()["code"]) == (401, "unknown_token")
    assert first["WWW-Authenticate"].startswith("Bearer")
    assert second.status_code == 429


def test_other_sites_scripts_may_read_and_not_write(visitor: Program) -> None:
    origin = {"Origin": "https://club.example"}
    assert visitor.get("/events", headers=origin)["Access-Control-Allow-Origin"] == "*"
    asked = {**origin, "Access-Control-Request-Method": "POST"}
    preflight = visitor.client.options("/api/v1/matches/1/turns", headers=asked)
    assert preflight.status_code == 204
    assert "POST" not in preflight["Access-Control-Allow-Methods"]
    assert "Access-Control-Allow-Credentials" not in preflight.headers
    assert "Access-Control-Allow-Origin" not in visitor.post("/matches/1/turns").headers


def test_a_cookie_opens_nothing(log_in: LogIn, player: User) -> None:
    browser: Client = log_in(player)
    assert browser.get("/api/v1/me").status_code == 401
    assert EventFactory(is_public=False).pk not in [e["id"] for e in browser.get("/api/v1/events").json()["items"]]


def test_a_token_may_not_be_used_any_more(program_of: Programs, player: User) -> None:
    program = program_of(player)
    assert program.get("/me").status_code == 200
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert program.get("/me").status_code == 401
    User.objects.filter(pk=player.pk).update(is_active=True)
    tokens.revoke(player, player.api_tokens.get().pk)
    assert program.get("/me").status_code == 401


def test_that_a_token_was_used_is_noted_once_an_hour(program_of: Programs, player: User) -> None:
    program, start = program_of(player), timezone.now()
    seen = []
    for minutes in (0, 30, 59, 61):
        with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
            program.get("/me")
        seen.append(Token.objects.get().last_used_at)
    assert seen[0] == seen[1] == seen[2] == start
    assert seen[3] == start + timedelta(minutes=61)


def test_only_a_hash_of_a_token_is_kept(player: User) -> None:
    text = tokens.make_token(player, "phone", Token.Scope.READ)
    row = Token.objects.get()
    kept = {str(getattr(row, field.attname)) for field in Token._meta.concrete_fields}
    assert text not in kept
    assert tokens.find_token(text) == row
    assert tokens.find_token(row.digest) is None


def test_addresses_of_the_older_kind_are_counted_one_by_one_on_a_socket_for_both(
    visitor: Program, settings: Settings
) -> None:
    settings.API_RATE = 1
    answers = [visitor.get("/events", REMOTE_ADDR=f"::ffff:203.0.113.{last}").status_code for last in (1, 2, 1)]
    assert answers == [200, 200, 429]
