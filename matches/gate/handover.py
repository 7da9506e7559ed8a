"""Seats that another player takes over, or that guests keep when they sign up.

The new player sees what the seat may see of the board, but nothing that was said before, or set ahead. A turn that is
asked for is asked for again under a new number, so that whatever the former player sends comes too late.
"""

from __future__ import annotations

from datetime import timedelta

from accounts.models import User
from i18n.text import say
from matches.clocks import seat_clock
from matches.clocks.pauses import pauses_for
from matches.models import ConditionalTurns, Handover, LogEntry, Mark, Seat
from matches.time_control.time_control import DAY, NOTHING

from . import calendar_clocks, lock
from .lock import lock_own_seat, transaction_with_retry
from .locked_match import LockedMatch
from .refused import MatchRefused, refuse_if_over

Kind = LogEntry.Kind
LEAST = DAY  # on the clock of a player who takes over a seat, or the match's cap if that is less


@transaction_with_retry
def hand_over(seat: Seat, to: User) -> LogEntry:
    """Give a seat to another player, with its clock. Raises ``MatchRefused``.

    Whatever its player had under way is dropped. Asking twice does it once.
    """
    locked_match, seat = lock_own_seat(seat)
    refuse_if_over(locked_match.match)
    last = locked_match.last_line()
    if seat.player_id == to.pk and last is not None and (last.kind, last.seat_id) == (Kind.HANDED_OVER, seat.pk):
        return last
    if locked_match.has_left(seat):
        raise MatchRefused(say("%(name)s is out of this match already.", name=seat.name), "over")
    if any(each.player_id == to.pk for each in locked_match.seats):
        raise MatchRefused(say("%(name)s already plays in this match.", name=to.display_name), "illegal")
    calendar_clocks.apply_pause_changes(locked_match, seat)
    former, number = seat.player, seat.asked_turn
    amount = _missing(locked_match, seat)
    seat.player = to
    pauses = pauses_for(to, locked_match.match).dump()
    seat_clock.hand_over(seat, pauses, amount, locked_match.now, all_stopped=locked_match.match.all_stopped)
    seat.ahead, seat.orders = "", None
    if locked_match.match.draw_offered_by_id == seat.pk:
        locked_match.match.draw_offered_by = None
    words = say("Takes over from another player.")
    line = locked_match.log(Kind.HANDED_OVER, seat, LogEntry.Via.HOST, words, about=seat, amount=amount or None)
    seat.since = line.index
    Seat.objects.filter(pk=seat.pk).update(seen_length=0, seen_at=None, is_deaf=False)
    Mark.objects.filter(seat=seat).delete()
    if number is not None:
        locked_match.ask_anew(seat)
        ConditionalTurns.objects.filter(seat__match=locked_match.match, number=number).update(number=seat.asked_turn)
    locked_match.tell("handed_over", locked_match.others(seat), line)
    lock.save(locked_match)
    Handover.objects.create(seat=seat, player=former, line=line)
    return line


@transaction_with_retry
def keep_as(seat: Seat, account: User) -> LogEntry:
    """Move a guest's seat to the account that the guest now has, with that account's pauses.

    A line of the log tells those who play under which name the guest played until now. Raises ``MatchRefused``.
    """
    locked_match, seat = lock_own_seat(seat)
    line = locked_match.log(Kind.SAID, seat, LogEntry.Via.SITE, say("Played as %(guest)s until now.", guest=seat.name))
    seat.player, seat.pauses_changed_at = account, locked_match.now
    calendar_clocks.apply_pause_changes(locked_match, seat)
    lock.save(locked_match)
    return line


def _missing(locked_match: LockedMatch, seat: Seat) -> timedelta:
    """Return the time to add, so that nobody takes over a match that is all but lost."""
    least = min(LEAST, locked_match.match.control.cap)
    return max(NOTHING, least - seat_clock.time_left(seat, locked_match.now))
