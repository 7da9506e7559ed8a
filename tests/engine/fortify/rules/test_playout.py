from __future__ import annotations

from itertools import pairwise
from random import Random

from engine.fortify.board.position import Position
from engine.fortify.match.play_turn import play_turn
from engine.fortify.notation.position import format_position, parse_position
from engine.fortify.notation.turn import parse_turn
from engine.fortify.questions import transcript
from engine.fortify.rules.legal import steps
from engine.fortify.rules.playout import playout
from tests.engine.fortify.boards import ARMIES, LARGE, MAPS, chance_army


def test_the_same_seed_gives_the_same_volley() -> None:
    start = Position.start(LARGE, ARMIES[3], ARMIES[1])
    assert list(transcript(start, Random("7"))) == list(transcript(start, Random("7")))
    assert list(transcript(start, Random("7"))) != list(transcript(start, Random("8")))


def test_a_playout_goes_by_legal_steps_to_the_end_of_the_volley() -> None:
    played = list(playout(Position.start(LARGE, ARMIES[3], ARMIES[1]), Random(3)))
    assert all(one.step in steps(one.before) for one in played)
    assert [one.ending is not None for one in played] == [False] * (len(played) - 1) + [True]
    assert all(one.after == other.before for one, other in pairwise(played))


def test_a_transcript_can_be_played_again_turn_by_turn() -> None:
    random = Random("again")
    for map in MAPS:
        position = Position.start(map, chance_army(random), chance_army(random))
        *turns, last, over = transcript(position, random)
        for number, line in enumerate(turns, start=1):
            label, text = line.split(". ")
            assert int(label) == number == position.turn
            position, ending, actions = play_turn(position, text)
            assert actions == parse_turn(text)
        assert (format_position(position), str(ending)) == (last, over)


def test_no_unit_is_ever_lost_or_made() -> None:
    random = Random("counted")
    for map in MAPS:
        armies = chance_army(random), chance_army(random)
        for played in playout(Position.start(map, *armies), random):
            assert (played.after.army(0), played.after.army(1)) == armies
            assert parse_position(map, format_position(played.after)) == played.after
