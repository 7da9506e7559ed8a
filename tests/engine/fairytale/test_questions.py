"""The questions of section 9, and through them the rules of a turn."""

from __future__ import annotations

import hmac
import itertools
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, TypeVar

import pytest

from engine import questions
from engine.fairytale.forest.tiles import SETS
from engine.fairytale.notation.position import format_position, parse_position
from engine.fairytale.questions import QUESTIONS, transcript
from engine.fairytale.rules.perft import playout
from engine.fairytale.rules.position import CASTS, LEVELS, TILES, Options, start
from tests.engine.fairytale.lines import SEED, line

answer = partial(questions.answer_line, QUESTIONS)
Thing = TypeVar("Thing")


def steps(position: str, words: str = "") -> list[str]:
    found: list[str] = answer(f"actions\t{position}\t{words}")["steps"]
    return found


def apply(position: str, text: str) -> dict[str, Any]:
    return answer(f"apply\t{position}\t{text}")


# -- the beginning -----------------------------------------------------------------------------------------------------


def _words(seed: bytes, label: str) -> Iterator[int]:
    return (int.from_bytes(hmac.digest(seed, f"{label}:{c}".encode(), "sha256")[:4], "big") for c in itertools.count())


def _below(row: Iterator[int], n: int) -> int:
    return next(w for w in row if w < 2**32 - 2**32 % n) % n


def _shuffled(label: str, things: list[str]) -> list[str]:
    """As the rules of chance write it."""
    row, things = _words(bytes.fromhex(SEED), label), list(things)
    for i in range(len(things) - 1, 0, -1):
        j = _below(row, i + 1)
        things[i], things[j] = things[j], things[i]
    return things


def test_the_start_is_drawn_as_the_rules_say() -> None:
    box = _shuffled("fairytale/box/0", list(SETS["full"]))
    first = [code for code in box if set(code[1:]) <= set("wgm")][:4]
    for code in first:
        box.remove(code)  # the first one that is so called
    piles = [[*box[begin : begin + 9], "UD"] for begin in (0, 9, 18)]
    deck = [code for number, pile in enumerate(piles, 1) for code in _shuffled(f"fairytale/pile/{number}", pile)]
    expected = f"0/39/3 1/0 0/0 ?,? - {','.join(first)} {','.join(deck)} {SEED}:0"
    assert answer(f"start\tnormal full chosen\t2\t{SEED}") == {"position": expected}


@pytest.mark.parametrize(
    ("options", "tiles"), [("easy full chosen", 21), ("hard plain chosen", 31), ("easy plain plain", 14)]
)
def test_the_deck_is_as_large_as_the_options_say(options: str, tiles: int) -> None:
    fields = answer(f"start\t{options}\t1\t{SEED}")["position"].split(" ")
    assert len(fields[6].split(",")) == tiles + 3
    assert fields[0].split("/")[1] == str(tiles + 12)


def test_the_first_tiles_are_laid_around_the_oak_and_the_market_is_drawn() -> None:
    begun = answer(f"start\tnormal full chosen\t2\t{SEED}")["position"]  # T, Tw, Xw and L
    assert steps(begun, "Xw/n@n1") == ["L/s@e1", "L/w@e1", *(f"T{w}/{top}@e1" for w in ("", "w") for top in "nsw")]
    assert "error" in answer(f"apply\t{begun}\tL/s@e1 Xw/n@n1 T/n@s1 Tw/n@w1")
    found = apply(begun, "Xw/n@n1 L/s@e1 T/n@s1 Tw/n@w1")
    fields = found["position"].split(" ")
    assert fields[:5] == ["1/39/3", "1/0", "0/0", "?,?", "n1:Xw/n,w1:Tw/n,e1:L/s,s1:T/n"]
    assert (len(fields[5].split(",")), len(fields[6].split(",")), found["over"]) == (3, 27, None)


# -- a turn ------------------------------------------------------------------------------------------------------------


def test_a_first_turn_begins_with_a_figure_that_is_still_free() -> None:
    found = steps(line("?,red@o", turns="1/39/3"))
    assert len(found) == 9
    assert "as:red" not in found
    assert "n1" in steps(line("?,red@o"), "as:tailor")


