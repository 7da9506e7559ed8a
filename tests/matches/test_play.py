"""Turns and their refusals."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from fortify_site.accounts.models import TurnMail, User
from matches import clocks, play
from matches.models import Match, OutboxMail, Seat, Turn
from matches.play import Refused
from matches.table import Overtaken, Table
from tests.factories import SEED, MatchFactory, UserFactory
from tests.matches.conftest import Mails, play_picks, submit, travel
from tests.matches.toy import Toy

pytestmark = pytest.mark.django_db

SITE = Turn.Via.SITE


def refusal(seat: Seat, number: int, text: str, message: str = "") -> Refused:
    with pytest.raises(Refused) as caught:
        play.submit_turn(seat, number, text, SITE, message)
    return caught.value


# -- beginning -----------------------------------------------------------------------------------------------------


def test_all_seats_that_are_to_act_are_asked_with_numbers_of_their_own(toy_match: Match) -> None:
    seats = list(toy_match.seats.all())
    assert [seat.number for seat in seats] == [1, 2]
    assert all(seat.deadline == toy_match.started_at + timedelta(days=3) for seat in seats)


def test_a_beginning_match_writes_to_whom_it_asks(toy: Toy, player: User, opponent: User, mails: Mails) -> None:
    MatchFactory(game_slug="toy", players=[player, opponent])
    assert mails() == [("your_turn", "Ada"), ("your_turn", "Ben")]


def test_it_takes_as_many_players_as_the_game_does(toy: Toy) -> None:
    match = MatchFactory(game_slug="toy", players=[UserFactory() for _ in range(5)])
    assert match.seats.count() == 5


def test_it_refuses_more_players_than_the_game_takes(toy: Toy, db: None) -> None:
    with pytest.raises(ValueError, match="cannot be played by"):
        MatchFactory(game_slug="toy", players=[UserFactory() for _ in range(6)])


def test_it_refuses_one_player_on_two_seats(toy: Toy, player: User) -> None:
    with pytest.raises(ValueError, match="cannot be played by"):
        MatchFactory(game_slug="toy", players=[player, player])


def test_every_match_has_a_seed_of_its_own(toy: Toy, player: User, opponent: User) -> None:
    one, two = (MatchFactory(game_slug="toy", players=[player, opponent], seed=None) for _ in range(2))
    assert one.seed != two.seed
    assert one.seed_digest != two.seed_digest


# -- playing -------------------------------------------------------------------------------------------------------


def test_a_turn_is_logged_with_all_that_was_said(first: Seat) -> None:
    turn = play.submit_turn(first, 1, "PICK 4", Turn.Via.LINK, "  good\nluck ")
    turn.refresh_from_db()
    assert (turn.index, turn.number, turn.seat, turn.kind, turn.via) == (0, 1, first, "play", "link")
    assert (turn.text, turn.words, turn.public_words, turn.secret) == (
        "pick 4",
        "Seat 0 picks 4.",
        "Seat 0 has picked.",
        True,
    )
    assert turn.message == "good luck"
    assert turn.state == Match.objects.get(pk=first.match_id).state


def test_a_seat_that_has_played_is_no_longer_asked(first: Seat) -> None:
    submit(first, "pick 4")
    first.refresh_from_db()
    assert (first.number, first.asked_at, first.deadline) == (None, None, None)


def test_a_seat_still_asked_keeps_its_number_and_clock(first: Seat, second: Seat) -> None:
    before = (second.number, second.asked_at, second.deadline)
    with travel(days=1):
        submit(first, "pick 4")
    second.refresh_from_db()
    assert (second.number, second.asked_at, second.deadline) == before


def test_the_next_seat_is_asked_with_a_new_number_and_a_full_clock(toy_match: Match, first: Seat) -> None:
    play_picks(toy_match)
    with travel(days=2):
        submit(first, "add 2")
        next_seat = toy_match.seats.get(index=1)
        assert (next_seat.number, next_seat.asked_at) == (4, timezone.now())
        assert next_seat.deadline == timezone.now() + timedelta(days=3)


def test_a_seat_may_be_asked_again_at_once(toy: Toy, player: User, opponent: User) -> None:
    match = MatchFactory(game_slug="toy", options={"picks": "2"}, players=[player, opponent])
    seat = match.seats.get(index=0)
    submit(seat, "pick 4")
    submit(seat, "pick 5")
    assert [turn.number for turn in match.turns.all()] == [1, 3]


def test_what_was_not_spent_is_kept(toy: Toy, player: User, opponent: User) -> None:
    control = clocks.TimeControl(timedelta(days=10), timedelta(days=1), timedelta(days=12))
    with travel(days=0):
        match = MatchFactory(game_slug="toy", players=[player, opponent], control=control)
        with travel(days=4):
            submit(match.seats.get(index=0), "pick 4")
    assert match.seats.get(index=0).bank == timedelta(days=7)


def test_the_players_asked_are_written_to(toy_match: Match, first: Seat, mails: Mails) -> None:
    submit(first, "pick 1")
    assert mails() == []
    submit(toy_match.seats.get(index=1), "pick 2")
    assert mails() == [("your_turn", "Ada")]
    mail = OutboxMail.objects.latest("pk")
    assert mail.context == {"seat": first.pk, "number": 3}
    assert mail.match == toy_match


def test_who_wants_no_mail_about_turns_gets_none(toy: Toy, player: User, opponent: User, mails: Mails) -> None:
    player.turn_mail = TurnMail.NONE
    player.save()
    MatchFactory(game_slug="toy", players=[player, opponent])
    assert mails() == [("your_turn", "Ben")]


def test_a_match_goes_on_when_a_player_has_left_the_site(toy_match: Match, first: Seat, mails: Mails) -> None:
    play_picks(toy_match)
    mails()
    Seat.objects.filter(index=1).update(player=None)
    submit(first, "add 9")
    assert mails() == []
    submit(toy_match.seats.get(index=1), "add 1")
    assert mails() == [("match_over", "Ada")]


# -- ending --------------------------------------------------------------------------------------------------------


def finish(match: Match) -> None:
    play_picks(match)
    submit(match.seats.get(index=0), "add 9")
    submit(match.seats.get(index=1), "add 1")


def test_a_finished_match_has_its_result(toy_match: Match, mails: Mails) -> None:
    with travel(days=1):
        finish(toy_match)
        toy_match.refresh_from_db()
        assert toy_match.is_over
        assert toy_match.finished_at == timezone.now()
    # Seed 5e5e… gives each seat a bonus of 0x5e % 4 = 2; the picks are 1 and 2.
    assert [(str(seat.share), seat.score) for seat in toy_match.seats.all()] == [("1.0000", 12), ("0.0000", 5)]
    assert (toy_match.how_it_ended, toy_match.result_words) == ("points", "Won by 0.")
    assert all(seat.number is None and seat.deadline is None for seat in toy_match.seats.all())
    assert {seat.finished_at for seat in toy_match.seats.all()} == {toy_match.finished_at}
    assert mails()[-2:] == [("match_over", "Ada"), ("match_over", "Ben")]


def test_shared_wins_are_stored_as_fractions(toy: Toy) -> None:
    match = MatchFactory(game_slug="toy", players=[UserFactory() for _ in range(3)])
    for text in ("pick 1", "add 1"):
        for seat in match.seats.all():
            submit(seat, text)
    assert [str(seat.share) for seat in match.seats.all()] == ["0.3333", "0.3333", "0.3333"]


def test_it_tells_the_rest_of_the_site_once_committed(
    toy_match: Match, django_capture_on_commit_callbacks: Any
) -> None:
    from matches.signals import match_finished

    told: list[Match] = []

    def receiver(match: Match, **_: Any) -> None:
        told.append(match)

    match_finished.connect(receiver)
    with django_capture_on_commit_callbacks(execute=True):
        finish(toy_match)
        assert told == []
    assert told == [toy_match]


def test_a_receiver_that_fails_does_not_undo_the_match(
    toy_match: Match, django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture
) -> None:
    from matches.signals import match_finished

    def receiver(**_: Any) -> None:
        raise RuntimeError("no standings today")

    match_finished.connect(receiver)
    with django_capture_on_commit_callbacks(execute=True):
        finish(toy_match)
    toy_match.refresh_from_db()
    assert toy_match.is_over
    assert "no standings today" in caplog.text


# -- refusing ------------------------------------------------------------------------------------------------------


def test_it_refuses_a_stale_turn_and_says_what_was_played(first: Seat) -> None:
    submit(first, "pick 4")
    refused = refusal(first, 1, "pick 5")
    assert (refused.code, refused.status) == ("stale", 409)
    assert refused.message == "This turn was already played: Seat 0 picks 4."


def test_the_same_turn_again_is_answered_with_the_first(first: Seat) -> None:
    turn = submit(first, "pick 4")
    assert play.submit_turn(first, 1, " Pick 4", SITE) == turn
    assert Turn.objects.count() == 1


def test_the_last_turn_again_is_answered_with_the_first(toy_match: Match, second: Seat) -> None:
    finish(toy_match)
    last = toy_match.turns.get(index=3)
    assert last.number is not None
    assert play.submit_turn(second, last.number, "add 1", SITE) == last


def test_it_refuses_the_turn_of_another_seat(toy_match: Match, first: Seat, second: Seat) -> None:
    refused = refusal(second, 1, "pick 4")
    assert (refused.code, refused.message[:9]) == ("stale", "The match")
    submit(first, "pick 4")
    assert refusal(second, 1, "pick 4").code == "not_asked"


def test_it_does_not_tell_a_secret_to_the_other_seat(first: Seat, second: Seat) -> None:
    submit(first, "pick 4")
    assert "4" not in refusal(second, 1, "pick 5").message


def test_it_refuses_a_seat_that_is_not_asked(first: Seat) -> None:
    submit(first, "pick 4")
    refused = refusal(first, 99, "pick 5")
    assert (refused.code, refused.status, refused.message) == ("not_asked", 409, "It is not your turn now.")


def test_it_refuses_a_number_from_before(toy_match: Match, first: Seat) -> None:
    play_picks(toy_match)
    refused = refusal(first, 2, "add 5")
    assert refused.code == "not_asked"
    assert refusal(first, 77, "add 5").code == "stale"


def test_it_refuses_a_turn_after_the_end(toy_match: Match, first: Seat) -> None:
    finish(toy_match)
    refused = refusal(first, 99, "add 1")
    assert (refused.code, refused.status) == ("over", 409)
    assert refused.message == "This match is over: Won by 0."


def test_it_refuses_what_cannot_be_read(first: Seat) -> None:
    refused = refusal(first, 1, "hello")
    assert (refused.code, refused.status) == ("unreadable", 422)
    assert "hello" in refused.message


def test_it_refuses_what_the_rules_forbid(first: Seat) -> None:
    refused = refusal(first, 1, "add 5")
    assert (refused.code, refused.status, refused.message) == ("illegal", 422, "First every seat picks.")


def test_it_refuses_a_text_no_turn_can_have(first: Seat) -> None:
    assert refusal(first, 1, "x" * 5000).code == "unreadable"


def test_it_refuses_a_message_that_is_too_long(first: Seat) -> None:
    refused = refusal(first, 1, "pick 4", "a" * 501)
    assert refused.code == "unreadable"
    assert refused.message == "Your message is 501 characters long; at most 500 are possible."


def test_it_refuses_a_match_that_is_gone(toy_match: Match, first: Seat) -> None:
    Match.objects.all().delete()
    assert refusal(first, 1, "pick 4").code == "over"


@pytest.mark.parametrize("text", ["hello", "add 5", "pick 4"])
def test_what_is_refused_leaves_nothing_behind(first: Seat, mails: Mails, text: str) -> None:
    before = Match.objects.values().get(pk=first.match_id), list(Seat.objects.values())
    refusal(first, 1, text, "a" * 501)
    assert (Match.objects.values().get(pk=first.match_id), list(Seat.objects.values())) == before
    assert Turn.objects.count() == 0
    assert mails() == []


def test_a_message_loses_what_could_spoil_the_page(first: Seat) -> None:
    turn = submit(first, "pick 4", message="a\x00b\u202ec\ud800 — naïve 👍🏽")
    assert turn.message == "abc — naïve 👍🏽"


# -- guards that hold without row locks ------------------------------------------------------------------------------


def test_a_match_that_changed_since_it_was_read_is_not_overwritten(toy_match: Match, second: Seat) -> None:
    late = Table(Match.objects.get(pk=toy_match.pk), timezone.now())
    submit(second, "pick 2")
    with pytest.raises(Overtaken):
        late.save()


def test_a_seat_that_has_answered_since_it_was_read_cannot_answer_again(toy_match: Match, first: Seat) -> None:
    late = Table(Match.objects.get(pk=toy_match.pk), timezone.now())
    submit(first, "pick 2")
    with pytest.raises(Overtaken):
        late.withdraw_request(late.seat(first.pk))


def test_it_looks_again_when_it_was_overtaken(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    real = Table.save

    def save(table: Table) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise Overtaken
        real(table)

    monkeypatch.setattr(Table, "save", save)
    assert submit(first, "pick 4").index == 0
    assert len(tries) == 2
    assert Turn.objects.count() == 1


def test_it_gives_up_after_being_overtaken_twice(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(table: Table) -> None:
        raise Overtaken

    monkeypatch.setattr(Table, "save", save)
    assert refusal(first, 1, "pick 4").code == "stale"
    assert Turn.objects.count() == 0


def test_a_lock_that_does_not_come_free_is_said_in_words(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(table: Table) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(Table, "save", save)
    refused = refusal(first, 1, "pick 4")
    assert (refused.code, refused.status) == ("busy", 503)


def test_a_database_that_is_down_is_not_explained_away(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(table: Table) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(Table, "save", save)
    with pytest.raises(OperationalError):
        play.submit_turn(first, 1, "pick 4", SITE)


def test_the_seed_is_what_the_match_was_made_with(toy_match: Match) -> None:
    assert toy_match.seed == SEED
