"""Chance: words, numbers, lots and shuffles, all drawn from a match's seed.

Each draw has a label of its own, ``game/what/number``, and is used once: the words of one label say nothing about
those of another, and the order in which labels are used does not matter. With the seed, anyone can draw it again.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final, TypeVar

WORD_BYTES: Final = 4
WORD_LIMIT: Final = 1 << 8 * WORD_BYTES
"""Words are below this, and so are the numbers that can be drawn from them."""

_LABEL: Final = re.compile(r"[a-z][a-z0-9]*/[a-z][a-z0-9]*/(?:0|[1-9][0-9]*)", re.ASCII)
Thing = TypeVar("Thing")


def seed_digest(seed: bytes) -> str:
    """What everyone can see of a seed from the start: its SHA-256, as 64 hexadecimal digits in lower case."""
    return hashlib.sha256(seed).hexdigest()


def words(seed: bytes, label: str) -> Iterator[int]:
    """The words of a label, without end. Raises ``ValueError`` for a label in another form than ``game/what/number``.

    Word c is the first four bytes, the highest first, of HMAC-SHA256 with the seed as key and ``label:c`` as message.
    """
    if _LABEL.fullmatch(label) is None:
        raise ValueError(f"{label!r} does not have the form of a label: game/what/number")
    return _words(seed, label)


def _words(seed: bytes, label: str) -> Iterator[int]:
    for number in count():
        code = hmac.digest(seed, f"{label}:{number}".encode("ascii"), "sha256")
        yield int.from_bytes(code[:WORD_BYTES], "big")


def below(row: Iterator[int], limit: int) -> int:
    """The next number below ``limit`` (1 to ``WORD_LIMIT``), all equally likely, from a label's words.

    Words in the last, incomplete run of ``limit`` numbers are left out, since they would favour the lower ones.
    """
    if not 1 <= limit <= WORD_LIMIT:
        raise ValueError(f"a number below {limit} cannot be drawn: the limit is from 1 to {WORD_LIMIT}")
    even = WORD_LIMIT - WORD_LIMIT % limit
    return next(word for word in row if word < even) % limit


def shuffled(seed: bytes, label: str, things: Iterable[Thing]) -> list[Thing]:
    """The things in the order of chance; the first is the top of a deck. They come in the fixed order of the rules."""
    row, order = words(seed, label), list(things)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(row, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order
