"""Tournaments written down in a few lines, and the reference files.

A row is a number, and what each round brought: ``9b1`` is a game with black against 9, won; ``2w-`` a forfeit lost;
``3+`` a forfeit without a colour; ``8b*`` a game still running; ``U``, ``F``, ``H``, ``Z`` are byes.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from competition.history import Code, Colour, History, Player, Result, Scoring
from competition.trf import Document, read_trf

DATA = Path(__file__).parents[1] / "competition" / "data"
FILES = sorted(path.name for path in DATA.glob("*.trf"))
TOKEN = re.compile(r"([0-9]+)([wb]?)([10=WDL+*-])")
THREE_ONE_NOTHING = Scoring(Fraction(3), Fraction(1))


def history(text: str, rounds: int | None = None, ratings: Mapping[int, int] | None = None, **fields: Any) -> History:
    rows = dict(map(_row, text.strip().splitlines()))
    players = tuple(
        Player(number, f"Player {number}", (ratings or {}).get(number, 2000 - number), results)
        for number, results in rows.items()
    )
    return History(players, rounds or max(map(len, rows.values())), **fields)


def _row(line: str) -> tuple[int, tuple[Result, ...]]:
    number, results = line.split(":")
    return int(number), tuple(map(_result, results.split()))


def _result(token: str) -> Result:
    match = TOKEN.fullmatch(token)
    if not match:
        return Result(Code(token))
    return Result(Code(match[3]), int(match[1]), Colour(match[2]) if match[2] else None)


@cache
def reference(name: str) -> Document:
    return read_trf((DATA / name).read_bytes())


def expected_tie_breaks() -> dict[str, dict[int, dict[str, str]]]:
    """Return the expected tie-breaks by file and pairing number, then by the code of the tie-break."""
    found: dict[str, dict[int, dict[str, str]]] = defaultdict(dict)
    with (DATA / "expected_tiebreaks.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            found[row.pop("file")][int(row.pop("tpn"))] = row
    return found
