"""Fixtures for tests in a real browser: ``browser`` for a whole run, ``page`` and ``new_page`` for a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from .chromium import FLAGS, chromium

PATIENCE_MS = 300_000  # for what will come, beside others that compute
MOST_KEPT = 6  # browsers that nobody uses: each takes some 50 MB
REFUSED = "Content Security"  # what the console says of what the content policy has refused
# What a browser would otherwise take from the machine, or each kind decide for itself. Whatever moves would be drawn
# many times, and its colours could not be judged.
READER = {"locale": "en-GB", "timezone_id": "Europe/London", "color_scheme": "light", "reduced_motion": "reduce"}

AT_REST = "/livez"  # asks nothing of the database and has no script; leaving for "about:blank" takes a new process
STORED = "cookies,indexeddb,local_storage,service_workers,cache_storage"


class Kept:
    """A browser that is lent to one test after another, with a resting page that keeps its process alive.

    Opening one, and fetching the site's scripts into it, takes longer than many a test.
    """

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.context, self._site = context, site
        self._resting = context.new_page()
        self._resting.goto(AT_REST)
        self._asked = context.new_cdp_session(self._resting)

    def forget(self) -> None:
        """Delete whatever a test has left in the browser, except files of the site."""
        for page in self.context.pages:
            if page is not self._resting:
                page.close()
        self.context.set_offline(False)
        self.context.clear_cookies()
        self._asked.send("Storage.clearDataForOrigin", {"origin": self._site, "storageTypes": STORED})


class Readers:
    """A browser whose contexts all belong to the same kind of reader, whichever Chromium it is."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Kept]] = {}

    def new_context(self, **options: Any) -> BrowserContext:
        """Open a context; ``options`` are those of Playwright's new_context, and override READER."""
        context = self._browser.new_context(**(READER | options))
        context.set_default_timeout(PATIENCE_MS)
        return context

    @contextmanager
    def lent(self, site: str, **options: Any) -> Iterator[BrowserContext]:
        """Lend a context in which nobody has been, as far as anyone can tell.

        Its clock and its own scripts stay as they are.
        """
        free = self._free.setdefault(f"{site} {sorted(options.items())}", [])
        kept = free.pop() if free else Kept(self.new_context(base_url=site, **options), site)
        yield kept.context
        if sum(map(len, self._free.values())) < MOST_KEPT:
            kept.forget()
            free.append(kept)
        else:
            kept.context.close()


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
    """A function that opens a browser of its own for another person: ``new_page()``.

    Its options are those of Playwright's new_context, such as ``java_script_enabled=False``; ``is_new`` asks for a
    browser in which nobody has ever been. A script's error or a refusal by the content policy fails the test.
    """
    complaints: list[str] = []
    with ExitStack() as contexts:

        def open_page(*, is_new: bool = False, **options: Any) -> Page:
            opened = browser.new_context(base_url=live_server.url, **options) if is_new else None
            page = contexts.enter_context(opened or browser.lent(live_server.url, **options)).new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if REFUSED in said.text else None)
            return page

        yield open_page
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A browser with JavaScript."""
    return new_page()


@pytest.fixture
def plain_page(new_page: Callable[..., Page]) -> Page:
    """A browser without JavaScript."""
    return new_page(java_script_enabled=False)
