"""The honours board of a club."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.support import seasons
from tests.support.clubs import club_of
from tests.support.rows import refresh, require
from tests.support.stored_events import FOUR, FOUR_NAMES, stored
from tournaments.clubs import honours
from tournaments.clubs.honours import HonoursPlace
from tournaments.locking.log import Kind, note
from tournaments.models import Club, Event
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()
OVER = FOUR.replace("*", "=")


def finished(club: Club, names: str = FOUR_NAMES, *, is_public: bool = True) -> Event:
    more: dict[str, Any] = {"tie_breaks": ["WON"], "ended_at": timezone.now(), "is_public": is_public}
    return stored(OVER, names, club=club, stage=Event.Stage.FINISHED, **more)


def test_the_first_three_of_an_event_stand_on_it() -> None:
    club = club_of()
    event = finished(club)
    (honour,) = honours.of_events([event])
    # Ann 1 ½ 1, Ben 1 ½ ½, Cleo 0 + ½, Dan nothing
    assert [(place.rank, place.name) for place in honour.places] == [(1, "Ann"), (2, "Ben"), (3, "Cleo")]
    assert honour.url == event.get_absolute_url()


def test_only_what_is_over_and_of_the_club_and_to_be_seen_is_told() -> None:
    club = club_of()
    told = finished(club, "A1 B1 C1 D1")
    finished(club, "A2 B2 C2 D2", is_public=False)
    finished(club_of(), "A3 B3 C3 D3")
    stored(FOUR, "A4 B4 C4 D4", club=club)
    assert list(honours.events_won(club, VISITOR)) == [told]


def test_a_table_is_worked_out_once_until_the_event_changes(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    club = club_of()
    events = [finished(club, " ".join(f"{name}{number}" for name in FOUR_NAMES.split())) for number in range(4)]
    first = honours.of_events(events)
    with django_assert_num_queries(2):
        assert honours.of_events(events) == first
    changed = events[0]
    note(changed, Kind.RESULT, "A result was changed.")
    pairing = changed.round_set.get(number=1).pairings.get(white__player__display_name="Ann0")
    type(pairing).objects.filter(pk=pairing.pk).update(white_code="0", black_code="1")
    # Cleo has beaten Ann now: 1, a win by forfeit and ½.
    assert honours.of_events([refresh(changed)])[0].places[0].name == "Cleo0"


def test_somebody_who_is_gone_is_called_a_former_player() -> None:
    event = finished(club_of())
    first = event.entries.select_related("player").get(number=1)
    require(first.player).delete()
    (honour,) = honours.of_events([event])
    assert honour.places[0] == HonoursPlace(1, "former player", None)


def test_seasons_are_told_of_instead_of_their_divisions() -> None:
    sunday = seasons.league(seasons.club())
    seasons.played(sunday, ["Ann Ben Cleo Dan"])
    single = finished(sunday.club, "A2 B2 C2 D2")
    assert [honour.title for honour in honours.of_seasons(sunday.club, VISITOR)] == ["Season 1, Division 1"]
    assert [honour.title for honour in honours.of_all(sunday.club, VISITOR)] == ["Season 1, Division 1", single.name]
    assert list(honours.events_won(sunday.club, VISITOR)) == [single]


def test_of_a_part_of_the_board_no_other_tables_are_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of()
    events = [finished(club, f"A{index} B{index} C{index} D{index}") for index in range(4)]
    asked: list[int] = []
    worked_out = standings.ranks_of

    def noticed(event: Event) -> standings.Ranks:
        asked.append(event.pk)
        return worked_out(event)

    monkeypatch.setattr(standings, "ranks_of", noticed)
    board = honours.of_all(club, VISITOR)
    latest_first = [event.pk for event in reversed(events)]
    assert [honour.event_id for honour in board[1:3]] == asked == latest_first[1:3]
    assert [honour.event_id for honour in board[3:9]] == latest_first[3:]
    assert board[0].event_id == latest_first[0]
    assert len(board) == 4
