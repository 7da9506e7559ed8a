"""An event's files, compared with the sums by hand (tests/e2e/event_by_hand.py)."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from . import event_by_hand as by_hand
from .event_by_hand import FORFEIT, GAMES, NAME, RATINGS, TABLE, Pairs


def check_standings(rows: list[list[str]]) -> None:
    assert rows[0][:5] == ["Place", "No.", "Player", "Rating", "Points"]
    assert tuple(rows[0][5:11]) == by_hand.TIE_BREAKS
    assert rows[0][11:] == ["Won", "Drawn", "Lost", "Won by forfeit", "Lost by forfeit", "Byes", "Status"]
    assert rows[1:] == [
        [
            *(str(place), str(row.number), row.name, str(row.rating), row.points, *row.tie_breaks),
            *(*map(str, (*row.played, *row.unplayed)), row.status),
        ]
        for place, row in enumerate(TABLE, 1)
    ]


def check_crosstable(rows: list[list[str]]) -> None:
    """The cells as the sums have them, with Red, Green and ½ for w, b and =."""
    signs = str.maketrans({"w": "r", "b": "g", "=": "½", "-": "−"})
    assert rows[1:] == [
        [str(place), str(row.number), row.name, str(row.rating), *row.rounds.translate(signs).split(), row.points]
        for place, row in enumerate(TABLE, 1)
    ]


def check_pairings(rows: list[list[str]]) -> None:
    """Every match that was played with its result and the points of its volleys, and the forfeit apart."""
    columns = [rows[0].index(name) for name in ("Round", "Red", "Green", "Red: points", "Green: points", "Outcome")]
    volleys = [rows[0].index(f"{colour}: volley points") for colour in ("Red", "Green")]
    found = {tuple(row[column] for column in (*columns, *volleys)) for row in rows[1:]}
    expected = {
        (str(number), game.red, game.green, *game.result, "played", *map(str, game.volleys))
        for number, games in GAMES.items()
        for game in games
    }
    forfeit = ("1", FORFEIT.red, FORFEIT.green, *FORFEIT.result, "forfeit", "", "")
    assert {row for row in found if row[2]} == expected | {forfeit}
    assert {row[1::4] for row in found if not row[2]} == {
        ("Zoe", by_hand.HALF),
        *(pair for pairs in by_hand.BY_THE_RULES.values() for pair in pairs if pair[1] not in RATINGS),
    }


def check_trf(content: bytes, folder: Path) -> None:
    """The columns of TRF26; and when the rounds are paired again from the file, one alone differs: that by hand."""
    lines = content.decode().split("\r\n")
    for line in (f"012 {NAME}", "062 9", "142 5", "152 W", "202 DE,BH/C1,BH,SB,WON,OTHER_VPD"):
        assert line in lines
    players = [line for line in lines if line.startswith("001")]
    places = {row.number: place for place, row in enumerate(TABLE, 1)}
    for line, row in zip(players, sorted(TABLE), strict=True):
        fixed = (line[4:8], line[14:47], line[48:52], line[80:84], line[85:89])
        assert [each.strip() for each in fixed] == [
            str(row.number), row.name, str(row.rating), f"{float(row.points):.1f}", str(places[row.number])
        ]  # fmt: skip
        assert [line[column : column + 8] for column in range(91, 141, 10)] == list(map(in_trf, row.rounds.split()))
    file = folder / "cup.trf"
    file.write_bytes(content)
    said = io.StringIO()
    with pytest.raises(CommandError, match="1 of 5 rounds differ"):
        call_command("trf", "check", str(file), stdout=said)
    where, expected, found = said.getvalue().splitlines()
    assert where == "Round 3"
    assert pairs_in(expected) == numbered(by_hand.BY_THE_RULES[3] - by_hand.CHANGED_TO)
    assert pairs_in(found) == numbered(by_hand.CHANGED_TO - by_hand.BY_THE_RULES[3])


def pairs_in(line: str) -> set[tuple[int, int]]:
    return {(int(white), int(black)) for white, black in re.findall(r"(\d+) (\d+)", line)}


def numbered(pairs: Pairs) -> set[tuple[int, int]]:
    numbers = {row.name: row.number for row in TABLE}
    return {(numbers[white], numbers[black]) for white, black in pairs}


def in_trf(cell: str) -> str:
    """ "6w1" and "H" in the eight columns of a round."""
    found = re.fullmatch(r"(\d+)([wb])(.)", cell)
    return f"{found[1]:>4} {found[2]} {found[3]}" if found else f"0000 - {cell}"
