"""Sentences that were stored under another text than the one they have now."""

from __future__ import annotations

import pytest

from i18n import catalogue
from i18n.reworded import PAIRS, Message, inverse, reword
from i18n.text import Kept

OLD = {
    Message("%(name)s loses"): "%(name)s has lost",
    Message("%(name)s has lost"): "%(name)s lost",
    Message("a day"): "one day",
    Message("%(number)s days"): "%(number)s whole days",
    Message("table", "sport"): "standings",
    Message("Stopped"): "%(name)s stopped it",
}


def kept_as(message: Message) -> Kept:
    """A sentence with that text, as rows hold it."""
    values = {name: f"<{name}>" for name in ("name", "reason")} | dict.fromkeys(_names(message.text), "<value>")
    return ["as", message.context, message.text] if message.context else ["say", message.text, values]


def _names(text: str) -> list[str]:
    return [part.partition(")")[0] for part in text.split("%(")[1:]]


# -- the tables ------------------------------------------------------------------------------------------------------


def test_each_new_text_can_be_said_in_every_language() -> None:
    for language in catalogue.languages():
        known = catalogue.read(language)
        ids = {(one, each.context) for each in known for one in (each.id if isinstance(each.id, tuple) else [each.id])}
        last = [(new, old.context) for old, new in PAIRS.items() if Message(new, old.context) not in PAIRS]
        assert [new for new in last if new not in ids] == []


def test_no_new_text_wants_a_value_that_the_old_one_had_not() -> None:
    assert [new for old, new in PAIRS.items() if not set(_names(new)) <= {*_names(old.text), "number"}] == []


def test_no_text_becomes_itself_again() -> None:
    for old in PAIRS:
        seen, text = [old.text], PAIRS[old]
        while (further := PAIRS.get(Message(text, old.context))) is not None and text not in seen:
            seen.append(text)
            text = further
        assert text not in seen


# -- what was kept ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["say", "%(name)s loses", {"name": "a day"}], ["say", "%(name)s lost", {"name": "a day"}]),
        (
            ["begin", ["say", "%(name)s loses", {"name": ["say", "a day", {}]}]],
            ["begin", ["say", "%(name)s lost", {"name": ["say", "one day", {}]}]],
        ),
        (
            ["join", "a day", [["many", "a day", "%(number)s days", 2, {}], "x"]],
            ["join", "a day", [["many", "one day", "%(number)s whole days", 2, {}], "x"]],
        ),
        (["as", "sport", "table"], ["as", "sport", "standings"]),
        (["as", "house", "table"], ["as", "house", "table"]),
        (["say", "table", {}], ["say", "table", {}]),
        ("a day", "a day"),
        ({"last": {"words": ["say", "a day", {}]}, "turn": 3}, {"last": {"words": ["say", "one day", {}]}, "turn": 3}),
        (None, None),
        (["say", "Stopped", {"name": "Ann"}], ["say", "%(name)s stopped it", {"name": "Ann"}]),
    ],
)
def test_a_sentence_is_reworded_wherever_it_stands_and_back(old: Kept, new: Kept) -> None:
    assert reword(old, OLD) == reword(reword(old, OLD), OLD) == new
    assert reword(new, inverse(OLD)) == old


def test_a_sentence_without_a_value_that_the_new_text_wants_stays() -> None:
    assert reword(["say", "Stopped", {}], OLD) == ["say", "Stopped", {}]


def test_where_two_texts_became_one_the_first_comes_back() -> None:
    pairs = {Message("One"): "Both", Message("Two"): "Both"}
    assert reword(["say", "Both", {}], inverse(pairs)) == ["say", "One", {}]
