from __future__ import annotations

import json
from fractions import Fraction

import pytest

from engine.editions import dated
from engine.errors import IllegalTurn, UnreadableTurn
from engine.fortify.match.state import MatchState
from engine.fortify.notation.position import format_position
from engine.values import Outcome
from tests.engine.fortify.matches import FORTIFY, GREEN_WINS, QUIET, RED_WINS, at, played, started
from tests.support import whole_match

WON = (Fraction(1), Fraction(0))  # by seat 0
LOST = (Fraction(0), Fraction(1))
SHARED = (Fraction(1, 2), Fraction(1, 2))


def outcome(state: MatchState) -> Outcome:
    found = FORTIFY.outcome(state)
    assert found is not None
    return found


# -- points matches ----------------------------------------------------------------------------------------------


def test_a_volley_is_scored_and_the_lower_total_chooses_the_next_colour() -> None:
    state = played(started(format="points-2"), *RED_WINS)
    assert state.phase == "colour"
    assert state.scores == (19, 0)
    assert FORTIFY.to_act(state) == (1,)
    assert FORTIFY.decision(state, 1).kind == "colour"


@pytest.mark.parametrize(("colour", "red"), [("red", 1), ("green", 0), (" RED ", 1), ("Green", 0)])
def test_the_chooser_plays_the_colour_named(colour: str, red: int) -> None:
    state = played(started(format="points-2"), *RED_WINS, colour)
    assert (state.phase, state.volley, state.red) == ("turn", 2, red)
    assert FORTIFY.to_act(state) == (red,)


def test_a_colour_that_is_none_is_refused() -> None:
    state = played(started(format="points-2"), *RED_WINS)
    with pytest.raises(UnreadableTurn, match=r"“blue” isn’t a colour you can play\. Answer red or green\."):
        FORTIFY.play(state, 1, "blue")


def test_colours_swap_on_equal_totals() -> None:
    """R12."""
    state = played(started(format="points-2"), *QUIET)
    assert (state.phase, state.volley, state.red, state.scores) == ("turn", 2, 1, (0, 0))


def test_all_volleys_are_played_and_the_highest_total_wins() -> None:
    state = played(started(format="points-2"), *RED_WINS, "green", *RED_WINS)
    assert outcome(state).shares == WON
    assert outcome(state).scores == (38, 0)
    assert outcome(state).how == "points"
    assert outcome(state).words == "Red wins the match (points: Red 38, Green 0)."


def test_equal_totals_share_the_victory() -> None:
    state = played(started(format="points-2"), *RED_WINS, "red", *RED_WINS)
    assert outcome(state).shares == SHARED
    assert outcome(state).scores == (19, 19)
    assert outcome(state).winners == (0, 1)


def test_four_volleys_are_played_even_when_the_result_is_plain() -> None:
    state = played(started(format="points-4"), *RED_WINS, "green", *RED_WINS, "green", *RED_WINS)
    assert (state.phase, state.scores) == ("colour", (57, 0))
    state = played(state, "red", *GREEN_WINS)
    assert outcome(state).scores == (76, 0)


def test_a_volley_won_by_all_fortified_brings_no_bonus() -> None:
    """4 Infantry 4, 4 Tanks 8, 4 Battleships 12; Green's fortified Tank 2 and its unit on the track -2."""
    state = at(started(format="points-2"), "4/4/B3/4/i3 r 9/2 +I4+T4+B3i2t3b4+t1 i 5")
    state = played(state, "a3+")
    assert state.results[-1].how == "all-fortified"
    assert state.results[-1].winner == 0
    assert state.results[-1].points == (24, 0)


@pytest.mark.parametrize(
    ("edition", "words", "endings"),
    [
        (1, "Passed. This ends the volley: Red wins volley 1 with every unit fortified.", ["all-fortified"]),
        (2, "Passed", []),
    ],
)
def test_a_covered_unit_holds_that_win_up_unless_the_match_began_by_the_first_edition(
    edition: int, words: str, endings: list[str]
) -> None:
    options = dated(FORTIFY.clean_options({"special": "on"}), edition)
    begun = played(FORTIFY.start(options, 2, bytes(32)), "I4T2B3C1", "I4T2B3C1")
    state = at(begun, "4/4/2[+C+B]1/4/+I2i r 9/2 +I3+T2+B2i3t2b3c1 - 5")
    stored = FORTIFY.load(json.loads(json.dumps(FORTIFY.dump(state))))
    assert FORTIFY.draft(stored, 0, "pass").words == words
    assert [result.how for result in played(stored, "pass").results] == endings


