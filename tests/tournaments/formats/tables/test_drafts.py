"""The draft of a round at tables: changed by hand, and drawn again when someone comes or goes."""

from __future__ import annotations

import pytest

from accounts.models import User
from competition.history import Code
from matches.models import Match
from tests.support.factories import UserFactory
from tests.support.running_events import entry_of, lines, organiser_of, round_of, work_off
from tests.support.table_events import begun, names_at, open_event, play_round, tables
from tests.support.toy_game import Toy
from tournaments.entries import enter
from tournaments.entries.withdrawals import return_to_event, withdraw
from tournaments.events import start
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, Round
from tournaments.rounds import pairing_job, publish, requested_byes, take_back
from tournaments.rounds.drafts import check, edit_draft, store

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]


@pytest.fixture
def event(toy_beside: Toy) -> Event:
    """Seven players, whose first round waits for its organiser: a table of four and one of three."""
    return begun(7, publishes_itself=False, late_until=3)


@pytest.fixture
def by(event: Event) -> User:
    return organiser_of(event)


def sizes(event: Event, number: int = 1) -> list[int]:
    return [table.size for table in tables(event, number)]


def byes(event: Event, number: int = 1) -> dict[str, str]:
    rows = Pairing.objects.filter(round__event=event, round__number=number, black=None).select_related("white__player")
    return {row.white.shown_name: row.white_code for row in rows}


def seated(event: Event, number: int = 1) -> set[str]:
    return {name for table in tables(event, number) for name in names_at(table)}


def test_two_players_are_swapped_between_tables(event: Event, by: User) -> None:
    draft = round_of(event, 1)
    one, other = (names_at(table) for table in tables(event, 1))
    edit_draft.swap(draft, entry_of(event, one[0]).pk, entry_of(event, other[0]).pk, by=by, reason="Brothers.")
    after = [set(names_at(table)) for table in tables(event, 1)]
    assert after == [{other[0], *one[1:]}, {one[0], *other[1:]}]
    assert all(table.is_by_hand for table in tables(event, 1))
    assert f"Round 1: {one[0]} and {other[0]} swapped places." in lines(event)
    judged = check.judge(event, draft, store.read_draft(draft))
    assert (judged.breaches, len(judged.instead)) == ((), 2)
    publish.publish(draft, by=by)
    work_off()
    assert [set(names_at(table)) for table in tables(event, 1)] == after
    assert Match.objects.count() == 2


def test_two_of_one_table_need_not_be_swapped(event: Event, by: User) -> None:
    one, other, *_ = names_at(tables(event, 1)[0])
    with pytest.raises(TournamentRefused, match="already sit at the same table"):
        edit_draft.swap(
            round_of(event, 1), entry_of(event, one).pk, entry_of(event, other).pk, by=by, reason="Why not?"
        )


def test_pairs_and_colours_are_not_for_tables(event: Event, by: User) -> None:
    one, other, *_ = (entry_of(event, name).pk for name in names_at(tables(event, 1)[0]))
    with pytest.raises(TournamentRefused, match="At tables you can swap"):
        edit_draft.pair(round_of(event, 1), one, other, by=by, reason="So.")
    with pytest.raises(TournamentRefused, match="At tables you can swap"):
        edit_draft.turn_colours(round_of(event, 1), one, by=by, reason="So.")


def test_a_player_with_a_bye_leaves_a_table_with_one_fewer(event: Event, by: User) -> None:
    ada = entry_of(event, "Ada").pk
    with pytest.raises(TournamentRefused, match="Choose one of these"):
        edit_draft.give_bye(round_of(event, 1), ada, Code.HALF_BYE, by=by, reason="Ill.")
    edit_draft.give_bye(round_of(event, 1), ada, Code.ZERO_BYE, by=by, reason="Ill.")
    work_off()
    assert (sizes(event), byes(event)) == ([3, 3], {"Ada": "Z"})


