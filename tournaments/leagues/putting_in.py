"""An organiser puts members into a season by their names, several at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from fortify_site.accounts.models import User
from tournaments import admitting
from tournaments.models import Season
from tournaments.refusal import Refused

from . import registering


@dataclass(frozen=True, slots=True)
class PutIn:
    """``left`` has the names that nobody could be put in by, as they were written, and why."""

    players: list[User] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)


def put_in_each(season: Season, names: Iterable[str], *, by: User) -> PutIn:
    """Each is a change of its own, so the others are in whatever is wrong with one. Raises ``Refused`` where the season
    takes nobody any more."""
    found = PutIn()
    for name in names:
        try:
            player = admitting.find_member(name)
            registering.put_in(season, player, by=by)
        except Refused as refused:
            if refused.field != "who":
                raise
            found.left[name] = refused.message
            continue
        if player not in found.players:
            found.players.append(player)
    return found
