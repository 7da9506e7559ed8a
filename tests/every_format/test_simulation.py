"""Events of every format, played to the end by made-up players; and the forecast of one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from tests.support.factories import UserFactory
from tests.support.matches import offering_the_toy
from tests.support.run_on_commit import commits
from tournaments.formats.format import Format
from tournaments.models import Event, Pairing, Round
from tournaments.simulation.clock import moved
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.habits import Habits
from tournaments.simulation.people import make_up
from tournaments.simulation.setup import open_event
from tournaments.standings.standings import standings_of

from .event import every_format, game_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("formats_beside"), pytest.mark.either]
START = datetime(2026, 2, 2, 9, tzinfo=UTC)
DAY = timedelta(days=1)
PLAYERS = 4
QUICK = Habits(no_shows=0, absences=0, leavers=0, late=0, lapses=0, turns=2)


@every_format
def test_it_is_simulated_to_its_end(rules: Format) -> None:
    with offering_the_toy(), commits(), moved(START) as clock:
        organiser, random = UserFactory(display_name="Olga"), Random(1)
        slug = game_for(rules).slug
        event = open_event(organiser, "Spring Cup", game_slug=slug, event_format=rules.slug, rounds=2, late_until=0)
        simulated = SimulatedEvent(event, organiser, clock, random, QUICK)
        simulated.enter(make_up(PLAYERS, random, clock.at), DAY)
        ended = simulated.play()
        assert ended.stage == Event.Stage.FINISHED
        assert set(ended.round_set.values_list("stage", flat=True)) == {Round.Stage.CLOSED}
        assert not Pairing.objects.filter(decided_at=None).exists()
        assert len(standings_of(ended).rows) == PLAYERS


@every_format
@pytest.mark.parametrize("count", [2, 5, 16])
def test_its_course_is_as_long_as_its_rounds(rules: Format, count: int) -> None:
    with offering_the_toy():
        terms = Event(format=rules.slug, game_slug=game_for(rules).slug, rounds=3, table_size=4)
        if rules.why_not_begin(terms, count):
            return
        course = rules.course(terms, count)
        assert len(course.rounds) == rules.rounds_for(terms, count)
        assert course.takes(lambda: DAY) >= DAY
        assert course.words
