from __future__ import annotations

import math
from fractions import Fraction

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating
from hypothesis import given
from hypothesis import strategies as st

from competition.history import Code
from competition.ratings.glicko import START, Game, Rating, rate_period, rated_game, table_games

SCALE = 173.7178  # Glickman's, between the two scales
TAU = 0.5  # the constant of his example
WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)

scores = st.sampled_from([WIN, DRAW, LOSS])
some_ratings = st.builds(Rating, st.floats(600, 2800), st.floats(30, 350), st.floats(0.03, 0.12))
tables = st.fixed_dictionaries(dict.fromkeys("ABCDE", some_ratings))
games = st.builds(lambda two, score: Game(two[0], two[1], score), st.permutations("ABCDEF"), scores)  # F is new


def test_it_gives_what_glickman_worked_out_in_his_example() -> None:
    """The example of "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999, which the paper works out with
    numbers rounded at each step, hence the last place."""
    before = {
        "player": Rating(1500, 200, 0.06),
        "one": Rating(1400, 30, 0.06),
        "two": Rating(1550, 100, 0.06),
        "three": Rating(1700, 300, 0.06),
    }
    after = rate_period(
        before, [Game("player", "one", WIN), Game("player", "two", LOSS), Game("player", "three", LOSS)]
    )["player"]
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.000006)


def expected(before: Rating, faced: list[tuple[Rating, Fraction]]) -> tuple[float, float, float, float]:
    """v, the sum in Δ and in step 7, and Glickman's μ and φ, by steps 2 to 4 of the paper."""
    mu, phi = (before.value - 1500) / SCALE, before.deviation / SCALE
    information, gain = 0.0, 0.0
    for opponent, score in faced:
        g = 1 / math.sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / math.pi**2)
        chance = 1 / (1 + math.exp(-g * (mu - (opponent.value - 1500) / SCALE)))
        information += g**2 * chance * (1 - chance)
        gain += g * (float(score) - chance)
    return 1 / information, gain, mu, phi


@given(before=some_ratings, faced=st.lists(st.tuples(some_ratings, scores), min_size=1, max_size=8))
def test_every_step_of_the_paper_holds(before: Rating, faced: list[tuple[Rating, Fraction]]) -> None:
    ratings: dict[object, Rating] = {"me": before} | {index: opponent for index, (opponent, _) in enumerate(faced)}
    after = rate_period(ratings, [Game[object]("me", index, score) for index, (_, score) in enumerate(faced)])["me"]
    v, gain, mu, phi = expected(before, faced)
    delta = v * gain

    def f(x: float) -> float:  # step 5: its root is the logarithm of the new variance
        ex = math.exp(x)
        return (
            ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2)
            - (x - math.log(before.volatility**2)) / TAU**2
        )

    root = math.log(after.volatility**2)
    assert f(root - 1e-4) > 0 > f(root + 1e-4)
    star = phi**2 + after.volatility**2
    narrowed = 1 / (1 / star + 1 / v)
    assert after.deviation == pytest.approx(min(350, SCALE * math.sqrt(narrowed)))
    assert after.value == pytest.approx(1500 + SCALE * (mu + narrowed * gain))


@given(before=some_ratings, faced=st.lists(st.tuples(some_ratings, scores), max_size=8))
def test_matches_of_two_are_rated_as_by_the_library(before: Rating, faced: list[tuple[Rating, Fraction]]) -> None:
    ratings: dict[object, Rating] = {"me": before} | {index: opponent for index, (opponent, _) in enumerate(faced)}
    after = rate_period(ratings, [Game[object]("me", index, score) for index, (_, score) in enumerate(faced)])["me"]
    series = [(rating_to_mu(each.value), rd_to_phi(each.deviation), float(score)) for each, score in faced]
    mu, phi, volatility = update_rating(
        rating_to_mu(before.value), rd_to_phi(before.deviation), before.volatility, sorted(series), TAU
    )
    assert after == pytest.approx((mu_to_rating(mu), min(phi_to_rd(phi), 350), volatility), rel=1e-6)


