"""Facts by which players can check a match: where its seed came from, and what binds secret picks.

The seed is mixed from the server's bytes and one contribution of each player, in the order in which they came
(``engine.chance.mix_seed``); the digest of the bytes is shown before the last of them contributes. docs/chance.md says
what that protects from. Matches begun before that was introduced have a seed that the server drew alone, and no
``origin``.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from accounts.models import User
from engine.chance import LOT, commitment, contribution, mix_seed, salt, seed_digest, shuffled
from engine.game import Game
from engine.record.fairness_headers import LABEL_FORM
from engine.record.record import Commitment, Origin
from i18n.text import Text, message_of, noop, say
from matches.models import LogEntry, Match, Seat

COMMITTED: Final = noop("Commitment to this pick: %(digest)s")
OPENED: Final = noop("Commitment %(digest)s opened: %(opening)s")
ALL_OPENED: Final = noop("All %(number)s commitments are opened in the match record")

Came = Sequence[tuple[User, str]]
"""The players in the order in which they came, each with the contribution (``engine.chance.contribution``), or "" if
one must be drawn for them."""


class Mixed(NamedTuple):
    """A seed (64 hexadecimal digits), its ``Match.origin``, which tells how it was made, and the players by seat."""

    seed: str
    origin: dict[str, Any]
    players: list[User]


def mix(server: str, label: str, came: Came, seats: Sequence[int] | None = None) -> Mixed:
    """Mix the seed of a match from the server's bytes (64 hexadecimal digits) and the contributions.

    For players who gave none, one is drawn. ``seats`` says who has each seat, by their places among those who came;
    without it the seats are drawn by lot.
    """
    given = [text or secrets.token_hex(32) for _, text in came]
    seed = mix_seed(bytes.fromhex(server), label, given)
    order = shuffled(seed, LOT, range(len(came))) if seats is None else list(seats)
    origin = {
        "server": server,
        "label": label,
        "came": [order.index(place) for place in range(len(came))],
        "given": given,
        "drawn": [not text for _, text in came],
        "lot": seats is None,
    }
    return Mixed(seed.hex(), origin, [came[place][0] for place in order])


def origin_of(match: Match) -> Origin | None:
    """Return where the seed came from, without the server's bytes while the match runs."""
    if match.origin is None:
        return None
    server = bytes.fromhex(match.origin["server"])
    return Origin(
        server=server if match.is_open else None,
        digest=seed_digest(server),
        label=match.origin["label"],
        came=tuple(match.origin["came"]),
        given=tuple(match.origin["given"]),
        drawn=tuple(match.origin.get("drawn", [False] * len(match.origin["given"]))),
        by_lot=match.origin["lot"],
    )


def is_sound(match: Match, seats: int) -> bool:
    """Return whether the seed follows from its origin, as another site tells it."""
    try:
        origin = origin_of(match)
        if origin is None or match.origin is None:
            return True
        mixed = mix_seed(bytes.fromhex(match.origin["server"]), origin.label, origin.given)
        order = shuffled(mixed, LOT, range(seats)) if origin.by_lot else list(range(seats))
        came = list(origin.came)
        is_seated = [came.index(seat) for seat in range(seats)] == order if origin.by_lot else sorted(came) == order
        given = all(each == contribution(each) for each in origin.given) and len(origin.given) == len(came) == seats
        drawn = [type(each) for each in origin.drawn] == [bool] * seats
        made = mixed.hex() == match.seed and LABEL_FORM.fullmatch(origin.label) is not None
        return made and is_seated and given and drawn
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False


def is_drawn(match: Match) -> bool:
    """Return whether anything in the match was or may be drawn from its seed.

    For old matches no one knows whether the seats were drawn.
    """
    if match.game.has_chance:
        return True
    return not match.occasion if match.origin is None else bool(match.origin["lot"])


# -- what a page shows of the seed: its digest from the start, and all that it was made of at the end ----------------


