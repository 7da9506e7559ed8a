"""A mail that somebody may have meant for a match or a challenge."""

from __future__ import annotations

from dataclasses import dataclass

from fortify_site.accounts.models import User
from matches.models import InboundMail, Link, Match

from .letter import Letter
from .said import Said


@dataclass(frozen=True, slots=True)
class Reply:
    """``link`` is what its address stands for; ``is_of_several``: it went to the addresses of other matches, too.
    ``unused`` is where the lines stand of which nothing was made."""

    mail: InboundMail
    link: Link
    letter: Letter
    said: Said
    is_of_several: bool = False
    unused: tuple[int, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """Those that are the writer's, or may be."""
        return self.said.all

    @property
    def user(self) -> User:
        return self.link.user

    @property
    def match(self) -> Match | None:
        return self.link.seat.match if self.link.seat is not None else None
