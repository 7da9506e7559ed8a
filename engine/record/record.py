"""A match as a record has it: the values that a game writes and reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal


def result_text(shares: Iterable[Fraction] | None) -> str:
    """Write the shares: ``1-0``, ``1/2-1/2``, ``1/3-1/3-1/3``, or ``*`` while the match runs."""
    return "*" if shares is None else "-".join(map(str, shares))


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log, enough to replay it.

    ``kind`` is ``play`` (``seat`` submitted ``text``), ``resignation`` or ``time`` (``seat`` lost by it), ``baton``
    (the turn of ``seat`` passed to the next player), or ``agreement`` (a draw).
    """

    kind: Literal["play", "resignation", "time", "baton", "agreement"]
    seat: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """The sources of a match's seed (``engine.chance.mix_seed``).

    ``server`` are the server's bytes, unknown while the match runs, and ``digest`` their SHA-256. ``came`` are the
    seats in the order in which their players came, and ``given`` their contributions in that order; ``drawn`` says
    which of these the site drew because the player gave none. A contribution is "" if there is none, as in matches from
    before the site drew them. ``by_lot``: the seats were drawn (``engine.chance.LOT``).
    """

    server: bytes | None
    digest: str
    label: str
    came: tuple[int, ...]
    given: tuple[str, ...]
    drawn: tuple[bool, ...]
    by_lot: bool


@dataclass(frozen=True, slots=True)
class Commitment:
    """The digest that bound a seat to a secret pick (``engine.chance.commitment``).

    ``salt`` and ``text`` are known once it has been opened.
    """

    seat: int
    digest: str
    salt: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A match for writing as text: headers for people, and everything needed to replay it.

    ``ended``: it is over although its entries do not say so, since an organiser has decided it. ``sealed``: others
    still play from its seed, so it is written as if it were running.
    """

    options: dict[str, Any]
    seed: bytes | None
    players: tuple[str, ...]
    entries: tuple[Entry, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    origin: Origin | None = None
    commitments: tuple[Commitment, ...] = ()
    ended: bool = False
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A statement of a record's text: the line (from 1) it begins on, and its name in a message about a fault.

    ``entry`` is the deed it reports, ``None`` for a heading; ``check`` raises ``BadRecord`` for a state in which the
    statement is out of place.
    """

    line: int
    words: str
    entry: Entry | None
    check: Callable[[Any], None] | None = None


@dataclass(frozen=True, slots=True)
class RecordText:
    """A record as its text has it, for ``engine.record.check``.

    ``digest`` is the digest it gives for its seed, if any; ``claims`` are the headers that follow from the turns, and
    ``header_lines`` the lines on which headers begin.
    """

    record: Record
    digest: str | None
    lines: tuple[RecordLine, ...]
    claims: Mapping[str, str]
    header_lines: Mapping[str, int]
