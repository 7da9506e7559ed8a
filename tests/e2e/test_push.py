"""Adding a browser to one's devices; its push service is made up."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from accounts.models import User
from fortify_site.push.encrypt import new_private_key
from fortify_site.push.models import Device

from .test_turn_form import log_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The key is that of RFC 8291's example.
SERVICE = """
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly || applicationServerKey.length !== 87) throw new DOMException("", "NotAllowedError");
      if (window.isRefused) throw new DOMException("", "NotAllowedError");
      const keys = {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      };
      return { toJSON: () => ({ endpoint: "https://push.example/one", keys }) };
    };
"""


def test_a_browser_is_added(player: User, live_server: Any, page: Page, settings: Settings) -> None:
    settings.PUSH_KEY = new_private_key()
    page.add_init_script(SERVICE)
    log_in(page, player, live_server.url)
    page.goto("/account/notifications/")
    refused = page.locator("[data-refused]")
    page.evaluate("window.isRefused = true")
    page.get_by_role("button", name="Add this device").click()
    expect(refused).to_be_visible()
    assert not Device.objects.exists()

    page.evaluate("window.isRefused = false")
    page.get_by_role("button", name="Add this device").click()
    expect(page.get_by_role("button", name="Remove")).to_be_visible()
    assert Device.objects.get().address == "https://push.example/one"
