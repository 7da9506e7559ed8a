"""An email is let in to an address that someone was given, and no more of them than a person writes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from mail.bounces import address as returns
from mail.inbound import admission, peers, smtp, store
from mail.inbound.admission import Answer
from mail.inbound.reply_address import address_of
from mail.models import InboundMail, OutboxMail, RefusedMail
from mail.outbox import deliver
from matches.mails import tokens as link_tokens
from matches.models import Match, Outage
from tests.support.factories import UserFactory
from tests.support.inbound import ADDRESS, DOMAIN, SMTP, TOKEN, address_for, give, letter
from timekeeping import clock

pytestmark = pytest.mark.django_db
SENDER = "ada@players.example"


def judged(address: str, sender: str = SENDER) -> Answer:
    return admission.judge(address, via=SMTP, sender=sender)


def keep_to(addresses: Iterable[str], sender: str = SENDER) -> None:
    """What is let in is stored."""
    for number, address in enumerate(addresses, InboundMail.objects.count()):
        store.store_mail(letter(message_id=f"<{number}@x>"), via=SMTP, sender=sender, recipients=[address])


def tokens(number: int) -> list[str]:
    return [f"{'abcdefghijklmnopqrstuvwxyz234567'[each]}" * 32 for each in range(number)]


def test_only_an_address_that_was_given_to_somebody_is_known() -> None:
    give(TOKEN)
    assert judged(ADDRESS) == judged(ADDRESS.upper()) == Answer.WELCOME
    unknown = (
        f"play+{TOKEN[::-1]}@{DOMAIN}",
        f"play@{DOMAIN}",
        f"info@{DOMAIN}",
        f"{ADDRESS}.example",
        "",
        "\0@\ud800",
    )
    for address in unknown:
        assert judged(address) == Answer.UNKNOWN


def test_one_whose_turn_is_long_played_still_gets_its_answer(second_turn: Match, player: User) -> None:
    mail = OutboxMail.objects.filter(user=player).earliest("pk")
    seat = second_turn.seats.get(player=player)
    stale = address_for(seat)
    assert mail.match_id == second_turn.pk
    assert judged(stale) == Answer.WELCOME


def test_a_mail_comes_back_to_an_address_that_we_signed_and_to_no_other(match: Match) -> None:
    mail = OutboxMail.objects.filter(match=match).latest("pk")
    deliver.deliver(mail.pk)
    good = returns.bounce_address(mail)
    forged = good[: -len(f"a@{DOMAIN}")] + ("b" if good[-len(DOMAIN) - 2] == "a" else "a") + f"@{DOMAIN}"
    assert (judged(good, ""), judged(forged, "")) == (Answer.WELCOME, Answer.UNKNOWN)


def test_an_unknown_address_leaves_a_number_behind_and_no_row() -> None:
    for _ in range(3):
        judged(f"play+{TOKEN}@{DOMAIN}", "mallory@bad.example")
    assert not InboundMail.objects.exists()
    row = RefusedMail.objects.get()
    assert (row.why, row.via, row.number, row.sender) == ("unknown", "smtp", 3, "mallory@bad.example")


def test_known_or_not_an_address_costs_one_look(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    give(TOKEN)
    for token in (TOKEN, TOKEN[::-1]):
        with django_assert_num_queries(1):
            link_tokens.owner_of_reply(store.token_hash(address_of(token)))


def test_an_address_takes_no_more_than_a_person_writes_until_the_hour_is_over() -> None:
    give(TOKEN)
    keep_to([ADDRESS] * admission.MOST_TO_ADDRESS)
    assert judged(ADDRESS) == judged(ADDRESS, "another@players.example") == Answer.TOO_MANY
    with time_machine.travel(clock.now() + timedelta(hours=1, seconds=1)):
        assert judged(ADDRESS) == Answer.WELCOME


def test_a_sender_may_write_so_much_to_what_one_player_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_OF_SENDER", 3)
    own, other = tokens(5), TOKEN
    give(*own)
    give(other)
    keep_to(map(address_of, own[:3]))
    assert judged(address_of(own[4])) == Answer.TOO_MANY
    assert judged(address_of(own[4]), "another@players.example") == Answer.WELCOME
    assert judged(address_of(other)) == Answer.WELCOME  # whoever forges a sender takes nothing from its owner


def test_reports_have_no_sender_who_could_send_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_OF_SENDER", 1)
    give(*tokens(3))
    keep_to(map(address_of, tokens(3)), "")
    assert judged(address_of(tokens(1)[0]), "") == Answer.WELCOME


# -- machines ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "name"),
    [
        *(("192.0.2.7", "192.0.2.7"), ("IPV6:2001:db8:0:1::7", "2001:db8:0:1::/64"), ("2001:db8::7", "2001:db8::/64")),
        *(("127.0.0.1", ""), ("::1", ""), ("[UNAVAILABLE]", ""), ("", ""), ("mx.example", "")),
    ],
)
def test_a_machine_is_known_by_its_address(address: str, name: str) -> None:
    assert peers.named(address) == name


def test_a_machine_may_bring_so_many_within_the_hour() -> None:
    moment = [0.0]
    known = peers.Peers(now=lambda: moment[0])
    for _ in range(peers.MOST):
        assert known.may_bring("192.0.2.7")
        known.note("192.0.2.7")
    assert not known.may_bring("192.0.2.7")
    assert known.may_bring("192.0.2.8")
    assert known.may_bring("")
    moment[0] = peers.PERIOD
    assert known.may_bring("192.0.2.7")
    known.note("192.0.2.7")
    assert known.may_bring("192.0.2.7")


def test_no_flood_of_machines_fills_the_memory() -> None:
    known = peers.Peers()
    for number in range(peers.MOST_KNOWN + 5):
        known.note(f"2001:db8:0:{number:x}::/64")
    assert len(known.counts) == peers.MOST_KNOWN


def test_the_addresses_of_a_player_who_is_gone_are_unknown() -> None:
    user = give(TOKEN, to=UserFactory())
    user.delete()
    assert judged(ADDRESS) == Answer.UNKNOWN


# -- after a backup --------------------------------------------------------------------------------------------------

LOST = f"play+{'a' * 32}@{DOMAIN}"


def restored(days: float = 1) -> None:
    """So long ago."""
    ended = clock.now() - timedelta(days=days)
    Outage.objects.create(began_at=ended - timedelta(hours=5), ended_at=ended, clocks=0, is_restoration=True)


def answers() -> list[str]:
    return [mail.user.email for mail in OutboxMail.objects.filter(kind="restored") if mail.user]


def reply_to(address: str, sender: str) -> list[str]:
    """As it lies in a mailbox, or is posted."""
    return admission.admitted([address], via=InboundMail.Via.IMAP, sender=sender)


def test_a_player_who_replies_to_an_address_that_was_lost_is_told_once_a_day() -> None:
    player = UserFactory(email=SENDER)
    assert reply_to(LOST, SENDER) == []
    assert answers() == []
    restored()
    for sender in (SENDER, SENDER.upper(), "mallory@bad.example"):
        assert reply_to(LOST, sender) == []
    assert answers() == [player.email]


def test_after_some_days_an_address_that_is_unknown_is_just_that() -> None:
    UserFactory(email=SENDER)
    restored(days=15)
    assert reply_to(LOST, SENDER) == []
    assert answers() == []


@pytest.mark.parametrize("address", [LOST, f"play@{DOMAIN}", f"bounce+1.x@{DOMAIN}"])
def test_a_mail_server_is_told_so_whatever_the_address(address: str) -> None:
    """No one learns from it which addresses there were."""
    assert smtp.refusal_of(address, SENDER, "") == smtp.NOT_HERE
    restored()
    refusal = smtp.refusal_of(address, SENDER, "")
    assert refusal.startswith("550 5.1.1 ")
    assert "restored from a backup" in refusal
    assert len(refusal) <= 510  # with its end 512 octets: RFC 5321, 4.5.3.1.5


def test_an_address_that_is_known_works_as_before() -> None:
    give(TOKEN)
    restored()
    assert smtp.refusal_of(ADDRESS, SENDER, "") == ""
