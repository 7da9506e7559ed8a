"""The matches that come with a free place, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from i18n.text import listed
from matches.models import Match
from tournaments.models import Vacancy
from tournaments.standings.explain import points_words
from tournaments.standings.history import history_of

from .vacancies import pairings_of


def in_words(vacancy: Vacancy) -> str:
    """Say how many matches continue, how many are over with how many points, and how many are still to begin."""
    entry = vacancy.entry
    pairings = list(pairings_of(entry))
    if vacancy.starts_anew:
        words = ngettext("You play %(number)s match.", "You play %(number)s matches.", len(pairings))
        return words % {"number": len(pairings)}
    running = sum(each.match is not None and each.match.status == Match.Status.RUNNING for each in pairings)
    over = sum(each.decided_at is not None for each in pairings)
    to_come = len(pairings) - running - over
    parts = [ngettext("%(number)s match running", "%(number)s matches running", running) % {"number": running}]
    if over:
        parts.append(ngettext("%(number)s finished", "%(number)s finished", over) % {"number": over})
    if to_come:
        words = ngettext("%(number)s still to start", "%(number)s still to start", to_come)
        parts.append(words % {"number": to_come})
    return _("%(matches)s. Points so far: %(points)s.") % {"matches": listed(parts), "points": _points(vacancy)}


def _points(vacancy: Vacancy) -> str:
    history = history_of(vacancy.entry.event)
    found = next((each for each in history.players if each.number == vacancy.entry.number), None)
    return points_words(history.points(found, len(found.results)) if found else None)
