"""A match of a toy game, so that the rules of play are tested apart from the rules of Fortify."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from fortify_site.accounts.models import User
from matches import play
from matches.models import Match, OutboxMail, Seat, Turn
from tests.factories import MatchFactory
from tests.matches.toy import Toy

Start = Callable[..., Match]
Mails = Callable[[], list[tuple[str, str]]]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The only game there is."""
    game = Toy()
    monkeypatch.setattr("engine.game.games", lambda: (game,))
    return game


@pytest.fixture
def toy_match(toy: Toy, player: User, opponent: User) -> Match:
    """Both are asked for a pick."""
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
    """The mails queued since the last look: kind and reader's name, in order."""
    seen: set[int] = set(OutboxMail.objects.values_list("pk", flat=True))

    def look() -> list[tuple[str, str]]:
        new = list(OutboxMail.objects.exclude(pk__in=seen).select_related("user").order_by("pk"))
        seen.update(mail.pk for mail in new)
        return [(mail.kind, str(mail.user)) for mail in new]

    return look


def submit(seat: Seat, text: str, **more: str) -> Turn:
    """Play what the seat is asked for now."""
    seat.refresh_from_db()
    assert seat.number is not None
    return play.submit_turn(seat, seat.number, text, Turn.Via.SITE, **more)


def play_picks(match: Match) -> None:
    for seat in match.seats.all():
        submit(seat, f"pick {seat.index + 1}")


def travel(**spell: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(**spell), tick=False)


def travel_to_deadline_of(seat: Seat, **later: float) -> time_machine.travel:
    seat.refresh_from_db()
    assert seat.deadline is not None
    return time_machine.travel(seat.deadline + timedelta(**later), tick=False)
