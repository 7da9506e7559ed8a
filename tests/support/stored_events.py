"""Events stored as the notation writes them (``tournament_notation``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from competition.history import Code, Colour, History, Result
from matches.models import Match
from tournaments.models import Entry, Event, Pairing, Round

from .factories import EntryFactory, EventFactory, MatchFactory, make_players
from .tournament_notation import history


def stored(text: str, names: str = "", *, ratings: dict[int, int] | None = None, **fields: Any) -> Event:
    """Store an event written in the notation. ``names`` are the players', in their order; the rest as in ``store``."""
    return store(history(text, ratings=ratings), names.split(), **fields)


def store(
    found: History,
    names: Sequence[str] = (),
    *,
    with_matches: bool = False,
    volleys: dict[tuple[int, int], tuple[int, int]] | None = None,
    players: Sequence[User] = (),
    **fields: Any,
) -> Event:
    """Store an event that has begun, with these rounds.

    A round in which a match is open (``*``) runs, the others are closed. ``volleys`` are the points of volleys of a
    round's pairing, by round and the number of its white. ``players`` are existing players to use instead of new ones
    with ``names``. ``with_matches``: pairings that run have a match.
    """
    called = names or [player.name or f"Player {player.number}" for player in found.players]
    fields = {"stage": Event.Stage.RUNNING, "rounds": found.rounds, "begun_at": timezone.now()} | fields
    event: Event = EventFactory(**fields)
    users = players or make_players(called)
    entered = [
        EntryFactory.build(event=event, number=player.number, rating=player.rating, player=user)
        for player, user in zip(found.players, users, strict=True)
    ]
    numbers = [player.number for player in found.players]
    entries: dict[int, Entry] = dict(zip(numbers, Entry.objects.bulk_create(entered), strict=True))
    results = {number: _results_of(found, number) for number in range(1, found.paired_rounds + 1)}
    rounds = Round.objects.bulk_create([_round(event, number, results[number]) for number in results])
    Pairing.objects.bulk_create(
        pairing
        for round_ in rounds
        for pairing in _pairings(round_, results[round_.number], entries, volleys or {}, with_matches=with_matches)
    )
    return event


def _results_of(found: History, number: int) -> dict[int, Result]:
    """Return each player's result of a round."""
    return {player.number: player.results[number - 1] for player in found.players}


def _round(event: Event, number: int, results: dict[int, Result]) -> Round:
    runs = any(result.code is Code.RUNNING for result in results.values())
    return Round(
        event=event,
        number=number,
        stage=Round.Stage.RUNNING if runs else Round.Stage.CLOSED,
        published_at=timezone.now(),
        due_at=timezone.now() + timedelta(days=20),
    )


def _pairings(
    round_: Round,
    results: dict[int, Result],
    entries: dict[int, Entry],
    volleys: dict[tuple[int, int], tuple[int, int]],
    *,
    with_matches: bool,
) -> Iterator[Pairing]:
    board = 0
    for player, result in results.items():
        if result.opponent and (result.colour is Colour.BLACK or (not result.colour and player > result.opponent)):
            continue
        board += 1
        is_open = result.code is Code.RUNNING
        other = entries.get(result.opponent)
        points = volleys.get((round_.number, player), (None, None))
        yield Pairing(
            round=round_,
            board=board,
            white=entries[player],
            black=other,
            white_code="" if is_open else result.code,
            black_code="" if is_open or other is None else results[result.opponent].code,
            white_points=points[0],
            black_points=points[1],
            decided_at=None if is_open else timezone.now(),
            match=_match(entries[player], other) if with_matches and is_open and other else None,
        )


def _match(white: Entry, black: Entry) -> Match:
    match: Match = MatchFactory(players=[white.player, black.player])
    return match


FOUR = """
1: 3w1 2b= 4w1
2: 4b1 1w= 3b*
3: 1b0 4w+ 2w*
4: 2w0 3b- 1b0
"""
"""Four players; round 2 has a forfeit, and in round 3 Cleo (3) is still playing Ben (2)."""
FOUR_NAMES = "Ann Ben Cleo Dan"
