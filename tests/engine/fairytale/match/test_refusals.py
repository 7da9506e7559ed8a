"""What is refused is refused in a sentence that says what is wrong, and what would do (rules 1, 2, 4 and 8)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalTurn, MistypedTurn, UnreadableTurn
from engine.fairytale.match.state import MatchState
from engine.fairytale.match.submit import play
from engine.fairytale.notation.position import parse_position
from engine.fairytale.rules.position import Options
from tests.engine.fairytale.lines import line

FIRST = line(turns="0/39/3", figures="?", market="T,I,L,Xw").replace("n1:X/n,w1:X/n,e1:X/n,s1:X/n", "-")
CALLED = line(who="1/5")


def refusal(position: str, text: str) -> str:
    with pytest.raises((UnreadableTurn, IllegalTurn)) as refused:
        play(MatchState(Options(), parse_position(position)), 0, text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        # The first tiles and the choices before a turn
        (FIRST, "T/n@e2", "“T/n@e2”: the first tiles are laid on n1, e1, s1 and w1; still free: n1, e1, s1 and w1."),
        (FIRST, "T/n@e1 I/e@e1", "“I/e@e1”: the first tiles are laid on n1, e1, s1 and w1; still free: n1, s1 and w1."),
        (FIRST, "T/n@n1", "“T/n@n1”: a first tile needs a road to the oak: it fits as T/e, T/s and T/w."),
        (FIRST, "Tw/e@n1", "“Tw/e@n1”: it isn’t among the first tiles; still to lay: T, I, L and Xw."),
        (FIRST, "T/e@n1 n1", "“n1”: first lay the four first tiles, on n1, e1, s1 and w1; still to lay: I, L and Xw."),
        (FIRST, "T/n@e1", "Lay the four first tiles in one go; still free: n1, s1 and w1."),
        (line(figures="?"), "5:n", "“5:n”: first choose a figure, as in “as:tailor”."),
        (line(figures="red@o"), "as:red", "“as:red”: your figure for the whole match: Little Red Riding Hood."),
        (CALLED, "n1 5:n", "“n1”: the die shows 5: first say from which side the new monsters come, as in “in:n”."),
        (CALLED, "in:n in:e", "“in:e”: the side of new monsters is only named when the die shows 5, and only once."),
        (line(), "n1", "To end the turn, name the side that moves if the die shows 5, as in “5:n”."),
        (line(), "5:n n1", "“n1”: the turn, or the match, ends before it."),
        # Walking
        (line(), "n2 5:n", "“n2”: there’s no tile on n2."),
        (line(n2="X/n"), "n2 5:n", "“n2”: n2 doesn’t touch the oak, where your figure stands."),
        (line("hero@n1", n1="I/n", n1e1="I/n", e1="X/n"), "n1e1", "“n1e1”: no road joins n1 and n1e1."),
        (line(), "n1 o e1 5:n", "“e1”: your figure has no steps left: it has 2 in a turn."),
        (line(), "o 5:n", "“o”: your figure stands there already."),
        (line(), "fly:n1 5:n", "“fly:n1”: only Aladdin can fly."),
        (line("aladdin@o", n1="X/n*1"), "fly:n1", "“fly:n1”: there are monsters on n1."),
        (line(), "n1*w1 5:n", "“n1*w1”: there’s no catapult on n1."),
        (line(n1="XC/n", n2="X/n"), "n1*n2", "“n1*n2”: there are no monsters on n2."),
        # Driving off
        (line(), "x 5:n", "“x”: there are no monsters on the oak."),
        (line("hero@n1", n1="X/n*2"), "x x", "“x”: monsters are driven off once a turn."),
        (line(n1="X/n*1"), "x:n1", "“x:n1”: only the Huntsman reaches a touching tile."),
        (line("huntsman@o"), "x:n1", "“x:n1”: there are no monsters on n1."),
        # Laying
        (line(market="T,I"), "X/n@n2", "“X/n@n2”: it isn’t in the market, which has T and I."),
        (
            line(market="Tb"),
            "Tb/n@n2",
            "“Tb/n@n2”: it needs 2 wood to be visible in the forest, which has 0 wood.",
        ),
        (line(market="T"), "T/n@n1", "“T/n@n1”: n1 isn’t free."),
        (line(market="T"), "T/n@n3", "“T/n@n3”: no open road leads to n3."),
        (line(market="UD"), "UD/s@n2", "“UD/s@n2”: a diamond goes on a space at least 3 from the oak."),
        (line(market="I"), "I/e@n2", "“I/e@n2”: n2 needs a road to the south; it fits as I/n."),
        (line(market="T"), "T/n@n2", "“T/n@n2”: n2 needs a road to the south; it fits as T/e, T/s and T/w."),
        (line(market="T,T"), "T/e@n2 T/e@e2", "“T/e@e2”: you can’t lay another tile in this turn."),
        (line(market="T"), "T/s@n2*n1", "“T/s@n2*n1”: it has no bomb."),
        (
            line(n1="Xw/n", e1="Xw/n", market="Tb"),
            "Tb/s@n2*n1",
            "“Tb/s@n2*n1”: a root, beside the oak, can’t be destroyed.",
        ),
        (
            line("hero@n2", n1="Xw/n", e1="Xw/n", n2="X/n", market="Tb"),
            "Tb/s@n3*n2",
            "“Tb/s@n3*n2”: a figure stands on n2.",
        ),
        (
            line(n1="Xw/n", e1="Xw/n", n2="X/n", market="Tb"),
            "Tb/s@n3*n2",
            "“Tb/s@n3*n2”: without n2, some tile would have no way by road to the oak.",
        ),
        (
            line(n1="Xw/n", market="Ts,X"),
            "Ts/s@n2=X/n@n1",
            "“Ts/s@n2=X/n@n1”: a root, beside the oak, can’t be swapped.",
        ),
        (
            line(market="Ls,Ik", n1="Xw/n", e1="Xw/n", n2="Ik/n"),
            "Ls/s@n3=Ik/n@n2",
            "“Ls/s@n3=Ik/n@n2”: Ik/n lies on n2 already.",
        ),
        (
            line(market="Ls", n1="Xw/n", e1="Xw/n", n2="Ik/n!"),
            "Ls/s@n3=Ik/n@n2",
            "“Ls/s@n3=Ik/n@n2”: Ik/n lies on n2 already.",
        ),
        (
            line(market="Ls,Ik", n1="Xw/n", n2="Ik/n!"),
            "Ls/s@n3=Ik/n@n2",
            "“Ls/s@n3=Ik/n@n2”: it needs 2 wood to be visible in the forest, which has 1 wood.",
        ),
        (
            line(n1="Xw/n", n2="X/n", market="Ts,X"),
            "Ts/s@n3=I/n@n2",
            "“Ts/s@n3=I/n@n2”: I isn’t in the market, which has X.",
        ),
        (line(market="T"), "clear 5:n", "“clear”: a tile of the market can be laid: “T/e@n2”, for example."),
        (line(), "clear 5:n", "“clear”: the market is empty."),
    ],
)  # fmt: skip
def test_a_word_that_may_not_come_is_named_with_its_reason(position: str, text: str, sentence: str) -> None:
    said = refusal(position, text)
    if "for example" in sentence:  # which of the ways, is left open
        assert said.startswith(sentence[:50])
    else:
        assert said == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("n1 north", "“north” isn’t a word of a turn."),
        ("as:wolf", "“wolf” isn’t a figure."),
        ("Tq/e@n2", "“Tq” isn’t a tile."),
        ("T/e@nn", "“nn” isn’t a space."),
        ("T@n2", "“T@n2” doesn’t say which tile, with its top to which side, goes where."),
    ],
)
def test_a_slip_is_told_apart_from_what_is_no_turn(text: str, sentence: str) -> None:
    with pytest.raises(MistypedTurn) as refused:
        play(MatchState(Options(), parse_position(line())), 0, text)
    assert str(refused.value).startswith(sentence)
    with pytest.raises(UnreadableTurn) as chat:
        play(MatchState(Options(), parse_position(line())), 0, "Good luck!")
    assert not isinstance(chat.value, MistypedTurn)


def test_who_names_no_figure_is_told_of_those_that_are_free() -> None:
    with pytest.raises(UnreadableTurn) as refused:
        play(MatchState(Options(), parse_position(line("tailor@o,?", who="2/0"))), 1, "as:gretel 5:n")
    assert "“gretel” isn’t a figure. These can be chosen: as:thumb, as:soldier, " in str(refused.value)
    assert "as:tailor" not in str(refused.value)
