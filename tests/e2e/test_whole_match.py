"""A whole match by two people in two places, as they would play it: in the browser, and from their emails alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from fortify_site.dev_mailbox import store
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support import whole_match
from tests.support.processes import Running

from .person import Person

pytestmark = [pytest.mark.browser, pytest.mark.worker, pytest.mark.django_db(transaction=True)]

NewPage = Callable[..., Page]
# To choose one of these on the board takes the same clicks as another that is chosen there. What ends a volley is not
# among them.
AS_ANOTHER = {"T@c2 T@d2", "A@e2 T@c3", "B@d4 B@e4", "d4+ e4+", "I@d3 d3+", "B@d4", "T@a1", "B@e4 d4+", "e4+ I@d3&I@e3"}


@pytest.fixture(autouse=True)
def _empty_mailbox() -> Iterator[None]:
    store.clear()
    yield
    store.clear()


def challenge(challenger: Person, *, name: str = "", email: str = "") -> None:
    """A match as tests/support/whole_match.py has it, the challenger being Red in volley 1."""
    page = challenger.page
    page.goto("/challenges/new/")
    if name:
        page.get_by_label("A player by name").check()
        page.get_by_label("Player’s name").fill(name)
    else:
        page.get_by_label("Invite someone by email").check()
        page.get_by_label("Email address").fill(email)
    page.locator("summary", has_text="More options").click()
    page.locator("[name=option_map][value='5x5']").check()
    page.locator("[name=option_format][value='points-2']").check()
    page.locator("[name=option_special]").check()
    page.locator("[name=first][value=me]").check()
    page.get_by_role("button", name="Send challenge").click()
    expect(page.get_by_role("heading", name="Your challenge to")).to_be_visible()


def check_result(match: Match, first: Person, second: Person) -> None:
    """What the rules make of the match, in the database and on the page."""
    match.refresh_from_db()
    assert match.is_over
    assert tuple(seat.score for seat in match.seats.order_by("index")) == whole_match.SCORES
    assert [str(seat.player) for seat in match.seats.order_by("index")] == [first.name, second.name]
    assert [float(seat.share or 0) for seat in match.seats.order_by("index")] == [0, 1]
    assert list(match.log.order_by("index").values_list("text", flat=True)) == [
        text for _, text in whole_match.submissions()
    ]


def check_last_mail(person: Person, place: int) -> None:
    """Each player is told the end of it: the totals and the points of both volleys, their own first."""
    text = " ".join(
        store.part_of_mail(person.mail(": your match against"), "plain").split()
    )  # whatever way it is wrapped
    volleys = re.findall(r"turns\. Points: You \(\w+\) (\d+), \S+ \(\w+\) (\d+)", text)
    assert volleys == [own_first(scores, place) for scores in whole_match.VOLLEY_SCORES], text
    totals = re.findall(r"\((?:Red|Green)\): (\d+)", text)
    assert tuple(totals) == own_first(whole_match.SCORES, place), text


def answer_at_once(match: Match, place: int, text: str) -> None:
    """A turn of a player at whose browser no one looks."""
    seat = match.seats.get(index=place)
    turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE)


def own_first(scores: tuple[int, int], place: int) -> tuple[str, str]:
    return str(scores[place]), str(scores[1 - place])


def test_a_match_in_the_browser_from_sign_up_to_the_result(worker: Running, new_page: NewPage) -> None:
    ann, ben = Person("Ann", new_page()), Person("Ben", new_page(viewport={"width": 360, "height": 740}))
    ann.sign_up()
    ben.sign_up()

    challenge(ann, name="Ben")
    ben.page.goto("/")
    ben.page.get_by_role("link", name="Ann").first.click()
    with ben.page.expect_navigation():
        ben.page.get_by_role("button", name="Accept").click()
    match = Match.objects.get()
    here = match.get_absolute_url()

    for person, army in zip((ann, ben), whole_match.PICKS, strict=True):
        person.page.goto(here)
        person.pick_army(army)
        if person is ann:
            ben.page.goto(here)
            assert whole_match.PICKS[0] not in ben.page.content()
    people = (ann, ben)
    clicked: list[str] = []
    for seat, text in whole_match.submissions()[2:]:
        if text in {*AS_ANOTHER, *clicked}:
            answer_at_once(match, seat, text)
            continue
        clicked.append(text)
        player = people[seat]
        player.page.goto(here)
        if text == whole_match.COLOUR:
            player.see("5")
            player.choose("Green")
        else:
            player.click_turn(text, "Your go." if text == "c1+" else "")

    check_result(match, ann, ben)
    for place, (person, result) in enumerate(zip(people, ("You lost", "You won"), strict=True)):
        person.page.goto(here)
        expect(person.page.get_by_text(result).first).to_be_visible()
        expect(person.page.get_by_role("main")).to_contain_text("28")
        check_last_mail(person, place)


def test_a_match_from_the_links_in_the_mails_by_a_guest_without_a_script(worker: Running, new_page: NewPage) -> None:
    ann, guest = Person("Ann", new_page()), Person("Olga", new_page(java_script_enabled=False))
    ann.sign_up()
    challenge(ann, email=guest.address)

    guest.page.goto(guest.link("challenge"))
    guest.page.get_by_label("Your name").fill(guest.name)
    with guest.page.expect_navigation():
        guest.page.get_by_role("button", name="Accept and begin").click()
    match = Match.objects.get()

    for place, text in whole_match.submissions():
        if place == 0:
            answer_at_once(match, place, text)
            continue
        guest.page.goto(guest.link("Your turn"))
        if text in whole_match.PICKS:
            guest.pick_army(text)
        else:
            guest.type_turn(text)

    check_result(match, ann, guest)
    for place, person in enumerate((ann, guest)):
        check_last_mail(person, place)
