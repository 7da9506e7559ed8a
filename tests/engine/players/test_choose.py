"""What computer players submit, in every game: legal turns, by what their seat sees, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from engine.errors import IllegalTurn
from engine.fortac.match.state import MatchState as FortacState
from engine.fortify.match.state import VolleyResult
from engine.game import Game
from engine.games import game as find_game
from engine.lookahead import Lookahead, Shares
from engine.players.choose import choose, choose_as
from engine.players.sampling import Sampling
from engine.players.search import FoundSubmission, Search
from engine.players.strengths import STRENGTHS, Strength, find_strength
from engine.record.record import Entry
from engine.values import Options, Outcome
from tests.engine.fortac.positions import at as fortac_at
from tests.engine.fortify.matches import at as fortify_at
from tests.engine.fortify.matches import started
from tests.every_game.random_matches import SEED, every_case, random_match
from tests.support.toy_game import State, Toy

FEW = Strength("few", "Few", 30, 0.01)
OWN_SEED = b"computer"


def looked_at(game: Game, options: Options, seats: int) -> Iterator[tuple[Any, Entry]]:
    """The first states of a match, with what is picked in secret, and one from its middle."""
    rows = random_match(game, options, seats)
    for index in (0, 1, 2, len(rows) // 2):
        state, entry = rows[index]
        if entry is not None:
            yield state, entry


@every_case
def test_a_choice_is_legal_canonical_and_judged(game: Game, options: Options, seats: int) -> None:
    for state, _ in looked_at(game, options, seats):
        for seat in game.to_act(state):
            chosen = choose_as(game, state, seat, FEW, OWN_SEED)
            assert game.play(state, seat, chosen.text).text == chosen.text
            assert 0 <= chosen.value <= 1
            assert chosen.words
            assert choose_as(game, state, seat, FEW, OWN_SEED) == chosen


@every_case
def test_states_that_a_seat_cannot_tell_apart_are_answered_alike(game: Game, options: Options, seats: int) -> None:
    for state, _ in looked_at(game, options, seats):
        for seat in game.to_act(state):
            other = game.imagine(state, seat, random.Random(1))
            assert game.view(other, seat) == game.view(state, seat)
            assert game.to_act(other) == game.to_act(state)
            assert repr(SEED) not in repr(other)
            assert game.imagine(other, seat, random.Random(2)) == game.imagine(state, seat, random.Random(2))
            chosen = choose_as(game, state, seat, FEW, OWN_SEED)
            assert choose_as(game, other, seat, FEW, OWN_SEED) == chosen


@every_case
def test_what_others_picked_in_secret_and_the_seed_are_imagined(game: Game, options: Options, seats: int) -> None:
    """Two matches that differ in a secret submission, and in their seeds unless those have dealt a hand: what a seat
    that knows neither imagines is the same."""
    first, second = (game.start(options, seats, seed) for seed in (SEED, bytes(range(1, 33))))
    seat, *others = game.to_act(first)
    if not (others and game.decision(first, seat).secret):
        return
    if game.view(first, others[0]) != game.view(second, others[0]):
        second = first
    rng = random.Random(5)
    one = game.play(first, seat, game.sample(first, seat, rng))
    tries = (game.play(second, seat, game.sample(second, seat, rng)) for _ in range(100))
    two = next(each for each in tries if each.text != one.text)
    assert game.imagine(one.state, others[0], random.Random(3)) == game.imagine(two.state, others[0], random.Random(3))


def test_the_order_of_the_deck_decides_no_choice() -> None:
    fortac = find_game("fortac")
    state: FortacState = fortac.start({}, 2, SEED)
    deck = state.position.deck
    other = replace(state, position=state.position._replace(deck=deck[::-1], seed=bytes(32)))
    assert deck[::-1] != deck
    chosen = [choose_as(fortac, each, 0, Strength("", "", 400, 0), OWN_SEED) for each in (state, other)]
    assert chosen[0] == chosen[1]


def test_only_a_seat_that_is_asked_chooses() -> None:
    with pytest.raises(IllegalTurn):
        choose(find_game("fortify"), started(), 1, "easy", OWN_SEED)
    fortress = find_game("fortress")
    fortified = fortress.play(
        fortress.start(fortress.clean_options({"pace": "whole"}), 2, SEED), 0, "fortify LLLLLLLL keep"
    ).state
    with pytest.raises(IllegalTurn, match="finished fortifying"):
        choose(fortress, fortified, 0, "easy", OWN_SEED)


@pytest.mark.parametrize("strength", [strength.key for strength in STRENGTHS])
def test_a_win_at_hand_is_taken(strength: str) -> None:
    """Three of four fortified, and the fourth in formation; three corners of four, and a Hop from the last."""
    fortify, fortac = find_game("fortify"), find_game("fortac")
    volley = fortify_at(started(format="standard"), "4/4/+I+I2/+II2/4 r 9/2 T4B4i4t4b4 - 0")
    volley = replace(volley, volley=2, results=(VolleyResult(0, "2x2", (1, 0), 0, 20),))
    chosen = choose(fortify, volley, 0, strength, OWN_SEED)
    outcome = fortify.outcome(fortify.play(volley, 0, chosen.text).state)
    assert outcome is not None
    assert outcome.winners == (0,)
    match = FortacState(fortac_at("R1R1/1BB1/1BB1/R2R", red="HST", turn=3, combos="center/-"))
    chosen = choose(fortac, match, 0, strength, OWN_SEED)
    assert chosen.text == "hop c4-d4"
    assert chosen.value > 0.9


def test_a_threat_is_met() -> None:
    """Black hops into the fourth corner next and wins, unless Red's only man near takes it first."""
    fortac = find_game("fortac")
    match = FortacState(fortac_at("B2R/RR2/1R2/B1BB", red="HSP", black="HJJ", turn=3, combos="-/center"))
    chosen = choose(fortac, match, 0, "medium", OWN_SEED)
    after = fortac.play(match, 0, chosen.text).state
    wins = [step for step in fortac.draft(after, 1).steps if fortac.outcome(fortac.play(after, 1, step.next).state)]
    assert not wins


