"""Turns in replies that come too late, too early or twice, and what answers them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from engine.errors import GameError
from mail.inbound import store
from mail.models import InboundMail, OutboxMail
from matches.gate import turns
from matches.models import LogEntry, Match, Seat
from tests.support import second_language
from tests.support.composed_mails import message_of
from tests.support.factories import MatchFactory
from tests.support.mail_players import (
    answers_to,
    last_text,
    newest,
    read_one,
    reply_address,
    reply_to,
    take_in,
    write,
)
from tests.support.matches import SITE, asked, play_on

MAIL = LogEntry.Via.MAIL
Status = InboundMail.Status
LEGAL, LEGAL_SECOND = "I@b3", "I@a3 I@c3"


def test_a_reply_to_an_older_mail_is_told_what_was_played_meanwhile(match: Match, player: User, opponent: User) -> None:
    old = newest(player)
    play_on(match, 2)
    length = Match.objects.get(pk=match.pk).log_length
    mail = write(old, "I@c3")
    assert mail.outcome == "refused"
    assert Match.objects.get(pk=match.pk).log_length == length
    text = last_text(player, "refusal")
    assert text.startswith(mail.words.partition(": ")[2])
    assert match.log.get(index=1).words in text
    assert "reply to this email with your turn" in text


def test_the_same_turn_again_is_harmless_and_said_to_be_played(match: Match, player: User) -> None:
    message = newest(player)
    write(message, LEGAL)
    write(message, LEGAL.lower())
    assert match.log.count() == 1
    assert "You had already played this" in last_text(player, "receipt")


def test_a_turn_for_which_the_player_is_not_asked(second_turn: Match, player: User) -> None:
    mail = write(newest(player, "receipt"), LEGAL_SECOND)
    assert second_turn.log_length == 1
    assert mail.words.startswith("Not_asked")
    assert last_text(player, "refusal").startswith(mail.words.partition(": ")[2])


def test_why_not_is_told_in_the_readers_language_and_noted_in_english(second_turn: Match, player: User) -> None:
    User.objects.filter(pk=player.pk).update(language=second_language.OTHER)
    with second_language.in_brackets():
        mail = write(newest(player, "receipt"), LEGAL_SECOND)
        assert "«It isn’t your turn now.»" in last_text(player, "refusal")
        assert mail.words == "Not_asked: It isn’t your turn now."
        User.objects.filter(pk=player.pk).update(language="en-gb")
        assert "«" not in last_text(player, "refusal")


def test_a_rule_is_told_in_the_readers_language_and_noted_in_english(match: Match, player: User) -> None:
    with pytest.raises(GameError) as rule:
        match.game.play(match.loaded_state, 0, "b3-c3")
    User.objects.filter(pk=player.pk).update(language=second_language.OTHER)
    with second_language.in_brackets():
        mail = write(newest(player), "b3-c3")
        said = last_text(player, "refusal")
    assert mail.words == f"Illegal: {rule.value}"
    assert str(rule.value) not in said
    assert str(rule.value) in re.sub("[«»]", "", said)


@pytest.mark.parametrize("line", ["if b3+ else pass", "if I@b2 then b9", "if I@b2 b3; if pass then"])
def test_what_is_wrong_with_conditional_turns_is_told_likewise(second_turn: Match, player: User, line: str) -> None:
    User.objects.filter(pk=player.pk).update(language=second_language.OTHER)
    with second_language.in_brackets():
        mail = write(newest(player, "receipt"), line)
        assert "«" in last_text(player, "refusal")
    assert mail.outcome == "refused"
    assert "«" not in mail.words


def test_all_conditional_turns_are_quoted_where_one_of_them_is_wrong(second_turn: Match, player: User) -> None:
    write(newest(player, "receipt"), "Wenn I@b2 dann b3+\nwenn pass dann b9\nGruß, Ada")
    assert "You wrote: Wenn I@b2 dann b3+; wenn pass dann b9 " in last_text(player, "refusal")


def test_a_mail_that_asked_for_no_turn_plays_none(second_turn: Match, player: User, opponent: User) -> None:
    receipt = newest(player, "receipt")
    play_on(second_turn, 1)
    mail = write(receipt, "T@b2 c2+")
    assert mail.outcome == "refused"
    assert Match.objects.get(pk=second_turn.pk).log_length == 2


def test_two_turns_that_differ_are_both_refused(match: Match, player: User) -> None:
    write(newest(player), f"say Hello!\n{LEGAL}\nI@c3")
    assert not match.log.exists()
    text = last_text(player, "refusal")
    assert "Your email has two different turns" in text
    assert f"You wrote: {LEGAL} / I@c3" in text


def test_two_orders_are_both_refused(match: Match, player: User) -> None:
    write(newest(player), f"{LEGAL}\nresign")
    assert not match.log.exists()
    assert "asks for two different things" in last_text(player, "refusal")


def test_a_reply_to_two_matches_at_once_plays_in_neither(match: Match, player: User, opponent: User) -> None:
    other = MatchFactory(players=[player, opponent])
    here = OutboxMail.objects.get(kind="your_turn", user=player, match=match)
    first, second = message_of(here), newest(player)
    addresses = [reply_address(first), reply_address(second)]
    rows = take_in(reply_to(first, LEGAL, head={"To": ", ".join(addresses)}), *addresses)
    assert [row.outcome for row in rows] == ["refused", "refused"]
    assert not LogEntry.objects.exists()
    assert "several matches at once" in last_text(player, "refusal")
    assert {row.match for row in rows} == {match, other}


def test_two_addresses_of_one_turn_play_it_once_and_are_answered_once(match: Match, player: User) -> None:
    one, two = newest(player), newest(player)
    addresses = [reply_address(one), reply_address(two)]
    assert addresses[0] != addresses[1]
    take_in(reply_to(one, LEGAL, head={"To": ", ".join(addresses)}), *addresses)
    assert match.log.count() == 1
    assert answers_to(player) == ["receipt"]


def test_a_turn_that_arrived_in_time_counts_however_late_it_is_read(match: Match, player: User) -> None:
    message, deadline = newest(player), asked(match).deadline
    assert deadline is not None
    raw = reply_to(message, LEGAL)
    stamp = deadline - timedelta(seconds=1)
    store.store_mail(
        raw, via=InboundMail.Via.SMTP, sender="x@y.example", recipients=[reply_address(message)], now=stamp
    )
    with time_machine.travel(deadline + timedelta(minutes=20), tick=False):
        read_one(InboundMail.objects.get().pk)
    turn = match.log.get()
    assert (turn.text, turn.stamped_at) == (LEGAL, stamp)


def test_a_turn_that_arrived_too_late_is_told_so(match: Match, player: User) -> None:
    message, deadline = newest(player), asked(match).deadline
    assert deadline is not None
    OutboxMail.objects.update(status=OutboxMail.Status.SENT)
    with time_machine.travel(deadline + timedelta(seconds=31), tick=False):
        mail = write(message, LEGAL)
    assert mail.outcome == "refused"
    assert not match.log.filter(kind=LogEntry.Kind.PLAY).exists()
    assert last_text(player, "refusal").startswith(mail.words.partition(": ")[2])


def test_a_match_that_is_over_is_told_so(match: Match, player: User, opponent_seat: Seat) -> None:
    message = newest(player)
    turns.resign(opponent_seat, SITE)
    for text in ("draw", "resign", LEGAL):
        mail = write(message, text)
    assert [mail.context["code"] for mail in OutboxMail.objects.filter(kind="refusal")] == ["over", "over"]
    assert last_text(player, "refusal").startswith(mail.words.partition(": ")[2])
