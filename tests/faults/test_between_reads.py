"""A computer's answer while a page about the match is read: between any two of its statements, and beside it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from itertools import count
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from accounts.computers import computer_player
from accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Token
from mail.outbox.compose import compose
from matches.computers.think import think
from matches.gate.turns import submit_turn
from matches.mails import tokens as link_tokens
from matches.models import LogEntry, Match, Seat
from tests.support.composed_mails import latest
from tests.support.concurrently import at_once
from tests.support.factories import MatchFactory, UserFactory

from .site import count_double_decisions
from .tally import Tally

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.fault(number=48)]
Look = Callable[[], int]


def test_an_answer_between_any_two_reads_makes_no_error(tally: Tally) -> None:
    """Read each page many times, with a turn by the other player before a different statement each time."""
    tally.rounds = 1
    for is_asked in (False, True):
        match = with_computer()
        own, other = match.seats.order_by("index")
        if not is_asked:
            play(own)
        for name, look in looks(match, own).items():
            for place in count():
                meanwhile = Meanwhile(place, partial(play, own if is_asked else other))
                with undone(), connection.execute_wrapper(meanwhile):
                    assert look() < HTTPStatus.INTERNAL_SERVER_ERROR, (name, place)
                if meanwhile.seen <= place:
                    break


def looks(match: Match, own: Seat) -> dict[str, Look]:
    """Return everything that shows the match to the seat's player, by name."""
    assert own.player is not None
    browser, page = browser_of(own.player), f"/matches/{match.pk}/"
    link = f"/l/{link_tokens.mint_turn(own, own.asked_turn or 1)}/"
    pages = {
        "match": page,
        "turn form": f"{page}play/?text=1",
        "conditional turns": f"{page}ahead/",
        "position": f"{page}turns/0/position/",
        "home": "/",
        "list": "/matches/",
    }
    links = {"link": link, "link, draft": f"{link}draft/"}
    api, program = f"/api/v1/matches/{match.pk}", program_of(own.player)
    mail = latest("your_turn", own.player)
    return {
        **{name: partial(status_of, browser, path) for name, path in pages.items()},
        **{name: partial(status_of, browser_of(None), path) for name, path in links.items()},
        "api": partial(status_of, program, api),
        "api, own turn": partial(status_of, program, f"{api}/turn"),
        "email": lambda: HTTPStatus.OK if compose(mail) else HTTPStatus.GONE,
    }


@contextmanager
def undone() -> Iterator[None]:
    """Undo afterwards whatever happens inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@dataclass
class Meanwhile:
    """A wrapper that runs ``act`` before statement number ``place``, from 0. ``seen`` counts the statements."""

    place: int
    act: Callable[[], Any]
    seen: int = 0

    def __call__(self, execute: Callable[..., Any], *statement: Any) -> Any:
        self.seen += 1
        if self.seen == self.place + 1:
            self.act()
        return execute(*statement)


def test_a_turn_sent_to_a_computer_that_answers_at_once_leads_to_no_error_page(tally: Tally) -> None:
    match = with_computer()
    for _ in tally.repeat(quick=2, long=300):
        match = with_computer() if Match.objects.get(pk=match.pk).is_over else match
        own, other = match.seats.select_related("match", "player").order_by("index")
        assert own.player is not None
        browser, page = browser_of(own.player), f"/matches/{match.pk}/"
        text = own.match.game.sample(own.match.loaded_state, own.index, random.Random(tally.rounds))
        sent = browser.post(f"{page}play/", {"number": own.asked_turn, "text": text})
        assert sent.status_code == HTTPStatus.SEE_OTHER
        other.refresh_from_db()
        at_once(partial(look_until_answered, browser, page), partial(think, other.pk, other.asked_turn or 0))
    count_double_decisions(tally)


def look_until_answered(browser: Client, page: str) -> None:
    shown = browser.get(page)
    while shown.status_code == HTTPStatus.OK and shown.context["match_view"].waits_for_computer:
        shown = browser.get(page)
    assert shown.status_code == HTTPStatus.OK


def with_computer() -> Match:
    made: Match = MatchFactory(players=[UserFactory(), computer_player("easy")], game_slug="fortac")
    return made


def play(seat: Seat) -> None:
    asked = Seat.objects.select_related("match").get(pk=seat.pk)
    text = asked.match.game.sample(asked.match.loaded_state, asked.index, random.Random(1))
    submit_turn(asked, asked.asked_turn, text, LogEntry.Via.SITE)


def browser_of(user: User | None) -> Client:
    browser = Client(raise_request_exception=False)
    if user is not None:
        browser.force_login(user)
    return browser


def program_of(user: User) -> Client:
    token = tokens.make_token(user, "Program", Token.Scope.READ)
    return Client(raise_request_exception=False, headers={"Authorization": f"Bearer {token}"})


def status_of(browser: Client, path: str) -> int:
    return browser.get(path).status_code
