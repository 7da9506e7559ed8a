"""The address that an email comes back to."""

from __future__ import annotations

import base64
import re
from itertools import pairwise

import pytest
from django.core.mail import EmailMessage
from django.utils.crypto import salted_hmac
from pytest_django import Settings

from accounts.models import User
from mail.bounces import address
from mail.models import OutboxMail
from mail.outbox.queue import resend_mail
from matches.models import Match
from tests.support.composed_mails import latest
from tests.support.smtp_server import Sink

from .conftest import deliver


def test_it_is_short_and_of_one_letter_case_and_leads_back_to_its_mail_in_either(sent: OutboxMail) -> None:
    assert re.fullmatch(r"bounce\+[a-z2-7]{32}@replies\.example", address.bounce_address(sent))
    assert len(address.bounce_address(sent).partition("@")[0]) <= 64  # RFC 5321, 4.5.3.1.1
    assert address.mail_of(address.bounce_address(sent)) == sent
    assert address.mail_of(address.bounce_address(sent).upper()) == sent


def test_a_changed_one_leads_nowhere(sent: OutboxMail) -> None:
    good = address.bounce_address(sent)
    for place in range(7, 39):
        other = "a" if good[place] != "a" else "b"
        assert address.mail_of(good[:place] + other + good[place + 1 :]) is None
    for wrong in (good[:38] + good[39:], "bounce+@replies.example", "", good.replace("replies", "elsewhere")):
        assert address.mail_of(wrong) is None


def test_its_reader_cannot_tell_how_many_emails_others_got_meanwhile(sent: OutboxMail) -> None:
    """They might be about what these have done in secret."""
    mails = [OutboxMail(pk=sent.pk + more, message_id=f"<{more}@example.org>") for more in range(9)]
    told = [base64.b32decode(address.bounce_address(mail)[7:39].upper())[:5] for mail in mails]
    steps = {int.from_bytes(later, "big") - int.from_bytes(earlier, "big") for earlier, later in pairwise(told)}
    assert len(steps) == 8


def test_those_that_went_out_with_a_plain_number_lead_back_too(sent: OutboxMail, settings: Settings) -> None:
    mark = salted_hmac("matches.mail.bounces", f"{sent.pk}:{sent.message_id}", algorithm="sha256").digest()[:15]
    plain = base64.b32encode(sent.pk.to_bytes(5, "big") + mark).decode().lower()
    assert address.mail_of(f"bounce+{plain}@{settings.REPLY_DOMAIN}") == sent


def test_each_sending_has_its_own(sent: OutboxMail) -> None:
    first = address.bounce_address(sent)
    resend_mail(sent)
    assert address.mail_of(first) is None
    assert address.mail_of(address.bounce_address(deliver(sent))) == sent


def test_a_retired_key_is_good_while_it_is_kept(sent: OutboxMail, settings: Settings) -> None:
    signed, old = address.bounce_address(sent), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one", [old]
    assert address.mail_of(signed) == sent
    settings.SECRET_KEY_FALLBACKS = []
    assert address.mail_of(signed) is None


def test_the_envelope_bears_it_and_the_reader_sees_the_site(match: Match, player: User, sink: Sink) -> None:
    mail = deliver(latest("your_turn", player))
    ((_, message),) = sink.taken
    assert sink.senders == [address.bounce_address(mail)]
    assert message["From"] == "Fortify Club <noreply@localhost>"


@pytest.mark.parametrize("off", [{"REPLY_DOMAIN": ""}, {"BOUNCE_ADDRESSES": False}])
def test_without_an_address_for_it_the_envelope_says_what_the_header_does(
    match: Match, player: User, mailoutbox: list[EmailMessage], settings: Settings, off: dict[str, object]
) -> None:
    for name, value in off.items():
        setattr(settings, name, value)
    deliver(latest("your_turn", player))
    assert mailoutbox[0].from_email == settings.DEFAULT_FROM_EMAIL
    assert mailoutbox[0].message()["From"] == settings.DEFAULT_FROM_EMAIL


def test_the_header_is_there_once(match: Match, player: User, mailoutbox: list[EmailMessage]) -> None:
    mail = deliver(latest("your_turn", player))
    assert mailoutbox[0].from_email == address.bounce_address(mail)
    assert mailoutbox[0].message().get_all("From") == ["Fortify Club <noreply@localhost>"]
