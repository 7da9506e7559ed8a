"""Answers that a player may start from: the game's own, and the player's last one."""

from __future__ import annotations

import pytest

from accounts.models import User
from matches.gate.turns import submit_turn
from matches.models import LastAnswer, LogEntry, Match, Seat
from matches.playing.turn import submitted_text
from matches.record.suggestions import offers
from tests.support.factories import MatchFactory
from tests.support.people import LogIn

pytestmark = pytest.mark.django_db
ARMIES = {"special": "on"}


def seat_of(match: Match, index: int) -> Seat:
    return match.seats.select_related("match", "player").get(index=index)


def offered(match: Match, index: int) -> list[str]:
    seat = seat_of(match, index)
    decision = match.game.decision(match.loaded_state, index)
    return [offer.text for offer in offers(match.game, match.loaded_state, seat, decision)]


def pick(match: Match, index: int, army: str) -> None:
    seat = seat_of(match, index)
    submit_turn(seat, seat.asked_turn, army, LogEntry.Via.SITE)


def test_the_games_own_answer_is_legal_and_said_in_words(player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options=ARMIES)
    decision = match.game.decision(match.loaded_state, 0)
    (offer,) = offers(match.game, match.loaded_state, seat_of(match, 0), decision)

    assert offer.label == decision.suggestions[0].label
    assert offer.words == match.game.draft(match.loaded_state, 0, offer.text).words
    assert match.game.play(match.loaded_state, 0, offer.text).text == offer.text


def test_a_players_last_answer_is_suggested_in_the_next_match_to_that_player_alone(
    player: User, opponent: User
) -> None:
    first: Match = MatchFactory(players=[player, opponent], options=ARMIES)
    before = offered(first, 0)
    pick(first, 0, "I4T4B1A1")
    second: Match = MatchFactory(players=[player, opponent], options=ARMIES)

    assert offered(second, 0) == [*before, "I4T4B1A1"]
    assert offered(second, 1) == before
    pick(second, 0, "I4T3B3")
    third: Match = MatchFactory(players=[opponent, player], options=ARMIES)
    assert offered(third, 1) == [*before, "I4T3B3"]
    assert LastAnswer.objects.count() == 1


def test_an_answer_is_suggested_once(player: User, opponent: User) -> None:
    first: Match = MatchFactory(players=[player, opponent], options=ARMIES)
    (own,) = offered(first, 0)
    pick(first, 0, own)

    assert offered(MatchFactory(players=[player, opponent], options=ARMIES), 0) == [own]


def test_what_is_not_legal_in_this_match_is_not_suggested(player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options=ARMIES)
    LastAnswer.objects.create(player=player, game_slug=match.game_slug, kind="army", text="I4T4B4")

    assert "I4T4B4" not in offered(match, 0)


def test_turns_and_colours_are_not_remembered(match: Match, player_seat: Seat) -> None:
    submit_turn(player_seat, player_seat.asked_turn, "T@b3", LogEntry.Via.SITE)

    assert not LastAnswer.objects.exists()


@pytest.mark.parametrize(
    ("step", "text"), [("", "I1T2"), ("I+1", "I2T2"), ("I-1", "T2"), ("C-1", "I1T2"), ("C+1", "I1T2C1"), ("x", "I1T2")]
)
def test_a_button_adds_one_or_takes_one_away(step: str, text: str) -> None:
    assert submitted_text({"pick_I": "1", "pick_T": "2", "pick_C": "0", "step": step}) == text


def test_stepping_shows_the_army_under_way_without_an_error(log_in: LogIn, player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options=ARMIES)
    answer = log_in(player).get(f"/matches/{match.pk}/play/", {"pick_I": "3", "pick_T": "1", "step": "T+1"})
    html = " ".join(answer.text.split())

    assert answer.status_code == 200
    assert 'name="pick_I" min="0" max="4" value="3"' in html
    assert 'name="pick_T" min="0" max="4" value="2"' in html
    assert "5 of 10 picked" in html
