"""What needs an organiser's decision now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jobs import clock
from matches.clocks.words import from_now
from matches.models import Seat
from tournaments.clocks import all_clocks
from tournaments.imports import give_accounts
from tournaments.models import Entry, Event, Pairing, Round, TableSeat, seated

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
    """``place`` is where it is decided: ``accounts``, ``entries``, ``round`` (``number``), ``settings``,
    ``unfinished``, ``clocks``, ``here`` (below on the page), or nothing where ``items`` have their own. ``more`` items
    are not listed."""

    title: str
    words: str
    place: Literal["accounts", "entries", "round", "settings", "unfinished", "clocks", "here", ""] = ""
    number: int = 0
    tone: Tone = "warn"
    items: tuple[Item, ...] = ()
    more: int = 0


def decisions(event: Event) -> list[Decision]:
    """The most pressing first. The number of queries depends on nothing, the number of lines on the event's rounds."""
    if event.stage in (Stage.FINISHED, Stage.CANCELLED):
        return []
    now = clock.now()
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
            yield Decision(
                _("Round %(round)s could not be prepared") % {"round": each.number},
                each.failure,
                "round",
                each.number,
                "bad",
            )
        elif each.stage == Round.Stage.DRAFT and each.work == Work.DONE and is_next:
            words = _("Review it, change what you like, and publish it.")
            yield Decision(
                _("Round %(round)s is ready to publish") % {"round": each.number}, words, "round", each.number
            )
        elif each.work in (Work.QUEUED, Work.RUNNING):
            words = _("%(share)s per cent done. You don’t need to wait here.")
            words %= {"share": each.progress}
            yield Decision(
                _("Round %(round)s is being prepared") % {"round": each.number}, words, "round", each.number, ""
            )
        is_next = is_next and each.stage == Round.Stage.CLOSED


def _missing(event: Event, now: datetime) -> Iterator[Decision]:
    """Pairings that got no match: one could not be made, or the account of a player is gone. While a replacement is
    sought, no round is made."""
    open_pairings = Pairing.objects.filter(
        round__event=event, decided_at=None, match=None, waits=False, black__isnull=False
    ).exclude(Q(white__is_open=True) | Q(black__is_open=True))
    late = open_pairings.filter(round__stage=Round.Stage.RUNNING, round__published_at__lt=now - MADE_BY_THEN)
    at_table = TableSeat.objects.filter(_is_from_elsewhere("entry"), pairing=OuterRef("pk"))
    late = late.exclude(_is_from_elsewhere("white") | _is_from_elsewhere("black") | Exists(at_table))
    for number, count in late.values_list("round__number").annotate(Count("pk")).order_by("round__number"):
        title = ngettext(
            "%(number)s match of round %(round)s could not be made",
            "%(number)s matches of round %(round)s could not be made",
            count,
        )
        title %= {"number": count, "round": number}
        yield Decision(title, _("Adjudicate matches that can’t be played."), "round", number, "bad")


def _is_from_elsewhere(side: str) -> Q:
    """A player without an account, whose results are entered by hand."""
    return Q(**{f"{side}__player": None}) & ~Q(**{f"{side}__name": ""})


def _matches(event: Event, now: datetime) -> Iterator[Decision]:
    if (stop := all_clocks.stop_of(event)) is not None:
        words = _("Reason: %(reason)s. Start them again when it is time.") % {"reason": stop.reason.rstrip(".")}
        yield Decision(_("All clocks are paused"), words, "clocks")
    if event.is_over_time and event.round_set.filter(stage=Round.Stage.RUNNING, pairings__decided_at=None).exists():
        words = _("Decide the matches that aren’t over, or move the end.")
        yield Decision(_("The end date has passed"), words, "unfinished", tone="bad")
    running = Pairing.objects.filter(round__event=event, decided_at=None, match__isnull=False)
    running = running.select_related("round", "match", "white__player", "black__player").defer("match__state")
    running = seated(running.defer("match__state", "round__proposed").order_by("round__number", "board"), event)
    overdue = running.filter(round__due_at__lte=now)
    yield from _listed(
        _("Overdue matches"),
        _("Adjudicate each from the board, or give them more time."),
        overdue,
        lambda pairing: _due(pairing, now),
        "bad",
        "unfinished",
    )
    yield from _listed(
        _("Stalled matches"),
        _("The players have stopped playing. Write to them, or adjudicate."),
        running.filter(match__stalled_at__isnull=False),
        lambda pairing: _last_turn(pairing, now),
    )
    held = Seat.objects.filter(match__pairing__round__event=event, finished_at=None)
    held = held.exclude(held__in=("", Seat.Held.EVENT, Seat.Held.COMPUTER))
    have_left = event.entries.filter(is_open=True, player__isnull=False)
    held = held.exclude(player__in=have_left.values("player"))  # whose clocks wait for another player
    seats = {seat.match_id: seat for seat in held.select_related("player")}
    yield from _listed(
        _("Paused clocks"),
        _("They’re paused until you start them, or until an undelivered email arrives."),
        running.filter(match__in=seats),
        lambda pairing: _whose_clock(seats[pairing.match_id or 0]),
    )


