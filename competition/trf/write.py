"""TRF, written with the columns of the standard."""

from __future__ import annotations

from collections.abc import Iterator

from competition.history import Colour, History

from . import write_groups
from .collected import LISTS, TEXTS
from .columns import clean
from .document import Document, Edition, Header, PlannedBye
from .write_player import player_line, with_counted
from .write_scoring import record_162, records_of_extensions

TEXTS_16 = {tag: name for tag, name in TEXTS.items() if tag <= "132"}


def write(document: Document, edition: Edition = Edition.TRF26, line_end: str = "\r\n") -> str:
    """The file as text, to be stored as UTF-8. Each line ends in a carriage return, as FIDE asks, and a line feed, by
    which many programs read.

    TRF16 has no room for: byes after the coming round; the rounds in which a pair is forbidden (those in force in the
    coming round are written); points given by decision; records 172 to 222. Points of volleys have none in either.
    Raises ``CannotWrite`` for what the columns cannot hold.
    """
    return "".join(f"{line}{line_end}" for line in _lines(document, edition))


def _lines(document: Document, edition: Edition) -> Iterator[str]:
    yield from _header(document, edition)
    details = with_counted(document.history, document.details)
    for player in document.history.players:
        yield player_line(player, details[player.number])
    yield from (_groups_16 if edition is Edition.TRF16 else _groups_26)(document)
    yield from document.other


def _header(document: Document, edition: Edition) -> Iterator[str]:
    header, history = document.header, document.history
    texts = {tag: getattr(header, name) for tag, name in (TEXTS if edition is Edition.TRF26 else TEXTS_16).items()}
    texts["062"] = str(len(history.players))
    texts["072"] = str(sum(player.rating > 0 for player in history.players))
    lines = [f"{tag} {clean(text)}" for tag, text in texts.items() if clean(text)]
    lines += [f"112 {clean(deputy)}" for deputy in header.deputies if clean(deputy)]
    lines += _dates(header)
    lines += _configuration_16(document) if edition is Edition.TRF16 else _configuration_26(document)
    yield from sorted(lines, key=lambda line: line[:3])


def _dates(header: Header) -> list[str]:
    dates = "".join(f"{clean(date, 10):<10}" for date in header.round_dates)
    return [f"{'132':<91}{dates}".rstrip()] if dates.strip() else []


def _configuration_26(document: Document) -> list[str]:
    history, header = document.history, document.header
    lines = [f"142 {history.rounds}"] if document.rounds_stated else []
    lines += [f"152 {history.initial_colour.upper()}"] if history.initial_colour else []
    lines += record_162(history.scoring)
    for tag, name in LISTS.items():
        codes = [clean(code) for code in getattr(header, name)]
        lines += [f"{tag} {','.join(filter(None, codes))}"] if any(codes) else []
    return lines


def _configuration_16(document: Document) -> list[str]:
    history = document.history
    lines = [f"XXR {history.rounds}"] if document.rounds_stated else []
    if history.initial_colour:
        lines.append("XXC white1" if history.initial_colour is Colour.WHITE else "XXC black1")
    return lines + records_of_extensions(history.scoring)


def _groups_26(document: Document) -> Iterator[str]:
    history = document.history
    yield from write_groups.records_240((*_granted(history), *document.byes))
    yield from write_groups.records_250(history.virtual_points)
    yield from map(write_groups.record_260, history.forbidden)
    yield from write_groups.records_299(history.extra_points)


def _granted(history: History) -> Iterator[PlannedBye]:
    """The byes of the round to be paired. They stand in the columns of the players too, where older programs look."""
    paired = history.paired_rounds
    for player in history.players:
        for result in player.results[paired : paired + 1]:
            yield PlannedBye(result.code, paired + 1, player.number)


def _groups_16(document: Document) -> Iterator[str]:
    history = document.history
    yield from write_groups.records_xxa(history.virtual_points)
    yield from write_groups.records_xxp(history.forbidden, _coming(history))


def _coming(history: History) -> int:
    return min(history.paired_rounds + 1, max(history.rounds, 1))
