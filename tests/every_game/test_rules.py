"""What every game must keep, shown by playing each at random from start to end."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import chance
from engine.errors import GameError, IllegalTurn, UnreadableTurn
from engine.game import Game
from engine.games import games
from engine.record.record import Entry, Record
from engine.values import Draft, Options
from tests.support.calls import calls_of

from .random_matches import SEED, STATES_LOOKED_AT, every_case, random_match, some_of

VIEW_KEYS = {"game", "title", "labels", "colours", "scores", "score_words", "to_act", "last", "alt"}
SIZE_OF_A_STATE = 6000
MOST_CALLS = 40_000
MOST_ORDERED = 20  # turns by orders in a row
"""Three times what a turn of many steps takes in Fortify."""


@every_case
def test_a_match_comes_to_an_end_with_an_outcome(game: Game, options: Options, seats: int) -> None:
    rows = random_match(game, options, seats)
    final, nothing = rows[-1]
    assert nothing is None
    assert all(game.outcome(state) is None for state, entry in rows if entry)
    outcome = game.outcome(final)
    assert outcome is not None
    assert len(outcome.shares) == len(outcome.scores) == seats
    assert sum(outcome.shares) == 1 or set(outcome.shares) in ({Fraction(0)}, {Fraction(1)})
    assert outcome.how
    assert outcome.words.endswith(".")


@every_case
def test_clean_options_stay_as_they_are(game: Game, options: Options, seats: int) -> None:
    """An archive that comes in is asked for options as they are stored."""
    stored = json.loads(json.dumps(options))
    assert game.clean_options(stored) == stored


@every_case
def test_a_state_survives_being_stored(game: Game, options: Options, seats: int) -> None:
    for state, _ in random_match(game, options, seats):
        text = json.dumps(game.dump(state))
        assert game.load(json.loads(text)) == state
        assert game.dump(state)["version"] >= 1
        assert len(text) < SIZE_OF_A_STATE


@every_case
def test_what_is_played_can_be_read_and_chat_cannot(game: Game, options: Options, seats: int) -> None:
    for state, entry in some_of(random_match(game, options, seats)):
        if entry is None or entry.seat is None or entry.kind != "play":
            continue
        game.read(state, entry.seat, entry.text)
        with pytest.raises(UnreadableTurn):
            game.read(state, entry.seat, "Good luck!")


@every_case
def test_what_was_played_at_another_time_is_read_without_being_judged(game: Game, options: Options, seats: int) -> None:
    """Such is an old email's reply."""
    looked_at = some_of(random_match(game, options, seats))
    texts = {entry.text for _, entry in looked_at if entry is not None}
    for state, _ in looked_at:
        for seat in game.to_act(state):
            for text in texts:
                with suppress(UnreadableTurn):
                    game.read(state, seat, text)


@every_case
def test_what_a_game_suggests_can_be_played(game: Game, options: Options, seats: int) -> None:
    for state, _ in some_of(random_match(game, options, seats)):
        for seat in game.to_act(state):
            for suggestion in game.decision(state, seat).suggestions:
                assert game.play(state, seat, suggestion.text).text == suggestion.text


@every_case
def test_a_state_that_is_judged_ahead_hides_nothing_from_one_seat(game: Game, options: Options, seats: int) -> None:
    """All seats see the same of it, and of what is played there."""
    for state, entry in some_of(random_match(game, options, seats)):
        if entry is None or not game.may_judge_ahead(state):
            continue
        assert not any(game.decision(state, seat).secret for seat in game.to_act(state))
        assert all(game.view(state, seat) == game.view(state) for seat in range(seats))
        assert entry.seat is not None
        played = game.play(state, entry.seat, entry.text)
        assert (played.public_words, played.secret) == (played.words, False)


@every_case
def test_what_orders_give_can_be_played_and_comes_to_an_end(game: Game, options: Options, seats: int) -> None:
    """Whatever of it is set, by all seats at once."""
    for state, _ in random_match(game, options, seats):
        for seat in range(seats):
            orders = game.orders(state, seat)
            assert len({order.key for order in orders}) == len({order.text for order in orders}) == len(orders)
            if seat not in game.to_act(state):
                assert game.follow(state, seat, [order.key for order in orders]) is None
        _obey(game, state, [{order.key for order in game.orders(state, seat)} for seat in range(seats)])


