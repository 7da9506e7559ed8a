"""Setting, trying out and dropping a player's conditional turns.

All of it is between the player and the site: nothing of the match changes, and no one else is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import GameError
from i18n.text import say
from matches.gate.ahead import Tree, awaits_turn, dump_tree, load_tree
from matches.gate.lock import lock_own_seat, transaction_with_retry
from matches.gate.refused import MatchRefused, match_over
from matches.models import ConditionalTurns, LogEntry, Match, Seat

from .describe import Lines, lines_of_tree
from .parse import Unreadable, parse
from .validate import Wrong, check


@transaction_with_retry
def set_lines(seat: Seat, text: str, via: LogEntry.Via, *, number: int | None = None) -> Lines:
    """Replace the seat's conditional turns by these. Raises ``MatchRefused``, with nothing changed.

    ``number`` is that of the opponent's turn that the player saw waiting, if it is known.
    """
    locked_match, seat = lock_own_seat(seat)
    checked = _check(locked_match.match, locked_match.seats, locked_match.state, seat, text, number)
    (other,) = locked_match.others(seat)
    kept = {"number": other.asked_turn, "tree": dump_tree(checked), "via": via, "set_at": locked_match.now}
    ConditionalTurns.objects.update_or_create(seat=seat, defaults=kept)
    _write(seat, Seat.Ahead.SET)
    return lines_of_tree(checked, locked_match.game, locked_match.state, seat, other)


@transaction_with_retry
def drop(seat: Seat) -> bool:
    """Drop the seat's conditional turns, and return whether there were any.

    Raises ``MatchRefused``, for instance if the match is busy.
    """
    _, seat = lock_own_seat(seat)
    was_set = seat.ahead == Seat.Ahead.SET
    if was_set:
        _write(seat, "")
        ConditionalTurns.objects.filter(seat=seat).delete()
    return was_set


def _write(seat: Seat, ahead: str) -> None:
    """Write ``ahead`` directly: ``lock.save`` would have the others' open pages look again, as after a turn."""
    seat.ahead = ahead
    Seat.objects.filter(pk=seat.pk).update(ahead=ahead)


def try_out(match: Match, seats: Sequence[Seat], seat: Seat, text: str) -> Lines:
    """Return what ``set_lines`` would keep, without keeping it. Raises ``MatchRefused`` in the same cases."""
    state = match.loaded_state
    checked = _check(match, seats, state, seat, text, None)
    return lines_of_tree(checked, match.game, state, seat, other_seat(seats, seat))


def lines_of(match: Match, seats: Sequence[Seat], seat: Seat) -> Lines | None:
    """Return the conditional turns that the seat has set and that still wait; only its player may see them."""
    if seat.ahead != Seat.Ahead.SET:
        return None
    other = other_seat(seats, seat)
    stored = ConditionalTurns.objects.filter(seat=seat).first()
    if stored is None or stored.number != other.asked_turn:
        return None
    try:
        return lines_of_tree(load_tree(stored.tree), match.game, match.loaded_state, seat, other)
    except GameError:  # the rules are others since, and it will be dropped when its turn comes
        return None


def why_not(match: Match, seats: Sequence[Seat], state: Any, seat: Seat) -> MatchRefused | None:
    """Return why this seat can't set conditional turns now, or ``None``."""
    if match.is_over:
        return match_over(match)
    if len(seats) != 2 or match.game.together:
        return MatchRefused(say("Conditional turns only work in matches between two players."), "illegal")
    if seat.asked_turn is not None:
        words = say("It’s your turn. Play it first, then add conditional turns while you wait for your opponent.")
        return MatchRefused(words, "not_asked")
    if not awaits_turn(match.game, state, other_seat(seats, seat).index):
        words = say(
            "You can add conditional turns once %(name)s has to play a turn with nothing secret in it.",
            name=other_seat(seats, seat).name,
        )
        return MatchRefused(words, "not_asked")
    return None


def _check(match: Match, seats: Sequence[Seat], state: Any, seat: Seat, text: str, number: int | None) -> Tree:
    if refused := why_not(match, seats, state, seat):
        raise refused
    other = other_seat(seats, seat)
    if number is not None and number != other.asked_turn:
        moved_on = say("Your opponent has played. Check the match again before you save conditional turns.")
        raise MatchRefused(moved_on, "stale")
    try:
        branches = parse(text)
        return check(match.game, state, own=seat.index, other=other.index, who=other.name, branches=branches)
    except Unreadable as error:
        raise MatchRefused(str(error), "unreadable") from error
    except Wrong as error:
        raise MatchRefused(str(error), "unreadable" if error.unreadable else "illegal") from error


def other_seat(seats: Sequence[Seat], seat: Seat) -> Seat:
    """Return the opponent's seat."""
    return next(other for other in seats if other.pk != seat.pk)
