"""The end of a week: every match has stopped, and all of them are opened at once, with the seeds."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction

from i18n.text import noop, say
from matches.clocks import outages
from matches.gate import rulings
from matches.gate.refused import MatchRefused
from matches.models import Match, Seat
from timekeeping import clock
from tournaments.models import WeeklyAttempt, WeeklyForest
from tournaments.models.weekly import WEEK

from .weeks import monday_of

log = logging.getLogger(__name__)

OVER = noop("The week was over.")
LATEST = timedelta(minutes=10)  # that a clock which has run out may wait for its sweep


def close_due(now: datetime) -> int:
    """Close the forests whose week is over and in which no match runs; return how many.

    Clocks end with the week; what still runs then, after a pause or more time, is ended here. But an outage costs no
    one the time that the clocks got back, and while it lasts nothing is ended.
    """
    over = WeeklyForest.objects.filter(closed_at=None, begins_on__lte=monday_of(now) - WEEK).order_by("begins_on")
    closed = 0
    for forest in over:
        last = forest.ends_at + outages.lost_since(forest.begins_at, now) + LATEST
        if now > last and outages.under_way_since(now) is None:
            _end_all(forest)
        closed += _close(forest.pk)
    return closed


def _end_all(forest: WeeklyForest) -> None:
    running = Seat.objects.filter(match__weekly_attempt__forest=forest, match__status=Match.Status.RUNNING)
    for seat in running.select_related("match").order_by("match"):
        try:
            rulings.forfeit(seat, say(OVER))
        except MatchRefused as refused:
            log.warning("%s of a week that is over could not be ended now (%s)", seat.match, refused)
        except Exception:  # one match that cannot be read must not keep the others from their end
            log.exception("%s of a week that is over could not be ended", seat.match)


@transaction.atomic
def _close(pk: int) -> bool:
    """Close the forest if no match runs in it, with its row locked so that no one begins meanwhile.

    Return whether it was closed by this call.
    """
    forest = WeeklyForest.objects.select_for_update(no_key=True).get(pk=pk)
    if forest.closed_at is not None or WeeklyAttempt.objects.filter(forest=forest, decided_at=None).exists():
        return False
    Match.objects.filter(weekly_attempt__forest=forest, is_sealed=True).update(is_sealed=False)
    forest.closed_at = clock.now()
    forest.save(update_fields=["closed_at"])
    return True
