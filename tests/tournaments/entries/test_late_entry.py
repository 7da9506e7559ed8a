"""Players who come when rounds have been played."""

from __future__ import annotations

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from competition.ratings.months import Month
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.rated_pairings import rate
from tournaments.entries import enter
from tournaments.entries.late_entry import byes_for
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.standings.history import history_of

pytestmark = pytest.mark.django_db


def begun(*, played: int, **fields: object) -> Event:
    """Four players, rated 1900 to 1600, of whom the two first are accelerated; that many rounds are played."""
    event: Event = EventFactory(
        stage=Event.Stage.RUNNING, begun_at=timezone.now(), late_until=5, rounds=9, accelerated=True, **fields
    )
    entries = [EntryFactory(event=event, number=n, rating=2000 - 100 * n, is_accelerated=n <= 2) for n in (1, 2, 3, 4)]
    for number in range(1, played + 1):
        round = Round.objects.create(event=event, number=number, stage=Round.Stage.CLOSED, work=Round.Work.DONE)
        for board, (white, black) in enumerate((entries[:2], entries[2:]), 1):
            Pairing.objects.create(
                round=round,
                board=board,
                white=white,
                black=black,
                white_code="1",
                black_code="0",
                decided_at=timezone.now(),
            )
    return event


def come(event: Event, rating: float) -> Entry:
    player = UserFactory()
    rate(player, rating, Month(2026, 10))
    return Entry.objects.get(pk=enter.enter(event, player).pk)


def numbers(event: Event) -> list[int]:
    return list(event.entries.order_by("number").values_list("rating", flat=True))


@pytest.mark.parametrize(("bye", "codes"), [("H", "HZ"), ("Z", "ZZ")])
def test_rounds_missed_bring_what_the_event_says(bye: str, codes: str) -> None:
    event = begun(played=2, late_bye=bye, half_byes=1)
    entry = come(event, 1850)
    missed = Pairing.objects.filter(white=entry, black=None).order_by("round__number")
    assert "".join(missed.values_list("white_code", flat=True)) == codes
    assert entry.back_from == 3
    player = history_of(event).players[(entry.number or 0) - 1]
    assert "".join(result.code for result in player.results) == codes


def test_numbers_are_given_anew_by_rating_while_that_is_allowed() -> None:
    event = begun(played=3)
    assert come(event, 1850).number == 2
    assert numbers(event) == [1900, 1850, 1800, 1700, 1600]


def test_a_latecomer_who_is_level_moves_nobody() -> None:
    event = begun(played=1)
    event.entries.update(rating=0)
    before = dict(event.entries.values_list("pk", "number"))
    entry = enter.enter(event, UserFactory(display_name="Aaron"))
    assert Entry.objects.get(pk=entry.pk).number == 5
    assert dict(event.entries.exclude(pk=entry.pk).values_list("pk", "number")) == before


def test_once_round_4_is_paired_who_comes_gets_the_last_number() -> None:
    event = begun(played=3)
    Round.objects.create(event=event, number=4, work=Round.Work.QUEUED)
    assert come(event, 1850).number == 5
    assert numbers(event) == [1900, 1800, 1700, 1600, 1850]


@pytest.mark.parametrize(("rating", "is_in"), [(1850, True), (1750, False)])
def test_the_accelerated_group_ends_with_the_same_player(rating: int, is_in: bool) -> None:
    assert come(begun(played=1), rating).is_accelerated is is_in


def test_the_log_says_from_which_round_on_and_what_the_missed_ones_brought() -> None:
    event = begun(played=2, half_byes=1)
    entry = come(event, 1850)
    assert event.log.get().words == (
        f"{entry.shown_name} entered late, and plays from round 3 on. "
        "Rounds missed: half a point for one round and nothing for one round."
    )


@given(missed=st.integers(0, 20), half_byes=st.integers(0, 20), bye=st.sampled_from("HZ"))
def test_each_round_missed_brings_a_bye_and_no_more_halves_than_there_are(
    missed: int, half_byes: int, bye: str
) -> None:
    byes = byes_for(missed, bye, half_byes)
    assert len(byes) == missed
    assert byes.count("H") == (min(missed, half_byes) if bye == "H" else 0)
