"""A forecast of how long a season will take, made before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import reduce
from math import ceil
from operator import or_
from random import Random

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from competition.divisions.durations import (
    HALF_OF_THEM,
    NINE_IN_TEN,
    Fit,
    Lengths,
    fit,
    lengths_of,
    longest,
    of_the_slowest,
)
from engine.editions import of_all_editions
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY
from matches.time_control.words import quantity
from timekeeping import clock
from tournaments.formats.course import Course
from tournaments.models import Season

MOST = 1000  # matches looked at, the latest
WEEK = 7 * DAY
IN_WEEKS = 2 * WEEK  # from then on a length is told in weeks
REHEARSALS, AT_LEAST = 60, 6
MATCHES = 3000  # of all rehearsals together, about, so that a page is not held up by them


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast for a season: ``lines`` to show, and a ``warning`` if the dates don't fit."""

    lines: tuple[str, ...]
    warning: str


@dataclass(frozen=True, slots=True)
class _Planned:
    """A season as it is planned: the course of its largest division, and how many divisions there are."""

    season: Season
    course: Course
    divisions: int


def forecast(season: Season) -> Forecast:
    """Work out how long the season will take. Three queries."""
    planned = _planned(season)
    ended = _ended(season)
    known = lengths_of(ended)
    if known is None:
        return _by_the_clock(planned)
    half, nine = _by_rehearsals(planned, ended)
    return Forecast((_of_matches(season, known), _of_seasons(planned, half, nine)), _warning(season, half, nine))


def _of_matches(season: Season, known: Lengths) -> str:
    half, nine = words_of(known.half), words_of(known.nine_in_ten)
    words = _("Based on %(count)s matches of %(game)s: half took at most %(half)s, nine in ten at most %(nine)s.")
    if half == nine:
        words = _("Based on %(count)s matches of %(game)s: nine in ten took at most %(nine)s.")
    return words % {
        "game": season.game.name_in_sentence(season.options),
        "count": known.count,
        "half": half,
        "nine": nine,
    }


def _of_seasons(planned: _Planned, half: timedelta, nine: timedelta) -> str:
    within = {"basis": planned.course.words, "half": words_of(half), "nine": words_of(nine)}
    if within["half"] == within["nine"]:
        return _("%(basis)s. Nine in ten such seasons end within %(nine)s.") % within
    return _("%(basis)s. Half of such seasons end within %(half)s, nine in ten within %(nine)s.") % within


def words_of(length: timedelta) -> str:
    """Say a length in weeks or days, rounded up, so as not to promise too little."""
    if length >= IN_WEEKS:
        return quantity(ceil(length / WEEK), "week", "weeks")
    return quantity(max(1, ceil(length / DAY)), "day", "days")


def _planned(season: Season) -> _Planned:
    sizes = list(season.divisions.values_list("size", flat=True))
    return _Planned(season, season.rules.course(season, max(sizes, default=2)), max(1, len(sizes)))


def _ended(season: Season) -> list[timedelta]:
    """Return how long comparable matches took that were played to an end.

    They are of the same game, by whichever edition of its rules, with as many players and the same options and time.
    Matches of a club's archive are left out: they have lines without clocks, and only the file says when they began and
    ended.
    """
    players = season.rules.usual_in_match(season)
    seats = Seat.objects.filter(match=OuterRef("pk"))
    elsewhere = LogEntry.objects.filter(match=OuterRef("pk"), index=0, clocks=[])
    alike = [Q(options=options) for options in of_all_editions(season.options, season.game.edition)]
    ended = Match.objects.filter(
        reduce(or_, alike),
        game_slug=season.game_slug,
        status=Match.Status.FINISHED,
        finished_at__isnull=False,
        clock_start=season.clock_start,
        clock_increment=season.clock_increment,
        clock_cap=season.clock_cap,
        log_length__gt=0,
    ).exclude(Q(how_it_ended="annulled") | Exists(elsewhere))
    if len(season.game.seats) > 1:
        ended = ended.filter(Exists(seats.filter(index=players - 1)), ~Exists(seats.filter(index=players)))
    dates = ended.order_by("-finished_at").values_list("started_at", "finished_at")[:MOST]
    return [finished - started for started, finished in dates if finished is not None]


def _by_rehearsals(planned: _Planned, ended: Sequence[timedelta]) -> tuple[timedelta, timedelta]:
    """Return the times within which half of such seasons end, and nine in ten, if matches take as long as these did.

    They are the same each time.
    """
    random = Random(len(ended))
    cut = _settled_after(planned.season)
    lengths = [min(each, cut) for each in ended] if cut else ended
    times = max(AT_LEAST, min(REHEARSALS, MATCHES // planned.course.matches))
    found = sorted(planned.course.takes(lambda: random.choice(lengths)) for _again in range(times))
    return of_the_slowest(found, HALF_OF_THEM, planned.divisions), of_the_slowest(found, NINE_IN_TEN, planned.divisions)


def _settled_after(season: Season) -> timedelta | None:
    """Return the time after which an organiser settles a match at the latest; ``None`` if there is no limit."""
    if season.round_days is None or season.unfinished == Season.Unfinished.WAIT:
        return None
    more = season.extension_days if season.unfinished == Season.Unfinished.EXTEND else 0
    return (season.round_days + more) * DAY


def _by_the_clock(planned: _Planned) -> Forecast:
    season = planned.season
    players = season.rules.usual_in_match(season)
    turns = season.game.usual_turns(season.options, players)
    length = longest(season.clock_start, season.clock_increment, turns, players)
    basis = _(
        "Too few similar matches have ended for a forecast. If both players used all their time, a match "
        "of %(turns)s turns each would take %(length)s."
    )
    if players > 2:
        basis = _(
            "Too few similar matches have ended for a forecast. If all %(players)s players used all their time, a "
            "match of %(turns)s turns each would take %(length)s."
        )
    basis %= {"turns": turns, "length": words_of(length), "players": players}
    whole = planned.course.takes(lambda: length)
    words = _("%(basis)s. The season would then take %(length)s.")
    words %= {"basis": planned.course.words, "length": words_of(whole)}
    return Forecast((basis, words), _warning(season, whole, whole))


def _warning(season: Season, half: timedelta, nine: timedelta) -> str:
    """Warn if the time is too short or tight; "" if it isn't. Without a start, the longest possible time is assumed."""
    if season.ends_at is None:
        return ""
    now = clock.now()
    available = season.ends_at - (season.starts_at or max(season.closes_at or now, now))
    found = fit(half, nine, available)
    values = {"available": words_of(available)}
    if found is Fit.TOO_LONG:
        return (
            _(
                "There isn’t enough time: only %(available)s from start to end. Choose a later end, less time "
                "for turns, smaller divisions or more matches at once."
            )
            % values
        )
    if found is Fit.TIGHT:
        return _("Time is tight: only %(available)s from start to end. Some matches won’t be finished.") % values
    return ""
