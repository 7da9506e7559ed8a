"""What every page owes every reader: whatever they see, hear or hold, and whether or not scripts run."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Page

from fortify_site.dev_mailbox import store
from tests.support.browser import Readers

from .match_walks import deliver_the_demos_mails
from .walking import AXE, COVERED, PHONE, WALKS, WITHOUT_LANDMARKS, Walker

NOT_PAGES = {
    "^api/v1/": "JSON, that there is no such address",
    "admin": "Django's own pages, for the host alone",
    "api-v1": "JSON for programs",
    "clubs:members_csv": "a file",
    "healthz": "a line of JSON for a monitor",
    "icon": "leads to a picture",
    "language": "takes a POST and leads to the page of its button",
    "livez": "a line of JSON for a load balancer",
    "manifest": "JSON for browsers",
    "metrics": "numbers for Prometheus",
    "mailbox:answer": "takes a POST and leads to mailbox:list, or shows mailbox:mail",
    "mailbox:clear": "takes a POST and leads to mailbox:list",
    "mailbox:html": "a mail's own document, checked below as it is sent",
    "matches:analysis_draft": "JSON for the script of matches:analysis",
    "matches:ahead_draft": "JSON for the script of matches:match",
    "matches:better_turn": "takes a POST and leads to matches:turn, or shows matches:match",
    "matches:calendar": "a file for calendar programs",
    "matches:chance_document": "a file",
    "matches:draft": "JSON for the script of matches:match",
    "matches:news": "JSON for the script of matches:match and home",
    "matches:give_time": "takes a POST and leads to, or shows, matches:match",
    "matches:hear": "takes a POST and leads to matches:match",
    "matches:link_analysis_draft": "JSON for the script of matches:link_analysis",
    "matches:link_draft": "JSON for the script of matches:link",
    "accounts:wanted": "takes a POST and leads to accounts:profile",
    "matches:link_position": "JSON for the script of matches:link",
    "matches:marks": "takes a POST and leads to, or shows, matches:match",
    "matches:mail_again": "takes a POST and leads to the page of its button",
    "matches:position": "JSON for the script of matches:match",
    "matches:record": "a file",
    "matches:rematch": "takes a POST and leads to, or shows, matches:match",
    "matches:say": "takes a POST and leads to, or shows, matches:match",
    "matches:start_board": "a piece of matches:challenge_new",
    "matches:take_back": "takes a POST and leads to matches:play, or shows matches:match",
    "matches:task_draft": "JSON for the script of matches:task",
    "matches:turn_board": "takes a POST and leads to the page of its button",
    "mfa_download_recovery_codes": "a file",
    "mfa_login_webauthn": "JSON for the script of account_login",
    "service_worker": "a script",
    "send_again": "takes a POST and leads to status",
    "theme": "takes a POST and leads to the page of its button",
    "tournaments:export": "a file",
    "tournaments:records": "a file",
}
# A page that hears of news loads itself anew, which would stop the walker on the way to the next one.
NO_NEWS = """
  const ask = window.fetch;
  window.fetch = (address, ...how) =>
    String(address).includes("/live/") ? new Promise(() => {}) : ask(address, ...how);
"""
for module in sorted(Path(__file__).parent.glob("*_walks.py")):
    import_module(f"{__package__}.{module.stem}")  # each adds its walks


def addresses(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    """The names of all addresses, as ``reverse`` takes them; of the admin and the API their namespaces alone."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield prefix + (pattern.name or str(pattern.pattern))
        elif pattern.namespace in {"admin", "api-v1"}:
            yield pattern.namespace
        else:
            yield from addresses(pattern.url_patterns, f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix)


@pytest.fixture(scope="module")
def pages(browser: Readers, live_server: Any) -> Iterator[tuple[Page, Page]]:
    """One with a script and one without. To open them takes as long as some stops of a walk."""
    phone = {"base_url": live_server.url, **PHONE}
    with browser.new_context(**phone) as with_script, browser.new_context(**phone, java_script_enabled=False) as plain:
        with_script.add_init_script(NO_NEWS)
        yield with_script.new_page(), plain.new_page()


def test_every_address_is_walked_or_is_no_page() -> None:
    assert set(addresses(get_resolver().url_patterns)) == set().union(*COVERED.values()) | set(NOT_PAGES)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", WALKS)
def test_every_reader_can_use_every_page(name: str, live_server: Any, pages: tuple[Page, Page]) -> None:
    with Walker(name, live_server.url, *pages) as walker:
        for stop in WALKS[name]():
            walker.visit(stop)

    assert walker.findings == [], "\n".join(walker.findings)
    assert walker.been_at >= COVERED[name]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_every_reader_can_read_the_mails(page: Page) -> None:
    axe = finders.find("axe.min.js")
    assert axe is not None
    store.clear()
    deliver_the_demos_mails()
    mails = [mail for mail in map(store.read_mail, store.ids()) if mail is not None]
    store.clear()
    assert mails
    for mail in mails:
        page.set_content(store.part_of_mail(mail, "html"))
        page.add_script_tag(path=axe)
        assert page.evaluate(AXE, WITHOUT_LANDMARKS) == [], mail["Subject"]
