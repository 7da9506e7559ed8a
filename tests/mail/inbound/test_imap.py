"""Emails are collected from a mailbox: each once, and marked as read only when they are stored."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
import time_machine
from allauth.account.models import EmailAddress
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.db import OperationalError
from pytest_django import Settings

from accounts.models import User
from jobs.models import Heartbeat
from mail.inbound import imap, store
from mail.models import InboundMail, OutboxMail, RefusedMail
from matches.gate import timeout
from matches.models import Match, Outage, Seat
from matches.time_control.time_control import DAY
from tests.support.inbound import ADDRESS, TOKEN, letter, with_picture
from tests.support.matches import told, travel_past_grace_of
from timekeeping import clock

from .imap_server import PASSWORD, USER, Postbox, keeping

pytestmark = pytest.mark.usefixtures("given")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SEEN = {r"\Seen"}


@pytest.fixture
def box(settings: Settings) -> Iterator[Postbox]:
    with keeping(Postbox()) as box:
        settings.IMAP_URL = f"imap://{quote(USER)}:{quote(PASSWORD)}@127.0.0.1:{box.port}/INBOX"
        yield box


@pytest.fixture(autouse=True)
def _it_is_just_after_noon(request: pytest.FixtureRequest) -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=5), tick=False):
        yield


def numbered(number: int) -> bytes:
    return letter(message_id=f"<{number}@x>")


def test_what_is_unread_is_collected_once(box: Postbox) -> None:
    raw = b"Return-Path: <bounces@ada.example>\r\n" + letter()
    read, unread = box.put(numbered(9)), box.put(raw)
    read.flags |= SEEN
    assert imap.collect() == 1
    assert imap.collect() == 0
    mail = InboundMail.objects.get()
    assert bytes(mail.raw) == raw
    assert (mail.via, mail.sender, mail.recipients) == ("imap", "bounces@ada.example", [ADDRESS])
    assert unread.flags == SEEN


def test_whom_it_was_delivered_to_counts_not_only_whom_it_names(box: Postbox) -> None:
    to_another = letter().replace(ADDRESS.encode(), b"club@elsewhere.example")
    box.put(b"Delivered-To: " + ADDRESS.upper().encode() + b"\r\n" + to_another)
    imap.collect()
    assert InboundMail.objects.get().recipients == [ADDRESS]


def test_a_mail_to_an_address_that_nobody_was_given_is_left_there_as_read(box: Postbox) -> None:
    unknown = box.put(letter().replace(TOKEN.encode(), b"a" * 32))
    large = box.put(letter("x" * store.LARGEST_ACCEPTED).replace(TOKEN.encode(), b"b" * 32))
    known = box.put(letter())
    assert imap.collect() == 3
    assert [mail.flags for mail in (unknown, large, known)] == [SEEN] * 3
    assert InboundMail.objects.get().recipients == [ADDRESS]
    assert RefusedMail.objects.get(via="imap").number == 2


def test_a_player_who_replies_to_an_address_that_a_backup_lost_is_told_once_a_day(box: Postbox, given: User) -> None:
    EmailAddress.objects.create(user=given, email="ada@players.example", verified=True)
    Outage.objects.create(began_at=clock.now() - DAY, ended_at=clock.now(), clocks=0, is_restoration=True)
    for number in range(2):
        box.put(numbered(number).replace(TOKEN.encode(), b"a" * 32))
        imap.collect()
    box.put(numbered(9).replace(ADDRESS.encode(), b"club@elsewhere.example"))
    imap.collect()
    assert OutboxMail.objects.get(kind="restored").user == given


@pytest.mark.parametrize("moves", [True, False])
def test_a_flood_to_made_up_addresses_is_put_away_at_once(box: Postbox, settings: Settings, moves: bool) -> None:
    settings.IMAP_URL += "?done=Taken%20in"
    box.moves = moves
    for number in range(imap.BATCH + 5):
        box.put(numbered(number).replace(TOKEN.encode(), b"a" * 32))
    box.put(numbered(999))
    assert imap.collect() == imap.BATCH + 6
    assert box.lying() == []
    assert bytes(InboundMail.objects.get().raw) == numbered(999)
    assert RefusedMail.objects.get().number == imap.BATCH + 5


def test_a_delivery_report_has_no_sender(box: Postbox) -> None:
    box.put(b"Return-Path: <>\r\n" + letter())
    imap.collect()
    assert InboundMail.objects.get().sender == ""


@pytest.mark.parametrize("moves", [True, False])
def test_collected_mails_may_be_moved_to_a_folder(box: Postbox, settings: Settings, moves: bool) -> None:
    settings.IMAP_URL += "?done=Taken%20in"
    box.moves = moves
    box.put(numbered(1))
    box.put(numbered(2))
    assert imap.collect() == 2
    assert box.lying() == []
    assert [mail.raw for mail in box.mails if mail.folder] == [numbered(1), numbered(2)]
    assert InboundMail.objects.count() == 2


@pytest.mark.parametrize("command", ["STORE", "FETCH", "SEARCH", "SELECT", "LOGIN", "LOGOUT"])
def test_a_line_that_breaks_at_any_point_loses_nothing_and_doubles_nothing(box: Postbox, command: str) -> None:
    mails = [box.put(numbered(n)) for n in range(3)]
    box.fault = command
    try:
        imap.collect()
    except (imap.ImapRefused, OSError):
        assert command != "LOGOUT"
    box.fault = ""
    imap.collect()
    assert InboundMail.objects.count() == 3
    assert all(mail.flags == SEEN for mail in mails)


def test_while_the_database_is_away_it_stays_unread(box: Postbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **more: object) -> None:
        raise OperationalError("server closed the connection")

    mail = box.put(letter())
    with monkeypatch.context() as broken:
        broken.setattr(store, "_keep", away)
        with pytest.raises(OperationalError):
            imap.collect()
    assert mail.flags == set()
    imap.collect()
    assert InboundMail.objects.count() == 1


def test_a_mail_that_cannot_be_stored_stops_no_other(box: Postbox, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = store.store_mail

    def faulty(raw: bytes, **more: object) -> store.StoreResult:
        if b"<1@x>" in raw:
            raise ValueError("a mistake of ours")
        return keep(raw, **more)  # type: ignore[arg-type]

    mails = [box.put(numbered(n)) for n in range(3)]
    monkeypatch.setattr(store, "store_mail", faulty)
    imap.collect()
    assert [bool(mail.flags) for mail in mails] == [True, False, True]


def test_of_a_mail_that_is_too_large_the_headers_are_kept(box: Postbox) -> None:
    large, small = box.put(letter("x" * store.LARGEST_ACCEPTED)), box.put(numbered(2))
    assert imap.collect() == 2
    assert (large.flags, small.flags) == (SEEN, SEEN)
    head, whole = InboundMail.objects.order_by("pk")
    assert (head.status, head.is_head_only, whole.is_head_only) == ("waiting", True, False)
    assert b"xxx" not in bytes(head.raw)


def test_a_picture_in_a_signature_is_no_hindrance(box: Postbox) -> None:
    large = box.put(with_picture(numbered(1), 5 * 2**20))
    imap.collect()
    assert large.flags == SEEN
    mail = InboundMail.objects.get()
    assert b"b3+" in bytes(mail.raw)
    assert len(mail.raw) < 2**20


@pytest.mark.parametrize("fault", ["hang", "drip"])
def test_a_server_that_hangs_is_given_up(box: Postbox, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    monkeypatch.setattr(imap, "STEP", 0.5)
    monkeypatch.setattr(imap, "PATIENCE", 1.0)
    box.fault = fault
    began = time.perf_counter()
    with pytest.raises((imap.ImapRefused, OSError)):
        imap.collect()
    assert time.perf_counter() - began < 30
    assert not Heartbeat.objects.filter(name=Heartbeat.Name.MAILBOX).exists()


def test_a_round_that_takes_long_leaves_the_rest_to_the_next(box: Postbox, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        box.put(numbered(number))
    with monkeypatch.context() as hurried:
        hurried.setattr(imap, "ENOUGH", 0.0)
        assert imap.collect() == 0
    assert not Heartbeat.objects.filter(name=Heartbeat.Name.MAILBOX).exists()  # deadlines wait for what is left
    assert imap.collect() == 3
    assert Heartbeat.objects.filter(name=Heartbeat.Name.MAILBOX).exists()


def test_so_does_one_that_is_kept_busy_by_a_flood(box: Postbox, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(imap.BATCH + 5):
        box.put(numbered(number).replace(TOKEN.encode(), b"a" * 32))
    box.put(numbered(1))
    with monkeypatch.context() as hurried:
        hurried.setattr(imap, "ENOUGH", 0.0)
        assert imap.collect() == imap.BATCH
    assert not Heartbeat.objects.filter(name=Heartbeat.Name.MAILBOX).exists()
    assert imap.collect() == 6
    assert InboundMail.objects.count() == 1


def test_a_wrong_password_is_said(box: Postbox, settings: Settings) -> None:
    settings.IMAP_URL = settings.IMAP_URL.replace("password", "guess")
    with pytest.raises(imap.ImapRefused):
        imap.collect()


# -- over TLS ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For localhost, self-signed; the key is in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(NOON - timedelta(days=9999))
        .not_valid_after(NOON + timedelta(days=9999))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return path


@pytest.fixture
def tls_url(
    request: pytest.FixtureRequest, certificate: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Postbox]:
    """A mailbox over TLS, by the scheme that the test is for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))  # whom OpenSSL believes by itself
    with keeping(Postbox(tls=context, is_tls=request.param == "imaps")) as box:
        settings.IMAP_URL = f"{request.param}://{quote(USER)}:{quote(PASSWORD)}@localhost:{box.port}"
        yield box


