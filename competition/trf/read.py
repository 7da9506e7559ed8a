"""Reading TRF in its editions of 2006, 2016 and 2026, with the extensions of pairing programs.

``collect`` has the contents of the lines; here they become a document: which rounds are paired, which byes are granted
for later, who met whom.
"""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from competition.history import ABSENT, Code, History, Player, Result, Scoring
from competition.pairing.acceleration import baku, is_baku_possible
from i18n.text import say

from .check_games import check_games
from .collect import Draft
from .columns_in_bytes import by_characters, without_cut_characters
from .document import Document, PlannedBye
from .fields import printable
from .line import BadTrf, TrfLine
from .player_line import PlayerRow
from .read_groups import (
    MOST_VIRTUAL_POINTS,
    ByRound,
    Numbers,
    check_size,
    known,
    read_240,
    read_250,
    read_299,
    read_forbidden,
    read_xxa,
)

LINE_END = re.compile(r"\r\n|\r|\n")


def read_trf(data: str | bytes) -> Document:
    """Read a TRF file. Raises ``BadTrf`` and nothing else, whatever the data.

    Lines may end in CR, LF or both; bytes are UTF-8, with or without a mark at the beginning, UTF-16, or else Latin-1.
    """
    draft = Draft()
    texts = enumerate(LINE_END.split(decoded_trf(data)), 1)
    lines, in_bytes = by_characters([TrfLine(number, printable(text)) for number, text in texts])
    for line in lines:
        draft.read(line)
    return replace(_assemble(draft), in_bytes=in_bytes)


def decoded_trf(data: str | bytes) -> str:
    """Decode the bytes of a file to text, as ``read_trf`` does."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if encoding := _of_two_bytes(data[:2]):
        return data.decode(encoding, "replace").removeprefix("\ufeff")
    for mend in (bytes, without_cut_characters):
        with suppress(UnicodeDecodeError):
            return mend(data).decode("utf-8-sig")
    return data.decode("latin-1")


def _of_two_bytes(begin: bytes) -> str:
    """Name the UTF-16 encoding in which a file begins, by its mark or its first digit; "" for another encoding."""
    if begin == codecs.BOM_UTF16_LE or (begin[:1].isdigit() and begin[1:] == b"\0"):
        return "utf-16-le"
    if begin == codecs.BOM_UTF16_BE or (begin[:1] == b"\0" and begin[1:].isdigit()):
        return "utf-16-be"
    return ""


def _assemble(draft: Draft) -> Document:
    if not draft.rows:
        raise BadTrf(say("There is no player in this file: no line begins with 001."))
    _check_order(draft)
    rows = dict(sorted(draft.rows.items()))
    check_games(rows)
    paired = _paired_rounds(rows.values())
    results, byes = _results(draft, rows, paired)
    rounds = draft.rounds if draft.rounds is not None else max(len(played) for played in results.values())
    _check_rounds(draft, rows, results, rounds)
    scoring = draft.scoring.finish()
    history = History(
        players=tuple(Player(row.number, row.name, row.rating, results[row.number]) for row in rows.values()),
        rounds=rounds,
        scoring=scoring,
        initial_colour=draft.colour,
        forbidden=tuple(read_forbidden(line, results, rounds) for line in _lines(draft, "260", "XXP")),
        virtual_points=_virtual_points(draft, results, rounds, scoring),
        extra_points=_extra_points(draft, results, scoring),
    )
    details = {row.number: row.details for row in rows.values()}
    return Document(history, draft.header, details, byes, tuple(draft.other), draft.rounds is not None)


def _lines(draft: Draft, *tags: str) -> Iterable[TrfLine]:
    return (line for line in draft.waiting if line.tag in tags)


def _check_order(draft: Draft) -> None:
    if draft.by_rank and list(draft.rows) != sorted(draft.rows):
        raise draft.by_rank.bad(
            "“rank” asks for pairing by the order of the lines, but the players are not in the order of "
            "their starting numbers. Number them in the order in which you want them paired."
        )


def _paired_rounds(rows: Iterable[PlayerRow]) -> int:
    """Return the last round in which anyone has an opponent, or in which everyone has a bye of some kind.

    A pairing-allocated bye alone, while others are blank, was given ahead.
    """
    entries = [row.entries for row in rows]
    paired = max(
        (index for player in entries for index, entry in enumerate(player, 1) if entry and entry.opponent), default=0
    )
    while all(len(player) > paired and player[paired] for player in entries):
        paired += 1
    return paired


def _results(
    draft: Draft, rows: dict[int, PlayerRow], paired: int
) -> tuple[dict[int, tuple[Result, ...]], tuple[PlannedBye, ...]]:
    """Return the results of the paired rounds and the coming one, and the byes of later rounds."""
    results = {
        number: [entry or ABSENT for entry in row.entries[:paired]] + [ABSENT] * (paired - len(row.entries))
        for number, row in rows.items()
    }
    granted: dict[tuple[int, int], Code] = {}
    for line, bye in _granted(draft, rows, paired):
        if bye.round <= paired:
            _agree(line, bye, results[bye.player], rows[bye.player])
        elif granted.setdefault((bye.round, bye.player), bye.code) != bye.code:
            raise line.bad(
                "player %(player)s has another bye in round %(round)s already.", player=bye.player, round=bye.round
            )
    for (round_number, player), code in granted.items():
        if round_number == paired + 1:
            results[player].append(Result(code))
    later = (PlannedBye(code, number, player) for (number, player), code in granted.items() if number > paired + 1)
    byes = tuple(sorted(later, key=lambda bye: (bye.round, bye.player)))
    return {number: tuple(played) for number, played in results.items()}, byes


def _granted(draft: Draft, rows: dict[int, PlayerRow], paired: int) -> Iterable[tuple[TrfLine, PlannedBye]]:
    """Yield the byes found in the columns of coming rounds, in records 240, and for the coming round in XXZ.

    XXZ says only who is absent: a bye that is named elsewhere stays what it is.
    """
    named: set[tuple[int, int]] = set()
    none: Numbers = dict.fromkeys(rows, ())
    columns = (
        (row.line, PlannedBye(entry.code, index, row.number))
        for row in rows.values()
        for index, entry in enumerate(row.entries, 1)
        if index > paired and entry
    )
    records = ((line, bye) for line in _lines(draft, "240") for bye in read_240(line, none))
    for line, bye in (*columns, *records):
        named.add((bye.round, bye.player))
        yield line, bye
    for line in _lines(draft, "XXZ"):
        for player in known(line, line.value.split(), none):
            if (paired + 1, player) not in named:
                yield line, PlannedBye(Code.ZERO_BYE, paired + 1, player)


def _agree(line: TrfLine, bye: PlannedBye, results: list[Result], row: PlayerRow) -> None:
    """Check that a record 240 of a paired round repeats what the player's line says, or fill a blank there."""
    entry = row.entries[bye.round - 1] if bye.round <= len(row.entries) else None
    if entry is None:
        results[bye.round - 1] = Result(bye.code)
    elif entry.code is not bye.code:
        raise line.bad(
            "player %(player)s has the bye %(code)s in round %(round)s here, but another result in line %(line)s.",
            player=bye.player,
            code=bye.code,
            round=bye.round,
            line=row.line.number,
        )


