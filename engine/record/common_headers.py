"""The headers that every game's records have: game, players, options, seed, and facts that follow from the turns."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.chance import seed_digest
from engine.editions import RULES
from engine.errors import BadOption, BadRecord
from engine.values import Options

from . import fairness_headers
from .headers import Headers, read_headers, write_header
from .record import Commitment, Entry, Origin, Record

GAME_HEADER: Final = "Game"
_SEED: Final = "Seed"
DIGEST: Final = "SeedDigest"
EDITION: Final = "Rules"
_COMMON: Final = rf"{GAME_HEADER}|{_SEED}|{DIGEST}|{EDITION}|{'|'.join(fairness_headers.HEADERS)}|Player[1-9]"


class Head(NamedTuple):
    """The head of a record's text: its headers, and the text after them from ``headers.end`` on."""

    text: str
    headers: Headers
    seed: bytes | None
    players: tuple[str, ...]
    others: dict[str, str]
    claims: dict[str, str]
    origin: Origin | None
    commitments: tuple[Commitment, ...]

    def record(self, options: Options, entries: tuple[Entry, ...]) -> Record:
        return Record(
            options, self.seed, self.players, entries, self.others, origin=self.origin, commitments=self.commitments
        )

    @property
    def digest(self) -> str | None:
        return self.headers.values.get(DIGEST)


@dataclass(frozen=True, slots=True)
class Frame:
    """The headers of one game's records.

    ``options`` names the header of each option; ``derived`` is a pattern for the names of the headers that follow from
    the turns and are checked against them.
    """

    game: str
    options: Mapping[str, str]
    derived: str

    def read(self, text: str, seats: range) -> Head:
        """Read the head of a record of a game with that many seats. Raises ``BadRecord``."""
        text = text.removeprefix("\ufeff")
        headers = read_headers(text)
        if headers.values.get(GAME_HEADER) != self.game:
            raise BadRecord(
                f'This is no {self.game} record: it does not begin with the header [{GAME_HEADER} "{self.game}"].'
            )
        numbers = [number for number in seats if f"Player{number}" in headers.values]
        return Head(
            text=text,
            headers=headers,
            seed=_read_seed(headers.values),
            players=tuple(headers.values.get(f"Player{1 + seat}", "") for seat in range(max([seats[0], *numbers]))),
            others={key: value for key, value in headers.values.items() if not self._is_own(key)},
            claims={key: value for key, value in headers.values.items() if re.fullmatch(self.derived, key)},
            origin=fairness_headers.read_origin(headers.values),
            commitments=fairness_headers.read_commitments(headers.values),
        )

    def read_options(self, head: Head, clean: Callable[[Mapping[str, str]], Options]) -> Options:
        """Return the options that the headers name, checked by ``Game.clean_options``. Raises ``BadRecord``."""
        raw = {key: head.headers.values.get(name, "") for key, name in self.options.items()}
        if EDITION in head.headers.values:
            raw[RULES] = head.headers.values[EDITION]
        try:
            return clean(raw)
        except BadOption as error:
            name = EDITION if error.key == RULES else self.options[error.key]
            raise BadRecord(f"The {name} header: {error}") from error

    def write(self, record: Record, facts: Mapping[str, str], *, is_over: bool) -> str:
        """Write the headers.

        The seed and the server's bytes are left out while the match runs. So is any header of ``record.headers`` with a
        name that the record itself uses.
        """
        pairs = [(GAME_HEADER, self.game)]
        pairs += [(key, value) for key, value in record.headers.items() if not self._is_own(key)]
        pairs += [(f"Player{number}", name) for number, name in enumerate(record.players, start=1)]
        pairs += [(name, str(record.options[key])) for key, name in self.options.items() if record.options[key]]
        if RULES in record.options:
            pairs.append((EDITION, str(record.options[RULES])))
        if record.seed is not None:
            pairs += [(_SEED, record.seed.hex())] if is_over else []
            pairs.append((DIGEST, seed_digest(record.seed)))
        pairs += fairness_headers.headers_of(record, is_over=is_over)
        return "\n".join(write_header(key, value) for key, value in [*pairs, *facts.items()])

    def _is_own(self, key: str) -> bool:
        return key in self.options.values() or re.fullmatch(f"{_COMMON}|{self.derived}", key) is not None


def _read_seed(headers: Mapping[str, str]) -> bytes | None:
    text = headers.get(_SEED)
    if text is None:
        return None
    if re.fullmatch("[0-9a-fA-F]{64}", text) is None:
        raise BadRecord("The Seed header is not 64 hexadecimal digits.")
    return bytes.fromhex(text)
