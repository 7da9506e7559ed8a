"""Small files, line by line in the columns of the standard."""

from __future__ import annotations

from competition.trf import Document, read_trf


def player(number: int, *rounds: str, points: str = "", name: str = "", rating: str = "") -> str:
    """``rounds`` as the file has them, without the two blanks before them: ``   2 w 1``."""
    fixed = f"001 {number:>4}      {name:<33} {rating:>4} {'':3} {'':11} {'':10} {points:>4} {'':4}"
    return (fixed + "".join(f"  {entry}" for entry in rounds)).rstrip()


def in_bytes(line: str) -> bytes:
    """A player's line as programs write it that fill up the name by its bytes."""
    name = line[14:47].rstrip()
    return line[:14].encode() + name.encode().ljust(33)[:33] + line[47:].encode()


def text(*lines: str) -> str:
    return "\n".join(lines) + "\n"


GAME = (player(1, "   2 w 1"), player(2, "   1 b 0"))


def read_with(*lines: str) -> Document:
    """Two players who have played one game, and whatever else."""
    return read_trf(text(*GAME, *lines))