def _check_rounds(draft: Draft, rows: dict[int, PlayerRow], results: Numbers, rounds: int) -> None:
    for number, played in results.items():
        if len(played) > rounds and draft.rounds_line:
            raise rows[number].line.bad(
                "player %(number)s has a result in round %(played)s, but line %(number_2)s says that the "
                "number of rounds is %(rounds)s.",
                number=number,
                played=len(played),
                number_2=draft.rounds_line.number,
                rounds=rounds,
            )


def _virtual_points(draft: Draft, results: Numbers, rounds: int, scoring: Scoring) -> ByRound:
    """Read virtual points; explicit records take precedence over an acceleration named in the tournament's type."""
    found: ByRound = {}
    explicit = tuple(_lines(draft, "250", "XXA"))
    for line in explicit:
        found |= read_250(line, results) if line.tag == "250" else read_xxa(line, results)
        check_size(line, len(found))
    if not explicit and draft.header.type_code.upper().endswith("_BAKU"):
        return _baku(draft.header.type_code, results, rounds, scoring)
    return found


def _baku(type_code: str, results: Numbers, rounds: int, scoring: Scoring) -> ByRound:
    if not is_baku_possible(scoring):
        raise BadTrf(
            say(
                "%(type_code)s in record 192 means Baku acceleration, which needs a draw to be worth half a win "
                "and a loss nothing.",
                type_code=type_code,
            )
        )
    if len(results) * rounds > MOST_VIRTUAL_POINTS:
        raise BadTrf(
            say(
                "%(type_code)s in record 192 would accelerate too many players in too many rounds.", type_code=type_code
            )
        )
    return baku(tuple(results), rounds, scoring)


def _extra_points(draft: Draft, results: Numbers, scoring: Scoring) -> ByRound:
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for line in _lines(draft, "299"):
        for key, points in read_299(line, results, scoring).items():
            found[key] += points
    return {key: points for key, points in found.items() if points}
