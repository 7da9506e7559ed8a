"""Random tournaments, for properties that must hold in all of them."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from competition.history import Code, Colour, Forbidden, History, Player, Result, Scoring

GAMES = [("1", "0"), ("0", "1"), ("=", "="), ("W", "L"), ("D", "D"), ("L", "W"), ("+", "-"), ("-", "+"), ("-", "-")]
SCORINGS = [
    Scoring(),
    Scoring(Fraction(3), Fraction(1)),
    Scoring(Fraction(3), Fraction(2), Fraction(1), absence=Fraction(1, 2)),
    Scoring(pairing_bye=Fraction(1, 2)),
]
BYES = (Code.HALF_BYE, Code.FULL_BYE, Code.ZERO_BYE)


@st.composite
def histories(draw: st.DrawFn, most_players: int = 9, most_rounds: int = 6, running: bool = False) -> History:
    """Draw rounds paired by lot, with forfeits and byes of every kind; now and then byes for the coming round."""
    numbers = sorted(draw(st.sets(st.integers(1, 40), min_size=1, max_size=most_players)))
    rounds = draw(st.integers(0, most_rounds))
    results: dict[int, list[Result]] = {number: [] for number in numbers}
    for index in range(1, rounds + 1):
        _play(draw, results, running and index == rounds)
    all_rounds = draw(st.integers(rounds, rounds + 3)) or 1
    if rounds < all_rounds:
        _grant(draw, results)
    players = tuple(
        Player(number, f"Player {number}", draw(st.integers(0, 2800)), tuple(results[number])) for number in numbers
    )
    return History(
        players,
        all_rounds,
        draw(st.sampled_from(SCORINGS)),
        draw(st.sampled_from([None, *Colour])),
        _forbidden(draw, numbers, all_rounds),
        _points(draw, numbers, all_rounds, [Fraction(1), Fraction(1, 2)]),
        _points(draw, numbers, rounds, [Fraction(-1), Fraction(1, 2)]),
    )


def _play(draw: st.DrawFn, results: dict[int, list[Result]], running: bool) -> None:
    present = draw(st.permutations(list(results)))
    while len(present) > 1:
        white, black, *present = present
        if draw(st.integers(0, 5)) == 0:
            results[white].append(Result(draw(st.sampled_from(BYES))))
            results[black].append(Result(draw(st.sampled_from(BYES))))
            continue
        games = [*GAMES, ("*", "*")] if running else GAMES
        for_white, for_black = draw(st.sampled_from(games))
        results[white].append(Result(Code(for_white), black, Colour.WHITE))
        results[black].append(Result(Code(for_black), white, Colour.BLACK))
    for left in present:
        results[left].append(Result(Code.PAIRING_BYE))


def _grant(draw: st.DrawFn, results: dict[int, list[Result]]) -> None:
    """Grant byes for the coming round to some players, never to all: at least the first one is left to play."""
    for number in sorted(results)[1:]:
        if draw(st.integers(0, 4)) == 0:
            results[number].append(Result(draw(st.sampled_from(BYES))))


def _forbidden(draw: st.DrawFn, numbers: list[int], rounds: int) -> tuple[Forbidden, ...]:
    if len(numbers) < 2 or draw(st.booleans()):
        return ()
    group = draw(st.sets(st.sampled_from(numbers), min_size=2, max_size=4))
    first = draw(st.integers(1, rounds))
    return (Forbidden(frozenset(group), first, draw(st.integers(first, rounds))),)


def _points(draw: st.DrawFn, numbers: list[int], rounds: int, worth: list[Fraction]) -> dict[tuple[int, int], Fraction]:
    if not rounds or draw(st.booleans()):
        return {}
    keys = st.tuples(st.integers(1, rounds), st.sampled_from(numbers))
    return draw(st.dictionaries(keys, st.sampled_from(worth), max_size=6))
