"""A TRF file as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from competition.history import Code, History, System
from i18n.text import say


class Edition(Enum):
    """An edition of TRF.

    TRF16 carries what pairing needs in the extensions of JaVaFo (XXR, XXC, …) and of bbpPairings (BBW, …).
    """

    TRF16 = "TRF16"
    TRF26 = "TRF26"


@dataclass(frozen=True, slots=True)
class Header:
    """The facts about the tournament as a whole, as the file has them; an empty text means that it has none.

    Dates are written YYYY/MM/DD, those of the rounds YY/MM/DD. ``kind`` is free text (092), ``type_code`` a code of
    FIDE's table (192). ``tie_breaks`` break ties on points (202), ``standings`` is the same list from PTS on (212).
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    teams: str = ""
    kind: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    round_dates: tuple[str, ...] = ()
    ranking_method: str = ""
    controller: str = ""
    type_code: str = ""
    tie_breaks: tuple[str, ...] = ()
    standings: tuple[str, ...] = ()
    coded_time_control: str = ""

    @property
    def system(self) -> System:
        """The system by its code, or else by the free text, where some programs write a code, too."""
        said = (self.type_code or self.kind).casefold().replace("-", "").replace(" ", "").replace("_", "")
        return System.ROUND_ROBIN if "roundrobin" in said else System.SWISS


@dataclass(frozen=True, slots=True)
class Details:
    """The facts about a player besides the name, the rating and the results.

    Points and rank are as the file has them; if they are ``None``, the writer counts them.
    """

    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth_date: str = ""
    points: Fraction | None = None
    rank: int | None = None


class PlannedBye(NamedTuple):
    """A bye (H, F or Z; in some programs U) granted for a round after the one to be paired."""

    code: Code
    round: int
    player: int


@dataclass(frozen=True, slots=True)
class Document:
    """A TRF file. ``details`` are by pairing number, ``byes`` in the order of their rounds.

    ``other`` are lines of records that are kept unchanged, such as national ratings. Without ``rounds_stated`` the file
    gives no number of rounds, and ``history.rounds`` is the number it has results for. ``in_bytes``: its columns were
    counted in bytes.
    """

    history: History
    header: Header = Header()
    details: Mapping[int, Details] = field(default_factory=dict)
    byes: tuple[PlannedBye, ...] = ()
    other: tuple[str, ...] = ()
    rounds_stated: bool = True
    in_bytes: bool = False


def remarks(document: Document) -> tuple[str, ...]:
    """Return sentences on what readers of the file should know or check."""
    counted = (say("The columns of this file are counted in bytes, not in characters: names with accents show it."),)
    return (*counted, *differing_points(document)) if document.in_bytes else differing_points(document)


def differing_points(document: Document) -> tuple[str, ...]:
    """Return a sentence for each player whose points in the file are not those of the results.

    If so, the scoring isn't what the file says, or the file was changed by hand. The points may or may not include
    those of byes already granted for the coming round, and the virtual points of an acceleration.
    """
    history = document.history
    sentences = []
    for player in history.players:
        said = document.details[player.number].points if player.number in document.details else None
        so_far, granted = history.points(player), history.points(player, len(player.results))
        virtual = history.virtual_points.get((history.paired_rounds + 1, player.number), Fraction(0))
        if said is not None and said not in {so_far, granted, so_far + virtual, granted + virtual}:
            sentences.append(
                say(
                    "The points of player %(player)s are given as %(given)s, but the results are worth %(worth)s.",
                    player=player.number,
                    given=f"{float(said):g}",
                    worth=f"{float(so_far):g}",
                )
            )
    return tuple(sentences)
