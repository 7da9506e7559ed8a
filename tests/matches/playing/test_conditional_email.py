"""What emails say of turns that were set ahead."""

from __future__ import annotations

from html import unescape

import pytest

from accounts.models import TurnMail, User
from mail.outbox.compose import compose
from matches.conditional.edit import set_lines
from matches.gate import draws, turns
from matches.models import Match, Seat
from tests.support.composed_mails import html_of, latest, message_of, text_of
from tests.support.matches import SITE, submit

LINES = "if T@c3 then I@b2 if pass then b3-a1; if T@c3 then I@b2 if c3-c2 then pass"


@pytest.fixture
def ada(match: Match, player_seat: Seat) -> Seat:
    """Waits for Ben's turn 2, and has set what to answer to it."""
    submit(player_seat, "T@b3")
    set_lines(player_seat, LINES, SITE)
    return player_seat


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_the_player_reads_what_was_played_and_what_still_waits(ada: Seat, opponent_seat: Seat, player: User) -> None:
    submit(opponent_seat, "T@c3", message="Your turn!")
    text = squeezed(text_of(message_of(latest("conditional_played", player))))
    assert "Your conditional turn was played. It’s Ben’s turn again." in text
    assert "Ben: Tank enlisted on c3 (T@c3) Ben writes: “Your turn!”" in text
    assert "You, set in advance: Infantry enlisted on b2 (I@b2)" in text
    assert "Still set for Ben’s next turn:" in text
    assert "If Ben plays pass (Passed), you play b3-a1 (Tank from b3 to a1)." in text
    assert "If Ben plays c3-c2 (Tank from c3 to c2), you play pass (Passed)." in text
    assert "It’s your turn" not in text


def test_once_nothing_waits_it_says_so(ada: Seat, opponent_seat: Seat, player: User) -> None:
    submit(opponent_seat, "T@c3")
    submit(opponent_seat, "pass")
    text = squeezed(text_of(message_of(latest("conditional_played", player))))
    assert "You have no more conditional turns in this match." in text
    assert "You, set in advance: Tank from b3 to a1 (b3-a1)" in text


def test_the_opponent_reads_both_turns_and_nothing_of_what_waits(
    ada: Seat, opponent_seat: Seat, opponent: User
) -> None:
    submit(opponent_seat, "T@c3")
    message = message_of(latest("your_turn", opponent))
    for part in (squeezed(text_of(message)), squeezed(unescape(html_of(message)))):
        assert "You:" in part
        assert "Ada, set in advance:" in part
        assert part.index("Tank enlisted on c3") < part.rindex("Infantry enlisted on b2")
        assert "b3-a1" not in part
        assert "onditional" not in part


def test_before_they_are_played_no_mail_to_the_opponent_tells_of_them(ada: Seat, opponent: User) -> None:
    message = message_of(latest("your_turn", opponent))
    for part in (text_of(message), html_of(message)):
        assert "I@b2" not in part
        assert "onditional" not in part


def test_whoever_has_to_answer_reads_that_the_lines_are_dropped_once(
    ada: Seat, opponent_seat: Seat, player: User
) -> None:
    submit(opponent_seat, "I@c3")
    message = message_of(latest("your_turn", player))
    for part in (squeezed(text_of(message)), html_of(message)):
        assert "None of your conditional turns matched, so they were dropped." in part
    submit(ada, "pass")
    submit(opponent_seat, "pass")
    assert "onditional" not in text_of(message_of(latest("your_turn", player)))


def test_an_open_offer_of_a_draw_is_the_reason_where_there_is_one(ada: Seat, opponent_seat: Seat, player: User) -> None:
    draws.offer_draw(opponent_seat, SITE)
    submit(opponent_seat, "T@c3")
    message = message_of(latest("your_turn", player))
    for part in (squeezed(text_of(message)), html_of(message)):
        assert "While a draw is on offer no conditional turn is played, so yours are dropped." in part
        assert "conditional turns matched" not in part


def test_lines_that_fitted_twice_are_told_together_when_one_is_asked(
    ada: Seat, opponent_seat: Seat, player: User
) -> None:
    """The emails about them may not have been sent yet, or not been read."""
    submit(opponent_seat, "T@c3")
    submit(opponent_seat, "pass")
    submit(opponent_seat, "T@c2")
    told = squeezed(text_of(message_of(latest("your_turn", player))))
    order = ["Tank enlisted on c3", "Infantry enlisted on b2", "Passed", "Tank from b3 to a1", "Tank enlisted on c2"]
    assert sorted(order, key=told.rindex) == order
    assert compose(latest("conditional_played", player)) is None


def test_it_is_moot_for_a_player_who_wants_none(ada: Seat, opponent_seat: Seat, player: User) -> None:
    submit(opponent_seat, "T@c3")
    User.objects.filter(pk=player.pk).update(turn_mail=TurnMail.NONE)
    assert compose(latest("conditional_played", player)) is None


def test_it_is_moot_once_the_match_is_over_which_tells_it_too(ada: Seat, opponent_seat: Seat, player: User) -> None:
    submit(opponent_seat, "T@c3")
    turns.resign(opponent_seat, SITE)
    assert compose(latest("conditional_played", player)) is None
    text = text_of(message_of(latest("match_over", player)))
    assert "You, set in advance: Infantry enlisted on b2" in text
