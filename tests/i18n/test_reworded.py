"""Sentences that were stored under another text than the one they have now."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest
from django.utils import translation

from i18n import catalogue, reword_rows
from i18n.reworded import PAIRS, Message, inverse, reword
from i18n.text import Kept, translate
from mail.models import OutboxMail
from matches.models import Match, Turn
from tests.support.factories import EventFactory, UserFactory
from tests.support.migrate import models_at
from tournaments.models import LogLine

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


def carry(migration: str, way: str) -> None:
    app, _, name = migration.split(".")
    (operation,) = import_module(migration).Migration.operations
    (operation.code if way == "forwards" else operation.reverse_code)(models_at((app, name)), None)


# -- rows ------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_rows_are_carried_by_the_migrations_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reword_rows, "BATCH", 2)
    olds = [kept_as(message) for message in PAIRS]
    match = Match.objects.create(game_slug="toy", options={}, state={"last": {"words": olds}})
    mail = OutboxMail.objects.create(kind="x", user=UserFactory(), context={"reason": olds[0]})
    lines = [
        Turn(match=match, index=index, words=kept, public_words="a day", notes=[kept, "x"], state=[kept], via="host")
        for index, kept in enumerate(olds)
    ]
    event = EventFactory()
    for row in (*lines, *(LogLine(event=event, kind="event", words=kept, reason="Ann’s") for kept in olds)):
        row.save()

    def stored() -> list[Any]:
        read = [
            list(Match.objects.values_list("state", "result_words")),
            list(Turn.objects.order_by("pk").values_list("words", "public_words", "notes", "state")),
            list(OutboxMail.objects.filter(pk=mail.pk).values_list("context")),
            list(LogLine.objects.filter(event=event).order_by("pk").values_list("words", "reason")),
        ]
        as_read: list[Any] = json.loads(json.dumps(read))
        return as_read

    before = stored()
    for _again in range(2):
        carry("matches.migrations.0023_reworded", "forwards")
        carry("tournaments.migrations.0022_reworded", "forwards")
        assert stored() == reword(before) != before
    for language in ("en", "de"):
        with translation.override(language):
            for line, kept in zip(Turn.objects.order_by("pk"), olds, strict=True):
                assert line.words == line.notes[0] == translate(reword(kept))
    carry("matches.migrations.0023_reworded", "backwards")
    carry("tournaments.migrations.0022_reworded", "backwards")
    assert stored() == reword(reword(before), inverse(PAIRS))
