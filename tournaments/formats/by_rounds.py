"""What formats share whose rounds are drawn one by one, from the players who are there.

Players may enter late, miss a round, leave and come back.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from i18n.text import say
from matches.gate import rulings
from matches.gate.refused import MatchRefused
from tournaments.drafts import redraw
from tournaments.entries import requested_byes, waiting_list
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.seasons.replacements import vacancies

from .format import Format


class ByRounds(Format):
    """A format whose rounds are drawn one by one, from the players who are there."""

    # -- settings --------------------------------------------------------------------------------------------------

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    def what_missing_brings(self, event: Event, entry: Entry) -> str:
        if not event.half_byes:
            return _("A round you miss gives no points.")
        left = requested_byes.halves_left(event, entry)
        if not left:
            return _("You’ve used your half-point byes. Further rounds you miss give no points.")
        words = ngettext(
            "You get half a point for the next round you ask to miss, and nothing for others or the last.",
            "You get half a point for each of the next %(number)s rounds you ask to miss, and nothing for others or "
            "the last.",
            left,
        )
        return words % {"number": left}

    def player_left(self, event: Event, entry: Entry, *, keeps_place: bool) -> None:
        if keeps_place:
            vacancies.open_vacancy(event, entry)
        waiting_list.fill(event)
        redraw.people_changed(event)

    def place_not_taken(self, event: Event, entry: Entry) -> None:
        """Have the player forfeit what is being played; at a table the others play on."""
        for seat in vacancies.running_seats(entry):
            try:
                rulings.forfeit(seat, say("%(name)s has left the event.", name=entry.shown_name))
            except MatchRefused as refused:
                if refused.code != "over":
                    raise TournamentRefused.by_match(refused) from refused

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
