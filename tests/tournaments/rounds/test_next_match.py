"""The way from a finished match to the player's match of the next round."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.support.people import LogIn
from tests.support.running_events import begun, entry_of, match_of, wins
from tournaments.rounds.next_match import next_match

pytestmark = pytest.mark.django_db


def test_it_is_there_once_the_next_round_has_begun(log_in: LogIn, host: User) -> None:
    event = begun(4)
    first = match_of(event, 1, "Ada")
    ada = entry_of(event, "Ada").player
    assert ada is not None
    wins(event, 1, "Ada")
    assert next_match(first, ada) is None
    assert "Next round" not in log_in(ada).get(first.get_absolute_url()).content.decode()
    wins(event, 1, "Ben")
    second = match_of(event, 2, "Ada")
    assert next_match(first, ada) == second.pk
    assert next_match(second, ada) is None
    assert f'href="{second.get_absolute_url()}"' in log_in(ada).get(first.get_absolute_url()).content.decode()
    assert f'href="{second.get_absolute_url()}"' not in log_in(host).get(first.get_absolute_url()).content.decode()
    assert next_match(first, host) is None
