"""Ratings in an event: set before it begins, corrected while it runs (FIDE C.04.2), and who has none."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from competition.ratings.months import Month
from competition.trf import Edition
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.rated_pairings import rate as rate_player
from tests.support.refusals import refuses
from tests.support.running_events import begun, entry_of, organiser_of, pairs, play_round, with_entries, work_off
from tournaments import sweep
from tournaments.entries import invite, seeding
from tournaments.events import start
from tournaments.files.exports.event_trf import to_trf
from tournaments.files.exports.print_layout import paper_tables
from tournaments.files.exports.sheets.entries import entries_sheet
from tournaments.models import Entry, Event, Round
from tournaments.standings.progress import colours_of
from tournaments.standings.standings import standings_of

pytestmark = pytest.mark.django_db
MAY = Month(2026, 5)


def numbered(event: Event) -> list[str]:
    return [str(name) for name in event.entries.order_by("number").values_list("player__display_name", flat=True)]


def rate(event: Event, name: str, rating: int, reason: str = "") -> int:
    return seeding.rate(event, {entry_of(event, name).pk: rating}, by=organiser_of(event), reason=reason)


def finish(event: Event, number: int) -> None:
    play_round(event, number)
    sweep.sweep_events()
    work_off()


def test_before_the_event_begins_a_rating_is_set_and_taken_away_without_a_reason() -> None:
    event = with_entries(4)
    assert (rate(event, "Dora", 2400), rate(event, "Dora", 2400), rate(event, "Ada", 0)) == (1, 0, 1)
    assert [line.words for line in event.log.order_by("pk")] == [
        "Dora’s rating was changed from 1850 to 2400.",
        "Ada’s rating (2000) was removed.",
    ]
    start.begin(event)
    assert numbered(event) == ["Dora", "Ben", "Cleo", "Ada"]


def test_a_correction_while_the_event_runs_takes_a_reason_that_players_read_once() -> None:
    event = begun(4)
    with refuses(field="reason"):
        rate(event, "Dora", 2400)
    rate(event, "Dora", 2400, "The list of May.")
    lines = [line for line in event.log.all() if line.reason]
    assert [(line.words, line.reason) for line in lines] == [
        ("Dora’s rating was changed from 1850 to 2400. The numbers were reassigned.", "The list of May.")
    ]


def test_several_corrections_have_one_line_each_and_the_reason_once() -> None:
    event = begun(4)
    both = {entry_of(event, "Ada").pk: 2100, entry_of(event, "Ben").pk: 2200}
    seeding.rate(event, both, by=organiser_of(event), reason="The list of May.")
    assert [line.words for line in event.log.filter(reason="The list of May.")] == [
        "The ratings of 2 players were set for this event. The numbers were reassigned."
    ]
    assert event.log.filter(entry__in=both).count() == 2


def test_a_draft_is_paired_again_by_the_new_numbers() -> None:
    event = begun(4, publishes_itself=False)
    assert {frozenset(pair) for pair in pairs(event, 1)} == {frozenset(("Ada", "Cleo")), frozenset(("Ben", "Dora"))}
    rate(event, "Dora", 2400, "A slip.")
    work_off()
    # Dora, Ada, Ben, Cleo: the first half meets the second.
    assert {frozenset(pair) for pair in pairs(event, 1)} == {frozenset(("Dora", "Ben")), frozenset(("Ada", "Cleo"))}


def test_numbers_follow_until_round_4_is_paired_and_not_after_it() -> None:
    event = begun(8, rounds=5)
    for number in (1, 2):
        finish(event, number)
    rate(event, "Hal", 2400, "A slip.")
    assert numbered(event)[0] == "Hal"
    finish(event, 3)
    assert event.round_set.get(number=4).work == Round.Work.DONE
    rate(event, "Gus", 2500, "A slip.")
    assert (entry_of(event, "Gus").rating, numbered(event)[0]) == (2500, "Hal")


@pytest.mark.parametrize("which", ["round_robin", "cup"])
def test_the_numbers_of_a_schedule_and_of_a_bracket_stay(which: str) -> None:
    event = begun(4, format=which)
    before = numbered(event)
    rate(event, "Dora", 2400, "A slip.")
    assert (numbered(event), entry_of(event, "Dora").rating) == (before, 2400)


def test_an_order_of_the_organisers_own_is_kept() -> None:
    event = with_entries(4, seeding=Event.Seeding.OWN)
    for place, name in enumerate(("Dora", "Cleo", "Ben", "Ada"), 1):
        event.entries.filter(player__display_name=name).update(seed=place)
    start.begin(event)
    rate(event, "Ada", 2400, "A slip.")
    assert numbered(event) == ["Dora", "Cleo", "Ben", "Ada"]


def test_the_accelerated_half_follows_until_round_1_is_published() -> None:
    event = begun(8, accelerated=True, rounds=5, publishes_itself=False)
    rate(event, "Hal", 2400, "A slip.")
    group = event.entries.filter(is_accelerated=True).order_by("number")
    assert list(group.values_list("player__display_name", flat=True)) == ["Hal", "Ada", "Ben", "Cleo"]


def test_taking_a_rating_away_leaves_what_the_site_knows() -> None:
    event = begun(4)
    rate_player(entry_of(event, "Dora").player or UserFactory(), 1777, MAY)
    rate(event, "Dora", 0, "Not theirs.")
    rate(event, "Cleo", 0, "Not theirs.")
    assert (entry_of(event, "Dora").rating, entry_of(event, "Cleo").rating) == (1777, 0)


@pytest.mark.parametrize("rating", [-1, 10_000])
def test_a_rating_has_four_digits_at_most(rating: int) -> None:
    with refuses(field="rating"):
        rate(with_entries(2), "Ada", rating)


def test_who_is_not_in_the_event_yet_is_not_named_in_the_log() -> None:
    event = with_entries(2)
    entry = EntryFactory(event=event, status=Entry.Status.APPLIED)
    seeding.rate(event, {entry.pk: 1900}, by=organiser_of(event))
    assert event.log.get().words == "The rating of a player who isn’t in the event yet was set."


def test_who_is_put_in_late_is_numbered_by_the_rating_that_is_said() -> None:
    event = begun(4, rounds=3, late_until=3)
    player = UserFactory(display_name="Late")
    invite.put_in(event, player, by=organiser_of(event), rating=1975)
    assert numbered(event) == ["Ada", "Late", "Ben", "Cleo", "Dora"]


# -- the unrated ---------------------------------------------------------------------------------------------------


@pytest.fixture
def mixed() -> Event:
    """Ada 2000, and nothing is known of Ben, who comes last, though Zoe has less than everyone begins with."""
    event: Event = EventFactory(rounds=2, tie_breaks=["ARO"])
    EntryFactory(event=event, player=UserFactory(display_name="Ada"), rating=2000)
    EntryFactory(event=event, player=UserFactory(display_name="Ben"))
    zoe = UserFactory(display_name="Zoe")
    rate_player(zoe, 1423, MAY)
    EntryFactory(event=event, player=zoe)
    return event


def test_the_unrated_stay_unrated_and_are_numbered_last(mixed: Event) -> None:
    start.begin(mixed)
    assert list(mixed.entries.order_by("number").values_list("player__display_name", "rating")) == [
        ("Ada", 2000),
        ("Zoe", 1423),
        ("Ben", 0),
    ]


def test_files_have_no_rating_for_the_unrated(mixed: Event) -> None:
    start.begin(mixed)
    assert [row[:3] for row in entries_sheet(mixed).rows] == [(1, "Ada", 2000), (2, "Zoe", 1423), (3, "Ben", None)]
    file = to_trf(mixed, standings_of(mixed), Edition.TRF16, for_organisers=True).decode()
    lines = [line for line in file.splitlines() if line[:3] == "001"]
    assert [line[48:52] for line in lines] == ["2000", "1423", "   0"]  # TRF, columns 49 to 52


def test_a_tie_break_by_ratings_takes_an_unrated_opponent_for_a_beginner() -> None:
    event = with_entries(2, rounds=1, tie_breaks=["ARO"])
    event.entries.filter(player__display_name="Ben").update(rating=0)
    start.begin(event)
    work_off()
    finish(event, 1)
    rows = standings_of(Event.objects.get(pk=event.pk)).rows
    assert {row.number: row.values[1].number for row in rows} == {1: 1500, 2: 2000}


def test_a_start_list_has_numbers_and_ratings_before_the_event_begins_and_stores_neither(mixed: Event) -> None:
    listed = seeding.start_list(mixed, list(mixed.entries.select_related("player")))
    assert [(number, each.shown_name, each.rating) for number, each in listed] == [
        (1, "Ada", 2000),
        (2, "Zoe", 1423),
        (3, "Ben", 0),
    ]
    assert [row[:3] for row in entries_sheet(mixed).rows] == [(1, "Ada", 2000), (2, "Zoe", 1423), (3, "Ben", None)]
    assert not mixed.entries.filter(rating=1423).exists()


def test_the_page_of_entries_is_a_start_list_for_everybody(mixed: Event, client: Client) -> None:
    shown = client.get(f"/events/{mixed.pk}/entries/").text
    assert "Start list" in shown
    row = r'<th scope="row">\s*(\w+)\s*</th>\s*<td class="number">(\d+)</td>\s*<td class="number">\s*(.*?)\s*</td>'
    rows = re.findall(row, shown, re.DOTALL)
    assert [(name, number, re.sub("<[^>]*>", "", rating)) for name, number, rating in rows] == [
        ("Ada", "1", "2000"),
        ("Zoe", "2", "1423"),
        ("Ben", "3", "unrated"),
    ]
    items = client.get(f"/api/v1/events/{mixed.pk}/entries").json()["items"]
    assert {each["player"]["name"]: each["rating"] for each in items} == {"Ada": 2000, "Zoe": 1423, "Ben": None}


def test_paper_before_round_1_is_a_start_list(mixed: Event) -> None:
    [table] = paper_tables(mixed, standings_of(mixed), colours_of(mixed))
    assert (table.title, [row[:3] for row in table.rows]) == (
        "Start list",
        [("1", "Ada", "2000"), ("2", "Zoe", "1423"), ("3", "Ben", "")],
    )
