"""What is posted to an address that someone typed goes there and no further, and never into our own network."""

from __future__ import annotations

import socket
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import deliveries, post

from .receiver import Receiver, listening


def test_redirects_are_not_followed(webhook: Webhook, receiver: Receiver) -> None:
    with listening() as elsewhere:
        receiver.status, receiver.headers = 307, {"Location": elsewhere.url}
        deliveries.deliver(deliveries.test(webhook).pk)
        assert elsewhere.received == []
    assert Delivery.objects.get().answer.startswith("307")


def test_a_long_answer_is_not_read_to_its_end(webhook: Webhook, receiver: Receiver) -> None:
    receiver.status, receiver.body = 500, b"x" * 5_000_000
    deliveries.deliver(deliveries.test(webhook).pk)
    assert len(Delivery.objects.get().answer) < 300


def test_an_answer_that_never_ends_is_cut_off(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that says a byte now and then, so that no single wait is too long."""
    monkeypatch.setattr(post, "LONGEST", 0.3)
    receiver.headers = {"Content-Length": "100000"}
    begun = timezone.now()
    answer = post.post(receiver.url, {}, b"{}")
    assert timezone.now() - begun < timedelta(seconds=4)
    assert answer.status in {0, 204}


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",  # noqa: S104
        "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "ff02::1",
        "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1", "192.0.0.8", "198.18.0.1", "fec0::1",
    ],
)  # fmt: skip
def test_nothing_is_sent_into_our_own_network(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not post.is_outside(address)
    monkeypatch.setattr(post, "_exchange", lambda *_: pytest.fail("it was sent"))
    found: Any = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    answer = post.post("https://club.example/hook", {}, b"{}")
    assert (answer.status, answer.words) == (0, "This address is in a private network. Use a public one.")


def test_it_is_sent_to_the_very_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups: list[str] = []

    def look_up(host: str, *_: Any, **__: Any) -> Any:
        lookups.append(host)
        return [(2, 1, 6, "", ("93.184.216.34", 443))]

    connected: list[Any] = []

    def connect(to: Any, *_: Any) -> Any:
        connected.append(to)
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", connect)
    assert post.post("https://club.example/hook", {}, b"{}").status == 0
    assert (lookups, connected) == (["club.example"], [("93.184.216.34", 443)])


@pytest.mark.parametrize(
    "url",
    ["http://club.example/", "ftp://club.example/", "https://", "club.example", "https://a:b@club.example/",
     "https://club.example:port/", "https://club.example/a b", "javascript:alert(1)", "https://club.example/\n"],
)  # fmt: skip
def test_what_is_no_safe_address_is_not_taken(url: str) -> None:
    with pytest.raises(post.UnfitAddress):
        post.target_of(url)
