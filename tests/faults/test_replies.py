"""Emails that are not what they seem: wrong addresses, wrong senders, repeats, machines that write to machines."""

from __future__ import annotations

import random
from collections.abc import Callable
from email.message import EmailMessage

import pytest
from django.conf import settings as site
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st
from pytest_django import Settings

from accounts.models import User
from mail.inbound import store
from mail.models import InboundMail, OutboxMail
from mail.outbox.compose import compose
from mail.preferences import unsubscribe
from matches.mails import tokens
from matches.models import LogEntry, Match, Seat
from tests.support.factories import MatchFactory
from tests.support.mail_players import (
    ANSWERS,
    answers_to,
    newest,
    read_one,
    reply_address,
    reply_to,
    take_in,
    write,
)

from .tally import Tally

pytestmark = pytest.mark.django_db(transaction=True)
DOMAIN = "replies.example"
SERVER = "mx.club.example"
LEGAL = "I@b3"
SMTP = InboundMail.Via.SMTP
Mangle = Callable[[str, random.Random], str]


def token_of(message: EmailMultiAlternatives) -> str:
    return reply_address(message).removeprefix("play+").partition("@")[0]


def reader_of(match: Match) -> User:
    player = match.seats.select_related("player").get(asked_turn__isnull=False).player
    assert player is not None
    return player


# -- 25: tokens ----------------------------------------------------------------------------------------------------

MANGLED: dict[str, Mangle] = {
    "cut at its end": lambda token, chance: token[: chance.randrange(32)],
    "cut at its beginning": lambda token, chance: token[chance.randrange(1, 33) :],
    "longer": lambda token, chance: token + chance.choice("abcdefgh234567"),
    "with another letter": lambda token, chance: with_another_letter(token, chance.randrange(32), chance),
    "of chance": lambda _token, chance: "".join(chance.choices("abcdefghijklmnopqrstuvwxyz234567", k=32)),
    "wrapped": lambda token, chance: token[: (cut := chance.randrange(1, 32))] + "\r\n " + token[cut:],
    "with letters that are no base 32": lambda token, _chance: token[:31] + "0",
}


def with_another_letter(token: str, place: int, chance: random.Random) -> str:
    other = chance.choice([letter for letter in "abcdefghijklmnopqrstuvwxyz234567" if letter != token[place]])
    return token[:place] + other + token[place + 1 :]


@pytest.mark.fault(number=25)
def test_no_token_but_the_whole_and_fresh_one_plays_and_none_plays_elsewhere(tally: Tally) -> None:
    one, other = MatchFactory(), MatchFactory()
    reader, bystander = reader_of(one), reader_of(other)
    message, elsewhere = newest(reader), newest(bystander)
    chance = random.Random(3)
    for _ in tally.repeat(quick=1, long=60):
        for mangle in MANGLED.values():
            token = mangle(token_of(message), chance)
            raw = reply_to(message, LEGAL).replace(token_of(message).encode(), token.encode())
            take_in(raw, f"play+{token}@{DOMAIN}")
        write(message, LEGAL, address=reply_address(elsewhere))
    assert not LogEntry.objects.exists()
    assert set(answers_to(bystander)) == {"was_this_you"}
    assert answers_to(reader) == []


@pytest.mark.fault(number=25)
def test_a_token_in_capitals_plays_its_own_turn_and_a_stale_one_none(tally: Tally, client: Client) -> None:
    for _ in tally.repeat(quick=1, long=10):
        match = MatchFactory()
        seat = match.seats.select_related("player").get(asked_turn__isnull=False)
        message, page = newest(reader_of(match)), f"/l/{tokens.mint_turn(seat, 1)}/"
        take_in(reply_to(message, LEGAL), f"PLAY+{token_of(message).upper()}@{DOMAIN.upper()}")
        assert match.log.get().text == LEGAL
        length = Match.objects.get(pk=match.pk).log_length
        assert write(message, "I@c3").outcome == "refused"
        assert client.get(page).status_code == 200
        assert client.post(page, {"text": "I@c3", "number": "1"}).status_code == 409
        assert Match.objects.get(pk=match.pk).log_length == length


