"""A whole Swiss through the pages, by its organiser and its players, and its final files beside the sums by hand
(tests/e2e/event_by_hand.py). Bots play most of the turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from fortify_site.dev_mailbox import store
from tests.support.factories import UserFactory
from tests.support.processes import Running
from tournaments.models import Rating

from . import event_acts as acts
from . import event_by_hand as by_hand
from . import event_files as files
from . import event_pages as pages
from .event_by_hand import RATINGS
from .person import Person
from .test_turn_form import log_in

pytestmark = [pytest.mark.browser, pytest.mark.worker, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
Open = Callable[..., Person]


@pytest.fixture(autouse=True)
def _empty_mailbox() -> Iterator[None]:
    store.clear()
    yield
    store.clear()


@pytest.fixture
def people(db: None) -> dict[str, User]:
    """The players, with the ratings that months before have left them."""
    found: dict[str, User] = {}
    for name, rating in RATINGS.items():
        user = found[name] = UserFactory(display_name=name, email=f"{name.lower()}@mail.example")
        known = {"deviation": 60, "volatility": 0.06, "games": 12, "total": 40}
        Rating.objects.create(player=user, game_slug="fortify", month=date(2025, 1, 1), rating=rating, **known)
    return found


@pytest.fixture
def at_browser(people: dict[str, User], live_server: Any, new_page: Callable[..., Page]) -> Open:
    """``at_browser(name)`` is a player logged in at a browser of their own; options are those of a context."""

    def sit_down(name: str, **options: Any) -> Person:
        person = Person(name, new_page(**options))
        log_in(person.page, people[name], live_server.url)
        return person

    return sit_down


def test_a_swiss_from_its_setting_up_to_the_files_of_its_final_table(
    worker: Running, people: dict[str, User], at_browser: Open, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    olga = Person("Olga", new_page())
    olga.sign_up()
    event = acts.set_up(olga)
    cleo = at_browser("Cleo", java_script_enabled=False)
    acts.enter_and_miss_round_4(cleo)
    for name in RATINGS.keys() - {"Cleo", by_hand.LATE}:
        acts.enter(event, people[name])

    acts.begin(event, olga)
    pages.publish(event, olga, 1)
    acts.look_at_the_mails_of_round_1(event, new_page)
    acts.enter_late(event, at_browser(by_hand.LATE, viewport=PHONE))
    gus = Person("Gus", new_page(viewport=PHONE))
    acts.lose_on_time_without_a_turn(event, gus)
    acts.play_round(event, 1)

    pages.publish(event, olga, 2)
    acts.come_back_by_mail(event, gus)
    acts.play_round(event, 2)

    pages.draft_of(event, olga, 3)
    acts.change_the_draft_by_hand(olga)
    pages.publish(event, olga, 3, by_hand.CHANGED_TO)
    acts.withdraw(event, at_browser("Ben"))
    acts.play_round(event, 3)

    pages.publish(event, olga, 4)
    acts.play_round(event, 4)
    acts.settle_from_the_board(event, olga)

    pages.publish(event, olga, 5)
    acts.play_round(event, 5)
    acts.end(event, olga)

    visitor = new_page()
    acts.read_the_log(event, visitor)
    files.check_standings(pages.table_in(event, visitor, "standings"))
    files.check_crosstable(pages.table_in(event, visitor, "crosstable"))
    files.check_pairings(pages.table_in(event, visitor, "pairings"))
    files.check_trf(pages.file_of(event, visitor, "TRF26"), tmp_path)
