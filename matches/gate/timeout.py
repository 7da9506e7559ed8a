"""A timeout: whether a seat's time has run out, and what then happens, as the match's terms say."""

from __future__ import annotations

from typing import Literal

from engine.game import GameError
from i18n.text import say
from matches import conditional, hooks
from matches.clocks import seat_clock, time_control, wait_for_mail
from matches.leave import pauses
from matches.mails import turn_delivery
from matches.models import Match, Seat, Turn
from matches.replies import unread

from . import clock_acts
from .lock.locked_match import LockedMatch
from .lock.locking import locked_unless_busy
from .refused import Refused


@locked_unless_busy
def time_out(locked_match: LockedMatch, seat: Seat, number: int) -> Turn | None:
    """Let happen what the match's terms say of a seat whose deadline for that number has passed; or hold its clock, if
    it was never told of the turn. ``None`` if there is nothing to decide; a match at which someone is at work is left
    for later."""
    if seat.number != number:
        return None
    changed = clock_acts.apply_pause_changes(locked_match, seat)
    is_early = seat.deadline is None or locked_match.now <= seat.deadline + time_control.GRACE
    if is_early or unread.may_have_answered(seat, locked_match.now):
        if changed:
            locked_match.save()
        return None
    if any(hooks.clock_act_due.ask(locked_match.match)):
        return None
    turn = (
        clock_acts.hold_for_mail(locked_match, seat)
        if was_not_told(locked_match, seat)
        else _use_up(locked_match, seat)
    )
    if turn.kind in {Turn.Kind.CLOCK_HELD, Turn.Kind.LEAVE_DAY}:
        locked_match.save()
    else:
        conditional.follow(locked_match, turn)
        locked_match.ask_next_or_finish()
    return turn


def was_not_told(locked_match: LockedMatch, seat: Seat) -> bool:
    """Whether the email about the turn was not delivered, so that the clock must wait for it."""
    return turn_delivery.is_turn_mail_undelivered(seat, locked_match.now) and wait_for_mail.may_wait(seat)


def _use_up(locked_match: LockedMatch, seat: Seat) -> Turn:
    """A leave day is used up, the seat is passed for this turn, or it loses."""
    return use_leave_day(locked_match, seat) or _pass_over(locked_match, seat) or _lose(locked_match, seat)


def use_leave_day(locked_match: LockedMatch, seat: Seat) -> Turn | None:
    """Twenty-four hours more from the player's leave, if the terms have it so and there is a day left."""
    pool = locked_match.match.leave_pool if locked_match.match.at_zero == Match.AtZero.LEAVE else None
    if pool is None or seat.player is None or not pauses.use_day(pool, seat, locked_match.now):
        return None
    seat_clock.give(seat, time_control.DAY, locked_match.now)
    words = say("Used a vacation day when time ran out; the turn stays open.")
    turn = locked_match.log(Turn.Kind.LEAVE_DAY, seat, Turn.Via.CLOCK, words, about=seat, amount=time_control.DAY)
    locked_match.tell("leave_day", [seat], turn)
    return turn


def _pass_over(locked_match: LockedMatch, seat: Seat) -> Turn | None:
    """The seat's turn goes by, if the terms have it so, not too often, and where the game allows it."""
    match = locked_match.match
    if match.at_zero != Match.AtZero.PASS or seat.passes_used >= match.passes or seat.number is None:
        return None
    text = locked_match.game.idle_turn(locked_match.state, seat.index)
    if text is None:
        return None
    played = locked_match.game.play(locked_match.state, seat.index, text)
    number, stamped_at = seat.number, seat.deadline or locked_match.now
    seat.passes_used += 1
    locked_match.withdraw_request(seat, locked_match.now)
    words = say(
        "Passed automatically when time ran out (%(times)s of %(most)s).",
        times=seat.passes_used,
        most=match.passes,
    )
    turn = locked_match.log_default(seat, number, played, words, stamped_at)
    locked_match.tell("passed_over", [seat], turn)
    return turn


def _lose(locked_match: LockedMatch, seat: Seat) -> Turn:
    state = forfeit(locked_match, seat, "time")
    locked_match.withdraw_request(seat, locked_match.now)
    return locked_match.log(Turn.Kind.TIME, seat, Turn.Via.CLOCK, say("Ran out of time."), state)


def forfeit(locked_match: LockedMatch, seat: Seat, how: Literal["resignation", "time"]) -> object:
    """The game's state after the seat gave up or ran out of time. Raises ``Refused``."""
    try:
        return locked_match.game.forfeit(locked_match.state, seat.index, how)
    except GameError as error:
        raise Refused(error.args[0], "illegal") from error
