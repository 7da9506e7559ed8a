"""What an organiser and players do in an event, on its pages (tests/e2e/test_event.py)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from fortify_site.dev_mailbox import store
from matches.mails import turn_delivery
from matches.models import Seat
from matches.sweep import sweep_deadlines
from tests.support.patience import wait_until
from timekeeping import clock
from tournaments.models import Entry, Event

from . import bots
from . import event_by_hand as by_hand
from .event_by_hand import FORFEIT, GAMES, NAME, RATINGS, SETTLED, TABLE
from .event_pages import at, follow, match_of, press
from .person import Person

THE_REASON = "Zoe and Cleo are sisters."
THE_DECISION = "Both have left it alone, and stand alike."


# -- before it begins ----------------------------------------------------------------------------------------------


def set_up(olga: Person) -> Event:
    page = olga.page
    page.goto("/events/new/")
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_label("Number of rounds", exact=True).fill("5")
    for summary in page.locator("main form details > summary").all():
        summary.click()
    page.get_by_label("In your own order").check()
    for place, code in enumerate(by_hand.TIE_BREAKS, 1):
        page.locator(f"[name=tie_break_{place}]").select_option(code)
    page.get_by_label("Largest difference in game points that counts").fill(str(by_hand.MOST_DIFFERENCE))
    page.get_by_label("Last round for late entry").fill("2")
    page.get_by_label("Publish rounds automatically").uncheck()
    press(page, "Create event")
    press(page, "Open it for entries")
    event = Event.objects.get()
    assert (event.name, event.stage, event.rounds) == (NAME, Event.Stage.REGISTRATION, 5)
    return event


def enter_and_miss_round_4(cleo: Person) -> None:
    page = cleo.page
    page.goto("/events/")
    follow(page, NAME)
    follow(page, "Enter")
    press(page, "Enter")
    follow(page, "Rounds you’ll miss")
    page.get_by_label("Round 4").check()
    press(page, "Save")
    cleo.see("round 4 for half a point")


def enter(event: Event, player: User) -> None:
    client = Client()
    client.force_login(player)
    assert client.post(at("enter", event), {"action": "enter"}).status_code == 303


def begin(event: Event, olga: Person) -> None:
    Event.objects.update(initial_colour="w")  # the draw of lots comes out so
    olga.page.goto(at("manage", event))
    press(olga.page, "Begin the event")
    numbers = dict(event.entries.values_list("player__display_name", "number"))
    order = sorted(RATINGS.keys() - {by_hand.LATE}, key=lambda name: -RATINGS[name])
    assert numbers == {name: number for number, name in enumerate(order, 1)}


# -- rounds --------------------------------------------------------------------------------------------------------


def play_round(event: Event, number: int) -> None:
    for game in GAMES[number]:
        match = match_of(event, number, game.red)
        if game is SETTLED:
            for place, text in enumerate(bots.OPENING):
                bots.play_turn(match, place, text)
        else:
            shares = float(game.result[0]), float(game.result[1])
            bots.play_out(match, shares, game.volleys)


def look_at_the_mails_of_round_1(event: Event, new_page: Callable[..., Page]) -> None:
    """It is Ada's turn, and she plays from her email; Emil hears whom he plays. Each gets one email about it."""
    ada, emil = Person("Ada", new_page(java_script_enabled=False)), Person("Emil", new_page())
    text = store.part_of_mail(emil.mail(f"{NAME}, round 1: you play Ada"), "plain")
    assert "Green" in text
    assert "Ada begins" in text
    link = ada.link(f"{NAME}, round 1")
    for person in (ada, emil):
        assert len([each for each in store.envelopes(person.address) if "round 1" in each.subject]) == 1
    ada.page.goto(link)
    ada.type_turn(bots.OPENING[0])


# -- coming, staying away, going -----------------------------------------------------------------------------------


def enter_late(event: Event, zoe: Person) -> None:
    zoe.page.goto(event.get_absolute_url())
    follow(zoe.page, "Enter")
    zoe.see("from round 2")
    press(zoe.page, "Enter")
    numbers = dict(event.entries.values_list("player__display_name", "number"))
    assert numbers == {row.name: row.number for row in TABLE}


