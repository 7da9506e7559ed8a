"""A person at a browser, who does what a player does and reads what a player reads."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from email.message import EmailMessage

from playwright.sync_api import Page, expect

from fortify_site.dev_mailbox import store
from tests.support.patience import Patience

PASSWORD = "a quiet coastline 47"
_LINK = re.compile(r"https?://\S+/l/\S+")
_CODE = re.compile(r"^\s*([A-Z0-9]{3,4}-?[A-Z0-9]{3,4}|[A-Z0-9]{6})\s*$", re.MULTILINE)


class Person:
    """``name`` at ``page``. Emails are read from the folder in which the site's mailbox keeps them; ``deliver`` brings
    those that wait for an address there, where no worker does."""

    def __init__(self, name: str, page: Page, deliver: Callable[[str], object] = lambda _: None) -> None:
        self.name = name
        self.page = page
        self.deliver = deliver
        self.address = f"{name.lower()}@mail.example"
        self.seen: set[str] = set()

    # -- mail ------------------------------------------------------------------------------------------------------

    def mail(self, about: str) -> EmailMessage:
        """The oldest mail not yet read whose subject or text has ``about`` in it; waits for it to be delivered."""
        patience = Patience()
        while not patience.is_over():
            self.deliver(self.address)
            for envelope in reversed(store.envelopes(self.address)):
                found = None if envelope.id in self.seen else store.read_mail(envelope.id)
                if found is not None and about in f"{found['Subject']}\n{store.part_of_mail(found, 'plain')}":
                    self.seen.add(envelope.id)
                    return found
            time.sleep(0.1)
        raise AssertionError(f"{self.name} got no mail about {about!r}: {store.envelopes(self.address)}")

    def link(self, about: str) -> str:
        """The signed link in the next email about that."""
        text = store.part_of_mail(self.mail(about), "plain")
        found = _LINK.search(text)
        assert found, text
        return found[0]

    def code(self) -> str:
        text = store.part_of_mail(self.mail("code"), "plain")
        found = _CODE.search(text)
        assert found, text
        return found[1]

    # -- an account ------------------------------------------------------------------------------------------------

    def sign_up(self) -> None:
        page = self.page
        page.goto("/")
        page.get_by_role("link", name="Sign up").first.click()
        page.get_by_label("Email").fill(self.address)
        page.get_by_label("Display name").fill(self.name)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign up").click()
        page.get_by_label("Code").fill(self.code())
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("link", name=self.name)).to_be_visible()

    # -- a match ---------------------------------------------------------------------------------------------------

    def see(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def type_turn(self, text: str, line: str = "") -> None:
        """Send a submission through the plain form of the page, by writing its text."""
        page = self.page
        page.get_by_label("Turn as text").fill(text)
        page.get_by_role("button", name="Review").first.click()
        self._send(line)

    def pick_army(self, army: str) -> None:
        counts = dict(re.findall(r"([ITBCA])(\d)", army))
        names = {"I": "Infantry", "T": "Tank", "B": "Battleship", "C": "Chopper", "A": "Artillery"}
        for letter, name in names.items():
            self.page.get_by_label(name, exact=True).fill(counts.get(letter, "0"))
        self.page.get_by_role("button", name="Review").click()
        self._send()

    def choose(self, label: str) -> None:
        self.page.get_by_role("button", name=label).click()
        self._send()

    def click_turn(self, text: str, line: str = "") -> None:
        """Choose a turn's actions on the board, review it and send it."""
        so_far = ""
        for action in [] if text == "pass" else text.split():
            so_far = f"{so_far} {action}".strip()
            self._click_action(action, so_far)
            expect(self.page.locator("[data-text-form] input[name=text]")).to_have_value(so_far)
        look = self.page.locator("[data-look]")
        if look.is_visible():  # a whole turn is shown for review by itself
            look.click()
        self._send(line)

    def _click_action(self, action: str, so_far: str) -> None:
        seat = self.page.locator("[data-turn-form]").get_attribute("data-seat")
        for ref in _refs(action):
            mine = f'[data-seat="{seat}"]' if ref.startswith("supply:") else ""
            self.page.locator(f'[data-play-board] [data-ref="{ref}"]{mine}').click()
            if self._has_chosen(so_far):  # there was but one way left
                return
        if action.startswith("I@") and "&" not in action:  # a second Infantry could go with it
            self.page.locator("[data-menu] button").first.click()

    def _has_chosen(self, text: str) -> bool:
        expect(self.page.locator("[data-turn-form][aria-busy]")).to_have_count(0)
        return self.page.locator("[data-text-form] input[name=text]").input_value() == text

    def _send(self, line: str = "") -> None:
        look = self.page.locator("[data-last-look]")
        expect(look).to_be_visible()
        if line:
            look.get_by_label("Message").fill(line)
        sure = look.get_by_label("Yes, send this")
        if sure.is_visible():  # on the page of an email's link, without a script
            sure.check()
        with self.page.expect_navigation():
            look.locator("[data-send-button]").click()

    def say_yes(self) -> None:
        """To what the page of an email's link asks before it does something."""
        self.page.get_by_label("Yes", exact=True).check()
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Continue").click()


def _refs(action: str) -> list[str]:
    """The things to click for an action of Fortify."""
    if "@" in action:
        placed = [part.split("@") for part in action.split("&")]
        if len(placed) == 2 and placed[0][0] == placed[1][0]:
            return [f"supply:{placed[0][0]}", placed[0][1], placed[1][1]]
        return [ref for unit, space in placed for ref in (f"supply:{unit}", space)]
    if action.endswith("+"):
        return [action[:2], action[:2]]
    return [action[:2], action[-2:]]
