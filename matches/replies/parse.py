"""Parsing an email that someone may have meant for a match or an offer: what was written, and what that asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from functools import cache
from typing import Any

from django.conf import settings

from accounts.models import User
from engine.errors import MistypedTurn, UnreadableTurn
from mail.models import InboundMail
from mail.parse.message import ParsedMessage
from mail.parse.reply_text import Said, sorted_lines
from matches.gate import turns
from matches.mails.reply_lines import Reading
from matches.models import Link, Match, Seat
from matches.record.marks import can_mark
from matches.record.record import state_before

from .find_order import understand
from .orders import Orders, Say, Submit, Unclear
from .read_lines import IsTurn, Joins, never, never_joined


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


def reply_in(mail: InboundMail, link: Link, letter: ParsedMessage, *, is_of_several: bool) -> Reply:
    seat = link.seat
    said, orders, reading = _understood(link, letter)
    is_secret = seat is not None and _is_asked_for_a_secret(seat)
    return Reply(mail, link, letter, said, orders, is_of_several, reading, is_secret)


def _understood(link: Link, letter: ParsedMessage) -> tuple[Said, Orders, Reading]:
    """Return what was written, what it asks for, and which part of the letter was read.

    If the text asks for nothing, a turn counts that is found by reading it line by line, or, if the text only points to
    the HTML, one that is found there.
    """
    said = sorted_lines(letter.text)
    orders = _orders(link, said)
    if not (isinstance(orders.order, Unclear) and orders.order.why in {"nothing", "not a turn"}):
        return said, orders, "text"
    others: tuple[tuple[Reading, str], ...] = (("line_by_line", letter.line_by_line), ("html", letter.html))
    for reading, text in others:
        shown = sorted_lines(text)
        meant = _orders(link, shown)
        is_turn = isinstance(meant.order, Submit)
        if is_turn and (reading == "line_by_line" or _is_news(shown, meant, said, letter.text)):
            return shown, meant, reading
    return said, orders, "text"


def _is_news(shown: Said, meant: Orders, said: Said, text: str) -> bool:
    """Return whether the HTML differs from the text, and its turn isn't in the text.

    The turn must not even be in a quote, which may be unmarked in the HTML.
    """
    is_other = not set(shown.all) & set(said.all)
    return is_other and shown.all[meant.at] not in " ".join(text.split())


def _is_mixed(said: Said) -> bool:
    """Return whether parts of the answered email are among the lines, because its quote is marked in no known way."""
    own = [
        sign.casefold() for sign in (settings.SITE_URL, settings.REPLY_DOMAIN and f"@{settings.REPLY_DOMAIN}") if sign
    ]
    return any(sign in line.casefold() for sign in own for line in said.lines)


def own_address() -> str:
    """Return the address that the site's emails come from. Others at the same domain may be players'."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


# -- what is asked for -----------------------------------------------------------------------------------------------


def _is_asked_for_a_secret(seat: Seat) -> bool:
    return seat.asked_turn is not None and seat.match.game.decision(seat.match.loaded_state, seat.index).secret


def _orders(link: Link, said: Said) -> Orders:
    asked = None if link.seat is None else asked_in(link.seat, link.number)
    takes = _takes_nothing if asked is None else _takes(*asked)
    return understand(
        said.lines,
        lambda line: takes(line) == "turn",
        lambda line: takes(line) == "slip",
        _spaces_of(link),
        never_joined if asked is None else _joins(*asked),
        doubtful=said.doubtful,
        is_mixed=_is_mixed(said),
    )


def _spaces_of(link: Link) -> IsTurn:
    """Return a test of whether a word may be a space that the writer's team can mark.

    It is one if the space exists, or if the word looks like a space.
    """
    seat = link.seat
    if seat is None or not can_mark(seat.match, seat.match.seats.select_related("player")):
        return never
    game, state = seat.match.game, seat.match.loaded_state
    refs = {place.ref.casefold() for place in game.places(game.view(state, seat.index))}
    return lambda word: bool(refs) and (word.casefold() in refs or any(map(str.isdigit, word)))


def _takes_nothing(_line: str) -> str:
    """Take no line for a turn, as there is no match."""
    return ""


def asked_in(seat: Seat, number: int | None) -> tuple[Match, Any, int | None]:
    """Return the match, the state in which the turn of that number was asked for, and whose turn it was.

    The state is the current one if there is no such turn.
    """
    match = seat.match
    state = match.loaded_state
    if number is not None and seat.asked_turn != number:
        played = match.log.filter(number=number).first()
        state = state if played is None else state_before(match, played, match.seats.count())
    asked = match.game.to_act(state)
    return match, state, seat.index if seat.index in asked else next(iter(asked), None)


def _joins(match: Match, state: Any, index: int | None) -> Joins:
    def join(lines: Sequence[str]) -> bool:
        text = " ".join(lines)
        return index is not None and len(text) <= turns.LONGEST_TEXT and match.game.joins_lines(state, index, lines)

    return join


def _takes(match: Match, state: Any, index: int | None) -> Callable[[str], str]:
    """Return a function that tells what the game takes a line for.

    That is a ``turn``, legal or not, a turn with a ``slip`` in it, or "" for neither. In a match that is over it is
    always "".
    """

    @cache
    def take(line: str) -> str:
        if index is None or len(line) > turns.LONGEST_TEXT:
            return ""
        try:
            match.game.read(state, index, line)
        except MistypedTurn:
            return "slip"
        except UnreadableTurn:
            return ""
        return "turn"

    return take
