"""Everything that the API's document allows, and what it does not allow, sent to it by schemathesis."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, settings
from pytest_django import Settings
from schemathesis.config import SchemathesisConfig

from fortify_site.accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Token
from matches.models import Match, Seat
from tests.tournaments import going
from tournaments import results
from tournaments.models import Club, Event

pytestmark = pytest.mark.either

# A turn that the schema allows may still be none of the game's notation.
MAY_BE_NO_TURN = [
    {
        "include-path": path,
        "include-method": method,
        "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "422"]}},
    }
    for path, method in (("/api/v1/matches/{match}/turns", "POST"), ("/api/v1/matches/{match}/turn", "GET"))
]
BOUNDED = settings(
    max_examples=4,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def event(db: None, settings: Settings) -> Event:
    settings.API_RATE = settings.API_TOKEN_RATE = 1_000_000
    club = Club.objects.create(name="Tower", slug="tower")
    event = going.begun(4, club=club)
    going.win(going.match_of(event, 1, "Ada"), "Ada")
    results.take_missed()
    return event


def document(**config: Any) -> Any:
    found = SchemathesisConfig.from_dict({"operations": MAY_BE_NO_TURN, **config})
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application(), config=found)


@pytest.fixture
def for_visitors(event: Event) -> Any:
    return document(parameters={"path.event": event.pk, "path.match": going.match_of(event, 1, "Ada").pk})


@pytest.fixture
def for_a_player(event: Event) -> Any:
    """Ben, who is asked for a turn, or waits for his opponent's."""
    match = going.match_of(event, 1, "Ben")
    ben = User.objects.get(display_name="Ben")
    token = tokens.make(ben, "schemathesis", Token.Scope.PLAY)
    found = document(
        parameters={"path.event": event.pk, "path.match": match.pk, "path.game": "fortify", "path.slug": "tower"},
        headers={"Authorization": f"Bearer {token}"},
    )
    assert Seat.objects.filter(match=match, player=ben).exists()
    return found


visitors = schemathesis.pytest.from_fixture("for_visitors")
players = schemathesis.pytest.from_fixture("for_a_player")


@visitors.parametrize()
@BOUNDED
def test_without_a_token_every_answer_is_as_the_document_says(case: Any) -> None:
    case.call_and_validate()


@players.parametrize()
@BOUNDED
def test_with_a_token_every_answer_is_as_the_document_says(case: Any) -> None:
    case.call_and_validate()


def test_the_document_is_where_programs_expect_it(for_visitors: Any) -> None:
    operations = [result.ok() for result in for_visitors.get_all_operations()]
    assert len(operations) >= 20
    assert Match.objects.exists()
