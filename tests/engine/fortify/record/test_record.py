from __future__ import annotations

import json
import random
import re
import textwrap
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.record.check import report
from engine.record.record import Entry, Record
from tests.engine.fortify.matches import FORTIFY, GREEN_WINS, RED_WINS, started
from tests.support import whole_match

POND = "name: Old Pond\nslots: 2\nW S\nS L\n"
SEED = bytes(range(32))


def record(*texts: str, after: tuple[Entry, ...] = (), players: tuple[str, str] = ("Ann", "Bob"), **raw: str) -> Record:
    """A record of these submissions, each by the (lower) seat that is asked, and the entries ``after`` them."""
    state, entries = started(**raw), []
    for text in texts:
        entries.append(Entry("play", FORTIFY.to_act(state)[0], text))
        state = FORTIFY.enter(state, entries[-1])
    return Record(FORTIFY.clean_options(raw), None, players, (*entries, *after))


def two_volleys() -> Record:
    """19:0 and 0:19 by colours; seat 1 chose red, so seat 0 is Green in the second and scores twice."""
    return record(*RED_WINS, "red", *GREEN_WINS, format="points-2")


# -- writing -----------------------------------------------------------------------------------------------------


def test_a_record_is_written_alike_in_every_language(abroad: None) -> None:
    text = FORTIFY.write_record(two_volleys())
    assert "{Volley 1: Player 1 (Red) won by a 2x2 after 9 turns; points 19:0}\n\nPlayer 2 chooses red\n" in text
    assert text.isascii()


def test_a_record_is_headers_and_turns_volley_by_volley() -> None:
    text = FORTIFY.write_record(two_volleys())
    assert text.startswith(
        '[Game "Fortify"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n[Map "4x5"]\n[Format "points-2"]\n'
        '[Army1 "I4T4B4"]\n[Army2 "I4T4B4"]\n[Result "1-0"]\n[Points "38:0"]\n\n'
        "Volley 1: Player 1 is Red, Player 2 is Green\n"
        "  1. Red    B@c3\n"
        "  2. Green  I@a1\n"
        "  3. Red    B@c4 B@d3\n"
    )
    assert (
        "  9. Red    d4+\n"
        "{Volley 1: Player 1 (Red) won by a 2x2 after 9 turns; points 19:0}\n"
        "\n"
        "Player 2 chooses red\n"
        "\n"
        "Volley 2: Player 2 is Red, Player 1 is Green\n"
        "  1. Red    I@a3\n"
    ) in text
    assert text.endswith("{Volley 2: Player 1 (Green) won by a 2x2 after 8 turns; points 19:0}\n")
    assert max(map(len, text.splitlines())) <= 72


@pytest.mark.parametrize(
    ("entry", "line", "result"),
    [
        (Entry("resignation", 0), "Player 1 resigns", "0-1"),
        (Entry("time", 1), "Player 2 loses on time", "1-0"),
        (Entry("agreement"), "Draw agreed", "1/2-1/2"),
    ],
)
def test_how_a_match_was_broken_off_is_written(entry: Entry, line: str, result: str) -> None:
    broken = record("B@c3", "I@a1", "c3+", after=(entry,))
    text = FORTIFY.write_record(broken)
    assert f"\n{line}\n" in text
    assert f'[Result "{result}"]' in text
    assert FORTIFY.read_record(text) == broken


def test_a_running_match_has_no_result_and_hides_its_seed() -> None:
    running = Record(FORTIFY.clean_options({}), SEED, ("Ann", "Bob"), (Entry("play", 0, "B@c3"),))
    text = FORTIFY.write_record(running)
    assert '[Result "*"]' in text
    assert SEED.hex() not in text
    assert FORTIFY.read_record(text).seed is None
    finished = Record(running.options, SEED, running.players, (*running.entries, Entry("time", 1)))
    assert FORTIFY.read_record(FORTIFY.write_record(finished)) == finished


def test_a_record_without_any_turn_is_read_back() -> None:
    empty = Record(FORTIFY.clean_options({"special": "on"}), None, ("", ""), ())
    assert FORTIFY.read_record(FORTIFY.write_record(empty)) == empty


