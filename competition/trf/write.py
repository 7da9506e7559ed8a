"""Writing TRF with the columns of the standard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from competition.history import Colour, History, Scoring

from . import write_groups
from .collect import LISTS, TEXTS
from .document import Details, Document, Edition, Header, PlannedBye
from .fields import POINTS_OF_RESULTS, ROUND_DATES, FieldValue, clean
from .player_line import write_player

USUAL_SCORING = Scoring()
TEXTS_16 = {tag: name for tag, name in TEXTS.items() if tag <= "132"}


def write_trf(document: Document, edition: Edition = Edition.TRF26, line_end: str = "\r\n") -> str:
    """Write a TRF file as text, to be stored as UTF-8. Raises ``CannotWrite`` for what the columns cannot hold.

    Each line ends in a carriage return, as FIDE asks, and a line feed, by which many programs read. TRF16 has no room
    for: byes after the coming round; the rounds in which a pair is forbidden (those in force in the coming round are
    written); points given by decision; records 172 to 222. Neither edition has room for game points.
    """
    return "".join(f"{line}{line_end}" for line in _lines(document, edition))


def _lines(document: Document, edition: Edition) -> Iterator[str]:
    yield from _header(document, edition)
    details = _with_counted(document.history, document.details)
    for player in document.history.players:
        yield write_player(player, details[player.number])
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
    dates = [clean(date) for date in header.round_dates]
    return [ROUND_DATES.written({}, [{"date": date} for date in dates]).rstrip()] if any(dates) else []


def _configuration_26(document: Document) -> list[str]:
    history, header = document.history, document.header
    lines = [f"142 {history.rounds}"] if document.rounds_stated else []
    lines += [f"152 {history.initial_colour.upper()}"] if history.initial_colour else []
    lines += _record_162(history.scoring)
    for tag, name in LISTS.items():
        codes = [clean(code) for code in getattr(header, name)]
        lines += [f"{tag} {','.join(filter(None, codes))}"] if any(codes) else []
    return lines


def _configuration_16(document: Document) -> list[str]:
    history = document.history
    lines = [f"XXR {history.rounds}"] if document.rounds_stated else []
    if history.initial_colour:
        lines.append("XXC white1" if history.initial_colour is Colour.WHITE else "XXC black1")
    return lines + _records_of_extensions(history.scoring)


def _groups_26(document: Document) -> Iterator[str]:
    history = document.history
    yield from write_groups.records_240((*_granted(history), *document.byes))
    yield from write_groups.records_250(history.virtual_points)
    yield from map(write_groups.record_260, history.forbidden)
    yield from write_groups.records_299(history.extra_points)


def _granted(history: History) -> Iterator[PlannedBye]:
    """Yield the byes of the round to be paired. The players' columns have them too, where older programs look."""
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


# -- points and ranks ----------------------------------------------------------------------------------------------


def _with_counted(history: History, details: Mapping[int, Details]) -> dict[int, Details]:
    """Fill in points and ranks where the document has none.

    Points include those of byes granted for the coming round, as pairing programs want it; ranks are by points alone,
    and shared.
    """
    counted = {player.number: history.points(player, len(player.results)) for player in history.players}
    ranks = _ranks(counted)
    found = {}
    for number, total in counted.items():
        said = details.get(number, Details())
        found[number] = replace(
            said,
            points=total if said.points is None else said.points,
            rank=ranks[number] if said.rank is None else said.rank,
        )
    return found


def _ranks(counted: Mapping[int, Fraction]) -> dict[int, int]:
    ranks: dict[Fraction, int] = {}
    for place, total in enumerate(sorted(counted.values(), reverse=True), 1):
        ranks.setdefault(total, place)
    return {number: ranks[total] for number, total in counted.items()}


# -- scoring -------------------------------------------------------------------------------------------------------


def _worths(scoring: Scoring) -> dict[str, Fraction]:
    """Return the points of results by the letters of record 162, leaving out those with their usual worth."""
    found = {
        letter: worth
        for letter, worth, usual in (
            ("W", scoring.win, USUAL_SCORING.win),
            ("D", scoring.draw, USUAL_SCORING.draw),
            ("L", scoring.loss, USUAL_SCORING.loss),
            ("A", scoring.absence, USUAL_SCORING.absence),
        )
        if worth != usual
    }
    bye = scoring.pairing_bye
    return found if bye in (None, scoring.win) else found | {"P": bye or Fraction(0)}


def _record_162(scoring: Scoring) -> list[str]:
    pairs: list[dict[str, FieldValue]] = [
        {"letter": letter, "points": worth} for letter, worth in _worths(scoring).items()
    ]
    return [POINTS_OF_RESULTS.written({}, pairs)] if pairs else []


def _records_of_extensions(scoring: Scoring) -> list[str]:
    """Write XXS for JaVaFo and programs that follow it, and BBW and so on for bbpPairings.

    JaVaFo takes a bye to be worth 1 unless told otherwise.
    """
    worths = _worths(scoring)
    if not worths:
        return []
    worths.setdefault("P", scoring.win)
    texts = {letter: POINTS_OF_RESULTS["points"].written(worth) for letter, worth in worths.items()}
    javafo = {"W": ("W",), "D": ("D",), "L": ("WL", "BL"), "A": ("ZPB", "FL"), "P": ("PAB",)}
    bbp = {"W": ("BBW",), "D": ("BBD",), "L": ("BBL",), "A": ("BBZ", "BBF"), "P": ("BBU",)}
    words = [f"{code}={text.strip()}" for letter, text in texts.items() for code in javafo[letter]]
    return [f"XXS {' '.join(words)}", *(f"{tag} {text}" for letter, text in texts.items() for tag in bbp[letter])]
