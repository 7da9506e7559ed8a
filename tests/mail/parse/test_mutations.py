"""The judge of broken emails finds what it is there to find."""

from __future__ import annotations

import random

import pytest

from mail.parse import reply_text
from mail.parse.message import ParsedMessage
from matches.replies.orders import Orders, Submit, Unclear

from . import mutations
from .replies import is_turn, replies

pytestmark = pytest.mark.either


def test_no_broken_mail_is_misread() -> None:
    found = mutations.run(300, seed=1)
    assert found.mails == 300
    assert found.turns > 100
    assert found.wrong == []


def test_a_quoted_turn_that_is_played_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_text, "is_quoted", never)
    monkeypatch.setattr(reply_text, "begins_the_rest", never)
    monkeypatch.setattr(mutations, "orders_of", the_last_turn)
    assert "is no line of" in " ".join(mutations.run(100, seed=1).wrong)


def test_another_turn_than_the_one_meant_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_text, "begins_the_rest", never)
    monkeypatch.setattr(mutations, "orders_of", the_last_turn)
    assert "instead of" in " ".join(mutations.run(100, seed=1).wrong)


def never(*_args: object) -> bool:
    return False


def the_last_turn(letter: ParsedMessage) -> Orders:
    """A reader that looks for turns anywhere, as none should."""
    lines = reply_text.written_lines(letter.text)
    turns = [line.lstrip("> ") for line in lines if is_turn(line.lstrip("> "))]
    return Orders(Submit(turns[-1])) if turns else Orders(Unclear("nothing"))


@pytest.mark.parametrize("breaking", mutations.ANY, ids=lambda breaking: breaking.__name__)
def test_each_way_of_breaking_breaks_something(breaking: mutations.Breaking) -> None:
    chance = random.Random(5)
    raws = [reply.raw for reply in replies()]
    assert sum(breaking(raw, chance) != raw for raw in raws) > len(raws) / 3
    breaking(b"", chance)
