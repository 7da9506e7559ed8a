from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support import running_events
from tests.support.factories import EntryFactory, EventFactory
from tests.support.people import LogIn
from tests.support.rows import require
from tests.support.stored_events import FOUR, FOUR_NAMES, store, stored
from tests.support.table_cells import page, rows, text
from tests.support.tournament_notation import history, reference
from tournaments.events import announcements as announcing
from tournaments.events import announcements_page
from tournaments.locking.log import Kind, note
from tournaments.models import Announcement, Entry, Event, Round

pytestmark = pytest.mark.django_db


def test_before_it_begins_it_says_what_is_played_and_how_to_enter() -> None:
    event: Event = EventFactory(name="Spring Cup", places=8, description="Bring <b>tea</b>.")
    EntryFactory(event=event)
    html = page(event)
    assert f'href="/events/{event.pk}/enter/"' in html
    words = text(html)
    assert "1 of 8 places taken" in words
    assert "Bring <b>tea</b>." in words
    assert "Swiss, 5 rounds, paired by the FIDE Dutch system" in words
    assert "2 volleys for points" in words
    assert "Buchholz cut-1" in words


def test_a_visitor_reads_that_all_places_are_taken() -> None:
    with_room, full = EventFactory(places=2), EventFactory(places=1)
    for event in (with_room, full):
        EntryFactory(event=event)
    assert "Enter 1 of 2 places taken" in text(page(with_room))
    assert "Join waiting list 1 of 1 places taken" in text(page(full))


def test_an_event_by_invitation_asks_no_visitor_to_enter() -> None:
    event: Event = EventFactory(registration=Event.Registration.INVITATION)
    assert f'href="/events/{event.pk}/enter/"' not in page(event)


def test_an_invited_address_is_not_shown() -> None:
    event: Event = EventFactory()
    EntryFactory(event=event, player=None, name="secret@players.example", status=Entry.Status.INVITED)
    assert "secret@" not in page(event)
    assert "0 entered" in page(event)


def test_a_player_finds_the_own_match_first(log_in: LogIn) -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    ben = event.entries.get(number=2).player
    assert ben is not None
    words = text(page(event, client=log_in(ben)))
    match = Match.objects.get()
    assert f'href="/matches/{match.pk}/"' in page(event, client=log_in(ben))
    assert "Red: Cleo against Green: Ben Volley 1 of 2, turn 1, 0–0 so far. Cleo to move, by" in words
    assert words.index("Go to match") < words.index("1 of 2 matches decided")
    assert "Go to match" not in text(page(event))


def test_who_has_left_reads_so_beside_the_match_that_goes_on(log_in: LogIn) -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    ben = event.entries.get(number=2).player
    assert ben is not None
    assert "You’ve left this event." not in text(page(event, client=log_in(ben)))
    event.entries.filter(number=2).update(status=Entry.Status.WITHDRAWN, gone_from=4)
    words = text(page(event, client=log_in(ben)))
    assert "You’ve left this event." in words
    assert "Go to match" in words


def test_a_player_without_a_match_is_told_so(log_in: LogIn) -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    newcomer: Entry = EntryFactory(event=event)
    assert "You have no match in this event now." in text(page(event, client=log_in(require(newcomer.player))))


@pytest.mark.parametrize(("late_until", "is_late"), [(0, True), (4, False)])
def test_who_has_not_checked_in_is_told_so(log_in: LogIn, late_until: int, is_late: bool) -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True, check_in=True, late_until=late_until, rounds=5)
    missing: Entry = EntryFactory(event=event)
    words = text(page(event, client=log_in(require(missing.player))))
    assert "You didn’t check in, so you aren’t paired." in words
    assert ("ask an organiser" in words) is is_late
    assert "You have no match in this event now." not in words


def test_a_bye_is_explained_to_its_player(log_in: LogIn) -> None:
    event = stored("1: 2w*\n2: 1b*\n3: U", "Ann Ben Cleo")
    cleo = event.entries.get(number=3).player
    words = text(page(event, client=log_in(require(cleo))))
    assert "You have no opponent in this round: bye." in words
    assert "No opponent was left: it counts as a win." in words


