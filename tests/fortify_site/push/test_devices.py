"""The page of one's own devices, and what else knows of them."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from fortify_site.profiles.export_data import export_account
from fortify_site.push.encrypt import private_key
from fortify_site.push.models import Device
from fortify_site.push.views import MOST, device_name
from tests.support.people import LogIn

from .browser import Browser

pytestmark = pytest.mark.either
PAGE = "/account/notifications/"
ADDRESS = "https://push.example/send/abc"


def fields(phone: Browser, address: str = ADDRESS) -> dict[str, str]:
    return {"action": "add", "address": address, "key": phone.key, "secret": phone.secret}


def test_a_device_is_added_and_removed(log_in: LogIn, player: User, phone: Browser) -> None:
    client = log_in(player)
    agent = "Mozilla/5.0 (Android 15; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
    assert client.post(PAGE, fields(phone), headers={"User-Agent": agent}).status_code == 302
    device = Device.objects.get()
    assert (device.user, device.name, device.address) == (player, "Firefox, Android", ADDRESS)
    assert "Firefox, Android" in client.get(PAGE).content.decode()
    client.post(PAGE, {"action": "remove", "device": str(device.pk)})
    assert not Device.objects.exists()


def test_a_browser_is_the_players_who_was_here_last(
    log_in: LogIn, player: User, opponent: User, phone: Browser
) -> None:
    for each in (player, opponent):
        log_in(each).post(PAGE, fields(phone))
    assert Device.objects.get().user == opponent


def test_no_one_removes_anothers(log_in: LogIn, opponent: User, player: User, phone: Browser) -> None:
    log_in(player).post(PAGE, fields(phone))
    log_in(opponent).post(PAGE, {"action": "remove", "device": str(Device.objects.get().pk)})
    assert Device.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": "http://push.example/x"},
        {"address": "https://127.0.0.1/x"},
        {"address": "https://printer.local/x"},
        {"address": ""},
        {"key": "BAAA"},
        {"key": "ä"},
        {"secret": "c2hvcnQ"},
        {"secret": "§"},
    ],
)
def test_what_no_browser_sends_is_refused(log_in: LogIn, player: User, phone: Browser, wrong: dict[str, str]) -> None:
    assert log_in(player).post(PAGE, fields(phone) | wrong).status_code == 422
    assert not Device.objects.exists()


def test_there_are_so_many_devices_at_most(log_in: LogIn, player: User, phone: Browser) -> None:
    client = log_in(player)
    statuses = [client.post(PAGE, fields(phone, f"{ADDRESS}{each}")).status_code for each in range(MOST + 1)]
    assert statuses == [302] * MOST + [409]


def test_there_is_no_page_where_no_key_is_set(log_in: LogIn, player: User, settings: Settings) -> None:
    client = log_in(player)
    assert f'href="{PAGE}"' in client.get("/account/").content.decode()
    settings.PUSH_KEY = ""
    assert client.get(PAGE).status_code == 404
    assert f'href="{PAGE}"' not in client.get("/account/").content.decode()


@pytest.mark.django_db
def test_visitors_are_asked_to_log_in(client: Client) -> None:
    assert client.get(PAGE).status_code == 302


def test_the_export_has_them_without_their_secrets(player: User, phone: Browser) -> None:
    Device.objects.create(user=player, name="Chrome, Linux", address=ADDRESS, key=phone.key, secret=phone.secret)
    (found,) = export_account(player)["devices_for_notifications"]
    assert set(found) == {"name", "address", "made_at"}
    assert found["address"] == ADDRESS


def test_they_go_with_the_account(player: User, phone: Browser) -> None:
    Device.objects.create(user=player, name="Chrome, Linux", address=ADDRESS, key=phone.key, secret=phone.secret)
    delete_account(player)
    assert not Device.objects.exists()


def test_the_host_makes_a_key() -> None:
    said = StringIO()
    call_command("push_key", stdout=said)
    name, _, key = said.getvalue().strip().partition("=")
    assert name == "PUSH_KEY"
    private_key(key)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("", "Browser"),
    ],
)
def test_a_device_is_called_by_browser_and_system(agent: str, name: str) -> None:
    assert device_name(agent) == name
