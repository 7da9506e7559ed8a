"""Importing a tournament that was begun elsewhere: an event takes it over and continues from there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from competition.history import Colour
from competition.trf import Document
from i18n.text import noop, say
from matches.input.text import visible_line
from tournaments.formats.trf_rounds import PlayedRound
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Absence, Entry, Event, Forbidden, Pairing, Round
from tournaments.rounds import advance

from .preview_trf import Plan, pairs_in, plan_of

BATCH = 500
CHANGED = noop("The event has changed since you saw this preview. Check the new one.")


@EVENT.transaction_with_retry
def carry_out(event: Event, document: Document, *, by: User, expected: Plan | None = None) -> Event:
    """Begin the event with the document's players and rounds, all or nothing.

    The next round waits as a draft, so that players can be given accounts first. ``expected`` is the plan that was
    shown; it must still hold. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    plan = plan_of(event, document)
    if expected is not None and plan != expected:
        raise TournamentRefused(_(CHANGED), status=409)
    _store(event, document, plan, by)
    return event


def _store(event: Event, document: Document, plan: Plan, by: User) -> None:
    now = timezone.now()
    for name, value in plan.settings.items():
        setattr(event, name, value)
    event.initial_colour = _first_colour(plan)
    event.publishes_itself = False
    event.stage, event.begun_at = Event.Stage.RUNNING, _moment(document.header.start, "%Y/%m/%d", now)
    event.save()
    entries = _entries(event, plan, now)
    _forbidden(event, plan, entries)
    dates = [_moment(text, "%y/%m/%d", now) for text in document.header.round_dates]
    for played in plan.rounds:
        at = dates[played.number - 1] if played.number <= len(dates) else now
        _round(event, played, entries, at)
    event.rules.draw_up(event, [entries[number] for number in sorted(entries)], after=len(plan.rounds))
    words = say(
        "Imported the event from a TRF file: %(players)s players, %(played)s of %(rounds)s rounds played.",
        players=len(entries),
        played=len(plan.rounds),
        rounds=event.rounds,
    )
    note(event, Kind.EVENT, words, by=by)
    advance.advance(event)


def _first_colour(plan: Plan) -> str:
    """Return the first colour as the file says; "" if it follows from round 1.

    If there is no round yet, it is drawn.
    """
    if plan.history.initial_colour:
        return plan.history.initial_colour.value
    return "" if plan.rounds else secrets.choice([colour.value for colour in Colour])


def _entries(event: Event, plan: Plan, now: datetime) -> dict[int, Entry]:
    found = {}
    for player in plan.history.players:
        entry = plan.accounts.get(player.number) or Entry(
            event=event, name=visible_line(player.name) or f"#{player.number}"
        )
        entry.event = event
        entry.number, entry.rating = player.number, player.rating
        entry.is_accelerated = player.number in plan.accelerated
        entry.checked_in_at = now if event.check_in else None
        entry.save()
        found[player.number] = entry
    Absence.objects.filter(entry__event=event).delete()
    Absence.objects.bulk_create(
        Absence(entry=found[bye.player], round_number=bye.round, bye=bye.code.value) for bye in plan.byes
    )
    return found


def _forbidden(event: Event, plan: Plan, entries: Mapping[int, Entry]) -> None:
    Forbidden.objects.bulk_create(
        Forbidden(
            event=event,
            first=entries[first],
            second=entries[second],
            first_round=group.first_round,
            last_round=group.last_round,
            reason=say("From the imported file."),
        )
        for group in plan.history.forbidden
        for first, second in pairs_in(group)
    )


def _round(event: Event, played: PlayedRound, entries: Mapping[int, Entry], at: datetime) -> None:
    round_ = Round.objects.create(
        event=event,
        number=played.number,
        stage=Round.Stage.RUNNING if played.is_open else Round.Stage.CLOSED,
        work=Round.Work.DONE,
        progress=100,
        proposed=[
            [entries[board.white].pk, entries[board.black].pk if board.black else None]
            for board in played.boards
            if board.black or board.white_code == "U"
        ],
        starts_at=at,
        asked_at=at,
        paired_at=at,
        published_at=at,
        closed_at=None if played.is_open else at,
    )
    Pairing.objects.bulk_create(
        [
            Pairing(
                round=round_,
                board=place,
                white=entries[board.white],
                black=entries[board.black] if board.black else None,
                white_code=board.white_code,
                black_code=board.black_code,
                decided_at=None if board.is_open else at,
            )
            for place, board in enumerate(played.boards, 1)
        ],
        batch_size=BATCH,
    )


def _moment(text: str, form: str, now: datetime) -> datetime:
    """Return the date at noon, or now if that is still to come or the text is no date."""
    try:
        found = datetime.strptime(text, form).replace(hour=12, tzinfo=UTC)
    except ValueError:
        return now
    return min(found, now)
