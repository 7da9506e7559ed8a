"""How a turn is settled (rules 2 to 5), ruling by ruling."""

from __future__ import annotations

from engine.chance import shuffled
from engine.fortac.board.cards import BACK, LETTERS, cards_in, letters_of
from engine.fortac.board.position import Position
from engine.fortac.notation.position import format_position
from engine.fortac.rules.apply import apply
from engine.fortac.rules.legal import steps
from tests.engine.fortac.positions import ALL, SEED, START, applied, at

STUCK_SOON = "R1BR/1B2/1BB1/R2R"
"""Red, with Zip, Zip and Push, is stuck as soon as Black's man on c4 is on c3, which makes Black's centre."""


def over(position: Position, step: str) -> str | None:
    ending = applied(position, step).ending
    return str(ending) if ending else None


# -- cards ---------------------------------------------------------------------------------------------------------


def test_the_deal_gives_red_the_first_three_cards_and_black_the_next() -> None:
    position = Position.start(SEED)
    assert [letters_of(hand) for hand in position.hands] == ["JTN", "HJW"]
    assert letters_of(position.deck) == "BBRPKSPWSTKSTSTAWPNNJIWPHHNAIBRJHB"


def test_a_turn_discards_the_card_and_draws_the_top_one() -> None:
    after = applied(at(START, red="HST"), "hop b3-b2")
    assert letters_of(cards_in(after.position.discards)) == "H"
    assert letters_of([after.drawn or 0]) == "H"  # the deck of ``at`` is in the order of the cards
    assert letters_of(after.position.hands[0]) == "HST"
    assert len(after.position.deck) == 33


def test_the_turn_that_draws_the_last_card_shuffles_a_new_deck_r2_r9() -> None:
    position = at(START, red="HST", black="HST", turn=34)
    last = position.deck[0]
    pile = sorted(letters_of(cards_in(position.discards)) + "H", key=LETTERS.index)
    after = applied(position, "hop c2-b2")
    assert after.drawn == last
    assert last in after.position.hands[1]
    assert list(letters_of(after.position.deck)) == shuffled(SEED, "fortac/deck/1", pile)
    assert (len(after.position.deck), after.position.discards) == (34, 0)


def test_there_is_always_a_card_to_draw_r9() -> None:
    position = Position.start(bytes(32))
    for turn in range(1, 100):
        assert position.turn == turn
        assert len(position.deck) == 34 - (turn - 1) % 34
        hands = letters_of([*position.hands[0], *position.hands[1], *position.deck, *cards_in(position.discards)])
        assert sorted(hands) == sorted(ALL)
        quiet = [step for step in steps(position) if apply(position, step).ending is None]
        position = apply(position, quiet[turn % len(quiet)]).position


def test_the_second_reshuffle_has_a_label_of_its_own() -> None:
    position = at(START, red="HST", black="HST", turn=68)
    pile = sorted(letters_of(cards_in(position.discards)) + "H", key=LETTERS.index)
    after = applied(position, "hop c2-b2").position
    assert list(letters_of(after.deck)) == shuffled(SEED, "fortac/deck/2", pile)


# -- combos --------------------------------------------------------------------------------------------------------


def test_each_kind_of_combo() -> None:
    for board, step, kind in (
        ("R2R/1B2/RBB1/1B1R", "rook a2-a1", "corner"),
        ("R2B/RB2/2RB/2BR", "trade a3-b3", "diagonal"),
        ("4/RRR1/3R/BBBB", "hop d2-d3", "orthogonal"),
        ("B2B/1RR1/2R1/BR1B", "hop b1-b2", "center"),
    ):
        card = {"rook": "R", "trade": "T", "hop": "H"}[step.split(" ")[0]]
        assert applied(at(board, red=card + "SS"), step).combo == kind


def test_a_combo_made_by_the_opponents_move_counts_for_nobody_r4() -> None:
    after = applied(at("RRR1/3R/3B/BBB1", black="PSS", turn=2), "push d2-d3")
    assert format_position(after.position).startswith("RRRR/3B/4/BBB1 r 3")
    assert (after.combo, after.position.combos, after.position.quiet) == (None, ((), ()), 2)


def test_a_combo_that_was_there_before_the_move_does_not_count_r5() -> None:
    assert applied(at("RRRR/4/4/BBBB", red="TSS"), "trade a4-b4").combo is None


