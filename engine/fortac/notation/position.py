"""The one-line text of a position (rules 7), which has one form only."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar

from engine.errors import GameError
from engine.fortac.board.cards import (
    ALL_CARDS,
    BLACK,
    DECK,
    HAND,
    RED,
    SIDE_NAMES,
    cards_in,
    letters_of,
    pile_of,
    read_cards,
)
from engine.fortac.board.position import Position
from engine.fortac.board.spaces import SIZE
from engine.fortac.rules.apply import QUIET_LIMIT
from engine.fortac.rules.combos import COMBO_KINDS, COMBOS_TO_WIN

MEN: Final = 4
_MEN: Final = "RB"
_SIDES: Final = "rb"
_FIELDS: Final = 9
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,999}", re.ASCII)
T = TypeVar("T")


class PositionError(GameError):
    """An error for a text that is no position; the message is one sentence."""


def format_position(position: Position) -> str:
    """Write a position as a line of text."""
    seed = "-" if position.seed is None else position.seed.hex()
    return _format(position, letters_of(position.deck), seed)


def format_known(position: Position) -> str:
    """Write a position as everyone may see it: the number of cards in place of the deck, and no seed."""
    return _format(position, str(len(position.deck)), "-")


def _format(position: Position, deck: str, seed: str) -> str:
    board = "/".join(_format_row(position, row) for row in reversed(range(SIZE)))
    hands = "/".join(map(letters_of, position.hands))
    combos = "/".join("+".join(made) or "-" for made in position.combos)
    discards = letters_of(cards_in(position.discards)) or "-"
    side = _SIDES[position.side]
    return f"{board} {side} {position.turn} {hands} {deck} {discards} {combos} {position.quiet} {seed}"


def _format_row(position: Position, row: int) -> str:
    owners = [position.owner_at(row * SIZE + column) for column in range(SIZE)]
    spaces = "".join("." if owner is None else _MEN[owner] for owner in owners)
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), spaces)


def parse_position(text: str) -> Position:
    """Read a position in the form that ``format_position`` writes.

    Raises ``PositionError``, also for a match that is over.
    """
    position = parse_any(text)
    for side in (RED, BLACK):
        if len(position.combos[side]) >= COMBOS_TO_WIN:
            raise PositionError(f"{SIDE_NAMES[side]} has made more than one combo, so the match is over.")
    if position.quiet >= QUIET_LIMIT:
        raise PositionError(f"After {QUIET_LIMIT} quiet turns the match is over.")
    return position


def parse_any(text: str) -> Position:
    """Read a position, even that of a match that is over. Raises ``PositionError``."""
    fields = text.split(" ")
    if len(fields) != _FIELDS:
        raise PositionError(f"A position has {_FIELDS} fields separated by one blank, not {len(fields)}.")
    board, side, turn, hands, deck, discards, combos, quiet, seed = fields
    position = Position(
        men=_read_board(board),
        turn=_read_turn(side, turn),
        hands=_read_pair("hands", hands, _read_hand),
        deck=_read_deck(deck),
        discards=pile_of(_in_order("discards", "" if discards == "-" else _not_empty("discards", discards))),
        combos=_read_pair("combos", combos, _read_combos),
        quiet=_read_number("count of quiet turns", quiet),
        seed=_read_seed(seed),
    )
    _check_hands(position)
    _check_cards(position)
    _check_quiet(position)
    return position


def read_seed(text: str) -> bytes:
    """Read a seed from 64 hexadecimal digits in lower case. Raises ``PositionError``."""
    return _read_seed(text)


def _read_board(field: str) -> tuple[int, int]:
    rows = field.split("/")
    if len(rows) != SIZE:
        raise PositionError(f"The board has {SIZE} rows, not {len(rows)}.")
    men = [0, 0]
    for row, text in zip(reversed(range(SIZE)), rows, strict=True):
        for column, letter in enumerate(_spaces(row, text)):
            if letter != ".":
                men[_MEN.index(letter)] |= 1 << row * SIZE + column
    for side, mask in enumerate(men):
        if mask.bit_count() != MEN:
            raise PositionError(f"{SIDE_NAMES[side]} has {mask.bit_count()} men on the board, not {MEN}.")
    return men[RED], men[BLACK]


def _spaces(row: int, text: str) -> str:
    """Return the spaces of a row, with a full stop for each empty one. Raises ``PositionError``."""
    if re.fullmatch(r"[RB1-4]+", text) is None or re.search("[1-4]{2}", text):
        raise PositionError(f"Row {row + 1} of the board, “{text}”, is not R, B and single digits for empty spaces.")
    spaces = re.sub("[1-4]", lambda digit: "." * int(digit[0]), text)
    if len(spaces) != SIZE:
        raise PositionError(f"Row {row + 1} of the board, “{text}”, has {len(spaces)} spaces, not {SIZE}.")
    return spaces


def _read_turn(side: str, field: str) -> int:
    if side not in ("r", "b"):
        raise PositionError(f"The side to move is r or b, not “{side}”.")
    turn = _read_number("turn", field)
    if turn == 0:
        raise PositionError("Turns are counted from 1.")
    if side != _SIDES[1 - turn % 2]:
        raise PositionError(f"Turn {turn} is {SIDE_NAMES[1 - turn % 2]}'s: odd turns are Red's.")
    return turn


def _read_number(what: str, field: str) -> int:
    if _NUMBER.fullmatch(field) is None:
        raise PositionError(f"The {what}, “{field}”, is not a number without leading zeros.")
    return int(field)


def _read_pair(what: str, field: str, read: Callable[[str], T]) -> tuple[T, T]:
    values = field.split("/")
    if len(values) != 2:
        raise PositionError(f"The {what}, “{field}”, are not Red's and Black's with a slash between them.")
    return read(values[0]), read(values[1])


def _read_hand(field: str) -> bytes:
    return _in_order("hand", _not_empty("hand", field))


def _read_deck(field: str) -> bytes:
    cards = read_cards(_not_empty("deck", field))
    if cards is None:
        raise PositionError(f"The deck, “{field}”, is not letters of cards.")
    return cards


def _not_empty(what: str, field: str) -> str:
    if not field:
        raise PositionError(f"The {what} may not be left empty.")
    return field


def _in_order(what: str, field: str) -> bytes:
    cards = read_cards(field)
    if cards is None:
        raise PositionError(f"The {what}, “{field}”, is not letters of cards.")
    if list(cards) != sorted(cards):
        raise PositionError(f"The {what}, “{field}”, is not in the order of the cards.")
    return cards


def _read_combos(field: str) -> tuple[str, ...]:
    kinds = () if field == "-" else tuple(field.split("+"))
    if any(kind not in COMBO_KINDS for kind in kinds) or len(set(kinds)) != len(kinds):
        raise PositionError(f"“{field}” is not a kind of combo ({', '.join(COMBO_KINDS)}), or - for none.")
    return kinds


def _read_seed(field: str) -> bytes:
    if re.fullmatch("[0-9a-f]{64}", field) is None:
        raise PositionError(f"The seed, “{field[:80]}”, is not 64 hexadecimal digits in lower case.")
    return bytes.fromhex(field)


def _check_hands(position: Position) -> None:
    """Raise ``PositionError`` unless each hand has three cards, or two if its player has won by combos.

    That player has not drawn.
    """
    for side in (RED, BLACK):
        cards, least = len(position.hands[side]), HAND - (len(position.combos[side]) >= COMBOS_TO_WIN)
        if not least <= cards <= HAND:
            raise PositionError(f"{SIDE_NAMES[side]} has {cards} cards in hand, not {HAND}.")


def _check_cards(position: Position) -> None:
    """Raise ``PositionError`` unless all cards are there, and as many in the deck as the turn requires.

    A deck has 34 cards, and one is drawn each turn; a match won by combos ended before the draw.
    """
    drawn_less = sum(HAND - len(hand) for hand in position.hands)
    expected = DECK - (position.turn - 1 - drawn_less) % DECK
    if len(position.deck) != expected:
        raise PositionError(f"The deck has {len(position.deck)} cards; at turn {position.turn} it has {expected}.")
    cards = [*position.hands[RED], *position.hands[BLACK], *position.deck, *cards_in(position.discards)]
    if bytes(sorted(cards)) != ALL_CARDS:
        raise PositionError("The cards in hands, deck and discards are not the 40 cards of the game.")


def _check_quiet(position: Position) -> None:
    """Raise ``PositionError`` if there are more quiet turns than the combos leave room for.

    Before the first combo, all turns were quiet.
    """
    made, before = sum(map(len, position.combos)), position.turn - 1
    if made == 0 and position.quiet != before:
        raise PositionError(f"No combo was made, so there were {before} quiet turns, not {position.quiet}.")
    if position.quiet > before - made:
        raise PositionError(f"There cannot have been {position.quiet} quiet turns in a row in {before} turns.")