def test_after_a_five_the_player_names_the_side_first() -> None:
    position = line(who="1/5", n2="X/n")
    assert steps(position) == ["in:e", "in:n", "in:s", "in:w"]
    assert "x" in steps(position, "in:n n1 n2")


def test_a_walk_is_two_tiles_long_and_of_hop_o_my_thumb_four() -> None:
    assert steps(line(n2="X/n"), "n1 n2") == ["5:e", "5:n", "5:s", "5:w"]
    assert "o" in steps(line("thumb@o", n2="X/n"), "n1 n2 n1")
    assert "n1" not in steps(line("thumb@o", n2="X/n"), "n1 n2 n1 o")


def test_red_riding_hood_leaves_the_path() -> None:
    apart = {"n2": "X/n", "n1": "I/n", "n2e1": "Ln/n", "n3": "X/n", "n3e1": "X/n"}
    assert "n2e1" not in steps(line("hero@n2", **(apart | {"n2": "I/n"})))
    assert "n2e1" in steps(line("red@n2", **(apart | {"n2": "I/n"})))


def test_aladdin_flies_to_tiles_without_monsters_instead_of_walking() -> None:
    found = steps(line("aladdin@o", n2="X/n*1"))
    assert "fly:n1" in found
    assert "fly:n2" not in found
    assert "fly:e1" not in steps(line("aladdin@o", n2="X/n"), "n1")
    assert "n2" not in steps(line("aladdin@o", n2="X/n"), "fly:n1")
    assert "fly:o" not in found
    assert {"fly:o", "fly:n1"} & set(steps(line("aladdin@n1"))) == {"fly:o"}


def test_each_figure_removes_as_its_power_has_it() -> None:
    tiles = {"n1": "X/n*2", "n2": "X/n*1"}
    assert "x:n2" in steps(line("huntsman@n1", **tiles))
    assert "x:n2" not in steps(line("hero@n1", **tiles))
    assert "x" not in steps(line("tailor@n1", **tiles), "x")


def test_a_catapult_clears_a_touching_tile() -> None:
    found = steps(line(n1="XC/n", n2="X/n*2"))
    assert {"n1", "n1*n2"} <= set(found)


def test_laying_needs_roads_that_fit_and_goods_that_are_visible() -> None:
    laid = [word for word in steps(line(market="L,Tb")) if "@" in word]
    assert {word.split("@")[0] for word in laid if word.endswith("@n2")} == {"L/e", "L/s"}
    assert not any(word.startswith("Tb") for word in laid)
    assert any(word.startswith("Tb") for word in steps(line(market="Tb", n1="Xw/n", e1="Xw/n")))
    assert any(word.startswith("Tb") for word in steps(line("cinderella@o", market="Tb")))


def test_diamonds_are_laid_far_out() -> None:
    assert not [word for word in steps(line(market="UD")) if "@" in word]
    assert [word for word in steps(line(market="UD", n2="I/n")) if word.endswith("@n3")] == ["UD/s@n3"]


def test_a_forest_that_is_too_long_already_gets_no_tile() -> None:  # R4
    """From n9 to s1 it is as long as it may be."""
    tall = {f"n{far}": "I/n" for far in range(2, 10)}
    assert "X/n@n1e1" in steps(line(market="X", **tall))
    assert not [word for word in steps(line(market="X", n10="I/n", **tall)) if "@" in word]


@pytest.mark.parametrize("symbol", "TP")
def test_monsters_that_could_come_in_nowhere_are_refused_in_a_sentence(symbol: str) -> None:  # R27
    position = line(who="1/5", n1=f"T{symbol}/e")
    assert "no tile onto which new monsters" in answer(f"actions\t{position}\tin:n")["error"]


def test_a_bomb_destroys_no_tile_that_others_need_nor_one_with_a_figure() -> None:
    tiles = {"n2": "X/n", "n3": "X/n", "n3e1": "X/n*2", "n1": "Xw/n", "e1": "Xw/n"}
    found = steps(line(market="Tb", **tiles))
    assert "Tb/n@n2e1*n3e1" in found
    assert "Tb/n@n2e1*n2" not in found
    assert "Tb/n@n2e1*n3e1" not in steps(line("hero@n3e1", market="Tb", **tiles))
    assert "n3e1" not in apply(line(market="Tb", **tiles), "Tb/n@n2e1*n3e1 5:s")["position"]


