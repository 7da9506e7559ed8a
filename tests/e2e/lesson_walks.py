"""A walk through the lesson, by a visitor and by a member."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from playwright.sync_api import Page

from tests.support.factories import UserFactory

from .walking import Stop, walk

LAST = "text=d1-c2+c2%2B&review=1"


@walk("matches:lesson", "matches:task")
def taking_the_lesson() -> Iterator[Stop]:
    for key in ("enlist", "formation"):
        yield Stop(f"the task {key}", _address(key))
    yield Stop("a task with cards", reverse("matches:task", args=["fortac", "defence"]))
    yield Stop("a turn missed", f"{_address('move')}?text=a1-b1&review=1")
    yield Stop("a turn refused", f"{_address('move')}?text=a1-a5&review=1", status=422)
    yield Stop("the last task solved", f"{_address('winning')}?{LAST}")
    yield Stop("the end, for a visitor", _address("enlist"), act=_solve_all)
    yield Stop("the end, for a member", _address("enlist"), UserFactory(display_name="Ann"), _solve_all)


def _address(key: str) -> str:
    return reverse("matches:task", args=["fortify", key])


def _solve_all(page: Page) -> None:
    for key, turn in (
        ("enlist", "I%40b2%26I%40b1"),
        ("move", "a1-c4"),
        ("attack", "c4xd4"),
        ("fortify", "c3%2B"),
        ("formation", "c2%2B"),
        ("winning", "d1-c2+c2%2B"),
    ):
        page.goto(f"{_address(key)}?text={turn}&review=1")
        with page.expect_navigation():
            page.locator("[data-next]").click()
