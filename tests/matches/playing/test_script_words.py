"""The words of the scripts come with the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from engine.games import game, games
from matches.playing.turn_tags import script_words

SCRIPTS = sorted((Path(settings.BASE_DIR) / "static").glob("*.js"))
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
FOR_PROGRAMMERS = re.compile(r"new Error\([^)]*\)")
LITERAL = re.compile(r'"([^"\n]*)"|`([^`]*)`')
SPOKEN = re.compile(r"^[A-Z][a-z]+[ .…]|^[A-Z][a-z]+$|[a-z] [a-z]+ [a-z]")
SAID = re.compile(r"(?<![\w#])say\(([^,){]*)")
NAME = re.compile(r'"([a-z_]+)"')


def code_of(script: Path) -> str:
    return FOR_PROGRAMMERS.sub("", COMMENT.sub("", script.read_text()))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_no_script_has_words_of_its_own(script: Path) -> None:
    literals = [plain or pieces for plain, pieces in LITERAL.findall(code_of(script))]
    keys = {"Enter", "Escape", "Backspace", "Home", "End"}
    assert [text for text in literals if SPOKEN.search(text) and text not in keys] == []


def test_every_message_that_a_script_asks_for_comes_with_the_page() -> None:
    told = script_words(games()[0])
    asked = {name for script in SCRIPTS for call in SAID.findall(code_of(script)) for name in NAME.findall(call)}
    assert asked >= {"board", "chosen", "sending"}
    assert {name for name in asked if f'"{name}": ' not in told} == set()


@pytest.mark.parametrize(
    ("slug", "kinds"),
    [
        ("fortify", {"enlist+", "occupied", "supply"}),
        ("fortac", {"occupied", "card"}),
        ("fortress", {"card", "deck", "end", "player", "target"}),
    ],
)
def test_what_may_be_chosen_has_the_games_own_word(slug: str, kinds: set[str]) -> None:
    assert set(game(slug).marked()) == kinds
    words = script_words(game(slug))
    assert "a marked space" in words
    assert ("a marked man" in words) == (slug == "fortac")
