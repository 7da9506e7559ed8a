"""A season of a club's league through the pages, by its organiser and its members: from the invitation to the line-up
of the season after it, beside what the rules lead to (tests/e2e/season_by_hand.py).

Turns of 84 matches are not typed: they are played by the same acts as on a page, and so come most members and
registrations. Pages are used for each thing that people do, by some of them. What a worker does is done in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from fortify_site.dev_mailbox import store
from tests.support.factories import UserFactory

from . import season_acts as acts
from . import season_by_hand as by_hand
from .person import Person
from .test_turn_form import log_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
Open = Callable[..., Person]


@pytest.fixture(autouse=True)
def _mails(settings: Any, live_server: Any) -> Iterator[None]:
    """They come into the mailbox, and their links lead to the server of this test."""
    settings.EMAIL_BACKEND = "fortify_site.dev_mailbox.backend.MailboxBackend"
    settings.SITE_URL = live_server.url
    store.clear()
    yield
    store.clear()


@pytest.fixture
def players(db: None) -> list[str]:
    """The players with an account before the club is there, by name."""
    names = [*" ".join(by_hand.BEFORE).split(), by_hand.WAITS, by_hand.NEXT_NEW]
    for name in names:
        UserFactory(display_name=name, email=f"{name.lower()}@mail.example")
    return names


@pytest.fixture
def sit_down(live_server: Any, new_page: Callable[..., Page]) -> Open:
    """``sit_down(name)`` is a person at a browser of their own, logged in where there is an account of that name;
    options are those of a context."""

    def sit(name: str, **options: Any) -> Person:
        person = Person(name, new_page(**options), deliver=acts.bring)
        if user := User.objects.filter(display_name=name).first():
            log_in(person.page, user, live_server.url)
        return person

    return sit


def test_a_season_from_the_invitation_to_the_next_line_up(
    players: list[str], sit_down: Open, new_page: Callable[..., Page]
) -> None:
    olga, visitor = sit_down("Olga"), new_page()
    olga.sign_up()
    link = acts.make_the_club(olga)
    acts.invite(olga, [name for name in players if name != "Ada"])
    acts.take_the_invitation_up(sit_down("Ben", viewport=PHONE))
    acts.all_others_take_theirs_up()
    ada, zoe = sit_down("Ada", java_script_enabled=False), sit_down("Zoe", viewport=PHONE)
    acts.join_by_the_link(ada, link)
    acts.sign_up_and_join(zoe, link)

    league = acts.make_the_league(olga)
    acts.play_the_season_before(league)
    season = acts.set_up_the_next_season(olga, league, ends=True)
    for person in (ada, zoe):
        acts.register(person, season)
    acts.put_in(olga, season, "Xan")
    by_themselves = {*" ".join(by_hand.BEFORE).split()} - {"Ada", "Xan", by_hand.SKIPS}
    acts.all_register(season, [*sorted(by_themselves), by_hand.WAITS])

    assert acts.work_the_line_up_out(olga, season) == [*by_hand.PROPOSED, by_hand.NO_PLACE]
    acts.put_elsewhere(olga, by_hand.BY_HAND)
    acts.publish(olga, season)
    acts.see_why_all_play_where_they_do(visitor, season, by_hand.moved(by_hand.PROPOSED, by_hand.BY_HAND))
    assert "Stays: place 1 in Division 1." in store.part_of_mail(ada.mail("Division 1: you’re in"), "plain")

    acts.play(season, by_hand.LEFT_AFTER)
    acts.drop_out(sit_down(by_hand.LEAVES, viewport=PHONE), season)
    acts.take_the_place(sit_down(by_hand.WAITS), season)
    acts.play(season, 7)

    acts.let_the_end_come(season)
    acts.settle_what_is_unfinished(olga, season)
    acts.read_the_logs(olga, season)
    acts.end(olga, season)
    acts.see_the_final_tables(visitor, season)
    acts.see_the_honours(visitor, season)

    coming = acts.set_up_the_next_season(olga, league, ends=False)
    acts.register(sit_down(by_hand.SKIPS), coming)
    stay = {name for order in by_hand.ORDERS for name in order.split()} - {*by_hand.STOPS}
    acts.all_register(coming, [*sorted(stay), by_hand.NEXT_NEW])
    assert acts.work_the_line_up_out(olga, coming) == list(by_hand.NEXT)
    assert acts.ties_on(olga.page) == by_hand.TIES
    acts.put_elsewhere(olga, by_hand.BY_LOT)
    acts.publish(olga, coming)
    acts.see_why_all_play_where_they_do(visitor, coming, by_hand.moved(by_hand.NEXT, by_hand.BY_LOT))