@dataclass(frozen=True)
class SeedFacts:
    """Facts about a match's seed.

    ``seed`` and ``server`` are "" while the match runs, and while others play from the same one (``is_shared``).
    ``given`` has for each player, in the order in which they came, the name, the contribution ("" for none) and whether
    the server drew it; for matches from before contributions it is empty, and there is no ``server_digest``.
    """

    digest: str
    seed: str
    server_digest: str
    server: str
    label: str
    given: Sequence[tuple[str, str, bool]]
    by_lot: bool
    is_shared: bool


def seed_facts(match: Match, seats: Sequence[Seat]) -> SeedFacts | None:
    """Return the facts about a match's seed; ``None`` if nothing is drawn from it."""
    if not is_drawn(match):
        return None
    origin = origin_of(match)
    seed = match.seed if match.is_open else ""
    if origin is None:
        return SeedFacts(match.seed_digest, seed, "", "", "", (), by_lot=False, is_shared=match.is_sealed)
    names = [seats[index].name for index in origin.came]
    return SeedFacts(
        digest=match.seed_digest,
        seed=seed,
        server_digest=origin.digest,
        server=origin.server.hex() if origin.server else "",
        label=origin.label,
        given=list(zip(names, origin.given, origin.drawn, strict=True)),
        by_lot=origin.by_lot,
        is_shared=match.is_sealed,
    )


# -- secret picks ----------------------------------------------------------------------------------------------------


def digest_of(match: Match, turn: LogEntry) -> str:
    """Return the commitment to a secret pick."""
    return commitment(_salt(match, turn), turn.text)


def committed_words(match: Match, turn: LogEntry) -> Text:
    """Return the words that everyone may read of a pick as soon as it is made."""
    return say(COMMITTED, digest=digest_of(match, turn))


def opened_words(match: Match, turn: LogEntry) -> Text:
    """Return the words that everyone may read once a pick is opened: its salt and text, to check the commitment."""
    opening = f"{_salt(match, turn)}:{turn.text}"
    return say(OPENED, digest=digest_of(match, turn), opening=opening)


def all_opened_words(number: int) -> Text:
    """Say that the picks are opened when there are too many to list; the record lists them."""
    return say(ALL_OPENED, number=number)


def is_commitment(note: str) -> bool:
    """Return whether a note of a turn is about commitments to secret picks."""
    return message_of(note) in (COMMITTED, OPENED, ALL_OPENED)


def is_committed(match: Match, turn: LogEntry) -> bool:
    """Return whether the others were shown a commitment to the pick, which very old picks lack."""
    return turn.secret and turn.number is not None and any(digest_of(match, turn) in note for note in turn.notes)


def unopened(match: Match, game: Game) -> list[LogEntry]:
    """Return the picks that the next line will reveal to everyone, in the order in which they were made."""
    if not match.log.filter(secret=True).exists():
        return []
    found: list[LogEntry] = []
    undone: set[int | None] = set()
    for line in match.log.defer("clocks", "before").order_by("-index").iterator(chunk_size=50):
        if not game.keeps_secret(game.load(line.state)):
            break
        undone.add(line.undoes_id)
        if line.pk not in undone and is_committed(match, line):
            found.append(line)
    return found[::-1]


def commitments_of(match: Match, turns: Iterable[LogEntry], seats: Sequence[Seat]) -> tuple[Commitment, ...]:
    """Return the commitments among these lines of the log, for the record; opened if no one has a secret now."""
    index = {seat.pk: seat.index for seat in seats}
    committed = [turn for turn in turns if is_committed(match, turn)]
    is_open = bool(committed) and not match.game.keeps_secret(match.loaded_state)
    return tuple(
        Commitment(
            index[turn.seat_id or 0],
            digest_of(match, turn),
            *((_salt(match, turn), turn.text) if is_open else ()),
        )
        for turn in committed
    )


def _salt(match: Match, turn: LogEntry) -> str:
    return salt(bytes.fromhex(match.seed), turn.number or 0)
