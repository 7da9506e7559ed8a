"""How far the matches of a round have got, for its pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from engine.games import game
from matches.clocks.display import ClockFace, next_face
from matches.models import Match, Seat
from matches.templatetags.scores import score
from tournaments.models import Event, Pairing


@dataclass(frozen=True, slots=True)
class Progress:
    """``scores`` are the points so far, in seat order, and ``points`` those with what a volley that is being played
    would add if it stopped now, for the game that says so; ``waits_for`` the indexes of the seats that are asked,
    ``since`` when, and ``clock`` that of the one whose time ends first."""

    title: str
    scores: tuple[int, ...]
    points: tuple[int, ...]
    waits_for: tuple[int, ...]
    since: datetime | None
    clock: ClockFace | None

    @property
    def score(self) -> str:
        return score(*self.scores)


@dataclass(frozen=True, slots=True)
class Colours:
    """What the two sides of a game are called at the start, and the words that style them."""

    labels: tuple[str, str]
    classes: tuple[str, str]


def progress_of(pairings: Iterable[Pairing]) -> dict[int, Progress]:
    """Of those whose match still runs, by the pairing's id. Two queries however many they are."""
    wanted = {pairing.match_id: pairing.pk for pairing in pairings if pairing.match_id and not pairing.decided_at}
    if not wanted:
        return {}
    matches = Match.objects.filter(pk__in=wanted, status=Match.Status.RUNNING).select_related("leave_pool")
    seats = _seats(wanted)
    now = timezone.now()
    return {wanted[match.pk]: _progress(match, seats[match.pk], now) for match in matches}


def _seats(match_ids: Iterable[int]) -> Mapping[int, list[Seat]]:
    found: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match_id__in=list(match_ids)).order_by("match_id", "index"):
        found[seat.match_id].append(seat)
    return found


def _progress(match: Match, seats: list[Seat], now: datetime) -> Progress:
    view = match.game.view(match.loaded_state)
    asked = [seat for seat in seats if seat.number is not None]
    return Progress(
        title=view["title"],
        scores=tuple(view["scores"]),
        points=_points(view),
        waits_for=tuple(seat.index for seat in asked),
        since=min((seat.asked_at for seat in asked if seat.asked_at), default=None),
        clock=next_face(seats, match.control, now),
    )


def _points(view: Mapping[str, Any]) -> tuple[int, ...]:
    now = view.get("as_it_stands") or [0] * len(view["scores"])
    return tuple(score + more for score, more in zip(view["scores"], now, strict=True))


def colours_of(event: Event) -> Colours:
    return _colours(event.game_slug, get_language())


@cache
def _colours(slug: str, language: str | None) -> Colours:  # noqa: ARG001  # the labels are in that language
    first, second = game(slug).sides(2)
    return Colours((first.name, second.name), (first.colour, second.colour))