def test_points_belong_to_the_seat_whatever_its_colour() -> None:
    state = played(started(format="points-2"), *RED_WINS, "red", *GREEN_WINS)
    assert [result.points for result in state.results] == [(19, 0), (19, 0)]
    assert [result.winner for result in state.results] == [0, 0]
    assert [result.turns for result in state.results] == [9, 8]


def test_the_match_worked_out_by_hand() -> None:
    """Every kind of action, the secret pick, a healed unit, a colour choice: see tests/support/whole_match.py."""
    state = FORTIFY.start(FORTIFY.clean_options(whole_match.OPTIONS), 2, bytes(32))
    for seat, text in whole_match.submissions():
        state = FORTIFY.play(state, seat, text).state
    assert tuple(result.points for result in state.results) == whole_match.VOLLEY_SCORES
    assert outcome(state).scores == whole_match.SCORES
    assert outcome(state).shares == LOST


# -- standard matches --------------------------------------------------------------------------------------------


def test_a_standard_match_ends_when_somebody_has_two_volleys() -> None:
    state = played(started(format="standard"), *RED_WINS)
    assert (state.phase, state.red, state.scores) == ("turn", 1, (1, 0))
    state = played(state, *GREEN_WINS)
    assert outcome(state).shares == WON
    assert outcome(state).scores == (2, 0)
    assert outcome(state).how == "volleys"


def test_a_standard_match_has_a_third_volley_at_one_all() -> None:
    state = played(started(format="standard"), *RED_WINS, *RED_WINS)
    assert (state.volley, state.red, state.scores) == (3, 0, (1, 1))
    assert outcome(played(state, *GREEN_WINS)).shares == LOST


@pytest.mark.parametrize(
    ("volleys", "shares"),
    [
        ((RED_WINS, QUIET, QUIET), WON),
        ((RED_WINS, RED_WINS, QUIET), SHARED),
        ((QUIET, QUIET, QUIET), SHARED),
        ((QUIET, RED_WINS, QUIET), LOST),
    ],
)
def test_after_three_volleys_more_volleys_won_wins(
    volleys: tuple[tuple[str, ...], ...], shares: tuple[Fraction]
) -> None:
    """R11."""
    state = started(format="standard")
    for volley in volleys:
        state = played(state, *volley)
    assert outcome(state).shares == shares


# -- giving up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("loser", "scores"), [(0, (3, 7)), (1, (10, 0))])
@pytest.mark.parametrize("how", ["resignation", "time"])
def test_giving_up_scores_the_running_volley_with_seven_to_the_opponent(
    how: str, loser: int, scores: tuple[int, int]
) -> None:
    """R13. Red has one Battleship fortified, 3 points."""
    state = played(started(format="points-4"), "B@c3", "I@a1", "c3+")
    over = FORTIFY.forfeit(state, loser, "time" if how == "time" else "resignation")
    assert outcome(over).scores == scores
    assert outcome(over).shares[loser] == 0
    assert outcome(over).how == how
    assert over.results[-1].winner == 1 - loser


def test_the_match_is_lost_by_who_gives_up_whatever_the_points() -> None:
    state = played(started(format="points-4"), *RED_WINS, "green")
    over = FORTIFY.forfeit(state, 0, "resignation")
    assert outcome(over).scores == (19, 7)
    assert outcome(over).shares == LOST
    assert outcome(over).words == "Red resigned, so Green wins the match (points: Red 19, Green 7)."


def test_the_seven_points_follow_the_seat_when_colours_have_changed() -> None:
    """Seat 1 is Red in volley 2 and has fortified a Battleship there: 3; seat 0 has 19 + 7."""
    state = played(started(format="points-2"), *RED_WINS, "red", "B@c3", "I@a1", "c3+")
    assert outcome(FORTIFY.forfeit(state, 1, "time")).scores == (26, 3)


def test_no_volley_is_running_while_a_colour_is_chosen() -> None:
    state = played(started(format="points-2"), *RED_WINS)
    over = FORTIFY.forfeit(state, 1, "time")
    assert outcome(over).scores == (19, 0)
    assert outcome(over).shares == WON
    assert len(over.results) == 1


