"""What time does to free places: an offer that nobody answers lapses, and a place that nobody takes is given up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from jobs import clock
from tournaments.gate.refused import Refused
from tournaments.models import PlaceOffer, Vacancy

from . import find_replacement, vacancies

log = logging.getLogger(__name__)


def sweep() -> int:
    """How many were dealt with."""
    now = clock.now()
    done = 0
    for vacancy in Vacancy.objects.filter(closed_at=None, until__lte=now).select_related("entry"):
        done += _tried(vacancy, partial(vacancies.give_up, vacancy, by=None))
    lapsed = PlaceOffer.objects.filter(answer="", until__lte=now, vacancy__closed_at=None)
    for made in lapsed.select_related("vacancy__entry"):
        done += _tried(made, partial(find_replacement.lapse, made))
    return done


def _tried(what: Vacancy | PlaceOffer, act: Callable[[], None]) -> bool:
    try:
        act()
    except Refused as refused:
        log.warning("%s could not be dealt with now: %s", what, refused)
        return False
    except Exception:  # one place that cannot be dealt with must not hold up the others
        log.exception("%s could not be dealt with", what)
        return False
    return True
