"""Decisions that organisers must make in events.

The number of queries depends on neither the events nor their matches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import Seat
from matches.time_control.words import from_now
from timekeeping import clock
from tournaments.clocks import all_clocks
from tournaments.models import ClockAct, Division, Entry, Event, Pairing, Round, TableSeat, Vacancy

from .decision import Decision, Kind
from .places import free_place, open_vacancies

MADE_BY_THEN = timedelta(minutes=15)  # however many matches a round has, and whatever the workers are at
Stage, Work = Event.Stage, Round.Work
OVER = (Stage.FINISHED, Stage.CANCELLED)


@dataclass
class Facts:
    """Facts about one event from which its decisions follow."""

    rounds: list[Round] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)
    counts: dict[Kind, int] = field(default_factory=dict)
    missing: list[tuple[int, int]] = field(default_factory=list)
    checked_in: int = 0
    without_account: int = 0
    stop: ClockAct | None = None
    is_unfinished: bool = False
    is_division: bool = False
    vacancies: list[Vacancy] = field(default_factory=list)


def decisions(event: Event) -> list[Decision]:
    """Return the decisions of one event, the most pressing first."""
    return decisions_of([event])[event.pk]


def decisions_of(events: Collection[Event]) -> dict[int, list[Decision]]:
    """Return decisions by the events' ids, the most pressing first."""
    now = clock.now()
    current = [event for event in events if event.stage not in OVER]
    facts = _facts(current, now) if current else {}
    return {event.pk: list(_of_event(event, facts[event.pk], now)) if event.pk in facts else [] for event in events}


def matches_of_kind(kind: Kind, events: Iterable[int], now: datetime) -> QuerySet[Pairing]:
    """Return running matches of these events that need an organiser for one reason."""
    running = Pairing.objects.filter(round__event__in=events, decided_at=None, match__isnull=False)
    match kind:
        case "overdue":
            return running.filter(round__due_at__lte=now)
        case "stalled":
            return running.filter(match__stalled_at__isnull=False)
        case "left":
            return running.filter(_has_left("white"), _has_left("black"))
        case _:
            return running.filter(Exists(paused_seats().filter(match=OuterRef("match"))))


def paused_seats() -> QuerySet[Seat]:
    """Return seats whose clocks an organiser or a lost email has stopped, unless a replacement will take them."""
    stopped = Seat.objects.filter(finished_at=None).exclude(stopped__in=("", Seat.Stopped.EVENT, Seat.Stopped.COMPUTER))
    return stopped.exclude(stopped=Seat.Stopped.LEFT)


def _has_left(side: str) -> Q:
    return Q(**{f"{side}__status": Entry.Status.WITHDRAWN, f"{side}__is_open": False})


# -- found ---------------------------------------------------------------------------------------------------------


def _facts(events: Collection[Event], now: datetime) -> Mapping[int, Facts]:
    found: dict[int, Facts] = {event.pk: Facts() for event in events}
    running = [event.pk for event in events if event.stage == Stage.RUNNING]
    for each in Round.objects.filter(event__in=found).defer("proposed").order_by("number"):
        found[each.event_id].rounds.append(each)
    entries = Entry.objects.filter(event__in=found).order_by()
    checked_in = Count("pk", filter=Q(checked_in_at__isnull=False))
    nameless = Count("pk", filter=Q(number__isnull=False, player=None) & ~Q(name=""))
    for pk, status, count, present, strangers in entries.values_list("event", "status").annotate(
        count=Count("pk"), present=checked_in, strangers=nameless
    ):
        found[pk].statuses[status] = count
        if status == Entry.Status.ENTERED:
            found[pk].checked_in, found[pk].without_account = present, strangers
    for pk in Division.objects.filter(event__in=found).values_list("event", flat=True):
        if pk is not None:
            found[pk].is_division = True
    if running:
        _look_at_matches(found, running, now)
    return found


def _look_at_matches(found: Mapping[int, Facts], running: Collection[int], now: datetime) -> None:
    kinds: tuple[Kind, ...] = ("overdue", "stalled", "paused", "left")
    for kind in kinds:
        rows = matches_of_kind(kind, running, now).order_by()
        for pk, count in rows.values_list("round__event").annotate(Count("pk")):
            found[pk].counts[kind] = count
    for pk, number, count in (
        _not_made(running, now)
        .values_list("round__event", "round__number")
        .annotate(Count("pk"))
        .order_by("round__number")
    ):
        found[pk].missing.append((number, count))
    for stop in all_clocks.stops_among(Event.objects.filter(pk__in=running)):
        found[stop.event_id].stop = stop
    unfinished = Round.objects.filter(event__in=running, event__ends_at__lte=now, stage=Round.Stage.RUNNING)
    for pk in unfinished.filter(pairings__decided_at=None).values_list("event", flat=True).distinct():
        found[pk].is_unfinished = True
    for vacancy in open_vacancies().filter(entry__event__in=running):
        found[vacancy.event_id].vacancies.append(vacancy)


