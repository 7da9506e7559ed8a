"""The record of a game whose matches are a row of numbered submissions, whatever they mean.

::

    [Game "Fortac"]
    [Player1 "Ann"]
    [Player2 "Bob"]
    [SeedDigest "630d…"]
    [Result "*"]
    [Scores "0:0"]

      1. Player 1  hop a3-a2
      2. Player 2  push c2-b2
    Player 1 resigns

Player 1 has seat 0. Options are headers by their keys (``own_map`` as ``OwnMap``). A submission that the reader may not
see yet is a comment with its public words, so a record of a running match can have gaps in its numbers. When the match
is over, everything drawn from the seed is written where it was drawn, ``Chance fortac/deck/0: JNTHWJ…``, so that a
check can draw it again.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from engine.errors import BadRecord
from engine.game import Game
from i18n.text import english

from .common_headers import Frame
from .play_through import Walked, begin_match, walk
from .record import Entry, Record, RecordLine, RecordText, result_text
from .statements import DEED, Statement, read_deed, read_statements, shorten, write_deed

RESULT_AND_SCORES: Final = "Result|Scores"
_WIDTH: Final = 72
_NO_BRACES: Final = str.maketrans("{}", "()")  # braces would close the comment that they are in
_STATEMENT: Final = re.compile(
    rf"(?<!\S)(?:(?P<number>\d{{1,6}})\.\s+player\s+(?P<mover>[1-9])|chance\s+(?P<label>[a-z0-9/]+):|{DEED})(?!\S)",
    re.IGNORECASE,
)


def write_plain(game: Game, record: Record, seat: int | None = None, derived: str = RESULT_AND_SCORES) -> str:
    """Write the record as text, as far as ``seat`` (or, with ``None``, a bystander) may know it.

    ``derived`` is a pattern for the names of ``game.record_facts``. Raises ``GameError`` for an entry that is not
    legal.
    """
    final, steps = walk(game, record)
    is_over = not record.sealed and (record.ended or game.outcome(final) is not None)
    facts = game.record_facts(final, record.seed if is_over else None)
    headers = _frame(game, derived).write(record, facts, is_over=is_over)
    lines = [*_chance(game, begin_match(game, record)), *_body(game, steps)] if is_over else _running(steps, seat)
    body = "\n".join(lines)
    return f"{headers}\n\n" + (body + "\n" if body else "")


def parse_plain(game: Game, text: str, derived: str = RESULT_AND_SCORES) -> RecordText:
    """Read what ``write_plain`` wrote. Raises ``BadRecord``."""
    frame = _frame(game, derived)
    head = frame.read(text, game.seats)
    options = frame.read_options(head, game.clean_options)
    statements = read_statements(head.text, head.headers.end, _STATEMENT)
    lines = tuple(_lines(game, statements, len(head.players), has_gaps=head.seed is None))
    entries = tuple(line.entry for line in lines if line.entry)
    return RecordText(head.record(options, entries), head.digest, lines, head.claims, head.headers.lines)


def plain_facts(game: Game, state: Any) -> dict[str, str]:
    """Return the result, and each seat's score as everyone sees it."""
    scores = ":".join(map(str, game.view(state)["scores"]))
    outcome = game.outcome(state)
    return {"Result": result_text(outcome.shares if outcome else None), "Scores": scores}


def _frame(game: Game, derived: str) -> Frame:
    headers = {option.key: "".join(map(str.capitalize, option.key.split("_"))) for option in game.options()}
    return Frame(game.name, headers, derived)


def _body(game: Game, steps: list[Walked]) -> Iterator[str]:
    """Yield every line of the record of a match that is over."""
    for number, step in _numbered(steps):
        if step.played is None:
            yield write_deed(step.entry)
        else:
            yield _fill(f"{_start(number, step)}  {step.text}")
            yield from _chance(game, step.after)


def _running(steps: list[Walked], seat: int | None) -> Iterator[str]:
    """Yield the lines of a running match's record that a seat may read."""
    for number, step in _numbered(steps):
        if step.played is None:
            yield write_deed(step.entry)
        elif step.entry.seat == seat or step.played.public_words == step.played.words:
            yield _fill(f"{_start(number, step)}  {step.text}")
        else:
            words = english(step.played.public_words).translate(_NO_BRACES)
            yield _fill(f"{{{_start(number, step).strip()}: {words}}}")


def _numbered(steps: list[Walked]) -> Iterator[tuple[int, Walked]]:
    """Yield each step with the number of submissions up to it."""
    number = 0
    for step in steps:
        number += step.played is not None
        yield number, step


def _start(number: int, step: Walked) -> str:
    return f"{number:3}. Player {0 if step.entry.seat is None else step.entry.seat + 1}"


def _chance(game: Game, state: Any) -> Iterator[str]:
    for label, text in game.chance_drawn(state).items():
        yield _fill(f"     Chance {label}: {text}")


def _fill(line: str) -> str:
    return textwrap.fill(
        line, _WIDTH, subsequent_indent=" " * 15, break_long_words=False, break_on_hyphens=False, drop_whitespace=True
    )


def _lines(game: Game, statements: Iterator[Statement], seats: int, *, has_gaps: bool) -> Iterator[RecordLine]:
    number = 0
    for statement in statements:
        match = statement.match
        if int(match["mover"] or match["player"] or 1) > seats:
            raise BadRecord(f"“{statement.text}” names a player whom the headers do not.")
        if match["label"]:
            check = partial(_check_chance, game, match["label"].lower(), statement.rest)
            yield RecordLine(statement.line, f"Chance {match['label']}", None, check)
            continue
        if not match["number"]:
            entry = read_deed(statement)
            yield RecordLine(statement.line, write_deed(entry), entry)
            continue
        given = int(match["number"])
        if given != number + 1 and not (has_gaps and given > number):
            raise BadRecord(f"Turn {given} stands where turn {number + 1} should be.")
        number = given
        if not statement.rest:
            raise BadRecord(f"Turn {number} is empty.")
        entry = Entry("play", int(match["mover"]) - 1, statement.rest)
        yield RecordLine(statement.line, f"Turn {number} (Player {match['mover']}, {statement.rest})", entry)


def _check_chance(game: Game, label: str, text: str, state: Any) -> None:
    """Raise ``BadRecord`` unless the seed gives this text by the label, for a state that has just drawn it."""
    drawn = game.chance_drawn(state).get(label)
    if drawn is None:
        raise BadRecord("Nothing is drawn by this label here.")
    if "".join(drawn.split()) != "".join(text.split()):
        raise BadRecord(f"The seed gives {drawn}, not {shorten(text)}.")
