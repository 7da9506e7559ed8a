"""The 001 record, written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from competition.history import Code, History, Player, Result
from i18n.text import pgettext

from .columns import clean, points, whole
from .document import Details


def with_counted(history: History, details: Mapping[int, Details]) -> dict[int, Details]:
    """With points and ranks where the document has none. Points of byes granted for the coming round are among them, as
    pairing programs want it; ranks are by points alone, and shared."""
    counted = {player.number: history.points(player, len(player.results)) for player in history.players}
    ranks = _ranks(counted)
    found = {}
    for number, total in counted.items():
        said = details.get(number, Details())
        found[number] = replace(
            said,
            points=total if said.points is None else said.points,
            rank=ranks[number] if said.rank is None else said.rank,
        )
    return found


def _ranks(counted: Mapping[int, Fraction]) -> dict[int, int]:
    ranks: dict[Fraction, int] = {}
    for place, total in enumerate(sorted(counted.values(), reverse=True), 1):
        ranks.setdefault(total, place)
    return {number: ranks[total] for number, total in counted.items()}


def player_line(player: Player, details: Details) -> str:
    number = whole(player.number, 4, pgettext("TRF has columns for", "the starting number"))
    rating = whole(player.rating, 4, pgettext("TRF has columns for", "the rating"))
    total = points(details.points or Fraction(0), pgettext("TRF has columns for", "the points"))
    rank = whole(details.rank or 0, 4, pgettext("TRF has columns for", "the rank"))
    fixed = (
        f"001 {number} {clean(details.sex, 1):1}{clean(details.title, 3):>3} {clean(player.name, 33):<33} {rating} "
        f"{clean(details.federation, 3):<3} {clean(details.fide_id, 11):>11} {clean(details.birth_date, 10):<10} "
        f"{total} {rank}"
    )
    return fixed + "".join(f"  {_entry(result)}" for result in player.results)


def _entry(result: Result) -> str:
    code = " " if result.code is Code.RUNNING else result.code.value
    what = pgettext("TRF has columns for", "the opponent")
    opponent = whole(result.opponent, 4, what) if result.opponent else "0000"
    return f"{opponent} {result.colour or '-'} {code}"
