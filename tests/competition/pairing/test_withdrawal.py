from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.history import ABSENT, Code, Colour, History, Player, Result
from competition.pairing.berger import schedule
from competition.pairing.withdrawal import Fate, Policy, Withdrawal, withdrawn

OTHER_SIDE = {
    Code.WIN: Code.LOSS,
    Code.DRAW: Code.DRAW,
    Code.LOSS: Code.WIN,
    Code.FORFEIT_WIN: Code.FORFEIT_LOSS,
    Code.FORFEIT_LOSS: Code.FORFEIT_WIN,
    Code.RUNNING: Code.RUNNING,
    Code.UNRATED_LOSS: Code.UNRATED_WIN,
}


def tournament(
    mine: str, *, players: int = 6, cycles: int = 1, number: int = 1, theirs: Mapping[int, Code] | None = None
) -> History:
    """All meet all. ``mine`` holds the codes of player ``number``, one a round so far, a space for the
    round with the bye; all other games are drawn. ``theirs`` overrides an opponent's code, by round."""
    rounds = schedule(range(1, players + 1), cycles)
    results: dict[int, list[Result]] = {n: [] for n in range(1, players + 1)}
    for index, letter in enumerate(mine):
        for pair in rounds[index]:
            if pair.is_bye:
                results[pair.white].append(ABSENT)
                continue
            code = Code.DRAW if number not in pair else Code(letter)
            other = OTHER_SIDE[code] if number in pair else Code.DRAW
            other = (theirs or {}).get(index + 1, other) if number in pair else other
            white, black = (code, other) if number != pair.black else (other, code)
            results[pair.white].append(Result(white, pair.black, Colour.WHITE))
            results[pair.black].append(Result(black, pair.white, Colour.BLACK))
    names = {1: "Ann", 2: "Bo"}
    listed = tuple(Player(n, names.get(n, ""), 0, tuple(results[n])) for n in results)
    return History(listed, rounds=len(rounds))


def leave(mine: str, policy: Policy = Policy.HALF, *, players: int = 6, cycles: int = 1) -> Withdrawal:
    history = tournament(mine, players=players, cycles=cycles)
    return withdrawn(history, schedule(range(1, players + 1), cycles), 1, policy)


def test_before_half_of_the_matches_nothing_counts_for_either_side() -> None:
    after = leave("1=")
    assert [(game.round, game.opponent) for game in after.games] == [(1, 6), (2, 2), (3, 3), (4, 4), (5, 5)]
    assert {(game.fate, game.code, game.opponent_code) for game in after.games} == {(Fate.ANNULLED, None, None)}
    assert after.why == "Ann left after 2 of 5 matches, fewer than half: none of them counts in the standings."


def test_from_half_on_results_stand_and_the_rest_is_forfeited() -> None:
    after = leave("1=0")
    stand, lost = after.games[:3], after.games[3:]
    assert [(game.fate, game.code, game.opponent_code) for game in stand] == [
        (Fate.STANDS, Code.WIN, Code.LOSS),
        (Fate.STANDS, Code.DRAW, Code.DRAW),
        (Fate.STANDS, Code.LOSS, Code.WIN),
    ]
    assert {(game.fate, game.code, game.opponent_code) for game in lost} == {
        (Fate.FORFEITED, Code.FORFEIT_LOSS, Code.FORFEIT_WIN)
    }
    assert after.why == (
        "Ann left after 3 of 5 matches, at least half: the results stand, "
        "and the 2 matches still open are lost by forfeit."
    )


def test_exactly_half_is_half() -> None:
    assert {game.fate for game in leave(" 1=0", players=7).games} == {Fate.STANDS, Fate.FORFEITED}
    assert {game.fate for game in leave(" 1=", players=7).games} == {Fate.ANNULLED}


def test_the_bye_of_an_odd_field_is_no_match() -> None:
    """Of seven the first has the bye in round 1, so three rounds are two of the six matches."""
    after = leave(" 1=", players=7)
    assert (after.played, after.matches) == (2, 6)
    assert {game.fate for game in after.games} == {Fate.ANNULLED}


def test_half_of_a_double_round_robin_is_half_of_both_cycles() -> None:
    assert leave("11111", cycles=2).games[0].fate is Fate.STANDS
    assert leave("1111", cycles=2).games[0].fate is Fate.ANNULLED


