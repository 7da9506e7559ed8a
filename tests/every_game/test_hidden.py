"""What a seat may not know shows in nothing that it is given: each state is held beside one that looks the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.errors import GameError
from engine.game import Game
from engine.record.record import Entry, Record
from engine.values import Draft, Options

from .random_matches import SEED, every_case, random_match

NONSENSE = ("", "nonsense", "1 2 3")
STEPS_TRIED = 12


def looked_at(game: Game, options: Options, seats: int) -> Iterator[tuple[Any, Entry]]:
    """The first states of a match, one from its middle, and the last before its end."""
    rows = random_match(game, options, seats)
    for index in sorted({0, 1, 2, len(rows) // 2, len(rows) - 2}):
        state, entry = rows[index]
        if entry is not None:
            yield state, entry


def sight(game: Game, state: Any, seat: int, text: str) -> list[Any]:
    """All that a page or an email for a seat is made of: what it and a bystander see, what it is asked, what it could
    do, what comes of that and of ``text``, and what is said against nonsense; and what chance would choose for it."""
    views = [game.view(state, each) for each in (None, seat)]
    shown: list[Any] = [(view, game.text_board(view), game.position_text(view), game.draw_map(view)) for view in views]
    orders = game.orders(state, seat)
    shown += [orders, *(game.follow(state, seat, [order.key]) for order in orders)]
    if seat not in game.to_act(state):
        return [*shown, game.to_act(state), game.may_judge_ahead(state)]
    empty = game.draft(state, seat)
    tried = [answer(game, state, seat, step.next) for step in empty.steps[:: len(empty.steps) // STEPS_TRIED + 1]]
    drafts = [empty, game.draft(state, seat, text), *tried]
    asked = [game.decision(state, seat), game.idle_turn(state, seat), game.sample(state, seat, random.Random(7))]
    return [*shown, *asked, *drafts, refusals(game, state, seat)]


def answer(game: Game, state: Any, seat: int, text: str) -> Draft | tuple[str, str] | str:
    """What comes of a step: the draft it leads to; of one that may be sent, what is said when it is; or a refusal."""
    try:
        draft = game.draft(state, seat, text)
        if not draft.may_send:
            return draft
        played = game.play(state, seat, draft.text)
    except GameError as refused:
        return str(refused)
    return played.text, played.words


def refusals(game: Game, state: Any, seat: int) -> list[str]:
    found = []
    for text in NONSENSE:
        with pytest.raises(GameError) as refused:
            game.play(state, seat, text)
        found.append(str(refused.value))
    return found


@every_case
def test_states_that_a_seat_cannot_tell_apart_look_alike(game: Game, options: Options, seats: int) -> None:
    """Equal views, drafts and sentences make equal pages and emails, down to their sizes."""
    rng = random.Random(11)
    for state, entry in looked_at(game, options, seats):
        for seat in range(seats):
            text = entry.text if seat == entry.seat else _sample(game, state, seat, rng)
            other = game.imagine(state, seat, rng)
            for one, same in zip(sight(game, other, seat, text), sight(game, state, seat, text), strict=True):
                assert one == same, f"This tells seat {seat} something that is hidden from it."


def _sample(game: Game, state: Any, seat: int, rng: random.Random) -> str:
    return game.sample(state, seat, rng) if seat in game.to_act(state) else ""


@every_case
def test_a_turn_that_shows_its_player_something_hidden_says_so(game: Game, options: Options, seats: int) -> None:
    """What was submitted is told alike whatever is hidden; where the board isn't, the turn can't be taken back."""
    rng = random.Random(12)
    for state, entry in looked_at(game, options, seats):
        assert entry.seat is not None
        one = game.play(state, entry.seat, entry.text)
        other = game.play(game.imagine(state, entry.seat, rng), entry.seat, entry.text)
        assert (one.text, one.words) == (other.text, other.words)
        if (one.notes, game.view(one.state, entry.seat)) != (other.notes, game.view(other.state, entry.seat)):
            assert one.reveals or other.reveals, f"“{entry.text}” shows its player something: reveals must be true."


@every_case
def test_what_is_secret_is_in_nobody_elses_record(game: Game, options: Options, seats: int) -> None:
    """Two different secret submissions at the start leave the others with the same record."""
    state, rng = game.start(options, seats, SEED), random.Random(13)
    seat, *_ = game.to_act(state)
    texts = [game.play(state, seat, game.sample(state, seat, rng)).text for _ in range(9)]
    if not game.play(state, seat, texts[0]).secret:
        return
    assert len(set(texts)) > 1
    for reader in (None, *(each for each in range(seats) if each != seat)):
        one, *others = [_running(game, options, seats, [Entry("play", seat, text)], reader) for text in texts]
        for other in others:
            assert one == other, f"The record for seat {reader} tells what seat {seat} chose in secret."


@every_case
def test_a_record_of_a_match_that_runs_has_no_seed_and_can_be_read(game: Game, options: Options, seats: int) -> None:
    entries = [entry for _, entry in random_match(game, options, seats) if entry]
    for length in sorted({0, 1, len(entries) // 2, len(entries) - 1}):
        text = _running(game, options, seats, entries[:length], None)
        assert SEED.hex() not in text
        assert game.read_record(text).seed is None


def _running(game: Game, options: Options, seats: int, entries: list[Entry], reader: int | None) -> str:
    players = tuple(f"Player {seat}" for seat in range(seats))
    return game.write_record(Record(options, SEED, players, tuple(entries), {}), reader)
