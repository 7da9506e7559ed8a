"""Sentences that are stored under other words than they have now."""

from __future__ import annotations

import pytest
from django.utils import translation

from i18n.fields import value_of
from i18n.former_words import FORMER, Message, current, faults_of_rows, read_rows
from i18n.text import Kept, Text, message_of, say, translate
from tests.support.catalogues import said_in_every_language
from tests.support.factories import EventFactory
from tournaments.models import LogLine

TABLE = {
    Message("%(name)s loses"): "%(name)s has lost",
    Message("%(name)s has lost"): "%(name)s lost",
    Message("a day"): "one day",
    Message("%(number)s days"): "%(number)s whole days",
    Message("table", "sport"): "standings",
}
FORMERLY, NOW = "%(name)s has come in.", "%(name)s entered."


# -- the table -------------------------------------------------------------------------------------------------------


def test_the_table_is_sound() -> None:
    assert faults_of_rows(FORMER, said_in_every_language()) == []


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["Lost\tNobody says this"], "is said nowhere"),
        ([f"It came in.\t{NOW}"], "wants name, which"),
        ([f"{NOW}\t%(name)s is in", f"%(name)s is in\t{NOW}"], "becomes itself again"),
        ([f"{FORMERLY}\t{NOW}\tsport"], "is said nowhere"),
    ],
)
def test_a_row_that_cannot_be_said_is_named(lines: list[str], fault: str) -> None:
    assert any(fault in each for each in faults_of_rows(dict(read_rows(lines)), said_in_every_language()))


def test_a_row_may_have_a_plural_a_context_and_line_breaks() -> None:
    lines = ["a day|||%(number)s days\tone day|||%(number)s whole days", "a\\nb\tc\\nd\tsport"]
    assert dict(read_rows(lines)) == {
        Message("a day"): "one day",
        Message("%(number)s days"): "%(number)s whole days",
        Message("a\nb", "sport"): "c\nd",
    }
    assert faults_of_rows(dict(read_rows([f"{FORMERLY}\t{NOW}"])), said_in_every_language()) == []


# -- what was kept ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("former", "now"),
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
    ],
)
def test_a_sentence_has_the_words_of_now_wherever_it_stands(former: Kept, now: Kept) -> None:
    assert current(former, TABLE) == current(now, TABLE) == now
    assert current(former, {}) == former


@pytest.mark.django_db
def test_a_stored_row_is_said_in_the_words_of_now_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two players, since a process keeps what it has said."""
    ada, zoe = (log(["say", FORMERLY, {"name": name}]) for name in ("Ada", "Zoë"))
    with translation.override("de"):
        assert read_again(ada).words == "Ada has come in."
        in_german = str(say(NOW, name="Zoë"))
    monkeypatch.setitem(FORMER, Message(FORMERLY), NOW)
    for language, words in (("en", "Zoë entered."), ("de", in_german)):
        with translation.override(language):
            assert read_again(zoe).words == words
            assert translate(["say", FORMERLY, {"name": "Zoë"}]) == words
    assert in_german not in ("Zoë entered.", "Zoë has come in.")
    assert [value_of(read_again(zoe).words, "name"), message_of(read_again(zoe).words)] == ["Zoë", NOW]


def log(kept: Kept) -> LogLine:
    return LogLine.objects.create(event=EventFactory(), kind="event", words=Text("", kept))


def read_again(line: LogLine) -> LogLine:
    return LogLine.objects.get(pk=line.pk)
