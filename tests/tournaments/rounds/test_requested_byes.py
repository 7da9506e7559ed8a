"""Rounds that a player says to miss."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.refusals import refuses
from tests.support.rows import refresh
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Round
from tournaments.rounds import requested_byes

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(player: User) -> Entry:
    """In a Swiss of five rounds that runs, with half a point for one absence; round 1 is published."""
    event = EventFactory(stage=Event.Stage.RUNNING, begun_at=timezone.now())
    Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING, work=Round.Work.DONE)
    made: Entry = EntryFactory(event=event, player=player, number=1)
    return made


def byes(entry: Entry) -> dict[int, str]:
    return dict(entry.absences.values_list("round_number", "bye"))


def test_the_first_absences_bring_half_a_point_and_the_others_nothing(entry: Entry) -> None:
    requested_byes.request_byes(entry, [2, 4])
    assert byes(entry) == {2: "H", 4: "Z"}
    assert entry.event.log.get().words == "Ada will miss rounds 2 and 4."


def test_they_are_changed_so_often_a_day_at_most(entry: Entry) -> None:
    for index in range(requested_byes.MOST_CHANGES):
        requested_byes.request_byes(entry, [2] if index % 2 == 0 else [])
    requested_byes.request_byes(entry, [])  # what is there already changes nothing
    with pytest.raises(TournamentRefused) as refused:
        requested_byes.request_byes(entry, [2])
    assert (refused.value.status, byes(entry)) == (429, {})
    assert entry.event.log.count() == requested_byes.MOST_CHANGES


def test_the_last_round_never_brings_half_a_point(entry: Entry) -> None:
    requested_byes.request_byes(entry, [5])
    assert byes(entry) == {5: "Z"}


def test_a_round_not_said_any_more_is_played_and_its_half_point_is_free_again(entry: Entry) -> None:
    requested_byes.request_byes(entry, [2])
    requested_byes.request_byes(entry, [3])
    assert byes(entry) == {3: "H"}
    assert entry.event.log.order_by("-pk")[0].words == "Ada will miss round 3 and plays round 2 after all."


def test_saying_the_same_twice_changes_nothing(entry: Entry) -> None:
    requested_byes.request_byes(entry, [2, 3])
    requested_byes.request_byes(entry, [2, 3])
    assert byes(entry) == {2: "H", 3: "Z"}
    assert entry.event.log.count() == 1


def test_an_absence_that_has_been_stays(entry: Entry) -> None:
    entry.absences.create(round_number=1, bye="H")
    requested_byes.request_byes(entry, [2])
    assert byes(entry) == {1: "H", 2: "Z"}


def test_a_half_point_of_a_draft_is_free_at_once(entry: Entry) -> None:
    """Before the draft is paired again it still has the bye."""
    requested_byes.request_byes(entry, [2])
    draft = Round.objects.create(event=entry.event, number=2, stage=Round.Stage.DRAFT, work=Round.Work.DONE)
    draft.pairings.create(board=1, white=entry, white_code="H")
    requested_byes.request_byes(entry, [])
    assert requested_byes.halves_left(entry.event, entry) == 1
    requested_byes.request_byes(entry, [3])
    assert byes(entry) == {3: "H"}


def test_half_points_for_entering_late_count(entry: Entry) -> None:
    entry.event.round_set.get().pairings.create(board=1, white=entry, white_code="H")
    assert requested_byes.halves_left(entry.event, entry) == 0


def test_a_half_point_that_was_announced_and_taken_counts_once(entry: Entry) -> None:
    Event.objects.update(half_byes=2)
    entry.event.refresh_from_db()
    entry.absences.create(round_number=1, bye="H")
    entry.event.round_set.get().pairings.create(board=1, white=entry, white_code="H")
    assert requested_byes.halves_left(entry.event, entry) == 1


@pytest.mark.parametrize(("rounds", "words"), [([1], "has begun"), ([6], "rounds 1 to 5"), ([0], "rounds 1 to 5")])
def test_it_is_too_late_for_rounds_that_are_published(entry: Entry, rounds: list[int], words: str) -> None:
    with pytest.raises(TournamentRefused, match=words):
        requested_byes.request_byes(entry, rounds)


@pytest.mark.parametrize("work", [Round.Work.NONE, Round.Work.QUEUED, Round.Work.RUNNING, Round.Work.DONE])
def test_a_round_can_be_missed_until_it_is_published(entry: Entry, work: str) -> None:
    Round.objects.create(event=entry.event, number=2, work=work)
    assert list(requested_byes.open_rounds(entry.event)) == [2, 3, 4, 5]
    requested_byes.request_byes(entry, [2])
    assert byes(entry) == {2: "H"}


def test_the_last_round_can_be_missed_when_it_is_all_that_is_left(entry: Entry) -> None:
    Round.objects.update(number=4)
    requested_byes.request_byes(entry, [5])
    assert byes(entry) == {5: "Z"}


def test_a_round_that_could_not_be_paired_is_tried_again(entry: Entry) -> None:
    failed = Round.objects.create(event=entry.event, number=2, work=Round.Work.FAILED)
    requested_byes.request_byes(entry, [3])
    assert refresh(failed).work == Round.Work.FAILED
    requested_byes.request_byes(entry, [2, 3])
    assert refresh(failed).work == Round.Work.QUEUED


def test_who_would_miss_all_that_is_left_withdraws_instead(entry: Entry) -> None:
    with pytest.raises(TournamentRefused, match="withdraw instead"):
        requested_byes.request_byes(entry, [2, 3, 4, 5])


def test_nobody_misses_a_round_of_a_round_robin(entry: Entry) -> None:
    Event.objects.update(format="round_robin")
    with pytest.raises(TournamentRefused, match="round robin"):
        requested_byes.request_byes(entry, [2])


def test_who_is_out_has_nothing_to_miss(entry: Entry) -> None:
    Entry.objects.update(status=Entry.Status.WITHDRAWN)
    with pytest.raises(TournamentRefused, match="in this event"):
        requested_byes.request_byes(entry, [2])


def test_an_organiser_grants_any_bye_with_a_reason(entry: Entry) -> None:
    organiser = UserFactory()
    with refuses(field="reason"):
        requested_byes.grant(entry, 3, "F", by=organiser, reason="")
    requested_byes.grant(entry, 3, "F", by=organiser, reason="On duty as the referee.")
    assert byes(entry) == {3: "F"}
    line = entry.event.log.get()
    assert (line.words, line.reason) == ("Ada misses round 3 (a full point).", "On duty as the referee.")
    requested_byes.grant(entry, 3, None, by=organiser, reason="Somebody else does it.")
    assert byes(entry) == {}


def test_an_organiser_cannot_grant_what_is_no_bye(entry: Entry) -> None:
    with pytest.raises(TournamentRefused, match="points for the bye"):
        requested_byes.grant(entry, 3, "U", by=UserFactory(), reason="Because.")
