"""The state of an open page: a word that changes with what others change on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Count, Max

from accounts.models import User
from matches.models import Match, Offer, Place, Seat, Seek

from .address import LivePage


@dataclass(frozen=True, slots=True)
class State:
    """A ``word`` that changes whenever what the page shows changes.

    ``is_asked``: the reader's seat is asked, on the page of a match. ``waiting``: in how many matches it is the
    reader's turn, on the home page.
    """

    word: str
    is_asked: bool = False
    waiting: int | None = None


@dataclass(frozen=True, slots=True)
class OpenPage:
    """Everything a page needs to stay up to date."""

    address: str
    state: State


def open_match(match: Match, seat: Seat | None) -> OpenPage | None:
    """Return the open page of a match, for the reader with that seat; ``None`` for a match that is over."""
    if match.is_over:
        return None
    if seat is None:
        return OpenPage(LivePage(match_id=match.pk).address, State(str(match.log_length)))
    page = LivePage(match_id=match.pk, seat_id=seat.pk, player_id=seat.player_id)
    return OpenPage(page.address, _of_player(match.log_length, match.marks_changed, seat.asked_turn))


def open_home(player_id: int, count: int, latest: datetime | None) -> OpenPage:
    """Return the open home page, given how many matches wait for the player and when the latest began to."""
    return OpenPage(LivePage(player_id=player_id).address, _waiting(count, latest))


def open_lobby(player: User) -> OpenPage:
    """Return the open page of the lobby, for a player."""
    return OpenPage(LivePage(player_id=player.pk, is_lobby=True).address, lobby_state(player.pk))


def lobby_state(player_id: int) -> State:
    """Return the state of the lobby: the players who wait, the free places, and the last pairing of the player.

    It doesn't change when something merely expires.
    """
    seeks = Seek.objects.filter(match=None).aggregate(count=Count("pk"), latest=Max("made_at"))
    free = Place.objects.filter(for_anyone=True, player=None, offer__status=Offer.Status.OPEN)
    offers = free.aggregate(count=Count("pk"), latest=Max("pk"))
    paired = Seek.objects.filter(player=player_id).aggregate(latest=Max("match"))["latest"]
    waiting = _waiting(**seeks).word
    return State(f"{waiting}.{offers['count']}.{offers['latest'] or '-'}.{paired or '-'}")


def waiting_state(player_id: int) -> State:
    """Return the state of the matches that wait for a player."""
    asked = Seat.objects.filter(player=player_id, finished_at=None, asked_turn__isnull=False)
    return _waiting(**asked.aggregate(count=Count("pk"), latest=Max("asked_at")))


def _waiting(count: int, latest: datetime | None) -> State:
    """Make the state from the number of matches that wait and the latest request among them.

    Another match that waits makes the latest request a later one, and one fewer changes the count.
    """
    moment = f"{latest.astimezone(UTC):%Y%m%d%H%M%S%f}" if latest else "-"
    return State(f"{count}.{moment}", waiting=count)


def state_of(page: LivePage) -> State | None:
    """Return the state of a page now; ``None`` if its reader may no longer see it.

    It takes one query, three for the lobby. The reader may no longer see a match that no longer exists or whose seat
    has changed hands, and nothing once their account is closed.
    """
    if page.is_lobby:
        assert page.player_id is not None
        return lobby_state(page.player_id)
    if page.match_id is None:
        assert page.player_id is not None
        return waiting_state(page.player_id)
    if page.seat_id is None:
        watched = Match.objects.filter(pk=page.match_id).values_list("log_length", flat=True).first()
        return None if watched is None else State(str(watched))
    own = Seat.objects.filter(pk=page.seat_id, player=page.player_id, player__is_active=True)
    found = own.values_list("match__log_length", "match__marks_changed", "asked_turn").first()
    return None if found is None else _of_player(*found)


def _of_player(log_length: int, marks_changed: int, number: int | None) -> State:
    """Return the state of a match, for a player in it."""
    return State(f"{log_length}.{marks_changed}" if marks_changed else str(log_length), is_asked=number is not None)