def test_a_map_of_ones_own_is_written_in_full() -> None:
    own = record("B@a1", "T@b2", map="own", own_map=POND)
    text = FORTIFY.write_record(own)
    assert '[MapText\n  "name: Old Pond"\n  "slots: 2"\n  "W S"\n  "S L"\n  ""]' in text
    assert FORTIFY.read_record(text) == own


def test_the_edition_of_the_rules_is_a_header_from_the_second_on() -> None:
    first = record("B@c3")
    assert "[Rules" not in FORTIFY.write_record(first)
    second = replace(first, options=FORTIFY.as_now(first.options))
    text = FORTIFY.write_record(second)
    assert '[Format "points-2"]\n[Rules "2"]\n' in text
    assert FORTIFY.read_record(text) == second
    with pytest.raises(BadRecord, match="The Rules header: This site doesn’t know edition “9” of the rules"):
        FORTIFY.read_record(text.replace('[Rules "2"]', '[Rules "9"]'))


def test_a_header_that_the_record_makes_itself_cannot_be_set() -> None:
    told = Record(FORTIFY.clean_options({}), None, ("Ann", "Bob"), (), {"Result": "1-0", "Event": "Spring"})
    text = FORTIFY.write_record(told)
    assert '[Event "Spring"]' in text
    assert '[Result "*"]' in text
    assert FORTIFY.read_record(text).headers == {"Event": "Spring"}


def test_turns_are_written_canonically() -> None:
    loose = record("b@C3", "i@b1 & i@a1", special="")
    assert [entry.text for entry in FORTIFY.read_record(FORTIFY.write_record(loose)).entries] == ["B@c3", "I@a1&I@b1"]


# -- secrets -----------------------------------------------------------------------------------------------------


def test_a_pick_is_left_out_for_those_who_may_not_see_it() -> None:
    picking = Record(FORTIFY.clean_options({"special": "on"}), None, ("Ann", "Bob"), (Entry("play", 1, "I4T3B2C1"),))
    own, other, anybody = (FORTIFY.write_record(picking, seat) for seat in (1, 0, None))
    assert FORTIFY.read_record(own) == picking
    assert report(own)[0] == 0
    assert other == anybody
    assert "I4T3B2C1" not in anybody
    assert FORTIFY.read_record(anybody).entries == ()


def test_picks_are_written_in_the_order_they_came_once_both_are_in() -> None:
    entries = (Entry("play", 1, "I4T3B2C1"), Entry("play", 0, "I4T4B2"))
    shown = Record(FORTIFY.clean_options({"special": "on"}), None, ("Ann", "Bob"), entries)
    text = FORTIFY.write_record(shown)
    assert "Player 2 picks I4T3B2C1\nPlayer 1 picks I4T4B2\n" in text
    assert '[Army1 "I4T4B2"]\n[Army2 "I4T3B2C1"]' in text
    assert FORTIFY.read_record(text) == shown


def test_a_pick_that_was_never_shown_stays_out_of_the_finished_record() -> None:
    entries = (Entry("play", 0, "I4T4B2"), Entry("resignation", 1))
    given_up = Record(FORTIFY.clean_options({"special": "on"}), None, ("Ann", "Bob"), entries)
    text = FORTIFY.write_record(given_up)
    assert "I4T4B2" not in text
    assert report(text)[0] == 0


# -- reading -----------------------------------------------------------------------------------------------------


def mangled(text: str, rng: random.Random) -> str:
    """Any blank may have become a line break on the way."""
    return re.sub(" +", lambda blanks: rng.choice([blanks[0], "\n", " \r\n", "\r\n "]), text)


@pytest.mark.parametrize("seed", range(5))
def test_a_record_survives_line_breaks_anywhere(seed: int) -> None:
    sent = record(*RED_WINS, "red", "B@c3", players=("Ann of the Isle", "Bob"), map="4x5")
    assert FORTIFY.read_record(mangled(FORTIFY.write_record(sent), random.Random(seed))) == sent


def test_a_record_survives_a_mail_program() -> None:
    sent = two_volleys()
    text = "\ufeff" + "\r\n".join(
        piece for line in FORTIFY.write_record(sent).splitlines() for piece in (textwrap.wrap(line, 24) or [""])
    )
    assert FORTIFY.read_record(text) == sent


