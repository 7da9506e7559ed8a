"""Two divisions of a season are done at the same moment."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial

import pytest
from django.utils import timezone

from matches.models import OutboxMail
from tests.at_once import at_once
from tests.tournaments.leagues.at_its_end import season_at_its_end
from tournaments import going_on, organiser_notices
from tournaments.leagues.played_out import is_played_out
from tournaments.models import Event, Pairing, Season

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_one_of_them_tells_that_all_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    season_at_its_end((2, 2))
    Pairing.objects.update(decided_at=timezone.now())
    both_looked = threading.Barrier(2)

    def slowly(season: Season) -> bool:
        found = is_played_out(season)
        with suppress(threading.BrokenBarrierError):
            both_looked.wait(2)
        return found

    monkeypatch.setattr(organiser_notices, "is_played_out", slowly)
    at_once(*[partial(going_on.look_after, event.pk) for event in Event.objects.all()])
    told = OutboxMail.objects.filter(kind=organiser_notices.KIND, context__what=organiser_notices.LAST_DONE)
    assert told.count() == 1
