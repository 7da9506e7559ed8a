"""The pairings of an event as a sheet, one row for each board and bye."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from competition.history import Code, Scoring
from i18n.text import say
from tournaments.models import Event, Pairing, Round, seated
from tournaments.rounds.progress import Colours
from tournaments.standings.history import history_of
from tournaments.standings.result_words import BYES, is_forfeit, not_begun

from .sheet import Column, Kind, Sheet, Value

PLAYED = pgettext_lazy("a match", "played")
FORFEIT = pgettext_lazy("a match", "forfeit")
ANNULLED = pgettext_lazy("a match", "annulled")
RUNNING = pgettext_lazy("a match", "running")


class _Player(NamedTuple):
    number: int | None
    name: str | None


def pairings_sheet(event: Event, colours: Colours, through: int | None = None) -> Sheet:
    """Build the pairings of published rounds, up to round ``through``, in two queries.

    ``outcome`` tells forfeits and byes from played matches, which alone have game points. A player with a bye is listed
    as White. Tables of several have a row for each player.
    """
    if event.has_tables:
        return _tables_sheet(event, through)
    players, scoring = _players(event), _scoring(event)
    rows = [_row(pairing, number, players, scoring) for number, pairing in _pairings(event, through)]
    return Sheet(_("Pairings"), _columns(colours, event.game.scores_name()), rows)


def _scoring(event: Event) -> Scoring:
    """Return the event's scoring.

    In a round robin with an odd number of players, the free round that everyone has is worth nothing.
    """
    return replace(event.scoring, pairing_bye=Fraction(0)) if event.is_round_robin else event.scoring


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


def _tables_sheet(event: Event, through: int | None) -> Sheet:
    columns = (
        Column("round", _("Round"), Kind.NUMBER),
        Column("table", _("Table"), Kind.NUMBER),
        Column("number", _("No."), Kind.NUMBER),
        Column("player", _("Player")),
        Column("place", _("Place"), Kind.NUMBER),
        Column("points", _("Points"), Kind.NUMBER),
        Column("score", _("Game points"), Kind.NUMBER),
        Column("outcome", _("Outcome")),
        Column("decided_at", _("Decided"), Kind.MOMENT),
        Column("remarks", _("Remarks")),
    )
    if event.is_expedition:
        return _teams_sheet(event, through)
    points = history_of(event, through).extra_points
    rows = [row for number, pairing in _pairings(event, through) for row in _seats(pairing, number, points)]
    return Sheet(_("Tables"), columns, rows)


def _teams_sheet(event: Event, through: int | None) -> Sheet:
    """Build the rounds of an expedition: a row for each team and round."""
    measures = event.game.measures()
    columns = (
        Column("round", _("Round"), Kind.NUMBER),
        Column("number", _("No."), Kind.NUMBER),
        Column("team", _("Team")),
        Column("members", _("Members")),
        *(Column(each.code.lower(), say(each.name), Kind.NUMBER) for each in measures),
        Column("outcome", _("Outcome")),
        Column("decided_at", _("Decided"), Kind.MOMENT),
        Column("remarks", _("Remarks")),
    )
    rows = [
        (
            number,
            pairing.white.number,
            pairing.white.team_name,
            ", ".join(entry.shown_name for entry in pairing.entries),
            *(pairing.measured or [None] * len(measures)),
            outcome_of(pairing),
            _decided(pairing),
            ", ".join(_remarks(pairing)) or None,
        )
        for number, pairing in _pairings(event, through)
    ]
    return Sheet(_("Matches"), columns, rows)


def _seats(pairing: Pairing, number: int, points: Mapping[tuple[int, int], Fraction]) -> Iterable[Sequence[Value]]:
    seats = list(pairing.table_seats.all()) if pairing.size else []
    results = {seat.entry_id: (seat.place, seat.score) for seat in seats if pairing.decided_at}
    for entry in pairing.entries:
        place, score = (None, None) if pairing.is_annulled else results.get(entry.pk, (None, None))
        has_left = bool(pairing.size and pairing.decided_at and not pairing.is_annulled and place is None)
        yield (
            number,
            pairing.board if pairing.size else None,
            entry.number,
            entry.shown_name,
            place,
            points.get((number, entry.number or 0)),
            score,
            _("did not play") if has_left else outcome_of(pairing),
            _decided(pairing),
            ", ".join(_remarks(pairing)) or None,
        )


def _pairings(event: Event, through: int | None) -> Iterable[tuple[int, Pairing]]:
    """Return the published pairings, each with the number of its round.

    The rounds themselves, which hold all that was proposed, aren't read.
    """
    published = Pairing.objects.filter(round__event=event).exclude(round__stage=Round.Stage.DRAFT)
    if through is not None:
        published = published.filter(round__number__lte=through)
    numbered = published.annotate(round_number=F("round__number")).order_by("round_number", "board", "pk")
    if event.has_tables:
        numbered = seated(numbered.select_related("white__player"), event)
    return ((pairing.round_number, pairing) for pairing in numbered)


def _players(event: Event) -> dict[int | None, _Player]:
    """Return numbers and names by the entries' ids; ``None``, for no one, has neither."""
    entries = event.entries.select_related("player")
    found: dict[int | None, _Player] = {entry.pk: _Player(entry.number, entry.shown_name) for entry in entries}
    return found | {None: _Player(None, None)}


def _row(pairing: Pairing, number: int, players: Mapping[int | None, _Player], scoring: Scoring) -> Sequence[Value]:
    is_bye = pairing.black_id is None
    scores = (pairing.white_points, pairing.black_points) if _is_played(pairing) else (None, None)
    return (
        number,
        pairing.board,
        *players[pairing.white_id],
        *players[pairing.black_id],
        _points(pairing, pairing.white_code or (Code.PAIRING_BYE.value if is_bye else ""), scoring),
        None if is_bye else _points(pairing, pairing.black_code, scoring),
        outcome_of(pairing),
        *scores,
        _decided(pairing),
        ", ".join(_remarks(pairing)) or None,
    )


def outcome_of(pairing: Pairing) -> str:
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


def _points(pairing: Pairing, code: str, scoring: Scoring) -> Fraction | None:
    return None if pairing.is_annulled or not code else scoring.points(Code(code))


def _decided(pairing: Pairing) -> datetime | None:
    return pairing.decided_at if pairing.black_id else None


def _remarks(pairing: Pairing) -> list[str]:
    marks = [
        (pairing.is_by_hand, _("paired by an organiser")),
        (pairing.settled_by_hand, _("adjudicated by an organiser")),
    ]
    marks += [(pairing.further > 0, _("further match")), (pairing.through_id is not None, _goes_on(pairing))]
    return [words for holds, words in marks if holds]


def _goes_on(pairing: Pairing) -> str:
    """Say which side of a drawn match of a cup advances, and why."""
    words = (
        _("the first player advances, %(why)s")
        if pairing.through_id == pairing.white_id
        else _("the second player advances, %(why)s")
    )
    return words % {"why": pairing.through_words}
