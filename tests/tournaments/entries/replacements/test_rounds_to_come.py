"""A player leaves a division that has not begun, or has rounds that have not."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.support import running_events
from tests.support.divisions import event_of, leave, organiser, running, taken, vacant, won
from tests.support.people import LogIn
from tournaments import sweep
from tournaments.decisions import events as to_do
from tournaments.models import Entry, Season

pytestmark = [pytest.mark.django_db, pytest.mark.either]
DAY = timedelta(days=1)
Replacements = Season.Replacements


@pytest.mark.parametrize(("rule", "come"), [(Replacements.ANEW, ["Emil"]), (Replacements.NOBODY, [])])
def test_before_the_division_begins_the_next_in_line_is_in_at_once(rule: str, come: list[str]) -> None:
    season = running(starts_at=timezone.now() + 9 * DAY, replacements=rule)
    leave(season, "Ada")
    inside = Entry.objects.filter(event=event_of(season), status="entered").values_list("player__display_name")
    assert sorted(name for (name,) in inside) == ["Ben", "Cleo", "Dora", *come]
    in_division = season.entries.filter(division__isnull=False).values_list("player__display_name", flat=True)
    assert ("Emil" in in_division) == bool(come)


def test_rounds_to_come_are_not_forfeited_and_begin_without_the_place() -> None:
    """Of the three rounds two run, and in both the others end their matches: so all have room for the third."""
    season = running(at_once=2)
    event = event_of(season)
    won(running_events.match_of(event, 1, "Ada"), "Ada")
    entry = vacant(season).entry
    for number in (1, 2):
        for pairing in running_events.pairings(event, number):
            if pairing.decided_at is None and entry not in (pairing.white, pairing.black):
                won(pairing.match, pairing.white.shown_name)
    sweep.sweep_events()
    running_events.work_off()
    assert event.round_set.get(number=3).stage == "running"
    own, other = sorted(running_events.pairings(event, 3), key=lambda each: entry not in (each.white, each.black))
    assert (own.match, own.decided_at, own.waits) == (None, None, True)
    assert other.match is not None


def test_an_organiser_has_no_match_to_make_while_somebody_is_sought_for_a_place(log_in: LogIn) -> None:
    """Rounds begin as a whole, and round 1 is played out: so round 2 is published with a place that is free."""
    season = running(at_once=1, round_days=20)
    event = event_of(season)
    running_events.play_round(event, 1)
    vacant(season)
    sweep.sweep_events()
    running_events.work_off()
    assert [each.match is None for each in running_events.pairings(event, 2)].count(True) == 1
    for page in ("rounds/2/", "manage/rounds/2/"):
        answer = log_in(organiser(season)).get(f"/events/{event.pk}/{page}").content.decode()
        assert answer.count("waiting for a replacement") == 1
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        assert not [each.title for each in to_do.decisions(event_of(season)) if "made" in each.title]


def test_a_round_that_was_closed_holds_up_no_other() -> None:
    season = running(replacements=Replacements.ANEW, at_once=1, round_days=20)
    event = event_of(season)
    running_events.play_round(event, 1)
    sweep.sweep_events()
    taken(season)
    stages = list(event.round_set.order_by("number").values_list("stage", flat=True))
    assert stages == ["running", "running", "draft"]
    for pairing in running_events.pairings(event, 2):
        assert pairing.match is not None
        won(pairing.match, pairing.white.shown_name)
    running_events.work_off()
    sweep.sweep_events()
    assert event.round_set.get(number=3).stage == "running"
