"""A whole match by two people who never open the site: real mail servers at both ends of every email."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.utils import make_msgid, parseaddr

import pytest
from django.contrib.sessions.models import Session
from pytest_django import Settings

from accounts.models import User
from engine.games import game
from mail.inbound import lease
from mail.inbound.smtp import Server
from mail.models import InboundMail, OutboxMail
from mail.outbox import deliver
from matches.models import LogEntry, Match
from matches.replies import process
from tests.support.factories import ChallengeFactory
from tests.support.mail_threads import PROGRAMS, Mail
from tests.support.smtp_client import open_door, talk
from tests.support.smtp_server import Sink, serving
from tests.support.whole_match import COLOUR, OPTIONS, PICKS, SCORES, submissions

pytestmark = pytest.mark.django_db(transaction=True)
ASKS = "Or reply to this email with your"


class Club:
    """The site between its two mail servers, one to send by and one to receive by."""

    def __init__(self, sink: Sink, door: Server) -> None:
        self.sink, self.door = sink, door

    def work(self) -> None:
        """What the workers do: read what came in, and send what must be sent."""
        lease.process_due(process.process)
        deliver.deliver_due()

    def box(self, address: str) -> list[Message]:
        return [message for to, message in self.sink.taken if to == address]

    def post(self, sender: str, mail: EmailMessage) -> None:
        with talk(self.door) as client:
            assert client.sendmail(sender, [parseaddr(str(mail["To"]))[1]], mail.as_bytes()) == {}


@pytest.fixture
def club(settings: Settings) -> Iterator[Club]:
    with ExitStack() as stack:
        sink = Sink()
        port = stack.enter_context(serving(sink))
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 20
        yield Club(sink, stack.enter_context(open_door()))


def text_of(message: Message) -> str:
    part = next(part for part in message.walk() if part.get_content_type() == "text/plain")
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()


def answer(message: Message, sender: str, text: str) -> EmailMessage:
    """A reply as Thunderbird writes it."""
    reply = EmailMessage()
    reply["From"], reply["To"] = sender, head(message, "Reply-To")
    reply["Subject"], reply["Message-ID"] = f"Re: {subject_of(message)}", make_msgid(domain="programs.example")
    reply["In-Reply-To"] = head(message, "Message-ID")
    reply["References"] = f"{head(message, 'References')} {head(message, 'Message-ID')}"
    quoted = "\n".join(f"> {line}" for line in text_of(message).splitlines())
    reply.set_content(f"{text}\n\nAm 21.11.26 um 12:00 schrieb Fortify Club:\n{quoted}\n")
    return reply


def head(message: Message, name: str) -> str:
    """A header, unfolded."""
    return " ".join(str(message[name]).split())


def subject_of(message: Message) -> str:
    return str(make_header(decode_header(str(message["Subject"]))))


def last_that_asks(box: list[Message]) -> Message:
    return next(message for message in reversed(box) if ASKS in text_of(message))


def test_two_players_who_never_open_the_site_play_a_whole_match_by_mail(
    club: Club, player: User, opponent: User
) -> None:
    ChallengeFactory(challenger=player, opponent=opponent, options=OPTIONS)
    club.work()
    club.post(opponent.email, answer(club.box(opponent.email)[-1], opponent.email, "accept"))
    club.work()
    match, people = Match.objects.get(), (player, opponent)
    played = Counter[str]()
    for seat, text in submissions():
        address = people[seat].email
        club.post(address, answer(last_that_asks(club.box(address)), address, text))
        club.work()
        played[address] += 1
        assert match.log.filter(number__isnull=False).count() == played.total(), text_of(club.box(address)[-1])
    match.refresh_from_db()

    assert match.is_over
    assert tuple(match.seats.order_by("index").values_list("score", flat=True)) == SCORES
    turns = list(match.log.order_by("index"))
    assert [(turn.seat.index, turn.text) for turn in turns if turn.seat] == _canonical()
    assert {turn.via for turn in turns} == {LogEntry.Via.MAIL}
    assert {mail.outcome for mail in InboundMail.objects.all()} == {"accepted", "played"}
    assert not OutboxMail.objects.exclude(status__in=(OutboxMail.Status.SENT, OutboxMail.Status.DROPPED)).exists()
    for reader in people:
        _check_mailbox(club.box(reader.email), played[reader.email])
    assert PICKS[0] not in " ".join(text_of(mail) for mail in club.box(opponent.email)[:3])
    assert not Session.objects.exists()


def _canonical() -> list[tuple[int, str]]:
    """The submissions as the game writes them."""
    rules = game("fortify")
    state = rules.start(rules.clean_options(OPTIONS), 2, bytes(32))
    found = []
    for seat, text in submissions():
        judged = rules.play(state, seat, text)
        state = judged.state
        found.append((seat, judged.text))
    assert COLOUR in [text for _, text in found]
    return found


def _check_mailbox(box: list[Message], played: int) -> None:
    """A receipt for every turn, each email once, one thread for the match."""
    assert sum("You played:" in text_of(message) for message in box) == played
    assert len({message["Message-ID"] for message in box}) == len(box)
    of_match = [message for message in box if "#" in subject_of(message)]
    assert len(of_match) >= 2 * played
    mails = [
        Mail(head(each, "Message-ID"), subject_of(each), (*head(each, "References").split(), head(each, "In-Reply-To")))
        for each in of_match
    ]
    for program in PROGRAMS.values():
        assert len(set(program(mails))) == 1
    assert "is over" in text_of(box[-1]) + text_of(box[-2])
