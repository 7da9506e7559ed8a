"""Delivery reports are read for what they say, and nothing else is taken for one."""

from __future__ import annotations

import random

import pytest

from mail.bounces.dsn import read_report
from mail.bounces.verdict import Verdict
from mail.parse.message import Unreadable

from .forms import FORMS, NO_BOUNCES, Form
from .reports import DELAYED, EXIM, FULL, QMAIL, QUOTED, READ, READER, UNKNOWN, VACATION, about, report

HARD, SOFT, LATE, ARRIVED, _ = Verdict


def verdict(raw: bytes, reader: str = READER, *, is_from_nobody: bool = False) -> Verdict | None:
    found = read_report(raw, reader, is_from_nobody=is_from_nobody)
    return found.verdict if found else None


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (report(UNKNOWN), HARD),
        (report(FULL), SOFT),
        (report(DELAYED), LATE),
        (report(about("2.0.0", action="delivered")), ARRIVED),
        (report(UNKNOWN, kind="message/global-delivery-status"), HARD),
        (report(UNKNOWN.lower()), HARD),
        (report(UNKNOWN).replace(b"\r\n", b"\n"), HARD),
        (report(UNKNOWN.replace("failed", "failed (permanently)")), HARD),
        (EXIM, HARD),
        (QMAIL, HARD),
    ],
)
def test_it_says_what_became_of_the_mail(raw: bytes, expected: Verdict) -> None:
    assert verdict(raw) == expected


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_words_alone_say_it_too(form: Form) -> None:
    found = read_report(form.raw, READER, is_from_nobody=True)
    assert found is not None
    assert found.verdict == form.verdict
    assert form.words in found.words


@pytest.mark.parametrize("raw", NO_BOUNCES.values(), ids=NO_BOUNCES)
def test_who_sends_from_nobody_is_not_therefore_a_mail_server(raw: bytes) -> None:
    assert verdict(raw, is_from_nobody=True) is None


def test_only_a_mail_server_may_have_a_sender_in_its_envelope() -> None:
    form = FORMS["nobody's, about us"]
    assert verdict(form.raw, is_from_nobody=True) == SOFT
    assert verdict(form.raw) is None


@pytest.mark.parametrize("raw", [b"", b"\xff\x00", report(), report("Action: odd").replace(b"could not be", b"was")])
def test_what_tells_nothing_is_for_a_person_to_read(raw: bytes) -> None:
    assert verdict(raw) in {Verdict.UNCLEAR, Verdict.SOFT}


def test_the_servers_words_are_kept() -> None:
    found = read_report(report(UNKNOWN), READER, is_from_nobody=True)
    assert found is not None
    assert found.words == "550 5.1.1 <ada@players.example>: Recipient address rejected: User unknown"


@pytest.mark.parametrize("raw", [VACATION, READ, QUOTED, b"From: ada@home.example\n\n550 5.1.1 unknown"])
def test_anything_else_says_nothing(raw: bytes) -> None:
    assert verdict(raw) is None


def test_the_report_is_not_taken_from_the_mail_that_it_returns() -> None:
    assert verdict(report(DELAYED, attached=report(UNKNOWN).decode())) == LATE


def test_of_several_recipients_ours_counts() -> None:
    other = about("5.1.1", reader="ben@players.example")
    assert verdict(report(other, DELAYED)) == LATE
    assert verdict(report(DELAYED, other), "ben@players.example") == HARD


def test_of_addresses_behind_ours_one_that_took_it_is_enough() -> None:
    """Ada's mail is passed on to two mailboxes."""
    gone = about("5.1.1", reader="old@else.example")
    there = about("2.0.0", action="delivered", reader="new@else.example")
    assert verdict(report(gone, there)) is None
    assert verdict(report(gone)) == HARD
    assert verdict(report(about("5.2.2", reader="a@else.example"), gone)) == HARD


def test_the_original_recipient_counts_as_well_as_the_final_one() -> None:
    passed_on = about("5.1.1", reader="old@else.example") + f"\r\nOriginal-Recipient: rfc822;{READER}"
    assert verdict(report(passed_on, about("4.0.0", action="delayed", reader="x@else.example"))) == HARD


def test_exims_words_are_read_from_its_report_alone() -> None:
    assert verdict(EXIM.replace(b"    550 5.1.1 no such user here\n", b"")) == SOFT


def test_a_person_who_writes_like_a_server_is_none() -> None:
    assert verdict(QMAIL.replace(b"MAILER-DAEMON@mx", b"ada@mx")) is None
    assert verdict(EXIM.replace(b"Mailer-Daemon@mx.club", b"ada@players")) is None


def test_whatever_the_bytes_it_raises_nothing_else() -> None:
    chance = random.Random(32)
    seeds = [
        *(form.raw for form in FORMS.values()),
        report(UNKNOWN, FULL),
        EXIM,
        QMAIL,
        QUOTED,
        report(UNKNOWN, kind="message/global-delivery-status"),
    ]
    for _ in range(400):
        raw = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 12)):
            at = chance.randrange(len(raw))
            raw[at : at + chance.randint(0, 8)] = chance.randbytes(chance.randint(0, 8))
        try:
            found = read_report(bytes(raw), READER, is_from_nobody=chance.random() < 0.5)
        except Unreadable:
            continue
        assert found is None or "\0" not in found.words


def test_a_bomb_is_refused() -> None:
    with pytest.raises(Unreadable):
        read_report(b"x: y\n" * 40_000, READER, is_from_nobody=True)