def test_comments_and_case_do_not_matter() -> None:
    text = FORTIFY.write_record(two_volleys())
    commented = "{from a friend}\n" + text.replace("  2. Green  I@a1", "2. {hm} I@a1 {a quiet\nreply}").upper()
    headers_kept = re.sub(r"\[[^\]]*\]", "", commented)
    original_headers = "\n".join(re.findall(r"\[[^\]]*\]", text))
    read = FORTIFY.read_record(original_headers + "\n\n" + headers_kept)
    assert FORTIFY.write_record(read) == text


@given(st.tuples(st.text(), st.text()))
def test_players_may_have_any_names(names: tuple[str, str]) -> None:
    named = record("B@c3", players=names)
    text = FORTIFY.write_record(named)
    assert FORTIFY.read_record(text) == named
    assert "\u202e" not in text
    assert "\r" not in text


HEAD = '[Game "Fortify"]\n[Map "4x5"]\n[Format "points-2"]\n'
V1 = "Volley 1: Player 1 is Red\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'This is no Fortify record: it does not begin with the header [Game "Fortify"].'),
        ("a letter to Ann", "This is no Fortify record"),
        ('[Game "Chess"]', "This is no Fortify record"),
        ('[Game "Fortify"]', "The record has no Map header."),
        ('[Game "Fortify"][Game "Fortify"]', "The header Game stands there twice."),
        ('[Game "Fortify"', 'The header Game is not written as [Game "…"].'),
        ('[Game "Fort\\ify"]', "a backslash that escapes nothing"),
        ('[Game "\\UFFFFFFFF"]', "which is no character"),
        ('[Game "Fortify"]\n[Map "6x6"]\n[Format "standard"]', "The Map header: Map must be one of"),
        (HEAD + '[Seed "12"]', "The Seed header is not 64 hexadecimal digits."),
        (HEAD + "hello", "“hello” is neither a header nor a turn."),
        (HEAD + V1 + "1. Red B@c3 {open", "A comment in braces is not closed"),
        (HEAD + "1. Red B@c3", "Turn 1 stands before the heading of the first volley."),
        (HEAD + "Volley 2: Player 1 is Red", "Volley 2 stands where volley 1 should begin."),
        (HEAD + V1 + "1. B@c3 3. c3+", "Volley 1, turn 3 stands where turn 2 should be."),
        (HEAD + V1 + "1. Green B@c3", "Volley 1, turn 1 is Red’s, not Green’s."),
        (HEAD + V1 + "1. Red", "Volley 1, turn 1 is empty; a turn without actions is written as pass."),
        (
            HEAD + "Volley 1: Player 1 is Red, Player 1 is Green",
            "The heading of volley 1 does not make one player Red and the other Green.",
        ),
        (
            HEAD + "Volley 1: Player 1 is Red, Player 2 is Red",
            "The heading of volley 1 does not make one player Red and the other Green.",
        ),
        (HEAD + V1 + "1. B@c3 Draw agreed yesterday", "“yesterday” cannot follow “Draw agreed”."),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(sentence)):
        FORTIFY.read_record(text)
    status, lines = report(text)
    assert status == 2
    assert len(lines) == 1


@given(st.text(), st.integers(0, 400))
def test_no_damage_makes_reading_fail_otherwise(noise: str, place: int) -> None:
    text = FORTIFY.write_record(record("B@c3", "I@a1", "c3+"))
    status, lines = report(text[:place] + noise + text[place:])
    assert status in (0, 1, 2)
    assert lines


# -- replaying ---------------------------------------------------------------------------------------------------


def test_a_report_gives_the_points_of_each_volley_and_the_result() -> None:
    assert report(FORTIFY.write_record(two_volleys())) == (
        0,
        [
            "Volley 1: Player 1 (Red) won by a 2x2 after 9 turns; points 19:0",
            "Volley 2: Player 1 (Green) won by a 2x2 after 8 turns; points 19:0",
            "Result: 1-0, points 38:0 (Player 1 wins the match (points: Player 1 38, Player 2 0))",
        ],
    )


def test_a_report_on_the_match_worked_out_by_hand() -> None:
    entries = tuple(Entry("play", seat, text) for seat, text in whole_match.submissions())
    text = FORTIFY.write_record(Record(FORTIFY.clean_options(whole_match.OPTIONS), None, ("A", "B"), entries))
    status, lines = report(text)
    assert status == 0
    assert lines[0].endswith("points 5:13")
    assert lines[1].endswith("points 0:15")
    assert lines[2].startswith("Result: 0-1, points 5:28 ")


