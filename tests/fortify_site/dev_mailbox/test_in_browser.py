"""The mailbox in a real browser: an email is read in its frame, and its link is followed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from mail.inbound import lease
from mail.models import OutboxMail
from mail.outbox import deliver as outbox
from matches.models import Match
from matches.replies import process
from tests.support.browser import Readers
from tests.support.servers import free_port
from tests.support.smtp_client import open_door

from .conftest import Drop

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW: ViewportSize = {"width": 360, "height": 740}


@pytest.fixture
def delivered(settings: Settings, live_server: LiveServer, match: Match) -> None:
    """The emails of a match that has just begun, in the mailbox."""
    settings.EMAIL_BACKEND = "fortify_site.dev_mailbox.backend.MailboxBackend"
    settings.SITE_URL = live_server.url
    deliver(match)


def deliver(match: Match) -> None:
    for mail in OutboxMail.objects.filter(match=match):
        outbox.deliver(mail.pk)


@pytest.mark.usefixtures("delivered")
@pytest.mark.parametrize("which", ["page", "plain_page"])
def test_a_link_in_the_frame_opens_the_turn_in_the_same_window(request: pytest.FixtureRequest, which: str) -> None:
    reader: Page = request.getfixturevalue(which)
    reader.set_viewport_size(NARROW)
    reader.goto("/mailbox/")
    reader.get_by_role("link", name="Fortify #").first.click()
    reader.frame_locator("iframe").get_by_role("link", name="Play your turn").click()
    reader.wait_for_url("**/l/*/")
    expect(reader.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.usefixtures("delivered")
@pytest.mark.parametrize("which", ["page", "plain_page"])
def test_a_turn_is_played_by_a_reply_and_the_receipt_is_read(
    request: pytest.FixtureRequest, which: str, match: Match, settings: Settings
) -> None:
    reader: Page = request.getfixturevalue(which)
    reader.set_viewport_size(NARROW)
    reader.goto("/mailbox/")
    reader.get_by_role("link", name="Fortify #").first.click()
    reader.get_by_role("link", name="Reply").click()
    reader.get_by_label("Your reply").fill("I@b3")
    settings.RECEIVE_PORT = free_port()
    with reader.expect_navigation():
        reader.get_by_role("button", name="Send reply").click()
    expect(reader.get_by_role("alert")).to_be_visible()  # nobody takes it in; and what was typed is still there
    assert reader.get_by_label("Your reply").input_value().strip() == "I@b3"
    assert reader.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    with open_door() as server:
        settings.RECEIVE_PORT = server.port
        reader.get_by_role("button", name="Send reply").click()
        reader.get_by_text("Your reply was sent").wait_for()
    lease.process_due(process.process)
    deliver(match)
    reader.reload()
    reader.get_by_role("link", name="Fortify #").first.click()
    assert "I@b3" in reader.locator("pre").inner_text()
    assert match.log.get().via == "mail"


@pytest.mark.parametrize("address", ["/mailbox/", "/mailbox/{}/"])
def test_it_fits_a_narrow_window(page: Page, drop: Drop, address: str) -> None:
    mail_id = drop(to="a-reader-with-a-very-long-address@players.example", subject="word " * 30, text="x" * 300)
    page.set_viewport_size(NARROW)
    page.goto(address.format(mail_id))
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_no_script_of_a_mail_runs(browser: Readers, live_server: LiveServer, drop: Drop) -> None:
    mail_id = drop(html="<body><p id=p>quiet</p><script>document.getElementById('p').textContent='loud'</script>")
    context = browser.new_context(base_url=live_server.url)
    reader: Page = context.new_page()
    reader.goto(f"/mailbox/{mail_id}/")
    assert reader.frame_locator("iframe").locator("#p").inner_text() == "quiet"
    context.close()
