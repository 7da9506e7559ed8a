"""What stood beside the turn in a reply is sent to the others once its writer says so, and not before."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from matches.models import LogEntry, Match
from tests.support.composed_mails import text_of
from tests.support.mail_players import newest, write

LEGAL = "I@b3"
WORDS = "Well played yesterday! See you on Sunday."


@pytest.fixture
def page(match: Match, player: User, settings: Settings) -> str:
    """The link of the receipt, without the site's name."""
    write(newest(player), f"{LEGAL}\n\nWell played yesterday!\nSee you on Sunday.")
    lines = text_of(newest(player, "receipt")).splitlines()
    at = lines.index("To send them, open this link:")
    return lines[at + 2].removeprefix(settings.SITE_URL)


def said() -> list[str]:
    return list(LogEntry.objects.filter(kind=LogEntry.Kind.SAID).values_list("message", flat=True))


def test_opening_it_and_posting_what_is_there_send_nothing(page: str, client: Client) -> None:
    answer = client.get(page)
    assert "Send these lines to Ben?" in answer.content.decode()
    assert WORDS in answer.content.decode()
    assert client.post(page).status_code == 200
    assert client.post(page, {"asked": "1"}).status_code == 422
    assert "Your lines weren’t sent." in client.post(page, {"asked": "1", "sure": "no"}).content.decode()
    assert said() == []


def test_a_yes_sends_them_once(page: str, client: Client) -> None:
    for _ in range(2):
        client.post(page, {"asked": "1", "sure": "yes"})
        assert "Your lines were sent to Ben." in client.get(page).content.decode()
    assert said() == [WORDS]


def test_logged_in_it_works_as_well_and_for_nobody_else(page: str, player: User, opponent: User) -> None:
    other = Client()
    other.force_login(opponent)
    assert other.post(page, {"asked": "1", "sure": "yes"}).status_code == 403
    assert said() == []
    own = Client()
    own.force_login(player)
    assert own.get(page).status_code == 200
    own.post(page, {"asked": "1", "sure": "yes"})
    assert said() == [WORDS]


def test_where_nothing_is_left_nothing_is_offered(match: Match, player: User) -> None:
    write(newest(player), f"{LEGAL}\n\nsay hi")
    assert "/l/" not in text_of(newest(player, "receipt"))