def test_a_report_on_a_match_under_way() -> None:
    status, lines = report(FORTIFY.write_record(record(*RED_WINS, format="standard")))
    assert status == 0
    assert lines[-1] == "Result: *, volleys 1:0 (not finished)"


@pytest.mark.parametrize(
    ("turns", "line"),
    [
        ("1. B@c3 2. a1-a2", "Volley 1, turn 2 (Player 2, a1-a2): Action 1, a1-a2: "),
        ("1. B@c3 2. whatever", "Volley 1, turn 2 (Player 2, whatever): Action 1, “whatever”: "),
        ("Player 1 chooses red", "Player 1 chooses red: No colour is to be chosen here."),
        ("Player 1 picks B@c3", "Player 1 picks B@c3: No army is to be picked here."),
        ("1. B@c3 Draw agreed 2. I@a1", "Volley 1, turn 2 (Player 2, I@a1): No turn is due here."),
        ("Player 2 resigns Player 1 resigns", "Player 1 resigns: The match is over."),
        ("Player 2 loses on time Draw agreed", "Draw agreed: The match is over."),
    ],
)
def test_the_turn_at_fault_is_named(turns: str, line: str) -> None:
    status, lines = report(HEAD + V1 + turns)
    assert status == 1
    assert lines[0].startswith(line)


def test_a_report_shows_no_control_characters() -> None:
    for text in (HEAD + V1 + "1. \x1b[31m", HEAD + "\x1b[31m", HEAD + '[Result "\x1b[31m"]'):
        assert "\x1b" not in "".join(report(text)[1])
        assert "\\u001b[31m" in "".join(report(text)[1])


def test_a_turn_under_the_wrong_volley_is_a_fault() -> None:
    """The first volley ended with turn 9: what follows cannot be its turn 10."""
    text = FORTIFY.write_record(record(*RED_WINS, format="standard")) + "\n 10. Green B@c3"
    text = re.sub(r"\[(Result|Volleys) .*\]\n", "", text)
    assert report(text) == (1, ["Volley 1, turn 10 (Player 2, B@c3): Volley 2, turn 1 is due here."])


@pytest.mark.parametrize(
    ("headings", "line"),
    [
        ("Volley 1: Player 2 is Red", "The heading of volley 1: Player 1 is Red in it, not Player 2."),
        ("Volley 1: Player 1 is Green", "The heading of volley 1: Player 1 is Red in it, not Player 2."),
        (V1 + "1. B@c3 Volley 2: Player 2 is Red", "The heading of volley 2: Volley 1, turn 2 is due here."),
        ("Player 1 resigns " + V1, "The heading of volley 1: No volley begins here."),
    ],
)
def test_a_heading_is_checked_though_no_turn_follows(headings: str, line: str) -> None:
    assert report(HEAD + headings) == (1, [line])


def test_armies_may_be_picked_under_the_heading_of_the_first_volley() -> None:
    special = HEAD + '[SpecialWarfare "on"]\n'
    picks = "Player 2 picks I4T4B2 Player 1 picks I3T4B3 "
    for turns in (V1 + picks + "1. B@c3", picks + V1 + "1. B@c3"):
        assert report(special + turns)[0] == 0
    assert report(special + V1.replace("1 is", "2 is") + picks) == (
        1,
        ["The heading of volley 1: Player 1 is Red in it, not Player 2."],
    )


@pytest.mark.parametrize(
    ("header", "claim", "truth"),
    [("Result", "0-1", "1-0"), ("Points", "38:1", "38:0"), ("Army2", "I4T4B3", "I4T4B4")],
)
def test_headers_that_the_turns_contradict_are_named(header: str, claim: str, truth: str) -> None:
    text = FORTIFY.write_record(two_volleys()).replace(f'[{header} "{truth}"]', f'[{header} "{claim}"]')
    assert report(text) == (1, [f"The {header} header says {claim}, but the turns lead to {truth}."])


def test_options_and_entries_are_data() -> None:
    read = FORTIFY.read_record(FORTIFY.write_record(two_volleys()))
    assert json.loads(json.dumps(read.options)) == read.options