def lose_on_time_without_a_turn(event: Event, gus: Person) -> None:
    match = match_of(event, 1, FORFEIT.red)
    bots.play_turn(match, 0, bots.OPENING[0])
    seat = bots.seat_of(match, 1)
    wait_until(lambda: not turn_delivery.is_turn_mail_undelivered(seat))  # or his clock would wait for the mail
    wait_until(lambda: sweep_past_the_deadline_of(seat))
    assert entry_of(event, gus.name).status == Entry.Status.WITHDRAWN


def sweep_past_the_deadline_of(seat: Seat) -> bool:
    """Whether the clock has decided. A sweep leaves a match alone of which the worker has hold."""
    Seat.objects.filter(pk=seat.pk, asked_turn__isnull=False).update(deadline=clock.now() - timedelta(hours=1))
    return sweep_deadlines() == 1


def come_back_by_mail(event: Event, gus: Person) -> None:
    """While round 2 runs."""
    text = store.part_of_mail(gus.mail(f"{NAME}: you’ve been withdrawn"), "plain")
    found = re.search(r"https?://\S+/events/link/\S+", text)
    assert found, text
    gus.page.goto(found[0])
    gus.see("You lost round 1 on time")
    press(gus.page, "Come back")
    gus.say_yes()
    entry = entry_of(event, gus.name)
    assert (entry.status, entry.back_from) == (Entry.Status.ENTERED, 3)


def withdraw(event: Event, ben: Person) -> None:
    ben.page.goto(event.get_absolute_url())
    follow(ben.page, "Withdraw")
    ben.see("You aren’t paired from round 4 on")
    press(ben.page, "Withdraw")
    assert entry_of(event, ben.name).status == Entry.Status.WITHDRAWN


def entry_of(event: Event, name: str) -> Entry:
    return event.entries.get(player__display_name=name)


# -- by hand -------------------------------------------------------------------------------------------------------


def change_the_draft_by_hand(olga: Person) -> None:
    page = olga.page
    page.get_by_label("Swap two players").check()
    for field, name in zip(("player", "other"), by_hand.CHANGED_PLACES, strict=True):
        number = next(row.number for row in TABLE if row.name == name)
        page.locator(f"[name={field}]").select_option(label=f"{number} {name}")
    page.locator("form:has([name=action])").get_by_label("Reason").fill(THE_REASON)
    press(page, "Change draft")
    faults = page.get_by_role("region", name="Rules this draft breaks")
    for article in by_hand.BREAKS:
        expect(faults.get_by_text(article)).to_be_visible()
    assert faults.get_by_role("listitem").count() == len(by_hand.BREAKS)
    page.get_by_text("What the rules give instead").click()
    instead = page.locator("details:has-text('What the rules give instead') li").all_inner_texts()
    assert {tuple(line.split(" – ")) for line in instead} == by_hand.BY_THE_RULES[3] - by_hand.CHANGED_TO


def settle_from_the_board(event: Event, olga: Person) -> None:
    page = olga.page
    page.goto(at("manage_round", event, 4))
    follow(page, f"Adjudicate {SETTLED.red} – {SETTLED.green}")
    expect(page.get_by_role("region", name="Points")).to_contain_text("Gus")
    page.get_by_label("A draw").check()
    page.get_by_label("Reason").fill(THE_DECISION)
    press(page, "Save result")
    assert match_of(event, 4, SETTLED.red).is_over


def end(event: Event, olga: Person) -> None:
    page = olga.page
    page.goto(at("manage", event))
    olga.see("All rounds are closed")
    follow(page, "End event")
    press(page, "End event")
    event.refresh_from_db()
    assert event.stage == Event.Stage.FINISHED


# -- what is left of it --------------------------------------------------------------------------------------------


def read_the_log(event: Event, visitor: Page) -> None:
    """What was done by hand, and by the clock, with who and why."""
    visitor.goto(at("log", event))
    said = visitor.locator("main").inner_text()
    for words in (
        "Cleo and Hal swapped places",
        THE_REASON,
        THE_DECISION,
        "Lost round 1 on time without a single turn.",
        "Gus is back from round 3 on.",
        "Ben withdrew from round 4 on.",
        "Zoe entered late, and plays from round 2 on. Rounds missed: half a point for one round.",
        "Cleo will miss round 4.",
    ):
        assert words in said, words
