"""What needs an organiser's decision now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Count, Q, QuerySet

from matches import clocks
from matches.clockwords import counted, span
from matches.models import Seat

from . import accounts
from .models import Entry, Event, Pairing, Round

Tone = Literal["", "warn", "bad"]
MOST = 20  # matches listed of a kind; more are counted
MADE_BY_THEN = timedelta(minutes=15)  # however many matches a round has, and whatever the workers are at
Stage, Work = Event.Stage, Round.Work


@dataclass(frozen=True, slots=True)
class Item:
    """A match that waits, with why."""

    pairing: Pairing
    words: str


@dataclass(frozen=True, slots=True)
class Decision:
    """``place`` is where it is decided: ``accounts``, ``entries``, ``round`` (``number``), ``settings``, ``here``
    (below on the page), or nothing where ``items`` have their own. ``more`` items are not listed."""

    title: str
    words: str
    place: Literal["accounts", "entries", "round", "settings", "here", ""] = ""
    number: int = 0
    tone: Tone = "warn"
    items: tuple[Item, ...] = ()
    more: int = 0


def decisions(event: Event) -> list[Decision]:
    """The most pressing first. The number of queries depends on nothing, the number of lines on the event's rounds."""
    if event.stage in (Stage.FINISHED, Stage.CANCELLED):
        return []
    now = clocks.now()
    rounds = list(event.round_set.defer("proposed").order_by("number"))
    return [
        *_pairing(rounds),
        *((*_missing(event, now), *_matches(event, now)) if event.stage == Stage.RUNNING else ()),
        *_entries(event),
        *_stage(event, rounds, now),
    ]


def _pairing(rounds: Iterable[Round]) -> Iterator[Decision]:
    """Of drafts only the next one to play waits for anybody: in a round robin all are there from the beginning."""
    is_next = True
    for each in rounds:
        if each.work == Work.FAILED:
            yield Decision(f"Round {each.number} could not be paired", each.failure, "round", each.number, "bad")
        elif each.stage == Round.Stage.DRAFT and each.work == Work.DONE and is_next:
            words = "It is paired. Look it over, change what you like, and publish it."
            yield Decision(f"Round {each.number} waits to be published", words, "round", each.number)
        elif each.work in (Work.QUEUED, Work.RUNNING):
            words = f"{each.progress} per cent are done. Nobody needs to wait here for the rest."
            yield Decision(f"Round {each.number} is being paired", words, "round", each.number, "")
        is_next = is_next and each.stage == Round.Stage.CLOSED


def _missing(event: Event, now: datetime) -> Iterator[Decision]:
    """Pairings that got no match: one could not be made, or the account of a player is gone."""
    open_pairings = Pairing.objects.filter(round__event=event, decided_at=None, match=None, black__isnull=False)
    late = open_pairings.filter(round__stage=Round.Stage.RUNNING, round__published_at__lt=now - MADE_BY_THEN)
    late = late.exclude(_is_from_elsewhere("white") | _is_from_elsewhere("black"))
    for number, count in late.values_list("round__number").annotate(Count("pk")).order_by("round__number"):
        title = f"{counted(count, 'match', 'matches')} of round {number} could not be made"
        yield Decision(title, "Settle by hand what nobody can play.", "round", number, "bad")


def _is_from_elsewhere(side: str) -> Q:
    """A player without an account, whose results are entered by hand."""
    return Q(**{f"{side}__player": None}) & ~Q(**{f"{side}__name": ""})


def _matches(event: Event, now: datetime) -> Iterator[Decision]:
    running = Pairing.objects.filter(round__event=event, decided_at=None, match__isnull=False)
    running = running.select_related("round", "match", "white__player", "black__player").defer("match__state")
    running = running.defer("match__state", "round__proposed").order_by("round__number", "board")
    overdue = running.filter(round__due_at__lte=now)
    yield from _listed(
        "Their round is over, these matches are not",
        "Settle each from the board, or give them more time.",
        overdue,
        lambda pairing: f"due {_ago(pairing.round.due_at, now)}",
        "bad",
    )
    yield from _listed(
        "Matches that stand still",
        "Both players have left them alone. Write to them, or decide.",
        running.filter(match__stalled_at__isnull=False),
        lambda pairing: f"last turn {_ago(pairing.match.last_turn_at if pairing.match else None, now)}",
    )
    held = Seat.objects.filter(match__pairing__round__event=event, finished_at=None).exclude(held="")
    seats = {seat.match_id: seat for seat in held.select_related("player")}
    yield from _listed(
        "Clocks that are held",
        "They stand until you start them, or until the mail arrives that could not be delivered.",
        running.filter(match__in=seats),
        lambda pairing: _whose_clock(seats[pairing.match_id or 0]),
    )


