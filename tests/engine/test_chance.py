"""Chance from a seed, against vectors that were worked out apart from this code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import (
    WORD_LIMIT,
    below,
    chance_words,
    commitment,
    contribution,
    derive_bytes,
    mix_seed,
    salt,
    seed_digest,
    shuffled,
)

SEED = bytes(range(32))
FORTAC = "H" * 4 + "S" * 4 + "J" * 4 + "T" * 4 + "W" * 4 + "RRKK" + "N" * 4 + "B" * 4 + "IIAA" + "P" * 4
FORTRESS_SHUFFLED = (
    "Th 9d 3s Jh Ks Kc 5c 5d Jc 8s Ad 7c Kh 6d 5s 7s Ac Qh 4s Td 4c 2d 4h 2h 7d 6c Qd Kd 6h As 3h 4d 3d 2c 8d Ah 9c Tc"
    " Qc 2s 8c 7h 6s Qs 9s Js 9h Jd 3c Ts 5h 8h"
)
FORTRESS = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def test_the_digest_of_a_seed() -> None:
    assert seed_digest(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(
    ("label", "first"),
    [
        ("test/words/0", [2384025163, 247118399, 2841199086]),
        (
            "test/long/0",
            [4272677347, 2733548779, 524525887, 975687483, 2926363826, 3442903123, 2512667098, 3840291910],
        ),
    ],
)
def test_the_words_of_a_label(label: str, first: list[int]) -> None:
    assert list(islice(chance_words(SEED, label), len(first))) == first


@pytest.mark.parametrize(
    ("label", "limit", "numbers"),
    [
        ("test/die/0", 6, [1, 0, 2, 1, 2, 3, 1, 2, 0, 2]),
        # Two words are left out before the first number, four before the third.
        ("test/long/0", 2**31 + 1, [524525887, 975687483, 956836296]),
    ],
)
def test_numbers_below_a_limit(label: str, limit: int, numbers: list[int]) -> None:
    row = chance_words(SEED, label)
    assert [below(row, limit) for _ in numbers] == numbers


def test_a_number_below_one_uses_up_a_word() -> None:
    row = chance_words(SEED, "test/words/0")
    assert below(row, 1) == 0
    assert next(row) == 247118399


def test_a_word_in_the_incomplete_last_run_is_left_out() -> None:
    """2^32 mod 6 is 4, so the last four words there are would make 0 to 3 likelier than 4 and 5."""
    row: Iterator[int] = iter([2**32 - 1, 2**32 - 4, 2**32 - 5, 0])
    assert below(row, 6) == 5
    assert next(row) == 0


def test_below_two_to_the_thirty_second_every_word_counts() -> None:
    assert below(iter([2**32 - 1]), WORD_LIMIT) == 2**32 - 1


@pytest.mark.parametrize("limit", [-1, 0, 2**32 + 1])
def test_no_number_is_drawn_below_a_limit_that_words_cannot_serve(limit: int) -> None:
    with pytest.raises(ValueError, match="from 1 to"):
        below(iter([0]), limit)


@pytest.mark.parametrize(
    ("seed", "label", "things", "order"),
    [
        (SEED, "test/deck/0", range(1, 11), "4 10 9 2 7 5 3 8 6 1"),
        (SEED, "test/deck/1", range(1, 11), "3 9 6 1 8 5 7 4 10 2"),
        (bytes(32), "test/deck/0", range(1, 11), "4 8 6 10 5 1 9 2 3 7"),
        (SEED, "fortress/lot/1", range(1, 6), "2 4 3 1 5"),
        (SEED, "fortac/deck/0", FORTAC, " ".join("JNTHWJBBRPKSPWSTKSTSTAWPNNJIWPHHNAIBRJHB")),
        (
            SEED,
            "fortress/deck/1",
            FORTRESS,
            FORTRESS_SHUFFLED,
        ),
    ],
)
def test_shuffles(seed: bytes, label: str, things: list[int] | str, order: str) -> None:
    assert " ".join(map(str, shuffled(seed, label, things))) == order


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers()))
def test_a_shuffle_keeps_every_thing_and_leaves_the_list_alone(seed: bytes, things: list[int]) -> None:
    before = list(things)
    assert sorted(shuffled(seed, "test/deck/0", things)) == sorted(things)
    assert things == before


@pytest.mark.parametrize(
    "label",
    ["", "deck", "fortac/deck", "fortac/deck/0/1", "Fortac/deck/0", "fortac/deck/01", "fortac/deck/-1", "fortac/deck/x",
     "fortac//0", "fortac/deck/", "fortac/de:ck/0", "fortac/deck/0\n", " fortac/deck/0", "fortäc/deck/0"],
)  # fmt: skip
def test_a_label_in_another_form_is_refused_before_anything_is_drawn(label: str) -> None:
    with pytest.raises(ValueError, match="game/what/number"):
        chance_words(SEED, label)
    with pytest.raises(ValueError, match="game/what/number"):
        shuffled(SEED, label, [])


# The following values come from openssl dgst and sha256sum.


def test_a_contribution_is_64_digits_or_the_digest_of_a_text() -> None:
    rolled = "980095946845f1c5ab6a4444bc510d17d381984eaf5862d3288c6dc35f1bf67a"
    assert contribution(" Ann rolled 4 1 6\n") == rolled
    assert contribution(rolled) == rolled
    assert contribution(rolled.upper()) != rolled
    assert contribution("  ") == ""


def test_a_seed_is_mixed_of_the_servers_bytes_and_the_contributions_in_their_order() -> None:
    given = [contribution("Ann rolled 4 1 6"), ""]
    mixed = mix_seed(SEED, "challenge/12", given)
    assert mixed.hex() == "1cfa28c75f513415956718e75aeda0fd67cd349ab0831b9e892ad3912885455a"
    others = [
        mix_seed(SEED, "challenge/12", given[::-1]),
        mix_seed(SEED, "challenge/13", given),
        mix_seed(SEED, "", []),
    ]
    assert len({mixed, *others}) == 4


def test_the_bytes_of_one_match_of_an_event() -> None:
    derived = derive_bytes(SEED, "event/5/3/2/0")
    assert derived.hex() == "9647997458db5941e9792fd5c518a11ed22bf297a6333e043ae2fe680a1e6bcb"


def test_a_pick_is_bound_by_a_salt_of_its_own() -> None:
    assert salt(SEED, 7) == "d41d44f3737a9fa575401f3f2cc9986b"
    assert salt(SEED, 8) != salt(SEED, 7)
    assert commitment(salt(SEED, 7), "I4T4B4") == "ccada1fc4c3a52f218acf946abfa21bb3eebb59116f5117d1396dddfad0a6dfb"
