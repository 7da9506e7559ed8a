"""Writing a line to the others from the page of a match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches.gate import turns
from matches.match_view import log_page
from matches.models import LogEntry, Match
from tests.support.pages import words
from tests.support.people import LogIn

LINE = "Good luck, <b>Ben</b>!"


def url(match: Match) -> str:
    return f"/matches/{match.pk}/"


def page(client: Client, match: Match) -> str:
    return client.get(url(match)).content.decode()


def say(client: Client, match: Match, line: str = LINE) -> Any:
    return client.post(f"{url(match)}say/", {"line": line})


def test_it_is_sent_and_stands_in_the_log_of_both(log_in: LogIn, match: Match, player: User, opponent: User) -> None:
    assert say(log_in(player), match).status_code == 303
    for reader in (player, opponent):
        html = page(log_in(reader), match)
        assert "<blockquote>Good luck, &lt;b&gt;Ben&lt;/b&gt;!</blockquote>" in html
    assert OutboxMail.objects.filter(kind="said", user=opponent).count() == 1


def test_the_conversation_is_read_in_one_piece_however_long_the_match(
    log_in: LogIn, match: Match, player: User, opponent: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(log_in(player), match, "Good luck!")
    turns.submit_turn(match.seats.get(index=0), 1, "T@b3", LogEntry.Via.SITE, message="A tank.")
    say(log_in(opponent), match, "And to you.")
    for on_a_page in (20, 1):
        monkeypatch.setattr(log_page, "TURNS_ON_A_PAGE", on_a_page)
        for reader in (player, opponent):
            shown = log_in(reader).get(url(match))
            assert [line.message for line in shown.context["said"]] == ["Good luck!", "A tank.", "And to you."]
            assert "And to you." in words(shown.text.partition('id="say"')[2])
        watched = log_in(stranger).get(url(match))
        assert watched.context["said"] == []
        assert 'id="say"' not in watched.text


def test_nobody_else_hears_of_it_or_is_offered_the_form(
    log_in: LogIn, match: Match, player: User, stranger: User
) -> None:
    say(log_in(player), match)
    client = log_in(stranger)
    shown = client.get(url(match))
    assert shown.context["turns"].items == []
    assert 'name="line"' not in shown.text
    for path in ("", "turns/0/", "record/"):
        assert "Good luck" not in client.get(url(match) + path).content.decode()


def test_a_refusal_stands_beside_what_was_typed(log_in: LogIn, match: Match, player: User) -> None:
    response = say(log_in(player), match, "x" * 501)
    assert response.status_code == 422
    html = response.content.decode()
    assert "Your message has 501 characters; the limit is 500." in words(html)
    assert "x" * 501 in html
    assert not match.log.exists()


def test_after_a_login_in_between_the_line_is_in_the_form(log_in: LogIn, match: Match, player: User) -> None:
    response = say(Client(), match, "Hello")
    assert response.status_code == 302
    assert "line%3DHello" in response.headers["Location"]
    html = log_in(player).get(f"{url(match)}say/", {"line": "Hello"}).content.decode()
    assert 'value="Hello"' in html
    assert not match.log.exists()


def test_when_the_match_has_long_been_over_there_is_no_form(log_in: LogIn, match: Match, player: User) -> None:
    turns.resign(match.seats.get(index=1), LogEntry.Via.SITE)
    client = log_in(player)
    assert 'name="line"' in page(client, match)
    with time_machine.travel(timezone.now() + timedelta(days=7, minutes=1), tick=False):
        assert 'name="line"' not in page(client, match)
        response = say(client, match)
    assert response.status_code == 409
    assert "ended over a week ago" in words(response.content.decode())


def test_mails_about_lines_can_be_turned_off_and_on(log_in: LogIn, match: Match, opponent: User) -> None:
    client = log_in(opponent)
    for mails, is_deaf in (("off", True), ("on", False)):
        assert client.post(f"{url(match)}hear/", {"mails": mails}).status_code == 303
        assert [seat.is_deaf for seat in match.seats.order_by("index")] == [False, is_deaf]
        assert f'value="{"on" if is_deaf else "off"}"' in page(client, match)
