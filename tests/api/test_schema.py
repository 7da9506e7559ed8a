"""Everything that the API's document allows, and what it does not allow, sent to it by schemathesis."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation

from fortify_site.accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Token
from matches.models import Match
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
    max_examples=3,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def known_name(request: pytest.FixtureRequest) -> None:
    """Schemathesis looks for it where pytest had it until version 9."""
    request.node._nodeid = request.node.nodeid


@pytest.fixture
def same_connection(db: None) -> Iterator[None]:
    """What a request writes is seen by the test, and undone with it, as Django's own client has it."""
    around = (signals.request_started, signals.request_finished)
    for signal in around:
        signal.disconnect(close_old_connections)
    yield
    for signal in around:
        signal.connect(close_old_connections)


@pytest.fixture
def event(same_connection: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Nobody counts how often is asked, or writes down what was refused."""
    monkeypatch.setattr("fortify_site.api.limits._counted", lambda _: 1)
    logging.disable(logging.CRITICAL)
    club = Club.objects.create(name="Tower", slug="tower")
    event = going.begun(4, club=club)
    going.win(going.match_of(event, 1, "Ada"), "Ada")
    results.take_missed()
    yield event
    logging.disable(logging.NOTSET)


def document(**config: Any) -> Any:
    found = SchemathesisConfig.from_dict({"operations": MAY_BE_NO_TURN, **config})
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application(), config=found)


@pytest.fixture
def for_visitors(event: Event) -> Any:
    return document(phases={"coverage": {"enabled": False}})


@pytest.fixture
def for_a_player(event: Event) -> Any:
    """Ben, who is asked for a turn, or waits for his opponent's."""
    ben = User.objects.get(display_name="Ben")
    token = tokens.make(ben, "schemathesis", Token.Scope.PLAY)
    found = {"Authorization": f"Bearer {token}"}
    return document(headers=found, phases={"coverage": {"unexpected-methods": ["PUT", "DELETE"]}})


@pytest.fixture
def targets(event: Event) -> dict[str, dict[str, Any]]:
    """What is in the ways to things that are there: each player's match in the event, and so on."""
    common = {"event": event.pk, "game": "fortify", "slug": "tower", "number": 1}
    users = User.objects.filter(display_name__in=("Ada", "Ben"))
    return {
        user.display_name: {**common, "match": going.match_of(event, 1, user.display_name).pk, "player": user.pk}
        for user in users
    }


def aimed(case: Any, known: dict[str, Any]) -> Any:
    """At something that is there, unless it is the way to it that is wrong."""
    path = case.meta.components.get(ParameterLocation.PATH) if case.meta else None
    if path is None or path.mode.is_positive:
        case.path_parameters.update({key: known[key] for key in case.path_parameters})
    return case


visitors = schemathesis.pytest.from_fixture("for_visitors")
players = schemathesis.pytest.from_fixture("for_a_player")


@visitors.parametrize()
@BOUNDED
def test_without_a_token_every_answer_is_as_the_document_says(case: Any, targets: dict[str, Any]) -> None:
    aimed(case, targets["Ada"]).call_and_validate()


@players.parametrize()
@BOUNDED
def test_with_a_token_every_answer_is_as_the_document_says(case: Any, targets: dict[str, Any]) -> None:
    aimed(case, targets["Ben"]).call_and_validate()


def test_the_document_is_where_programs_expect_it(for_visitors: Any) -> None:
    operations = [result.ok() for result in for_visitors.get_all_operations()]
    assert len(operations) >= 20
    assert Match.objects.exists()