def test_what_was_made_by_hand_stays_and_the_others_are_seated_around_it(toy_beside: Toy) -> None:
    event = begun(10, publishes_itself=False)
    by = organiser_of(event)
    first, second, third = (names_at(table) for table in tables(event, 1))
    edit_draft.swap(
        round_of(event, 1), entry_of(event, first[0]).pk, entry_of(event, second[0]).pk, by=by, reason="So."
    )
    by_hand = {frozenset(names_at(table)) for table in tables(event, 1) if table.is_by_hand}
    pairing_job.ask_for_pairing(event, 1, by=by, reason="The rest, please.", keep=True)
    work_off()
    after = {frozenset(names_at(table)) for table in tables(event, 1)}
    assert by_hand < after
    assert frozenset(third) in after


def test_a_round_is_taken_back_and_drawn_as_before(event: Event, by: User) -> None:
    publish.publish(round_of(event, 1), by=by)
    work_off()
    before = {frozenset(names_at(table)) for table in tables(event, 1)}
    take_back.take_back_round(round_of(event, 1), by=by, reason="Too early.")
    assert round_of(event, 1).stage == Round.Stage.DRAFT
    assert set(Match.objects.values_list("how_it_ended", flat=True)) == {"annulled"}
    pairing_job.ask_for_pairing(event, 1, by=by, reason="Again.")
    work_off()
    assert {frozenset(names_at(table)) for table in tables(event, 1)} == before


def test_players_miss_a_round_leave_and_come_back(event: Event, by: User) -> None:
    requested_byes.request_byes(entry_of(event, "Ada"), [1])
    work_off()
    assert (sizes(event), byes(event)) == ([3, 3], {"Ada": "Z"})
    withdraw.withdraw(entry_of(event, "Ben"), by=entry_of(event, "Ben").player)
    work_off()
    assert (sizes(event), seated(event)) == ([5], {"Cleo", "Dora", "Emil", "Fay", "Gus"})
    ben = entry_of(event, "Ben")
    return_to_event.rejoin(ben, by=by)
    requested_byes.request_byes(entry_of(event, "Ada"), [])
    work_off()
    assert (sizes(event), byes(event)) == ([4, 3], {})


def test_a_late_player_sits_down_in_the_next_round_and_owes_nothing(event: Event, by: User) -> None:
    publish.publish(round_of(event, 1), by=by)
    work_off()
    late: User = UserFactory(display_name="Zoe", email="zoe@players.example")
    enter.enter(event, late)
    assert byes(event) == {"Zoe": "Z"}
    play_round(event, 1)
    assert (sizes(event, 2), "Zoe" in seated(event, 2)) == ([4, 4], True)


def test_too_few_players_make_no_round(toy_beside: Toy) -> None:
    event = open_event(2)
    with pytest.raises(TournamentRefused, match="2 players can’t be seated at tables of 3 to 5"):
        start.begin(event)
    event.delete()
    User.objects.all().delete()
    event = begun(3)
    for name in ("Ada", "Ben"):
        withdraw.withdraw(entry_of(event, name), by=organiser_of(event), reason="Gone.")
    play_round(event, 1)
    draft = round_of(event, 2)
    assert (draft.work, draft.failure) == (
        Round.Work.FAILED,
        "1 player can’t be seated at tables of 3 to 5.",
    )


def test_a_game_for_four_has_no_tables_of_five(toy_beside: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "seats", range(1, 5))
    event = open_event(5)
    with pytest.raises(TournamentRefused, match="5 players can’t be seated at tables of 3 to 4"):
        start.begin(event)


def test_a_round_robin_of_tables_lets_everybody_meet_once(toy_beside: Toy) -> None:
    """Nine players at tables of three: an affine plane of order 3, in four rounds."""
    event = begun(9, format="tables_all", table_size=3)
    event.refresh_from_db()
    assert event.rounds == 4
    met: list[frozenset[str]] = []
    for number in range(1, 5):
        for table in tables(event, number):
            names = names_at(table)
            met += [frozenset((one, other)) for one in names for other in names if one < other]
        play_round(event, number)
    assert len(met) == len(set(met)) == 9 * 8 // 2
    assert round_of(event, 4).stage == Round.Stage.CLOSED


def test_a_round_robin_of_tables_goes_on_without_who_leaves(toy_beside: Toy) -> None:
    event = begun(9, format="tables_all", table_size=3)
    withdraw.withdraw(entry_of(event, "Ida"), by=organiser_of(event), reason="Gone.")
    play_round(event, 1)
    assert (sizes(event, 2), seated(event, 2)) == ([4, 4], {"Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal"})
