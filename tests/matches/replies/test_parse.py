"""What a reply does in a match beside playing a turn: draws, giving up, words, second thoughts and foresight."""

from __future__ import annotations

from datetime import timedelta

import time_machine
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches.gate import draws
from matches.models import Match, Turn
from tests.support.every_mail import SITE
from tests.support.mail_players import last_text, newest, write
from tests.support.matches import asked, play_on

MAIL = Turn.Via.MAIL
LEGAL = "I@b3"


# -- draws ---------------------------------------------------------------------------------------------------------


def test_a_draw_is_offered_and_accepted_by_mail(match: Match, player: User, opponent: User) -> None:
    write(newest(player), "draw")
    assert match.turns.get().kind == Turn.Kind.DRAW_OFFER
    assert "You offered Ben a draw." in last_text(player, "receipt")
    write(newest(opponent, "draw_offered"), "Accept.")
    match.refresh_from_db()
    assert match.is_over
    assert match.turns.get(index=1).via == MAIL
    assert "You accepted the draw, and the match is over." in last_text(opponent, "receipt")


def test_a_draw_is_declined_by_mail(match: Match, player: User, opponent: User) -> None:
    write(newest(player), "draw")
    write(newest(opponent, "draw_offered"), "decline")
    match.refresh_from_db()
    assert match.draw_offered_by is None
    assert not match.is_over
    assert "You declined the draw offer." in last_text(opponent, "receipt")


def test_an_offer_on_another_board_is_not_the_one_that_is_accepted(match: Match, player: User, opponent: User) -> None:
    write(newest(player), "draw")
    old = newest(opponent, "draw_offered")
    play_on(match, 2)
    draws.offer_draw(match.seats.get(player=player), SITE)
    mail = write(old, "accept")
    match.refresh_from_db()
    assert not match.is_over
    assert mail.outcome == "refused"
    assert "You replied to an old email" in last_text(opponent, "refusal")


def test_without_an_offer_there_is_nothing_to_accept(match: Match, player: User) -> None:
    write(newest(player), "accept")
    assert last_text(player, "refusal").startswith("There’s no draw offer to answer.")


# -- giving up -----------------------------------------------------------------------------------------------------


def test_resigning_asks_first_and_then_is_done(match: Match, player: User) -> None:
    mail = write(newest(player), "resign")
    match.refresh_from_db()
    assert not match.is_over
    assert mail.outcome == "confirm"
    write(newest(player, "confirm_resignation"), "Yes")
    assert Match.objects.get(pk=match.pk).is_over
    assert match.turns.get().kind == Turn.Kind.RESIGNATION
    assert "You resigned, and the match is over." in last_text(player, "receipt")


def test_a_line_that_goes_with_it_is_in_the_receipt(match: Match, player: User) -> None:
    write(newest(player), "resign")
    write(newest(player, "confirm_resignation"), "Yes\nsay Well played!")
    assert "We sent Ben your message: “Well played!”" in last_text(player, "receipt")
    assert match.turns.get(kind=Turn.Kind.SAID).message == "Well played!"


def test_yes_to_any_other_mail_resigns_nothing(match: Match, player: User) -> None:
    message = newest(player)
    write(message, "resign")
    write(message, "yes")
    match.refresh_from_db()
    assert not match.is_over
    assert "We hadn’t asked a question that “yes” answers." in last_text(player, "hello")


def test_german_words_resign_as_the_english_ones_do(match: Match, player: User) -> None:
    message = newest(player)
    write(message, "Aufgeben")
    write(message, "Ja")
    write(newest(player, "confirm_resignation"), "Nein")
    write(newest(player, "confirm_resignation"), "Ja, gern!")
    match.refresh_from_db()
    assert not match.is_over
    write(newest(player, "confirm_resignation"), "Ja.")
    assert match.turns.get().kind == Turn.Kind.RESIGNATION


def test_yes_means_the_board_of_the_question(match: Match, player: User, opponent: User) -> None:
    write(newest(player), "resign")
    question = newest(player, "confirm_resignation")
    play_on(match, 2)
    write(question, "yes")
    match.refresh_from_db()
    assert not match.is_over
    assert "You replied to an old email" in last_text(player, "refusal")


def test_a_turn_in_answer_to_the_question_is_played(match: Match, player: User) -> None:
    write(newest(player), "resign")
    write(newest(player, "confirm_resignation"), LEGAL)
    assert match.turns.get().text == LEGAL


# -- words, second thoughts and foresight ---------------------------------------------------------------------------


