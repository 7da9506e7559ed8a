from __future__ import annotations

from accounts.models import User
from matches.gate import turns
from matches.models import Match, Turn
from tests.support.factories import GuestFactory, MatchFactory
from tests.support.people import LogIn


def test_it_shows_matches_and_results_and_never_the_address(
    log_in: LogIn, match: Match, player: User, opponent: User, stranger: User
) -> None:
    over: Match = MatchFactory(players=[player, opponent])
    turns.resign(over.seats.get(index=0), Turn.Via.SITE)
    address = f"/players/{player.pk}/"
    response = log_in(stranger).get(address)
    assert [card.match for card in response.context["running"]] == [match]
    assert [(card.match, card.share) for card in response.context["finished"]] == [(over, "lost")]
    assert player.email not in response.text
    assert f"to=name&amp;name={player.display_name}" in response.text
    assert 'href="/account/"' in log_in(player).get(address).text


def test_a_guest_has_one_from_the_first_match_on(log_in: LogIn, player: User) -> None:
    guest = GuestFactory()
    client = log_in(player)
    assert client.get(f"/players/{guest.pk}/").status_code == 404
    MatchFactory(players=[player, guest])
    assert client.get(f"/players/{guest.pk}/").status_code == 200


def test_a_closed_account_has_none(log_in: LogIn, player: User, opponent: User) -> None:
    opponent.is_active = False
    opponent.save()
    assert log_in(player).get(f"/players/{opponent.pk}/").status_code == 404
