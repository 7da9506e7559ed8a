"""The points of results: record 162 of TRF26, XXS of JaVaFo, BBW and similar records of bbpPairings."""

from __future__ import annotations

import re
from fractions import Fraction

from competition.history import Scoring
from i18n.text import noop

from .line import TrfLine, decimal

HALF_POINT, WHOLE_POINT, NO_POINTS = Fraction(1, 2), Fraction(1), Fraction(0)
WINS, DRAWS, LOSSES, ABSENCES = ("WW", "BW", "FW", "FPB"), ("WD", "BD", "HPB"), ("WL", "BL"), ("ZPB", "FL")
RESULTS_OF_LETTERS = {"W": WINS, "D": DRAWS, "L": LOSSES, "A": ABSENCES, "P": ("PAB",), "X": ()}
TAGS = {"BBW": WINS, "BBD": DRAWS, "BBL": LOSSES, "BBZ": ("ZPB",), "BBF": ("FL",), "BBU": ("PAB",)}
JAVAFO = RESULTS_OF_LETTERS | {code: (code,) for code in (*WINS, *DRAWS, *LOSSES, *ABSENCES, "PAB")}
DIFFER = (
    (
        noop(
            "the points of a win differ by colour or by how it came about (%(codes)s); only scoring that gives the "
            "same for all of them can be read."
        ),
        WINS,
    ),
    (
        noop(
            "the points of a draw differ by colour or by how it came about (%(codes)s); only scoring that gives the "
            "same for all of them can be read."
        ),
        DRAWS,
    ),
    (
        noop(
            "the points of a loss differ by colour or by how it came about (%(codes)s); only scoring that gives the "
            "same for all of them can be read."
        ),
        LOSSES,
    ),
    (
        noop(
            "the points of an absence differ by colour or by how it came about (%(codes)s); only scoring that gives "
            "the same for all of them can be read."
        ),
        ABSENCES,
    ),
)
PAIRS_162 = re.compile(r"(?:\s*[WDLAPX]\s*[0-9.,]+)+", re.ASCII)
PAIR_162 = re.compile(r"([WDLAPX])\s*([0-9.,]+)", re.ASCII)


class ScoringDraft:
    """The points of results so far, by the codes of XXS; a later line overrides an earlier one."""

    def __init__(self) -> None:
        self.worth = dict.fromkeys(WINS, WHOLE_POINT) | dict.fromkeys(DRAWS, HALF_POINT)
        self.worth |= dict.fromkeys((*LOSSES, *ABSENCES), NO_POINTS)
        self.line: TrfLine | None = None

    def read_162(self, line: TrfLine) -> None:
        """Read the points of results by letters (record 162 of TRF26)."""
        if not PAIRS_162.fullmatch(line.value):
            raise line.bad(
                "record 162 should give points by letters (W win, D draw, L loss, A absence, P "
                "pairing-allocated bye), like “162  W 3.0    D 1.0”."
            )
        for letter, points in PAIR_162.findall(line.value):
            self._set(line, RESULTS_OF_LETTERS[letter], points)

    def read_xxs(self, line: TrfLine) -> None:
        """Read the points of results by codes (XXS of JaVaFo)."""
        self.worth.setdefault("PAB", WHOLE_POINT)  # other than in 162, it does not follow the win
        for word in line.value.split():
            code, _, points = word.partition("=")
            if code not in JAVAFO:
                raise line.bad("record XXS should give points like W=3 D=1, not “%(word)s”.", word=word)
            self._set(line, JAVAFO[code], points)

    def read_bb(self, line: TrfLine) -> None:
        """Read the points of one kind of result (bbpPairings)."""
        self._set(line, TAGS[line.tag], line.value)

    def _set(self, line: TrfLine, codes: tuple[str, ...], points: str) -> None:
        found = decimal(points)
        if found is None:
            raise line.bad("points should be a number like 1 or 0.5, not “%(points)s”.", points=points)
        self.worth |= dict.fromkeys(codes, found)
        self.line = line

    def finish(self) -> Scoring:
        """Make the scoring from the points read so far.

        Raises ``BadTrf`` if points differ by colour, or in another way that a scoring can't express.
        """
        for message, codes in DIFFER:
            if self.line and len({self.worth[code] for code in codes}) > 1:
                raise self.line.bad(message, codes=", ".join(codes))
        win, bye = self.worth["WW"], self.worth.get("PAB")
        return Scoring(win, self.worth["WD"], self.worth["WL"], None if bye == win else bye, self.worth["FL"])
