"""Chance: words, numbers, lots and shuffles, all drawn from a match's seed; and how a seed is made.

Each draw has its own label, ``game/what/number``, and is used once: the words of one label say nothing about those of
another, and the order in which labels are used does not matter. With the seed, anyone can repeat every draw.

A seed is mixed from bytes that the server fixed, publishing their digest, before the last player gave a contribution. A
secret pick is bound by a digest of it with a salt. docs/chance.md says what that protects from.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Final, TypeVar

WORD_BYTES: Final = 4
WORD_LIMIT: Final = 1 << 8 * WORD_BYTES
"""The limit below which all words lie, and so all numbers that can be drawn from them."""

LOT: Final = "match/lot/0"
"""The label of the lot for the seats, in matches where they are drawn."""

_CONTRIBUTION: Final = re.compile("[0-9a-f]{64}")
_SALT_WORDS: Final = 4
_LABEL: Final = re.compile(r"[a-z][a-z0-9]*/[a-z][a-z0-9]*/(?:0|[1-9][0-9]*)", re.ASCII)
Thing = TypeVar("Thing")


def seed_digest(seed: bytes) -> str:
    """Return the digest by which everyone knows a seed from the start.

    It is the SHA-256 of the seed, 64 hexadecimal digits in lower case.
    """
    return hashlib.sha256(seed).hexdigest()


def chance_words(seed: bytes, label: str) -> Iterator[int]:
    """Yield the words of a label, endlessly.

    Word c is the first four bytes, most significant first, of HMAC-SHA256 with the seed as key and ``label:c`` as
    message. Raises ``ValueError`` for a label that isn't of the form ``game/what/number``.
    """
    if _LABEL.fullmatch(label) is None:
        raise ValueError(f"{label!r} does not have the form of a label: game/what/number")
    return _words(seed, label)


def _words(seed: bytes, label: str) -> Iterator[int]:
    for number in count():
        code = hmac.digest(seed, f"{label}:{number}".encode("ascii"), "sha256")
        yield int.from_bytes(code[:WORD_BYTES], "big")


def below(row: Iterator[int], limit: int) -> int:
    """Draw a number below ``limit`` (1 to ``WORD_LIMIT``), all equally likely, from a label's words.

    Words in the last, incomplete run of ``limit`` numbers are skipped, since they would favour the lower ones.
    """
    if not 1 <= limit <= WORD_LIMIT:
        raise ValueError(f"a number below {limit} cannot be drawn: the limit is from 1 to {WORD_LIMIT}")
    even = WORD_LIMIT - WORD_LIMIT % limit
    return next(word for word in row if word < even) % limit


def shuffled(seed: bytes, label: str, things: Iterable[Thing]) -> list[Thing]:
    """Shuffle things given in the fixed order of the rules; the first of the result is the top of a deck."""
    row, order = chance_words(seed, label), list(things)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(row, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


# -- making a seed -----------------------------------------------------------------------------------------------------


def contribution(text: str) -> str:
    """Return a player's contribution to a seed: 64 hexadecimal digits unchanged, else the text's SHA-256.

    "" if the player gave none.
    """
    text = text.strip()
    return text if not text or _CONTRIBUTION.fullmatch(text) else hashlib.sha256(text.encode()).hexdigest()


def mix_seed(server: bytes, label: str, contributions: Iterable[str]) -> bytes:
    """Mix the seed of a match from the server's 32 bytes and the players' contributions, in order of arrival.

    HMAC-SHA256 (RFC 2104) with the server's bytes as key and, as message, ``label:`` with the contributions after it,
    separated by commas: the extracting step of HKDF (RFC 5869, 2.2). The label keeps matches of an event apart.
    """
    return hmac.digest(server, f"{label}:{','.join(contributions)}".encode("ascii"), "sha256")


def derive_bytes(server: bytes, label: str) -> bytes:
    """Derive the server's bytes for one match of an event from those of the event.

    They are the HMAC-SHA256 of the match's label.
    """
    return hmac.digest(server, label.encode("ascii"), "sha256")


# -- secret picks ------------------------------------------------------------------------------------------------------


def salt(seed: bytes, number: int) -> str:
    """Return the 32 hexadecimal digits that hide a pick, the match's submission with the given number."""
    return "".join(f"{word:08x}" for word in islice(chance_words(seed, f"match/salt/{number}"), _SALT_WORDS))


def commitment(salt_text: str, text: str) -> str:
    """Bind a player to a secret pick: return the SHA-256 of the salt, a colon and the pick, in UTF-8."""
    return hashlib.sha256(f"{salt_text}:{text}".encode()).hexdigest()
