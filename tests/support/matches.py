"""Matches of a toy game, so that the rules of play are tested apart from those of Fortify; and random turns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

import fortify_site.urls  # noqa: F401 (a view that is first imported while there is only the toy would keep to it)
from accounts.models import User
from engine.games import games
from mail.models import OutboxMail
from matches.gate import turns
from matches.gate.refused import MatchRefused
from matches.mails import turn_delivery
from matches.models import LogEntry, Match, Seat
from matches.time_control import time_control
from timekeeping import clock

from .factories import MatchFactory
from .second_language import in_brackets
from .toy_game import Toy

SITE = LogEntry.Via.SITE
Start = Callable[..., Match]
Mails = Callable[[], list[tuple[str, str]]]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The toy game, as the only game there is."""
    game = Toy()
    monkeypatch.setattr("engine.games.games", lambda: (game,))
    return game


@contextmanager
def offering_the_toy() -> Iterator[Toy]:
    """Add the toy game to the site's games."""
    game = Toy()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.games._GAMES", (*games(), game))
        yield game


@pytest.fixture
def toy_beside() -> Iterator[Toy]:
    with offering_the_toy() as game:
        yield game


@pytest.fixture
def brackets() -> Iterator[None]:
    with in_brackets():
        yield


@pytest.fixture
def toy_match(toy: Toy, player: User, opponent: User) -> Match:
    """A match of the toy game in which both players are asked for a pick."""
    match: Match = MatchFactory(game_slug="toy", players=[player, opponent])
    return match


@pytest.fixture
def first(toy_match: Match) -> Seat:
    return toy_match.seats.get(index=0)


@pytest.fixture
def second(toy_match: Match) -> Seat:
    return toy_match.seats.get(index=1)


@pytest.fixture
def mails() -> Mails:
    """A function that returns the emails queued since its last call: kind and reader's name, in order."""
    seen: set[int] = set(OutboxMail.objects.values_list("pk", flat=True))

    def look() -> list[tuple[str, str]]:
        new = list(OutboxMail.objects.exclude(pk__in=seen).select_related("user").order_by("pk"))
        seen.update(mail.pk for mail in new)
        return [(mail.kind, str(mail.user)) for mail in new]

    return look


def submit(seat: Seat, text: str, **more: Any) -> LogEntry:
    """Play what the seat is asked for now."""
    seat.refresh_from_db()
    assert seat.asked_turn is not None
    return turns.submit_turn(seat, seat.asked_turn, text, LogEntry.Via.SITE, **more)


def play_picks(match: Match) -> None:
    for seat in match.seats.all():
        submit(seat, f"pick {seat.index + 1}")


def told(match: Match) -> Match:
    """Mark the emails about the turns asked for now as taken by a mail server; until then no one runs out of time."""
    waiting = OutboxMail.objects.filter(match=match, kind="your_turn", status=OutboxMail.Status.QUEUED)
    waiting.update(status=OutboxMail.Status.SENT, sent_at=clock.now())
    return match


def fresh(seat: Seat) -> Seat:
    """Return the seat as it is stored now."""
    return Seat.objects.select_related("player").get(pk=seat.pk)


def last(match: Match) -> LogEntry:
    """Return the last line of the match's log."""
    return match.log.latest("index")


def written_plain(turn: LogEntry, words: str) -> None:
    """Store a line's words as plain text, as lines were before translations, and as the migration leaves them."""
    LogEntry.objects.filter(pk=turn.pk).update(words=words, public_words=words, notes=[words])


def length(match: Match) -> int:
    """Return the length of the match's log as it is now."""
    return Match.objects.get(pk=match.pk).log_length


def mail_of(seat: Seat) -> OutboxMail:
    """Return the email about the turn that the seat is asked for."""
    return OutboxMail.objects.get(key=turn_delivery.turn_key(seat))


def kinds(match: Match) -> list[str]:
    """Return the kinds of the match's log lines, in order."""
    return [str(kind) for kind in match.log.order_by("index").values_list("kind", flat=True)]


def finish(match: Match) -> None:
    """Play the match to the end: seat 0 wins by 12 to 5."""
    play_picks(match)
    submit(match.seats.get(index=0), "add 9")
    submit(match.seats.get(index=1), "add 1")


def refusal(seat: Seat, number: int, text: str, message: str = "") -> MatchRefused:
    with pytest.raises(MatchRefused) as caught:
        turns.submit_turn(seat, number, text, LogEntry.Via.SITE, message)
    return caught.value


def later(match: Match, **spell: float) -> time_machine.travel:
    """Travel to that long after the match began."""
    return time_machine.travel(match.started_at + timedelta(**spell), tick=False)


def travel(**spell: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(**spell), tick=False)


def travel_to_deadline_of(seat: Seat, **later: float) -> time_machine.travel:
    seat.refresh_from_db()
    assert seat.deadline is not None
    return time_machine.travel(seat.deadline + timedelta(**later), tick=False)


def travel_past_grace_of(seat: Seat, **later: float) -> time_machine.travel:
    """Travel to the first moment at which the sweep decides the seat's deadline, or to that much later."""
    return travel_to_deadline_of(seat, seconds=time_control.GRACE.total_seconds(), microseconds=1, **later)


def asked(match: Match) -> Seat:
    """Return the seat that is asked for a turn, or the first of them."""
    seat = match.seats.filter(asked_turn__isnull=False).select_related("player").first()
    assert seat is not None
    return seat


def play_on(match: Match, number: int, *, message: str = "") -> Match:
    """Play that many random turns, the same ones every time."""
    chance = random.Random(5)
    for _ in range(number):
        match.refresh_from_db()
        if match.is_over:
            break
        seat = asked(match)
        text = match.game.sample(match.loaded_state, seat.index, chance)
        turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE, message)
    match.refresh_from_db()
    return match
