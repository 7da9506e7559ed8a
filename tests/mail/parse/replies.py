"""The replies in ``fixtures``, as they come in, and what each is expected to ask for.

``expected.txt`` has a line for each: its file, the mail program, the language and the order. The emails were made up,
in the forms of those programs; all answer the same email, in which there are turns to be mistaken for an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.errors import MistypedTurn, UnreadableTurn
from engine.fortify.notation.turn import format_turn, parse_turn
from mail.parse.message import ParsedMessage, parse_message
from mail.parse.reply_text import sorted_lines
from matches.replies.find_order import understand
from matches.replies.orders import Orders, Submit

FOLDER = Path(__file__).parent / "fixtures"


@dataclass(frozen=True)
class Reply:
    name: str
    program: str
    language: str
    order: str

    @property
    def raw(self) -> bytes:
        return (FOLDER / f"{self.name}.eml").read_bytes()


def replies() -> list[Reply]:
    lines = (FOLDER / "expected.txt").read_text().splitlines()
    return [Reply(*map(str.strip, line.split("|"))) for line in lines]


def is_turn(line: str) -> bool:
    try:
        parse_turn(line)
    except UnreadableTurn:
        return False
    return True


def letter_of(raw: bytes) -> ParsedMessage:
    return parse_message(
        raw, envelope_sender="ada@mail.example.com", own_domains=("reply.example.org",), authserv_id="mx.example.org"
    )


def is_slip(line: str) -> bool:
    try:
        parse_turn(line)
    except MistypedTurn:
        return True
    except UnreadableTurn:
        pass
    return False


def orders_in(raw: bytes) -> Orders:
    return orders_of(letter_of(raw))


def orders_of(letter: ParsedMessage) -> Orders:
    said = sorted_lines(letter.text)
    return understand(said.lines, is_turn, is_slip, doubtful=said.doubtful)


def in_words(orders: Orders) -> str:
    """As ``expected.txt`` has it: the kind of order, and its text, a turn in canonical notation."""
    order = orders.order
    text = getattr(order, "text", getattr(order, "why", ""))
    if isinstance(order, Submit) and is_slip(text):
        return f"Slip {text}"
    if isinstance(order, Submit):
        text = format_turn(parse_turn(text))
    return f"{type(order).__name__} {text}".strip()
