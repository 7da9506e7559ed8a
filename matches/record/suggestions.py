"""Answers that a player may start from: those the game has ready, and the one the player gave last time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from engine.errors import GameError
from engine.game import Game
from engine.values import Decision, Suggestion
from matches.models import LastAnswer, Seat


@dataclass(frozen=True, slots=True)
class Offer:
    """A whole submission that could be sent now, under its name and in words."""

    label: str
    text: str
    words: str


def remember(seat: Seat, decision: Decision, text: str) -> None:
    """Keep an answer of the seat's player for the next match."""
    if seat.player_id is None:
        return
    LastAnswer.objects.update_or_create(
        player_id=seat.player_id,
        game_slug=seat.match.game_slug,
        kind=decision.kind,
        defaults={"text": text, "at": timezone.now()},
    )


def offers(game: Game, state: Any, seat: Seat, decision: Decision) -> list[Offer]:
    """Return what can be suggested to a seat that is asked, each answer once, without what is illegal in this match."""
    found: dict[str, Offer] = {}
    for suggestion in _suggestions(game, seat, decision):
        try:
            draft = game.draft(state, seat.index, suggestion.text)
        except GameError:
            continue
        if draft.may_send:
            found.setdefault(draft.text, Offer(suggestion.label, draft.text, draft.words))
    return list(found.values())


def _suggestions(game: Game, seat: Seat, decision: Decision) -> Iterator[Suggestion]:
    yield from decision.suggestions
    if not decision.again:
        return
    last = LastAnswer.objects.filter(player_id=seat.player_id, game_slug=game.slug, kind=decision.kind)
    if (text := last.values_list("text", flat=True).first()) is not None:
        yield Suggestion(text, decision.again)
