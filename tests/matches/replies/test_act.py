"""What a turn or a pick in a reply does, and what answers it. Every email here is a reply to one of the site's."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from engine.errors import GameError
from mail.models import InboundMail, OutboxMail
from mail.outbox.compose import compose
from matches.mails import moments
from matches.models import LogEntry, Match, Seat
from tests.support.composed_mails import html_of, text_of
from tests.support.factories import MatchFactory
from tests.support.mail_players import (
    answers_to,
    last_text,
    newest,
    reply_address,
    reply_in_html,
    take_in,
    write,
)
from tests.support.matches import play_on

MAIL = LogEntry.Via.MAIL
Status = InboundMail.Status
LEGAL, LEGAL_SECOND = "I@b3", "I@a3 I@c3"


# -- turns ---------------------------------------------------------------------------------------------------------


def test_a_reply_plays_the_turn_and_a_receipt_says_what_was_understood(match: Match, player: User) -> None:
    mail = write(newest(player), " i@B3 ")
    turn = match.log.get()
    assert (turn.text, turn.via, turn.stamped_at) == (LEGAL, MAIL, mail.arrived_at)
    assert turn.get_via_display() == "by email"
    assert (mail.outcome, mail.status, mail.user, mail.match) == ("played", Status.DONE, player, match)
    receipt = newest(player, "receipt")
    for part in (text_of(receipt), unescape(html_of(receipt))):
        assert "You played:" in part
        assert turn.words in part
        assert LEGAL in part
    assert "(I)" in text_of(receipt)
    assert OutboxMail.objects.filter(kind="your_turn", user__email="ben@players.example").exists()


def test_a_line_to_the_opponent_goes_with_the_turn(match: Match, player: User, opponent: User) -> None:
    write(newest(player), f"{LEGAL}\nsay Good luck, Ben!")
    assert match.log.get().message == "Good luck, Ben!"
    assert "Ada writes: “Good luck, Ben!”" in last_text(opponent, "your_turn")
    assert "We sent Ben your message: “Good luck, Ben!”" in last_text(player, "receipt")


@pytest.mark.parametrize("text", ["b3-c3", "T@b1", "I@b3 I@c3"])
def test_an_illegal_turn_is_refused_with_the_rule_and_what_is_legal(match: Match, player: User, text: str) -> None:
    with pytest.raises(GameError) as rule:
        match.game.play(match.loaded_state, 0, text)
    before = Match.objects.filter(pk=match.pk).values().get()
    mail = write(newest(player), text)
    assert Match.objects.filter(pk=match.pk).values().get() == before
    assert not match.log.exists()
    assert (mail.outcome, mail.status) == ("refused", Status.DONE)
    refusal = newest(player, "refusal")
    for part in (text_of(refusal), unescape(html_of(refusal))):
        assert "Your reply couldn’t be played." in " ".join(part.split())
        assert text in part
        assert str(rule.value) in " ".join(re.sub(r"<[^>]+>", " ", part).split())
    legal = re.findall(r"^    (\S+)  \(", text_of(refusal), re.MULTILINE)
    assert len(legal) == 12
    assert re.search(r"and \d+ more", text_of(refusal))
    for step in legal:
        beginning = "" if "Possible now" in text_of(refusal) else text.split(maxsplit=1)[0]
        match.game.draft(match.loaded_state, 0, f"{beginning} {step}")  # raises where it is not legal


def test_the_legal_beginning_of_a_refused_turn_is_gone_on_from(second_turn: Match, opponent: User) -> None:
    write(newest(opponent, "your_turn"), "I@a3 b1-b2")
    text = text_of(newest(opponent, "refusal"))
    assert "Possible after I@a3, for example:" in text
    legal = re.findall(r"^    (\S+)  \(", text, re.MULTILINE)
    draft = second_turn.game.draft(second_turn.loaded_state, 1, "I@a3")
    assert set(legal) <= {step.text for step in draft.steps}
    assert (f"and {len(draft.steps) - 12} more" in text) == (len(draft.steps) > 12)


def test_a_refusal_can_be_answered_by_the_right_turn_and_is_moot_then(match: Match, player: User) -> None:
    write(newest(player), "b3-c3")
    write(newest(player, "refusal"), LEGAL)
    assert match.log.get().text == LEGAL
    assert answers_to(player) == ["refusal", "receipt"]
    assert compose(OutboxMail.objects.get(kind="refusal")) is None


@pytest.mark.parametrize("text", ["hello?", "Hello Ben,", "Thanks for the game, I will play tomorrow."])
def test_who_writes_no_turn_gets_a_kind_answer_with_three_legal_ones(match: Match, player: User, text: str) -> None:
    mail = write(newest(player), text)
    assert not match.log.exists()
    assert mail.outcome == "answered"
    body = text_of(newest(player, "hello"))
    assert text in body
    examples = re.findall(r"^    ([A-Z]@\S+)  \(", body, re.MULTILINE)
    assert len(set(examples)) == 3
    for example in examples:
        match.game.play(match.loaded_state, 0, example)
    assert "+-------+" in body


def test_the_last_answer_of_a_day_to_what_is_no_order_says_that_it_is(match: Match, player: User) -> None:
    message = newest(player)
    for number in range(4):
        write(message, f"hello {number}?")
        assert "This is our last answer" not in last_text(player, "hello")
    write(message, "hello 4?")
    for part in (text_of(newest(player, "hello")), html_of(newest(player, "hello"))):
        assert "This is our last answer of this kind for a day" in " ".join(part.split())
    assert write(message, "hello 5?").outcome == "not answered"
    assert write(message, LEGAL).outcome == "played"


def test_help_tells_every_word(match: Match, player: User) -> None:
    mail = write(newest(player), "Help!")
    assert mail.outcome == "answered"
    body = text_of(newest(player, "hello"))
    for word in ("draw:", "show:", "resign:", "help:", "say …:", "if … then …:"):
        assert f"    {word}" in body
    assert "    accept:" not in body
    assert "take back:" not in body
    assert "Ben to move" not in last_text(player, "hello")


def unmarked(message: EmailMultiAlternatives) -> list[str]:
    """Both parts in one line each."""
    html = re.sub("<[^>]+>", " ", unescape(html_of(message)))
    return [" ".join(part.split()) for part in (text_of(message), html)]


def test_a_typing_error_is_told_with_the_limits_of_the_map(match: Match, player: User) -> None:
    mail = write(newest(player), "Hi Ben,\n\nA@z1\n\nsay Good luck!")
    assert (mail.outcome, match.log.count()) == ("refused", 0)
    for part in unmarked(newest(player, "refusal")):
        assert "You wrote: A@z1" in part
        assert "this map has no space z1: its columns go from a to d, its rows from 1 to 5." in part
        assert "Possible now, for example: I@" in part
        assert "These lines weren’t sent to Ben: - Hi Ben, - say Good luck!" in part


def test_whoever_greets_plays_and_is_told_what_was_not_sent(match: Match, player: User, opponent: User) -> None:
    write(newest(player), f"Hallo Jörg,\n\n{LEGAL}\n\nViel Spaß!\nAda")
    assert match.log.get().text == LEGAL
    for part in unmarked(newest(player, "receipt")):
        assert "These lines weren’t sent to Ben: - Hallo Jörg, - Viel Spaß! - Ada Start a line with “say”" in part
    assert "Viel Spaß" not in last_text(opponent, "your_turn")
    assert "Viel Spaß" not in str(OutboxMail.objects.values_list("context", flat=True))


def test_nothing_is_said_of_lines_where_all_were_used(match: Match, player: User) -> None:
    write(newest(player), f"{LEGAL}\nsay Good luck!\nif T@d3 then I@c3")
    assert "weren’t sent" not in last_text(player, "receipt")


def test_of_many_unused_lines_some_are_named_and_the_others_counted(match: Match, player: User) -> None:
    write(newest(player), "\n".join([LEGAL, *(f"line {number}" for number in range(9))]))
    assert "- line 3 - line 4 and 4 more" in last_text(player, "receipt")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("help\nThanks, Ada", "hello"),
        ("show\nThanks, Ada", "position"),
        ("resign\nThanks, Ada", "confirm_resignation"),
        ("draw\nThanks, Ada", "receipt"),
        ("say hi\nThanks, Ada", "receipt"),
        ("accept\nThanks, Ada", "refusal"),
        ("take back\nThanks, Ada", "refusal"),
        ("Well\nThanks, Ada", "hello"),
    ],
)
def test_every_answer_names_what_was_not_used(match: Match, player: User, text: str, kind: str) -> None:
    write(newest(player), text)
    for part in unmarked(newest(player, kind)):
        assert "These lines weren’t sent to Ben: - Thanks, Ada" in part


def test_html_alone_with_the_quote_first_loses_no_line(match: Match, player: User) -> None:
    message = newest(player)
    html = f'<blockquote type="cite">{html_of(message)}</blockquote><div>{LEGAL}</div><div>say Good luck!</div>'
    (mail,) = take_in(reply_in_html(message, html), reply_address(message))
    assert mail.outcome == "played"
    assert (match.log.get().text, match.log.get().message) == (LEGAL, "Good luck!")


def test_of_a_quote_that_nothing_marks_no_turn_is_played(match: Match, player: User) -> None:
    message = newest(player)
    (mail,) = take_in(
        reply_in_html(message, f"<p>Thanks!</p><p>{LEGAL}</p><p>{settings.SITE_URL}/l/x</p>"), reply_address(message)
    )
    assert (mail.outcome, match.log.count()) == ("answered", 0)


def test_a_line_that_may_be_of_the_quote_is_asked_about(match: Match, player: User) -> None:
    quoted = "> " + "a long line of the mail that is answered here, to its very end and beyond"
    write(newest(player), f"say hi\n\n{quoted}\n{LEGAL}")
    assert not match.log.exists()
    text = last_text(player, "refusal")
    assert "We couldn’t tell whether one line is yours or part of the email you quoted" in text
    assert f"You wrote: {LEGAL}" in text
    assert "These lines weren’t sent to Ben: - say hi" in text


def test_help_names_a_pass_where_the_rules_allow_one(match: Match, player: User) -> None:
    write(newest(player), "help")
    assert "pass" not in text_of(newest(player, "hello")), (
        "the first two turns of a volley have to begin with an Enlist"
    )
    play_on(match, 4)
    write(newest(player), "help")
    message = newest(player, "hello")
    assert "    pass: passes this turn\n" in text_of(message)
    assert "pass</span></b>: passes this turn" in html_of(message)
    assert write(message, "pass").outcome == "played"
    write(newest(player, "receipt"), "help")
    assert "    pass:" not in text_of(newest(player, "hello")), "it is the opponent's turn"


@pytest.mark.parametrize(
    ("text", "kind", "more"),
    [("help", "hello", ""), ("show", "position", "It isn’t your turn."), ("draw\nhelp", "refusal", "")],
)
def test_an_answer_says_whom_the_match_waits_for_and_show_sends_the_board(
    second_turn: Match, player: User, opponent_seat: Seat, text: str, kind: str, more: str
) -> None:
    opponent_seat.refresh_from_db()
    assert opponent_seat.deadline is not None
    write(newest(player, "receipt"), text)
    answer = last_text(player, kind)
    assert f"Ben to move, by {moments.moment(opponent_seat.deadline)}. You have" in answer
    assert more in answer
    assert kind != "position" or "(I)" in answer


# -- picks ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def picking(player: User, opponent: User) -> Match:
    made: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    return made


def everything_written_to(reader: User) -> str:
    mails = OutboxMail.objects.filter(user=reader).exclude(status=OutboxMail.Status.DROPPED)
    messages = [message for mail in mails if (message := compose(mail)) is not None]
    return " ".join(f"{text_of(message)} {html_of(message)}" for message in messages)


def test_a_secret_pick_is_told_to_its_owner_alone(picking: Match, player: User, opponent: User) -> None:
    mail = write(newest(player), "I4T4B2")
    assert picking.log.get().secret
    assert "I4T4B2" in last_text(player, "receipt")
    assert "I4T4B2" not in everything_written_to(opponent)
    assert "4 Infantry" not in everything_written_to(opponent)
    assert "I4T4B2" not in mail.words


def test_a_pick_that_is_refused_is_quoted_to_its_owner_and_noted_nowhere(picking: Match, player: User) -> None:
    mail = write(newest(player), "I4T4B3")
    assert not picking.log.exists()
    assert mail.words == "Illegal"
    stored = str(OutboxMail.objects.get(kind="refusal").context)
    assert "I4T4B3" not in stored
    assert "An army has" not in stored
    text = last_text(player, "refusal")
    assert "You wrote: I4T4B3" in text
    assert "An army has exactly 10 units; I4T4B3 has 11." in text


def test_a_pick_from_a_stranger_is_noted_nowhere(picking: Match, player: User) -> None:
    write(newest(player), "I4T4B2", sender="ada@work.example")
    assert "I4T4B2" not in str(OutboxMail.objects.get(kind="was_this_you").context)


def test_the_same_pick_again_is_known(picking: Match, player: User, opponent: User) -> None:
    message = newest(player)
    write(message, "I4T4B2")
    write(newest(opponent, "your_turn"), "I4T3B2A1")
    write(message, "I4T4B2")
    assert "You had already played this" in last_text(player, "receipt")


def test_what_is_written_around_a_pick_is_named_to_its_owner_and_noted_nowhere(picking: Match, player: User) -> None:
    write(newest(player), "Hi Ben,\n\nI4T4B2\nTanks it is.")
    assert picking.log.get().secret
    assert "These lines weren’t sent to Ben: - Hi Ben, - Tanks it is." in last_text(player, "receipt")
    assert "Tanks it is" not in str(OutboxMail.objects.values_list("context", flat=True))


def test_a_pick_with_a_slip_beneath_a_greeting_is_quoted_to_its_owner(picking: Match, player: User) -> None:
    write(newest(player), "Hi Ben,\n\nI4X4B2")
    told = last_text(player, "refusal")
    assert "You wrote: I4X4B2" in told
    assert "There is no unit type X" in told
    assert "I4X4B2" not in str(OutboxMail.objects.values_list("context", flat=True))