def _obey(game: Game, state: Any, keys: list[set[str]]) -> None:
    for _ in range(MOST_ORDERED):
        texts = {seat: game.follow(state, seat, keys[seat]) for seat in game.to_act(state)}
        seat = next((seat for seat, text in texts.items() if text is not None), None)
        if seat is None:
            return
        state = game.play(state, seat, texts[seat] or "").state
        keys = [keys[each] & {order.key for order in game.orders(state, each)} for each in range(len(keys))]
    pytest.fail("These orders give turn after turn.")


@every_case
def test_a_turn_is_judged_ahead_as_it_is_when_it_is_played(game: Game, options: Options, seats: int) -> None:
    """The state as all know it looks the same, asks the same, and takes the same turns, and it has no seed."""
    for state, entry in some_of(random_match(game, options, seats)):
        if entry is None or entry.seat is None or not game.may_judge_ahead(state):
            continue
        known = game.as_known(state)
        assert game.view(known) == game.view(state)
        assert game.to_act(known) == game.to_act(state)
        ahead, played = game.play(known, entry.seat, entry.text), game.play(state, entry.seat, entry.text)
        assert (ahead.text, ahead.words) == (played.text, played.words)
        assert game.draft(known, entry.seat, played.text) == game.draft(state, entry.seat, played.text)
        assert repr(SEED) not in repr(known)


@every_case
def test_everybody_has_a_view_that_is_data(game: Game, options: Options, seats: int) -> None:
    for state, _ in some_of(random_match(game, options, seats)):
        for seat in (None, *range(seats)):
            view = game.view(state, seat)
            assert VIEW_KEYS - view.keys() == set()
            assert json.loads(json.dumps(view)) == view
            assert view["game"] == game.slug
            assert view["to_act"] == list(game.to_act(state))
            assert len(view["labels"]) == len(view["colours"]) == len(view["scores"]) == seats
            assert max(map(len, game.text_board(view).splitlines())) <= 72


@every_case
def test_a_match_begins_with_the_sides_that_its_game_names(game: Game, options: Options, seats: int) -> None:
    view = game.view(game.start(options, seats, SEED))
    assert [(side.name, side.colour) for side in game.sides(seats)] == list(
        zip(view["labels"], view["colours"], strict=True)
    )


@every_case
def test_what_is_secret_is_in_nobody_elses_view(game: Game, options: Options, seats: int) -> None:
    """Two different secret submissions leave the others with the same sight of the match, and a computer that plays
    for one of them with the same guess."""
    rng = random.Random(4)
    for state, entry in some_of(random_match(game, options, seats)):
        if entry is None or entry.seat is None:
            continue
        one = game.play(state, entry.seat, entry.text)
        if not one.secret:
            assert one.public_words == one.words, "Others are shown its text: only what is secret has public words."
            continue
        assert game.decision(state, entry.seat).secret, "Its decision must be secret, too."
        assert game.keeps_secret(one.state), "What is secret is kept so."
        other = game.play(state, entry.seat, _another(game, state, entry.seat, one.text, rng))
        assert (one.public_words, one.notes) == (other.public_words, other.notes)
        assert game.view(one.state) == game.view(other.state)
        for seat in set(range(seats)) - {entry.seat}:
            assert game.view(one.state, seat) == game.view(other.state, seat)
            guesses = [game.imagine(each.state, seat, random.Random(5)) for each in (one, other)]
            assert guesses[0] == guesses[1]


def _another(game: Game, state: Any, seat: int, text: str, rng: random.Random) -> str:
    for _ in range(100):
        sample = game.sample(state, seat, rng)
        if game.play(state, seat, sample).text != text:
            return sample
    return text


