"""A player's results in numbers, by shares as they are stored."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from engine import games
from matches.match_view import lists, results
from matches.match_view.results import Tally
from matches.models import Match, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.toy_game import Toy

THIRD = "0.3333"


class Together(Toy):
    slug = "together"
    together = True


@pytest.fixture(autouse=True)
def more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = (*games.games(), Toy(), Together())
    for module in (games, results):
        monkeypatch.setattr(module, "games", lambda: offered)


def over(players: list[User], shares: list[str | None], game: str = "fortify") -> Match:
    """A match that ended with these shares."""
    match: Match = MatchFactory(players=players, game_slug=game)
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, finished_at=now)
    for index, share in enumerate(shares):
        kept = None if share is None else Decimal(share)
        Seat.objects.filter(match=match, index=index).update(share=kept, finished_at=now, number=None, deadline=None)
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
    [card] = lists.cards(lists.finished(player), player)
    assert (card.ending.value if card.ending else "") == expected
    counted = [each.total for each in results.results_of(player)]
    assert counted == ([Tally(**{expected: 1})] if expected else [])
    assert card.match == match


def test_they_are_counted_by_game_and_starting_side(
    player: User, opponent: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    over([player, opponent], ["1", "0"])
    over([player, opponent], ["0.5", "0.5"])
    over([opponent, player], ["1", "0"])
    over([opponent, UserFactory(), player], ["0", "0", "1"], "toy")
    MatchFactory(players=[player, opponent])  # still running
    with django_assert_num_queries(1):
        fortify, toy = results.results_of(player)
    assert (fortify.game.slug, fortify.total) == ("fortify", Tally(won=1, drawn=1, lost=1))
    assert [(side.name, side.colour, tally) for side, tally in fortify.sides] == [
        ("Red", "red", Tally(won=1, drawn=1)),
        ("Green", "green", Tally(lost=1)),
    ]
    assert [(side.name, tally) for side, tally in toy.sides] == [("Seat 2", Tally(won=1))]
    assert (fortify.total.matches, fortify.total.won_percent, fortify.total.unlost_percent) == (3, 33, 67)


def test_results_in_a_game_that_the_site_no_longer_has_are_left_out(player: User, opponent: User) -> None:
    match = over([player, opponent], ["1", "0"])
    Match.objects.filter(pk=match.pk).update(game_slug="tiddlywinks")
    assert results.results_of(player) == []


def test_head_to_head_is_the_readers(player: User, opponent: User, stranger: User) -> None:
    over([player, opponent], ["1", "0"])
    over([opponent, player], ["0.5", "0.5"])
    over([player, stranger], ["1", "0"])
    over([stranger, player, opponent], ["0", "0.4", "0.6"], "toy")  # the other did better
    over([player, opponent], ["1", "1"], "together")
    over([player, opponent], [None, None])
    assert results.head_to_head(player, opponent) == Tally(won=1, drawn=1, lost=1)
    assert results.head_to_head(opponent, player) == Tally(won=1, drawn=1, lost=1)
    assert results.head_to_head(opponent, stranger) == Tally(won=1)
