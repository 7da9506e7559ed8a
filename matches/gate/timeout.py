"""What happens when a seat's time has run out, as the match's terms say."""

from __future__ import annotations

from typing import Literal

from engine.game import GameError
from i18n.text import say
from matches.clocks import seat_clock
from matches.clocks.time_control import DAY
from matches.leave import pauses
from matches.models import Match, Seat, Turn

from .locked_match import LockedMatch
from .refused import Refused


def time_out(table: LockedMatch, seat: Seat) -> Turn:
    """A leave day is used up, the seat is passed for this turn, or it loses."""
    return use_leave_day(table, seat) or _pass_over(table, seat) or _lose(table, seat)


def use_leave_day(table: LockedMatch, seat: Seat) -> Turn | None:
    """Twenty-four hours more from the player's leave, if the terms have it so and there is a day left."""
    pool = table.match.leave_pool if table.match.at_zero == Match.AtZero.LEAVE else None
    if pool is None or seat.player is None or not pauses.use_day(pool, seat, table.now):
        return None
    seat_clock.give(seat, DAY, table.now)
    words = say("Used a vacation day when time ran out; the turn stays open.")
    turn = table.log(Turn.Kind.LEAVE_DAY, seat, Turn.Via.CLOCK, words, about=seat, amount=DAY)
    table.tell("leave_day", [seat], turn)
    return turn


def _pass_over(table: LockedMatch, seat: Seat) -> Turn | None:
    """The seat's turn goes by, if the terms have it so, not too often, and where the game allows it."""
    match = table.match
    if match.at_zero != Match.AtZero.PASS or seat.passes_used >= match.passes or seat.number is None:
        return None
    text = table.game.idle_turn(table.state, seat.index)
    if text is None:
        return None
    played = table.game.play(table.state, seat.index, text)
    number, stamped_at = seat.number, seat.deadline or table.now
    seat.passes_used += 1
    table.withdraw_request(seat, table.now)
    words = say(
        "Passed automatically when time ran out (%(times)s of %(most)s).",
        times=seat.passes_used,
        most=match.passes,
    )
    turn = table.log_default(seat, number, played, words, stamped_at)
    table.tell("passed_over", [seat], turn)
    return turn


def _lose(table: LockedMatch, seat: Seat) -> Turn:
    state = forfeit(table, seat, "time")
    table.withdraw_request(seat, table.now)
    return table.log(Turn.Kind.TIME, seat, Turn.Via.CLOCK, say("Ran out of time."), state)


def forfeit(table: LockedMatch, seat: Seat, how: Literal["resignation", "time"]) -> object:
    """The game's state after the seat gave up or ran out of time. Raises ``Refused``."""
    try:
        return table.game.forfeit(table.state, seat.index, how)
    except GameError as error:
        raise Refused(error.args[0], "illegal") from error
