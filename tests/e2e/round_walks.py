"""Walks through rounds in the hands of an organiser: drafted, changed, published, settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

from django.urls import reverse
from playwright.sync_api import Page

from accounts.models import User
from competition.history import Code
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.running_events import pairings, play_a_turn_each, play_round, round_of, win, work_off
from timekeeping import clock
from tournaments.events import start
from tournaments.models import Entry, Event, Round
from tournaments.rounds import extend, pairing_job, publish
from tournaments.rounds.drafts import edit_draft, forbidden_pairs

from .event_walks import LONG_EVENT, at
from .match_walks import LONG_LINE, LONG_NAME
from .walking import Stop, walk

WHY = LONG_LINE[:190]


@walk("tournaments:manage_round", "tournaments:manage_result", "tournaments:manage_bye", "tournaments:forbidden")
def rounds_by_hand() -> Iterator[Stop]:
    organiser: User = UserFactory(display_name="Olga")
    event = _begun(organiser)
    page = at("manage_round", event, 1)
    yield Stop("a round that waits for a worker", page, organiser)
    Round.objects.filter(event=event).update(work=Round.Work.RUNNING, progress=40)
    yield Stop("a round that is being paired", page, organiser)
    Round.objects.filter(event=event).update(work=Round.Work.FAILED, failure=LONG_LINE)
    yield Stop("a round that could not be paired", page, organiser)
    pairing_job.ask_for_pairing(event, 1)
    work_off()
    yield Stop("a draft", page, organiser)
    yield Stop("a draft, change refused", page, organiser, _press("Change draft"), status=422)
    yield Stop("a draft, a bye to give", page, organiser, _choose("Give a player a bye"), scripted=True)
    yield from _kept_apart(event, organiser)
    yield Stop("a draft, not paired again without a reason", page, organiser, _press("Re-pair everything"), status=422)
    publish.publish(round_of(event, 1))
    work_off()
    yield Stop("a published round", page, organiser)
    yield Stop("a published round, not taken back", page, organiser, _press("Take back round"), status=422)
    yield Stop("the round after", at("manage_round", event, 2), organiser)
    yield from _results(event, organiser)
    play_round(event, 1)
    work_off()
    _disturbed(event, organiser)
    yield Stop("a draft changed by hand", at("manage_round", event, 2), organiser)
    [bye] = [each for each in pairings(event, 1) if each.black is None]
    corrected = reverse("tournaments:manage_bye", args=[event.pk, bye.pk])
    yield Stop("a bye to correct", corrected, organiser)
    yield Stop("a bye, not corrected without a reason", corrected, organiser, _press("Change points"), status=422)
    yield Stop("a closed round", page, organiser)
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.FINISHED, ended_at=clock.now())
    yield Stop("a round of an event that is over", at("manage_round", event, 3), organiser)


def _begun(organiser: User) -> Event:
    event: Event = EventFactory(
        name=LONG_EVENT, organisers=[organiser], rounds=3, publishes_itself=False, round_days=9, initial_colour="w"
    )
    EntryFactory(event=event, player=UserFactory(display_name=LONG_NAME), rating=2200)
    EntryFactory(event=event, player=None, name="Somebody from elsewhere", rating=2100)
    for rating in range(1500, 1505):
        EntryFactory(event=event, rating=rating)
    return start.begin(event)


def _kept_apart(event: Event, organiser: User) -> Iterator[Stop]:
    page = at("forbidden", event)
    yield Stop("nobody kept apart", page, organiser)
    yield Stop("players to keep apart, none chosen", page, organiser, _press("Keep apart"), status=422)
    everybody = list(event.entries.values_list("pk", flat=True))
    forbidden_pairs.forbid(event, everybody[:4], by=organiser, reason=WHY, first_round=2)
    forbidden_pairs.forbid(event, everybody[1:], by=organiser, reason=WHY)
    yield Stop("players kept apart, too many of them", page, organiser)
    yield Stop("players to meet again, none ticked", page, organiser, _press("Let them meet again"), status=422)
    forbidden_pairs.allow(event, event.forbidden_pairs.values_list("pk", flat=True), by=organiser, reason=WHY)
    work_off()


def _results(event: Event, organiser: User) -> Iterator[Stop]:
    paired = [each for each in pairings(event, 1) if each.black is not None]
    first, third = [each for each in paired if each.match is not None][:2]
    [elsewhere] = [each for each in paired if each.match is None]
    assert first.match is not None
    address = reverse("tournaments:manage_result", args=[event.pk, first.pk])
    yield Stop("a match before its first turn", address, organiser)
    play_a_turn_each(first.match)
    Round.objects.filter(event=event).update(due_at=clock.now() - timedelta(hours=3))
    extend.on_round_due(round_of(event, 1).pk)
    yield Stop("a match that is overdue", address, organiser)
    yield Stop("a match, not settled", address, organiser, _press("Save result"), status=422)
    yield Stop("a round with turns", at("manage_round", event, 1), organiser)
    assert third.match is not None
    win(third.match, third.white.shown_name)
    decided = reverse("tournaments:manage_result", args=[event.pk, third.pk])
    yield Stop("a result to correct", decided, organiser)
    entered = reverse("tournaments:manage_result", args=[event.pk, elsewhere.pk])
    yield Stop("a result to enter", entered, organiser)
    yield Stop("a result, entered", entered, organiser, _enter, scripted=True)


def _disturbed(event: Event, organiser: User) -> None:
    """Everything that a draft can be at odds with, it is."""
    round = round_of(event, 2)
    played = next(each for each in pairings(event, 1) if each.black is not None)
    assert played.black is not None
    edit_draft.pair(round, played.white_id, played.black.pk, by=organiser, reason=WHY)
    others = [each.white for each in pairings(event, 2) if not each.is_by_hand]
    edit_draft.give_bye(round, others[0].pk, Code.HALF_BYE, by=organiser, reason=WHY)
    work_off()
    forbidden_pairs.forbid(event, [played.white_id, others[0].pk], by=organiser, reason=WHY, last_round=2)
    Entry.objects.filter(pk=others[1].pk).update(status=Entry.Status.WITHDRAWN, gone_from=2)


def _press(name: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        with page.expect_navigation():
            page.get_by_role("button", name=name).click()

    return press


def _choose(label: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_label(label).check()


def _enter(page: Page) -> None:
    page.get_by_label("A draw").check()
    page.get_by_label("Reason").fill(WHY)
    _press("Save result")(page)