@pytest.mark.parametrize("tls_url", ["imaps", "imap+tls"], indirect=True)
def test_a_mailbox_is_emptied_over_tls(tls_url: Postbox) -> None:
    mail = tls_url.put(letter())
    assert imap.collect() == 1
    assert mail.flags == SEEN


@pytest.mark.parametrize("tls_url", ["imaps", "imap+tls"], indirect=True)
def test_a_server_that_is_another_is_told_no_password(tls_url: Postbox, settings: Settings) -> None:
    tls_url.put(letter())
    settings.IMAP_URL = settings.IMAP_URL.replace("localhost", "127.0.0.1")
    with pytest.raises(OSError, match="certificate verify failed"):
        imap.collect()
    assert not InboundMail.objects.exists()


# -- when it came in -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last_round", "date", "stamp"),
    [
        (NOON - timedelta(hours=1), "21-Nov-2026 13:00:00 +0100", NOON),
        (NOON + timedelta(minutes=4), "21-Nov-2026 11:00:00 +0000", NOON + timedelta(minutes=4)),  # it was not there
        (None, "22-Nov-2026 12:00:00 +0000", NOON + timedelta(minutes=5)),  # no later than now
    ],
)
def test_it_came_in_when_it_came_into_the_mailbox(
    box: Postbox, last_round: datetime | None, date: str, stamp: datetime
) -> None:
    if last_round:
        Heartbeat.objects.create(name=Heartbeat.Name.MAILBOX, at=last_round)
    box.put(letter(), date=date)
    imap.collect()
    assert InboundMail.objects.get().arrived_at == stamp


