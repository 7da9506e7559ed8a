"""Players who never turn up."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from mail.models import OutboxMail
from matches import sweep as matches_sweep
from matches.models import Match
from tests.support.matches import told
from tests.support.running_events import (
    begun,
    entry_of,
    lines,
    match_of,
    pairing_of,
    pairings,
    pairs,
    play_a_turn_each,
    play_round,
    round_of,
    win,
    work_off,
)
from tournaments import sweep
from tournaments.models import Event
from tournaments.rounds.results.adjudicate import stands

pytestmark = pytest.mark.usefixtures("committing")


def run_out(event: Event, match: Match) -> None:
    """The player whose turn it is does not move."""
    told(match)
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        matches_sweep.sweep_deadlines()


def whites(event: Event) -> str:
    return pairings(event, 1)[0].white.shown_name


def test_who_loses_round_1_on_time_without_a_turn_is_withdrawn_with_a_mail_and_can_come_back() -> None:
    event = begun(6)
    name = whites(event)
    match = match_of(event, 1, name)
    run_out(event, match)
    entry = entry_of(event, name)
    assert (entry.status, entry.is_no_show, entry.gone_from) == ("withdrawn", True, 2)
    assert stands(pairing_of(event, 1, name)) == "-+"
    assert OutboxMail.objects.filter(kind="event_withdrawn", user=entry.player).count() == 1
    assert any("without a single turn" in line.reason for line in event.log.all())
    for each in pairings(event, 1):
        if each.match is not None and not each.match.is_over:
            win(each.match, each.white.shown_name)
    work_off()
    assert (name, "Z") in pairs(event, 2)


def test_who_has_played_a_turn_stays() -> None:
    event = begun(4)
    name = whites(event)
    match = match_of(event, 1, name)
    play_a_turn_each(match)
    run_out(event, match)
    assert entry_of(event, name).status == "entered"
    assert stands(pairing_of(event, 1, name)) == "01"


def test_an_event_may_let_them_stay() -> None:
    event = begun(4, withdraws_no_shows=False)
    name = whites(event)
    run_out(event, match_of(event, 1, name))
    assert entry_of(event, name).status == "entered"


def test_later_rounds_withdraw_nobody() -> None:
    event = begun(4)
    play_round(event, 1)
    work_off()
    pairing = pairings(event, 2)[0]
    assert pairing.match is not None
    run_out(event, pairing.match)
    assert entry_of(event, pairing.white.shown_name).status == "entered"


def test_in_a_round_robin_their_other_matches_are_settled_and_the_rounds_go_on() -> None:
    event = begun(4, format="round_robin")
    name = whites(event)
    run_out(event, match_of(event, 1, name))
    assert entry_of(event, name).status == "withdrawn"
    assert entry_of(event, name).left_words
    for number in (1, 2, 3):
        assert round_of(event, number).stage == "running"
        assert pairing_of(event, number, name).is_annulled
        play_round(event, number)
        sweep.sweep_events()
        assert round_of(event, number).stage == "closed"
    assert any("closed" in line for line in lines(event))
