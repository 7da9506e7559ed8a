"""Emails are kept as they came, once, with the moment of their arrival."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction
from pytest_django import Settings

from fortify_site.celery import app
from mail.inbound import store
from mail.inbound.reply_address import hash_token
from mail.inbound.store import StoreResult
from mail.models import InboundMail
from tests.support.concurrently import at_once
from tests.support.inbound import ADDRESS, DOMAIN, SMTP, TOKEN, keep, kept, letter

CaptureOnCommit = Any
pytestmark = pytest.mark.django_db
OTHER = f"play+{TOKEN[::-1]}@{DOMAIN}"


def count() -> int:
    return InboundMail.objects.count()


def test_a_mail_is_kept_as_it_came() -> None:
    stamp = datetime(2026, 11, 21, 12, tzinfo=UTC)
    raw = letter("b3+ \x00 \xff")
    store.store_mail(raw, via=SMTP, sender="ada@players.example", recipients=[ADDRESS], now=stamp)
    mail = InboundMail.objects.get()
    assert bytes(mail.raw) == raw
    assert (mail.via, mail.sender, mail.recipients) == ("smtp", "ada@players.example", [ADDRESS])
    assert (mail.arrived_at, mail.status) == (stamp, "waiting")


def test_it_knows_the_link_of_its_address_by_the_hash() -> None:
    assert kept().token_hash == hash_token(TOKEN)
    assert kept(letter(message_id="<2@x>"), ADDRESS.upper()).token_hash == hash_token(TOKEN)
    assert kept(letter(message_id="<3@x>"), f"postmaster@{DOMAIN}").token_hash == ""


def test_the_token_of_a_reply_address_is_not_written_to_a_log(caplog: pytest.LogCaptureFixture) -> None:
    keep()
    with caplog.at_level(logging.DEBUG):
        keep(letter("another"))
    assert caplog.records
    assert TOKEN not in caplog.text


# -- 27: the same mail again ---------------------------------------------------------------------------------------


def test_the_same_mail_is_kept_once() -> None:
    assert [keep(), keep()] == [StoreResult.NEW, StoreResult.SAME]
    assert count() == 1


def test_the_same_mail_by_another_route_is_the_same() -> None:
    keep()
    by_another_route = b"Received: from mx.example\r\n" + letter()
    assert keep(by_another_route) == StoreResult.SAME
    assert keep(letter().replace(b"\r\n", b"\n")) == StoreResult.SAME
    assert count() == 1


def test_the_same_id_with_another_body_is_refused_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    keep()
    assert keep(letter("c4+")) == StoreResult.CLASH
    assert bytes(InboundMail.objects.get().raw) == letter()
    assert "Message-ID" in caplog.text


def test_a_mail_without_an_id_is_known_by_what_it_says() -> None:
    assert keep(letter(message_id=None)) == StoreResult.NEW
    assert keep(b"Received: from mx.example\r\n" + letter(message_id=None)) == StoreResult.SAME
    assert keep(letter("c4+", message_id=None)) == StoreResult.NEW
    assert keep(letter(message_id=None, subject="Re: another")) == StoreResult.NEW
    assert keep(letter(message_id="")) == StoreResult.SAME


def test_an_id_may_be_folded_and_written_in_any_case() -> None:
    folded = letter(message_id=None).replace(b"Date:", b"MESSAGE-ID:\r\n <1@ada.example>\r\nDate:")
    assert [keep(), keep(folded)] == [StoreResult.NEW, StoreResult.SAME]


def test_a_mail_to_two_reply_addresses_counts_for_each_and_once_for_each() -> None:
    assert keep(None, ADDRESS, OTHER, "elsewhere@players.example", ADDRESS.upper()) == StoreResult.NEW
    assert [mail.recipients for mail in InboundMail.objects.order_by("pk")] == [[ADDRESS], [OTHER]]
    assert keep(None, OTHER) == StoreResult.SAME
    assert count() == 2


def test_no_mail_fills_the_table_with_addresses() -> None:
    keep(None, *(f"play+{n}@{DOMAIN}" for n in range(500)))
    assert count() == store.MOST_ADDRESSES


def test_what_was_collected_for_no_address_of_ours_is_kept_for_the_first() -> None:
    assert kept(None, "club@example.org", "ben@example.org").recipients == ["club@example.org"]
    assert kept(letter(message_id="<2@x>"), "").recipients == [""]


def test_a_domain_is_ours_in_any_case_and_no_other_is(settings: Settings) -> None:
    assert store.is_ours("x@Replies.Example")
    assert not store.is_ours("x@elsewhere.replies.example")
    assert not store.is_ours("replies.example")
    settings.REPLY_DOMAIN = ""
    assert not store.is_ours("x@")


def test_of_what_is_too_large_the_headers_are_kept() -> None:
    raw = b"From: ada@players.example\r\nSubject: x\r\n\r\n" + b"x" * store.LARGEST_ACCEPTED
    assert keep(raw) == StoreResult.NEW
    assert keep(raw) == StoreResult.SAME
    mail = InboundMail.objects.get()
    assert (bytes(mail.raw), mail.is_head_only) == (b"From: ada@players.example\r\nSubject: x", True)


@pytest.mark.parametrize("raw", [b"", b"\0", b"\r\n\r\n", b":\r\n:\r\n\r\n", b"\xff\xfe" * 99, b"Message-ID:" * 9999])
def test_any_bytes_are_kept(raw: bytes) -> None:
    assert store.store_mail(raw, via=SMTP, sender="\udcff\0<", recipients=[f"\udcff\0@{DOMAIN}"]) == StoreResult.NEW
    assert bytes(InboundMail.objects.get().raw) == raw


@pytest.mark.django_db(transaction=True)
def test_two_ways_at_once_keep_one_mail() -> None:
    raw = letter()
    outcomes = at_once(*(lambda: keep(raw),) * 4)
    assert sorted(outcomes) == [StoreResult.NEW, StoreResult.SAME, StoreResult.SAME, StoreResult.SAME]
    assert count() == 1


# -- telling the workers -------------------------------------------------------------------------------------------


def test_a_worker_is_asked_to_read_it_once_it_is_committed(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: CaptureOnCommit
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(app, "send_task", lambda _name, args, **_: asked.append(args))
    with django_capture_on_commit_callbacks(execute=True):
        mail = kept()
        assert asked == []
    assert asked == [(mail.pk,)]
    with django_capture_on_commit_callbacks(execute=True):
        keep()
    assert len(asked) == 1


@pytest.mark.django_db(transaction=True)
def test_nobody_keeps_a_mail_in_a_transaction_that_may_yet_be_undone() -> None:
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        keep()
