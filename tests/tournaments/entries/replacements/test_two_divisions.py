"""Places in two divisions of a season become free, and one player comes into both."""

from __future__ import annotations

import os
import signal
import threading
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.faults.locks import somebody_waits
from tests.support import running_events
from tests.support.concurrently import at_once
from tests.support.divisions import entry_of, named, organiser, vacant
from tests.support.patience import PATIENCE
from tests.support.seasons import club, league, opened, propose, register
from tournaments.entries.replacements import take_place
from tournaments.entries.withdrawals import return_to_event, withdraw
from tournaments.locking.locks import EVENT, SEASON
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Season
from tournaments.seasons.line_up import publish

pytestmark = pytest.mark.django_db(transaction=True)


def two_divisions(**settings: Any) -> Season:
    """Ada, Ben and Cleo are in the first, Dora, Emil and Fay in the second, and Gus waits."""
    season = opened(league(club()), (3, 3), **{"at_once": 0} | settings)
    register(season, "Ada Ben Cleo Dora Emil Fay Gus")
    propose(season)
    season = publish.publish(season, by=organiser(season))
    running_events.work_off()
    return season


def entries_of_gus() -> int:
    return Entry.objects.filter(player__display_name="Gus").count()


def test_a_player_takes_one_of_two_places() -> None:
    season = two_divisions()
    gus, by = named("Gus"), organiser(season)

    def put_in(leaver: str) -> Any:
        try:
            return take_place.put_in(free[leaver], gus, by=by)
        except TournamentRefused as refused:
            return refused

    free = {name: vacant(season, name) for name in ("Ada", "Dora")}
    answers = at_once(partial(put_in, "Ada"), partial(put_in, "Dora"))
    (refused,) = (each for each in answers if isinstance(each, TournamentRefused))
    assert "another division" in refused.message
    assert entries_of_gus() == 1


def test_who_has_found_a_place_in_another_division_is_not_put_back() -> None:
    season = two_divisions()
    by = organiser(season)
    left, free = vacant(season, "Ada"), vacant(season, "Dora")
    take_place.put_in(free, named("Ada"), by=by)
    with pytest.raises(TournamentRefused, match="plays in another division"):
        return_to_event.rejoin(left.entry, by=by)


def test_a_player_moves_up_into_one_of_two() -> None:
    season = two_divisions(starts_at=timezone.now() + timedelta(days=9))
    entries = [entry_of(season, name) for name in ("Ada", "Dora")]
    at_once(*[partial(withdraw.withdraw, entry, by=entry.player) for entry in entries])
    assert entries_of_gus() == 1


@pytest.mark.postgres
@pytest.mark.parametrize("slow", [False, True])
def test_two_are_both_done_of_which_each_holds_what_the_other_waits_for(slow: bool) -> None:
    """A player who comes into a division holds the season before the event; who leaves one, or is put back, the event
    first. However ``slow`` the first is to take what the other has let go of, the other doesn't take it away again."""
    season = two_divisions()
    event = entry_of(season, "Ada").event
    here, there = threading.Event(), threading.Event()
    backends: list[int] = []

    def season_first(_: Season) -> str:
        backends.append(backend())
        here.set()
        there.wait(PATIENCE)
        return EVENT.run(event.pk, lambda _: "the season first")

    def event_first(_: Event) -> str:
        there.set()
        here.wait(PATIENCE)
        if slow and len(backends) == 1:
            somebody_waits()
            os.kill(backends[0], signal.SIGSTOP)
            backends.append(backend())
            threading.Timer(1.5, os.kill, (backends[0], signal.SIGCONT)).start()
        return SEASON.run(season.pk, lambda _: "the event first")

    acts = partial(SEASON.run, season.pk, season_first), partial(EVENT.run, event.pk, event_first)
    assert at_once(*acts) == ["the season first", "the event first"]


def backend() -> int:
    """The process of PostgreSQL that serves this thread."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])