@every_case
def test_replaying_the_log_gives_the_same_state(game: Game, options: Options, seats: int) -> None:
    rows = random_match(game, options, seats)
    entries = [entry for _, entry in rows if entry]
    assert game.replay(options, seats, SEED, entries) == rows[-1][0]


@every_case
def test_what_is_written_down_fits_its_column(game: Game, options: Options, seats: int) -> None:
    for state, entry in some_of(random_match(game, options, seats)):
        assert bool(game.to_act(state)) == (game.outcome(state) is None)
        if entry is None or entry.seat is None:
            continue
        played = game.play(state, entry.seat, entry.text)
        assert len(played.text) <= 200
        assert len(played.text.splitlines()) == 1
        again = game.play(state, entry.seat, played.text)
        assert (again.text, again.state) == (played.text, played.state)
        assert not f"{played.words} {played.public_words}".endswith("."), "Words are part of a sentence."
        assert 0 < len(played.words) <= 500
        assert 0 < len(played.public_words) <= 500


@every_case
def test_a_seat_that_stays_asked_is_asked_the_same(game: Game, options: Options, seats: int) -> None:
    for (state, entry), (after, _) in pairwise(random_match(game, options, seats)[:STATES_LOOKED_AT]):
        assert entry is not None
        for seat in {*game.to_act(state)} & {*game.to_act(after)} - {entry.seat}:
            assert game.decision(after, seat) == game.decision(state, seat)


@every_case
@settings(max_examples=3)
@given(seed=st.binary(min_size=32, max_size=32), luck=st.integers(0, 2**32))
def test_the_promises_hold_from_any_seed(game: Game, options: Options, seats: int, seed: bytes, luck: int) -> None:
    """In the first turns of another match: what is stored, asked, drafted and played."""
    rng = random.Random(luck)
    state = game.start(options, seats, seed)
    for _ in range(8):
        asked = game.to_act(state)
        assert bool(asked) == (game.outcome(state) is None)
        assert game.load(json.loads(json.dumps(game.dump(state)))) == state
        if not asked:
            break
        seat = rng.choice(asked)
        played = game.play(state, seat, game.sample(state, seat, rng))
        draft = game.draft(state, seat, played.text)
        assert (draft.text, draft.may_send, draft.reveals) == (played.text, True, played.reveals)
        state = played.state


