"""How long a season will take, said before it starts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from math import ceil

from django.utils.translation import gettext as _

from matches.clocks import DAY
from matches.clockwords import counted
from matches.models import Match
from tournaments.models import Season

from .lengths import TURNS, Fit, fit, lengths_of, longest, one_after_another, rounds_of

MOST = 1000  # matches looked at, the latest
WEEK = 7 * DAY
IN_WEEKS = 2 * WEEK  # from then on a length is told in weeks


@dataclass(frozen=True, slots=True)
class Forecast:
    """``lines`` are what there is to say, and ``warning`` that the dates do not fit."""

    lines: tuple[str, ...]
    warning: str


def forecast(season: Season) -> Forecast:
    """Two queries."""
    times = one_after_another(_rounds(season), season.at_once if season.is_round_robin else 1)
    known = lengths_of(_ended(season))
    if known is None:
        whole = longest(season.clock_start, season.clock_increment)
        basis = _(
            "Too few matches like these have ended here to go by. If both players used all their time, a match of "
            "%(turns)s turns each would take %(length)s."
        ) % {"turns": TURNS, "length": words_of(whole)}
        return Forecast((basis, _at_most(season, times, times * whole)), _warning(season, times * whole, times * whole))
    basis = _(
        "Matches like these (%(options)s), %(count)s so far: half ended within %(half)s; nine in ten within %(nine)s."
    ) % {
        "options": season.game.describe_options(season.options),
        "count": known.count,
        "half": words_of(known.half),
        "nine": words_of(known.nine_in_ten),
    }
    half, nine = times * known.half, times * known.nine_in_ten
    return Forecast((basis, _between(season, times, half, nine)), _warning(season, half, nine))


def words_of(length: timedelta) -> str:
    """In weeks or days, rounded up, since nobody is to be promised less."""
    if length >= IN_WEEKS:
        return counted(ceil(length / WEEK), "week", "weeks")
    return counted(max(1, ceil(length / DAY)), "day", "days")


def _rounds(season: Season) -> int:
    """Of the largest division."""
    if not season.is_round_robin:
        return season.rounds
    largest = max(season.divisions.values_list("size", flat=True), default=2)
    return rounds_of(largest, season.cycles)


def _ended(season: Season) -> list[timedelta]:
    """How long matches took of the same game, with the same options and time, that were played to an end."""
    ended = Match.objects.filter(
        game_slug=season.game_slug,
        options=season.options,
        status=Match.Status.FINISHED,
        finished_at__isnull=False,
        clock_start=season.clock_start,
        clock_increment=season.clock_increment,
        clock_cap=season.clock_cap,
        log_length__gt=0,
    ).exclude(how_it_ended="annulled")
    dates = ended.order_by("-finished_at").values_list("started_at", "finished_at")[:MOST]
    return [finished - started for started, finished in dates if finished is not None]


def _at_most(season: Season, times: int, length: timedelta) -> str:
    if times == 1:
        return _("All matches of a player run at the same time, so the season takes at most %(length)s.") % {
            "length": words_of(length)
        }
    words = _("%(basis)s, so the season takes at most %(length)s.")
    return words % {"basis": _one_after_another(season, times), "length": words_of(length)}


def _between(season: Season, times: int, half: timedelta, nine: timedelta) -> str:
    values = {"half": words_of(half), "nine": words_of(nine)}
    if times == 1:
        return (
            _("All matches of a player run at the same time, so the season takes about %(half)s to %(nine)s.") % values
        )
    words = _("%(basis)s, so the season takes about %(half)s to %(nine)s.")
    return words % {"basis": _one_after_another(season, times), **values}


def _one_after_another(season: Season, times: int) -> str:
    if season.is_round_robin and season.at_once > 1:
        words = _("At most %(at_once)s matches of a player run at the same time, %(times)s times after one another")
        return words % {"at_once": season.at_once, "times": times}
    return _("%(times)s rounds follow one another") % {"times": times}


def _warning(season: Season, half: timedelta, nine: timedelta) -> str:
    if season.ends_at is None or season.starts_at is None:
        return ""
    available = season.ends_at - season.starts_at
    found = fit(half, nine, available)
    values = {"available": words_of(available)}
    if found is Fit.TOO_LONG:
        return (
            _(
                "The dates do not fit: from start to end there are %(available)s. Choose a later end, a shorter time "
                "for turns, smaller divisions or more matches at the same time."
            )
            % values
        )
    if found is Fit.TIGHT:
        return (
            _("The dates are tight: from start to end there are %(available)s, and some matches will not be over then.")
            % values
        )
    return ""
