"""A mail server that opens every link before its reader does: by HEAD, by GET, and in a browser that runs scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as site
from django.test import Client
from playwright.sync_api import expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from mail.models import OutboxMail
from tests.support.browser import Readers
from tests.support.composed_mails import message_of, text_of
from tests.support.empty_database import delete_all_rows, tables_with_rows
from tests.support.every_mail import MAKERS
from tests.support.owed_by_mails import ADDRESS

from .tally import Tally

READ_MARKS = frozenset({"seen_length", "seen_at"})  # of a seat: that a page was shown, as an access log has it
SCANNERS = (({"user-agent": "a scanner"}, ("head", "get")), ({"sec-purpose": "prefetch"}, ("get",)))

Stored = dict[str, list[dict[str, Any]]]


def stored() -> Stored:
    """Everything that is stored of accounts, matches and events, but for read marks."""
    filled = tables_with_rows()
    return {
        model._meta.label: list(
            model._default_manager.order_by("pk").values(
                *(field.attname for field in model._meta.concrete_fields if field.attname not in READ_MARKS)
            )
        )
        for app in ("accounts", "jobs", "mail", "matches", "tournaments")
        for model in apps.get_app_config(app).get_models()
        if model._meta.db_table in filled
    }


def addresses_in(mail: OutboxMail) -> Iterator[str]:
    """Whatever a scanner finds, without the address of the site."""
    letter = message_of(mail)
    found = {address.rstrip(".,") for address in ADDRESS.findall(text_of(letter))}
    if unsubscribe := letter.extra_headers.get("List-Unsubscribe"):
        found.add(unsubscribe.strip("<>"))
    yield from sorted(address.removeprefix(site.SITE_URL) or "/" for address in found)


@pytest.mark.fault(number=24)
@pytest.mark.django_db(transaction=True)
def test_a_scanner_that_asks_for_every_link_of_every_mail_changes_nothing(tally: Tally) -> None:
    for make in MAKERS.values():
        scan(list(addresses_in(make())), tally)
        delete_all_rows()  # names are there once, and time was turned for some of the mails


def scan(paths: list[str], tally: Tally) -> None:
    before = stored()
    for headers, methods in SCANNERS:
        scanner = Client(headers=headers)
        for path in paths:
            tally.rounds += 1
            for method in methods:
                assert getattr(scanner, method)(path, follow=True).status_code == 200, (method, path)
    assert stored() == before


@pytest.mark.browser
@pytest.mark.fault(number=24)
@pytest.mark.django_db(transaction=True)
def test_a_scanner_with_a_browser_that_runs_scripts_changes_nothing(
    live_server: LiveServer, browser: Readers, settings: Settings, tally: Tally
) -> None:
    settings.SITE_URL = live_server.url
    paths = set(addresses_in(MAKERS["your_turn"]()))
    before = stored()
    with browser.new_context(base_url=live_server.url) as scanner:
        page = scanner.new_page()
        for path in sorted(paths):
            tally.rounds += 1
            page.goto(path, wait_until="networkidle")
            page.mouse.wheel(0, 2000)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert stored() == before
