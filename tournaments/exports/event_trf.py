"""An event as a TRF document, for other pairing programs and for rating officers."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from competition.history import Code, History
from competition.trf import CannotWrite, Details, Document, Edition, Header, PlannedBye, write_trf
from i18n.text import say
from matches.clocks.words import terms
from tournaments.models import Absence, Event, Round
from tournaments.standings.history import history_of
from tournaments.standings.standings import EventStandings

DUTCH, ACCELERATED = "FIDE_DUTCH_2026", "FIDE_DUTCH_2026_BAKU"


def to_trf(event: Event, standings: EventStandings, edition: Edition, *, for_organisers: bool) -> bytes:
    """Write the event as TRF, after the round of ``standings``.

    The latest standings of a running Swiss come with the byes granted for coming rounds, as programs that pair the next
    round need them. Byes of a draft are for organisers, and so are forbidden pairs unless the event shows them. Raises
    ``CannotWrite``.
    """
    return write_trf(document_of(event, standings, for_organisers=for_organisers), edition).encode()


def document_of(event: Event, standings: EventStandings, *, for_organisers: bool) -> Document:
    if event.is_cup:
        raise CannotWrite(say("TRF files only support Swiss events and round robins, not cups."))
    if event.has_tables:
        raise CannotWrite(say("TRF files only support matches of two, not events at tables."))
    coming = _coming(event, standings)
    history = history_of(event, standings.after, coming=coming)
    if not for_organisers:
        history = _for_players(event, history, coming)
    details = {row.number: Details(rank=row.rank) for row in standings.rows}
    byes = _planned(event, coming) if coming else ()
    return Document(history, _header(event, standings), details, byes)


def _coming(event: Event, standings: EventStandings) -> int | None:
    is_last = standings.after == standings.last and standings.last < event.rounds
    return standings.after + 1 if event.is_swiss and event.stage == Event.Stage.RUNNING and is_last else None


def _for_players(event: Event, history: History, coming: int | None) -> History:
    if not event.shows_forbidden:
        history = replace(history, forbidden=())
    if coming is None:
        return history
    kept = event.entries.filter(absences__round_number=coming, absences__in_draft=True)
    numbers = set(kept.values_list("number", flat=True))
    players = tuple(
        replace(player, results=player.results[: coming - 1]) if player.number in numbers else player
        for player in history.players
    )
    return replace(history, players=players)


def _planned(event: Event, coming: int) -> tuple[PlannedBye, ...]:
    """Return the byes granted for rounds after the coming one."""
    absences = Absence.objects.filter(
        entry__event=event, entry__number__isnull=False, round_number__gt=coming, round_number__lte=event.rounds
    )
    found = absences.order_by("round_number", "entry__number").values_list("bye", "round_number", "entry__number")
    return tuple(PlannedBye(Code(bye), number, player) for bye, number, player in found if player)


def _header(event: Event, standings: EventStandings) -> Header:
    organisers = list(event.organisers.order_by("display_name").values_list("display_name", flat=True))
    amount, *_ = terms(event.control, has_vacation=event.vacation_pool is not None)
    codes = tuple(column.trf_code for column in standings.columns)
    return Header(
        name=event.name,
        start=_day(event.begun_at or event.starts_at),
        end=_day(event.ended_at),
        kind=_kind(event),
        arbiter=organisers[0] if organisers else "",
        deputies=tuple(organisers[1:]),
        time_control=amount,
        round_dates=_round_dates(event, standings.after),
        type_code=(ACCELERATED if event.accelerated else DUTCH) if event.is_swiss else "",
        tie_breaks=codes[1:],
        standings=codes,
    )


def _kind(event: Event) -> str:
    if event.is_swiss:
        return "Individual: Swiss-System"
    return f"Individual: {'Double ' if event.cycles == 2 else ''}Round-Robin"


def _round_dates(event: Event, last: int) -> tuple[str, ...]:
    rounds = event.round_set.exclude(stage=Round.Stage.DRAFT).filter(number__lte=last).order_by("number")
    return tuple(_day(published)[2:] for published in rounds.values_list("published_at", flat=True))


def _day(moment: datetime | None) -> str:
    return f"{moment.astimezone(UTC):%Y/%m/%d}" if moment else ""
