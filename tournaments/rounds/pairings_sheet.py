"""The pairings of an event as a sheet: what all formats share, and one row for each board and bye."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from competition.history import Code, Result
from tournaments.models import Event, Pairing, Round, seated
from tournaments.sheets.sheet import Column, Kind, Sheet, Value
from tournaments.standings.progress import Colours
from tournaments.standings.result_words import BYES, is_forfeit, not_begun

PLAYED = pgettext_lazy("a match", "played")
FORFEIT = pgettext_lazy("a match", "forfeit")
ANNULLED = pgettext_lazy("a match", "annulled")
RUNNING = pgettext_lazy("a match", "running")


class _Player(NamedTuple):
    number: int | None
    name: str | None


def sheet_of_two(event: Event, colours: Colours, through: int | None = None) -> Sheet:
    """Build the pairings of published rounds, up to round ``through``, in two queries.

    ``outcome`` tells forfeits and byes from played matches, which alone have game points. A player with a bye is listed
    as White.
    """
    players = _players(event)
    rows = [_row(event, pairing, number, players) for number, pairing in published(event, through)]
    return Sheet(_("Pairings"), _columns(colours, event.game.scores_name()), rows)


def published(event: Event, through: int | None, *, with_seats: bool = False) -> Iterable[tuple[int, Pairing]]:
    """Return the published pairings, each with the number of its round, and ``with_seats`` also with all its players.

    The rounds themselves, which hold all that was proposed, aren't read.
    """
    rows = Pairing.objects.filter(round__event=event).exclude(round__stage=Round.Stage.DRAFT)
    if through is not None:
        rows = rows.filter(round__number__lte=through)
    numbered = rows.annotate(round_number=F("round__number")).order_by("round_number", "board", "pk")
    if with_seats:
        numbered = seated(numbered.select_related("white__player"), event)
    return ((pairing.round_number, pairing) for pairing in numbered)


def _columns(colours: Colours, scores: str) -> Sequence[Column]:
    white, black = colours.labels[:2]
    return (
        Column("round", _("Round"), Kind.NUMBER),
        Column("board", _("Board"), Kind.NUMBER),
        Column("white_number", _("%(side)s: no.") % {"side": white}, Kind.NUMBER),
        Column("white", white),
        Column("black_number", _("%(side)s: no.") % {"side": black}, Kind.NUMBER),
        Column("black", black),
        Column("white_points", _("%(side)s: points") % {"side": white}, Kind.NUMBER),
        Column("black_points", _("%(side)s: points") % {"side": black}, Kind.NUMBER),
        Column("outcome", _("Outcome")),
        Column("white_game_points", _("%(side)s: %(scores)s") % {"side": white, "scores": scores}, Kind.NUMBER),
        Column("black_game_points", _("%(side)s: %(scores)s") % {"side": black, "scores": scores}, Kind.NUMBER),
        Column("decided_at", _("Decided"), Kind.MOMENT),
        Column("remarks", _("Remarks")),
    )


def _players(event: Event) -> dict[int | None, _Player]:
    """Return numbers and names by the entries' ids; ``None``, for no one, has neither."""
    entries = event.entries.select_related("player")
    found: dict[int | None, _Player] = {entry.pk: _Player(entry.number, entry.shown_name) for entry in entries}
    return found | {None: _Player(None, None)}


def _row(event: Event, pairing: Pairing, number: int, players: Mapping[int | None, _Player]) -> Sequence[Value]:
    is_bye = pairing.black_id is None
    scores = (pairing.white_points, pairing.black_points) if _is_played(pairing) else (None, None)
    return (
        number,
        pairing.board,
        *players[pairing.white_id],
        *players[pairing.black_id],
        _points(event, pairing, pairing.white_code or (Code.PAIRING_BYE.value if is_bye else "")),
        None if is_bye else _points(event, pairing, pairing.black_code),
        outcome_of(pairing),
        *scores,
        decided(pairing),
        remarks(pairing),
    )


def outcome_of(pairing: Pairing) -> str:
    """Say in a word what became of a pairing."""
    if pairing.is_annulled:
        return str(ANNULLED)
    if pairing.black_id is None:
        return str(BYES[Code(pairing.white_code or Code.PAIRING_BYE)])
    if pairing.size and pairing.decided_at is not None:
        return str(PLAYED)
    if not pairing.white_code:
        return not_begun() if pairing.waits else str(RUNNING)
    return str(PLAYED if _is_played(pairing) else FORFEIT)


def _is_played(pairing: Pairing) -> bool:
    if pairing.is_annulled or pairing.black_id is None or not pairing.white_code:
        return False
    return not any(is_forfeit(Code(code)) for code in (pairing.white_code, pairing.black_code))


def _points(event: Event, pairing: Pairing, code: str) -> Fraction | None:
    if pairing.is_annulled or not code:
        return None
    result = event.rules.bye_result(Code(code)) if pairing.black_id is None else Result(Code(code))
    return event.rules.scoring(event).points(result.code)


def decided(pairing: Pairing) -> datetime | None:
    """Return when a match was decided; byes have no moment."""
    return pairing.decided_at if pairing.black_id else None


def remarks(pairing: Pairing) -> str | None:
    """Say what an organiser or the rules of a cup have done about a pairing."""
    marks = [
        (pairing.is_by_hand, _("paired by an organiser")),
        (pairing.settled_by_hand, _("adjudicated by an organiser")),
    ]
    marks += [(pairing.further > 0, _("further match")), (pairing.through_id is not None, _goes_on(pairing))]
    return ", ".join(words for holds, words in marks if holds) or None


def _goes_on(pairing: Pairing) -> str:
    """Say which side of a drawn match of a cup advances, and why."""
    words = (
        _("the first player advances, %(why)s")
        if pairing.through_id == pairing.white_id
        else _("the second player advances, %(why)s")
    )
    return words % {"why": pairing.through_words}
