"""How a match of several ended, and what it would mean to leave it, in words."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.utils import timezone

from matches.gate import turns
from matches.match_view.endings import result_in_words, what_resigning_does
from matches.match_view.sides import sides_of
from matches.models import Match, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE
from tests.support.toy_game import Toy

NAMES = ("Ann", "Ben", "Cleo", "Dev")
POINTS, TIME = "points", "time"


def seats(shares: tuple[str | None, ...], scores: tuple[int, ...]) -> list[Seat]:
    return [
        Seat(index=index, known_as=NAMES[index], share=None if share is None else Decimal(share), score=score)
        for index, (share, score) in enumerate(zip(shares, scores, strict=True))
    ]


@pytest.mark.parametrize(
    ("shares", "scores", "how", "words"),
    [
        (("1", "0"), (15, 12), POINTS, "Ann won"),
        (("1", "0", "0", "0"), (15, 12, 9, 9), POINTS, "Ann won with 15; Ben 12, Cleo and Dev 9"),
        (("0", "0", "1"), (3, -2, 7), POINTS, "Cleo won with 7; Ann 3, Ben −2"),
        (("0.5", "0", "0.5"), (8, 3, 8), POINTS, "Ann and Cleo won with 8; Ben 3"),
        (("0", "1", "0"), (8, 3, 2), TIME, "Ben won"),
        (("0.3333", "0.3333", "0.3333"), (4, 4, 4), POINTS, "Drawn"),
        ((None, None, None), (0, 0, 0), "annulled", "Annulled"),
    ],
)
def test_a_result_names_the_winners_and_of_several_players_all(
    shares: tuple[str | None, ...], scores: tuple[int, ...], how: str, words: str
) -> None:
    assert result_in_words(Match(how_it_ended=how), seats(shares, scores)) == words


@pytest.mark.django_db
def test_what_resigning_does_follows_from_who_still_plays(toy: Toy) -> None:
    match: Match = MatchFactory(game_slug="toy", players=[UserFactory(display_name=name) for name in NAMES[:3]])
    one, two, three = every = list(match.seats.select_related("player"))
    words = what_resigning_does(toy, match.loaded_state, every, one)
    assert words == "If you resign, you leave the match at once; Ben and Cleo play on."
    turns.resign(two, SITE)
    match.refresh_from_db()
    sides = sides_of(match, every, three, toy.view(match.loaded_state), timezone.now())
    assert [(side.is_out, side.time is None) for side in sides] == [(False, False), (True, True), (False, False)]
    assert (
        what_resigning_does(toy, match.loaded_state, every, one)
        == "If you resign, you lose the match at once; Cleo wins."
    )
