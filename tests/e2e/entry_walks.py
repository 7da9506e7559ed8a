"""Walks through coming and going in events: as a player who stands in every way one can, and as the organiser who sees
to the entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page

from accounts.models import User
from matches.time_control.time_control import DAY
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, UserFactory
from tests.support.stored_events import FOUR, stored
from timekeeping import clock
from tournaments.entries import teams
from tournaments.models import Entry, Event
from tournaments.permissions import entry_links

from .account_walks import fill_in
from .event_walks import LONG_EVENT, at
from .match_walks import LONG_LINE, LONG_NAME
from .walking import Stop, walk

Status = Entry.Status


@walk("tournaments:enter", "tournaments:leave", "tournaments:absences", "tournaments:link", "tournaments:check_in")
def standing_in_every_way() -> Iterator[Stop]:
    event: Event = EventFactory(name=LONG_EVENT, places=1, check_in=True, check_in_asked_at=clock.now())
    EntryFactory(event=event)
    for status in Status:
        player: User = UserFactory()
        EntryFactory(event=event, player=player, status=status)
        for name in ("enter", "leave", "absences"):
            yield Stop(f"{name}, {status}", at(name, event), player)
        for name in ("link", "check_in"):
            yield Stop(f"{name}, {status}", reverse(f"tournaments:{name}", args=[entry_links.token(event, player)]))
    drawing = EntryFactory(event=EventFactory(name=LONG_EVENT, game_slug="fortac", options={}), player=UserFactory())
    yield Stop("enter, contributing", at("enter", drawing.event), drawing.player)
    guest = reverse("tournaments:link", args=[entry_links.token(event, GuestFactory())])
    yield Stop("by link, as a guest", guest)
    yield Stop("by link, without a name", guest, act=_press("Join waiting list"), status=422)
    Event.objects.update(registration=Event.Registration.INVITATION)
    yield Stop("by invitation, as a visitor", at("enter", event))
    yield Stop("by invitation", at("enter", event), UserFactory())
    yield from _while_it_runs()


@walk("tournaments:team", "tournaments:join_team")
def forming_teams() -> Iterator[Stop]:
    event: Event = EventFactory(name=LONG_EVENT, format="expedition", game_slug="fortress", options={})
    captain = EntryFactory(event=event, player=UserFactory(display_name=LONG_NAME))
    mate, other = (EntryFactory(event=event, player=UserFactory()) for _ in range(2))
    Entry.objects.filter(pk=captain.pk).update(team=LONG_LINE[:40])
    Entry.objects.filter(pk=mate.pk).update(captain=captain)
    link = teams.link_to(captain).removeprefix(settings.SITE_URL)
    for name, entry in (("captain", captain), ("mate", mate), ("alone", other)):
        yield Stop(f"team, {name}", at("team", event), entry.player)
        yield Stop(f"joining, {name}", link, entry.player)
    yield Stop("joining, a stranger", link, UserFactory())
    Event.objects.filter(pk=event.pk).update(begun_at=clock.now(), stage=Event.Stage.RUNNING)
    yield Stop("team, begun", at("team", event), captain.player)


def _while_it_runs() -> Iterator[Stop]:
    event = stored(FOUR, "Anna Bert Carl Dora", name=LONG_EVENT, late_until=5, rounds=9)
    entry = event.entries.select_related("player").order_by("number")[1]
    entry.absences.create(round_number=2, bye="H")
    yield Stop("enter late", at("enter", event), UserFactory())
    for name in ("leave", "absences"):
        yield Stop(f"{name}, while it runs", at(name, event), entry.player)
    event.entries.filter(pk=entry.pk).update(status=Status.WITHDRAWN, is_no_show=True, gone_from=2)
    yield Stop("come back", at("enter", event), entry.player)
    yield Stop("entries, somebody has left", at("entries", event))
    Event.objects.filter(pk=event.pk).update(format="round_robin")
    other = event.entries.select_related("player").order_by("number")[2]
    for name in ("leave", "absences"):
        yield Stop(f"{name}, round robin", at(name, event), other.player)


@walk("tournaments:manage_entries", "tournaments:import_entries")
def seeing_to_entries() -> Iterator[Stop]:
    organiser: User = UserFactory(display_name="Olga")
    event: Event = EventFactory(
        name=LONG_EVENT,
        organisers=[organiser],
        check_in=True,
        starts_at=clock.now() + 9 * DAY,
        seeding="own",
        places=9,
    )
    page = at("manage_entries", event)
    yield Stop("entries to manage, none", page, organiser)
    entries = {status: EntryFactory(event=event, status=status) for status in Status}
    User.objects.filter(pk=entries[Status.ENTERED].player_id).update(display_name=LONG_NAME)
    yield Stop("entries to manage", page, organiser)
    for status, entry in entries.items():
        yield Stop(f"one that is {status}", f"{page}?entry={entry.pk}", organiser)
    one = f"{page}?entry={entries[Status.ENTERED].pk}"
    yield Stop("withdrawn without a reason", one, organiser, _press("Withdraw"))
    yield Stop("a bye without a reason", one, organiser, _press("Save", exact=True))
    yield Stop("nobody added", page, organiser, _press("Add", exact=True))
    yield Stop("nobody let in", page, organiser, _press("Approve"))
    importing = at("import_entries", event)
    yield Stop("import", importing, organiser)
    yield Stop("import, nothing", importing, organiser, _press("Preview"))
    listed = f"name,email,seed,club\n{LONG_NAME},,1,Hill\n,dora@elsewhere.example,2,Vale\n{LONG_LINE},,,\n"
    look = _filled_in(text=listed)
    yield Stop("import, looked at", importing, organiser, look)
    running = stored(FOUR, "Anna Bert Carl Dora", name=LONG_EVENT, organisers=[organiser], check_in=True)
    first = running.entries.order_by("number")[0]
    yield Stop("entries to manage, while it runs", at("manage_entries", running), organiser)
    yield Stop("one of them", f"{at('manage_entries', running)}?entry={first.pk}", organiser)


def _press(name: str, *, exact: bool = False) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        with page.expect_navigation():
            page.get_by_role("button", name=name, exact=exact).first.click()

    return press


def _filled_in(**fields: str) -> Callable[[Page], None]:
    return lambda page: fill_in(page, **fields)
