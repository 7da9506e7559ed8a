"""An event as a TRF document, for other pairing programs and for rating officers."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from competition.history import Code, History
from competition.trf import CannotWrite, Details, Document, Edition, Header, PlannedBye, write_trf
from i18n.text import say
from matches.time_control.words import terms
from tournaments.models import Absence, Event, Round
from tournaments.standings.history import history_of
from tournaments.standings.standings import EventStandings


def to_trf(event: Event, standings: EventStandings, edition: Edition, *, for_organisers: bool) -> bytes:
    """Write the event as TRF, after the round of ``standings``.

    The latest standings of a running Swiss come with the byes granted for coming rounds, as programs that pair the next
    round need them. Byes of a draft are for organisers, and so are forbidden pairs unless the event shows them. Raises
    ``CannotWrite``.
    """
    return write_trf(document_of(event, standings, for_organisers=for_organisers), edition).encode()


def document_of(event: Event, standings: EventStandings, *, for_organisers: bool) -> Document:
    if event.rules.why_no_trf:
        raise CannotWrite(say(event.rules.why_no_trf))
    coming = _coming(event, standings)
    history = history_of(event, standings.after, coming=coming)
    if not for_organisers:
        history = _for_players(event, history, coming)
    details = {row.number: Details(rank=row.rank) for row in standings.rows}
    byes = _planned(event, coming) if coming else ()
    return Document(history, _header(event, standings), details, byes)


def _coming(event: Event, standings: EventStandings) -> int | None:
    """Return the number of the round that another program may pair next, if there is one."""
    is_last = standings.after == standings.last and standings.last < event.rounds
    is_paired_next = event.rules.trf(event).code and event.stage == Event.Stage.RUNNING and is_last
    return standings.after + 1 if is_paired_next else None


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
    kind, type_code = event.rules.trf(event)
    return Header(
        name=event.name,
        start=_day(event.begun_at or event.starts_at),
        end=_day(event.ended_at),
        kind=kind,
        arbiter=organisers[0] if organisers else "",
        deputies=tuple(organisers[1:]),
        time_control=amount,
        round_dates=_round_dates(event, standings.after),
        type_code=type_code,
        tie_breaks=codes[1:],
        standings=codes,
    )


def _round_dates(event: Event, last: int) -> tuple[str, ...]:
    rounds = event.round_set.exclude(stage=Round.Stage.DRAFT).filter(number__lte=last).order_by("number")
    return tuple(_day(published)[2:] for published in rounds.values_list("published_at", flat=True))


def _day(moment: datetime | None) -> str:
    return f"{moment.astimezone(UTC):%Y/%m/%d}" if moment else ""
