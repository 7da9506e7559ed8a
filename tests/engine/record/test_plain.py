"""The plain record, and its check, shown with the toy game."""

from __future__ import annotations

import pytest

from engine.errors import BadRecord
from engine.record.check import report, verify
from engine.record.record import Entry, Record
from tests.support.toy_game import Toy

TOY = Toy()
SEED = bytes(range(32))
DIGEST = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
PICKS = (Entry("play", 1, "pick 4"), Entry("play", 0, "pick 2"))
SUMS = (Entry("play", 0, "add 3"), Entry("play", 1, "add 9"))


@pytest.fixture(autouse=True)
def toy_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.games", lambda: (TOY,))


def record(*entries: Entry, seed: bytes | None = SEED, players: tuple[str, ...] = ("Ann", "Bob")) -> Record:
    return Record(TOY.clean_options({}), seed, players, entries)


def finished(**changes: str) -> str:
    """The seed gives bonuses of 0 and 1, so the sums are 2 + 3 and 4 + 9 + 1."""
    text = TOY.write_record(record(*PICKS, *SUMS))
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_finished_match_is_written_with_its_seed() -> None:
    assert finished() == (
        '[Game "Toy"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n[Picks "1"]\n'
        f'[Seed "{SEED.hex()}"]\n[SeedDigest "{DIGEST}"]\n[Result "0-1"]\n[Scores "5:14"]\n\n'
        "     Chance toy/bonus/0: 0 1\n"
        "  1. Player 2  pick 4\n  2. Player 1  pick 2\n  3. Player 1  add 3\n  4. Player 2  add 9\n"
    )


def test_a_running_match_shows_the_digest_alone_and_hides_what_is_secret() -> None:
    text = TOY.write_record(record(PICKS[0]), seat=0)
    assert SEED.hex() not in text
    assert f'[SeedDigest "{DIGEST}"]' in text
    assert "pick 4" not in text
    assert "{1. Player 2: Has picked}" in text
    assert "  1. Player 2  pick 4\n" in TOY.write_record(record(PICKS[0]), seat=1)


@pytest.mark.parametrize(
    "written",
    [
        record(*PICKS, *SUMS),
        record(*PICKS, Entry("time", 1)),
        record(Entry("agreement")),
        record(Entry("resignation", 0), PICKS[0], Entry("resignation", 2), players=("Ann", "Bob", "Cleo")),
    ],
)
def test_a_record_is_read_back(written: Record) -> None:
    assert TOY.read_record(TOY.write_record(written)) == written


def test_gaps_are_read_where_the_match_still_runs() -> None:
    text = TOY.write_record(record(*PICKS, SUMS[0]), seat=None)
    assert TOY.read_record(text).entries == (PICKS[-1], SUMS[0])


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("3. Player 1", "4. Player 1", "Turn 4 stands where turn 3 should be."),
        ("4. Player 2", "4. Player 3", "“4. Player 3” names a player whom the headers do not."),
        ("add 9", "", "Turn 4 is empty."),
        ("add 9", "add 9 Draw agreed yesterday", "“yesterday” cannot follow “Draw agreed”."),
        ('[Picks "1"]', '[Picks "3"]', "The Picks header: There are 1 or 2 picks."),
        (SEED.hex(), "12", "The Seed header is not 64 hexadecimal digits."),
    ],
)
def test_what_is_no_record_is_refused(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        TOY.read_record(finished(**{old: new}))
    assert str(refused.value) == sentence
    assert verify(finished(**{old: new})) == (2, [sentence])


def test_a_sound_record_is_found_so() -> None:
    assert verify(finished()) == (
        0,
        [
            f"Seed: its SHA-256 is {DIGEST}, as the record says.",
            "Entries: 4, all legal.",
            "Chance toy/bonus/0: follows from the seed.",
            "Headers that follow from these entries: Result, Scores, all correct.",
            "Result: 0-1 (Won by 1)",
        ],
    )
    assert report(finished()) == (0, ["Result: 0-1 (Won by 1)"])


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("add 9", "pick 9", "Line 14: Turn 4 (Player 2, pick 9): The picks are in; now add."),
        ("4. Player 2  add 9", "Player 2 resigns Player 2 resigns", "Line 14: Player 2 resigns: "),
        ('Result "0-1"', 'Result "1-0"', "Line 7: The Result header says 1-0, but the turns lead to 0-1."),
        ('Scores "5:14"', 'Scores "5:13"', "Line 8: The Scores header says 5:13, but the turns lead to 5:14."),
        (DIGEST, DIGEST[::-1], f"Line 6: The SeedDigest header says {DIGEST[::-1]}, but the seed has the digest"),
        (SEED.hex(), bytes(32).hex(), f"Line 6: The SeedDigest header says {DIGEST}, but the seed has the digest"),
        ("0: 0 1", "0: 1 0", "Line 10: Chance toy/bonus/0: The seed gives 0 1, not 1 0."),
        ("bonus/0", "bonus/1", "Line 10: Chance toy/bonus/1: Nothing is drawn by this label here."),
        (f'[Seed "{SEED.hex()}"]\n', "", "Line 1: This record has no seed,"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, fault: str) -> None:
    status, lines = verify(finished(**{old: new}))
    assert status == 1
    assert lines[0].startswith(fault)


def test_all_headers_at_fault_are_named() -> None:
    wrong = finished(**{'Result "0-1"': 'Result "1-0"', "5:14": "14:5", DIGEST: "none"})
    assert [line.split(":")[0] for line in verify(wrong)[1]] == ["Line 6", "Line 7", "Line 8"]


def test_without_a_digest_the_seeds_own_is_said() -> None:
    lines = verify(finished(**{f'[SeedDigest "{DIGEST}"]\n': ""}))[1]
    assert lines[0] == f"Seed: its SHA-256 is {DIGEST}."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("once upon a time", "This is no record of a match"),
        ('[Game "Go"]', "There is no game called “Go” here."),
        ('[Game "\x1b"]', "There is no game called “\\u001b” here."),
    ],
)
def test_a_text_of_no_game_is_refused(text: str, sentence: str) -> None:
    for examine in (report, verify):
        status, lines = examine(text)
        assert status == 2
        assert lines[0].startswith(sentence)
