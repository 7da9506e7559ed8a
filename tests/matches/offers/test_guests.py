"""Challenging an email address: who it reaches, and that no one learns it from the answer."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.utils import translation

from accounts.models import User
from matches.models import Match, Offer
from matches.offers import answers, begin, guests
from tests.support.factories import ChallengeFactory, MatchFactory, UserFactory
from tests.support.matches import Mails, travel
from tests.support.offers import opponent_of
from timekeeping import clock

pytestmark = pytest.mark.usefixtures("toy")
ADDRESS = "zed@elsewhere.example"


def invite(challenger: User, email: str = ADDRESS) -> Offer:
    made: Offer = ChallengeFactory(challenger=challenger, email=email, game_slug="toy")
    return made


def test_an_unknown_address_makes_a_guest(player: User, mails: Mails) -> None:
    guest = opponent_of(invite(player, " Zed@Elsewhere.Example "))
    assert guest is not None
    assert (guest.email, guest.is_guest, guest.has_usable_password()) == (ADDRESS, True, False)
    assert guest.display_name.startswith("Guest ")
    assert mails() == [("challenge", guest.display_name)]


def test_a_guest_is_called_so_in_the_language_in_which_they_are_invited(player: User) -> None:
    with translation.override("de"):
        guest = opponent_of(invite(player))
    assert guest is not None
    assert guest.display_name.startswith("Gast ")


def test_a_guest_is_made_once(player: User, stranger: User) -> None:
    assert opponent_of(invite(player)) == opponent_of(invite(stranger))


def test_a_guests_name_is_not_one_that_is_taken(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([1, 1, 2])
    monkeypatch.setattr("matches.offers.guests.secrets.randbelow", lambda _: next(drawn))
    names = [opponent_of(invite(player, f"{n}@elsewhere.example")).display_name for n in range(2)]
    assert names == ["Guest 10001", "Guest 10002"]


def test_the_address_of_an_account_reaches_its_player(player: User, opponent: User) -> None:
    assert opponent_of(invite(player, "BEN@players.example")) == opponent


def test_a_second_address_reaches_its_player_once_confirmed(player: User, opponent: User) -> None:
    EmailAddress.objects.create(user=opponent, email=ADDRESS, verified=True)
    assert opponent_of(invite(player)) == opponent


def test_an_address_somebody_only_claims_does_not_reach_them(player: User, opponent: User) -> None:
    EmailAddress.objects.create(user=opponent, email=ADDRESS, verified=False)
    guest = opponent_of(invite(player))
    assert guest is not None
    assert guest.is_guest


def test_a_sign_up_not_yet_confirmed_is_reached_by_its_own_address(player: User) -> None:
    newcomer = User.objects.create_user(ADDRESS, "Zed", "a password")
    EmailAddress.objects.create(user=newcomer, email=ADDRESS, verified=False, primary=True)
    assert opponent_of(invite(player)) == newcomer


def test_the_challenger_sees_the_address_until_the_challenge_is_accepted(player: User, opponent: User) -> None:
    offer = invite(player, "ben@players.example")
    known, unknown = offer.places.get(), invite(player).places.get()
    assert known.addressed_to == "ben@players.example"
    assert unknown.addressed_to == ADDRESS
    answers.accept_place(offer, opponent)
    known.refresh_from_db()
    assert known.addressed_to == "Ben"


def test_a_challenge_by_name_tells_nothing_about_an_address(player: User, opponent: User) -> None:
    """Otherwise a refusal as a repeat would say that the address is Ben's."""
    ChallengeFactory(challenger=player, opponent=opponent, game_slug="toy")
    assert opponent_of(invite(player, "ben@players.example")) == opponent


def test_a_closed_account_looks_like_any_other_address(player: User, opponent: User, mails: Mails) -> None:
    opponent.is_active = False
    opponent.save()
    assert invite(player, "ben@players.example").status == Offer.Status.OPEN
    assert mails() == []


# -- forgetting ----------------------------------------------------------------------------------------------------


def guest_exists() -> bool:
    return User.objects.filter(is_guest=True).exists()


def expire(days: float) -> None:
    with travel(days=days):
        begin.expire_due(clock.now())


def test_a_guest_is_kept_while_the_challenge_waits_and_forgotten_who_never_answered(player: User) -> None:
    made = invite(player)
    for days in (13, 14):
        expire(days)
        assert guest_exists()
    expire(22)
    assert not guest_exists()
    made.refresh_from_db()
    assert (made.status, made.places.get().addressed_to, made.free) == ("expired", ADDRESS, 0)


def test_a_guest_who_declined_is_forgotten(player: User) -> None:
    made = invite(player)
    answers.decline(made, opponent_of(made))
    expire(6)
    assert guest_exists()
    expire(8)
    assert not guest_exists()


def test_a_guest_with_another_challenge_is_kept(player: User, stranger: User) -> None:
    made = invite(player)
    answers.decline(made, opponent_of(made))
    with travel(days=7):
        invite(stranger)
    expire(8)
    assert guest_exists()


def test_a_guest_who_has_played_is_kept(player: User) -> None:
    made = invite(player)
    answers.accept_place(made, opponent_of(made))
    Match.objects.update(status=Match.Status.FINISHED)
    expire(400)
    assert guest_exists()


def test_a_player_is_never_forgotten(player: User) -> None:
    UserFactory()
    MatchFactory(game_slug="toy")
    with travel(days=4000):
        assert guests.forget_unused(clock.now()) == 0


def test_a_guest_who_takes_a_seat_at_this_moment_is_kept(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    made = invite(player)
    answers.decline(made, opponent_of(made))
    forget = guests._forget

    def play_first(users: QuerySet[User], pk: int) -> bool:
        MatchFactory(game_slug="toy", players=[player, User.objects.get(pk=pk)])
        return forget(users, pk)

    monkeypatch.setattr(guests, "_forget", play_first)
    with travel(days=30):
        assert guests.forget_unused(clock.now()) == 0
    assert guest_exists()
