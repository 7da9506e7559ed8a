"""How an event begins."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from mail.models import OutboxMail
from tests.support.factories import EntryFactory
from tests.support.refusals import refuses
from tests.support.rows import refresh, require
from tests.support.running_events import begun, lines, organiser_of, pairs, round_of, with_entries, work_off
from tournaments import sweep
from tournaments.events import start
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Pairing, Rating, Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]


def numbers(event: Event) -> list[tuple[int | None, str]]:
    entries = event.entries.filter(number__isnull=False).order_by("number").select_related("player")
    return [(entry.number, entry.shown_name) for entry in entries]


def test_the_players_are_numbered_by_rating() -> None:
    event = with_entries(4)
    for name, rating in (("Cleo", 2300), ("Ada", 1000)):
        Entry.objects.filter(event=event, player__display_name=name).update(rating=rating)
    start.begin(event)
    assert numbers(event) == [(1, "Cleo"), (2, "Ben"), (3, "Dora"), (4, "Ada")]


def test_ratings_that_the_site_knows_count_where_nobody_said_one() -> None:
    event = with_entries(3)
    event.entries.update(rating=0)
    ben = event.entries.get(player__display_name="Ben")
    month = timezone.localdate().replace(day=1)
    known = {"rating": 1800.0, "deviation": 60.0, "volatility": 0.06, "games": 3, "total": 30}
    Rating.objects.create(player=require(ben.player), game_slug="fortify", month=month, **known)
    start.begin(event)
    ben.refresh_from_db()
    assert (ben.number, ben.rating) == (1, 1800)


def test_an_order_of_the_organisers_own_is_kept() -> None:
    event = with_entries(3, seeding="own")
    for place, name in enumerate(("Ben", "Cleo", "Ada"), 1):
        Entry.objects.filter(event=event, player__display_name=name).update(seed=place)
    start.begin(event)
    assert numbers(event) == [(1, "Ben"), (2, "Cleo"), (3, "Ada")]


@pytest.mark.parametrize("format", ["swiss", "round_robin", "cup"])
def test_who_has_not_checked_in_is_not_in_it(format: str) -> None:
    event = with_entries(5, check_in=True, format=format)
    event.entries.exclude(player__display_name="Ada").update(checked_in_at=timezone.now())
    start.begin(event)
    work_off()
    assert [name for _, name in numbers(event)] == ["Ben", "Cleo", "Dora", "Emil"]
    assert len(pairs(event, 1)) == 2
    assert "1 had not checked in" in lines(event)[0]


def test_applicants_and_those_who_left_are_not_in_it() -> None:
    event = with_entries(4)
    EntryFactory(event=event, status=Entry.Status.APPLIED)
    EntryFactory(event=event, status=Entry.Status.WITHDRAWN)
    start.begin(event)
    assert len(numbers(event)) == 4


def test_the_first_half_is_accelerated_where_the_event_has_it_so() -> None:
    event = begun(9, accelerated=True, rounds=5)
    group = event.entries.filter(is_accelerated=True).order_by("number").values_list("number", flat=True)
    assert list(group) == [1, 2, 3, 4, 5, 6]
    assert not begun_without().entries.filter(is_accelerated=True).exists()


def begun_without() -> Event:
    event = with_entries(0, rounds=1)
    for _ in range(4):
        EntryFactory(event=event)
    return start.begin(event)


def test_it_begins_once() -> None:
    event = begun(4)
    start.begin(event)
    start.begin(event)
    assert [line.split(" with")[0] for line in lines(event)].count("The event began") == 1
    assert event.round_set.count() == 1


@pytest.mark.parametrize(
    ("count", "fields", "why"),
    [
        (0, {}, "no one has entered"),
        (1, {}, "only one has entered"),
        (4, {"rounds": 4}, "at most 3 opponents each, but this event has 4 rounds"),
        (3, {"check_in": True}, "no one has checked in"),
    ],
)
def test_it_does_not_begin_where_it_could_not_be_played(count: int, fields: dict[str, int], why: str) -> None:
    event = with_entries(count, **fields)
    with pytest.raises(TournamentRefused, match=why):
        start.begin(event)
    assert refresh(event).stage == Event.Stage.REGISTRATION
    assert not event.entries.filter(number__isnull=False).exists()


@pytest.mark.parametrize("stage", ["draft", "finished", "cancelled"])
def test_only_an_event_that_is_open_begins(stage: str) -> None:
    event = with_entries(4, stage=stage)
    with refuses(status=409):
        start.begin(event)


def test_as_many_rounds_as_there_can_be_are_played() -> None:
    event = begun(5, rounds=5)
    assert round_of(event, 1).stage == Round.Stage.RUNNING


def test_a_round_robin_is_drawn_up_as_a_whole() -> None:
    event = begun(5, format="round_robin", cycles=2)
    assert event.round_set.count() == 10
    assert [each.stage for each in event.round_set.order_by("number")] == ["running"] + ["draft"] * 9
    assert Pairing.objects.filter(round__event=event, black=None).count() == 10


# -- at its hour ---------------------------------------------------------------------------------------------------


def test_it_begins_at_its_hour_or_late() -> None:
    event = with_entries(4, starts_at=timezone.now() + timedelta(hours=1))
    sweep.sweep_events()
    assert not refresh(event).is_begun
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() - timedelta(days=2))
    swept = sweep.sweep_events()
    assert (swept.begun, swept.paired, swept.matches) == (1, 1, 0)  # the matches were made with the pairing
    assert round_of(event, 1).stage == Round.Stage.RUNNING
    assert all(each.match for each in round_of(event, 1).pairings.all())


def test_the_organisers_hear_once_that_it_cannot_begin() -> None:
    event = with_entries(1, starts_at=timezone.now() - timedelta(minutes=1))
    organiser_of(event)
    for _ in range(3):
        assert sweep.sweep_events().begun == 0
    mails = OutboxMail.objects.filter(kind="event_organising")
    assert [mail.context["what"] for mail in mails] == ["not_begun"]


def test_an_event_without_a_date_waits_for_its_organiser() -> None:
    event = with_entries(4)
    sweep.sweep_events()
    assert refresh(event).stage == Event.Stage.REGISTRATION