def _not_made(events: Collection[int], now: datetime) -> QuerySet[Pairing]:
    """Return pairings without a match, since it could not be made, or since a player's account was deleted.

    Pairings with a place for which a replacement is sought are left out.
    """
    late = Pairing.objects.filter(
        round__event__in=events, decided_at=None, match=None, waits=False, black__isnull=False
    )
    late = late.exclude(Q(white__is_open=True) | Q(black__is_open=True))
    late = late.filter(round__stage=Round.Stage.RUNNING, round__published_at__lt=now - MADE_BY_THEN)
    at_table = TableSeat.objects.filter(_is_from_elsewhere("entry"), pairing=OuterRef("pk"))
    return late.exclude(_is_from_elsewhere("white") | _is_from_elsewhere("black") | Exists(at_table))


def _is_from_elsewhere(side: str) -> Q:
    """Return the condition that a player has no account, so that results are entered by hand."""
    return Q(**{f"{side}__player": None}) & ~Q(**{f"{side}__name": ""})


# -- said ----------------------------------------------------------------------------------------------------------


def _of_event(event: Event, facts: Facts, now: datetime) -> Iterator[Decision]:
    yield from _rounds(event, facts.rounds)
    if event.stage == Stage.RUNNING:
        yield from _unmade(event, facts)
        yield from _matches(event, facts)
        yield from (free_place(vacancy) for vacancy in facts.vacancies)
    yield from _entries(event, facts)
    yield from _stage(event, facts, now)


def _rounds(event: Event, rounds: Iterable[Round]) -> Iterator[Decision]:
    """Yield the decisions about rounds.

    Of drafts only the next one counts: a round robin has all of them from the start.
    """
    is_next = True
    for each in rounds:
        about = {"round": each.number}
        url = reverse("tournaments:manage_round", args=[event.pk, each.number])
        view = _("View round %(round)s") % about
        if each.work == Work.FAILED:
            yield Decision(_("Round %(round)s could not be prepared") % about, each.failure, url, view, "bad")
        elif each.stage == Round.Stage.DRAFT and each.work == Work.DONE and is_next:
            words = _("Review it, change what you like, and publish it.")
            label = _("Review round %(round)s") % about
            yield Decision(_("Round %(round)s is ready to publish") % about, words, url, label)
        elif each.work in (Work.QUEUED, Work.RUNNING):
            words = _("%(share)s per cent done. You don’t need to wait here.") % {"share": each.progress}
            yield Decision(_("Round %(round)s is being prepared") % about, words, url, view, "")
        is_next = is_next and each.stage == Round.Stage.CLOSED


def _unmade(event: Event, facts: Facts) -> Iterator[Decision]:
    for number, count in facts.missing:
        title = ngettext(
            "%(number)s match of round %(round)s could not be made",
            "%(number)s matches of round %(round)s could not be made",
            count,
        )
        title %= {"number": count, "round": number}
        url = reverse("tournaments:manage_round", args=[event.pk, number])
        label = _("View round %(round)s") % {"round": number}
        yield Decision(title, _("Adjudicate matches that can’t be played."), url, label, "bad")


