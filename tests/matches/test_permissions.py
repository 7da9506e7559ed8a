"""Permissions: every address against everyone.

``login`` is a way to the login page. A number is the status of the answer; where a player's own post succeeds it is
303, or 409 and 422 where the match or the form is not ready for it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from matches import urls
from matches.home import calendar_feed
from matches.live.address import LivePage
from matches.mails import tokens
from matches.models import Match, Offer, Seat
from matches.offers import share_link
from tests.support.answers import LOGIN, Row, wrong_answers
from tests.support.factories import ChallengeFactory
from tests.support.people import LogIn
from tests.support.tables import table_of

pytestmark = pytest.mark.either

PEOPLE = ("visitor", "player", "opponent", "stranger", "host")

# name of the address, method, fields posted, answers to: visitor, player (asked), opponent, stranger, host
ALONE = {"option_level": "easy", "option_tiles": "full", "option_cast": "chosen"}
BY_ADDRESS = {"action": "send_link", "display_name": "Zed", "email": "zed@elsewhere.example"}
TABLE: list[Row] = [
    ("home", "GET", {}, (200, 200, 200, 200, 200)),
    ("home", "POST", {}, (405, 405, 405, 405, 405)),
    ("list", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("list", "POST", {}, (LOGIN, 405, 405, 405, 405)),
    ("news", "GET", {}, (200, 200, 200, 200, 200)),
    ("news", "POST", {}, (405, 405, 405, 405, 405)),
    ("match", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("match", "POST", {}, (405, 405, 405, 405, 405)),
    ("turn", "GET", {}, (LOGIN, 404, 404, 404, 404)),
    ("turn", "POST", {}, (405, 405, 405, 405, 405)),
    ("position", "GET", {}, (LOGIN, 404, 404, 404, 404)),
    ("position", "POST", {}, (405, 405, 405, 405, 405)),
    ("analysis", "GET", {}, (LOGIN, 200, 200, 403, 403)),
    ("analysis", "POST", {}, (405, 405, 405, 405, 405)),
    ("analysis_draft", "GET", {}, (LOGIN, 200, 200, 403, 403)),
    ("analysis_draft", "POST", {}, (405, 405, 405, 405, 405)),
    ("turn_board", "GET", {}, (302, 302, 302, 302, 302)),
    ("turn_board", "POST", {}, (303, 303, 303, 303, 303)),
    ("play", "GET", {}, (LOGIN, 200, 302, 403, 403)),
    ("play", "POST", {"number": "1", "text": "T@b3"}, (LOGIN, 303, 409, 403, 403)),
    ("ahead", "GET", {}, (LOGIN, 200, 200, 403, 403)),
    ("ahead", "POST", {"lines": "if T@b3 then T@c3"}, (LOGIN, 409, 303, 403, 403)),
    ("orders", "GET", {}, (LOGIN, 200, 200, 403, 403)),
    ("orders", "POST", {"order": "pass"}, (LOGIN, 422, 422, 403, 403)),
    ("ahead_draft", "GET", {}, (LOGIN, 405, 405, 405, 405)),
    ("ahead_draft", "POST", {}, (LOGIN, 409, 200, 403, 403)),
    ("draft", "GET", {}, (LOGIN, 200, 409, 403, 403)),
    ("draft", "POST", {}, (LOGIN, 405, 405, 405, 405)),
    ("record", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("record", "POST", {}, (405, 405, 405, 405, 405)),
    ("check", "GET", {}, (LOGIN, 302, 302, 302, 302)),
    ("check", "POST", {}, (405, 405, 405, 405, 405)),
    ("chance_document", "GET", {}, (200, 200, 200, 200, 200)),
    ("chance_document", "POST", {}, (405, 405, 405, 405, 405)),
    ("resign", "GET", {}, (LOGIN, 200, 200, 403, 403)),
    ("resign", "POST", {}, (LOGIN, 303, 303, 403, 403)),
    ("draw", "GET", {}, (LOGIN, 302, 302, 403, 403)),
    ("draw", "POST", {"action": "offer"}, (LOGIN, 303, 303, 403, 403)),
    ("rematch", "GET", {}, (LOGIN, 302, 302, 403, 403)),
    ("rematch", "POST", {}, (LOGIN, 409, 409, 403, 403)),
    ("take_back", "GET", {}, (LOGIN, 302, 302, 403, 403)),
    ("take_back", "POST", {"number": "1"}, (LOGIN, 409, 409, 403, 403)),
    ("say", "GET", {}, (LOGIN, 200, 200, 403, 403)),
    ("say", "POST", {"line": "Good luck!"}, (LOGIN, 303, 303, 403, 403)),
    ("marks", "GET", {}, (LOGIN, 200, 200, 403, 403)),
    ("marks", "POST", {"space": "a1"}, (LOGIN, 422, 422, 403, 403)),  # which only teams do
    ("private_notes", "GET", {}, (LOGIN, 200, 200, 403, 403)),
    ("private_notes", "POST", {"note-text": "Watch the left side."}, (LOGIN, 303, 303, 403, 403)),
    ("hear", "GET", {}, (LOGIN, 302, 302, 403, 403)),
    ("hear", "POST", {"mails": "off"}, (LOGIN, 303, 303, 403, 403)),
    ("give_time", "GET", {}, (LOGIN, 302, 302, 403, 403)),
    ("give_time", "POST", {"amount": "48"}, (LOGIN, 422, 422, 403, 403)),
    ("clocks", "GET", {}, (LOGIN, 403, 403, 403, 200)),
    ("clocks", "POST", {"action": "stop"}, (LOGIN, 403, 403, 403, 422)),
    ("mail_again", "GET", {}, (LOGIN, 302, 302, 302, 302)),
    ("mail_again", "POST", {}, (LOGIN, 303, 303, 303, 303)),
    ("calendar_page", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("calendar_page", "POST", {"action": "new"}, (LOGIN, 303, 303, 303, 303)),
    ("calendar_page", "PUT", {}, (LOGIN, 405, 405, 405, 405)),
    ("calendar", "GET", {}, (200, 200, 200, 200, 200)),
    ("calendar", "POST", {}, (405, 405, 405, 405, 405)),
    ("vacation", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("vacation", "POST", {"action": "take"}, (LOGIN, 422, 422, 422, 422)),
    ("vacation", "POST", {"action": "end", "vacation": "1"}, (LOGIN, 409, 409, 409, 409)),
    ("vacation", "PUT", {}, (LOGIN, 405, 405, 405, 405)),
    ("challenges", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("challenges", "POST", {}, (LOGIN, 405, 405, 405, 405)),
    ("challenge_new", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("challenge_new", "POST", {"to": "name"}, (LOGIN, 422, 422, 422, 422)),
    ("start_board", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("start_board", "POST", {}, (LOGIN, 405, 405, 405, 405)),
    ("challenge", "GET", {}, (LOGIN, 200, 200, 404, 404)),
    ("challenge", "POST", {"action": "accept"}, (LOGIN, 409, 303, 404, 404)),
    ("challenge", "POST", {"action": "decline"}, (LOGIN, 403, 303, 404, 404)),
    ("challenge", "POST", {"action": "withdraw"}, (LOGIN, 303, 403, 404, 404)),
    ("lesson", "GET", {}, (302, 302, 302, 302, 302)),
    ("lesson", "POST", {}, (405, 405, 405, 405, 405)),
    ("task", "GET", {}, (200, 200, 200, 200, 200)),
    ("task", "POST", {"text": "T@z9"}, (303, 303, 303, 303, 303)),
    ("task_draft", "GET", {}, (200, 200, 200, 200, 200)),
    ("task_draft", "POST", {}, (405, 405, 405, 405, 405)),
    ("friends", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("friends", "POST", {"action": "add", "name": "Ben"}, (LOGIN, 303, 422, 303, 303)),
    ("friends", "POST", {"action": "remove", "player": "7"}, (LOGIN, 303, 303, 303, 303)),
    ("lobby", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("lobby", "POST", {"action": "play", "game": "fortify", "seats": "2", "paces": "3"}, (LOGIN, 303, 303, 303, 303)),
    ("lobby", "POST", {"action": "play"}, (LOGIN, 422, 422, 422, 422)),
    ("computer", "GET", {}, (200, 200, 200, 200, 200)),
    ("computer", "POST", {"game": "fortify"}, (422, 422, 422, 422, 422)),
    ("computer", "POST", {"game": "fortify", "strength": "easy", "first": "me"}, (303, 303, 303, 303, 303)),
    ("play_alone", "GET", {}, (200, 200, 200, 200, 200)),
    ("play_alone", "POST", {}, (422, 422, 422, 422, 422)),
    ("play_alone", "POST", ALONE, (303, 303, 303, 303, 303)),
    ("better_turn", "GET", {}, (LOGIN, 404, 404, 404, 404)),
    ("better_turn", "POST", {}, (LOGIN, 404, 404, 404, 404)),
    ("table_new", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("table_new", "POST", {}, (LOGIN, 422, 422, 422, 422)),
    ("table", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("table", "POST", {"action": "accept"}, (LOGIN, 409, 303, 303, 303)),
    ("table_by_link", "POST", BY_ADDRESS, (200, 303, 422, 422, 422)),
    ("challenge_by_link", "POST", BY_ADDRESS, (200, 303, 422, 422, 422)),
    ("table_by_link", "GET", {}, (200, 303, 200, 200, 200)),
    ("table_by_link", "POST", {"action": "accept"}, (LOGIN, 303, 303, 303, 303)),
    ("challenge_by_link", "GET", {}, (200, 303, 200, 200, 200)),
    ("challenge_by_link", "POST", {"action": "accept"}, (LOGIN, 303, 303, 303, 303)),
    ("link", "GET", {}, (200, 302, 403, 403, 403)),
    ("link", "POST", {"text": "T@b3", "sure": "yes"}, (303, 303, 403, 403, 403)),
    ("link", "PUT", {}, (405, 405, 405, 405, 405)),
    ("link_draft", "GET", {}, (200, 200, 403, 403, 403)),
    ("link_draft", "POST", {}, (405, 405, 405, 405, 405)),
    ("link_turn", "GET", {}, (404, 302, 403, 403, 403)),
    ("link_turn", "POST", {}, (405, 405, 405, 405, 405)),
    ("link_draw", "GET", {}, (302, 302, 403, 403, 403)),
    ("link_draw", "POST", {"action": "accept"}, (405, 405, 405, 405, 405)),
    ("link_analysis", "GET", {}, (200, 302, 403, 403, 403)),
    ("link_analysis", "POST", {}, (405, 405, 405, 405, 405)),
    ("link_analysis_draft", "GET", {}, (200, 200, 403, 403, 403)),
    ("link_analysis_draft", "POST", {}, (405, 405, 405, 405, 405)),
    ("link_position", "GET", {}, (404, 404, 403, 403, 403)),
    ("link_position", "POST", {}, (405, 405, 405, 405, 405)),
    ("link_check", "GET", {}, (302, 302, 403, 403, 403)),
    ("link_check", "POST", {}, (405, 405, 405, 405, 405)),
    ("link_resign", "GET", {}, (302, 302, 403, 403, 403)),
    ("link_resign", "POST", {"action": "resign"}, (302, 302, 403, 403, 403)),
    ("link_resign", "PUT", {}, (405, 405, 405, 405, 405)),
    ("player", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("player", "POST", {}, (405, 405, 405, 405, 405)),
    ("status", "GET", {}, (LOGIN, 403, 403, 403, 200)),
    ("status", "POST", {}, (LOGIN, 403, 403, 403, 405)),
    ("send_again", "GET", {}, (LOGIN, 403, 403, 403, 303)),
    ("send_again", "POST", {"which": "given-up"}, (LOGIN, 403, 403, 403, 303)),
    ("rules_list", "GET", {}, (200, 200, 200, 200, 200)),
    ("rules_list", "POST", {}, (405, 405, 405, 405, 405)),
    ("rules", "GET", {}, (200, 200, 200, 200, 200)),
    ("rules", "POST", {}, (405, 405, 405, 405, 405)),
]


@pytest.fixture
def addresses(match: Match, player_seat: Seat, player: User, opponent: User) -> dict[str, str]:
    """The match has just begun and the player is asked; the challenge is the player's to the opponent; the link is
    the player's."""
    challenge: Offer = ChallengeFactory(challenger=player, opponent=opponent)
    by_link: Offer = ChallengeFactory(challenger=player, by_link=True)
    token = tokens.mint_turn(player_seat, 1)
    at_match = f"/matches/{match.pk}/"
    return {
        "home": "/",
        "list": "/matches/",
        "news": LivePage(match_id=match.pk, seat_id=player_seat.pk, player_id=player.pk).address,
        "match": at_match,
        "turn": f"{at_match}turns/0/",
        "position": f"{at_match}turns/0/position/",
        "analysis": f"{at_match}analysis/0/",
        "analysis_draft": f"{at_match}analysis/draft/0/",
        "turn_board": f"{at_match}turned/",
        "rematch": f"{at_match}rematch/",
        **{
            name: f"{at_match}{name}/"
            for name in ("play", "ahead", "orders", "draft", "record", "resign", "draw", "clocks")
        },
        "check": f"{at_match}check/",
        "chance_document": "/chance.md",
        "ahead_draft": f"{at_match}ahead/draft/",
        **{name: f"{at_match}{name}/" for name in ("say", "hear", "marks")},
        "private_notes": f"{at_match}notes/",
        "take_back": f"{at_match}take-back/",
        "give_time": f"{at_match}time/",
        "mail_again": "/mail/again/",
        "vacation": "/leave/",
        "calendar_page": "/calendar/",
        "calendar": f"/calendar/{calendar_feed.renew(player).key}.ics",
        "challenges": "/challenges/",
        "challenge_new": "/challenges/new/",
        "start_board": "/challenges/new/board/",
        "challenge": f"/challenges/{challenge.pk}/",
        "friends": "/friends/",
        "lobby": "/lobby/",
        "computer": "/computer/",
        "better_turn": f"{at_match}better-turn/1/",
        "table_new": "/tables/new/",
        "table": table_of(player, opponent.display_name).get_absolute_url(),
        "table_by_link": urlsplit(share_link.share_url(table_of(player, seats=3, by_link=True))).path,
        "challenge_by_link": urlsplit(share_link.share_url(by_link)).path,
        "link": f"/l/{token}/",
        "link_draft": f"/l/{token}/draft/",
        "link_turn": f"/l/{token}/turns/0/",
        "link_analysis": f"/l/{token}/analysis/0/",
        "link_analysis_draft": f"/l/{token}/analysis/draft/0/",
        "play_alone": "/rules/fairytale/alone/",
        "lesson": "/rules/fortify/lesson/",
        "task": "/rules/fortify/lesson/enlist/",
        "task_draft": "/rules/fortify/lesson/enlist/draft/",
        "link_position": f"/l/{token}/turns/0/position/",
        "link_draw": f"/l/{token}/draw/",
        "link_check": f"/l/{token}/check/",
        "link_resign": f"/l/{token}/resign/",
        "player": f"/players/{player.pk}/",
        "status": "/host/",
        "send_again": "/host/send-again/",
        "rules_list": "/rules/",
        "rules": "/rules/fortify/",
    }