def test_if_one_move_makes_a_combo_for_each_side_the_movers_counts_r7() -> None:
    after = applied(at("RRRB/BBBR/4/4", red="TSS"), "trade d3-d4")
    assert (after.combo, after.position.combos) == ("orthogonal", (("orthogonal",), ()))


def test_a_combo_that_counted_for_nobody_counts_when_it_is_formed_again_r7() -> None:
    formed = applied(at("RRRB/BBBR/4/4", red="TSS", black="HHR"), "trade d3-d4").position
    broken = applied(formed, "hop a3-a2").position
    again = broken._replace(turn=broken.turn + 1)  # Red's turn left out
    after = applied(again, "hop a2-a3")
    assert (after.combo, after.position.combos[1]) == ("orthogonal", ("orthogonal",))


def test_a_combo_of_a_kind_already_made_counts_for_nothing_r14() -> None:
    position = at("4/RRR1/3R/BBBB", red="HSS", turn=5, combos="orthogonal/-", quiet=2)
    after = applied(position, "hop d2-d3")
    assert (after.combo, after.position.combos, after.position.quiet) == (None, (("orthogonal",), ()), 3)


def test_both_players_may_make_combos_of_the_same_kind_r14() -> None:
    position = at("RRRR/4/BBB1/3B", black="HSS", turn=6, combos="orthogonal/-", quiet=2)
    assert applied(position, "hop d1-d2").combo == "orthogonal"


# -- endings -------------------------------------------------------------------------------------------------------


def test_a_second_combo_wins_before_a_card_is_drawn_r8() -> None:
    position = at("1B1R/1RB1/2B1/R1BR", red="KHS", turn=7, combos="center/corner", quiet=1)
    after = applied(position, "king b3-a4")
    assert (str(after.ending), after.drawn, after.combo) == ("over red combos", None, "corner")
    line = format_position(after.position).split(" ")
    assert line[1:4] == ["b", "8", "HS/HST"]
    assert line[6:8] == ["center+corner/corner", "0"]
    assert len(after.position.deck) == len(position.deck)
    assert len(after.position.hands[0]) == 2


def test_a_first_combo_ends_nothing_and_starts_the_quiet_turns_again_r6() -> None:
    after = applied(at("4/RRR1/3R/BBBB", red="HSS", turn=99), "hop d2-d3")
    assert (after.combo, after.ending, after.position.quiet) == ("orthogonal", None, 0)


def test_a_player_who_cannot_move_has_lost_r8() -> None:
    position = at(STUCK_SOON, red="IIP", black="HSS", turn=2)
    after = applied(position, "hop c4-c3")
    assert (after.combo, str(after.ending), after.drawn is None) == ("center", "over black stuck", False)
    assert steps(after.position) == []


def test_a_win_by_combos_comes_before_stuck_r8() -> None:
    position = at(STUCK_SOON, red="IIP", black="HSS", turn=4, combos="-/corner", quiet=0)
    assert over(position, "hop c4-c3") == "over black combos"


def test_stuck_comes_before_the_quiet_draw_r8() -> None:
    """The centre was made before, so nothing new is made by the 100th quiet turn."""
    position = at(STUCK_SOON, red="IIP", black="HSS", turn=102, combos="-/center", quiet=99)
    assert over(position, "hop c4-c3") == "over black stuck"


def test_a_card_that_is_not_known_may_let_a_player_move() -> None:
    position = at(STUCK_SOON, red="IIP", black="HSS", turn=2).as_known()
    unknown = position._replace(hands=(position.hands[0][:2] + bytes([BACK]), position.hands[1]))
    after = applied(unknown, "hop c4-c3")
    assert (after.ending, steps(after.position)) == (None, [])


def test_a_hundred_quiet_turns_draw_the_match_r6() -> None:
    assert over(at(START, turn=99), "hop b3-b2") is None
    assert over(at(START, turn=100), "hop c2-b2") == "over none quiet"
    assert applied(at(START, turn=100), "hop c2-b2").position.quiet == 100


def test_nobody_knows_what_comes_of_a_deck_without_its_seed() -> None:
    position = at(START, turn=33).as_known()
    after = applied(position, "hop b3-b2").position
    assert (letters_of(after.hands[0]), letters_of(after.deck)) == ("ST?", "?")
    further = applied(after, "hop d2-d3").position
    assert (letters_of(further.hands[1]), letters_of(further.deck)) == ("ST?", "?" * 34)
