"""The address at which an open page asks for news: signed for its reader, who needs neither a cookie nor a session.

It says which match and seat, or which player's home page or lobby, the page is about, and gives access to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.core.signing import BadSignature, Signer

from .change_tokens import OF_LOBBY, of_match, of_player

PREFIX: Final = "/live/"
SALT: Final = "matches.live"


@dataclass(frozen=True, slots=True)
class LivePage:
    """An open page: a player's home page or lobby, or a match as the player of a seat or a bystander sees it."""

    player_id: int | None = None
    is_lobby: bool = False
    match_id: int | None = None
    seat_id: int | None = None

    @property
    def address(self) -> str:
        """The address at which the page asks for news."""
        ids: list[int | str | None] = [self.match_id, self.seat_id, self.player_id]
        if self.match_id is None:
            ids = [OF_LOBBY, self.player_id] if self.is_lobby else [self.player_id]
        return f"{PREFIX}{_signer().sign(':'.join('' if each is None else str(each) for each in ids))}/"

    @property
    def token_of(self) -> str:
        """The match, player or lobby whose token tells the page of changes."""
        if self.is_lobby:
            return OF_LOBBY
        if self.match_id is None:
            assert self.player_id is not None
            return of_player(self.player_id)
        return of_match(self.match_id)


@lru_cache(maxsize=4096)
def page_at(signed: str) -> LivePage | None:
    """Return the page that asks at this address; ``None`` for an address that the site didn't give out.

    A page asks again and again; once an address is checked, the process remembers it for as long as it lives.
    """
    try:
        ids = _signer().unsign(signed).split(":")
    except BadSignature:
        return None
    if ids[0] == OF_LOBBY:
        return LivePage(player_id=int(ids[1]), is_lobby=True)
    numbers = [int(each) if each else None for each in ids]
    if len(numbers) == 1:
        return LivePage(player_id=numbers[0])
    return LivePage(match_id=numbers[0], seat_id=numbers[1], player_id=numbers[2]) if len(numbers) == 3 else None


def _signer() -> Signer:
    return Signer(sep=".", salt=SALT)
