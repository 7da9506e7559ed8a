"""A seat's clock as an email tells its player about it, and the times when the site was down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from engine.game import Game
from i18n.dates import time_of_day
from i18n.text import listed, noop, say, say_many
from mail.models import OutboxMail
from matches.clocks.display import ClockFace, face_of
from matches.clocks.pauses import left_in
from matches.mails import moments
from matches.models import Match, Outage, Seat
from matches.time_control import time_control
from matches.time_control.time_control import NOTHING, Pauses, Why
from matches.time_control.words import at_zero_words, span
from timekeeping.night_hours import NIGHT

STOPPED_WORDS = {
    Seat.Stopped.MAIL: noop("Your clock is paused: our email about your turn couldn’t be delivered."),
    Seat.Stopped.ORGANISER: noop("Your clock is paused until the organiser starts it."),
    Seat.Stopped.LEFT: noop("Your clock is paused: you left and your place is free."),
    Seat.Stopped.EVENT: noop("Your clock is paused with all clocks of the event."),
    Seat.Stopped.COMPUTER: noop("A computer plays without a clock."),
}
PAUSED_WORDS: dict[Why, str] = {
    "vacation": noop("Your clock is paused until %(until)s: vacation."),
    "weekend": noop("Your clock is paused until %(until)s: weekend."),
    "night": noop("Your clock is paused until %(until)s: night."),
}


class VacationLeft:
    """The vacation that one player has left at one moment, looked up once for each pool."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._known: dict[int, timedelta] = {}

    def of(self, match: Match, seat: Seat) -> timedelta:
        """Return the vacation that the match lets the seat use up at zero."""
        pool = match.vacation_pool
        if pool is None or seat.player is None:
            return NOTHING
        if pool.pk not in self._known:
            self._known[pool.pk] = left_in(pool, seat.player, self.now)
        return self._known[pool.pk]


def clock_of(match: Match, seat: Seat, state: Any, left: VacationLeft) -> dict[str, Any]:
    """Return what an email shows of the seat's time, in a match that runs.

    ``deadline`` in words and, as ``by``, in short ("" if no time runs out), and ``clock``: sentences about what else is
    worth knowing.
    """
    now, when = left.now, seat.deadline
    then = at_zero(match, seat, state, left)
    if when is not None and when <= now:
        ran_out = say("Your time ran out on %(when)s.", when=moments.moment(when))
        return {"deadline": "", "by": "", "clock": [ran_out, then]}
    return {
        "deadline": moments.moment(when) if when else "",
        "by": moments.moment_soon(when) if when else "",
        "clock": [*_standing(match, seat, now), then],
    }


def at_zero(match: Match, seat: Seat, state: Any, left: VacationLeft) -> str:
    """Return what happens when the seat's time has run out, and how much vacation or how many passes are left."""
    is_team = match.game.together
    if match.at_zero == Match.AtZero.VACATION:
        return at_zero_words(match.control, vacation_left=left.of(match, seat), is_own=True, is_team=is_team)
    passes = match.passes - seat.passes_used
    if match.at_zero == Match.AtZero.PASS and passes > 0 and not _may_be_passed(match.game, state, seat):
        return say_many(
            "If your time runs out now, you lose, because the game allows no pass at this point; later in this match "
            "you can pass automatically once more.",
            "If your time runs out now, you lose, because the game allows no pass at this point; later in this match "
            "you can pass automatically %(number)s more times.",
            passes,
        )
    return at_zero_words(match.control, passes_left=passes, is_own=True, is_team=is_team)


def _may_be_passed(game: Game, state: Any, seat: Seat) -> bool:
    """Return whether the game lets the seat pass now; true as well while the seat isn't asked."""
    return seat.asked_turn is None or game.idle_turn(state, seat.index) is not None


# -- when the clock is paused --------------------------------------------------------------------------------------


def _standing(match: Match, seat: Seat, now: datetime) -> Iterator[str]:
    face = face_of(seat, match.control, now)
    if seat.stopped:
        yield say(STOPPED_WORDS[Seat.Stopped(seat.stopped)])
    if face.deadline is not None:
        yield from _pauses(face, face.deadline, seat.loaded_pauses, now)
    if not face.is_asked:
        yield say("You have %(time)s for your next turn.", time=span(seat.bank))
    elif face.left is not None:
        yield say("You have %(time)s left.", time=span(face.left))
    if face.is_to_follow:
        yield say("Your deadline will change: your new vacation, time zone or night hasn’t been applied yet.")


