"""A game is named with its options, and one without options by its name alone."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from engine.games import game
from tests.support.composed_mails import latest, message_of, text_of
from tests.support.factories import ChallengeFactory, EventFactory, MatchFactory, UserFactory
from tests.support.markup import compact
from tests.support.people import LogIn
from tournaments.settings.describe import terms_of

TEXT = re.compile(r"<[^>]+>")
DANGLING = re.compile(r"Fortac ?[:,(]\s*[;.)\n]")


@pytest.mark.parametrize(
    ("slug", "named", "in_sentence"),
    [
        ("fortify", "Fortify, 2 volleys for points, map 4x5", "Fortify (2 volleys for points, map 4x5)"),
        ("fortac", "Fortac", "Fortac"),
    ],
)
def test_options_follow_the_name_where_there_are_any(slug: str, named: str, in_sentence: str) -> None:
    rules = game(slug)
    options = rules.clean_options({"format": "points-2", "map": "4x5"})
    assert (rules.full_name(options), rules.name_in_sentence(options)) == (named, in_sentence)


@pytest.mark.django_db
def test_pages_and_emails_name_a_game_without_options(player: User, opponent: User, log_in: LogIn) -> None:
    challenge = ChallengeFactory(challenger=opponent, game_slug="fortac")
    ChallengeFactory(challenger=opponent, opponent=player, game_slug="fortac")
    event, match = EventFactory(game_slug="fortac"), MatchFactory(game_slug="fortac", players=[player, UserFactory()])
    client = log_in(player)
    pages = [match.get_absolute_url(), f"/challenges/{challenge.pk}/", "/challenges/", "/lobby/"]
    texts = [client.get(page).content.decode() for page in [*pages, event.get_absolute_url()]]
    mail = text_of(message_of(latest("challenge", player)))
    for text in [*(TEXT.sub("", compact(text)) for text in texts), mail]:
        assert "Fortac" in text
        assert not DANGLING.search(text)
    assert "\nGame: Fortac\n" in mail
    assert "Fortac" in {fact.words for fact in terms_of(event)}
