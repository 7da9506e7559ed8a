"""Cells of the crosstable of an event at tables."""

from __future__ import annotations

from django.utils.translation import gettext as _

from competition.history import Code, Result
from i18n.text import listed
from tournaments.standings.cells import Cell
from tournaments.standings.result_words import ANNULLED, is_forfeit, place_at, sign
from tournaments.standings.standings import EventStandings, Played


def cell_at_table(standings: EventStandings, number: int, result: Result, pairing: Played) -> Cell:
    """Return a cell with the number of a table, and the player's place there."""
    own = next((seat.place for seat in result.table if seat.player == number), 0)
    others = listed([standings.names[other] for other in pairing.pair if other != number])
    if pairing.is_annulled:
        said = _("annulled match at table %(number)s with %(others)s") % {"number": pairing.board, "others": others}
    elif own:
        said = place_at(own, pairing.board, others)
    elif result.code is Code.RUNNING:
        said = _("plays at table %(number)s with %(others)s") % {"number": pairing.board, "others": others}
    else:
        said = _("didn’t play at table %(number)s with %(others)s") % {"number": pairing.board, "others": others}
    mark = ANNULLED if pairing.is_annulled else str(own or sign(Code(result.code)))
    return Cell(
        sign=f"{pairing.board}:{mark}",
        said=said,
        match_id=pairing.match_id,
        is_forfeit=is_forfeit(result.code),
        is_annulled=pairing.is_annulled,
    )
