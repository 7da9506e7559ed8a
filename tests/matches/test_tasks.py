"""The tasks do what their names say; beat calls them by those names."""

from __future__ import annotations

from matches import tasks
from matches.models import Challenge, Match
from tests.support.factories import ChallengeFactory
from tests.support.matches import told, travel


def test_deadlines_are_swept(toy_match: Match) -> None:
    told(toy_match)
    with travel(days=4):
        assert "1 deadlines decided" in tasks.sweep_matches()
    toy_match.refresh_from_db()
    assert toy_match.is_over


def test_challenges_expire(db: None, toy: None) -> None:
    made: Challenge = ChallengeFactory(game_slug="toy")
    with travel(days=15):
        assert tasks.expire_challenges() == 1
    made.refresh_from_db()
    assert made.status == Challenge.Status.EXPIRED