def test_a_game_without_a_guess_is_played_out() -> None:
    """The highest sum wins the toy: who adds last adds enough to win, and in a team to win together."""
    state = State(1, (0, 0, 0), ((5,), (6,), (9,)), added=(6,))
    for toy, enough in ((Toy(), 3), (Team(), 5)):
        first = choose_as(toy, state, 1, Strength("", "", 300, 0), OWN_SEED)
        last = replace(state, added=(6, 1))
        assert first.text in {f"add {number}" for number in range(1, 10)}
        assert int(choose_as(toy, last, 2, Strength("", "", 100, 0), OWN_SEED).text.removeprefix("add ")) >= enough


class Team(Toy):
    """All win with a sum of 32 between them, and lose with less."""

    slug, name, together = "team", "Team", True

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, shares=(Fraction(sum(state.sums) >= 32),) * len(state.seats))


@pytest.mark.parametrize("nodes", [1, 50, 500])
def test_no_more_positions_are_judged_than_it_was_given(nodes: int) -> None:
    """But for the last look, which is finished."""
    fortac = find_game("fortac")
    state, rng = fortac.start({}, 2, SEED), random.Random(1)
    lookahead = fortac.lookahead()
    assert lookahead
    search = Search(lookahead, lambda: fortac.imagine(state, 0, rng), 0, rng)
    search.best(nodes)
    assert nodes <= search.judged <= nodes + 100


@dataclass
class Coin:
    is_heads: bool


