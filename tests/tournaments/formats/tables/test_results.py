"""What comes of a table: a match that is over, players who leave it, and what an organiser decides."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from accounts.models import User
from matches.models import Match
from tests.support.running_events import entry_of, lines, work_off
from tests.support.table_events import begun, names_at, play, play_round, resign, submit, table_of, tables
from tests.support.toy_game import Toy
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing
from tournaments.rounds.results import adjudicate
from tournaments.rounds.results.verdicts import Given, Verdict
from tournaments.standings.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]

NAMES = ("Ada", "Ben", "Cleo", "Dora")
HALF = Fraction(1, 2)


@pytest.fixture
def event(toy_beside: Toy) -> Event:
    """An event of one table of four."""
    return begun(4, rounds=2, rated=True)


def places(event: Event, number: int = 1) -> dict[str, int | None]:
    return {
        seat.entry.shown_name: seat.place
        for table in tables(event, number)
        for seat in table.table_seats.select_related("entry__player")
    }


def points(event: Event) -> dict[str, Fraction]:
    standings = standings_of(Event.objects.get(pk=event.pk))
    return {standings.names[row.number]: row.points for row in standings.rows}


def match_of(event: Event, number: int = 1) -> Match:
    match = tables(event, number)[0].match
    assert match is not None
    return match


def settle(event: Event, verdict: Verdict, by: User, given: Given | None = None) -> Pairing:
    pairing = table_of(event, 1, "Ada")
    seen = adjudicate.stands(pairing)
    return adjudicate.settle_pairing(pairing, verdict, by=by, reason="As agreed.", given=given, seen=seen)


def given(event: Event, *named: int | None) -> Given:
    """The places of Ada, Ben, Cleo and Dora."""
    return Given({entry_of(event, name).pk: place for name, place in zip(NAMES, named, strict=False)})


def test_places_follow_the_points_of_the_match(event: Event) -> None:
    play(match_of(event), ["Cleo", "Ada", "Dora", "Ben"])
    assert places(event) == {"Cleo": 1, "Ada": 2, "Dora": 3, "Ben": 4}
    assert points(event) == {"Cleo": 4, "Ada": 3, "Dora": 2, "Ben": 1}
    assert "Round 1, table 1: 1. Cleo, 2. Ada, 3. Dora, 4. Ben. Won by" in " ".join(lines(event))


def test_players_who_share_a_place_share_its_points(event: Event) -> None:
    match = match_of(event)
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        submit(match, name, "pick 1")
    match.refresh_from_db()
    wanted = {"Ada": 8, "Ben": 8, "Cleo": 5, "Dora": 4}
    for seat in match.seats.select_related("player").order_by("index"):
        submit(match, seat.name, f"add {wanted[seat.name] - match.state['bonus'][seat.index]}")
    assert places(event) == {"Ada": 1, "Ben": 1, "Cleo": 3, "Dora": 4}
    assert points(event) == {"Ada": 3 + HALF, "Ben": 3 + HALF, "Cleo": 2, "Dora": 1}


def test_the_earlier_somebody_gives_up_the_lower_they_come(event: Event) -> None:
    match = match_of(event)
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        submit(match, name, "pick 9")
    resign(match, "Cleo")
    resign(match, "Ada")
    assert table_of(event, 1, "Ada").decided_at is None
    resign(match, "Dora")
    assert places(event) == {"Ben": 1, "Dora": 2, "Ada": 3, "Cleo": 4}


def test_who_gives_up_before_the_first_turn_gets_nothing_and_the_others_move_up(event: Event) -> None:
    match = match_of(event)
    resign(match, "Ada")
    play(match, ["Ben", "Cleo", "Dora"])
    assert places(event) == {"Ada": None, "Ben": 1, "Cleo": 2, "Dora": 3}
    assert points(event) == {"Ben": 4, "Cleo": 2 + HALF, "Dora": 1, "Ada": 0}  # as at a table of three


def test_nobody_is_hurt_by_sitting_with_three_who_never_came(event: Event) -> None:
    match = match_of(event)
    submit(match, "Dora", "pick 1")
    for name in ("Ada", "Ben", "Cleo"):
        resign(match, name)
    standings = standings_of(Event.objects.get(pk=event.pk))
    row = standings.rows[0]
    assert standings.names[row.number] == "Dora"
    assert [value.number for value in row.values] == [4, 1, 1, 0]


def test_an_organiser_names_the_places(event: Event, organiser: User) -> None:
    settle(event, Verdict.PLACES, organiser, given(event, 2, 1, 2, None))
    assert places(event) == {"Ada": 2, "Ben": 1, "Cleo": 2, "Dora": None}
    assert points(event) == {"Ben": 4, "Ada": Fraction(7, 4), "Cleo": Fraction(7, 4), "Dora": 0}  # 2½ and 1, shared
    match = match_of(event)
    assert (match.is_over, match.how_it_ended) == (True, "ruling")
    assert {seat.name: seat.share for seat in match.seats.select_related("player")}["Ben"] == 1


@pytest.mark.parametrize("wrong", [(1, 1, 2, 3), (2, 3, 4, 4), (None,) * 4])
def test_places_that_no_match_can_have_are_refused(event: Event, organiser: User, wrong: tuple[int | None]) -> None:
    with pytest.raises(TournamentRefused):
        settle(event, Verdict.PLACES, organiser, given(event, *wrong))
    assert table_of(event, 1, "Ada").decided_at is None
    assert not match_of(event).is_over


def test_an_organiser_has_one_forfeit_and_the_others_play_on(event: Event, organiser: User) -> None:
    loser = Given({}, loser=entry_of(event, "Ada").pk)
    settle(event, Verdict.FORFEIT, organiser, loser)
    settle(event, Verdict.FORFEIT, organiser, loser)
    assert table_of(event, 1, "Ada").decided_at is None
    assert "Round 1, table 1: Ada forfeits; the others play on." in lines(event)
    play(match_of(event), ["Ben", "Cleo", "Dora"])
    assert places(event)["Ada"] is None


def test_an_annulled_table_counts_for_nobody(event: Event, organiser: User) -> None:
    settle(event, Verdict.ANNULLED, organiser)
    assert match_of(event).how_it_ended == "annulled"
    assert set(points(event).values()) == {0}
    assert "Round 1, table 1: " in lines(event)[-2] + lines(event)[-1]


def test_a_result_is_corrected_and_nothing_is_overruled_unseen(event: Event, organiser: User) -> None:
    play(match_of(event), ["Ada", "Ben", "Cleo", "Dora"])
    pairing = table_of(event, 1, "Ada")
    new = given(event, 4, 1, 2, 3)
    with pytest.raises(TournamentRefused):
        adjudicate.settle_pairing(pairing, Verdict.PLACES, by=organiser, reason="Wrong.", given=new, seen="")
    settle(event, Verdict.PLACES, organiser, new)
    assert points(event) == {"Ben": 4, "Cleo": 3, "Dora": 2, "Ada": 1}


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [(Verdict.BY_POINTS, {"Ada": 1, "Ben": 1, "Cleo": 1, "Dora": 1}), (Verdict.DRAW, dict.fromkeys(("Ada", "Ben"), 1))],
)
def test_unfinished_tables_are_decided_together(
    event: Event, organiser: User, verdict: Verdict, expected: dict[str, int]
) -> None:
    """No one has picked, so all have as many points."""
    settle(event, verdict, organiser)
    found = places(event)
    assert {name: found[name] for name in expected} == expected


def test_a_verdict_of_two_is_none_for_a_table(event: Event, organiser: User) -> None:
    with pytest.raises(TournamentRefused):
        settle(event, Verdict.WHITE, organiser)


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        ({"table_points": "places"}, {"Ada": 4, "Ben": 2 + HALF, "Cleo": 1}),
        ({"table_points": "wins"}, {"Ada": Fraction(3, 4), "Ben": 0, "Cleo": 0}),
        ({"table_points": "share"}, {"Ada": Fraction(10, 9), "Ben": 1, "Cleo": Fraction(8, 9)}),
        ({"table_points": "places", "even_tables": False}, {"Ada": 4, "Ben": 3, "Cleo": 2}),
        ({"table_points": "wins", "even_tables": False}, {"Ada": 1, "Ben": 0, "Cleo": 0}),
    ],
)
def test_the_organiser_chooses_what_a_place_is_worth(
    toy_beside: Toy, scheme: dict[str, Any], expected: dict[str, Fraction]
) -> None:
    event = begun(3, rounds=2, **scheme)
    play(match_of(event), ["Ada", "Ben", "Cleo"])
    assert points(event) == expected


def test_the_next_round_is_drawn_from_the_standings(toy_beside: Toy) -> None:
    """After a round of six the two winners sit together, since nobody can avoid all whom they have met."""
    event = begun(9, rounds=3, table_size=3)
    first = [set(names_at(table)) for table in tables(event, 1)]
    play_round(event, 1)
    second = [set(names_at(table)) for table in tables(event, 2)]
    assert all(len(one & other) == 1 for one in first for other in second)
    best = {min(table) for table in first}
    assert sum(best == table for table in second) == 1
    work_off()