@pytest.mark.fault(number=25)
def test_no_made_up_address_finds_anything(tally: Tally) -> None:
    message = newest(reader_of(MatchFactory()))
    token = token_of(message)
    tries = 0

    @given(local=st.text(max_size=70) | st.from_regex(r"play\+[a-zA-Z2-7]{0,40}", fullmatch=True))
    @effort(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    def find_nothing(local: str) -> None:
        nonlocal tries
        tries += 1
        hashed = store.token_hash(f"{local}@{DOMAIN}")
        assert not hashed or not tokens.find_replies([hashed])
        whole = store.token_hash(f"play+{token}@{DOMAIN}")
        assert len(tokens.find_replies([whole, *([hashed] if hashed else [])])) == 1

    find_nothing()
    tally.rounds += tries


# -- 26: the secret key --------------------------------------------------------------------------------------------


@pytest.mark.fault(number=26)
def test_links_and_addresses_outlive_the_secret_key_and_the_rest_says_what_to_do(
    tally: Tally, settings: Settings, client: Client
) -> None:
    for number in tally.repeat(quick=2, long=5):
        match = MatchFactory()
        reader = reader_of(match)
        seat = match.seats.get(player=reader)
        message, page = newest(reader), f"/l/{tokens.mint_turn(seat, 1)}/"
        stop = unsubscribe.unsubscribe_url(reader).removeprefix(site.SITE_URL)
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = f"the new one of round {number}", [settings.SECRET_KEY]
        assert client.get(stop).status_code == 200
        settings.SECRET_KEY_FALLBACKS = []
        answer = client.get(stop)
        assert answer.status_code == 404
        assert "This link no longer works" in answer.content.decode()
        assert "log in and change your settings" in answer.content.decode()
        assert client.post(stop).status_code == 404
        reader.refresh_from_db()
        assert reader.turn_mail == "each"
        assert client.get(page).status_code == 200
        assert write(message, LEGAL).outcome == "played"


# -- 27: repeats ---------------------------------------------------------------------------------------------------


@pytest.mark.fault(number=27)
def test_a_mail_that_comes_again_is_done_once_and_another_with_its_id_is_refused(
    tally: Tally, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in tally.repeat(quick=1, long=10):
        match = MatchFactory()
        message = newest(reader_of(match))
        raw, address = reply_to(message, "draw"), reply_address(message)
        other = raw.replace(b"\ndraw\n", b"\nresign\n")
        assert other != raw
        kept = [_taken(each, address) for each in (raw, raw, other, raw.replace(b"\n", b"\r\n"))]
        assert kept == [store.StoreResult.NEW, store.StoreResult.SAME, store.StoreResult.CLASH, store.StoreResult.SAME]
        assert [turn.kind for turn in match.log.all()] == [LogEntry.Kind.DRAW_OFFER]
        assert answers_to(reader_of(match)) == ["receipt"]
        assert "another body" in caplog.text


@pytest.mark.fault(number=27)
def test_a_mail_without_an_id_is_known_by_what_it_says(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=10):
        match = MatchFactory()
        message = newest(reader_of(match))
        head, _, rest = reply_to(message, "say hello").partition(b"Message-ID: ")
        raw = head + rest.partition(b"\n")[2]
        assert b"Message-ID" not in raw.partition(b"\n\n")[0]
        kept = [_taken(each, reply_address(message)) for each in (raw, raw, raw.replace(b"hello", b"goodbye"))]
        assert kept == [store.StoreResult.NEW, store.StoreResult.SAME, store.StoreResult.NEW]
        assert [turn.message for turn in match.log.all()] == ["hello", "goodbye"]


def _taken(raw: bytes, address: str) -> store.StoreResult:
    kept = store.store_mail(raw, via=SMTP, sender="somebody@programs.example", recipients=[address])
    for pk in InboundMail.objects.filter(status=InboundMail.Status.WAITING).values_list("pk", flat=True):
        read_one(pk)
    return kept


# -- 28: machines --------------------------------------------------------------------------------------------------

VACATION = "Thank you for your mail. I am away until Monday and will read it then.\nresign\n"
MOST_ROUNDS = 40


def bounce(message: EmailMultiAlternatives) -> bytes:
    report = EmailMessage()
    report["From"] = "MAILER-DAEMON@programs.example"
    report["To"] = message.reply_to[0]
    report["Subject"] = "Undelivered Mail Returned to Sender"
    report["Content-Type"] = 'multipart/report; report-type=delivery-status; boundary="b"'
    body = f"--b\r\n\r\n{LEGAL}\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1\r\n--b--\r\n"
    return report.as_bytes().replace(b"\n", b"\r\n") + body.encode()


@pytest.mark.fault(number=28)
@pytest.mark.parametrize(
    "head",
    [
        {"Auto-Submitted": "auto-replied", "Subject": "Out of office"},
        {"X-Autoreply": "yes"},
        {"Precedence": "auto_reply"},
        {"List-Id": "Club chat <chat.club.example>", "Precedence": "list"},
        {"From": f"Fortify <noreply@{DOMAIN}>"},
    ],
)
def test_machines_and_lists_play_nothing_and_get_nothing(tally: Tally, head: dict[str, str]) -> None:
    for _ in tally.repeat(quick=1, long=5):
        match = MatchFactory()
        message = newest(reader_of(match))
        assert write(message, LEGAL, head=head).outcome == "automatic"
        (report,) = take_in(bounce(message), reply_address(message), sender="")
        assert report.outcome == "automatic"
        assert not match.log.exists()
        assert answers_to(reader_of(match)) == []


@pytest.mark.fault(number=28)
def test_an_answering_machine_that_hides_gets_one_answer_a_day(tally: Tally) -> None:
    """The machine answers each of our emails with the same words, and never says that it is a machine."""
    for _ in tally.repeat(quick=1, long=5):
        match = MatchFactory()
        reader = reader_of(match)
        answered: set[int] = set()
        for _round in range(MOST_ROUNDS):
            new = OutboxMail.objects.filter(user=reader).exclude(pk__in=answered).first()
            if new is None:
                break
            answered.add(new.pk)
            message = compose(new)
            assert message is not None
            write(message, VACATION)
        match.refresh_from_db()
        assert not match.is_over
        assert not match.log.exists()
        assert answers_to(reader) == ["hello"]


@pytest.mark.fault(number=28)
def test_two_of_our_own_kind_fall_silent_at_once(tally: Tally) -> None:
    """A player has given another club's reply address as their own. Our emails serve as the other club's, too."""
    for _ in tally.repeat(quick=1, long=5):
        match, there = MatchFactory(), MatchFactory()
        reader, other = reader_of(match), reader_of(there)
        address = reply_address(newest(other))
        User.objects.filter(pk=reader.pk).update(email=address)
        for _round in range(3):
            message = newest(User.objects.get(pk=reader.pk))
            for raw in (message.message().as_bytes(), message.message().as_bytes().replace(b"noreply@", b"play@")):
                rows = take_in(raw, address, sender="bounces@elsewhere.example")
                assert all(row.outcome == "automatic" for row in rows)
        assert not OutboxMail.objects.filter(kind__in=ANSWERS).exists()
        assert not LogEntry.objects.filter(match=there).exists()


# -- 29: senders ---------------------------------------------------------------------------------------------------


@pytest.mark.fault(number=29)
def test_a_forged_sender_with_the_right_address_plays_nothing_and_the_owner_is_asked(
    tally: Tally, settings: Settings
) -> None:
    settings.AUTHSERV_ID = SERVER
    for _ in tally.repeat(quick=1, long=10):
        match = MatchFactory()
        reader = reader_of(match)
        message = newest(reader)
        forged = f"{SERVER}; dmarc=fail (p=reject) header.from=players.example"
        raw = reply_to(message, LEGAL)
        claims = (
            f"Authentication-Results: {forged}\n",
            # Ours is above what came with the email.
            f"Authentication-Results: {forged}\nAuthentication-Results: {SERVER}; dmarc=pass\n",
            f"Authentication-Results: {forged}\nAuthentication-Results: mx.bank.example; dmarc=pass\n",
        )
        for number, claim in enumerate(claims):
            (mail,) = take_in(claim.encode() + raw.replace(b".reply@", f".{number}@".encode()), reply_address(message))
            assert mail.outcome == "not theirs"
        assert not match.log.exists()
        assert answers_to(reader) == ["was_this_you"]
        assert str(newest(reader).to) == f"['{reader.email}']"


@pytest.mark.fault(number=29)
def test_the_right_sender_with_a_wrong_address_gets_silence(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=10):
        match = MatchFactory()
        reader = reader_of(match)
        message = newest(reader)
        mails = OutboxMail.objects.count()
        for address in (f"play+{'b' * 32}@{DOMAIN}", f"play@{DOMAIN}", f"postmaster@{DOMAIN}"):
            raw = reply_to(message, LEGAL, to=address)
            (mail,) = take_in(raw, address)
            assert mail.outcome == "unknown address"
        assert not match.log.exists()
        assert OutboxMail.objects.count() == mails


@pytest.mark.fault(number=29)
def test_another_players_own_mail_with_the_first_ones_address_plays_nothing(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=10):
        match = MatchFactory()
        reader = reader_of(match)
        other: Seat = match.seats.exclude(player=reader).get()
        assert other.player is not None
        assert write(newest(reader), LEGAL, sender=other.player.email).outcome == "not theirs"
        assert not match.log.exists()
        assert answers_to(other.player) == []
        assert write(newest(reader, "your_turn"), LEGAL).outcome == "played"
