"""An event at tables from its organiser's page to the final standings."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from django.test import Client

from accounts.models import User
from tests.support.factories import EntryFactory, UserFactory
from tests.support.form_data import filled_in
from tests.support.pages import words
from tests.support.running_events import work_off
from tests.support.table_events import NAMES, names_at, play_round, tables
from tests.support.toy_game import Toy
from tournaments.models import Event, Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]

NEW = "/events/new/?game=toy"


def press(desk: Client, event: Event, action: str, page: str = "") -> None:
    answer = desk.post(f"/events/{event.pk}/manage/{page}", {"action": action})
    assert answer.status_code == 303, answer.content.decode()


def test_fourteen_players_play_four_rounds(desk: Client, organiser: User, toy_beside: Toy) -> None:
    form = filled_in(desk, NEW, name="Table Cup", format="tables", rounds="4", table_size="4")
    form |= {"break_hours": "1", "action": "open"}
    answer = desk.post("/events/new/", form)
    assert answer.status_code == 303, words(answer.content.decode())
    event = Event.objects.get(name="Table Cup")
    assert (event.format, event.table_points, event.tie_breaks) == ("tables", "places", ["TPS", "TWN", "TOP"])
    Event.objects.filter(pk=event.pk).update(break_hours=0)
    for name in NAMES[:14]:
        EntryFactory(event=event, player=UserFactory(display_name=name, email=f"{name.lower()}@players.example"))
    press(desk, event, "begin")
    work_off()
    met: Counter[frozenset[str]] = Counter()
    for number in range(1, 5):
        found = [names_at(table) for table in tables(event, number)]
        assert sorted(map(len, found)) == [3, 3, 4, 4]
        assert sorted(name for table in found for name in table) == sorted(NAMES[:14])
        met.update(frozenset(pair) for table in found for pair in combinations(table, 2))
        play_round(event, number)
        assert event.round_set.get(number=number).stage == Round.Stage.CLOSED
    assert max(met.values()) <= 2
    press(desk, event, "end", page="end-or-cancel/")
    event.refresh_from_db()
    assert event.stage == Event.Stage.FINISHED
    page = desk.get(f"/events/{event.pk}/table/").text
    assert "Final standings" in page
    assert "16" in page  # Ada won four tables, of four points each
