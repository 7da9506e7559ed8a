"""Walks through events: looking at them, playing in them, and organising them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

from django.urls import reverse
from playwright.sync_api import Page

from accounts.models import User
from matches.gate import clock_acts
from matches.models import Match, Seat
from matches.time_control.time_control import DAY
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.running_events import begun
from tests.support.stored_events import FOUR, stored
from timekeeping import clock
from tournaments.events import announcements
from tournaments.locking.log import Kind, note
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.permissions import entry_links

from .account_walks import fill_in
from .match_walks import LONG_LINE, LONG_NAME
from .walking import Stop, walk

LONG_EVENT = "The Great Correspondence Cup of All Coasts and Rivers, Autumn and Winter Season"


def at(name: str, event: Event, *more: int) -> str:
    return reverse(f"tournaments:{name}", args=[event.pk, *more])


def running_event(organiser: User) -> Event:
    """Three rounds are played or run, with a late start, byes and a forfeit."""
    event = stored(FOUR, with_matches=True, name=LONG_EVENT, organisers=[organiser], description=LONG_LINE)
    first = event.entries.select_related("player").order_by("number")[0]
    assert first.player is not None
    User.objects.filter(pk=first.player.pk).update(display_name=LONG_NAME)
    for number in range(60):
        note(event, Kind.ENTRY, f"Boards {number} and {number + 1} were swapped.", by=organiser, reason=LONG_LINE[:290])
    announcements.announce(event, "all", "A change of the hall", LONG_LINE, by=organiser)
    return event


@walk(
    "tournaments:list", "tournaments:event", "tournaments:standings", "tournaments:crosstable", "tournaments:round",
    "tournaments:player", "tournaments:entries", "tournaments:log", "tournaments:ratings", "tournaments:print",
    "tournaments:announcements", "tournaments:bracket",
)  # fmt: skip
def looking_at_events() -> Iterator[Stop]:
    organiser: User = UserFactory(display_name=LONG_NAME[:-1])
    yield Stop("events, none", reverse("tournaments:list"))
    yield Stop("events, none, as a member", reverse("tournaments:list"), organiser)
    yield Stop("ratings, none", reverse("tournaments:ratings", args=["fortify"]), organiser)
    event = running_event(organiser)
    waiting: Event = EventFactory(name="Spring Cup", places=4, starts_at=clock.now() + 9 * DAY)
    entry = event.entries.order_by("number")[0]
    yield Stop("events", reverse("tournaments:list"), organiser)
    yield Stop("event, open for entries", at("event", waiting))
    yield Stop("entries, none", at("entries", waiting))
    yield Stop("log, empty", at("log", waiting))
    yield Stop("announcements, none", at("announcements", waiting))
    for reader in (None, entry.player, organiser):
        yield Stop("event", at("event", event), reader)
    for name in ("standings", "crosstable", "entries", "log", "print", "announcements"):
        yield Stop(name, at(name, event))
    yield Stop("standings, after round 1", f"{at('standings', event)}?after=1")
    yield Stop("log, earlier", f"{at('log', event)}?page=2")
    for number in (1, 3):
        yield Stop(f"round {number}", at("round", event, number))
    yield Stop("a player's card", at("player", event, entry.pk))
    yield Stop("bracket", at("bracket", begun(7, format="cup", name="Winter Cup")))


@walk("tournaments:enter", "tournaments:leave", "tournaments:absences", "tournaments:link", "tournaments:check_in")
def playing_in_events() -> Iterator[Stop]:
    event: Event = EventFactory(name=LONG_EVENT, check_in=True, starts_at=clock.now() + DAY)
    player, newcomer = UserFactory(), UserFactory()
    EntryFactory(event=event, player=player)
    token = entry_links.token(event, player)
    yield Stop("enter, as a visitor", at("enter", event))
    yield Stop("enter, refused", at("enter", event), act=lambda page: fill_in(page, email="nowhere"), scripted=True)
    yield Stop("enter", at("enter", event), newcomer)
    yield Stop("entered", at("enter", event), player)
    yield Stop("leave", at("leave", event), player)
    yield Stop("absences", at("absences", event), player)
    yield Stop("by link", reverse("tournaments:link", args=[token]))
    yield Stop("check-in", reverse("tournaments:check_in", args=[token]))


@walk("tournaments:new", "tournaments:manage", "tournaments:settings")
def setting_up_events() -> Iterator[Stop]:
    organiser: User = UserFactory(display_name="Olga")
    new = reverse("tournaments:new")
    yield Stop("new event", new, organiser)
    yield Stop("new event, refused", new, organiser, _press("Create event"))
    yield Stop("new event, all fields", new, organiser, _all_fields)
    yield Stop("new event, set up", new, organiser, _set_up, scripted=True)
    event = Event.objects.latest("pk")
    yield Stop("to manage, set up", at("manage", event), organiser)
    yield Stop("settings, set up", at("settings", event), organiser)
    yield Stop("ending, nobody has entered", at("ending", event), organiser)
    yield Stop("another like it", f"{new}?from={event.pk}", organiser)
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.REGISTRATION)
    yield Stop("settings, without a reason", at("settings", event), organiser, _press("Save settings"))
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.FINISHED, begun_at=clock.now(), ended_at=clock.now())
    yield Stop("to manage, over", at("manage", event), organiser)
    yield Stop("settings, over", at("settings", event), organiser)


@walk(
    "tournaments:manage", "tournaments:settings", "tournaments:announce", "tournaments:unfinished", "tournaments:end",
    "tournaments:clocks", "tournaments:ending", "tournaments:decisions",
)  # fmt: skip
def organising_events() -> Iterator[Stop]:
    organiser: User = UserFactory(display_name="Olga")
    event = running_event(organiser)
    event.organisers.add(UserFactory(display_name=LONG_NAME[1:]))
    _trouble(event)
    yield Stop("to manage", at("manage", event), organiser)
    yield Stop("organiser added, refused", at("manage", event), organiser, _press("Add organiser"))
    yield Stop("ending", at("ending", event), organiser)
    yield Stop("cancelled without a reason", at("ending", event), organiser, _press("Cancel event"))
    yield Stop("decisions", reverse("tournaments:decisions"), organiser)
    yield Stop("settings", at("settings", event), organiser)
    yield Stop("unfinished matches", f"{at('unfinished', event)}?fill=settle", organiser)
    yield Stop("unfinished, without a reason", at("unfinished", event), organiser, _press("Adjudicate matches"))
    yield Stop("moving the end", at("end", event), organiser)
    yield Stop("moving the end, refused", at("end", event), organiser, _press("Move the end"))
    yield Stop("all clocks", at("clocks", event), organiser)
    yield Stop("all clocks, without a reason", at("clocks", event), organiser, _press("Add to all clocks"))
    yield Stop("announce", at("announce", event), organiser)
    yield Stop("announce, refused", at("announce", event), organiser, _press("Preview"))
    yield Stop("announce, a last look", at("announce", event), organiser, _write_an_announcement)
    waiting: Event = EventFactory(organisers=[organiser])
    yield Stop("announce, nothing so far", at("announce", waiting), organiser)


def _trouble(event: Event) -> None:
    """Everything that can need a decision does."""
    Round.objects.filter(event=event).update(due_at=clock.now() - timedelta(hours=30))
    Round.objects.create(event=event, number=4, work=Round.Work.FAILED, failure=LONG_LINE)
    Round.objects.create(event=event, number=5, work=Round.Work.DONE)
    EntryFactory(event=event, status=Entry.Status.APPLIED)
    match = Match.objects.get(pairing__round__event=event)
    clock_acts.stop_clock(Seat.objects.get(match=match, index=0), "A reason.", 0)
    Match.objects.filter(pk=match.pk).update(stalled_at=clock.now(), last_turn_at=clock.now() - 50 * DAY)
    assert Pairing.objects.filter(match=match, decided_at=None).exists()


def _press(name: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        with page.expect_navigation():
            page.get_by_role("button", name=name).click()

    return press


def _write_an_announcement(page: Page) -> None:
    page.get_by_label("Subject").fill("A change of the hall")
    page.get_by_label("Text").fill(LONG_LINE)
    _press("Preview")(page)


def _set_up(page: Page) -> None:
    page.get_by_label("Name", exact=True).fill(LONG_EVENT)
    _press("Create event")(page)


def _all_fields(page: Page) -> None:
    for summary in page.locator("main form details > summary").all():
        summary.click()
    page.get_by_label("A map of your own").check()
    page.get_by_label("In your own order").check()
    page.get_by_label("First tie-break").select_option("Buchholz cut-1 (Swiss only)")
    page.get_by_label("Players check in before round 1").check()
    page.get_by_label("They get more time once").check()
    page.get_by_role("combobox", name="Time control").select_option("own values")
    page.get_by_label("The event’s own vacation days").check()
    page.get_by_label("The player passes automatically").check()
    _press("Create event")(page)
