"""A match against the computer instead of a bye: for practice, where the event has it so."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from competition.history import Code
from matches.gate import turns
from matches.match_view.permissions import may_organise
from matches.models import LogEntry, Match
from tests.support.people import LogIn
from tests.support.running_events import begun, organiser_of, round_of, work_off
from tournaments.models import ByeMatch, Event, Pairing
from tournaments.rounds import take_back
from tournaments.standings.standings import standings_of

pytestmark = pytest.mark.django_db


def the_bye(event: Event) -> Pairing:
    found: Pairing = Pairing.objects.select_related("white__player").get(round__event=event, black=None)
    return found


@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({"computer_byes": True}, 1),
        ({"computer_byes": True, "format": "round_robin"}, 1),
        ({}, 0),
    ],
)
def test_it_begins_with_the_round_where_the_event_has_it_so(fields: dict[str, Any], count: int) -> None:
    begun(3, **fields)
    work_off()
    assert ByeMatch.objects.filter(pairing__round__number=1).count() == count


def test_a_site_without_computers_makes_none(settings: Any) -> None:
    settings.COMPUTER_PLAYERS = False
    begun(3, computer_byes=True)
    assert not ByeMatch.objects.exists()


def test_the_bye_counts_as_always_whatever_becomes_of_the_match() -> None:
    event = begun(3, computer_byes=True)
    bye = the_bye(event)
    own, computer = bye.bye_match.match.seats.select_related("player")
    assert own.player == bye.white.player
    assert computer.name == "Computer (medium)"
    before = [row.values for row in standings_of(event).rows]
    turns.resign(own, LogEntry.Via.SITE)
    bye.refresh_from_db()
    assert Code(bye.white_code or Code.PAIRING_BYE) is Code.PAIRING_BYE
    assert [row.values for row in standings_of(event).rows] == before


def test_who_sees_the_event_sees_it_with_what_it_is_and_its_organiser_organises_it(log_in: LogIn) -> None:
    event = begun(3, computer_byes=True)
    bye = the_bye(event)
    match = bye.bye_match.match
    for address in (
        reverse("tournaments:round", args=[event.pk, 1]),
        reverse("tournaments:player", args=[event.pk, bye.white_id]),
    ):
        assert match.get_absolute_url() in Client().get(address).content.decode()
    shown = Client().get(match.get_absolute_url())
    assert shown.status_code == 200
    assert match.occasion in shown.content.decode()
    assert may_organise(organiser_of(event), match)


def test_it_is_annulled_with_the_round_that_is_taken_back() -> None:
    event = begun(3, computer_byes=True)
    match = the_bye(event).bye_match.match
    take_back.take_back_round(round_of(event, 1), by=organiser_of(event), reason="Wrong pairs.")
    assert Match.objects.get(pk=match.pk).how_it_ended == "annulled"
    assert not ByeMatch.objects.exists()