def test_where_several_rounds_run_each_match_and_bye_says_of_which_it_is(log_in: LogIn) -> None:
    event = running_events.begun(3, format="round_robin", at_once=2)
    ada = event.entries.get(player__display_name="Ada").player
    html = page(event, client=log_in(require(ada)))
    assert [row[0].split()[:2] for row in rows(html)[:3]] == [["1", "Round"]] * 3
    assert sorted(row[0].split()[2] for row in rows(html)[:3]) == ["1", "2", "3"]
    assert 'id="board-1"' not in html
    assert re.search(r"You have no opponent in round [123]: bye\.", text(html))


def test_it_shows_the_matches_that_run_and_how_far_they_have_got() -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    seat = Match.objects.get().seats.get(asked_turn__isnull=False)
    turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)
    html = page(event)
    assert "1 of 2 matches decided." in text(html)
    (row,) = rows(html)
    assert row[0] == "2 Red: Cleo 1 Green: Ben 1½"
    assert row[2].startswith("Volley 1 of 2, turn 2 Ben to move, turn began just now")


def test_between_rounds_it_says_which_comes_next() -> None:
    event = stored("1: 2w1\n2: 1b0", "Ann Ben", rounds=3)
    assert "Round 2 is being prepared." in text(page(event))
    Round.objects.create(event=event, number=2, starts_at=timezone.now() + timedelta(days=2, minutes=5))
    note(event, Kind.ROUND, "Round 2 was paired.")
    assert "Round 2 starts in 2 days" in text(page(event))


def test_after_the_last_round_none_comes_next() -> None:
    assert "is being prepared" not in page(stored("1: 2w1\n2: 1b0", "Ann Ben", rounds=1))


def test_it_shows_the_table() -> None:
    html = page(stored("1: 2w1\n2: 1b0", "Ann Ben", tie_breaks=["WON"]))
    assert [row[:3] for row in rows(html)] == [["1 Ann", "1.0", "1"], ["2 Ben", "0.0", "0"]]
    assert "Standings after round 1" in text(html)


def test_of_a_large_table_it_shows_the_head_and_the_way_to_the_rest() -> None:
    event = store(reference("d20_n90_r9_fp_baku.trf").history, tie_breaks=["BH"])
    html = page(event)
    shown = len(rows(html))
    assert 10 <= shown <= 20
    assert f"Full standings ({90 - shown} more)" in text(html)
    assert len(html.encode()) < 100_000


def test_it_has_the_last_announcements(player: User) -> None:
    event: Event = EventFactory()
    for number in range(5):
        at = timezone.now() + timedelta(minutes=number)
        Announcement.objects.create(event=event, by=player, subject=f"Word {number}", text="Line.\n<i>x</i>", at=at)
    words = text(page(event))
    assert [f"Word {number}" in words for number in range(5)] == [False, False, True, True, True]
    assert "<i>x</i>" in words
    assert "All 5 announcements" in words
    assert f'href="/events/{event.pk}/announcements/"' in page(event)


def test_all_that_was_announced_can_be_read(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcements_page, "ON_A_PAGE", 3)
    event: Event = EventFactory()
    assert "All 0" not in page(event)
    assert "No announcements yet." in text(page(event, "announcements/"))
    for number in range(5):
        announcing.announce(event, Announcement.Audience.ALL, f"Word {number}", "Line.\n<i>x</i>", by=player)
    first, second = (text(page(event, f"announcements/?page={number}")) for number in (1, 2))
    assert [f"Word {number}" in first for number in range(5)] == [False, False, True, True, True]
    assert [f"Word {number}" in second for number in range(5)] == [True, True, False, False, False]
    assert "<i>x</i>" in first


@pytest.mark.parametrize(("who", "sees"), [("organiser", True), ("stranger", False)])
def test_organisers_find_the_way_to_manage_it(
    who: str, sees: bool, event: Event, request: pytest.FixtureRequest, log_in: LogIn
) -> None:
    client = log_in(request.getfixturevalue(who))
    assert (f'href="/events/{event.pk}/manage/"' in page(event, client=client)) is sees


@pytest.mark.parametrize("number", [2, 12])
def test_its_queries_do_not_grow_with_the_matches(
    number: int, log_in: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    lines = [f"{2 * n - 1}: {2 * n}w*\n{2 * n}: {2 * n - 1}b*" for n in range(1, number + 1)]
    event = store(history("\n".join(lines)), with_matches=True)
    ann = event.entries.get(number=1).player
    client = log_in(require(ann))
    with django_assert_max_num_queries(40):
        page(event, client=client)
