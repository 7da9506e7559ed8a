"""Emails that providers post: believed with the secret alone, kept once, refused when there is too much of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from pytest_django import Settings

from mail.inbound import admission, store, webhook
from mail.models import InboundMail, RefusedMail
from tests.mail.providers import (
    ANYMAIL,
    SECRET,
    SENDER,
    authorisation,
    client,
    mailgun,
    postmark,
    sparkpost,
    sparkpost_mail,
)
from tests.support.inbound import ADDRESS, DOMAIN, TOKEN, letter, with_picture
from tests.support.patience import PATIENCE
from tests.support.processes import SITE, Running

pytestmark = pytest.mark.usefixtures("given")
OTHER = f"play+{TOKEN[::-1]}@{DOMAIN}"


@pytest.fixture(autouse=True)
def _posted_to(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.mail.providers"
    settings.ANYMAIL = ANYMAIL


def count() -> int:
    return InboundMail.objects.count()


@pytest.mark.parametrize("post", [mailgun, postmark])
def test_a_mail_is_kept_as_it_was(post: object) -> None:
    assert callable(post)
    assert post() == 200
    mail = InboundMail.objects.get()
    assert bytes(mail.raw).replace(b"\r\n", b"\n") == letter().replace(b"\r\n", b"\n")
    assert (mail.via, mail.sender, mail.recipients, mail.status) == ("webhook", SENDER, [ADDRESS], "waiting")


def test_a_byte_that_no_text_has_stays_in_a_mail() -> None:
    assert mailgun(letter("b3+\0")) == 200
    assert b"b3+\0" in bytes(InboundMail.objects.get().raw)


def test_long_lines_and_headers_stay_as_they_are() -> None:
    raw = letter("x" * 2000, subject="Re: " + "a long subject " * 20)
    mailgun(raw)
    assert bytes(InboundMail.objects.get().raw).replace(b"\r\n", b"\n") == raw.replace(b"\r\n", b"\n")


def test_the_same_mail_by_smtp_and_posted_is_one() -> None:
    store.store_mail(letter(), via=InboundMail.Via.SMTP, sender=SENDER, recipients=[ADDRESS])
    assert (mailgun(), postmark()) == (200, 200)
    assert count() == 1


def test_another_mail_with_the_same_id_is_taken_and_not_kept() -> None:
    assert (postmark(), postmark(raw=letter("c4+"))) == (200, 200)
    assert b"b3+" in bytes(InboundMail.objects.get().raw)


def test_all_reply_addresses_of_a_mail_count() -> None:
    mailgun(recipient=f"{ADDRESS}, {OTHER}")
    assert sorted(mail.recipients[0] for mail in InboundMail.objects.all()) == sorted([ADDRESS, OTHER])


@pytest.mark.parametrize("secret", ["fortify:guessed", "", ":", SECRET.upper()])
def test_who_does_not_know_the_secret_is_refused(secret: str) -> None:
    assert postmark(secret=secret) == 400
    assert client().post("/postmark/", b"{}", content_type="application/json").status_code == 400
    assert count() == 0


def test_a_wrong_signature_is_refused() -> None:
    assert mailgun(key="another") == 400
    assert count() == 0


def test_nothing_is_read_with_get() -> None:
    assert client().get("/postmark/", headers=authorisation()).status_code == 405


def test_a_delivery_report_has_no_sender() -> None:
    sparkpost({**sparkpost_mail(letter()), "msg_from": "<>"})
    assert InboundMail.objects.get().sender == ""


def test_of_a_mail_that_is_too_large_the_headers_are_kept() -> None:
    assert sparkpost(sparkpost_mail(letter("x" * store.LARGEST_ACCEPTED))) == 200
    mail = InboundMail.objects.get()
    assert (mail.status, mail.is_head_only) == ("waiting", True)
    assert b"Subject" in bytes(mail.raw)
    assert b"xxx" not in bytes(mail.raw)


@pytest.mark.parametrize("post", [mailgun, postmark])
def test_a_picture_in_a_signature_is_no_hindrance(post: Callable[..., int]) -> None:
    assert post(raw=with_picture(letter(), 5 * 2**20)) == 200
    mail = InboundMail.objects.get()
    assert b"b3+" in bytes(mail.raw)
    assert len(mail.raw) < 2**20


def test_of_large_postings_one_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "PATIENCE", 0.0)
    with webhook._large:
        assert postmark(raw=with_picture(letter(), 5 * 2**20)) == 503
        assert postmark() == 200
    assert count() == 1


def test_more_than_the_site_reads_at_once_is_refused(settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    assert postmark(raw=letter("x" * 1000)) == 413
    assert count() == 0


def test_a_batch_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "MOST_AT_ONCE", 3)
    mails = [sparkpost_mail(letter(message_id=f"<{n}@x>")) for n in range(4)]
    assert sparkpost(*mails) == 400
    assert count() == 0
    assert sparkpost(*mails[:3]) == 200
    assert count() == 3


def test_of_a_batch_the_good_ones_are_kept_and_the_bad_one_set_aside() -> None:
    bad = {**sparkpost_mail(letter()), "content": {}}
    good = [sparkpost_mail(letter(message_id=f"<{n}@x>")) for n in range(2)]
    assert sparkpost(good[0], bad, good[1]) == 200
    assert sorted(InboundMail.objects.values_list("status", flat=True)) == ["set_aside", "waiting", "waiting"]


@pytest.mark.parametrize("payload", [b"", b"\xff\xfe", b"[1, 2]", b'"x"', b"{", b'{"Headers": [{}]}'])
def test_what_is_no_mail_is_set_aside_and_not_asked_for_again(payload: bytes) -> None:
    assert postmark(payload) == 200
    assert postmark(payload) == 200
    assert InboundMail.objects.get().status == "set_aside"


def test_what_is_no_mail_fills_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_UNREADABLE", 2)
    for number in range(5):
        assert postmark(b"%d" % number) == 200
    assert InboundMail.objects.count() == 2
    assert [(row.why, row.number) for row in RefusedMail.objects.all()] == [("unreadable", 3)]


def test_a_mail_to_an_address_that_nobody_was_given_is_dropped_without_a_row() -> None:
    mailgun(recipient=f"play+{'a' * 32}@{DOMAIN}", raw=letter().replace(TOKEN.encode(), b"a" * 32))
    large = letter("x" * store.LARGEST_ACCEPTED).replace(TOKEN.encode(), b"a" * 32)
    mailgun(recipient=f"bounce+{'a' * 32}@{DOMAIN}", raw=large)
    assert not InboundMail.objects.exists()
    assert RefusedMail.objects.get(via="webhook").number == 2


def test_while_the_database_is_away_the_provider_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **more: object) -> None:
        raise OperationalError("server closed the connection")

    with monkeypatch.context() as broken:
        broken.setattr(store, "_keep", away)
        assert postmark() >= 500
    assert count() == 0
    assert postmark() == 200
    assert count() == 1


def test_what_a_provider_has_to_be_asked_for_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*args: object) -> None:
        raise ConnectionError("api.provider.example")

    monkeypatch.setattr("anymail.webhooks.postmark.PostmarkInboundWebhookView.esp_to_anymail_event", unreachable)
    assert postmark() == 500
    assert count() == 0


@pytest.mark.parametrize("body", [b"[" * 2_000_000, b"[" + b"[]," * 600_000 + b"0]"])
def test_brackets_beyond_measure_are_set_aside_before_they_are_read(
    body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    was_read: list[object] = []
    with monkeypatch.context() as watched:
        watched.setattr("anymail.webhooks.postmark.json.loads", was_read.append)
        assert postmark(body) == 200
    assert was_read == []
    assert "could not be read: TooMuch" in InboundMail.objects.get().last_error


# -- wiring --------------------------------------------------------------------------------------------------------


PROVIDERS = "amazon_ses brevo mailersend mailgun mailjet mailtrap mandrill postal postmark resend sendgrid sparkpost"


@pytest.mark.parametrize("name", PROVIDERS.split())
def test_every_provider_that_takes_mail_in_may_be_used(name: str) -> None:
    assert callable(webhook.view(name))


def test_a_provider_that_there_is_not_is_named() -> None:
    with pytest.raises(ImproperlyConfigured, match="pigeon"):
        webhook.view("pigeon")
    with pytest.raises(ImproperlyConfigured, match="takes no mail in"):
        webhook.view("unisender_go")


FIND = "from django.core.management import call_command; from django.urls import resolve; call_command('check'); "
FIND += "print(resolve('/webhooks/postmark/inbound_mime/').func.view_class)"


def said_by_one_with(log: Path, **env: str) -> str:
    """What a process with these settings finds."""
    process = Running(
        ["manage", "shell", "--verbosity", "0", "-c", FIND], os.environ | SITE | env, log, of_the_site=True
    )
    process.process.wait(PATIENCE)
    return process.words


def test_it_is_there_when_it_is_set_up_and_only_then(tmp_path: Path) -> None:
    log = tmp_path / "said.txt"
    with_it = said_by_one_with(log, MAIL_PROVIDER="postmark", MAIL_PROVIDER_SECRET=SECRET)
    assert "GuardedPostmarkInboundWebhookView" in with_it
    assert "Resolver404" in said_by_one_with(log)
    assert "MAIL_PROVIDER_SECRET" in said_by_one_with(log, MAIL_PROVIDER="postmark")