def _listed(
    title: str,
    words: str,
    rows: QuerySet[Pairing],
    why: Callable[[Pairing], str],
    tone: Tone = "warn",
    place: Literal["unfinished", ""] = "",
) -> Iterator[Decision]:
    first = list(rows[: MOST + 1])
    if not first:
        return
    more = rows.count() - MOST if len(first) > MOST else 0
    items = tuple(Item(pairing, why(pairing)) for pairing in first[:MOST])
    yield Decision(title, words, place, tone=tone, items=items, more=more)


def _due(pairing: Pairing, now: datetime) -> str:
    due_at = pairing.round.due_at
    return _("due %(ago)s") % {"ago": from_now(due_at - now)} if due_at else ""


def _last_turn(pairing: Pairing, now: datetime) -> str:
    at = pairing.match.last_turn_at if pairing.match else None
    return _("last turn %(ago)s") % {"ago": from_now(at - now)} if at else ""


def _whose_clock(seat: Seat) -> str:
    return _("%(name)s’s clock: %(why)s") % {"name": seat.name, "why": seat.get_held_display()}


def _entries(event: Event) -> Iterator[Decision]:
    counts = dict(event.entries.values_list("status").annotate(Count("pk")).order_by())
    applied = counts.get(Entry.Status.APPLIED, 0)
    if applied and event.stage != Stage.DRAFT:
        title = ngettext("%(number)s player to approve", "%(number)s players to approve", applied)
        yield Decision(title % {"number": applied}, _("Approve or decline them."), "entries")
    entered, waiting = counts.get(Entry.Status.ENTERED, 0), counts.get(Entry.Status.WAITING, 0)
    if event.stage == Stage.REGISTRATION and waiting:
        is_full = event.places is not None and entered >= event.places
        title = ngettext(
            "%(number)s player is on the waiting list", "%(number)s players are on the waiting list", waiting
        )
        words = _("No place is free at the moment.") if is_full else _("There are places for them.")
        yield Decision(title % {"number": waiting}, words, "entries", tone="")
    yield from _checked_in(event, entered)
    yield from _without_account(event)


def _without_account(event: Event) -> Iterator[Decision]:
    """Players of a tournament that was begun elsewhere."""
    if event.stage != Stage.RUNNING:
        return
    missing = give_accounts.without_account(event).filter(status=Entry.Status.ENTERED).count()
    if missing:
        title = ngettext("%(number)s player has no account", "%(number)s players have no account", missing)
        words = _("They can’t play matches. Give them accounts, or enter their results by hand.")
        yield Decision(title % {"number": missing}, words, "accounts")


def _checked_in(event: Event, entered: int) -> Iterator[Decision]:
    if event.stage == Stage.REGISTRATION and event.check_in_asked_at is not None and entered:
        present = event.entries.filter(status=Entry.Status.ENTERED, checked_in_at__isnull=False).count()
        title = ngettext(
            "%(present)s of %(number)s player has checked in",
            "%(present)s of %(number)s players have checked in",
            entered,
        )
        title %= {"present": present, "number": entered}
        yield Decision(title, _("Players who haven’t when the event begins don’t play."), "entries", tone="")


def _stage(event: Event, rounds: list[Round], now: datetime) -> Iterator[Decision]:
    if event.stage == Stage.DRAFT:
        yield Decision(
            _("The event is still hidden"), _("Open it for entries when you’re happy with the settings."), "here"
        )
    elif event.stage == Stage.REGISTRATION:
        yield from _to_begin(event, now)
    elif _is_played_out(event, rounds):
        yield Decision(_("All rounds are closed"), _("End the event to make its standings final."), "here")
    elif event.is_over_time and all(each.stage != Round.Stage.RUNNING for each in rounds):
        words = _("No matches are being played. End the event to make its standings final.")
        yield Decision(_("The end date has passed"), words, "here")


def _to_begin(event: Event, now: datetime) -> Iterator[Decision]:
    if event.starts_at is not None and event.starts_at <= now:
        words = _("It should have begun %(ago)s. Begin it, or give it another date.")
        words %= {"ago": from_now(event.starts_at - now)}
        yield Decision(_("The event is overdue to begin"), words, "here", tone="bad")
    elif event.starts_at is None:
        yield Decision(_("You start the event"), _("It has no start date."), "here", tone="")


def _is_played_out(event: Event, rounds: list[Round]) -> bool:
    closed = sum(each.stage == Round.Stage.CLOSED for each in rounds)
    return closed >= event.rounds