@every_case
def test_the_work_for_a_turn_is_bounded(game: Game, options: Options, seats: int) -> None:
    """By the functions called, which no busy machine changes: at the start, in the middle and at the end of a match."""
    rows = random_match(game, options, seats)
    for index in {0, len(rows) // 2, len(rows) - 2}:
        state, entry = rows[index]
        assert entry is not None
        assert entry.seat is not None
        for work in (
            partial(game.play, state, entry.seat, entry.text),
            partial(game.draft, state, entry.seat),
            partial(game.view, state, entry.seat),
            partial(game.draw_map, game.view(state)),
        ):
            assert calls_of(work) < MOST_CALLS


@every_case
def test_a_record_is_read_back_as_it_was_written(game: Game, options: Options, seats: int) -> None:
    rows = random_match(game, options, seats)
    entries = tuple(_canonical(game, state, entry) for state, entry in rows if entry)
    players = tuple(f"Player “{seat}” [\n{{x}}]" for seat in range(seats))
    record = Record(options, SEED, players, entries, {"Site": "a club"})
    assert game.read_record(game.write_record(record)) == record


def _canonical(game: Game, state: Any, entry: Entry) -> Entry:
    assert entry.seat is not None
    return Entry("play", entry.seat, game.play(state, entry.seat, entry.text).text)


@every_case
def test_a_draft_agrees_with_play(game: Game, options: Options, seats: int) -> None:
    rng = random.Random(7)
    for state, entry in some_of(random_match(game, options, seats)):
        if entry is not None and entry.seat is not None:
            _check_drafts(game, state, entry.seat, game.begin(state, entry.seat), rng)


def _check_drafts(game: Game, state: Any, seat: int, draft: Draft, rng: random.Random) -> None:
    """Follow one chain of steps; whatever may be sent is accepted as it was understood."""
    while True:
        assert json.loads(json.dumps(draft.view)) == draft.view
        if draft.may_send:
            played = game.play(state, seat, draft.text)
            assert played.text == draft.text
            assert draft.words.startswith(played.words)
        assert draft.missing == _refusal(game, state, seat, draft)
        if not draft.steps:
            return
        assert len({step.text for step in draft.steps}) == len(draft.steps)
        assert len({step.label for step in draft.steps}) == len(draft.steps), "Two steps have the same label."
        paths = [path for step in draft.steps for path in step.paths]
        assert len(set(paths)) == len(paths)
        draft = game.begin(state, seat, rng.choice(draft.steps).next)


def _refusal(game: Game, state: Any, seat: int, draft: Draft) -> str:
    """What is said of a turn that has begun and can't be sent as it is."""
    if draft.may_send or not draft.text:
        return ""
    with pytest.raises(IllegalTurn) as refused:
        game.play(state, seat, draft.text)
    return str(refused.value)


@every_case
def test_playing_leaves_the_old_state_as_it_was(game: Game, options: Options, seats: int) -> None:
    for state, entry in random_match(game, options, seats)[:STATES_LOOKED_AT]:
        before = game.dump(state)
        if entry:
            game.enter(state, entry)
        assert game.dump(state) == before


@every_case
def test_nonsense_is_refused_in_a_sentence(game: Game, options: Options, seats: int) -> None:
    state = game.start(options, seats, SEED)
    for text in ("", "nonsense", "\0", "T" * 5000, "🂡🂡🂡", "1 2 3"):
        with pytest.raises((UnreadableTurn, IllegalTurn), match=r".\.$"):
            game.play(state, game.to_act(state)[0], text)


@every_case
@settings(max_examples=15)
@given(text=st.text(max_size=250))
def test_any_text_is_played_or_refused_in_a_sentence(game: Game, options: Options, seats: int, text: str) -> None:
    """In the first state, and in one from the middle of a match."""
    rows = random_match(game, options, seats)
    for state, entry in (rows[0], rows[len(rows) // 2]):
        assert entry is not None
        assert entry.seat is not None
        for submitted in (text, entry.text + text, text + entry.text):
            try:
                words = game.play(state, entry.seat, submitted).words
            except (UnreadableTurn, IllegalTurn) as error:
                words = str(error)
            assert words


@every_case
def test_chance_comes_by_labels_of_the_games_own_each_used_once(
    game: Game, options: Options, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no draft or view draws any."""
    entries = [entry for _, entry in random_match(game, options, seats) if entry]
    drawn: list[str] = []
    really = chance.chance_words

    def words(seed: bytes, label: str) -> Iterator[int]:
        drawn.append(label)
        return really(seed, label)

    for module in [module for name, module in sys.modules.items() if name.startswith("engine.")]:
        if getattr(module, "chance_words", None) is really:
            monkeypatch.setattr(module, "chance_words", words)
    looked_at = range(0, len(entries), len(entries) // STATES_LOOKED_AT + 1)
    state = game.start(options, seats, SEED)
    for number, entry in enumerate(entries):
        before = len(drawn)
        for seat in game.to_act(state) if number in looked_at else ():
            game.draft(state, seat)
            game.view(state, seat)
        assert entry.seat is not None
        if number in looked_at:
            game.draft(state, entry.seat, entry.text)
        assert len(drawn) == before
        state = game.enter(state, entry)
    assert len(set(drawn)) == len(drawn)
    assert all(label.split("/")[0] == game.slug for label in drawn)


@every_case
def test_what_was_drawn_by_chance_follows_from_the_seed_alone(game: Game, options: Options, seats: int) -> None:
    starts = [game.start(options, seats, seed) for seed in (SEED, SEED, bytes(range(1, 33)))]
    assert starts[0] == starts[1]
    assert (starts[0] != starts[2]) == game.has_chance
    labels = [label for state, _ in random_match(game, options, seats) for label in game.chance_drawn(state)]
    assert bool(labels) == game.has_chance
    assert all(label.split("/")[0] == game.slug for label in labels)


@every_case
def test_an_idle_turn_is_legal_and_for_whoever_is_to_act(game: Game, options: Options, seats: int) -> None:
    for state, _ in some_of(random_match(game, options, seats)):
        asked = game.to_act(state)
        for seat in range(seats):
            text = game.idle_turn(state, seat)
            if seat not in asked:
                assert text is None
            elif text is not None:
                assert game.play(state, seat, text).text == text


@every_case
def test_only_a_game_that_can_idle_has_idle_turns(game: Game, options: Options, seats: int) -> None:
    rows = random_match(game, options, seats)
    idle = [game.idle_turn(state, seat) for state, _ in rows for seat in game.to_act(state)]
    assert any(text is not None for text in idle) == game.can_idle


@every_case
def test_nobody_plays_out_of_turn_or_after_the_end(game: Game, options: Options, seats: int) -> None:
    text = ""
    for state, entry in some_of(random_match(game, options, seats)):
        text = entry.text if entry else text
        for seat in set(range(seats)) - set(game.to_act(state)):
            with pytest.raises(IllegalTurn):
                game.play(state, seat, text)
            with pytest.raises(IllegalTurn):
                game.draft(state, seat)


@every_case
def test_giving_up_ends_the_match_of_two(game: Game, options: Options, seats: int) -> None:
    for state, entry in some_of(random_match(game, options, seats)):
        if entry is None:
            with pytest.raises(GameError):
                game.forfeit(state, 0, "resignation")
            continue
        for how, after in (
            ("resignation", game.forfeit(state, 0, "resignation")),
            ("time", game.forfeit(state, 0, "time")),
        ):
            assert game.load(game.dump(after)) == after
            assert (game.outcome(after) is None) == bool(game.to_act(after))
            if game.to_act(after):
                assert 0 not in game.to_act(after)
            if seats == 2 and not game.together:
                outcome = game.outcome(after)
                assert outcome is not None
                assert outcome.shares == (Fraction(0), Fraction(1))
                assert outcome.how == how


@every_case
def test_a_baton_passes_a_turn_to_the_next_seat_as_it_is(game: Game, options: Options, seats: int) -> None:
    """Once round the table it is as it was."""
    for state, entry in some_of(random_match(game, options, seats)):
        asked = game.to_act(state)
        if entry is None or not game.has_baton or seats == 1:
            with pytest.raises(IllegalTurn, match=r".\.$"):
                game.pass_baton(state, asked[0] if asked else 0)
            continue
        passed = state
        for seat in (*asked, *range(asked[0] + 1, seats), *range(asked[0])):
            assert game.to_act(passed) == (seat,)
            passed = game.enter(passed, Entry("baton", seat))
            assert game.load(json.loads(json.dumps(game.dump(passed)))) == passed
        assert passed == state


@every_case
def test_a_draw_is_shared_by_all(game: Game, options: Options, seats: int) -> None:
    for state, entry in some_of(random_match(game, options, seats)):
        if entry is None or not game.draws:
            with pytest.raises(IllegalTurn):
                game.agree_draw(state)
            continue
        outcome = game.outcome(game.agree_draw(state))
        assert outcome is not None
        assert set(outcome.shares) == {Fraction(1, seats)}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_a_lesson_can_be_taken_without_a_match(game: Game) -> None:
    """Each task is in a state that everyone knows, tells itself apart from the others, and is not solved by chance."""
    tasks = game.lesson()
    assert bool(tasks) == game.has_lesson
    assert len({task.key for task in tasks}) == len({task.title for task in tasks}) == len(tasks)
    for task in tasks:
        assert re.fullmatch(r"[a-z0-9-]+", task.key)
        assert all((task.title, task.ask, task.hint, task.praise, task.missed))
        assert game.may_judge_ahead(task.state)
        seat, *_ = game.to_act(task.state)
        draft = game.draft(task.state, seat)
        assert draft.steps
        turns = [game.sample(task.state, seat, random.Random(luck)) for luck in range(200)]
        solved = {turn for turn in turns if task.solves(game.play(task.state, seat, turn))}
        assert solved < set(turns), task.key
