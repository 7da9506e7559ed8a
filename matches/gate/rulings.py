"""Organisers' decisions about a match as a whole: its result, a forfeit, or that it doesn't count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from engine.game import Game
from engine.values import Outcome
from i18n.text import Text, listed, say, say_many
from matches.models import LogEntry, Match, Seat

from . import lock
from .ahead import play_what_was_set_ahead
from .lock import lock_match, lock_own_seat, transaction_with_retry
from .locked_match import LockedMatch, share_of
from .refused import MatchRefused, checked_reason, refuse_if_over

Kind = LogEntry.Kind
LONGEST_REASON = 200  # it is part of the result, which is one line


@transaction_with_retry
def forfeit(seat: Seat, reason: str) -> LogEntry:
    """Have a seat lose the match, as if it had resigned. Raises ``MatchRefused``."""
    locked_match, seat = lock_own_seat(seat)
    if earlier := _done_already(locked_match, Kind.FORFEIT, seat):
        return earlier
    refuse_if_over(locked_match.match)
    if (left := locked_match.left_by(seat)) is not None:
        if left.kind == Kind.FORFEIT:
            return left
        raise MatchRefused(say("%(name)s is out of this match already.", name=seat.name), "over")
    reason = checked_reason(reason, LONGEST_REASON)
    words = say("%(name)s forfeited the match: %(reason)s", name=seat.name, reason=reason)
    line = locked_match.log(
        Kind.FORFEIT, seat, LogEntry.Via.HOST, words, locked_match.state_without(seat, "resignation")
    )
    outcome = locked_match.game.outcome(locked_match.state)
    if outcome is None:  # a game of several continues without this seat
        play_what_was_set_ahead(locked_match, line)
        locked_match.move_on()
    else:
        locked_match.finish(replace(outcome, how="forfeit", words=words))
    lock.save(locked_match)
    return line


@transaction_with_retry
def rule(match: Match, shares: Sequence[Fraction], reason: str) -> LogEntry:
    """Decide who won. Raises ``MatchRefused``.

    ``shares`` in seat order add up to 1, or to 0 if everyone loses. The points stay as they are on the board.
    """
    locked_match = lock_match(match)
    text = " ".join(map(str, shares))
    if earlier := _done_already(locked_match, Kind.RULING, None, text):
        return earlier
    refuse_if_over(locked_match.match)
    words = _verdict(locked_match.seats, shares, checked_reason(reason, LONGEST_REASON))
    line = locked_match.log(Kind.RULING, None, LogEntry.Via.HOST, words)
    line.text = text
    locked_match.finish(Outcome(tuple(shares), scores_of(locked_match.game, locked_match.state), "ruling", words))
    lock.save(locked_match)
    return line


@transaction_with_retry
def annul(match: Match, reason: str) -> LogEntry:
    """End the match without a result. Raises ``MatchRefused``."""
    locked_match = lock_match(match)
    if earlier := _done_already(locked_match, Kind.ANNULLED, None):
        return earlier
    refuse_if_over(locked_match.match)
    words = say("The match was annulled: %(reason)s", reason=checked_reason(reason, LONGEST_REASON))
    line = locked_match.log(Kind.ANNULLED, None, LogEntry.Via.HOST, words)
    locked_match.annul(words)
    lock.save(locked_match)
    return line


def result_of(line: LogEntry, game: Game, state: Any) -> list[tuple[Decimal | None, int | None]] | None:
    """Return each seat's share and score if the line is an organiser's decision; ``None`` if it isn't."""
    if line.kind == Kind.RULING:
        return list(zip((share_of(Fraction(word)) for word in line.text.split()), scores_of(game, state), strict=True))
    if line.kind == Kind.ANNULLED:
        return [(None, None) for _ in scores_of(game, state)]
    return None


def scores_of(game: Game, state: Any) -> tuple[int, ...]:
    """Return the points so far, as everyone sees them on the board."""
    return tuple(game.view(state, None)["scores"])


def _done_already(locked_match: LockedMatch, kind: Kind, seat: Seat | None, text: str = "") -> LogEntry | None:
    """Return the line by which the same was decided and the match ended, if there is one."""
    last = locked_match.last_line() if locked_match.match.is_over else None
    is_same = last is not None and (last.kind, last.seat_id, last.text) == (kind, seat and seat.pk, text)
    return last if is_same else None


def _verdict(seats: Sequence[Seat], shares: Sequence[Fraction], reason: str) -> Text:
    best = max(shares)
    winners = [seat.name for seat, share in zip(seats, shares, strict=True) if share == best > 0]
    if not winners:
        return say("No winner, by decision of the organiser: %(reason)s", reason=reason)
    if len(winners) == len(seats):
        return say("Draw, by decision of the organiser: %(reason)s", reason=reason)
    return say_many(
        "%(winners)s won, by decision of the organiser: %(reason)s",
        "%(winners)s share the win, by decision of the organiser: %(reason)s",
        len(winners),
        winners=listed(winners),
        reason=reason,
    )
