"""Tables and texts that the tests of every format write."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

from hypothesis import strategies as st

from tournaments.sheets.sheet import Column, Kind, Sheet

COLUMNS = (
    Column("place", "Place", Kind.NUMBER),
    Column("player", "Player"),
    Column("points", "Points", Kind.NUMBER),
    Column("last_turn", "Last turn", Kind.MOMENT),
)
EVENING = datetime(2026, 3, 1, 18, 30, 5, tzinfo=UTC)
FORMULAS = (
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "\t=1+1",
    "\r=1+1",
    "\tAnn",
    "\rAnn",
    "  =1+1",
    "\u3000=1+1",
    "\u200b=1+1",
    "\ufeff=1+1",
    '"=1+1"',
    "＝1+1",
    "＋1+1",
    "－1+1",
    "＠SUM(1)",
    "Ann\n=1+1",
    "Ann\r\n =1+1",
    "Ann\r@SUM(1)",
    "Ann;=1+1",
    "Ann\t+1+1",
    "=HYPERLINK(\"https://example.org\",\"Ann\")",
)  # fmt: skip
NAMES = (
    "Ann",
    'O\'Neill, "Tip"',
    "محمد علي الأحمد",
    "王小明",
    "ผู้เล่น",
    "e\u0301a\u0308o\u0302",
    "Zoë 👩‍👩‍👧‍👦",
    "1=1",
    "a-b",
    "a@example.org",
    "https://example.org",
    "007",
    "<r>Ann</r",
    "_x0041_",
    "&amp;",
    " two  blanks ",
    "Ann, 5-1",
)

# Letters that mean something to one of the formats, more often than others.
LETTERS = st.one_of(
    st.sampled_from("=+-@＝＋－＠ \t\r\n\v;,\"'<>&/rt_x0041\u200b\ufeff\u2028\x00\x1b\x85\ud800\udc00\uffff\ufffe"),
    st.characters(exclude_categories=()),
)
TEXTS = st.one_of(st.sampled_from(FORMULAS + NAMES), st.text(LETTERS, max_size=12))


def table(*players: str, points: Fraction = Fraction(9, 2)) -> Sheet:
    return Sheet("Standings", COLUMNS, [(place, name, points, EVENING) for place, name in enumerate(players, 1)])
