"""Each line that the others write reaches its reader once, whatever goes out late or early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from unittest import mock

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.utils import timezone

from mail.outbox import deliver
from mail.outbox.send import Failure
from matches.gate import chat, marks, turns
from matches.models import Match, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, asked

pytestmark = pytest.mark.django_db

Wait = Callable[[int], None]


@pytest.fixture
def wait() -> Iterator[Wait]:
    """So many seconds go by, in which mail is sent."""
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False) as moment:

        def go_by(seconds: int) -> None:
            for _ in range(seconds // 10):
                moment.shift(timedelta(seconds=10))
                deliver.deliver_due()

        yield go_by


def _team(*names: str) -> Match:
    people = [UserFactory(display_name=name) for name in names]
    made: Match = MatchFactory(game_slug="fairytale", options={"cast": "plain"}, players=people)
    deliver.deliver_due()
    return made


def _play(match: Match) -> None:
    match.refresh_from_db()
    seat = asked(match)
    turns.submit_turn(seat, seat.asked_turn or 0, match.game.sample(match.loaded_state, seat.index, Random(1)), SITE)


def _told(sent: list[EmailMessage], reader: Seat, *words: str) -> list[int]:
    assert reader.player is not None
    own = [str(message.body) for message in sent if reader.player.email in message.to]
    return [sum(each in body for body in own) for each in words]


def test_one_that_waited_while_its_reader_played(wait: Wait, mailoutbox: list[EmailMessage]) -> None:
    match = _team("Ann", "Ben")
    _play(match)
    reader = asked(match)
    other = match.seats.exclude(pk=reader.pk).get()
    wait(30)
    chat.write_message(other, "Go north", SITE)
    wait(30)
    _play(match)
    wait(30)
    _play(match)
    chat.write_message(other, "Well done", SITE)
    wait(1800)
    assert _told(mailoutbox, reader, "Go north", "Well done") == [1, 1]


def test_one_that_was_turned_down_for_the_moment(wait: Wait, mailoutbox: list[EmailMessage]) -> None:
    match = _team("Ann", "Ben", "Cleo")
    _, writer, reader = match.seats.order_by("index").select_related("player")
    chat.write_message(writer, "Go north", SITE)
    with mock.patch.object(deliver, "send_message", return_value=Failure("451 Greylisted, try again later")):
        wait(190)
    chat.write_message(writer, "Well done", SITE)
    wait(3600)
    assert _told(mailoutbox, reader, "Go north", "Well done") == [1, 1]


def test_a_mark_after_the_email_about_the_turn_took_a_line_along(wait: Wait, mailoutbox: list[EmailMessage]) -> None:
    match = _team("Ann", "Ben", "Cleo")
    _play(match)
    reader = asked(match)
    one, two = match.seats.exclude(pk=reader.pk)
    wait(30)
    chat.write_message(one, "Go north", SITE)
    wait(280)
    marks.put_mark(two, "n1", "I wait here")
    wait(600)
    assert _told(mailoutbox, reader, "Go north", "I wait here") == [1, 1]
