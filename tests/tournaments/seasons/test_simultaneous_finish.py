"""Two divisions of a season are done at the same moment."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial

import pytest
from django.utils import timezone

from mail.models import OutboxMail
from tests.support.concurrently import at_once, held
from tests.support.season_at_its_end import season_at_its_end
from tournaments import sweep
from tournaments.locking.season import is_played_out
from tournaments.models import Event, Pairing, Season
from tournaments.rounds import advance, organiser_causes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def all_done() -> list[int]:
    season_at_its_end((2, 2))
    Pairing.objects.update(decided_at=timezone.now())
    return list(Event.objects.values_list("pk", flat=True))


def told() -> int:
    mails = OutboxMail.objects.filter(kind=organiser_causes.KIND, context__what=organiser_causes.LAST_DONE)
    return mails.count()


def test_one_of_them_tells_that_all_is_over_the_next_sweep_at_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    events = all_done()
    both_looked = threading.Barrier(2)

    def slowly(season: Season) -> bool:
        found = is_played_out(season)
        with suppress(threading.BrokenBarrierError):
            both_looked.wait(2)
        return found

    monkeypatch.setattr(organiser_causes, "is_played_out", slowly)
    at_once(*[partial(advance.advance_locked, pk) for pk in events])
    monkeypatch.setattr(organiser_causes, "is_played_out", is_played_out)
    sweep.advance_events()
    assert told() == 1


def test_a_division_is_done_while_somebody_has_the_season_in_hand() -> None:
    """The one who has it may wait for this very event: none waits for a season with an event held."""
    events = all_done()
    with held(Season.objects.get()):
        for pk in events:
            advance.advance_locked(pk)
    assert told() == 1
