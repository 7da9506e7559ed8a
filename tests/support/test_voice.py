"""Tests that each habit of a translation is found, and that idiomatic English has none."""

from __future__ import annotations

import pytest

from .voice import GROUPS, HABITS, habits

pytestmark = pytest.mark.either

EXAMPLES = {
    "Who left still has the matches.": "a sentence that begins with a bare who",
    "The event is over. Whoever won it is shown.": "a sentence that begins with a bare who",
    "In this round nobody plays; everybody rests.": "somebody, nobody or everybody as the subject",
    "Two mails are on their way.": "mail as a thing that is counted",
    "The mail comes\nwith a link.": "mail as a thing that is counted",
    "The round was paired anew.": "anew",
    "It ends by itself.": "by itself",
    "The clock stood still.": "stands still",
    "The match goes on.": "goes on",
    "A match waits for you.": "waits for you",
    "Your opponent is to act.": "is to",
    "It is let through.": "is let through",
    "Nothing was changed.": "nothing was changed",
    "A turn of yours is missing.": "of yours",
    "There are not so many players.": "so many",
    "Take the match as it stands.": "as it stands",
    "The turn is complete: look it over.": "look it over",
    "Leave it, or go back.": "leave it",
    "Three names were put in.": "put in",
    "This match is no longer there.": "no longer there",
    "Since then nothing is stored any more.": "no longer there",
    "The deadline is in 3 days.": "in some days, of a deadline",
}


@pytest.mark.parametrize(("text", "habit"), EXAMPLES.items())
def test_a_habit_is_found(text: str, habit: str) -> None:
    assert list(habits(f"A match.\n\n{text} And more.")) == [habit]


def test_each_habit_has_an_example() -> None:
    assert set(EXAMPLES.values()) == set(HABITS)


@pytest.mark.parametrize(
    "text",
    [
        "Who plays first?",
        "Players who left keep their matches.",
        "It comes by mail, from the mail server of your club; the mail account has the limit.",
        "The winners go on the honours board.",
        "The rest is to the left of the board.",
        "Leave it empty for no limit; players can leave it out.",
        "The settings can’t be changed any more.",
        "``nobody`` is a choice, and `mails` a word in code.",
    ],
)
def test_idiomatic_english_has_none(text: str) -> None:
    assert not list(habits(text))


@pytest.mark.parametrize("group", GROUPS)
def test_each_group_has_texts_and_names_their_places(group: str) -> None:
    places, texts = zip(*GROUPS[group](), strict=True)
    assert all(places)
    assert all(texts)
    assert len(texts) > 1000
