"""Everything that the API's document allows, and what it does not allow, sent to it by schemathesis."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import schemathesis
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation

from accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Token
from tests.support import running_events, seasons
from timekeeping import clock
from tournaments.models import Event
from tournaments.rounds.results import match_finished
from tournaments.weekly import weeks

pytestmark = pytest.mark.either

# Their parameters are those of other lists and of other ways to things, at whose bounds all that is wrong is tried.
ALIKE = [
    {"include-path-regex": path, "include-method": "GET", "phases": {"coverage": {"enabled": False}}}
    for path in (
        r"/(bracket|clubs|crosstable|entries|honours|leagues|news|players|record|rounds|seasons|turns)$",
        r"/leagues/\{league\}$",
        r"/weekly/\{week\}/standings$",
    )
]
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
    """Schemathesis writes the name of each operation to where pytest had an item's until version 9.1, and no version of
    it knows another place (4.32.5 is the last)."""
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
    """No one counts how often is asked, or writes down what was refused."""
    monkeypatch.setattr("fortify_site.api.rate_limit._counted", lambda _: 1)
    logging.disable(logging.CRITICAL)
    club = seasons.club("Tower")
    seasons.opened(seasons.league(club))
    event = running_events.begun(4, club=club)
    running_events.win(running_events.match_of(event, 1, "Ada"), "Ada")
    match_finished.record_missed_results()
    weeks.fix_coming(clock.now())
    yield event
    logging.disable(logging.NOTSET)


@pytest.fixture
def document(event: Event) -> Any:
    return read()


def read() -> Any:
    found = SchemathesisConfig.from_dict(
        {
            "operations": [*MAY_BE_NO_TURN, *ALIKE],
            "phases": {"coverage": {"unexpected-methods": ["PUT"]}},
            "generation": {"with-security-parameters": False},
        }
    )
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application(), config=found)


class Reader(NamedTuple):
    """What is sent with each request, and what is in the ways to things that are there, as this player's match."""

    headers: dict[str, str]
    known: dict[str, Any]


@pytest.fixture
def readers(event: Event) -> list[Reader]:
    """Ben, who is asked for a turn, or waits for his opponent's; and someone without a token."""
    ben = User.objects.get(display_name="Ben")
    token = tokens.make_token(ben, "schemathesis", Token.Scope.PLAY)
    return [Reader({"Authorization": f"Bearer {token}"}, known(event, "Ben")), Reader({}, known(event, "Ada"))]


def known(event: Event, name: str) -> dict[str, Any]:
    return {
        "event": event.pk,
        "game": "fortify",
        "league": "sunday-league",
        "match": running_events.match_of(event, 1, name).pk,
        "number": 1,
        "player": User.objects.get(display_name=name).pk,
        "season": 1,
        "slug": "tower",
        "week": "current",
    }


def is_aimed(case: Any) -> bool:
    """Whether it goes to something that is there, rather than wrong ways."""
    path = case.meta.components.get(ParameterLocation.PATH) if case.meta else None
    return path is None or path.mode.is_positive


schema = schemathesis.pytest.from_fixture("document")


@schema.parametrize()
@BOUNDED
def test_every_answer_is_as_the_document_says_with_a_token_and_without(case: Any, readers: list[Reader]) -> None:
    is_at_bounds = case.meta is not None and case.meta.phase.name == "coverage"
    for reader in readers[:1] if is_at_bounds else readers:
        if is_aimed(case):
            case.path_parameters.update({key: reader.known[key] for key in case.path_parameters})
        case.call_and_validate(headers=reader.headers)


def test_the_document_is_where_programs_expect_it(same_connection: None) -> None:
    assert len([result.ok() for result in read().get_all_operations()]) >= 30
