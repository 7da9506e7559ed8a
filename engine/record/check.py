"""Checking a record alone: its seed against the digest, and every turn and every derived header against the rules.

``report`` is what ``python -m engine replay`` prints, and ``verify`` what ``python -m engine verify`` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.chance import seed_digest
from engine.game import BadRecord, Game, GameError
from engine.games import game_named

from .frame import DIGEST, GAME
from .headers import read_headers, visible
from .record import RecordText
from .walk import begin

SOUND: Final = 0
FAULTY: Final = 1
NO_RECORD: Final = 2
CHANCE: Final = "Chance "
Report = tuple[int, list[str]]
"""The exit status, and the lines to print."""


class Fault(NamedTuple):
    """What is wrong, in a sentence, and on which line of the text."""

    line: int
    words: str


class Checked(NamedTuple):
    """A record's text with the state that its turns lead to, and what is wrong with it."""

    game: Game
    parsed: RecordText
    state: Any
    faults: list[Fault]


def check(text: str) -> Checked:
    """Play a record's text through the rules of its game, to its end or to the first turn at fault.

    Raises ``BadRecord`` for a text that is no record.
    """
    game = _game_of(text)
    parsed = game.parse_record(text)
    seed = parsed.record.seed
    if seed is None and game.has_chance:
        words = (
            f"This record has no seed, which it gets when the match is over; {game.name} cannot be replayed without."
        )
        return Checked(game, parsed, None, [Fault(1, words)])
    state = begin(game, parsed.record)
    for line in parsed.lines:
        try:
            if line.check:
                line.check(state)
            state = game.enter(state, line.entry) if line.entry else state
        except GameError as error:
            return Checked(game, parsed, state, [*_seed_faults(parsed), Fault(line.line, f"{line.words}: {error}")])
    claims = _claim_faults(parsed, dict(game.record_facts(state, seed)))
    return Checked(game, parsed, state, [*_seed_faults(parsed), *claims])


def report(text: str) -> Report:
    """What the match came to: ``SOUND`` with its result; ``FAULTY`` with the turn at fault, or the headers that the
    turns contradict; ``NO_RECORD``."""
    try:
        checked = check(text)
    except BadRecord as error:
        return NO_RECORD, [visible(str(error))]
    if checked.faults:
        return FAULTY, [visible(fault.words) for fault in checked.faults]
    return SOUND, checked.game.record_summary(checked.state)


def verify(text: str) -> Report:
    """What was checked, and found to be so (``SOUND``); or what is wrong, and on which line (``FAULTY``)."""
    try:
        checked = check(text)
    except BadRecord as error:
        return NO_RECORD, [visible(str(error))]
    if checked.faults:
        return FAULTY, [visible(f"Line {fault.line}: {fault.words}") for fault in checked.faults]
    return SOUND, list(_findings(checked))


def _game_of(text: str) -> Game:
    name = read_headers(text.removeprefix("\ufeff")).values.get(GAME)
    if name is None:
        raise BadRecord(f'This is no record of a match: it does not begin with a header such as [{GAME} "Fortify"].')
    try:
        return game_named(name)
    except LookupError as error:
        raise BadRecord(f"There is no game called “{name}” here.") from error


def _seed_faults(parsed: RecordText) -> Iterator[Fault]:
    claim, seed = parsed.digest, parsed.record.seed
    if claim is not None and seed is not None and claim.lower() != seed_digest(seed):
        line = parsed.header_lines[DIGEST]
        yield Fault(line, f"The {DIGEST} header says {claim}, but the seed has the digest {seed_digest(seed)}.")


def _claim_faults(parsed: RecordText, facts: dict[str, str]) -> Iterator[Fault]:
    for key, claim in parsed.claims.items():
        if claim != facts.get(key):
            words = f"The {key} header says {claim}, but the turns lead to {facts.get(key, 'none')}."
            yield Fault(parsed.header_lines[key], words)


def _findings(checked: Checked) -> Iterator[str]:
    parsed, seed = checked.parsed, checked.parsed.record.seed
    if seed is not None:
        yield f"Seed: its digest is {seed_digest(seed)}" + (", as the record says." if parsed.digest else ".")
    else:
        yield f"Seed: none; nothing in {checked.game.name} depends on it."
    yield f"Entries: {len(parsed.record.entries)}, all legal."
    if drawn := [line.words for line in parsed.lines if line.entry is None and line.words.startswith(CHANCE)]:
        yield f"{', '.join(drawn)}: as the seed gives it."
    if parsed.claims:
        yield f"Headers that follow from them: {', '.join(parsed.claims)}, all right."
    yield from checked.game.record_summary(checked.state)