class Coins(Lookahead):
    """Take four tenths for sure, or toss a coin that nobody sees, and win if the opponent calls it wrongly."""

    samples = True
    nodes: ClassVar[Mapping[str, int]] = {"few": 400}
    misjudgements: ClassVar[Mapping[str, float]] = {"few": 0.7}

    def begin(self, state: Any, seat: int) -> tuple[Coin, str]:  # noqa: ARG002 (seat 0)
        return state, ""

    def mover(self, position: tuple[Coin, str]) -> int | None:
        return {"": 0, "toss": 1}.get(position[1])

    def steps(self, position: tuple[Coin, str]) -> Sequence[str]:
        return {"": ("toss", "take"), "toss": ("heads", "tails")}.get(position[1], ())

    def take(self, position: tuple[Coin, str], step: str) -> tuple[Coin, str]:
        return position[0], step

    def is_between(self, position: tuple[Coin, str]) -> bool:
        return bool(position[1])

    def judge(self, position: tuple[Coin, str]) -> Shares:
        coin, done = position
        own = {"take": 0.4, "toss": 0.5}.get(done, float(coin.is_heads == (done == "tails")))
        return own, 1 - own

    def write(self, steps: Sequence[str]) -> str:
        return steps[0]


@pytest.mark.parametrize("nodes", [14, 60, 400])
def test_an_opponent_is_not_taken_to_know_what_is_hidden(nodes: int) -> None:
    rng = random.Random(nodes)
    found = Sampling(Coins(), lambda: Coin(rng.random() < 0.5), 0, rng).best(nodes)
    assert found.text == "toss"
    assert abs(found.value - 0.5) < 0.1


class Prices(Coins):
    """The second of 16 things is worth a little more than the others, whatever all of them are worth."""

    def begin(self, state: Any, seat: int) -> tuple[float, str]:  # type: ignore[override] # noqa: ARG002 (seat 0)
        return state, ""

    def steps(self, position: Any) -> Sequence[str]:  # noqa: ARG002 (always the same)
        return [f"{number}" for number in range(1, 17)]

    def judge(self, position: Any) -> Shares:
        price, done = position
        own = price + 0.01 * (done == "2")
        return own, 1 - own


@pytest.mark.parametrize("seed", range(5))
def test_luck_in_what_is_hidden_falls_on_all_steps_alike(seed: int) -> None:
    """One look at each is enough, though prices differ by far more than the things do."""
    rng = random.Random(seed)
    sampling = Sampling(Prices(), lambda: rng.random() / 2, 0, rng)
    assert sampling.best(40).text == "2"


@pytest.mark.parametrize("nodes", [100, 500])
def test_a_step_is_sampled_within_the_number_of_positions(nodes: int) -> None:
    rng = random.Random(1)
    sampling = Sampling(Prices(), lambda: rng.random() / 2, 0, rng)
    sampling.best(nodes)
    assert nodes / 3 <= sampling.judged <= nodes


def test_a_game_may_have_its_own_strengths(monkeypatch: pytest.MonkeyPatch) -> None:
    toy, judged = Toy(), list[tuple[int, float]]()

    def best(sampling: Sampling, nodes: int) -> FoundSubmission:
        judged.append((nodes, sampling.misjudgement))
        return FoundSubmission("pick 1", 0.5)

    monkeypatch.setattr(Sampling, "best", best)
    monkeypatch.setattr(Toy, "lookahead", lambda _: Coins())
    choose_as(toy, toy.start({"picks": 1}, 2, SEED), 0, FEW, OWN_SEED)
    choose_as(toy, toy.start({"picks": 1}, 2, SEED), 0, replace(FEW, key="more"), OWN_SEED)
    assert judged == [(400, 0.7), (FEW.nodes, FEW.misjudgement)]


def test_strengths_grow() -> None:
    assert [strength.key for strength in STRENGTHS] == ["easy", "medium", "hard"]
    assert sorted(STRENGTHS, key=lambda strength: strength.nodes) == list(STRENGTHS)
    assert [str(strength.name) for strength in STRENGTHS] == ["Easy", "Medium", "Hard"]
    with pytest.raises(LookupError):
        find_strength("harder")
