"""Every game speaks the language of whoever reads it, and what it said can be said again in another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Set
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

import pytest

from engine.errors import BadOption, IllegalTurn, UnreadableTurn
from engine.game import Game
from engine.values import Options, Played
from i18n.text import Text, translate
from tests.support.foreign_language import ENGLISH

from .random_matches import SEED, every_offered_case, random_match, some_of


def _through_json(sentence: str) -> str:
    assert isinstance(sentence, Text), f"“{sentence}” can’t be said in another language: make it with say()."
    return translate(json.loads(json.dumps(sentence.kept)))


def _sentences(played: Played) -> list[str]:
    return [played.words, played.public_words, *played.notes]


def _results(game: Game, state: Any) -> list[str]:
    """The result, or those there would be if the match ended now."""
    if not game.to_act(state):
        ended = [state]
    else:
        ended = [game.forfeit(state, 0, "resignation"), game.forfeit(state, 0, "time")]
        ended += [game.agree_draw(state)] if game.draws else []
    outcomes = [game.outcome(each) for each in ended]
    return [outcome.words for outcome in outcomes if outcome]


def _all_said(game: Game, options: Options, seats: int) -> Iterator[str]:
    rows = random_match(game, options, seats)
    for state, entry in rows:
        if entry is not None and entry.seat is not None:
            yield from _sentences(game.play(state, entry.seat, entry.text))
    for state, _ in some_of(rows):
        yield from _results(game, state)


@every_offered_case
def test_what_is_kept_says_the_same_again_and_in_another_language_throughout(
    game: Game, options: Options, seats: int, request: pytest.FixtureRequest
) -> None:
    sentences = list(_all_said(game, options, seats))
    for sentence in sentences:
        assert _through_json(sentence) == sentence
    kept = [json.dumps(sentence.kept) for sentence in sentences if isinstance(sentence, Text)]
    request.getfixturevalue("abroad")
    anew = [translate(json.loads(each)) for each in kept]
    assert _english(game, anew) == [], UNTRANSLATED
    assert anew == list(_all_said(game, options, seats))


@every_offered_case
def test_everything_is_shown_in_another_language(game: Game, options: Options, seats: int, abroad: None) -> None:
    assert not ENGLISH.search(_own_words(game).NOTATION.sub("", game.describe_options(options)))
    for state, entry in some_of(random_match(game, options, seats)):
        for seat in (None, *range(seats)):
            view = game.view(state, seat)
            assert _english(game, _words_of(game, view)) == [], UNTRANSLATED
            assert _english(game, [game.text_board(view)]) == [], UNTRANSLATED
        for seat in game.to_act(state):
            assert _english(game, [game.decision(state, seat).ask]) == [], UNTRANSLATED
        if entry is not None and entry.seat is not None:
            for text in ("", entry.text):
                draft = game.draft(state, entry.seat, text)
                steps = [words for step in draft.steps for words in (step.label, step.group)]
                assert _english(game, [draft.words, *steps, *_words_of(game, draft.view)]) == [], UNTRANSLATED


UNTRANSLATED = """English in another language: not made with say(), or kept in a state as a Text and not as its .kept.
What is the same in every language is named in tests/engine/<slug>/own_words.py."""
NOT_SAID = {"game", "colours", "phase", "ref", "side", "marks", "columns", "rows"}
"""Keys of views whose values no one reads, in every game. A game's own, and the words of its notation, which are the
same in all languages, are in ``tests/engine/<slug>/own_words.py``, where it has any."""


class OwnWords(Protocol):
    NOT_SAID: Set[str]
    NOTATION: re.Pattern[str]


class NoWords:
    """Of a game that has none."""

    NOT_SAID: Set[str] = frozenset()
    NOTATION = re.compile("(?!)")


def _own_words(game: Game) -> OwnWords:
    module = f"tests.engine.{game.slug}.own_words"
    return cast("OwnWords", import_module(module)) if _is_there(module) else NoWords()


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _words_of(game: Game, shown: Any) -> Iterator[str]:
    """Every text of a view that people read."""
    if isinstance(shown, dict):
        not_said = NOT_SAID | _own_words(game).NOT_SAID
        for key, value in shown.items():
            if key not in not_said:
                yield from _words_of(game, value)
    elif isinstance(shown, list):
        for value in shown:
            yield from _words_of(game, value)
    elif isinstance(shown, str):
        yield shown


def _english(game: Game, sentences: Iterable[str]) -> list[str]:
    """Those with words that aren't translated, or of the game's notation."""
    notation = _own_words(game).NOTATION
    return [sentence for sentence in sentences if ENGLISH.search(notation.sub("", sentence))]


@every_offered_case
def test_nonsense_is_refused_in_another_language(game: Game, options: Options, seats: int, abroad: None) -> None:
    """What it quotes stays as it was written."""
    state = game.start(options, seats, SEED)
    for text in ("", "nonsense", "T" * 5000, "1 2 3"):
        with pytest.raises((UnreadableTurn, IllegalTurn)) as refused:
            game.play(state, game.to_act(state)[0], text)
        assert not ENGLISH.search(_own_words(game).NOTATION.sub("", re.sub(r"“[^”]*”", "", str(refused.value))))


@every_offered_case
def test_a_setting_is_offered_in_the_language_of_who_is_asked(
    game: Game, options: Options, seats: int, abroad: None
) -> None:
    for option in game.options():
        assert not ENGLISH.search(option.label + option.help)
        assert not ENGLISH.search("".join(choice.label + choice.help for choice in option.choices))
    assert not any(ENGLISH.search(side.name) for seats in game.seats for side in game.sides(seats))
    if game.options():
        with pytest.raises(BadOption) as refused:
            game.clean_options({option.key: "!" for option in game.options()})
        assert "ж" in str(refused.value)
