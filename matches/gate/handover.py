"""Seats that another player takes over, or that guests keep when they sign up.

The new player sees what the seat may see of the board, but nothing that was said before, or set ahead. A turn that is
asked for is asked for again under a new number, so that whatever the former player sends comes too late.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from matches.clocks import seat_clock
from matches.clocks.time_control import DAY, NOTHING
from matches.models import ConditionalTurns, Handover, LogEntry, Mark, Seat
from matches.vacation.pauses import pauses_for

from . import clock_acts
from .lock import store
from .lock.lock import lock_own_seat, transaction_with_retry
from .lock.locked_match import LockedMatch
from .refused import MatchRefused, refuse_if_over

Kind = LogEntry.Kind
LEAST = DAY  # is on the clock of who comes to a seat, as far as the match lets so much be there


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
    clock_acts.apply_pause_changes(locked_match, seat)
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
    store.save(locked_match)
    Handover.objects.create(seat=seat, player=former, line=line)
    return line


@transaction_with_retry
def keep_as(seat: Seat, account: User) -> LogEntry:
    """Leave the seat with its player, a guest who has an account from now on, whose pauses count.

    Their log says so, to those who play. Raises ``MatchRefused``.
    """
    locked_match, seat = lock_own_seat(seat)
    line = locked_match.log(Kind.SAID, seat, LogEntry.Via.SITE, say("Played as %(guest)s until now.", guest=seat.name))
    seat.player, seat.pauses_changed_at = account, locked_match.now
    clock_acts.apply_pause_changes(locked_match, seat)
    store.save(locked_match)
    return line


def _missing(locked_match: LockedMatch, seat: Seat) -> timedelta:
    """Return the time to add, so that nobody takes over a match that is all but lost."""
    least = min(LEAST, locked_match.match.control.cap)
    return max(NOTHING, least - seat_clock.time_left(seat, locked_match.now))


# -- whose a line is -------------------------------------------------------------------------------------------------


def after_a_turn() -> QuerySet[Handover]:
    """Return the handovers of seats in which the former player had played a turn: such a seat gives no rating."""
    before = LogEntry.objects.filter(seat=OuterRef("seat"), kind=Kind.PLAY, index__lt=OuterRef("line__index"))
    return Handover.objects.filter(Exists(before))


def handovers_of(seats: Iterable[Seat]) -> list[Handover]:
    """Return the handovers of these seats in order, without a query if every seat still has its first player."""
    taken_over = [seat.pk for seat in seats if seat.since]
    if not taken_over:
        return []
    found = Handover.objects.filter(seat__in=taken_over).select_related("player", "line")
    return list(found.defer("line__state", "line__clocks").order_by("line__index"))


def holder_then(seat: Seat, index: int, handovers: Sequence[Handover]) -> str:
    """Return the name of the player who had the seat when the line of that index was written."""
    after = next((each for each in handovers if each.seat_id == seat.pk and each.line.index > index), None)
    return after.name if after else seat.name


def named_then(seats: Iterable[Seat], index: int, handovers: Sequence[Handover]) -> Mapping[int, str]:
    return {seat.pk: holder_then(seat, index, handovers) for seat in seats}


def before_words(seat: Seat, handovers: Sequence[Handover]) -> str:
    """Return the seat's former players in words: "in place of Ann"; "" if there was none."""
    names = [each.name for each in handovers if each.seat_id == seat.pk]
    return _("in place of %(names)s") % {"names": ", ".join(names)} if names else ""


def lines_of(player: User) -> QuerySet[LogEntry]:
    """Return the log lines that the player wrote, including those in seats that have passed to others."""
    return lines_in(Seat.objects.filter(player=player), Handover.objects.filter(player=player))


def lines_in(seats: QuerySet[Seat], handovers: QuerySet[Handover]) -> QuerySet[LogEntry]:
    """Return the log lines of the players who have the seats, and of those who gave seats up in the handovers."""
    before = Handover.objects.filter(seat=OuterRef("seat"), line__index__lt=OuterRef("line__index"))
    begin = Coalesce(Subquery(before.order_by("-line__index").values("line__index")[:1]), 0)
    until = handovers.annotate(begin=begin).filter(begin__lte=OuterRef("index"), line__index__gt=OuterRef("index"))
    had = Q(Exists(until.filter(seat=OuterRef("seat"))))
    have = Q(seat__in=seats.values("pk"), index__gte=F("seat__since"))
    # As one list, which leads to the lines by their index; two of them would be looked for in every line there is.
    theirs = seats.order_by().values("pk").union(handovers.order_by().values("seat"))
    return LogEntry.objects.filter(have | had, seat__in=theirs)
