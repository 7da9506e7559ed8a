"""Conditional turns put together turn by turn, as the script of the page does it."""

from __future__ import annotations

import pytest

from accounts.models import User
from matches.conditional.compose import AheadDraft, draft_ahead
from matches.conditional.limits import DEEPEST, LONGEST
from matches.gate.refused import MatchRefused
from matches.gate.turns import resign
from matches.models import Match, Seat
from tests.support.factories import MatchFactory
from tests.support.matches import SITE, submit

from .conftest import refused, stored

pytestmark = pytest.mark.django_db


def draft(seat: Seat, *chain: str, text: str = "") -> AheadDraft:
    match = Match.objects.get(pk=seat.match_id)
    seats = list(match.seats.select_related("player"))
    return draft_ahead(match, seats, next(each for each in seats if each.pk == seat.pk), chain, text)


def refusal(seat: Seat, *chain: str, text: str = "") -> MatchRefused:
    with pytest.raises(MatchRefused) as caught:
        draft(seat, *chain, text=text)
    return caught.value


def test_the_opponents_turn_comes_first_and_then_each_in_turn(ada: Seat, ben: Seat) -> None:
    theirs, own, theirs_again = draft(ada), draft(ada, "T@c3"), draft(ada, "T@c3", "I@b2")

    assert [found.seat.pk for found in (theirs, own, theirs_again)] == [ben.pk, ada.pk, ben.pk]
    assert "T@c3" in [step.text for step in theirs.draft.steps]
    assert "I@b2" in [step.text for step in own.draft.steps]


def test_what_is_chosen_so_far_is_on_the_board_and_nothing_is_kept(ada: Seat) -> None:
    before = stored(ada)
    found = draft(ada, "T@c3", text="I@b2").draft

    units = {space["ref"]: space["unit"]["type"] for space in found.view["spaces"] if space["unit"]}
    assert units == {"b3": "T", "c3": "T", "b2": "I"}
    assert found.may_send
    assert stored(ada) == before


@pytest.mark.parametrize(("chain", "text"), [(("T@b3",), ""), (("T@c3", "T@c3"), ""), ((), "T@b3"), ((), "what")])
def test_what_could_not_be_set_cannot_be_chosen_either(ada: Seat, chain: tuple[str, ...], text: str) -> None:
    assert refusal(ada, *chain, text=text).code in {"illegal", "unreadable"}


def test_an_end_of_the_match_or_of_the_others_turns_is_said_as_where_lines_are_set(ada: Seat) -> None:
    """A chain cannot be longer than what may be set, nor the text."""
    chain = ["pass", "pass"] * DEEPEST
    assert refusal(ada, *chain).message == refused(ada, " ".join(["if pass then pass"] * (DEEPEST + 1))).message
    assert str(LONGEST) in refusal(ada, text="x" * (LONGEST + 1)).message


def test_who_cannot_set_lines_cannot_try_the_others_turns(ada: Seat, ben: Seat) -> None:
    assert refusal(ben).code == "not_asked"
    resign(ben, SITE)
    assert refusal(ada).code == "over"


def test_nothing_is_tried_where_something_is_secret(player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    first = match.seats.get(index=0)
    submit(first, "I4T4B2")

    assert refusal(first).code == "not_asked"


def test_where_nobody_else_plays_there_is_no_turn_to_try(player: User) -> None:
    match: Match = MatchFactory(game_slug="fairytale", players=[player])
    assert refusal(match.seats.get()).code == "illegal"