@pytest.mark.parametrize("forfeit", ["+", "-"])
def test_a_forfeit_of_either_side_is_no_match_played(forfeit: str) -> None:
    after = leave(f"1={forfeit}")
    assert (after.played, after.matches) == (2, 5)
    assert after.games[2].fate is Fate.ANNULLED


def test_forfeits_from_before_stand_where_the_results_stand() -> None:
    after = leave("1=0+")
    assert (after.games[3].fate, after.games[3].code) == (Fate.STANDS, Code.FORFEIT_WIN)
    assert after.why.endswith("the results stand, and the match still open is lost by forfeit.")


def test_a_double_forfeit_stays_one() -> None:
    history = tournament("1=0-", theirs={4: Code.FORFEIT_LOSS})
    game = withdrawn(history, schedule(range(1, 7)), 1, Policy.HALF).games[3]
    assert (game.code, game.opponent_code) == (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS)


def test_a_match_that_is_not_rated_was_played_all_the_same() -> None:
    assert leave("1=L").played == 3


def test_a_running_match_is_not_done_and_goes_with_the_open_ones() -> None:
    assert leave("1=*").games[0].fate is Fate.ANNULLED
    kept = leave("1=0**")
    assert [game.fate for game in kept.games[3:]] == [Fate.FORFEITED, Fate.FORFEITED]


def test_matches_annulled_before_are_neither_counted_nor_settled_again() -> None:
    history = tournament("1=")
    after = withdrawn(history, schedule(range(1, 7)), 1, Policy.HALF, annulled={2})
    assert (after.played, after.matches) == (1, 4)
    assert 2 not in [game.opponent for game in after.games]


def test_half_of_what_is_left_after_an_annulment_is_half() -> None:
    history = tournament("1=")
    after = withdrawn(history, schedule(range(1, 7)), 1, Policy.HALF, annulled={5})
    assert (after.played, after.matches) == (2, 4)
    assert after.games[0].fate is Fate.STANDS


def test_an_event_may_always_forfeit() -> None:
    after = leave("1", Policy.FORFEIT)
    assert [game.fate for game in after.games] == [Fate.STANDS] + [Fate.FORFEITED] * 4
    assert after.why == (
        "Ann left after 1 of 5 matches: the results stand, and the 4 matches still open are lost by forfeit, "
        "as for everyone who leaves this event."
    )


def test_an_event_may_always_annul() -> None:
    after = leave("1111", Policy.ANNUL)
    assert {game.fate for game in after.games} == {Fate.ANNULLED}
    assert after.why == (
        "Ann left after 4 of 5 matches: none of them counts in the standings, as for everyone who leaves this event."
    )


def test_who_leaves_with_everything_decided_changes_nothing() -> None:
    after = leave("1=0=1")
    assert {game.fate for game in after.games} == {Fate.STANDS}
    assert after.why == "Ann left after 5 of 5 matches, at least half: all results stand."


def test_a_player_without_a_name_is_called_by_the_number() -> None:
    after = withdrawn(tournament("", number=3), schedule(range(1, 7)), 3, Policy.HALF)
    assert after.why.startswith("Player 3 left after 0 of 5 matches")


def test_what_was_played_is_read_from_the_results_where_the_organiser_paired_by_hand() -> None:
    swapped = tournament("11")
    by_the_table = schedule(range(1, 7))
    reordered = (by_the_table[4], by_the_table[0], *by_the_table[2:])
    after = withdrawn(swapped, reordered, 1, Policy.HALF)
    assert [game.opponent for game in after.games[:2]] == [6, 2]


@given(
    mine=st.lists(st.sampled_from("1=0+-*"), max_size=14).map("".join),
    players=st.integers(4, 8).filter(lambda n: n % 2 == 0),
    cycles=st.sampled_from([1, 2]),
    policy=st.sampled_from(Policy),
)
def test_every_match_is_settled_once_and_in_one_way(mine: str, players: int, cycles: int, policy: Policy) -> None:
    after = leave(mine[: (players - 1) * cycles], policy, players=players, cycles=cycles)
    assert len(after.games) == after.matches == (players - 1) * cycles
    fates = {game.fate for game in after.games}
    assert fates == {Fate.ANNULLED} or fates <= {Fate.STANDS, Fate.FORFEITED}
    assert all((game.code is None) == (game.fate is Fate.ANNULLED) for game in after.games)
    assert Code.RUNNING not in [game.code for game in after.games]
    if policy is Policy.HALF:
        assert (fates == {Fate.ANNULLED}) == (after.played < after.matches / 2)