def test_of_a_match_of_several_each_pair_counts_by_the_better_place() -> None:
    assert table_games({"A": 2, "B": 1, "C": 2}) == [
        Game("A", "B", LOSS, Fraction(1, 2)),
        Game("A", "C", DRAW, Fraction(1, 2)),
        Game("B", "C", WIN, Fraction(1, 2)),
    ]
    assert table_games({"A": 1, "B": 2}) == [Game("A", "B", WIN)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_match_of_several_weighs_as_one_match(seats: int) -> None:
    """Among equals: the winner of a table becomes as certain, and stronger by as much, as the winner of a match."""
    table = rate_period({}, table_games({"A": 1} | dict.fromkeys("BCDE"[: seats - 1], 2)))
    alone = rate_period({}, [Game("A", "B", WIN)])
    assert table["A"] == pytest.approx(alone["A"])
    assert table["B"].deviation == pytest.approx(alone["B"].deviation)
    assert sum(rating.value for rating in table.values()) == pytest.approx(1500 * seats)


def test_who_plays_nothing_keeps_the_rating_and_grows_less_certain() -> None:
    after = rate_period({"A": Rating(1734, 80, 0.06)}, [])["A"]
    assert after.value == pytest.approx(1734)
    assert after.volatility == 0.06
    assert after.deviation == pytest.approx(math.sqrt(80**2 + (SCALE * 0.06) ** 2))


def test_nobody_is_less_certain_than_a_newcomer() -> None:
    assert rate_period({"A": Rating(1734, 349.99, 0.06)}, [])["A"].deviation == 350
    barely = rate_period({"A": Rating(500, 350, 0.06)}, [Game("A", "B", LOSS), Game("C", "B", WIN)])
    assert all(rating.deviation <= 350 for rating in barely.values())


def test_newcomers_start_where_the_paper_has_them() -> None:
    assert Rating(1500, 350, 0.06) == START
    known = {"A": Rating(1500, 350, 0.06), "B": Rating(1500, 350, 0.06)}
    assert rate_period({}, [Game("A", "B", WIN)]) == rate_period(known, [Game("A", "B", WIN)])


def test_both_sides_of_a_game_are_rated_by_what_the_other_was_before_it() -> None:
    after = rate_period({}, [Game("A", "B", WIN)])
    assert after["A"].value - 1500 == pytest.approx(1500 - after["B"].value)
    assert after["A"].value > 1500
    assert after["A"].deviation == after["B"].deviation < 350


def test_a_draw_between_equals_moves_nobody() -> None:
    assert rate_period({}, [Game("A", "B", DRAW)])["A"].value == pytest.approx(1500)


@given(before=tables, played=st.lists(games, max_size=12), data=st.data())
def test_the_order_of_the_games_changes_nothing_at_all(
    before: dict[str, Rating], played: list[Game[str]], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(played))
    turned = [Game(g.second, g.first, 1 - g.score) if data.draw(st.booleans()) else g for g in shuffled]
    backwards = dict(reversed(before.items()))
    assert rate_period(backwards, turned) == rate_period(before, played)


@given(before=tables, played=st.lists(games, max_size=12))
def test_everybody_known_or_new_has_a_rating_afterwards(before: dict[str, Rating], played: list[Game[str]]) -> None:
    after = rate_period(before, played)
    assert set(after) == set(before) | {player for game in played for player in game[:2]}
    assert all(math.isfinite(rating.value) and 0 < rating.deviation <= 350 for rating in after.values())


@pytest.mark.parametrize(
    ("first", "second", "score"), [("A", "A", WIN), ("A", "B", Fraction(3)), ("A", "B", Fraction(-1, 2))]
)
def test_it_refuses_what_is_no_game(first: str, second: str, score: Fraction) -> None:
    with pytest.raises(ValueError):
        rate_period({}, [Game(first, second, score)])


@pytest.mark.parametrize(("code", "score"), [(Code.WIN, 1), (Code.DRAW, Fraction(1, 2)), (Code.LOSS, 0)])
def test_a_game_played_to_a_result_is_rated(code: Code, score: Fraction) -> None:
    assert rated_game("A", "B", code) == Game("A", "B", Fraction(score))


@pytest.mark.parametrize("code", sorted(set(Code) - {Code.WIN, Code.DRAW, Code.LOSS}))
def test_forfeits_byes_and_what_is_marked_unrated_never_come_in(code: Code) -> None:
    assert rated_game("A", "B", code) is None


def test_a_rating_shows_its_95_percent_interval() -> None:
    assert str(Rating(1511.6, 30.4, 0.06)) == "1512 ± 61"


def test_an_uncertain_rating_says_in_words_that_it_is_provisional() -> None:
    assert str(Rating(1511.6, 149.8, 0.06)) == "1512 ± 300, provisional"
    assert not Rating(1500, 110.1, 0.06).established
    assert Rating(1500, 110, 0.06).established


def test_a_dozen_games_among_equals_make_a_rating_established_and_three_do_not() -> None:
    def after(count: int) -> Rating:
        field = {f"old {index}": Rating(1500, 60, 0.06) for index in range(count)}
        return rate_period(field, [Game("new", old, Fraction(i % 2)) for i, old in enumerate(field)])["new"]

    assert not after(3).established
    assert after(12).established
