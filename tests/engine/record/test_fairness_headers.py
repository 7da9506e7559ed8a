"""The headers from which a record's seed, seats and secret picks are checked, shown with the toy game."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from engine.errors import BadRecord
from engine.record.check import verify
from engine.record.record import Commitment, Entry, Origin, Record
from tests.support.toy_game import Toy

TOY = Toy()
SERVER = bytes(range(32))
SERVER_DIGEST = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
GIVEN = ("ab" * 32, "")
LABEL = "challenge/12"
SEED = hmac.new(SERVER, f"{LABEL}:{GIVEN[0]},".encode(), "sha256").digest()
SALT = "03" * 16
BOUND = hashlib.sha256(f"{SALT}:pick 4".encode()).hexdigest()
ENTRIES = (
    *(Entry("play", 1, "pick 4"), Entry("play", 0, "pick 2")),
    *(Entry("play", 0, "add 3"), Entry("play", 1, "add 9")),
)


@pytest.fixture(autouse=True)
def toy_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.games", lambda: (TOY,))


def record(
    *,
    server: bytes | None = SERVER,
    came: tuple[int, ...] = (0, 1),
    given: tuple[str, ...] = GIVEN,
    seed: bytes = SEED,
    drawn: bool = False,
    by_lot: bool = False,
) -> Record:
    return Record(
        TOY.clean_options({}),
        seed,
        ("Ann", "Bob"),
        ENTRIES,
        origin=Origin(server, SERVER_DIGEST, LABEL, came, given, (False, drawn), by_lot),
        commitments=(Commitment(1, BOUND, SALT, "pick 4"),),
    )


def text(**changes: str) -> str:
    written = TOY.write_record(record())
    for old, new in changes.items():
        assert old in written
        written = written.replace(old, new)
    return written


def test_what_is_written_is_read_back() -> None:
    assert TOY.read_record(text()) == record()
    lot = next(came for came in ((0, 1), (1, 0)) if verify(TOY.write_record(record(came=came, by_lot=True)))[0] == 0)
    drawn = TOY.write_record(record(came=lot, by_lot=True))
    assert "Seats: drawn by lot, as the seed gives them." in verify(drawn)[1]
    status, faults = verify(TOY.write_record(record(came=lot[::-1], by_lot=True)))
    assert (status, [fault.partition(": ")[2] for fault in faults]) == (1, ["The lot gives the players other seats."])


def test_a_contribution_that_was_drawn_counts_as_one_and_is_marked() -> None:
    given = (GIVEN[0], "cd" * 32)
    seed = hmac.new(SERVER, f"{LABEL}:{','.join(given)}".encode(), "sha256").digest()
    drawn = record(given=given, seed=seed, drawn=True)
    written = TOY.write_record(drawn)
    assert f'"Player 2: {"cd" * 32} drawn"' in written
    assert TOY.read_record(written) == drawn
    assert verify(written)[1][2].startswith("Contributions: from 1 of 2 players;")


def test_a_running_match_keeps_the_servers_bytes() -> None:
    running = Record(TOY.clean_options({}), SEED, ("Ann", "Bob"), ENTRIES[:1], origin=record().origin)
    written = TOY.write_record(running)
    assert SERVER.hex() not in written
    assert SERVER_DIGEST in written


def test_one_that_an_organiser_has_decided_shows_them() -> None:
    decided = Record(TOY.clean_options({}), SEED, ("Ann", "Bob"), ENTRIES[:2], origin=record().origin, ended=True)
    assert SERVER.hex() in TOY.write_record(decided)


def test_a_sound_record_is_found_so() -> None:
    status, lines = verify(text())
    assert status == 0
    assert lines[1:4] == [
        f"Server’s bytes: their digest is {SERVER_DIGEST}, as the record says.",
        "Contributions: from 1 of 2 players; with the server’s bytes they give this seed.",
        "Secret picks: 1 of 1 commitments opened, all right.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "header", "fault"),
    [
        (SERVER_DIGEST, "00" * 32, "Server ", f"The server’s bytes have the digest {SERVER_DIGEST}"),
        (GIVEN[0], "ac" * 32, "Server ", "The server’s bytes and the contributions give the seed"),
        (LABEL, "challenge/13", "Server ", "The server’s bytes and the contributions give the seed"),
        ("Player 2: none", "Player 2: " + "ab" * 32, "Server ", "The server’s bytes and the contributions give"),
        (BOUND, "00" * 32, "Commitments", "pick 4 isn’t the pick that was committed to."),
        (f"{SALT}:pick 4", f"{SALT}:pick 5", "Commitments", "pick 5 isn’t the pick that was committed to."),
        (f'[Commitments "Player 2: {BOUND} = {SALT}:pick 4"]\n', "", "1. ", "Turn 1 (Player 2, pick 4): No commitment"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, header: str, fault: str) -> None:
    wrong = text(**{old: new})
    line = next(n for n, each in enumerate(wrong.splitlines(), 1) if each.strip("[ ").startswith(header))
    status, faults = verify(wrong)
    assert status == 1
    assert faults[0].startswith(f"Line {line}: {fault}")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("Player 2: none", "Player 1: none", "The Contributions header does not name each player once."),
        ("Player 2: none", "Player 2: tails", "The Contributions header cannot be read."),
        (SERVER.hex(), "12", "The Server header cannot be read."),
        (f"= {SALT}", "= 12", "The Commitments header cannot be read."),
    ],
)
def test_headers_in_another_form_are_refused(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        TOY.read_record(text(**{old: new}))
    assert str(refused.value) == sentence
