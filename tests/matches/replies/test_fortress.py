"""A match of Fortress by replies to its emails, and when a player who is at it gets one."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from accounts.models import User
from engine.record.check import check_record
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.mails.turn_delivery import KIND
from matches.models import LogEntry, Match
from matches.record.record import record_of
from matches.verify.replay import differences
from tests.support.composed_mails import text_of
from tests.support.factories import MatchFactory
from tests.support.mail_players import last_text, newest, write
from tests.support.matches import Mails, mail_of, submit

pytestmark = pytest.mark.django_db
SEED = bytes(range(32)).hex()  # its deal, and what an ace draws, are in the rules, section 8
# The attack from the right takes the 3 of spades, the pair of 4s the queen of hearts. In hand at the end: two kings and
# a jack, 3 points, to a king and a jack, 2; and 1 for the queen captured.
LINE = (
    (0, "LLLLLLLL keep", "fortify LLLLLLLL keep"),
    (1, "l l l l l l l l, Keep", "fortify LLLLLLLL keep"),
    (0, "Ace 2", "ace 2"),
    (0, "left", "place left"),
    (1, "attack the right end with 1", "attack 1 right"),
    (0, "Attack 1–2 left", "attack 1-2 left"),
    (1, "Pass.", "pass"),
    (0, "pass", "pass"),
)


def start(people: list[User], **options: str) -> Match:
    match: Match = MatchFactory(game_slug="fortress", players=people, seed=SEED, options=options)
    return match


def test_a_whole_match_by_replies(player: User, opponent: User) -> None:
    people = [player, opponent]
    match = start(people, length="1", pace="whole")
    for seat, typed, _ in LINE:
        mail = write(newest(people[seat], KIND), typed)
        assert mail.outcome == "played", mail.words
        if typed == "Ace 2":
            assert "4♣" in last_text(player, KIND)
            assert "4♣" not in last_text(opponent, "")
    match.refresh_from_db()
    assert match.is_over
    assert last_text(player, "receipt").count("wins the match") == 1
    assert [turn.text for turn in match.log.order_by("index")] == [text for *_, text in LINE]
    assert list(match.seats.order_by("index").values_list("share", "score")) == [(Decimal(1), 4), (Decimal(0), 2)]
    assert not differences(match)


def test_fortifying_when_it_isnt_asked_for_is_answered(player: User, opponent: User) -> None:
    match = start([player, opponent], pace="whole")
    for seat in match.seats.all():
        submit(seat, "fortify LLLLLLLL keep")
    mail = write(newest(player, KIND), "fortify LLLLLLLL keep")
    assert mail.outcome == "refused", mail.words
    assert "The round has been fortified already." in last_text(player, "refusal")


LEFT_RIGHT = ["place left", "place right", "place left"]
ALL = ["place left"] * 8 + ["keep"]


@pytest.mark.parametrize(
    ("lines", "texts"),
    [
        ("left, right, left", LEFT_RIGHT),
        ("place left place right place left", LEFT_RIGHT),
        ("L R L", LEFT_RIGHT),
        ("left\nright\nplace left", LEFT_RIGHT),
        ("Hi Ben,\n\nleft right\nleft\n\nAda", LEFT_RIGHT),
        ("LLLLLLLL keep", ALL),
        ("fortify LLLL LLLL\nkeep", ALL),
    ],
)
def test_a_reply_may_place_several_cards(player: User, opponent: User, lines: str, texts: list[str]) -> None:
    match = start([player, opponent])
    mail = write(newest(player, KIND), lines)
    assert mail.outcome == "played", mail.words
    assert [turn.text for turn in match.log.order_by("index")] == texts
    assert last_text(player, "receipt").partition("Round 1")[0].count(" · ") == len(texts) - 1
    assert not differences(Match.objects.get(pk=match.pk))


@pytest.mark.parametrize("lines", ["LLLLLLLL shift 3 12", "left right\npass", "LLLLLLLLL", "left\nR"])
def test_nothing_of_a_reply_is_played_where_not_all_of_it_can_be(player: User, opponent: User, lines: str) -> None:
    match = start([player, opponent])
    assert write(newest(player, KIND), lines).outcome == "refused"
    assert not match.log.exists()


def test_a_whole_turn_may_stand_on_several_lines(player: User, opponent: User) -> None:
    match = start([player, opponent], pace="whole")
    assert write(newest(player, KIND), "left left left left\nleft left left left\nkeep").outcome == "played"
    assert [turn.text for turn in match.log.all()] == ["fortify LLLLLLLL keep"]


def test_the_next_card_is_mailed_once_its_player_has_gone_quiet(player: User, opponent: User, settings: Any) -> None:
    settings.SITTING_MINUTES = 7
    seat = start([player, opponent]).seats.get(index=0)
    submit(seat, "place left")
    seat.refresh_from_db()
    waiting = mail_of(seat)
    assert seat.asked_at is not None
    assert waiting.next_try_at - seat.asked_at == timedelta(minutes=7)
    submit(seat, "place right")
    assert compose(waiting) is None


def test_a_reply_is_answered_with_the_next_card_in_one_email(player: User, opponent: User, settings: Any) -> None:
    settings.SITTING_MINUTES = 7
    seat = start([player, opponent]).seats.get(index=0)
    write(newest(player, KIND), "right")
    seat.refresh_from_db()
    receipt = newest(player, "receipt")
    assert "You drew 5♣: left or right end?" in text_of(receipt)
    waiting = mail_of(seat)
    assert seat.asked_at is not None
    assert waiting.next_try_at - seat.asked_at == timedelta(minutes=7)
    assert compose(waiting) is not None  # should the receipt fail
    OutboxMail.objects.filter(kind="receipt").update(status=OutboxMail.Status.SENT)
    assert compose(waiting) is None
    write(receipt, "left")
    assert "You drew J♣" in text_of(newest(player, "receipt"))


def test_an_opponent_hears_of_a_whole_sitting_once(player: User, opponent: User, mails: Mails) -> None:
    seat = start([player, opponent]).seats.get(index=0)
    mails()
    for text in (*["place left"] * 8, "keep"):
        submit(seat, text)
    assert [kind for kind, name in mails() if name == str(opponent)] == ["pick_made"]


def test_whoever_is_asked_because_of_a_pick_is_mailed_what_binds_it_with_their_turn(
    player: User, opponent: User, mails: Mails
) -> None:
    match = start([player, opponent], pace="whole")
    first, second = match.seats.order_by("index")
    submit(first, "fortify LLLLLLLL keep")
    mails()
    line = submit(second, "fortify LLLLLLLL keep")
    assert [kind for kind, name in mails() if name == str(player)] == [KIND]
    assert line.notes[-1].split()[-1] in last_text(player, KIND)


def test_many_commitments_are_opened_by_the_record_and_not_the_log(player: User, opponent: User) -> None:
    match = start([player, opponent], length="1")
    for seat in match.seats.order_by("index"):
        for text in (*["place left"] * 8, "keep"):
            submit(seat, text)
    for seat in match.seats.order_by("index"):
        submit(seat, "pass")
    last: LogEntry = match.log.latest("index")
    assert len([note for note in last.notes if "18" in note]) == 1
    match.refresh_from_db()
    assert not check_record(record_of(match, list(match.seats.order_by("index")), None)).faults
