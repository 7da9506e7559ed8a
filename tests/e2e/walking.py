"""Walking through the site's pages as their readers do, and what each page owes every reader.

A walk is a generator of stops; it may play on between them. It says which addresses it covers, so that a page that
no walk comes to can be found (tests/e2e/test_accessibility.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from allauth.account.internal.flows.login import record_authentication
from django.test import Client, RequestFactory
from django.urls import Resolver404, resolve
from playwright.sync_api import ConsoleMessage, Error, Page, Request, Response

from accounts.models import User
from tests.support.browser import AT_REST, REFUSED

NARROW, WIDE = 360, 1280
HEIGHT = 740
PHONE = {"viewport": {"width": NARROW, "height": HEIGHT}}
SMALLEST_CONTROL = 24  # px, WCAG 2.2, 2.5.8
# What Chromium says where a font came long before the page was drawn: of the machine, and of no page.
SLOW = "preloaded using link preload but not used within a few seconds"
HEAVIEST_PAGE = 100_000  # bytes of HTML before it is packed, without its pictures
PICTURE = re.compile(rb"<svg\b.*?</svg>", re.DOTALL)

# How large a control is SMALL_CONTROLS measures, and grants less: by axe it takes a third of the time of all its rules.
AXE_OPTIONS = {"resultTypes": ["violations"], "iframes": False, "rules": {"target-size": {"enabled": False}}}
WITHOUT_LANDMARKS = {**AXE_OPTIONS, "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
CONTRAST_ALONE = {**AXE_OPTIONS, "runOnly": ["color-contrast"], "rules": {}}
WITHOUT_LOOKS = {**AXE_OPTIONS, "rules": {"color-contrast": {"enabled": False}, "target-size": {"enabled": False}}}
AXE_SCRIPT = "/static/axe.min.js"  # as a page's own script it is compiled once for all pages
AXE = """options => axe.run(document, options).then(results => results.violations.flatMap(
  ({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`)))"""

# A link inside a sentence may be as low as its line (2.5.8, "inline"); what is clipped away shows when it is focused.
SMALL_CONTROLS = """smallest => {
  const wanted = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0'], [data-ref]";
  const inSentence = (element) => element.matches("a") && getComputedStyle(element).display === "inline"
    && element.parentElement.innerText.trim() !== element.innerText.trim();
  const found = [];
  for (const element of document.querySelectorAll(wanted)) {
    const style = getComputedStyle(element);
    if (!element.checkVisibility({ visibilityProperty: true }) || style.clipPath !== "none") continue;
    const box = (element.labels?.[0] ?? element).getBoundingClientRect();
    if (inSentence(element) || (box.width >= smallest && box.height >= smallest)) continue;
    found.push(`${element.outerHTML.slice(0, 120)} is ${Math.round(box.width)} by ${Math.round(box.height)}`);
  }
  return found;
}"""
HEADINGS = "[...document.querySelectorAll('main h1')].map((heading) => heading.innerText.trim().replace(/\\s+/g, ' '))"
# Those of a page as it was sent, read as where no script runs.
HEADINGS_AS_SENT = """sent => [...new DOMParser().parseFromString(sent, "text/html").querySelectorAll("main h1")].map(
  (heading) => heading.textContent.trim().replace(/\\s+/g, " "))"""
WIDTH = "document.documentElement.scrollWidth"
REFRESHES = "document.querySelector('meta[http-equiv=refresh]') !== null"
# Fonts that a page fetches ahead and in which nothing on it is set. A face stays unloaded until some text asks for it.
FETCHED_IN_VAIN = """() => document.fonts.ready.then(() => {
  const family = (face) => face.family.replaceAll('"', "");
  const file = (address) => address.match(/[^/"]+\\.woff2/)?.[0];
  const used = new Set([...document.fonts].filter((face) => face.status === "loaded").map(family));
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule).map(({ style }) => (
    { family: style.getPropertyValue("font-family"), file: file(style.getPropertyValue("src")) }));
  const files = new Set(faces.filter((face) => used.has(family(face))).map((face) => face.file));
  return [...document.querySelectorAll("link[rel=preload][as=font]")]
    .map((link) => file(link.href)).filter((fetched) => !files.has(fetched));
})"""
OPEN_EVERYTHING = "for (const details of document.querySelectorAll('details')) details.open = true"


@dataclass(frozen=True)
class Stop:
    """A page in one state. ``act`` is done there first; ``scripted``: by means that need a script."""

    name: str
    path: str
    who: User | None = None
    act: Callable[[Page], object] | None = None
    status: int = 200
    scripted: bool = False


Walk = Callable[[], Iterator[Stop]]
WALKS: dict[str, Walk] = {}
COVERED: dict[str, frozenset[str]] = {}
LOOKED_AT_IN: dict[str, str] = {}  # by address, which of the walks that cover it looks at its colours


def walk(*addresses: str) -> Callable[[Walk], Walk]:
    """Adds a walk that comes to the pages of these addresses, named as ``reverse`` takes them."""

    def add(function: Walk) -> Walk:
        WALKS[function.__name__] = function
        COVERED[function.__name__] = frozenset(addresses)
        for address in addresses:
            LOOKED_AT_IN[address] = min(function.__name__, LOOKED_AT_IN.get(address, function.__name__))
        return function

    return add


def session_of(user: User) -> str:
    """A session of someone who has just logged in, and shown again that it is still them."""
    client = Client()
    client.force_login(user)
    request = RequestFactory().get("/")
    request.session = client.session
    record_authentication(request, user, "password", reauthenticated=True)
    request.session.save()
    return client.cookies["sessionid"].value


def address_of(url: str) -> str:
    """The name of the address, as ``reverse`` takes it; nothing where there is no page."""
    try:
        return resolve(urlsplit(url).path).view_name
    except Resolver404:
        return ""


class Walker:
    """Goes from stop to stop of a walk with a script and without, on a phone's screen, and collects what is amiss.

    The two pages are kept from walk to walk: no one is logged in there any more, and nothing is stored.
    """

    def __init__(self, name: str, site: str, page: Page, plain: Page) -> None:
        self.name, self.site = name, site
        self.page, self.plain = page, plain
        self.reader: User | None = None
        self.stop = Stop("", "")
        self.findings: list[str] = []
        self.been_at: set[str] = set()
        self.seen: set[tuple[str, ...]] = set()
        self.touched = False
        self.strange = {page, plain}  # where somebody else is logged in than who comes to the stop
        self.sent = ""

    def __enter__(self) -> Walker:
        for page in (self.page, self.plain):
            page.on("request", self._requested)
            page.on("console", self._told)
            page.on("pageerror", self._failed)
        return self

    def __exit__(self, *_: object) -> None:
        for page in (self.page, self.plain):
            page.goto(AT_REST)
            page.remove_listener("request", self._requested)
            page.remove_listener("console", self._told)
            page.remove_listener("pageerror", self._failed)
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")  # no page of the site leads away meanwhile

    def visit(self, stop: Stop) -> None:
        self.stop = stop
        self._meet(stop.who)
        self._go(self.page)
        headings = self.page.evaluate(HEADINGS)
        is_new = self._note_kind(headings)
        self._check_page(is_new)
        if is_new:
            self._go(self.plain)
            self._check_without_script(headings)
            if self.plain.evaluate(REFRESHES):  # it would get in the way of the next; to leave takes a new process
                self.plain.goto("about:blank")
        elif stop.act is None:
            self._check_headings(headings, self.page.evaluate(HEADINGS_AS_SENT, self.sent))

    def blame(self, what: str) -> None:
        self.findings.append(f"{self.stop.name} ({self.page.url.removeprefix(self.site)}): {what}")

    def _meet(self, user: User | None) -> None:
        """Both pages must be this user's, unless it is who came to the last stop and only looked. Before anything is
        done, each is; else only when something is looked at there."""
        if user != self.reader or self.touched:
            self.reader, self.touched = user, False
            self.strange = {self.page, self.plain}
        if self.stop.act is not None:
            for page in list(self.strange):
                self._become(page)

    def _become(self, page: Page) -> None:
        """Log in there as the stop's user."""
        self.strange.discard(page)
        page.context.clear_cookies()
        if self.stop.who is not None:
            session = session_of(self.stop.who)
            page.context.add_cookies([{"name": "sessionid", "value": session, "url": self.site}])

    def _go(self, page: Page) -> None:
        if page in self.strange:
            self._become(page)
        answer = page.goto(self.stop.path)
        assert answer is not None
        if self.stop.act is None:
            if page is self.page:
                self._check_answer(answer)
        elif page is self.page or not self.stop.scripted:
            self.touched = True
            self.stop.act(page)
            page.wait_for_load_state()

    def _check_answer(self, answer: Response) -> None:
        if answer.status != self.stop.status:
            self.blame(f"answered {answer.status}")
        body = answer.body()
        self.sent = body.decode()
        weight = len(PICTURE.sub(b"", body))
        if weight > HEAVIEST_PAGE:
            self.blame(f"weighs {weight} bytes")

    def _check_page(self, is_new: bool) -> None:
        """The first at each address is looked at in its colours, too, in one of the walks that come there, and the
        first of each kind in its whole width: the colours of all states are tried by ``test_contrast``.
        """
        page = self.page
        is_in_colour = self._note_address(page.url)
        self._check_width(page, NARROW)
        page.evaluate(OPEN_EVERYTHING)
        self._check_width(page, NARROW)
        for control in page.evaluate(SMALL_CONTROLS, SMALLEST_CONTROL):
            self.blame(f"too small to hit: {control}")
        is_judged = is_new or self.stop.act is not None
        if is_judged or is_in_colour:
            page.add_script_tag(url=AXE_SCRIPT)
        if is_judged:
            self._run_axe(AXE_OPTIONS if is_in_colour else WITHOUT_LOOKS)
        if is_in_colour:
            page.emulate_media(color_scheme="dark")
            self._run_axe(CONTRAST_ALONE)
            page.emulate_media(color_scheme="light")
        if is_new:
            self._check_fonts()
            page.set_viewport_size({"width": WIDE, "height": HEIGHT})
            self._check_width(page, WIDE)
            page.set_viewport_size({"width": NARROW, "height": HEIGHT})

    def _note_address(self, url: str) -> bool:
        """Whether it is the first time there of the walk that looks at its colours. Where there is no page, or one that
        no walk covers, that is any."""
        address = address_of(url)
        is_new = address not in self.been_at
        if address:
            self.been_at.add(address)
        return is_new and LOOKED_AT_IN.get(address, self.name) == self.name

    def _run_axe(self, options: dict[str, Any]) -> None:
        for violation in self.page.evaluate(AXE, options):
            self.blame(violation)

    def _check_width(self, page: Page, width: int) -> None:
        if (wide := page.evaluate(WIDTH)) > width:
            self.blame(f"{wide} px wide on a screen of {width}")

    def _note_kind(self, headings: list[str]) -> bool:
        """Whether it is the walk's first page of its kind."""
        kind = (address_of(self.page.url), *headings)
        is_new = kind not in self.seen
        self.seen.add(kind)
        return is_new

    def _check_without_script(self, headings: list[str]) -> None:
        self._check_headings(headings, self.plain.evaluate(HEADINGS))
        self._check_width(self.plain, NARROW)

    def _check_headings(self, scripted: list[str], plain: list[str]) -> None:
        if (len(scripted), len(plain)) != (1, 1) or (scripted != plain and not self.stop.scripted):
            self.blame(f"headings with and without a script: {scripted}, {plain}")

    def _requested(self, request: Request) -> None:
        if not request.url.startswith(f"{self.site}/"):
            self.blame(f"asks another host: {request.url[:100]}")

    def _failed(self, error: Error) -> None:
        self.blame(f"a script fails: {error}")

    def _check_fonts(self) -> None:
        for name in self.page.evaluate(FETCHED_IN_VAIN):
            self.blame(f"fetches a font that it does not use: {name}")

    def _told(self, said: ConsoleMessage) -> None:
        if SLOW in said.text:
            return
        is_refused = self.stop.act is not None or self.stop.status != 200
        expected = (
            "the server responded with a status of 4",
            f"the server responded with a status of {self.stop.status}",
        )
        is_own_status = is_refused and any(words in said.text for words in expected)
        if REFUSED in said.text or (said.type in {"error", "warning"} and not is_own_status):
            self.blame(f"the console says: {said.text}")
