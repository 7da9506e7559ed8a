from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from matches.gate import turns
from matches.models import LogEntry, Match
from matches.playing.clock_form import GiveTimeForm
from matches.time_control.time_control import DAY
from tests.matches.conftest import PlayOn
from tests.support.factories import MatchFactory, UserFactory
from tests.support.pages import length_of, read_match, seat_of, words
from tests.support.people import LogIn
from tests.support.toy_game import Toy


def give(client: Client, match: Match, **fields: object) -> HttpResponse:
    to = match.seats.get(player__display_name=fields.pop("to", "Ben"))
    posted = {"at": length_of(match), "to": to.pk, "amount": "48", **fields}
    return client.post(f"/matches/{match.pk}/time/", posted)  # type: ignore[return-value]


def test_the_opponents_clock_gets_it(log_in: LogIn, match: Match, player: User, opponent: User) -> None:
    before = seat_of(match, opponent).bank
    client = log_in(player)
    assert give(client, match).status_code == 303
    assert seat_of(match, opponent).bank == before + 2 * DAY
    assert "You gave Ben 2 days more." in read_match(client, match)
    assert OutboxMail.objects.filter(kind="clock_changed", user=opponent).count() == 1


def test_the_page_says_what_is_left_of_it_after_a_turn(
    log_in: LogIn, match: Match, player: User, opponent: User, play_on: PlayOn
) -> None:
    """Three days a turn: what is above them is cut when the turn is played."""
    told = "A clock carries at most 3 days into its next turn; anything above that counts for one turn only."
    client = log_in(opponent)
    assert told in read_match(client, match)
    give(client, match, to="Ada")
    play_on(match, 1)
    assert seat_of(match, player).bank == 3 * DAY


def test_a_match_that_moved_on_is_to_be_looked_at_first(
    log_in: LogIn, match: Match, player: User, play_on: PlayOn
) -> None:
    at = length_of(match)
    play_on(match, 1)
    response = give(log_in(player), match, at=at, amount="120")
    assert response.status_code == 409
    page = response.content.decode()
    assert "The match has changed" in words(page)
    assert '<option value="120" selected>' in page
    assert f'name="at" value="{length_of(match)}"' in page
    assert not match.log.filter(kind=LogEntry.Kind.TIME_GIVEN).exists()


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"amount": ""}, 422, "Choose how much time to give."),
        ({"amount": "99999"}, 422, "Choose how much time to give."),
        ({"amount": "-48"}, 422, "Choose how much time to give."),
        ({"at": ""}, 409, "The match has changed"),
        ({"at": "nonsense"}, 409, "The match has changed"),
        ({"to": "Ada"}, 422, "Choose who gets the time."),
    ],
)
def test_what_cannot_be_given_is_said_beside_the_turn_under_way(
    fields: dict[str, str], status: int, sentence: str, log_in: LogIn, match: Match, player: User
) -> None:
    response = give(log_in(player), match, **fields)
    assert response.status_code == status
    assert sentence in words(response.content.decode())
    assert "data-turn-form" in response.content.decode()
    assert length_of(match) == 0


def test_a_match_that_is_over_has_no_form_for_it(log_in: LogIn, match: Match, player: User, opponent: User) -> None:
    turns.resign(seat_of(match, opponent), LogEntry.Via.SITE)
    client = log_in(player)
    assert 'id="give-time"' not in client.get(f"/matches/{match.pk}/").content.decode()
    response = give(client, match)
    assert response.status_code == 409
    assert "This match is over" in words(response.content.decode())


def test_nobody_gives_time_to_a_former_player(log_in: LogIn, match: Match, player: User, opponent: User) -> None:
    to = seat_of(match, opponent).pk
    opponent.delete()
    client = log_in(player)
    assert 'id="give-time"' not in client.get(f"/matches/{match.pk}/").content.decode()
    fields = {"at": length_of(match), "to": to, "amount": "48"}
    assert client.post(f"/matches/{match.pk}/time/", fields).status_code == 409


def test_of_several_opponents_one_is_chosen(log_in: LogIn, toy: Toy, player: User, opponent: User) -> None:
    cleo = UserFactory(display_name="Cleo")
    match: Match = MatchFactory(game_slug="toy", players=[player, opponent, cleo])
    client = log_in(player)
    before = {user: seat_of(match, user).bank for user in (opponent, cleo)}
    assert give(client, match, to="Cleo").status_code == 303
    assert seat_of(match, cleo).bank == before[cleo] + 2 * DAY
    assert seat_of(match, opponent).bank == before[opponent]
    form = GiveTimeForm([seat_of(match, opponent), seat_of(match, cleo)], {})
    assert [name for _, name in form.fields["to"].choices] == ["Ben", "Cleo"]  # type: ignore[attr-defined]


def test_who_has_to_log_in_first_finds_the_form_on_the_match(log_in: LogIn, match: Match, player: User) -> None:
    response = log_in(player).get(f"/matches/{match.pk}/time/")
    assert response.headers["Location"] == match.get_absolute_url()
