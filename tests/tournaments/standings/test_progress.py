from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.rows import require
from tests.support.stored_events import FOUR, FOUR_NAMES, store, stored
from tests.support.tournament_notation import history
from tests.support.whole_match import FIRST_VOLLEY, OPTIONS, PICKS
from tournaments.models import Event, Pairing
from tournaments.standings.progress import colours_of, progress_of

pytestmark = pytest.mark.django_db


def running(event: Event) -> Pairing:
    return Pairing.objects.get(round__event=event, match__isnull=False)


def submit(match: Match, index: int, text: str) -> None:
    seat = match.seats.get(index=index)
    turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE)


def test_it_says_where_a_match_stands_whose_turn_it_is_and_since_when() -> None:
    pairing = running(stored(FOUR, FOUR_NAMES, with_matches=True))
    assert pairing.match is not None
    submit(pairing.match, 0, "T@b3")
    found = progress_of([pairing])[pairing.pk]
    asked = pairing.match.seats.get(index=1)

    assert (found.title, found.scores, found.waits_for) == ("Volley 1 of 2, turn 2", (0, 0), (1,))
    assert found.since == asked.asked_at
    assert require(found.clock).deadline == asked.deadline


def test_it_shows_the_points_of_volleys_that_are_over_and_nothing_secret() -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    pairing = running(event)
    first, second = pairing.white.player, require(pairing.black).player
    assert first is not None
    assert second is not None
    pairing.match = turns.start_match("fortify", event.game.clean_options(OPTIONS), [first, second], event.control)
    pairing.save()
    submit(pairing.match, 0, PICKS[0])
    found = progress_of([pairing])[pairing.pk]
    assert (found.waits_for, found.scores) == ((1,), (0, 0))
    assert PICKS[0] not in repr(found)

    submit(pairing.match, 1, PICKS[1])
    for ply, text in enumerate(FIRST_VOLLEY):
        submit(pairing.match, ply % 2, text)
    assert progress_of([pairing])[pairing.pk].scores == (5, 13)


def test_a_volley_that_is_played_counts_as_its_board_stands() -> None:
    pairing = running(stored(FOUR, FOUR_NAMES, with_matches=True))
    for ply, text in enumerate(("B@a3", "B@d4", "a3+")):  # a Battleship that is fortified counts three
        submit(require(pairing.match), ply % 2, text)
    found = progress_of([pairing])[pairing.pk]
    assert (found.scores, found.points) == ((0, 0), (3, 0))


def test_of_a_match_that_is_decided_it_says_nothing() -> None:
    pairing = running(stored(FOUR, FOUR_NAMES, with_matches=True))
    turns.resign(require(pairing.match).seats.get(index=0), LogEntry.Via.SITE)
    assert progress_of([pairing]) == {}


@pytest.mark.parametrize("matches", [1, 5])
def test_it_takes_two_queries_however_many_there_are(
    matches: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    lines = [f"{2 * n - 1}: {2 * n}w*\n{2 * n}: {2 * n - 1}b*" for n in range(1, matches + 1)]
    store(history("\n".join(lines)), with_matches=True)
    pairings = list(Pairing.objects.all())
    with django_assert_num_queries(2):
        assert len(progress_of(pairings)) == matches


def test_the_sides_are_called_as_the_game_calls_them(db: None) -> None:
    colours = colours_of(Event(game_slug="fortify"))
    assert (colours.labels, colours.classes) == (("Red", "Green"), ("red", "green"))
