"""Positions of Fortac made by hand or by chance, for tests."""

from __future__ import annotations

from random import Random

from engine.fortac.board.cards import LETTERS
from engine.fortac.board.position import Position
from engine.fortac.notation.position import format_position, parse_position
from engine.fortac.rules.apply import Applied, apply
from engine.fortac.rules.legal import steps

SEED = bytes(range(32))
START = "RR2/RR2/2BB/2BB"
ALL = "HHHHSSSSJJJJTTTTWWWWRRKKNNNNBBBBIIAAPPPP"


def at(
    board: str, red: str = "HST", black: str = "HST", turn: int = 1, combos: str = "-/-", quiet: int | None = None
) -> Position:
    """A position with these hands; the deck is what is left of the cards, in their order, and what it has too many is
    on the discard pile. ``quiet`` is as long as it can be."""
    left = list(ALL)
    for letter in red + black:
        left.remove(letter)
    deck = 34 - (turn - 1) % 34
    made = sum(kind != "-" for kind in combos.split("/"))
    quiet = turn - 1 - made if quiet is None else quiet
    side = "r" if turn % 2 else "b"
    hands = "/".join("".join(sorted(hand, key=LETTERS.index)) for hand in (red, black))
    discards = "".join(left[deck:]) or "-"
    text = f"{board} {side} {turn} {hands} {''.join(left[:deck])} {discards} {combos} {quiet} {SEED.hex()}"
    return parse_position(text)


def step_texts(position: Position) -> list[str]:
    return sorted(map(str, steps(position)))


def with_card(position: Position, word: str) -> list[str]:
    """The legal steps with a card, without its name."""
    return [text.split(" ")[1] for text in step_texts(position) if text.split(" ")[0] == word]


def applied(position: Position, text: str) -> Applied:
    (step,) = (step for step in steps(position) if str(step) == text)
    return apply(position, step)


def board_after(position: Position, text: str) -> str:
    return format_position(applied(position, text).position).split(" ")[0]


def chance_position(random: Random) -> Position:
    """Men and cards strewn by chance."""
    spaces = random.sample(range(16), 8)
    men = ["."] * 16
    for place, space in enumerate(spaces):
        men[space] = "RB"[place % 2]
    rows = ["".join(men[row * 4 : row * 4 + 4]) for row in (3, 2, 1, 0)]
    board = "/".join(rows)
    for empty in (4, 3, 2, 1):
        board = board.replace("." * empty, str(empty))
    cards = random.sample(ALL, 40)
    kinds = ["-", "corner", "diagonal", "orthogonal", "center"]
    combos = f"{random.choice(kinds)}/{random.choice(kinds)}"
    made = 2 - combos.count("-")
    turn = random.randint(1 + made, 99) if made else random.randint(1, 99)
    quiet = turn - 1 if not made else random.randint(0, min(99, turn - 1 - made))
    hands = ["".join(sorted(cards[place : place + 3], key=LETTERS.index)) for place in (0, 3)]
    deck = 34 - (turn - 1) % 34
    discards = "".join(sorted(cards[6 + deck :], key=LETTERS.index)) or "-"
    side = "r" if turn % 2 else "b"
    seed = random.randbytes(32).hex()
    deck_text = "".join(cards[6 : 6 + deck])
    return parse_position(f"{board} {side} {turn} {'/'.join(hands)} {deck_text} {discards} {combos} {quiet} {seed}")