def _matches(event: Event, facts: Facts) -> Iterator[Decision]:
    unfinished = reverse("tournaments:unfinished", args=[event.pk])
    if facts.stop is not None:
        words = _("Reason: %(reason)s. Start them again when it is time.")
        words %= {"reason": facts.stop.reason.rstrip(".")}
        url = reverse("tournaments:clocks", args=[event.pk])
        yield Decision(_("All clocks are paused"), words, url, _("All clocks"))
    if facts.is_unfinished:
        words = _("Decide the matches that aren’t over, or move the end.")
        yield Decision(_("The end date has passed"), words, unfinished, _("Decide unfinished matches"), "bad")
    decide = _("Decide unfinished matches")
    if count := facts.counts.get("overdue", 0):
        title = ngettext("%(number)s overdue match", "%(number)s overdue matches", count) % {"number": count}
        words = _("Adjudicate each from the board, or give them more time.")
        yield Decision(title, words, unfinished, decide, "bad", kind="overdue")
    if count := facts.counts.get("stalled", 0):
        title = ngettext("%(number)s stalled match", "%(number)s stalled matches", count) % {"number": count}
        words = _("The players have stopped playing. Write to them, or adjudicate.")
        yield Decision(title, words, unfinished, decide, kind="stalled")
    if count := facts.counts.get("left", 0):
        title = ngettext(
            "%(number)s match whose players have both left",
            "%(number)s matches whose players have both left",
            count,
        )
        words = _("The round waits for their clocks. Adjudicate, or let the time run out.")
        yield Decision(title % {"number": count}, words, unfinished, decide, kind="left")
    if count := facts.counts.get("paused", 0):
        title = ngettext("Paused clocks in %(number)s match", "Paused clocks in %(number)s matches", count)
        words = _("They’re paused until you start them, or until an undelivered email arrives.")
        yield Decision(title % {"number": count}, words, unfinished, _("View unfinished matches"), kind="paused")


def _entries(event: Event, facts: Facts) -> Iterator[Decision]:
    url = reverse("tournaments:manage_entries", args=[event.pk])
    applied = facts.statuses.get(Entry.Status.APPLIED, 0)
    if applied and event.stage != Stage.DRAFT:
        title = ngettext("%(number)s player to approve", "%(number)s players to approve", applied)
        yield Decision(title % {"number": applied}, _("Approve or decline them."), url, _("View applications"))
    entered, waiting = facts.statuses.get(Entry.Status.ENTERED, 0), facts.statuses.get(Entry.Status.WAITING, 0)
    if event.stage == Stage.REGISTRATION and waiting:
        is_full = event.places is not None and entered >= event.places
        title = ngettext(
            "%(number)s player is on the waiting list", "%(number)s players are on the waiting list", waiting
        )
        words = _("No place is free at the moment.") if is_full else _("There are places for them.")
        yield Decision(title % {"number": waiting}, words, url, _("View entries"), "")
    if event.stage == Stage.REGISTRATION and event.check_in_asked_at is not None and entered:
        title = ngettext(
            "%(present)s of %(number)s player has checked in",
            "%(present)s of %(number)s players have checked in",
            entered,
        )
        title %= {"present": facts.checked_in, "number": entered}
        words = _("Players who haven’t when the event begins don’t play.")
        yield Decision(title, words, url, _("View entries"), "")
    if event.stage == Stage.RUNNING and (count := facts.without_account):
        title = ngettext("%(number)s player has no account", "%(number)s players have no account", count)
        words = _("They can’t play matches. Give them accounts, or enter their results by hand.")
        accounts = reverse("tournaments:accounts", args=[event.pk])
        yield Decision(title % {"number": count}, words, accounts, _("Give accounts"))


def _stage(event: Event, facts: Facts, now: datetime) -> Iterator[Decision]:
    """Yield the decisions about the stage of an event; a division begins and ends with its season."""
    manage = reverse("tournaments:manage", args=[event.pk])
    if event.stage == Stage.DRAFT:
        words = _("Open it for entries when you’re happy with the settings.")
        yield Decision(_("The event is still hidden"), words, manage, _("Open"), "", step="open")
    elif event.stage == Stage.REGISTRATION:
        yield from _to_begin(event, manage, now)
    elif not facts.is_division:
        yield from _to_end(event, facts)


def _to_begin(event: Event, manage: str, now: datetime) -> Iterator[Decision]:
    if event.starts_at is not None and event.starts_at <= now:
        words = _("It should have begun %(ago)s. Begin it, or give it another date.")
        words %= {"ago": from_now(event.starts_at - now)}
        title = _("The event is overdue to begin")
        yield Decision(title, words, manage, _("Begin"), "bad", step="begin")
    elif event.starts_at is None:
        words = _("It has no start date.")
        yield Decision(_("You start the event"), words, manage, _("Begin"), "", step="begin")


def _to_end(event: Event, facts: Facts) -> Iterator[Decision]:
    url, label = reverse("tournaments:ending", args=[event.pk]), _("End event")
    closed = sum(each.stage == Round.Stage.CLOSED for each in facts.rounds)
    if closed >= event.rounds:
        words = _("End the event to make its standings final.")
        yield Decision(_("All rounds are closed"), words, url, label)
    elif event.is_over_time and all(each.stage != Round.Stage.RUNNING for each in facts.rounds):
        words = _("No matches are being played. End the event to make its standings final.")
        yield Decision(_("The end date has passed"), words, url, label)