def test_a_swap_takes_from_the_market_or_turns_what_is_there() -> None:
    position = line(market="Ls,X", n1="Xw/n", n2="I/n")
    found = steps(position)
    assert "Ls/s@n3=X/n@n2" in found
    after = apply(position, "Ls/s@n3=X/n@n2 5:s")["position"].split(" ")
    assert "n2:X/n" in after[4]
    assert after[5] == "I"
    tee = line(market="Ls", n1="Xw/n", n2="T/s")
    assert "Ls/s@n3=T/e@n2" not in steps(tee)  # T/s has no road to the north


@pytest.mark.parametrize(
    ("market", "woods", "old", "word", "lies", "left"),
    [
        # A spent tile gives way to a whole one of its code, at any top.
        ("Ls,Ik", 2, "Ik/n!", "Ik/n", "Ik/n", "Ik"),
        ("Ls,Ik", 2, "Ik/n!", "Ik/s", "Ik/s", "Ik"),
        ("Ls,X,IR", 2, "IR/n!", "IR/n", "IR/n", "X,IR"),
        # It is turned, and stays spent, if the market has none of it or the new one is too dear.
        ("Ls,X", 2, "Ik/n!", "Ik/s", "Ik/s!", "X"),
        ("Ls,X", 2, "Ik/n!", "Ik/n", None, ""),
        ("Ls,Ik", 1, "Ik/n!", "Ik/s", "Ik/s!", "Ik"),
        ("Ls,Ik", 1, "Ik/n!", "Ik/n", None, ""),
        # One that isn't spent is only turned.
        ("Ls,Ik", 2, "Ik/n", "Ik/s", "Ik/s", "Ik"),
        ("Ls,Ik", 2, "Ik/n", "Ik/n", None, ""),
        ("Ls,IR", 2, "IR/n", "IR/n", None, ""),
    ],
)
def test_a_swap_renews_a_tile_only_when_it_is_spent(
    market: str, woods: int, old: str, word: str, lies: str | None, left: str
) -> None:
    position = line(market=market, n1="Xw/n", e1="Xw/n" if woods == 2 else "X/n", n2=old)
    swap = f"Ls/s@n3={word}@n2"
    assert (swap in steps(position)) == (lies is not None)
    if lies is not None:
        after = apply(position, f"{swap} 5:s")["position"].split(" ")
        assert f"n2:{lies}" in after[4].split(",")
        assert after[5] == left


def test_the_market_goes_under_the_deck_only_when_nothing_fits() -> None:
    assert "clear" in steps(line(market="UD"))
    assert "clear" not in steps(line(market="UD,X"))
    after = apply(line(market="UD", deck="X,T"), "clear 5:s")["position"].split(" ")
    assert (after[5], after[6]) == ("X,T,UD", "-")


def test_the_pigs_lay_three() -> None:
    pigs = line("pigs@o", market="X,X,X")
    assert any("@" in word for word in steps(pigs, "X/n@n2 X/n@n3"))
    assert not any("@" in word for word in steps(pigs, "X/n@n2 X/n@n3 X/n@n4"))
    assert not any("@" in word for word in steps(line(market="X,X"), "X/n@n2"))


def test_the_third_diamond_wins_at_once() -> None:
    position = line("hero@n2", counts="0/2", n2="I/n", n3="UD/s*1")
    found = apply(position, "n3")
    assert found["over"] == {"won": True, "how": "diamonds"}
    assert found["position"].split(" ")[2:5] == ["0/3", "hero@n2", "n2:I/n,n1:X/n,w1:X/n,e1:X/n,s1:X/n"]


def test_midnight_comes_after_the_last_turn() -> None:
    assert apply(line(turns="39/39/3"), "5:n")["over"] == {"won": False, "how": "midnight"}
    assert apply(line(turns="38/39/3"), "5:n")["over"] is None


def test_who_leaves_hands_the_turn_on_as_it_is() -> None:
    left = answer(f"leave\t{line('red@n1,hero@o', who='1/5')}\t1")
    assert left["position"].split(" ")[1:4] == ["2/5", "0/0", "-,hero@o"]
    assert left["over"] is None
    assert answer(f"leave\t{line()}\t1")["over"] == {"won": False, "how": "left"}


