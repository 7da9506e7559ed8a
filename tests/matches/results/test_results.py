"""A player's results in numbers, by shares as they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from engine import games
from matches.match_view import lists
from matches.models import Match, PairTally, Seat
from matches.results import count, results
from matches.results.tally import Tally
from tests.support.factories import MatchFactory, UserFactory
from tests.support.toy_game import Toy

THIRD = "0.3333"


class Together(Toy):
    slug = "together"
    together = True


@pytest.fixture(autouse=True)
def more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_GAMES", (*games.games(), Toy(), Together()))


def over(players: list[User], shares: Sequence[str | None], game: str = "fortify") -> Match:
    """A match that ended with these shares."""
    match: Match = MatchFactory(players=players, game_slug=game)
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, finished_at=now)
    for index, share in enumerate(shares):
        kept = None if share is None else Decimal(share)
        Seat.objects.filter(match=match, index=index).update(
            share=kept, finished_at=now, asked_turn=None, deadline=None
        )
    return match


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        (["1", "0"], "won"),
        (["0", "1"], "lost"),
        (["0.5", "0.5"], "drawn"),
        (["0.5", "0.5", "0"], "won"),  # two of three share the win
        (["0", "0.5", "0.5"], "lost"),
        (["0.3", "0.6", "0.1"], "lost"),
        (["0.6", "0.3", "0.1"], "won"),
        ([THIRD, THIRD, THIRD], "drawn"),
        (["1", "1", "1"], "won"),  # together
        (["0", "0"], "lost"),
        (["0"], "lost"),
        (["1"], "won"),
        ([None, None], ""),  # annulled
    ],
)
def test_shares_say_how_it_ended_in_a_list_and_in_the_count(
    player: User, shares: list[str | None], expected: str
) -> None:
    match = over([player, *(UserFactory() for _ in shares[1:])], shares, "toy")
    [card] = lists.cards(lists.finished_seats(player), player)
    assert (card.ending.value if card.ending else "") == expected
    for number in (int(bool(expected)), 0):  # first added up where they are read, then summed up
        counted = [each.total for each in results.results_of(player)]
        assert counted == ([Tally(**{expected: 1})] if expected else [])
        assert count.count_finished() == number
    assert card.match == match


def test_they_are_counted_by_game_and_starting_side(
    player: User, opponent: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    over([player, opponent], ["1", "0"])
    over([player, opponent], ["0.5", "0.5"])
    over([opponent, player], ["1", "0"])
    over([opponent, UserFactory(), player], ["0", "0", "1"], "toy")
    over([player, opponent, UserFactory(), UserFactory()], ["0", "1", "0", "0"], "toy")
    MatchFactory(players=[player, opponent])  # still running
    with django_assert_num_queries(3):
        fortify, toy = results.results_of(player)
    assert (fortify.game.slug, fortify.total) == ("fortify", Tally(won=1, drawn=1, lost=1))
    assert [(side.name, side.colour, tally) for side, tally in fortify.sides] == [
        ("Red", "red", Tally(won=1, drawn=1)),
        ("Green", "green", Tally(lost=1)),
    ]
    assert [(side.name, tally) for side, tally in toy.sides] == [("Seat 0", Tally(lost=1)), ("Seat 2", Tally(won=1))]
    assert (fortify.total.matches, fortify.total.won_percent, fortify.total.unlost_percent) == (3, 33, 67)


def test_results_in_a_game_that_the_site_no_longer_has_are_left_out(player: User, opponent: User) -> None:
    match = over([player, opponent], ["1", "0"])
    Match.objects.filter(pk=match.pk).update(game_slug="tiddlywinks")
    assert results.results_of(player) == []


@pytest.mark.parametrize("counted_after", [0, 2, 4])
def test_head_to_head_is_the_readers(player: User, opponent: User, stranger: User, counted_after: int) -> None:
    matches: list[tuple[list[User], list[str | None], str]] = [
        ([player, opponent], ["1", "0"], "fortify"),
        ([opponent, player], ["0.5", "0.5"], "fortify"),
        ([player, stranger], ["1", "0"], "fortify"),
        ([stranger, player, opponent], ["0", "0.4", "0.6"], "toy"),  # the other did better
        ([player, opponent], ["1", "1"], "together"),
        ([player, opponent], [None, None], "fortify"),
    ]
    for number, each in enumerate(matches):
        if number == counted_after:
            count.count_finished()
        over(*each)
    for _ in range(2):
        assert results.head_to_head(player, opponent) == Tally(won=1, drawn=1, lost=1)
        assert results.head_to_head(opponent, player) == Tally(won=1, drawn=1, lost=1)
        assert results.head_to_head(opponent, stranger) == Tally(won=1)
        assert results.head_to_head(stranger, opponent) == Tally(lost=1)
        count.count_finished()


def test_a_seat_that_gets_its_player_after_the_count_is_missing_nowhere(player: User, opponent: User) -> None:
    """As from an archive."""
    match = over([player, opponent], ["1", "0"])
    Seat.objects.filter(match=match, index=0).update(player=None)
    assert count.count_finished() == 1
    Seat.objects.filter(match=match, index=0).update(player=player)
    for _ in range(2):
        for one, other, tally in ((player, opponent, Tally(won=1)), (opponent, player, Tally(lost=1))):
            assert [each.total for each in results.results_of(one)] == [tally]
            assert results.head_to_head(one, other) == tally
        count.count_finished()


def test_a_player_who_leaves_stays_in_the_others_results(player: User, opponent: User) -> None:
    over([player, opponent], ["1", "0"])
    count.count_finished()
    opponent.delete()
    assert [each.total for each in results.results_of(player)] == [Tally(won=1)]
    assert not PairTally.objects.exists()


def test_matches_that_are_deleted_are_left_out(player: User, opponent: User) -> None:
    gone, stays = (over([player, opponent], shares) for shares in (["1", "0"], ["0", "1"]))
    count.count_finished()
    count.leave_out([gone.pk])
    gone.delete()
    assert [each.total for each in results.results_of(player)] == [Tally(lost=1)]
    assert results.head_to_head(opponent, player) == Tally(won=1)
    count.leave_out([stays.pk])
    assert results.head_to_head(opponent, player) == Tally(won=1)  # for as long as it is there


@pytest.mark.postgres
def test_the_rows_read_do_not_grow_with_the_matches(player: User, opponent: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # which a table of a few rows is read by
        cursor.execute("SET LOCAL enable_bitmapscan = off")
    read: list[int] = []
    for _ in range(2):
        for _ in range(6):
            over([player, opponent], ["1", "0"])
        count.count_finished()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE matches_seat")  # else it plans by what other tests have had there
        with CaptureQueriesContext(connection) as queries:
            assert results.results_of(player)[0].total == results.head_to_head(player, opponent)
        read.append(sum(rows_read(query["sql"]) for query in queries.captured_queries))
    assert results.head_to_head(player, opponent) == Tally(won=12)
    assert read[0] == read[1] > 0


def rows_read(sql: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}")
        [[[explained]]] = cursor.fetchall()
    return _rows_of(explained["Plan"])


def _rows_of(plan: dict[str, Any]) -> int:
    own: int = (plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)) * plan["Actual Loops"]
    return own + sum(map(_rows_of, plan.get("Plans", ())))