def _pauses(face: ClockFace, deadline: datetime, pauses: Pauses, now: datetime) -> Iterator[str]:
    """Return sentences on the pause that the clock is in, and on those to come before the deadline."""
    start, at, on_vacation = (
        now,
        noop("Until the deadline your clock pauses %(times)s."),
        noop("Until the deadline your clock pauses for your vacation from %(start)s to %(end)s."),
    )
    if face.paused_until is not None and face.why is not None:
        start, at, on_vacation = (
            face.paused_until,
            noop("After that it pauses %(times)s."),
            noop("After that it pauses for your vacation from %(start)s to %(end)s."),
        )
        yield say(PAUSED_WORDS[face.why], until=moments.moment(start))
    if recurring := _recurring(start, deadline, pauses):
        yield say(at, times=listed(recurring))
    for begins, ends in pauses.vacation:
        if start < begins < deadline:
            yield say(on_vacation, start=moments.moment(begins), end=moments.moment(ends))


def _recurring(start: datetime, end: datetime, pauses: Pauses) -> list[str]:
    """Return the words for weekends and nights, as far as they pause the clock in that time."""
    spent = time_control.elapsed(start, end, pauses)
    found: list[str] = []
    if pauses.weekends and time_control.elapsed(start, end, replace(pauses, weekends=False)) > spent:
        found.append(say("at weekends"))
    if pauses.night is not None and time_control.elapsed(start, end, replace(pauses, night=None)) > spent:
        falls = datetime.combine(timezone.localdate(start), pauses.night)
        found.append(
            say(
                "at night from %(start)s to %(end)s",
                start=time_of_day(falls.time()),
                end=time_of_day((falls + NIGHT).time()),
            )
        )
    return found


# -- when the site was down ------------------------------------------------------------------------------------------

MOST_TOLD = 3
OWN = noop("The site was down from %(start)s to %(end)s, and your clock was paused.")
ALL_OWN = noop("The site was down from %(start)s to %(end)s, and your clocks were paused.")
ALL = noop("The site was down from %(start)s to %(end)s, and all clocks were paused.")
RESTORED = noop(
    "The site was restored from a backup: everything between %(start)s and %(end)s is lost. Clocks were paused."
)


def told_outages(seats: Sequence[Seat]) -> list[str]:
    """Return a sentence for each of the last outages that the player of these seats wasn't told about. One select.

    Those are the outages since an email about one of the matches was last sent to the player, or since the match began.
    """
    return [_sentence(outage, seats) for outage in _untold(seats)]


def _untold(seats: Sequence[Seat]) -> list[Outage]:
    """Return the last outages that the player of these seats wasn't told about, the oldest first.

    An email that reminds of several matches counts for each of them, as it is about no match in particular.
    """
    in_thread = Q(match=OuterRef("pk")) & ~Q(kind="standstill") | Q(match=None, kind__in=("reminder", "restored"))
    written = OutboxMail.objects.filter(in_thread, user=seats[0].player_id, sent_at__gte=OuterRef(OuterRef("ended_at")))
    matches = Match.objects.filter(pk__in=[seat.match_id for seat in seats], started_at__lt=OuterRef("ended_at"))
    latest = Outage.objects.filter(Exists(matches.exclude(Exists(written)))).order_by("-ended_at")
    return list(latest[:MOST_TOLD])[::-1]


def _sentence(outage: Outage, seats: Sequence[Seat]) -> str:
    if outage.is_restoration:
        return say(RESTORED, start=moments.moment(outage.began_at), end=moments.moment(outage.ended_at))
    ran = all(seat.asked_at is not None and seat.asked_at < outage.ended_at for seat in seats)
    sentence = (OWN if len(seats) == 1 else ALL_OWN) if ran else ALL
    return say(sentence, start=moments.moment(outage.began_at), end=moments.moment(outage.ended_at))