def test_a_line_is_said_to_the_opponent(match: Match, player: User, opponent: User) -> None:
    write(newest(player), "say I am off to the mountains.")
    turn = match.turns.get()
    assert (turn.kind, turn.message, turn.via) == (Turn.Kind.SAID, "I am off to the mountains.", MAIL)
    assert "Message sent to Ben Hello Ada, “I am off to the mountains.”" in last_text(player, "receipt")


def test_an_order_is_done_with_what_is_said_beside_it_or_not_at_all(match: Match, player: User) -> None:
    write(newest(player), f"draw\nsay {'x' * 600}")
    assert not match.turns.exists()
    assert "the limit is 500" in last_text(player, "refusal")
    write(newest(player), "draw\nsay Shall we?")
    assert [turn.kind for turn in match.turns.all()] == [Turn.Kind.DRAW_OFFER, Turn.Kind.SAID]
    assert "We sent Ben your message: “Shall we?”" in last_text(player, "receipt")


def test_a_receipt_says_until_when_the_turn_can_be_taken_back_and_how(match: Match, player: User) -> None:
    write(newest(player), LEGAL)
    assert "To take the turn back, reply “take back” by" in last_text(player, "receipt")
    write(newest(player, "receipt"), "take back")
    assert [turn.kind for turn in match.turns.all()] == [Turn.Kind.PLAY, Turn.Kind.TAKEN_BACK]
    assert "You took your turn back" in last_text(player, "your_turn")
    assert asked(match).player == player


def test_a_turn_that_stands_is_not_taken_back(match: Match, player: User) -> None:
    write(newest(player), LEGAL)
    receipt = newest(player, "receipt")
    with time_machine.travel(timezone.now() + timedelta(minutes=3), tick=False):
        assert "take the turn back" not in last_text(player, "receipt")
        mail = write(receipt, "take back")
    assert mail.outcome == "refused"
    assert match.turns.count() == 1


def test_conditional_turns_are_set_by_mail_and_played_at_once(second_turn: Match, player: User, opponent: User) -> None:
    write(newest(player, "receipt"), "if T@d3 then I@c3\nsay I have read your mind.")
    text = last_text(player, "receipt")
    assert "“I have read your mind.”" in text
    assert second_turn.turns.get(kind=Turn.Kind.SAID).message == "I have read your mind."
    assert "We received your conditional turns." in text
    assert "If Ben plays T@d3" in text
    assert "T@d3" not in str(OutboxMail.objects.filter(kind="receipt").values_list("context", flat=True))
    write(newest(opponent, "your_turn"), "T@d3")
    assert [turn.text for turn in second_turn.turns.exclude(kind=Turn.Kind.SAID)] == [LEGAL, "T@d3", "I@c3"]
    text = last_text(opponent, "receipt")
    assert "What happened next:" in text
    assert "I@c3" in text


def test_conditional_turns_come_with_the_turn(match: Match, player: User) -> None:
    write(newest(player), f"{LEGAL}\nif T@d3 then I@c3")
    assert match.turns.get().text == LEGAL
    assert "If Ben plays T@d3" in last_text(player, "receipt")


def test_conditional_turns_are_set_in_german(second_turn: Match, player: User, opponent: User) -> None:
    write(newest(player, "receipt"), "Wenn T@d3, dann I@c3; wenn I@d3, dann I@c3.")
    assert "If Ben plays T@d3" in last_text(player, "receipt")
    write(newest(opponent, "your_turn"), "T@d3")
    assert [turn.text for turn in second_turn.turns.all()] == [LEGAL, "T@d3", "I@c3"]


def test_a_german_sentence_sets_nothing_and_costs_no_turn(match: Match, player: User) -> None:
    write(newest(player), f"{LEGAL}\nWenn du magst, spiel heute noch.")
    assert match.turns.get().text == LEGAL
    assert "onditional" not in last_text(player, "receipt")


def test_conditional_turns_that_cannot_be_set_do_not_cost_the_turn(match: Match, player: User) -> None:
    write(newest(player), f"{LEGAL}\nif T@d3 then a1-a5")
    assert match.turns.get().text == LEGAL
    assert "Your conditional turns couldn’t be saved." in last_text(player, "receipt")


def test_conditional_turns_for_an_older_board_are_refused(second_turn: Match, player: User) -> None:
    receipt = newest(player, "receipt")
    play_on(second_turn, 2)
    write(receipt, "if pass then pass")
    assert "You replied to an old email" in last_text(player, "refusal")
