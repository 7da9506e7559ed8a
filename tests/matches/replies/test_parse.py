"""What a reply does in a match beside playing a turn: draws, giving up, words, second thoughts and foresight."""

from __future__ import annotations

from datetime import time, timedelta
from html import unescape

import pytest
import time_machine
from django.utils import timezone

from accounts.models import TurnMail, User
from mail.inbound import store
from mail.models import InboundMail, OutboxMail
from matches.gate import draws, takeback
from matches.models import LogEntry, Match
from tests.support.composed_mails import deliver_all, html_of, latest, text_of
from tests.support.mail_players import last_text, newest, read_one, reply_address, reply_to, write
from tests.support.matches import SITE, asked, play_on

MAIL = LogEntry.Via.MAIL
LEGAL = "I@b3"


# -- draws ---------------------------------------------------------------------------------------------------------


def test_a_draw_is_offered_and_accepted_by_mail(match: Match, player: User, opponent: User) -> None:
    write(newest(player), "draw")
    assert match.log.get().kind == LogEntry.Kind.DRAW_OFFER
    assert "You offered Ben a draw." in last_text(player, "receipt")
    write(newest(opponent, "draw_offered"), "Accept.")
    match.refresh_from_db()
    assert match.is_over
    assert match.log.get(index=1).via == MAIL
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


def test_resigning_asks_first_and_then_is_done_with_the_line_that_goes_with_it(match: Match, player: User) -> None:
    mail = write(newest(player), "resign")
    match.refresh_from_db()
    assert not match.is_over
    assert mail.outcome == "confirm"
    write(newest(player, "confirm_resignation"), "Yes\nsay Well played!")
    assert Match.objects.get(pk=match.pk).is_over
    assert match.log.filter(kind=LogEntry.Kind.RESIGNATION).count() == 1
    assert "You resigned, and the match is over." in last_text(player, "receipt")
    assert "We sent Ben your message: “Well played!”" in last_text(player, "receipt")
    assert match.log.get(kind=LogEntry.Kind.SAID).message == "Well played!"


def test_yes_to_any_other_mail_resigns_nothing(match: Match, player: User) -> None:
    message = newest(player)
    write(message, "resign")
    write(message, "yes")
    match.refresh_from_db()
    assert not match.is_over
    assert "We hadn’t asked you a yes-or-no question." in last_text(player, "hello")


def test_german_words_resign_as_the_english_ones_do(match: Match, player: User) -> None:
    message = newest(player)
    write(message, "Aufgeben")
    write(message, "Ja")
    write(newest(player, "confirm_resignation"), "Nein")
    write(newest(player, "confirm_resignation"), "Ja, ich spiele weiter!")
    match.refresh_from_db()
    assert not match.is_over
    write(newest(player, "confirm_resignation"), "Ja.")
    assert match.log.get().kind == LogEntry.Kind.RESIGNATION


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
    assert match.log.get().text == LEGAL


# -- words, second thoughts and foresight ---------------------------------------------------------------------------


def test_a_line_is_said_to_the_opponent(match: Match, player: User, opponent: User) -> None:
    write(newest(player), "say I am off to the mountains.")
    turn = match.log.get()
    assert (turn.kind, turn.message, turn.via) == (LogEntry.Kind.SAID, "I am off to the mountains.", MAIL)
    assert "Message sent to Ben “I am off to the mountains.”" in last_text(player, "receipt")


def test_an_order_is_done_with_what_is_said_beside_it_or_not_at_all(match: Match, player: User) -> None:
    write(newest(player), f"draw\nsay {'x' * 600}")
    assert not match.log.exists()
    assert "the limit is 500" in last_text(player, "refusal")
    write(newest(player), "draw\nsay Shall we?")
    assert [turn.kind for turn in match.log.all()] == [LogEntry.Kind.DRAW_OFFER, LogEntry.Kind.SAID]
    assert "We sent Ben your message: “Shall we?”" in last_text(player, "receipt")


