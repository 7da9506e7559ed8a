"""Players' names in place of what a game calls its seats."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.games import game
from i18n.text import Text, joined, listed, say, seat_name, translate
from matches.models import Seat
from matches.record.names import named, names_in

NAMES = ("Ann", "Ben", "Ævar")


def test_a_sentence_names_players_wherever_it_holds_a_seat() -> None:
    said = say("It isn't your turn. Wait for %(players)s.", players=listed([seat_name(0), seat_name(2)]))
    assert named(said, NAMES) == "It isn't your turn. Wait for Ann and Ævar."
    assert named(said, ()) is said
    other = joined([Text("Player 1"), "Player 2"])
    assert named(other, NAMES) == "Player 1, Player 2"


def test_a_sentence_that_was_kept_is_named_in_the_readers_language() -> None:
    kept = say("%(player)s: %(done)s.", player=seat_name(1), done=say("Passed")).kept
    with override("de"):
        assert named(translate(kept), NAMES) == "Ben: Gepasst."


def test_views_and_drafts_are_named_and_stay_what_they_are() -> None:
    fortress = game("fortress")
    state = fortress.start(fortress.clean_options({}), 3, bytes(32))
    view = named(fortress.view(state, 0), NAMES)
    assert [player["label"] for player in view["players"]] == list(NAMES)
    assert view["labels"] == ["Player 1", "Player 2", "Player 3"]
    assert "Ævar" in fortress.text_board(view)
    assert fortress.view(state, 0)["players"][0]["label"] == "Player 1"
    draft = fortress.draft(state, 0)
    assert named(draft, NAMES).steps == draft.steps
    assert named(draft, NAMES).view == named(draft.view, NAMES)


@pytest.mark.parametrize(("slug", "names"), [("fortress", ("Ben", "Ann")), ("fortify", ()), ("fortac", ())])
def test_games_with_words_of_their_own_keep_them(slug: str, names: tuple[str, ...]) -> None:
    seats = [Seat(index=1, known_as="Ann"), Seat(index=0, known_as="Ben")]
    assert names_in(game(slug), seats) == names