@pytest.fixture
def browsers(log_in: LogIn, player: User, opponent: User, stranger: User, host: User) -> dict[str, Client]:
    members = {"player": player, "opponent": opponent, "stranger": stranger, "host": host}
    return {"visitor": Client(), **{name: log_in(user) for name, user in members.items()}}


@pytest.mark.parametrize("person", PEOPLE)
def test_everybody_gets_what_is_theirs(person: str, addresses: dict[str, str], browsers: dict[str, Client]) -> None:
    assert wrong_answers(browsers[person], PEOPLE.index(person), TABLE, addresses) == []


def test_the_table_has_every_address_of_matches() -> None:
    known = {pattern.name for pattern in urls.app_patterns}
    assert {name for name, *_ in TABLE} == known | {"home", "status", "send_again", "player"}


# It says how one looks at a board, and stands on the page of a link, too.
WITHOUT_TOKEN = {"turn_board"}
POSTED = sorted(
    {name for name, method, *_ in TABLE if method == "POST" and not name.startswith("link")} - WITHOUT_TOKEN
)


def test_a_post_without_the_forms_token_is_refused(addresses: dict[str, str], player: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    answers = {name: client.post(addresses[name]).status_code for name in POSTED}
    assert {name: answer for name, answer in answers.items() if answer not in {403, 405}} == {}
