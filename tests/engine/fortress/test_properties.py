"""What holds in every match of two to five, whatever is played and whoever leaves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameError
from engine.fortress.cards.cards import ALL_CARDS
from engine.fortress.cards.position import LENGTHS, PACES, Position
from engine.fortress.match.state import MatchState
from engine.fortress.notation.check import parse_position
from engine.fortress.notation.position import format_position
from engine.record.record import Entry, Record
from engine.values import Options

from .lines import FORTRESS


class Match(NamedTuple):
    """Every state of a match with the entry that was played on it."""

    options: Options
    seats: int
    seed: bytes
    states: list[MatchState]
    entries: list[Entry]


class Plan(NamedTuple):
    """What a random match is made from; ``number`` is the chance in it, and ``leaving`` how often players leave."""

    seats: int
    length: str
    pace: str
    leaving: float
    seed: bytes
    number: int


PLANS = st.builds(
    Plan,
    seats=st.integers(2, 5),
    length=st.sampled_from(LENGTHS),
    pace=st.sampled_from(PACES),
    leaving=st.sampled_from([0, 0, 0.01, 0.05]),
    seed=st.binary(min_size=32, max_size=32),
    number=st.integers(0, 2**32),
)


@lru_cache(maxsize=8)
def play_out(plan: Plan) -> Match:
    """The match of a plan, played at random to its end."""
    random = Random(plan.number)
    options = FORTRESS.clean_options({"length": plan.length, "pace": plan.pace})
    state = FORTRESS.start(options, plan.seats, plan.seed)
    states, entries = [state], []
    while FORTRESS.to_act(state):
        entry = _entry(state, random, plan.leaving)
        state = FORTRESS.enter(state, entry)
        states.append(state)
        entries.append(entry)
    return Match(options, plan.seats, plan.seed, states, entries)


def _entry(state: MatchState, random: Random, leaving: float) -> Entry:
    if random.random() < leaving:
        return Entry(random.choice(["resignation", "time"]), random.choice(state.position.playing))
    seat = random.choice(FORTRESS.to_act(state))
    return Entry("play", seat, FORTRESS.sample(state, seat, random))


def _cards(position: Position) -> list[int]:
    rows = [*position.hands, *position.coming, *position.captured, position.deck, position.discards]
    return sorted(card for row in rows for card in row or ())


@given(PLANS)
def test_all_52_cards_are_somewhere_and_points_add_up(plan: Plan) -> None:
    match = play_out(plan)
    for state in match.states:
        position = state.position
        assert _cards(position) == list(ALL_CARDS)
        assert position.face_up <= {card for hand in position.hands for card in hand or ()}
        assert position.totals == tuple(map(sum, zip(*[ended.points for ended in state.rounds], strict=True))) or (
            not state.rounds and not any(position.totals)
        )
        assert (position.last or None) == (state.rounds[-1].points if state.rounds else None)


@given(PLANS)
def test_every_position_on_the_way_is_read_back(plan: Plan) -> None:
    match = play_out(plan)
    for state in match.states[:-1]:
        assert parse_position(format_position(state.position)) == state.position


@given(PLANS)
def test_a_state_survives_being_stored(plan: Plan) -> None:
    match = play_out(plan)
    for state in match.states:
        assert FORTRESS.load(json.loads(json.dumps(FORTRESS.dump(state)))) == state


@given(PLANS)
def test_the_log_leads_to_the_same_state(plan: Plan) -> None:
    match = play_out(plan)
    assert FORTRESS.replay(match.options, match.seats, match.seed, match.entries) == match.states[-1]


@given(PLANS)
def test_a_record_is_read_back_and_leads_to_the_same_state(plan: Plan) -> None:
    match = play_out(plan)
    players = tuple(f"Player [{seat}]" for seat in range(match.seats))
    record = Record(match.options, match.seed, players, tuple(match.entries), {})
    again = FORTRESS.read_record(FORTRESS.write_record(record))
    assert again == record
    assert again.seed is not None
    assert FORTRESS.replay(again.options, match.seats, again.seed, again.entries) == match.states[-1]


@given(PLANS)
def test_a_leaver_leaves_the_others_playing(plan: Plan) -> None:
    match, chance = play_out(plan), Random(plan.number)
    state = chance.choice(match.states[:-1])
    leaver = chance.choice(state.position.playing)
    after = FORTRESS.forfeit(state, leaver, "time")
    others = [seat for seat in state.position.playing if seat != leaver]
    assert leaver in FORTRESS.given_up(after)
    assert leaver not in FORTRESS.to_act(after)
    assert bool(FORTRESS.to_act(after)) is (len(others) > 1)
    assert set(FORTRESS.to_act(state)) - {leaver} <= set(FORTRESS.to_act(after)) or len(others) == 1
    outcome = FORTRESS.outcome(after)
    if outcome:
        assert outcome.winners == tuple(others)


# -- what is hidden ----------------------------------------------------------------------------------------------


def _outputs(state: MatchState, seat: int | None) -> Iterator[Any]:
    """Everything that the engine gives a seat, or a bystander, to read."""
    view = FORTRESS.view(state, seat)
    yield json.dumps(view)
    yield FORTRESS.text_board(view)
    if seat is None:
        return
    yield FORTRESS.idle_turn(state, seat)
    for text in ("", "place left", "keep", "pass", "done", "attack 1-2 left", "ace 1", "LRLR", "LRLRLRLR keep", "x"):
        yield _said(state, seat, text)
    if seat in FORTRESS.to_act(state):
        yield FORTRESS.decision(state, seat)
        yield from [_said(state, seat, step.next) for step in FORTRESS.draft(state, seat).steps]


def _said(state: MatchState, seat: int, text: str) -> Any:
    """The draft of a text, or the sentence that refuses it."""
    try:
        draft = FORTRESS.draft(state, seat, text)
    except GameError as error:
        return type(error), str(error)
    return draft.text, draft.words, draft.steps, draft.may_send, draft.reveals, json.dumps(draft.view)


@given(PLANS)
def test_states_that_differ_only_in_what_is_hidden_are_shown_alike(plan: Plan) -> None:
    match, chance = play_out(plan), Random(plan.number)
    for _ in range(4):
        state = chance.choice(match.states)
        seat = chance.choice([None, *range(match.seats)])
        other = FORTRESS.imagine(state, seat, chance)
        assert list(_outputs(other, seat)) == list(_outputs(state, seat))


@given(PLANS)
def test_placings_of_others_leave_no_trace(plan: Plan) -> None:
    """Two ways to fortify look the same to everyone else (R15)."""
    match, chance = play_out(plan), Random(plan.number)
    fortifying = [state for state in match.states if state.position.phase == "f"]
    state = chance.choice(fortifying)
    seat = chance.choice(FORTRESS.to_act(state))
    one, other = [FORTRESS.play(state, seat, FORTRESS.sample(state, seat, chance)) for _ in range(2)]
    assert (one.public_words, one.notes, one.secret) == (other.public_words, other.notes, True)
    for reader in (None, *[reader for reader in range(match.seats) if reader != seat]):
        assert FORTRESS.view(one.state, reader) == FORTRESS.view(other.state, reader)


@given(PLANS)
def test_a_record_of_a_running_match_hides_what_its_reader_may_not_know(plan: Plan) -> None:
    match, chance = play_out(plan), Random(plan.number)
    length = chance.randrange(len(match.entries))
    reader = chance.choice([None, *range(match.seats)])
    players = tuple(map(str, range(match.seats)))
    entries = match.entries[:length]
    text = FORTRESS.write_record(Record(match.options, match.seed, players, tuple(entries), {}), reader)
    assert match.seed.hex() not in text
    number = 0
    for state, entry in zip(match.states, entries, strict=False):
        number += entry.kind == "play"
        if entry.kind == "play" and entry.seat != reader and state.position.phase == "f":
            assert entry.seat is not None
            hidden = re.search(rf"(?<!\d){number}\. Player {entry.seat + 1}([: ])", text)
            assert hidden is not None
            assert hidden[1] == ":"  # a comment with the public words
