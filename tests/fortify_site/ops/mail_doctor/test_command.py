"""“manage.py mail_doctor”, as a host runs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from checkdmarc.utils import DNS_CACHE
from django.core.management import CommandError, call_command

from .nameserver import serving
from .test_spf_dkim_dmarc import GOOD


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    DNS_CACHE.clear()
    yield
    DNS_CACHE.clear()


@pytest.fixture(autouse=True)
def _a_real_site(settings: Any) -> None:
    settings.MAILBOX = False
    settings.SITE_HOST = "play.club.example"
    settings.DEFAULT_FROM_EMAIL = "The Club <noreply@club.example>"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "localhost", 25
    settings.REPLY_DOMAIN = "reply.club.example"
    settings.AUTHSERV_ID = "play.club.example"


def told(capsys: pytest.CaptureFixture[str], **changed: str) -> str:
    with serving("\n".join((GOOD | changed).values())) as server:
        call_command("mail_doctor", "--no-connection", "--name-server", server.address)
    return capsys.readouterr().out


def test_it_is_content_with_a_domain_that_lacks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys).splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["ok", name] for name in ("SPF", "SPF", "DKIM", "DMARC", "Name", "Bounces", "Replies")
    ]


def test_where_mails_do_not_come_back_to_the_replies_only_the_senders_domain_counts(
    capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    settings.BOUNCE_ADDRESSES = False
    assert told(capsys, returns="").count("SPF") == 1


def test_it_names_both_addresses_that_the_provider_posts_to(capsys: pytest.CaptureFixture[str], settings: Any) -> None:
    settings.MAIL_PROVIDER, settings.SITE_URL = "postmark", "https://play.club.example"
    printed = " ".join(told(capsys).split())
    for what in ("inbound_mime", "tracking"):
        assert f"https://play.club.example/webhooks/postmark/{what}/" in printed


def test_it_fails_and_prints_what_to_publish(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match=r"2 to put right: DMARC, SPF\."):
        told(capsys, spf="", dmarc="")
    printed = capsys.readouterr().out
    assert 'club.example. TXT "v=spf1 a:play.club.example -all"' in printed
    assert '_dmarc.club.example. TXT "v=DMARC1; p=none; rua=mailto:postmaster@club.example"' in printed


def test_it_has_nothing_to_look_at_on_a_site_that_sends_nothing(settings: Any) -> None:
    settings.MAILBOX = True
    with pytest.raises(CommandError, match="sends no email"):
        call_command("mail_doctor")
