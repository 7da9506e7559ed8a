from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from matches.gate import clock_acts
from matches.gate.refused import MatchRefused
from matches.models import Match, Seat
from tests.support.factories import EntryFactory, EventFactory, MatchFactory, UserFactory
from tests.support.pages import words
from tests.support.rows import refresh, require
from timekeeping import clock
from tournaments.models import Event, LogLine, Pairing, Round


@pytest.fixture
def event(organiser: User) -> Event:
    made: Event = EventFactory(stage=Event.Stage.RUNNING, begun_at=clock.now(), organisers=[organiser])
    return made


@pytest.fixture
def seat(event: Event) -> Seat:
    """Ada's, who plays Ben in round 2."""
    white, black = (EntryFactory(event=event, player=UserFactory(display_name=name)) for name in ("Ada", "Ben"))
    match: Match = MatchFactory(players=[white.player, black.player], occasion="Cup, round 2")
    second = Round.objects.create(event=event, number=2, stage=Round.Stage.RUNNING)
    Pairing.objects.create(round=second, board=1, white=white, black=black, match=match)
    return match.seats.get(index=0)


def lines(event: Event) -> list[LogLine]:
    return list(event.log.select_related("by", "entry__player").order_by("pk"))


@pytest.mark.django_db(transaction=True)
def test_what_is_done_to_a_clock_stands_in_the_events_log(organiser: User, event: Event, seat: Seat) -> None:
    before = event.changed_at
    clock_acts.stop_clock(seat, "Moving house.", 0, by=organiser)
    clock_acts.add_time(seat, timedelta(days=2), "Moving house.", 1, by=organiser)
    clock_acts.start_clock(seat, "Settled in.", 2, by=organiser)
    assert [line.words for line in lines(event)] == [
        "Paused Ada’s clock in Ada – Ben.",
        "Added 2 days to Ada’s clock in Ada – Ben.",
        "Started Ada’s clock in Ada – Ben.",
    ]
    first = lines(event)[0]
    assert (first.by, first.reason, first.kind, first.round_number) == (organiser, "Moving house.", "clock", 2)
    assert require(first.entry).shown_name == "Ada"
    assert refresh(event).changed_at > before


def test_asking_twice_writes_one_line(organiser: User, event: Event, seat: Seat) -> None:
    for _ in range(2):
        clock_acts.stop_clock(seat, "Moving house.", 0, by=organiser)
    assert len(lines(event)) == 1


def test_what_is_refused_writes_none(organiser: User, event: Event, seat: Seat) -> None:
    with pytest.raises(MatchRefused):
        clock_acts.start_clock(seat, "No reason.", 0, by=organiser)
    assert lines(event) == []


def test_a_match_outside_events_has_no_such_log(organiser: User) -> None:
    match: Match = MatchFactory()
    clock_acts.stop_clock(match.seats.get(index=0), "Moving house.", 0, by=organiser)
    assert not LogLine.objects.exists()


def test_players_read_there_who_did_it_and_why(client: Client, organiser: User, event: Event, seat: Seat) -> None:
    client.force_login(organiser)
    page = f"/matches/{seat.match_id}/clocks/"
    posted = {"action": "stop", "seat": seat.pk, "reason": "Moving house.", "at": 0}
    assert client.post(page, posted).status_code == 303
    text = words(client.get(f"/events/{event.pk}/log/").content.decode())
    assert "Round 2 Paused Ada’s clock in Ada – Ben. Moving house. Olga, just now" in text