@pytest.mark.parametrize("picked", [(), ("I4T4B2",)])
def test_no_volley_is_running_while_armies_are_picked(picked: tuple[str, ...]) -> None:
    over = FORTIFY.forfeit(played(started(format="points-2", special="on"), *picked), 1, "resignation")
    assert outcome(over).scores == (0, 0)
    assert outcome(over).shares == WON


def test_giving_up_a_standard_match_leaves_the_volleys_won_as_they_are() -> None:
    over = FORTIFY.forfeit(played(started(format="standard"), *RED_WINS, "B@c3"), 1, "resignation")
    assert outcome(over).scores == (1, 0)
    assert outcome(over).shares == WON


def test_an_agreed_draw_is_shared_and_scores_the_running_volley_without_a_bonus() -> None:
    """R14."""
    over = FORTIFY.agree_draw(played(started(format="points-2"), "B@c3", "I@a1", "c3+"))
    assert outcome(over).shares == SHARED
    assert outcome(over).scores == (3, 0)
    assert outcome(over).how == "agreement"


def test_a_finished_match_takes_nothing_more() -> None:
    over = FORTIFY.agree_draw(started())
    assert FORTIFY.to_act(over) == ()
    for attempt in (
        lambda: FORTIFY.play(over, 0, "B@c3"),
        lambda: FORTIFY.draft(over, 0),
        lambda: FORTIFY.decision(over, 0),
        lambda: FORTIFY.forfeit(over, 0, "resignation"),
        lambda: FORTIFY.agree_draw(over),
    ):
        with pytest.raises(IllegalTurn, match="The match is over"):
            attempt()


# -- Special Warfare ---------------------------------------------------------------------------------------------


def test_both_seats_pick_at_once_and_in_either_order() -> None:
    state = started(special="on")
    assert FORTIFY.to_act(state) == (0, 1)
    assert FORTIFY.decision(state, 0).secret
    state = FORTIFY.play(state, 1, "i3 t4, b1 c1 a1").state
    assert FORTIFY.to_act(state) == (0,)
    state = FORTIFY.play(state, 0, "B2I4T4").state
    assert FORTIFY.to_act(state) == (0,)
    assert FORTIFY.view(state)["armies"] == {"red": "I4T4B2", "green": "I3T4B1C1A1"}


def test_a_pick_is_secret_until_the_other_is_in() -> None:
    first = FORTIFY.play(started(special="on"), 0, "I4T4B2")
    assert (first.text, first.words, first.secret) == ("I4T4B2", "Army: 4 Infantry, 4 Tanks and 2 Battleships", True)
    assert first.public_words == "Army picked"
    assert first.notes == ()
    second = FORTIFY.play(first.state, 1, "I4T3B1C1A1")
    assert not second.secret
    (note,) = second.notes
    assert note == (
        "Both armies are picked: Red has 4 Infantry, 4 Tanks and 2 Battleships; Green has 4 Infantry, 3 Tanks, "
        "1 Battleship, 1 Chopper and 1 Artillery."
    )


def test_a_pick_cannot_be_changed() -> None:
    state = played(started(special="on"), "I4T4B2")
    with pytest.raises(IllegalTurn, match="You’ve already picked your army"):
        FORTIFY.play(state, 0, "I4T3B3")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("I4T4B4", "An army has exactly 10 units; I4T4B4 has 12."),
        ("I4", "An army has exactly 10 units; I4 has 4."),
        ("I0", "An army has exactly 10 units; this one has 0."),
        ("I4T4C2", "An army has at most 1 Chopper."),
        ("ten tanks", "“ten tanks” is not an army: write each type with its count, such as I4T4B2."),
    ],
)
def test_an_army_that_is_none_is_refused(text: str, sentence: str) -> None:
    with pytest.raises((IllegalTurn, UnreadableTurn)) as caught:
        FORTIFY.play(started(special="on"), 0, text)
    assert str(caught.value) == sentence


def test_the_armies_serve_every_volley_and_stay_with_their_seats() -> None:
    state = played(started(special="on"), "I3T3B4", "I2T4B4", *RED_WINS, "red")
    assert FORTIFY.view(state)["armies"] == {"red": "I2T4B4", "green": "I3T3B4"}
    assert state.position is not None
    assert format_position(state.position) == "4/4/4/4/4 r 1/1 I2T4B4i3t3b4 - 0"


def test_the_other_seat_does_not_play() -> None:
    with pytest.raises(IllegalTurn, match="It isn’t your turn"):
        FORTIFY.play(started(), 1, "B@c3")
