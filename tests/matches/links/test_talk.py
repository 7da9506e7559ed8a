"""A guest writes to the others and marks spaces for them, from the newest link alone."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from matches.gate import chat, marks, turns
from matches.mails import tokens
from matches.models import LogEntry, Mark, Match, Seat
from tests.support.factories import GuestFactory, MatchFactory
from tests.support.matches import SITE, asked
from tests.support.pages import main_of, words

HERE = "<code>n1</code>: I’ll go here"


@pytest.fixture
def guest(db: None) -> User:
    made: User = GuestFactory()
    return made


@pytest.fixture
def match(guest: User, opponent: User) -> Match:
    """Of a team, in which the guest is asked for the first turn."""
    made: Match = MatchFactory(game_slug="fairytale", options={"cast": "plain"}, players=[guest, opponent])
    _play(made)
    return made


@pytest.fixture
def link(match: Match) -> str:
    return link_to(asked(match))


@pytest.fixture
def visitor() -> Client:
    return Client(enforce_csrf_checks=False)


def link_to(seat: Seat) -> str:
    return f"/l/{tokens.mint_turn(seat, seat.asked_turn or 0)}/"


def _play(match: Match, text: str = "") -> None:
    match.refresh_from_db()
    seat = asked(match)
    turns.submit_turn(
        seat, seat.asked_turn or 0, text or match.game.sample(match.loaded_state, seat.index, Random(1)), SITE
    )


def said(match: Match) -> list[tuple[str, str]]:
    return list(match.log.filter(kind=LogEntry.Kind.SAID).values_list("message", "via"))


def shown(visitor: Client, address: str) -> str:
    return main_of(visitor.get(address).text)


def test_what_was_said_is_read_and_answered_while_the_turn_is_asked_for_and_afterwards(
    visitor: Client, link: str, match: Match, opponent: User
) -> None:
    chat.write_message(match.seats.get(player=opponent), "Shall we go north?", SITE)
    assert "Shall we go north?" in shown(visitor, link)
    sent = visitor.post(link, {"action": "say", "line": "I’ll hold the west"})
    assert (sent.status_code, sent.headers["Location"]) == (303, f"{link}#say")
    assert "Message sent." in words(shown(visitor, link))
    visitor.post(link, {"text": "5:n", "sure": "yes"})
    visitor.post(link, {"action": "say", "line": "Good luck!"})
    assert "Good luck!" in shown(visitor, link)
    assert said(match)[1:] == [("I’ll hold the west", "link"), ("Good luck!", "link")]
    assert OutboxMail.objects.filter(user=opponent, kind="said").exists()


def test_a_space_is_marked_for_the_others_and_the_mark_removed(visitor: Client, link: str, match: Match) -> None:
    visitor.post(link, {"action": "mark", "space": "n1", "words": "I’ll go here"})
    assert HERE in shown(visitor, link)
    visitor.post(link, {"action": "mark", "remove": "n1"})
    assert HERE not in shown(visitor, link)
    assert not Mark.objects.exists()


@pytest.mark.parametrize(
    ("sent", "typed"),
    [
        ({"action": "say", "line": "x" * 1001}, "x" * 1001),
        ({"action": "mark", "space": "n1", "words": "y" * 201}, "y" * 201),
    ],
)
def test_a_refusal_stands_beside_what_was_typed_and_the_turn_under_way_stays(
    visitor: Client, link: str, match: Match, sent: dict[str, str], typed: str
) -> None:
    refused = visitor.post(link, {**sent, "text": "n1", "sure": "yes"})
    page = main_of(refused.text)
    assert refused.status_code == 422
    assert f'value="{typed}"' in page
    assert 'aria-invalid="true"' in page or 'id="mark-error"' in page
    assert 'value="n1"' in page
    assert not said(match)
    assert not Mark.objects.exists()


def test_a_turn_under_way_is_still_there_when_a_message_is_sent(visitor: Client, link: str) -> None:
    sent = visitor.post(link, {"action": "say", "line": "Wait", "text": "n1 5:w"})
    assert sent.headers["Location"] == f"{link}?text=n1+5%3Aw#say"


def test_emails_about_messages_are_turned_off_and_on(visitor: Client, link: str, match: Match, guest: User) -> None:
    for choice, is_deaf in (("off", True), ("on", False)):
        assert visitor.post(link, {"action": "hear", "mails": choice}).status_code == 303
        assert match.seats.get(player=guest).is_deaf is is_deaf


def test_an_older_link_writes_nothing_and_gives_back_what_was_typed(visitor: Client, link: str, match: Match) -> None:
    visitor.post(link, {"text": "5:n", "sure": "yes"})
    _play(match, "5:n")
    assert 'name="line"' not in shown(visitor, link)
    refused = visitor.post(link, {"action": "say", "line": "Is it <me>?"})
    assert refused.status_code == 409
    assert "your message wasn’t sent: “Is it <me>?”" in words(main_of(refused.text))
    assert visitor.post(link, {"action": "mark", "space": "n1"}).status_code == 409
    assert visitor.post(link, {"action": "hear", "mails": "off"}).status_code == 409
    assert not said(match)
    assert not Mark.objects.exists()
    assert not match.seats.filter(is_deaf=True).exists()


def test_members_log_in_to_write(visitor: Client, link: str, match: Match, opponent: User) -> None:
    visitor.post(link, {"text": "5:n", "sure": "yes"})
    own = link_to(asked(match))
    marks.put_mark(match.seats.get(player=opponent), "n1", "")
    assert 'name="line"' not in shown(visitor, own)
    assert visitor.post(own, {"action": "say", "line": "mine now"}).status_code == 409
    assert not said(match)
