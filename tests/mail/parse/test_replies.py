"""Replies of many mail programs in many languages: the right order or a safe refusal, a wrong turn in none."""

from __future__ import annotations

import pytest

from mail.parse.reply_text import written_lines

from .replies import FOLDER, Reply, in_words, letter_of, orders_in, replies

pytestmark = pytest.mark.either
TOKEN = "play+ge3dqnbrgm2tmnjxha4tambrgi3dknzv@reply.example.org"
IN_THE_ANSWERED_MAIL = ("c3-d3 d3+", "b3xb4", "pass")


@pytest.mark.parametrize("reply", replies(), ids=lambda reply: reply.name)
def test_a_reply_asks_for_what_its_writer_meant(reply: Reply) -> None:
    assert in_words(orders_in(reply.raw)) == reply.order


@pytest.mark.parametrize("reply", replies(), ids=lambda reply: reply.name)
def test_a_reply_is_a_persons_and_says_whom_it_is_from_and_to(reply: Reply) -> None:
    letter = letter_of(reply.raw)
    assert letter.automatic == ""
    assert letter.sender.startswith("player")
    assert letter.sender.endswith("@mail.example.com")
    assert letter.recipients == (TOKEN,)
    assert letter.references == ("<match-1234.reader-5@play.example.org>", "<turn-7@play.example.org>")
    assert letter.message_id.startswith("<reply-")


def test_the_fixtures_are_of_many_programs_and_languages() -> None:
    found = replies()
    assert {path.stem for path in FOLDER.glob("*.eml")} == {reply.name for reply in found}
    assert len(found) >= 64
    assert len({reply.program for reply in found}) >= 10
    assert len({reply.language for reply in found}) >= 12


def test_the_answered_mail_is_a_trap_in_most_of_them() -> None:
    """Else they would prove nothing: read without its quotes, it has several turns."""
    unmarked = [line.lstrip("> ") for reply in replies() for line in letter_of(reply.raw).text.splitlines()]
    for turn in IN_THE_ANSWERED_MAIL:
        assert unmarked.count(turn) > 64


def test_nothing_of_the_answered_mail_is_said() -> None:
    for reply in replies():
        lines = written_lines(letter_of(reply.raw).text)
        assert not [line for line in lines if "Legal now" in line or "it is your turn" in line], reply.name