def _listed(
    title: str, words: str, rows: QuerySet[Pairing], why: Callable[[Pairing], str], tone: Tone = "warn"
) -> Iterator[Decision]:
    first = list(rows[: MOST + 1])
    if not first:
        return
    more = rows.count() - MOST if len(first) > MOST else 0
    items = tuple(Item(pairing, why(pairing)) for pairing in first[:MOST])
    yield Decision(title, words, tone=tone, items=items, more=more)


def _ago(moment: datetime | None, now: datetime) -> str:
    return f"{span(now - moment)} ago" if moment else ""


def _whose_clock(seat: Seat) -> str:
    return f"{seat.name}’s clock: {seat.get_held_display()}"


def _entries(event: Event) -> Iterator[Decision]:
    counts = dict(event.entries.values_list("status").annotate(Count("pk")).order_by())
    applied = counts.get(Entry.Status.APPLIED, 0)
    if applied and event.stage != Stage.DRAFT:
        title = f"{counted(applied, 'player waits', 'players wait')} for your approval"
        yield Decision(title, "Let them in, or say no.", "entries")
    entered, waiting = counts.get(Entry.Status.ENTERED, 0), counts.get(Entry.Status.WAITING, 0)
    if event.stage == Stage.REGISTRATION and waiting:
        is_full = event.places is not None and entered >= event.places
        title = f"{counted(waiting, 'player is', 'players are')} on the waiting list"
        words = "At present no place is free." if is_full else "There are places for them."
        yield Decision(title, words, "entries", tone="")
    yield from _checked_in(event, entered)
    yield from _without_account(event)


def _without_account(event: Event) -> Iterator[Decision]:
    """Players of a tournament that was begun elsewhere."""
    if event.stage != Stage.RUNNING:
        return
    missing = accounts.without_account(event).filter(status=Entry.Status.ENTERED).count()
    if missing:
        title = f"{counted(missing, 'player has', 'players have')} no account"
        words = "Where one of them is paired there is no match. Give them accounts, or enter their results by hand."
        yield Decision(title, words, "accounts")


def _checked_in(event: Event, entered: int) -> Iterator[Decision]:
    if event.stage == Stage.REGISTRATION and event.check_in_asked_at is not None and entered:
        present = event.entries.filter(status=Entry.Status.ENTERED, checked_in_at__isnull=False).count()
        title = f"{present} of {counted(entered, 'player has', 'players have')} checked in"
        yield Decision(title, "Who has not when the event begins is not paired.", "entries", tone="")


def _stage(event: Event, rounds: list[Round], now: datetime) -> Iterator[Decision]:
    if event.stage == Stage.DRAFT:
        yield Decision(
            "Nobody sees the event yet", "Open it for entries when its settings are as you like them.", "here"
        )
    elif event.stage == Stage.REGISTRATION:
        yield from _to_begin(event, now)
    elif _is_played_out(event, rounds):
        yield Decision("All rounds are closed", "End the event; its table is final then.", "here")


def _to_begin(event: Event, now: datetime) -> Iterator[Decision]:
    if event.starts_at is not None and event.starts_at <= now:
        words = f"It should have begun {_ago(event.starts_at, now)}. Begin it, or give it another date."
        yield Decision("The event waits to begin", words, "here", tone="bad")
    elif event.starts_at is None:
        yield Decision("It begins when you begin it", "There is no date for its start.", "here", tone="")


def _is_played_out(event: Event, rounds: list[Round]) -> bool:
    closed = sum(each.stage == Round.Stage.CLOSED for each in rounds)
    return closed >= event.rounds
