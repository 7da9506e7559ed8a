from __future__ import annotations

from engine.record.check import report, verify
from engine.record.record import Entry, Record
from tests.engine.fortress.lines import FORTRESS, SEED, fortified, started

OPTIONS = FORTRESS.clean_options({"length": "1"})
FORTIFIED = tuple(Entry("play", seat, text) for seat in (0, 1) for text in (*["place left"] * 8, "keep"))
PASSES = (Entry("play", 0, "pass"), Entry("play", 1, "pass"))


def written(*entries: Entry, seat: int | None = None, players: int = 2) -> str:
    return FORTRESS.write_record(Record(OPTIONS, SEED, ("Ann", "Ben", "Cleo")[:players], entries, {}), seat)


def test_a_match_that_is_over_has_its_seed_and_all_placings() -> None:
    """With the cards of rules 9 player 1 holds K J K (1 + 1 + 1), player 2 Q K J (2 + 1 + 1)."""
    text = written(*FORTIFIED, *PASSES)
    assert f'[Seed "{SEED.hex()}"]' in text
    assert '[Result "0-1"]' in text
    assert '[Scores "3:4"]' in text
    assert '[Rounds "passes 3:4"]' in text
    assert text.count("place left") == 16
    assert report(text)[0] == verify(text)[0] == 0


def test_a_record_is_checked_against_the_rules() -> None:
    text = written(*FORTIFIED, *PASSES)
    assert report(text)[1][:1] == ["Round 1: ended when all players had passed; points Player 1 3, Player 2 4"]
    assert report(text.replace('"passes 3:4"', '"done 3:4"'))[0] == 1
    assert report(text.replace("pass\n", "done\n"))[0] == 1


def test_a_match_that_runs_shows_neither_seed_nor_anothers_placings() -> None:
    text = written(*FORTIFIED, seat=0)
    assert SEED.hex() not in text
    assert text.count("place left") == 8
    assert "{10. Player 2: Placed a card}" in text
    assert "{18. Player 2: Finished fortifying}" in text
    assert written(*FORTIFIED).count("place left") == 0


def test_several_players_and_one_who_leaves() -> None:
    entries = (Entry("resignation", 1), Entry("time", 0))
    text = written(*entries, players=3)
    assert "Player 2 resigns" in text
    assert "Player 1 loses on time" in text
    assert '[Result "0-0-1"]' in text
    record = FORTRESS.read_record(text)
    assert (record.players, record.entries) == (("Ann", "Ben", "Cleo"), entries)


def test_a_match_of_the_rules_begins_as_they_say() -> None:
    state = FORTRESS.replay(OPTIONS, 2, SEED, FORTIFIED)
    assert state.position.hands == fortified().position.hands
    assert FORTRESS.replay(OPTIONS, 2, SEED, ()).position.hands == started().position.hands


def test_a_match_that_is_over_shows_what_was_drawn_and_where() -> None:
    """chance.md: the deck of round 1 and, for two players, the lot after it; round 2 goes on with the deck (R14)."""
    again = (Entry("play", 0, "start 1"), *FORTIFIED, *PASSES)
    record = Record({"length": "2", "pace": "single"}, SEED, ("Ann", "Ben"), (*FORTIFIED, *PASSES, *again), {})
    text = FORTRESS.write_record(record)
    chance = [" ".join(part.split()) for part in text.split("Chance ")[1:]]
    assert chance[0].startswith("fortress/deck/1: Th9d3sJhKsKc5c5dJc8s")
    assert [part.split(":")[0] for part in chance] == ["fortress/deck/1", "fortress/lot/1"]
    assert verify(text)[0] == 0
    assert verify(text.replace("Th9d3sJh", "9dTh3sJh"))[0] == 1
    assert "Chance" not in written(*FORTIFIED, seat=0)
