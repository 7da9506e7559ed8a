"""An event's pages, looked at and used; and the rounds behind them."""

from __future__ import annotations

import csv
import io
import re

from django.db.models import QuerySet
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from matches.models import Match
from tests.support.patience import PATIENCE, wait_until
from tournaments.models import Event, Pairing

from . import event_by_hand as by_hand
from .event_by_hand import Pairs
from .person import Person


def at(name: str, event: Event, *more: int) -> str:
    return reverse(f"tournaments:{name}", args=[event.pk, *more])


def press(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()


def follow(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("link", name=name, exact=True).click()


def draft_of(event: Event, olga: Person, number: int, expected: Pairs | None = None) -> None:
    """Wait on the page until the round is paired, and see that it is as the rules have it, or as expected."""
    olga.page.goto(at("manage_round", event, number))
    expect(publish_button(olga.page, number)).to_be_visible(timeout=1000 * PATIENCE)
    assert pairs_on(olga.page) == (expected or by_hand.BY_THE_RULES[number])


def publish(event: Event, olga: Person, number: int, expected: Pairs | None = None) -> None:
    draft_of(event, olga, number, expected)
    press(olga.page, f"Publish round {number}")
    wait_until(lambda: not games_of(event, number).filter(match=None).exists())


def publish_button(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=f"Publish round {number}")


def pairs_on(page: Page) -> Pairs:
    """Names as the organiser's page has them, or a name and a bye."""
    rows = page.locator(".boards tbody tr").all()
    return frozenset((name_in(row, 0), name_in(row, 1)) for row in rows)


def name_in(row: Locator, place: int) -> str:
    text = row.locator("th p").nth(place).inner_text().strip()
    found = re.fullmatch(r"(?:\w+:\s+)?\d+ (\w+) \([\d½]+\)", text)
    return found[1] if found else text


def games_of(event: Event, number: int) -> QuerySet[Pairing]:
    games = Pairing.objects.filter(round__event=event, round__number=number, black__isnull=False)
    return games.select_related("match", "white__player", "black__player")


def match_of(event: Event, number: int, red: str) -> Match:
    match = games_of(event, number).get(white__player__display_name=red).match
    assert match is not None
    return match


def table_in(event: Event, visitor: Page, what: str) -> list[list[str]]:
    """The rows of a CSV file, by the link on the page, its headings first."""
    text = file_of(event, visitor, f"CSV of the {what}").decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def file_of(event: Event, visitor: Page, link: str) -> bytes:
    visitor.goto(at("print", event))
    with visitor.expect_download() as download:
        visitor.get_by_role("link", name=link).click()
    return download.value.path().read_bytes()
