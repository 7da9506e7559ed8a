"""The check of a record on its own, without the site that wrote it.

It compares the seed with the digest and with its sources, the draw of the seats with the seed, secret picks with the
commitments to them, and every turn, every shuffle and every derived header with the rules. ``report`` is what ``python
-m engine replay`` prints, and ``verify`` what ``python -m engine verify`` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.chance import seed_digest
from engine.errors import BadRecord, GameError
from engine.game import Game
from engine.games import game_named
from i18n.text import say

from . import fairness_headers
from .common_headers import DIGEST, GAME_HEADER
from .headers import read_headers, visible
from .play_through import begin_match
from .record import Entry, RecordText

SOUND: Final = 0
FAULTY: Final = 1
NO_RECORD: Final = 2
CHANCE: Final = "Chance "
Report = tuple[int, list[str]]
"""The exit status, and the lines to print."""


class RecordFault(NamedTuple):
    """A fault of a record: a sentence, and the line of the text."""

    line: int
    words: str


class Checked(NamedTuple):
    """A record's text with the state that its turns lead to, and its faults."""

    game: Game
    parsed: RecordText
    state: Any
    faults: list[RecordFault]


def check_record(text: str) -> Checked:
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
        return Checked(game, parsed, None, [RecordFault(1, words)])
    state = begin_match(game, parsed.record)
    headers = [*_seed_faults(parsed), *_fairness_faults(parsed)]
    for line in parsed.lines:
        try:
            if line.check:
                line.check(state)
            state = _enter(game, state, line.entry, parsed) if line.entry else state
        except GameError as error:
            return Checked(game, parsed, state, [*headers, RecordFault(line.line, f"{line.words}: {error}")])
    claims = _claim_faults(parsed, dict(game.record_facts(state, seed)))
    return Checked(game, parsed, state, [*headers, *claims])


def report(text: str) -> Report:
    """Report the result of a record's match: ``SOUND`` with the result.

    Otherwise ``FAULTY``, with the turn at fault or the headers that the turns contradict; or ``NO_RECORD``.
    """
    try:
        checked = check_record(text)
    except BadRecord as error:
        return NO_RECORD, [visible(str(error))]
    if checked.faults:
        return FAULTY, [visible(fault.words) for fault in checked.faults]
    return SOUND, checked.game.record_summary(checked.state)


def verify(text: str) -> Report:
    """Report what was checked and is right (``SOUND``), or what is wrong and on which line (``FAULTY``)."""
    try:
        checked = check_record(text)
    except BadRecord as error:
        return NO_RECORD, [visible(str(error))]
    if checked.faults:
        return FAULTY, [visible(f"Line {fault.line}: {fault.words}") for fault in checked.faults]
    return SOUND, [*findings(checked), *checked.game.record_summary(checked.state)]


def _game_of(text: str) -> Game:
    name = read_headers(text.removeprefix("\ufeff")).values.get(GAME_HEADER)
    if name is None:
        raise BadRecord(
            f'This is no record of a match: it does not begin with a header such as [{GAME_HEADER} "Fortify"].'
        )
    try:
        return game_named(name)
    except LookupError as error:
        raise BadRecord(f"There is no game called “{name}” here.") from error


def _enter(game: Game, state: Any, entry: Entry, parsed: RecordText) -> Any:
    """Return the state after an entry. If a match has any commitments, a secret pick must have one in the record."""
    if entry.kind != "play" or entry.seat is None or parsed.record.origin is None:
        return game.enter(state, entry)
    played = game.play(state, entry.seat, entry.text)
    bound = (each for each in parsed.record.commitments if each.seat == entry.seat)
    if played.secret and all(each.text not in ("", played.text) for each in bound):
        raise BadRecord(say("No commitment to this pick is in the record."))
    return played.state


def _seed_faults(parsed: RecordText) -> Iterator[RecordFault]:
    claim, seed = parsed.digest, parsed.record.seed
    if claim is not None and seed is not None and claim.lower() != seed_digest(seed):
        line = parsed.header_lines[DIGEST]
        yield RecordFault(line, f"The {DIGEST} header says {claim}, but the seed has the digest {seed_digest(seed)}.")


def _fairness_faults(parsed: RecordText) -> Iterator[RecordFault]:
    for header, words in fairness_headers.fairness_faults(parsed.record):
        yield RecordFault(parsed.header_lines[header], words)


def _claim_faults(parsed: RecordText, facts: dict[str, str]) -> Iterator[RecordFault]:
    for key, claim in parsed.claims.items():
        if claim != facts.get(key):
            words = f"The {key} header says {claim}, but the turns lead to {facts.get(key, 'none')}."
            yield RecordFault(parsed.header_lines[key], words)


def findings(checked: Checked) -> Iterator[str]:
    """Say what was checked and found right, in the current language."""
    parsed, seed = checked.parsed, checked.parsed.record.seed
    if seed is None:
        yield say("Seed: none, as nothing in %(game)s is random.", game=checked.game.name)
    elif parsed.digest:
        yield say("Seed: its SHA-256 is %(digest)s, as the record says.", digest=seed_digest(seed))
    else:
        yield say("Seed: its SHA-256 is %(digest)s.", digest=seed_digest(seed))
    yield from fairness_headers.findings(parsed.record)
    yield say("Entries: %(number)s, all legal.", number=len(parsed.record.entries))
    if drawn := [line.words for line in parsed.lines if line.entry is None and line.words.startswith(CHANCE)]:
        yield say("%(draws)s: follows from the seed.", draws=", ".join(drawn))
    if parsed.claims:
        yield say("Headers that follow from these entries: %(names)s, all correct.", names=", ".join(parsed.claims))
