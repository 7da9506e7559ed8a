"""No one loses on time over an email that came in time and was not read yet."""

from __future__ import annotations

from datetime import timedelta

from mail.inbound import lease, store
from mail.inbound.reply_address import address_of
from mail.models import InboundMail
from matches.gate import timeout
from matches.mails import tokens
from matches.models import Match, Seat
from tests.support.inbound import SMTP, address_for, letter
from tests.support.matches import told, travel_past_grace_of, travel_to_deadline_of
from timekeeping import clock

SECOND = timedelta(seconds=1)


def arrive(address: str) -> InboundMail:
    store.store_mail(letter(), via=SMTP, sender="ada@players.example", recipients=[address], now=clock.now())
    return InboundMail.objects.get()


def decide(seat: Seat) -> bool:
    with travel_past_grace_of(seat, hours=1):
        return timeout.time_out(seat.pk, seat.asked_turn or 0) is not None


def test_a_mail_stamped_within_the_grace_holds_the_decision_until_it_is_read(match: Match, player_seat: Seat) -> None:
    told(match)
    with travel_to_deadline_of(player_seat, seconds=30):
        mail = arrive(address_for(player_seat))
        claimed = lease.INBOX.claim(mail.pk)
    assert claimed is not None
    assert not decide(player_seat)
    assert lease.note_outcome(claimed, lease.Outcome("refused"))
    assert decide(player_seat)


def test_a_mail_that_is_set_aside_holds_nothing_more(match: Match, player_seat: Seat) -> None:
    told(match)
    mail = arrive(address_for(player_seat))
    assert not decide(player_seat)
    InboundMail.objects.filter(pk=mail.pk).update(status=InboundMail.Status.SET_ASIDE)
    assert decide(player_seat)


def test_a_mail_stamped_after_the_grace_holds_nothing(match: Match, player_seat: Seat) -> None:
    told(match)
    with travel_past_grace_of(player_seat):
        arrive(address_for(player_seat))
    assert decide(player_seat)


def test_a_mail_to_an_address_that_nobody_was_given_holds_nothing(match: Match, player_seat: Seat) -> None:
    told(match)
    arrive("play+abcdefgh234567abcdefgh234567abcd@replies.example")
    assert decide(player_seat)


def test_a_mail_for_another_seat_holds_nothing(match: Match, player_seat: Seat, opponent_seat: Seat) -> None:
    told(match)
    arrive(address_for(opponent_seat))
    assert decide(player_seat)


def test_a_link_to_a_page_is_no_reply_address(match: Match, player_seat: Seat) -> None:
    told(match)
    arrive(address_of(tokens.mint_turn(player_seat, player_seat.asked_turn or 0)))
    assert decide(player_seat)
