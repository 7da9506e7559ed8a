"""The engine against the naive implementation in ``naive.py``, position by position."""

from __future__ import annotations

from random import Random

import pytest

from engine.fortress.cards.position import LENGTHS, PACES, Length, Pace, Position, Setup
from engine.fortress.notation.check import parse_position
from engine.fortress.notation.hidden_cards import format_view
from engine.fortress.notation.position import format_position
from engine.fortress.rules.apply import apply
from engine.fortress.rules.clash import settle_clash
from engine.fortress.rules.deal import first_round
from engine.fortress.rules.forfeit import after_forfeit
from engine.fortress.rules.legal import steps
from engine.fortress.rules.scoring import winners

from . import naive

KINDS = [(players, length, pace) for players in range(2, 6) for length in LENGTHS for pace in PACES]


def check(position: Position, state: naive.State) -> None:
    """Both have come to the same position, show the same of it, and name the same steps."""
    text = format_position(position)
    assert text == state.text()
    if position.phase != "e":
        assert parse_position(text) == position
    for seat in (None, *range(position.setup.players)):
        assert format_view(position, seat) == state.text(None if seat is None else seat + 1, view=True), text
    assert [seat + 1 for seat in position.asked] == state.asked()
    for seat in position.asked:
        assert sorted(map(str, steps(position, seat))) == state.steps(seat + 1), text


def play_both(position: Position, state: naive.State, random: Random) -> Position:
    """A random step of a player who is asked, on both."""
    seat = random.choice(position.asked)
    legal = steps(position, seat)
    step = random.choice(legal)
    applied = apply(position, seat, step)
    ended = state.play(seat + 1, str(step))
    assert (None if applied.ended is None else (applied.ended.how, list(applied.ended.points))) == ended
    return applied.position


@pytest.mark.parametrize(("players", "length", "pace"), KINDS)
def test_random_matches_agree_with_the_naive_rules_at_every_step(players: int, length: Length, pace: Pace) -> None:
    random = Random(f"{players} {length} {pace}")
    seed = random.randbytes(32)
    position, state = first_round(Setup(players, length, pace, seed)), naive.start(seed.hex(), players, length, pace)
    while position.phase != "e":
        check(position, state)
        position = play_both(position, state, random)
    check(position, state)
    assert [seat + 1 for seat in winners(position)] == state.winners()


@pytest.mark.parametrize("players", range(2, 6))
def test_matches_that_players_leave_agree_with_the_naive_rules(players: int) -> None:
    random = Random(f"leaving {players}")
    for _ in range(6):
        seed = random.randbytes(32)
        position, state = (
            first_round(Setup(players, "full", "single", seed)),
            naive.start(seed.hex(), players, "full", "single"),
        )
        while position.phase != "e":
            check(position, state)
            if random.random() < 0.02:
                leaver = random.choice(position.playing)
                position = after_forfeit(position, leaver)
                state.give_up(leaver + 1)
            else:
                position = play_both(position, state, random)
        check(position, state)
        assert [seat + 1 for seat in winners(position)] == state.winners()


def test_attacks_of_all_sizes_on_rows_strewn_by_chance_are_settled_alike() -> None:
    """Few ranks, so that runs of equals are long."""
    random = Random("strewn")
    for _ in range(4000):
        ranks = random.sample(naive.RANKS, 3)
        cards = [card for card in range(52) if naive.PACK[card][0] in ranks]
        random.shuffle(cards)
        row = cards[: random.randrange(1, 11)]
        rest = [card for card in cards if card not in row] or [0]
        lead = naive.rank(naive.PACK[rest[0]])
        attackers = tuple([card for card in rest if naive.rank(naive.PACK[card]) == lead][: random.randrange(1, 7)])
        expected = naive.fight([naive.PACK[card] for card in attackers], [naive.PACK[card] for card in row])
        assert tuple(settle_clash(attackers, row)) == expected
