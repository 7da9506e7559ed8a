from __future__ import annotations

from tests.engine.fortify.matches import FORTIFY, RED_WINS, at, played, started

POND = "name: Pond\nslots: 1\nSW\nSL\n"
WIDEST = "name: Sea\nslots: 9\n" + "WSLWSLWS\n" * 8

# Red's fortified Chopper on a2 covers Green's Tank; Red's Infantry stands on b1, Green's fortified Battleship on b2.
POND_POSITION = "[+Ct]+b/1I r 7/2 I3T3B2i4t3b1 - 0"
POND_BOARD = """
       a       b
   +-------+-------+
 2 |. (+C).|~ [+b]~| 2
   |. [t] .|~~~~~~~|
   +-------+-------+
 1 |.......|  (I)  | 1
   |.......|       |
   +-------+-------+
       a       b
"""


def test_the_board_is_drawn_with_sides_in_brackets_of_their_own() -> None:
    state = at(started(map="own", own_map=POND), POND_POSITION)
    text = FORTIFY.text_board(FORTIFY.view(state))
    assert POND_BOARD in text
    assert "A unit written under a Chopper is covered by it." in text


def test_supplies_track_scores_and_pieces_are_written_below() -> None:
    state = at(started(), "4/4/B3/4/4 r 7/2 I4T4B2i3t3b2+t1 +iB 4")
    text = FORTIFY.text_board(FORTIFY.view(state))
    assert "Points so far: Red 0, Green 0" in text
    assert "Reinforcement track, top first: [+i] > (B) > empty > healed" in text
    assert "Green supply: 3 x [i], 3 x [t], 2 x [b], 1 x [+t]" in text
    assert "Red on the board: Battleship a3" in text
    assert "Green on the board: nothing" in text


def test_a_won_2x2_is_marked_and_explained() -> None:
    text = FORTIFY.text_board(FORTIFY.view(played(started(), *RED_WINS)))
    assert " 4 |~~~~~~~|~~~~~~~|# (+B)#|# (+B)#| 4" in text
    assert "# marks a finished 2x2." in text


def test_the_legend_leaves_out_what_is_not_there() -> None:
    text = FORTIFY.text_board(FORTIFY.view(started()))
    assert "(T) round brackets, upper case: Red. [t] square, lower case: Green." in text
    assert "Chopper is covered" not in text
    assert "2x2" not in text


def test_the_widest_map_fits_a_mail() -> None:
    state = started(map="own", own_map=WIDEST)
    text = FORTIFY.text_board(FORTIFY.view(state))
    assert max(map(len, text.splitlines())) <= 72
    assert text.isascii()


def test_armies_are_picked_before_an_empty_board() -> None:
    text = FORTIFY.text_board(FORTIFY.view(started(special="on")))
    assert text.startswith("Picking armies\n")
    assert "The supplies are shown once both armies are picked." in text
    assert "supply: empty" not in text
    assert "on the board: nothing" not in text
