"""The set-up on the rules page: the tables of the rules (2 and 3)."""

from __future__ import annotations

from engine.fairytale.view.set_up import set_up

PLAIN = "X3 T5 I3 L4 Xw2 Tw5 Iw2 Lw4 Xg1 Tg4 Ig1 Lg2 Tm1 Xb1 Tb3 Lb1 Xs1 Ts1 Ls1 Xd1 Td1 Xh1 Th1 Thw1 Xhg1 XM1 TM1 IM1"
MORE = "Xa1 Ta1 Xc1 Tc1 In1 Ln1 Xk1 Tk1 Ik1 Tv2 Iv1 Lv1 XC1 TC2 XR1 TR1 IR2 TE1 LE1 XH1 TH1 XT1 TT1 TP1"


def test_the_decks_are_those_of_the_rules_and_midnight_comes_twelve_turns_later() -> None:
    shown = set_up()
    assert shown.levels == ("Easy", "Normal", "Hard")
    assert shown.far == (2, 3, 4)
    assert [(deck.cast, deck.tiles, *(size for size, _turns in deck.sizes)) for deck in shown.decks] == [
        ("Fairy-tale figures", "All tiles", 21, 27, 33),
        ("Fairy-tale figures", "Plain tiles", 19, 25, 31),
        ("Plain heroes", "All tiles", 15, 18, 20),
        ("Plain heroes", "Plain tiles", 14, 16, 18),
    ]
    assert {turns - size for deck in shown.decks for size, turns in deck.sizes} == {12}
    assert (shown.first_tiles, shown.market, shown.piles) == (4, 3, 3)


def test_every_tile_is_counted() -> None:
    shown = set_up()
    for kinds, rules in ((shown.plain, PLAIN), (shown.more, MORE)):
        counted = {
            f"{shape}{kind.symbols}{count}"
            for kind in kinds
            for shape, count in zip(shown.shapes, kind.counts, strict=True)
            if count
        }
        assert counted == set(rules.split())
    assert (shown.plain_total, shown.more_total) == (54, 27)
    assert [str(kind.name) for kind in shown.plain][:2] == ["none", "wood"]
