"""Fixtures for tests in a real browser: ``browser`` for a whole run, ``page`` and ``new_page`` for a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from .chromium import FLAGS, chromium

PATIENCE_MS = 30_000
REFUSED = "Content Security"  # what the console says of what the content policy has refused
# What a browser would otherwise take from the machine, or each kind decide for itself. Whatever moves would be drawn
# many times, and its colours could not be judged.
READER = {"locale": "en-GB", "timezone_id": "Europe/London", "color_scheme": "light", "reduced_motion": "reduce"}


class Readers:
    """A browser whose contexts all belong to the same kind of reader, whichever Chromium it is."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def new_context(self, **options: Any) -> BrowserContext:
        """``options`` are those of Playwright's new_context, and go before what READER says."""
        context = self._browser.new_context(**(READER | options))
        context.set_default_timeout(PATIENCE_MS)
        return context


@pytest.fixture(scope="session")
def browser() -> Iterator[Readers]:
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright's own loop runs in this thread, which Django takes for asynchronous code; it is not.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(timeout=PATIENCE_MS)
        with playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS)) as started:
            yield Readers(started)


@pytest.fixture
def new_page(browser: Readers, live_server: Any, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """``new_page()`` opens a browser of its own for another person; options are those of Playwright's new_context,
    such as ``java_script_enabled=False``. A script's error or a refusal by the content policy fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(**options: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if REFUSED in said.text else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A browser with JavaScript."""
    return new_page()


@pytest.fixture
def plain_page(new_page: Callable[..., Page]) -> Page:
    """A browser without JavaScript."""
    return new_page(java_script_enabled=False)
