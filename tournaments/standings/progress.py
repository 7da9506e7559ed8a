"""The progress of a round's matches, for its pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.games import game
from i18n.text import say
from matches.clocks.display import ClockFace, next_face
from matches.models import Match, Seat
from matches.record.scores import score
from tournaments.models import Event, Pairing
from tournaments.standings.result_words import measured_words


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a match.

    ``scores`` are the points so far, in seat order, and ``points`` those with what the current part would add if it
    ended now, in games that say so; ``reached`` says how far a team without opponents has got; ``waits_for`` are the
    indexes of the seats to move, ``since`` when, and ``clock`` the one that ends first.
    """

    title: str
    scores: tuple[int, ...]
    points: tuple[int, ...]
    reached: str
    waits_for: tuple[int, ...]
    since: datetime | None
    clock: ClockFace | None

    @property
    def score(self) -> str:
        return score(*self.scores)


@dataclass(frozen=True, slots=True)
class Colours:
    """The names of a game's sides at the start, and the words that style them; two, or more at tables."""

    labels: tuple[str, ...]
    classes: tuple[str, ...]


def progress_of(pairings: Iterable[Pairing]) -> dict[int, Progress]:
    """Return the progress of running matches, by the pairing's id. Two queries, however many there are."""
    wanted = {pairing.match_id: pairing.pk for pairing in pairings if pairing.match_id and not pairing.decided_at}
    if not wanted:
        return {}
    matches = Match.objects.filter(pk__in=wanted, status=Match.Status.RUNNING).select_related("vacation_pool")
    seats = _seats(wanted)
    now = timezone.now()
    return {wanted[match.pk]: _progress(match, seats[match.pk], now) for match in matches}


def _seats(match_ids: Iterable[int]) -> Mapping[int, list[Seat]]:
    found: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match_id__in=list(match_ids)).order_by("match_id", "index"):
        found[seat.match_id].append(seat)
    return found


def _progress(match: Match, seats: list[Seat], now: datetime) -> Progress:
    state = match.loaded_state
    view = match.game.view(state)
    asked = [seat for seat in seats if seat.asked_turn is not None]
    return Progress(
        title=view["title"],
        scores=tuple(view["scores"]),
        points=_points(view),
        reached=_reached(match, state),
        waits_for=tuple(seat.index for seat in asked),
        since=min((seat.asked_at for seat in asked if seat.asked_at), default=None),
        clock=next_face(seats, match.control, now),
    )


def _reached(match: Match, state: Any) -> str:
    """Say how far a team has got by the measure that counts most: others who play the same mustn't know the rest."""
    names = [say(each.name) for each in match.game.measures()]
    if not names:
        return ""
    return _("%(points)s so far") % {"points": measured_words(names[:1], match.game.measure(state)[:1])}


def _points(view: Mapping[str, Any]) -> tuple[int, ...]:
    now = view.get("as_it_stands") or [0] * len(view["scores"])
    return tuple(score + more for score, more in zip(view["scores"], now, strict=True))


def colours_of(event: Event) -> Colours:
    return _colours(event.game_slug, event.rules.most_in_match(event), get_language())


@cache
def _colours(slug: str, seats: int, language: str | None) -> Colours:  # noqa: ARG001  # the labels are in that language
    sides = game(slug).sides(seats)
    return Colours(tuple(side.name for side in sides), tuple(side.colour for side in sides))