def test_no_deadline_is_decided_before_all_that_came_by_then_is_collected(
    box: Postbox, match: Match, player_seat: Seat
) -> None:
    told(match)
    seat, number = player_seat.pk, player_seat.asked_turn or 0
    imap.collect()
    with travel_past_grace_of(player_seat):
        assert timeout.time_out(seat, number) is None
    with travel_past_grace_of(player_seat, hours=1):
        imap.collect()
        assert timeout.time_out(seat, number) is not None


def test_a_mailbox_that_cannot_be_reached_holds_no_deadline_for_ever(
    box: Postbox, match: Match, player_seat: Seat
) -> None:
    told(match)
    with travel_past_grace_of(player_seat, hours=6):
        assert timeout.time_out(player_seat.pk, player_seat.asked_turn or 0) is not None


# -- the address ---------------------------------------------------------------------------------------------------


def test_the_address_says_it_all() -> None:
    read = imap.mailbox("imaps://club%40example.org:p%3Aw%2F@mail.example.org/Replies/In?done=Old")
    assert (read.host, read.port, read.user, read.password) == ("mail.example.org", 993, "club@example.org", "p:w/")
    assert (read.folder, read.done, read.security) == ("Replies/In", "Old", "imaps")
    assert imap.mailbox("imap+tls://a:b@mail.example.org").port == 143
