"""Records of Fortac: written, read back, and checked down to the shuffles."""

from __future__ import annotations

from random import Random

import pytest

from engine.fortac.game import Fortac
from engine.record.check import report, verify
from engine.record.record import Entry, Record
from tests.engine.fortac.positions import SEED

FORTAC = Fortac()
DIGEST = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
DECK = "JNTHWJBBRPKSPWSTKSTSTAWPNNJIWPHHNAIBRJHB"


def played(turns: int, *after: Entry, seed: bytes = SEED) -> Record:
    """A record of up to this many turns by chance, and the entries ``after`` them."""
    state, random = FORTAC.start({}, 2, seed), Random(4)
    entries: list[Entry] = []
    while len(entries) < turns and FORTAC.to_act(state):
        (seat,) = FORTAC.to_act(state)
        entries.append(Entry("play", seat, FORTAC.sample(state, seat, random)))
        state = FORTAC.enter(state, entries[-1])
    return Record({}, seed, ("Ann", "Bob"), (*entries, *after))


RESIGNED = played(40, Entry("resignation", 0))


def test_a_record_of_a_match_that_is_over() -> None:
    text = FORTAC.write_record(played(2, Entry("resignation", 0)))
    assert text.startswith(
        f'[Game "Fortac"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n[Seed "{SEED.hex()}"]\n[SeedDigest "{DIGEST}"]\n'
        f'[Result "0-1"]\n[Scores "0:0"]\n\n     Chance fortac/deck/0: {DECK}\n  1. Player 1  '
    )
    assert text.endswith("\nPlayer 1 resigns\n")
    assert FORTAC.read_record(text) == played(2, Entry("resignation", 0))


def test_a_record_of_a_running_match_has_neither_seed_nor_shuffle() -> None:
    text = FORTAC.write_record(played(36))
    assert f'[SeedDigest "{DIGEST}"]' in text
    assert SEED.hex() not in text
    assert "Chance" not in text
    assert FORTAC.read_record(text).entries == played(36).entries
    assert report(text)[0] == 1
    with pytest.raises(ValueError, match="without its seed"):
        FORTAC.write_record(FORTAC.read_record(text))


def test_every_shuffle_is_written_where_it_happened_and_checked() -> None:
    text = FORTAC.write_record(RESIGNED)
    lines = text.splitlines()
    (reshuffle,) = (number for number, line in enumerate(lines) if "fortac/deck/1:" in line)
    assert lines[reshuffle - 1].startswith(" 34. Player 2  ")
    status, found = verify(text)
    assert status == 0
    assert "Chance fortac/deck/0, Chance fortac/deck/1: follows from the seed." in found


def damaged(text: str, old: str, new: str) -> tuple[int, list[str]]:
    assert old in text
    return verify(text.replace(old, new, 1))


def test_verify_names_what_is_wrong_and_where() -> None:
    text = FORTAC.write_record(RESIGNED)
    lines = text.splitlines()
    assert damaged(text, f"0: {DECK}", f"0: {DECK[::-1]}") == (
        1,
        [f"Line 9: Chance fortac/deck/0: The seed gives {DECK}, not {DECK[::-1]}."],
    )
    assert damaged(text, "deck/1", "deck/2")[1][0].startswith("Line 44: Chance fortac/deck/2: Nothing is drawn")
    assert damaged(text, SEED.hex(), bytes(32).hex())[1][0].startswith("Line 5: The SeedDigest header says")
    assert damaged(text, '"0-1"', '"1-0"')[1] == ["Line 6: The Result header says 1-0, but the turns lead to 0-1."]
    first = lines[9].split("  ")[-1]
    assert damaged(text, first, "zip a1-b1")[1][0].startswith("Line 10: Turn 1 (Player 1, zip a1-b1): zip a1-b1: ")
    assert damaged(text, "  2. Player 2", "  2. Player 1")[1][0].endswith("It isn’t your turn. Wait for your opponent.")


def test_whole_matches_by_chance_are_sound() -> None:
    for seed in range(6):
        record = played(400, seed=bytes([seed]) * 32)
        text = FORTAC.write_record(record)
        assert FORTAC.read_record(text) == record
        assert verify(text)[0] == 0
