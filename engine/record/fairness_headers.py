"""The headers that let a record be checked: the sources of its seed, and the commitments to secret picks.

::

    [ServerDigest "2a5c…"]
    [Server "9f01…"]
    [SeedLabel "challenge/12"]
    [Contributions
      "Player 2: 77ab…"
      "Player 1: c04e… drawn"]
    [Lot "match/lot/0"]
    [Commitments
      "Player 1: 5e88… = 03d4…:I4T4B4"
      "Player 2: 91ab…"]

Players are listed in the order in which they came; for those who gave no contribution, the site has drawn one.
``Server`` is there when the match is over, ``Lot`` if the seats were drawn; a commitment that has been opened is
followed by its salt and the pick.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.chance import LOT, commitment, mix_seed, seed_digest, shuffled
from engine.errors import BadRecord
from i18n.text import say

from .record import Commitment, Origin, Record

SERVER: Final = "Server"
SERVER_DIGEST: Final = "ServerDigest"
LABEL: Final = "SeedLabel"
CONTRIBUTIONS: Final = "Contributions"
LOT_HEADER: Final = "Lot"
COMMITMENTS: Final = "Commitments"
HEADERS: Final = (SERVER, SERVER_DIGEST, LABEL, CONTRIBUTIONS, LOT_HEADER, COMMITMENTS)

_NONE: Final = "none"
_DRAWN: Final = "drawn"
_BYTES: Final = re.compile("[0-9a-f]{64}")
LABEL_FORM: Final = re.compile("[a-z0-9/]{1,64}")
_GIVEN: Final = re.compile(rf"Player ([1-9]): ({_BYTES.pattern}|{_NONE})( {_DRAWN})?")
_BOUND: Final = re.compile(rf"Player ([1-9]): ({_BYTES.pattern})(?: = ([0-9a-f]{{32}}):(.+))?")


def headers_of(record: Record, *, is_over: bool) -> Iterator[tuple[str, str]]:
    if origin := record.origin:
        yield SERVER_DIGEST, origin.digest
        if is_over and origin.server is not None:
            yield SERVER, origin.server.hex()
        yield LABEL, origin.label
        yield CONTRIBUTIONS, "\n".join(map(_given, origin.came, origin.given, origin.drawn))
        if origin.by_lot:
            yield LOT_HEADER, LOT
    if record.commitments:
        yield COMMITMENTS, "\n".join(map(_bound, record.commitments))


def read_origin(headers: Mapping[str, str]) -> Origin | None:
    """Read the sources of a seed; return ``None`` if it is the server's alone. Raises ``BadRecord``."""
    if SERVER_DIGEST not in headers:
        return None
    given = [_read(_GIVEN, line, CONTRIBUTIONS) for line in headers.get(CONTRIBUTIONS, "").split("\n")]
    if sorted(int(each[1]) for each in given) != list(range(1, len(given) + 1)):
        raise BadRecord(f"The {CONTRIBUTIONS} header does not name each player once.")
    server = headers.get(SERVER)
    return Origin(
        server=None if server is None else bytes.fromhex(_read(_BYTES, server, SERVER)[0]),
        digest=_read(_BYTES, headers[SERVER_DIGEST], SERVER_DIGEST)[0],
        label=_read(LABEL_FORM, headers.get(LABEL, ""), LABEL)[0],
        came=tuple(int(each[1]) - 1 for each in given),
        given=tuple("" if each[2] == _NONE else each[2] for each in given),
        drawn=tuple(bool(each[3]) for each in given),
        by_lot=LOT_HEADER in headers,
    )


def read_commitments(headers: Mapping[str, str]) -> tuple[Commitment, ...]:
    """Read the commitments to secret picks. Raises ``BadRecord``."""
    if COMMITMENTS not in headers:
        return ()
    found = [_read(_BOUND, line, COMMITMENTS) for line in headers[COMMITMENTS].split("\n")]
    return tuple(Commitment(int(each[1]) - 1, each[2], each[3] or "", each[4] or "") for each in found)


def fairness_faults(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the faults of a record's fairness headers, each as the header and a sentence."""
    if record.origin is not None:
        yield from _origin_faults(record.origin, record.seed, len(record.players))
    for each in record.commitments:
        if fault := _commitment_fault(each, record):
            yield COMMITMENTS, fault


def findings(record: Record) -> Iterator[str]:
    """Say in sentences what a record's fairness headers prove."""
    if origin := record.origin:
        if origin.server is not None:
            yield say("Server’s bytes: their digest is %(digest)s, as the record says.", digest=origin.digest)
            yield say(
                "Contributions: from %(given)s of %(players)s players; with the server’s bytes they give this seed.",
                given=sum(bool(text) and not drawn for text, drawn in zip(origin.given, origin.drawn, strict=True)),
                players=len(origin.given),
            )
        if origin.by_lot and record.seed is not None:
            yield say("Seats: drawn by lot, as the seed gives them.")
    if record.commitments:
        opened = sum(bool(each.salt) for each in record.commitments)
        yield say(
            "Secret picks: %(opened)s of %(number)s commitments opened, all right.",
            opened=opened,
            number=len(record.commitments),
        )


def _origin_faults(origin: Origin, seed: bytes | None, players: int) -> Iterator[tuple[str, str]]:
    if len(origin.came) != players:
        yield CONTRIBUTIONS, say("The contributions don’t name every player of the match.")
        return
    if origin.server is not None and seed_digest(origin.server) != origin.digest:
        yield (
            SERVER,
            say(
                "The server’s bytes have the digest %(digest)s, which isn’t the one shown from the start.",
                digest=seed_digest(origin.server),
            ),
        )
    if origin.server is not None and seed is not None:
        mixed = mix_seed(origin.server, origin.label, origin.given)
        if mixed != seed:
            yield SERVER, say("The server’s bytes and the contributions give the seed %(seed)s.", seed=mixed.hex())
    if origin.by_lot and seed is not None:
        drawn = shuffled(seed, LOT, range(players))
        if drawn != [origin.came.index(seat) for seat in range(players)]:
            yield LOT_HEADER, say("The lot gives the players other seats.")


def _commitment_fault(given: Commitment, record: Record) -> str:
    if not given.salt:
        return ""
    if commitment(given.salt, given.text) != given.digest:
        return say("%(pick)s isn’t the pick that was committed to.", pick=given.text)
    if not any(entry.seat == given.seat and entry.text == given.text for entry in record.entries):
        return say("%(pick)s was committed to, but never played.", pick=given.text)
    return ""


def _given(seat: int, text: str, drawn: bool) -> str:
    line = f"Player {seat + 1}: {text or _NONE}"
    return f"{line} {_DRAWN}" if drawn else line


def _bound(given: Commitment) -> str:
    line = f"Player {given.seat + 1}: {given.digest}"
    return f"{line} = {given.salt}:{given.text}" if given.salt else line


def _read(pattern: re.Pattern[str], text: str, name: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise BadRecord(f"The {name} header cannot be read.")
    return found
