"""What a player does when the database has no room for a turn."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.mails import tokens
from matches.models import Match, Seat
from tests.support.full_disk import no_room_in

from .test_turn_form import log_in, sent

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINE = "“Well met”, she said & left. Ещё раз!"


LAST_LOOK = urlencode({"text": "T@b3", "message": LINE, "review": "1"})


def send_in_vain(page: Page, address: str) -> None:
    page.goto(f"{address}?{LAST_LOOK}")
    with no_room_in("matches_logentry"):
        sure = page.get_by_label("Yes, send this turn")
        if sure.count():
            sure.check()
        page.get_by_role("button", name="Send turn").click()
        for _ in range(2):
            expect(page.get_by_role("heading", level=1)).to_have_text("The site needs a moment")
            expect(page.locator("body")).not_to_contain_text("T@b3")
            with page.expect_navigation():
                page.get_by_role("button", name="Send again").click()


def assert_can_be_sent(match: Match, page: Page) -> None:
    assert sent(match) == []
    with page.expect_navigation():
        page.get_by_role("button", name="Send again").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("The site needs a moment")
    assert sent(match) == ["T@b3"]
    assert match.log.get().message == LINE


def test_a_turn_is_sent_again_with_a_button(live_server: Any, page: Page, match: Match, player: User) -> None:
    log_in(page, player, live_server.url)
    send_in_vain(page, f"/matches/{match.pk}/play/")
    assert_can_be_sent(match, page)
    expect(page.get_by_role("status").filter(has_text="Turn sent.")).to_be_visible()


def test_so_is_one_from_a_link_in_a_mail_where_no_script_runs(
    plain_page: Page, match: Match, player_seat: Seat
) -> None:
    send_in_vain(plain_page, f"/l/{tokens.mint_turn(player_seat, 1)}/")
    assert_can_be_sent(match, plain_page)
