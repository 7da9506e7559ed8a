"""A turn that is taken back by a reply: its player hears of it and is asked again in one email."""

from __future__ import annotations

from datetime import time
from html import unescape

import pytest

from accounts.models import TurnMail, User
from mail.inbound import store
from mail.models import InboundMail, OutboxMail
from matches.gate import takeback
from matches.models import Match
from tests.support.composed_mails import deliver_all, html_of, latest, text_of
from tests.support.every_mail import SITE
from tests.support.mail_players import last_text, newest, read_one, reply_address, reply_to, write

LEGAL = "I@b3"


def told_of_second_thoughts(player: User) -> list[str]:
    """The kinds of the emails about a turn that was taken back, to who took it back."""
    since = OutboxMail.objects.filter(user=player, kind="receipt").order_by("pk")[0].pk
    return list(OutboxMail.objects.filter(user=player, pk__gt=since).order_by("pk").values_list("kind", flat=True))


def test_one_mail_says_that_the_turn_is_taken_back_and_asks_for_it_again(match: Match, player: User) -> None:
    write(newest(player), LEGAL)
    reply = newest(player, "receipt")
    write(reply, "take back\nsay Sorry, Ben!")
    assert told_of_second_thoughts(player) == ["your_turn"]
    message = newest(player, "your_turn")
    for part in (text_of(message), unescape(html_of(message))):
        told = " ".join(part.split())
        assert "You took your turn back" in told
        assert "We sent Ben your message: “Sorry, Ben!”" in told
        assert "Your turn, by" not in told
    assert message.extra_headers["Auto-Submitted"] == "auto-replied"
    assert write(message, "I@a3").outcome == "played"


def test_who_takes_a_turn_back_on_the_site_is_asked_for_it_as_ever(match: Match, player: User) -> None:
    write(newest(player), LEGAL)
    takeback.take_back(match.seats.get(player=player), SITE)
    assert "Your turn, by" in last_text(player, "your_turn")


@pytest.mark.parametrize(
    "wish",
    [
        {"turn_mail": TurnMail.NONE},
        {"turn_mail": TurnMail.DIGEST},
        {"turn_mail": TurnMail.UNTIL_RETURN},
        {"quiet_from": time(0), "quiet_to": time.max},
    ],
)
def test_there_is_a_receipt_where_the_turn_may_not_be_announced_at_once(
    match: Match, player: User, wish: dict[str, object]
) -> None:
    write(newest(player), LEGAL)
    reply = newest(player, "receipt")
    User.objects.filter(pk=player.pk).update(**wish)
    write(reply, "take back")
    assert told_of_second_thoughts(player).count("receipt") == 1
    assert "You took your turn back" in last_text(player, "receipt")
    assert OutboxMail.objects.filter(user=player, context__has_key="taken_back").count() == 0


def test_who_asks_twice_to_take_a_turn_back_is_answered_twice(match: Match, player: User) -> None:
    write(newest(player), LEGAL)
    reply = newest(player, "receipt")
    write(reply, "take back")
    write(reply, "undo")
    assert told_of_second_thoughts(player) == ["your_turn", "receipt"]
    assert "You took your turn back" in last_text(player, "receipt")


def test_a_reply_that_is_read_again_is_answered_once(match: Match, player: User) -> None:
    write(newest(player), LEGAL)
    mail = write(newest(player, "receipt"), "take back")
    deliver_all()
    InboundMail.objects.filter(pk=mail.pk).update(status=InboundMail.Status.WAITING, next_try_at=mail.arrived_at)
    read_one(mail.pk)
    assert told_of_second_thoughts(player) == ["your_turn"]


def test_there_is_a_receipt_where_the_turn_is_being_announced_already(match: Match, player: User) -> None:
    """Taken back on the site while the reply that asks for it waits to be read."""
    write(newest(player), LEGAL)
    reply = newest(player, "receipt")
    raw, sender = reply_to(reply, "take back"), "ada@programs.example"
    store.keep(raw, via=InboundMail.Via.SMTP, sender=sender, recipients=[reply_address(reply)])
    takeback.take_back(match.seats.get(player=player), SITE)
    deliver_all()
    read_one(InboundMail.objects.latest("pk").pk)
    assert told_of_second_thoughts(player) == ["your_turn", "receipt"]
    assert "taken_back" not in latest("your_turn", player).context
