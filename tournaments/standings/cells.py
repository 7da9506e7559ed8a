"""Cells of a crosstable: what a round brought a player, for pages and sheets alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from competition.history import Code, Colour, Result

from .result_words import ANNULLED, is_forfeit, sign, to_meet, words

if TYPE_CHECKING:
    from .standings import EventStandings, Played


class Cell(NamedTuple):
    """What a round brought a player.

    ``sign`` is as short as can be, ``said`` the same in words. ``opponent`` is a pairing number, 0 for none; ``seat``
    is the index of the player's own, where it has a colour.
    """

    sign: str
    said: str
    opponent: int = 0
    seat: int | None = None
    match_id: int | None = None
    is_forfeit: bool = False
    is_annulled: bool = False


def cells_of(standings: EventStandings, number: int) -> list[Cell]:
    """Return a player's cells, round by round."""
    results = enumerate(standings.results_of(number), 1)
    return [standings.rules.cell(standings, number, index, result) for index, result in results]


def cell_of_two(standings: EventStandings, number: int, round_number: int, result: Result) -> Cell:
    """Return the cell of a round in which two play, or one has a bye."""
    pairing = standings.pairing_of.get((round_number, number))
    is_annulled = pairing is not None and pairing.is_annulled
    opponent = result.opponent or (sum(pairing.pair) - number if pairing else 0)
    return Cell(
        sign=ANNULLED if is_annulled else sign(Code(result.code)),
        said=_said(pairing, result, standings.names.get(opponent, "")),
        opponent=opponent,
        seat=_seat(number, result, pairing),
        match_id=pairing.match_id if pairing else None,
        is_forfeit=is_forfeit(result.code),
        is_annulled=is_annulled,
    )


def _said(pairing: Played | None, result: Result, name: str) -> str:
    if pairing is not None and pairing.is_annulled:
        return _("annulled match against %(name)s") % {"name": name}
    if pairing is not None and pairing.waits and result.code is Code.RUNNING:
        return to_meet(name)
    return words(result, name)


def _seat(number: int, result: Result, pairing: Played | None) -> int | None:
    if result.colour is not None:
        return 0 if result.colour is Colour.WHITE else 1
    return pairing.pair.index(number) if pairing and number in pairing.pair else None
