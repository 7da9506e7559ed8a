"""The turns of a match side by side."""

from __future__ import annotations

import random
import re

from django.test import Client

from accounts.models import User
from matches.gate import chat, turns
from matches.gate.takeback import take_back
from matches.match_view.log import MoveTable, move_table, neighbours, words_with_asides
from matches.match_view.view import MatchView
from matches.models import LogEntry, Match
from matches.record.match_and_seats import match_and_seats
from tests.support.factories import MatchFactory, UserFactory

SITE = LogEntry.Via.SITE


def play(match: Match, *texts: str) -> None:
    for text in texts:
        seat = match.seats.get(asked_turn__isnull=False)
        turns.submit_turn(seat, seat.asked_turn or 0, text, SITE)


def table(match: Match) -> MoveTable:
    match.refresh_from_db()
    match_view = MatchView(*match_and_seats(match.pk), None)
    return move_table([match_view.line(turn) for turn in match_view.log()], match_view.seats, match_view.game)


def numbers(page: str) -> list[int]:
    """What is beside the rows of the table on a page."""
    return [int(number) for number in re.findall(r'<tr>\s*<th scope="row">(\d+)</th>', page)]


def rows(match: Match) -> list[tuple[int | None, ...] | tuple[object, ...]]:
    return [
        (row.note,) if row.note else (row.number, *(cell.text if cell else None for cell in row.cells))
        for row in table(match).rows
    ]


def test_each_seat_has_its_column_and_rows_count_turns(match: Match) -> None:
    play(match, "T@b3", "I@a3", "pass")
    assert rows(match) == [(1, "T@b3", "I@a3"), (3, "pass", None)]
    assert table(match).names == ("Ada", "Ben")


def test_a_turn_that_was_taken_back_is_not_in_it(match: Match) -> None:
    play(match, "T@b3")
    take_back(match.seats.get(index=0), SITE, number=1)
    play(match, "I@b3")
    assert rows(match) == [(1, "I@b3", None)]


def test_what_ends_the_match_and_what_follows_from_a_turn_have_rows_of_their_own(player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    turns.submit_turn(match.seats.get(index=1), 2, "I4T4C1A1", SITE)
    turns.submit_turn(match.seats.get(index=0), 1, "I4T3B3", SITE)
    turns.resign(match.seats.get(index=0), SITE)
    (second, first, armies, end) = rows(match)
    assert (second[0], second[1]) == (1, None)
    assert (first[0], first[2]) == (2, None)
    assert "Both armies" in str(armies[0])
    assert str(end[0]).startswith("Ada: ")


def test_asides_go_with_the_turn_and_break_no_row(player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], game_slug="fortac", options={})
    for _ in range(2):
        match.refresh_from_db()
        (seat,) = match.game.to_act(match.loaded_state)
        play(match, match.game.sample(match.loaded_state, seat, random.Random(1)))
    (row,) = table(match).rows
    assert all(row.cells)
    assert all(" drew " in str(words_with_asides(cell, match.game)) for cell in row.cells if cell)


def test_a_games_own_numbers_stand_beside_its_turns_and_a_message_is_none(player: User, opponent: User) -> None:
    """In The Last Fairy Tale the first tiles are laid before turn 1."""
    match: Match = MatchFactory(players=[player, opponent], game_slug="fairytale", options={})
    for figure in ("", "as:soldier", "as:thumb"):
        chat.write_message(match.seats.get(index=0), f"Before {figure}", SITE)
        state = match.game.load(Match.objects.get(pk=match.pk).state)
        play(match, f"{figure} 5:n" if figure else match.game.sample(state, 0, random.Random(4)))
    assert [row[0] for row in rows(match) if isinstance(row[0], int)] == [0, 1, 2]


def test_the_list_of_a_long_match_goes_on_counting(client: Client, player: User, match: Match) -> None:
    """A turn that was taken back isn't counted."""
    play(match, "T@b3", "I@a3", *["pass"] * 6)
    take_back(match.seats.get(index=1), SITE, number=8)
    play(match, *["pass"] * 18)
    client.force_login(player)
    latest = client.get(match.get_absolute_url()).content.decode()
    earlier = client.get(f"{match.get_absolute_url()}?turns=2").content.decode()
    assert (numbers(earlier), numbers(latest)) == ([1, 3, 5, 7], [8, *range(9, 26, 2)])


def test_at_a_table_of_more_each_turn_has_a_row_with_its_player_and_its_number(db: None) -> None:
    people = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]
    match: Match = MatchFactory(game_slug="fortress", players=people, options={"pace": "whole"})
    for index in (1, 0, 2):
        seat = match.seats.get(index=index)
        turns.submit_turn(seat, seat.asked_turn or 0, "fortify LLLLLLLL keep", SITE)
    play(match, "pass")
    found = table(match)
    assert (found.is_list, found.width) == (True, 3)
    assert [(row.number, row.who) for row in found.rows if not row.note] == [
        (1, "Ben"), (2, "Ann"), (3, "Cleo"), (4, "Ann"),
    ]  # fmt: skip
    assert [str(row.note) for row in found.rows if row.note] == ["Everyone has finished fortifying. Ann begins."]


def test_the_neighbours_of_a_position_are_lines_that_changed_the_board(match: Match) -> None:
    play(match, "T@b3", "I@a3")
    take_back(match.seats.get(index=1), SITE, number=2)
    play(match, "I@c3")
    played = [turn.index for turn in match.log.filter(kind="play").order_by("index")]
    assert len(played) == 3
    assert neighbours(match, played[0]) == (None, played[2])
    assert neighbours(match, played[2]) == (played[0], None)
