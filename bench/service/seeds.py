"""The matches from which all others are copied. The site itself plays them, so copies have all that it stores.

``OWN`` of them belong to one player, Ada, whose pages are measured; those numbers never grow.
"""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Final, NamedTuple

from django.utils import timezone

from accounts.models import User
from engine.games import game
from mail.models import OutboxMail
from matches.clocks import pauses
from matches.gate import turns
from matches.models import LogEntry, Match, Offer, Place, Seat
from matches.time_control import time_control

PLAYERS: Final = 3_000
OWN: Final = 20
OWN_FINISHED: Final = 12
SHORT: Final = 18
OPEN_CHALLENGES: Final = 25
GAME: Final = "fortify"
OPTIONS: Final = (
    {"map": "4x5", "format": "points-2"},
    {"map": "5x5", "format": "points-2", "special": "on"},
    {"map": "4x5", "format": "points-4"},
    {"map": "5x5", "format": "points-4"},
)


class Seeds(NamedTuple):
    """Ada, the other players (whose ids have no gap), and the running matches, with long or short logs."""

    ada: User
    first_player: int
    long: list[int]
    short: list[int]


def play_seeds() -> Seeds:
    random = Random(1)
    ada = User.objects.create_user("ada@players.example", "Ada")
    others = _players()
    for place in range(OWN_FINISHED):
        _finish(_match(place, [ada, others[place]], lines=6 + place, random=random))
    long = [_match(place, _seated(ada, others[place], place), lines=8 + place, random=random) for place in range(OWN)]
    short = [_match(place, others[place : place + 2], lines=1 + place % 3, random=random) for place in range(SHORT)]
    _challenges(others)
    OutboxMail.objects.update(status=OutboxMail.Status.SENT, sent_at=timezone.now(), attempts=1)
    return Seeds(ada, others[0].pk, [match.pk for match in long], [match.pk for match in short])


def _players() -> list[User]:
    """Create the players. No one logs in by a password here, so none is hashed."""
    names = [f"Player {number}" for number in range(PLAYERS)]
    fields = [{"email": f"{name.replace(' ', '')}@players.example".lower(), "display_name": name} for name in names]
    return User.objects.bulk_create([User(password="!", **each) for each in fields], batch_size=1_000)


def _seated(ada: User, other: User, place: int) -> list[User]:
    return [ada, other] if place // 2 % 2 else [other, ada]  # in half of the matches it is her turn


def _match(place: int, players: list[User], *, lines: int, random: Random) -> Match:
    """Start a match, and play it at random to that many lines in its log. It is still running."""
    rules = game(GAME)
    options = rules.clean_options(OPTIONS[place % len(OPTIONS)])
    control = time_control.TimeControl.fixed(3)
    match = turns.start_match(GAME, options, players, control, vacation_pool=pauses.friendly_pool())
    for _ in range(lines):
        play_at_random(match, random)
    match.refresh_from_db()
    if match.is_over:
        raise RuntimeError(f"{match} is over after {lines} lines; the bench needs it running.")
    return match


def play_at_random(match: Match, random: Random) -> None:
    seat = match.seats.filter(asked_turn__isnull=False).earliest("index")
    match.refresh_from_db()
    text = match.game.sample(match.loaded_state, seat.index, random)
    turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE)


def _finish(match: Match) -> None:
    turns.resign(Seat.objects.get(match=match, index=1), LogEntry.Via.SITE)


def _challenges(players: list[User]) -> None:
    options = game(GAME).clean_options(OPTIONS[0])
    offers = Offer.objects.bulk_create(
        Offer(host=player, game_slug=GAME, options=options, expires_at=timezone.now() + timedelta(days=14))
        for player in players[:OPEN_CHALLENGES]
    )
    Place.objects.bulk_create(Place(offer=offer, for_anyone=True) for offer in offers)