def test_a_receipt_says_until_when_the_turn_can_be_taken_back_and_how(match: Match, player: User) -> None:
    write(newest(player), LEGAL)
    assert "To take the turn back, reply “take back” by" in last_text(player, "receipt")
    write(newest(player, "receipt"), "take back")
    assert [turn.kind for turn in match.log.all()] == [LogEntry.Kind.PLAY, LogEntry.Kind.TAKEN_BACK]
    assert "You took your turn back" in last_text(player, "your_turn")
    assert asked(match).player == player


def test_a_turn_that_stands_is_not_taken_back(match: Match, player: User) -> None:
    write(newest(player), LEGAL)
    receipt = newest(player, "receipt")
    with time_machine.travel(timezone.now() + timedelta(minutes=3), tick=False):
        assert "take the turn back" not in last_text(player, "receipt")
        mail = write(receipt, "take back")
    assert mail.outcome == "refused"
    assert match.log.count() == 1


def test_conditional_turns_are_set_by_mail_and_played_at_once(second_turn: Match, player: User, opponent: User) -> None:
    write(newest(player, "receipt"), "if T@d3 then I@c3\nsay I have read your mind.")
    text = last_text(player, "receipt")
    assert "“I have read your mind.”" in text
    assert second_turn.log.get(kind=LogEntry.Kind.SAID).message == "I have read your mind."
    assert "We received your conditional turns." in text
    assert "If Ben plays T@d3" in text
    assert "T@d3" not in str(OutboxMail.objects.filter(kind="receipt").values_list("context", flat=True))
    write(newest(opponent, "your_turn"), "T@d3")
    assert [turn.text for turn in second_turn.log.exclude(kind=LogEntry.Kind.SAID)] == [LEGAL, "T@d3", "I@c3"]
    text = last_text(opponent, "receipt")
    assert "What happened next:" in text
    assert "I@c3" in text


def test_conditional_turns_come_with_the_turn(match: Match, player: User) -> None:
    write(newest(player), f"{LEGAL}\nif T@d3 then I@c3")
    assert match.log.get().text == LEGAL
    assert "If Ben plays T@d3" in last_text(player, "receipt")


def test_conditional_turns_are_set_in_german(second_turn: Match, player: User, opponent: User) -> None:
    write(newest(player, "receipt"), "Wenn T@d3, dann I@c3; wenn I@d3, dann I@c3.")
    assert "If Ben plays T@d3" in last_text(player, "receipt")
    write(newest(opponent, "your_turn"), "T@d3")
    assert [turn.text for turn in second_turn.log.all()] == [LEGAL, "T@d3", "I@c3"]


def test_a_german_sentence_sets_nothing_and_costs_no_turn(match: Match, player: User) -> None:
    write(newest(player), f"{LEGAL}\nWenn du magst, spiel heute noch.")
    assert match.log.get().text == LEGAL
    assert "onditional" not in last_text(player, "receipt")


def test_conditional_turns_that_cannot_be_set_do_not_cost_the_turn(match: Match, player: User) -> None:
    write(newest(player), f"{LEGAL}\nif T@d3 then a1-a5")
    assert match.log.get().text == LEGAL
    assert "Your conditional turns couldn’t be saved." in last_text(player, "receipt")


def test_conditional_turns_for_an_older_board_are_refused(second_turn: Match, player: User) -> None:
    receipt = newest(player, "receipt")
    play_on(second_turn, 2)
    write(receipt, "if pass then pass")
    assert "You replied to an old email" in last_text(player, "refusal")


# -- a turn that is taken back by a reply: its player hears of it and is asked again in one email ---------------------


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
    store.store_mail(raw, via=InboundMail.Via.SMTP, sender=sender, recipients=[reply_address(reply)])
    takeback.take_back(match.seats.get(player=player), SITE)
    deliver_all()
    read_one(InboundMail.objects.latest("pk").pk)
    assert told_of_second_thoughts(player) == ["your_turn", "receipt"]
    assert "taken_back" not in latest("your_turn", player).context