def test_dice_are_thrown_by_their_numbers() -> None:
    """Seed and label give 1 + a number below 6 for each throw; in the first round none is thrown for new monsters."""
    seed = bytes.fromhex(SEED)
    thrown = [1 + _below(_words(seed, f"fairytale/die/{number}"), 6) for number in (1, 2, 3)]
    first = apply(line("hero@o,hero@o", turns="1/39/3"), "5:n")["position"].split(" ")
    assert (first[1], first[7]) == ("2/0", f"{SEED}:1")
    later = apply(line(turns="2/39/3"), "5:n")["position"].split(" ")
    assert (later[1], later[7]) == (f"1/{thrown[1]}", f"{SEED}:2")


def test_no_new_monsters_come_for_sleeping_beauty_unless_she_is_alone() -> None:
    hers = apply(line("hero@o,beauty@o"), "5:n")["position"].split(" ")
    assert (hers[1], hers[7]) == ("2/0", f"{SEED}:1")
    after = apply(" ".join(hers), "5:n")["position"].split(" ")
    assert after[7] == f"{SEED}:4"  # two for moving, one for new monsters
    alone = apply(line("-,beauty@o", who="2/0"), "5:n")["position"].split(" ")
    assert alone[7] == f"{SEED}:2"


# -- answers -----------------------------------------------------------------------------------------------------------


def test_perft_counts_words_past_the_ends_of_turns() -> None:
    assert answer(f"perft\t{line()}\t1") == {"perft": 8}  # four steps and four ends
    depth_two = sum(
        len(steps(line(), word)) if not word.startswith("5") else len(steps(apply(line(), word)["position"]))
        for word in steps(line())
    )
    assert answer(f"perft\t{line()}\t2") == {"perft": depth_two}
    assert answer(f"perft\t{line('hero@n2', counts='0/2', n2='I/n', n3='UD/s')}\t1")["perft"] == 6


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ("actions\tx", "A position has 8 fields separated by one blank, not 1."),
        (f"start\tnormal\t2\t{SEED}", "The options, “normal”, are not level, tiles and cast"),
        (f"start\tnormal full plain\t6\t{SEED}", "“6” is not a number of players"),
        (f"apply\t{line()}\tn2 5:n", "“n2” can’t be done there."),
        (f"apply\t{line()}\tn1", "“n1” is not a whole turn"),
        (f"apply\t{line()}\tn1  5:n", "“” can’t be done there."),
        (f"leave\t{line('-,hero@o', who='2/0')}\t1", "“1” is not the seat of a player: there are 2."),
        (f"actions\t{line(counts='3/0')}", "The match is over."),
        (f"actions\t{line(n1='X/e')}", "“n1:X/e” is not written by the first"),
        (f"actions\t{line(n2='I/e')}", "Some tile has no way to the oak"),
        (f"actions\t{line('red@o,red@o')}", "There is one of each figure."),
        (f"actions\t{line('red@n9')}", "A figure stands where no tile is."),
        (f"actions\t{line(market='Z')}", "The market has “Z”, which is no tile."),
        ("actions", "The command actions takes POSITION, [WORDS], separated by tabs."),
    ],
)
def test_what_cannot_be_answered_gets_a_sentence(question: str, error: str) -> None:
    found = answer(question)
    assert list(found) == ["error"]
    assert found["error"].startswith(error)


@pytest.mark.parametrize("options", list(itertools.product(LEVELS, TILES, CASTS)))
@pytest.mark.parametrize("seats", [1, 4])
def test_matches_of_random_words_end_and_every_position_is_read_as_it_is_written(
    options: tuple[str, str, str], seats: int
) -> None:
    begun = start(Options(*options), seats, bytes(32))
    *_, last = playout(begun, Random(7))
    assert last.ending is not None
    for played in playout(begun, Random(8)):
        text = format_position(played.before)
        assert parse_position(text) == played.before
        assert len(played.text) <= 200


def test_a_transcript_ends_with_how_it_ended() -> None:
    lines = list(transcript(start(Options(), 2, bytes(32)), Random(1)))
    assert lines[1].startswith("0. ")
    assert lines[-1].split(": ")[1] in ("diamonds", "oak", "midnight")
