"""Many who come to a page of an event at once."""

from __future__ import annotations

import threading

import pytest
from django.db import connection
from django.test import Client

from tests.support.stored_events import FOUR, FOUR_NAMES, stored


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_a_crowd_that_comes_at_once_costs_one_computation(counted: list[str]) -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    found: list[int] = []

    def visit() -> None:
        found.append(Client().get(f"/events/{event.pk}/").status_code)
        connection.close()

    crowd = [threading.Thread(target=visit) for _ in range(8)]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()

    assert found == [200] * 8
    assert counted == ["standings", "page"]
