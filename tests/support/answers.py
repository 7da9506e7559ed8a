"""The answers that an address gives to each person, for tables of who may do what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.test import Client

LOGIN = "login"  # a way to the login page and back
Answer = int | str
Row = tuple[str, str, dict[str, str], tuple[Answer, ...]]  # name of the address, method, fields, everybody's answers


def rows_of(names: str, get: tuple[Answer, ...], post: tuple[Answer, ...] | None = None) -> list[Row]:
    """Return rows for pages that answer alike to a GET and, if ``post`` is given, alike to a POST."""
    ways = (("GET", get), ("POST", post))
    return [(name, method, {}, answers) for name in names.split() for method, answers in ways if answers]


def wrong_answers(browser: Client, place: int, table: Iterable[Row], addresses: Mapping[str, str]) -> list[str]:
    """Return the rows that answer otherwise than the table says for the person at ``place``.

    Each answer is undone before the next, so that all find the same site.
    """
    wrong = []
    for name, method, fields, answers in table:
        with transaction.atomic():
            got = _answer(browser, method, addresses[name], fields)
            transaction.set_rollback(True)
        if got != answers[place]:
            wrong.append(f"{method} {name} {fields}: {got}, not {answers[place]}")
    return wrong


def everybodys_wrong_answers(
    browsers: Mapping[str, Client], table: Iterable[Row], addresses: Mapping[str, str]
) -> list[str]:
    """Return the wrong answers to each person.

    ``browsers`` are by person, one for each of the table's answers, in their order.
    """
    rows = list(table)
    assert {len(answers) for *_, answers in rows} == {len(browsers)}
    return [
        f"{person}: {wrong}"
        for place, (person, browser) in enumerate(browsers.items())
        for wrong in wrong_answers(browser, place, rows, addresses)
    ]


def _answer(browser: Client, method: str, address: str, fields: dict[str, str]) -> Answer:
    response = browser.post(address, fields) if method == "POST" else browser.generic(method, address)
    to_login = f"/accounts/login/?next={address}"
    if response.status_code == 302 and response.headers["Location"].partition("%3F")[0] == to_login:
        return LOGIN
    return response.status_code
