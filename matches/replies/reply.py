"""An email that someone may have meant for a match or an offer, and what it asks for."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from mail.models import InboundMail
from mail.parse.message import ParsedMessage
from mail.parse.reply_text import Said
from matches.mails.reply_lines import Reading
from matches.models import Link, Match

from .orders import Orders, Say, Unclear


@dataclass(frozen=True, slots=True)
class Reply:
    """An email that came to a reply address, with what was read in it.

    ``link`` is what its address stands for; ``is_of_several``: it went to the addresses of other matches, too.
    ``reading`` names the part of the letter that was read. ``is_secret``: what is asked for is a secret, so that what
    was written may be one, too. ``unused`` are the places of the lines that weren't used.
    """

    mail: InboundMail
    link: Link
    letter: ParsedMessage
    said: Said
    orders: Orders
    is_of_several: bool = False
    reading: Reading = "text"
    is_secret: bool = False
    unused: tuple[int, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that the writer wrote, or may have written."""
        return self.said.all

    @property
    def line(self) -> str:
        """The line that the order was read from, or that is taken for one; "" if nothing was written."""
        return self.lines[self.orders.at] if self.lines else ""

    @property
    def order_line(self) -> str:
        """The line that is an order or a turn; "" if there is none, if it is a secret, or if no match is meant."""
        is_order = not isinstance(self.orders.order, Unclear | Say)
        return self.line if is_order and not self.is_secret and self.link.seat is not None else ""

    @property
    def user(self) -> User:
        return self.link.user

    @property
    def match(self) -> Match | None:
        return self.link.seat.match if self.link.seat is not None else None
