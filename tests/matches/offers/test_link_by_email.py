"""Taking up a challenge or a seat by its link, with a name and an email address alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from mail.models import OutboxMail
from matches.mails import tokens
from matches.models import Offer
from matches.offers import answers, guests, limits, link_by_email
from matches.offers.refused import OfferRefused
from tests.support.composed_mails import deliver_all
from tests.support.factories import ChallengeFactory, GuestFactory, UserFactory
from tests.support.matches import travel
from tests.support.offers import accepted
from tests.support.tables import table_of
from timekeeping import clock

PEER = "192.0.2.1"
ADDRESS = "zed@elsewhere.example"


@pytest.fixture
def offer(player: User) -> Offer:
    made: Offer = ChallengeFactory(challenger=player, by_link=True)
    return made


def send(offer: Offer, address: str = ADDRESS, name: str = "Zed", peer: str = PEER) -> OutboxMail:
    link_by_email.send_link(offer, name, address, peer=peer, time_zone="Europe/Berlin")
    return OutboxMail.objects.latest("pk")


def test_an_unknown_address_makes_a_guest_of_that_time_zone_whose_name_is_not_taken_yet(offer: Offer) -> None:
    mail = send(offer, " Zed@Elsewhere.Example ")
    assert mail.user is not None
    assert (mail.user.email, mail.user.is_guest, mail.user.time_zone) == (ADDRESS, True, "Europe/Berlin")
    assert mail.user.display_name.startswith("Guest ")
    offer.refresh_from_db()
    assert offer.is_open


def test_the_address_of_an_account_reaches_its_player_whose_settings_stay(offer: Offer, opponent: User) -> None:
    assert send(offer, opponent.email).user == opponent
    opponent.refresh_from_db()
    assert (opponent.display_name, opponent.time_zone) == ("Ben", "UTC")


@pytest.mark.parametrize(
    ("close", "words"),
    [
        (lambda offer: accepted(offer, UserFactory()), "already accepted"),
        (lambda offer: answers.withdraw_offer(offer, offer.host), "withdrawn"),
        (lambda _offer: Offer.objects.update(expires_at=clock.now() - timedelta(days=1)), "expired"),
    ],
    ids=["taken", "withdrawn", "expired"],
)
def test_nothing_is_sent_for_one_that_is_over(close: Callable[[Offer], object], words: str, offer: Offer) -> None:
    close(offer)
    offer.refresh_from_db()
    with pytest.raises(OfferRefused, match=words):
        link_by_email.send_link(offer, "Zed", ADDRESS, peer=PEER)
    assert not OutboxMail.objects.filter(kind="challenge_link").exists()
    assert not User.objects.filter(email=ADDRESS).exists()


def test_an_address_gets_five_a_day_whosever_it_is(offer: Offer, opponent: User) -> None:
    closed = UserFactory(is_active=False)
    for address in (ADDRESS, opponent.email, closed.email):
        for number in range(limits.LINKS_A_DAY):
            send(offer, address, peer=f"192.0.2.{number}")
        with pytest.raises(OfferRefused, match="had enough emails") as refused:
            send(offer, address)
        assert (refused.value.status, refused.value.field) == (429, "email")
    with travel(days=1.1):
        send(offer)


def test_one_place_on_the_net_and_its_network_ask_for_so_many_in_an_hour(
    offer: Offer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TYPED_AN_HOUR", limits.TYPED_AN_HOUR._replace(peer=2, network=3))
    peers = ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3", "198.51.100.7"]
    answers = []
    for number, peer in enumerate(peers):
        try:
            send(offer, f"zed{number}@elsewhere.example", peer=peer)
            answers.append(200)
        except OfferRefused as refused:
            answers.append(refused.status)
    assert answers == [200, 200, 429, 200, 429, 200]
    assert not User.objects.filter(email="zed2@elsewhere.example").exists()


def test_an_account_that_is_closed_and_a_host_who_types_their_own_get_no_match(offer: Offer, player: User) -> None:
    closed = send(offer, UserFactory(is_active=False).email)
    deliver_all()
    closed.refresh_from_db()
    assert closed.status == OutboxMail.Status.DROPPED
    own = send(offer, player.email)
    assert own.user == player
    with pytest.raises(OfferRefused, match="your own challenge"):
        answers.accept_place(offer, player)


def test_a_guest_who_has_stopped_all_emails_is_sent_what_they_ask_for(offer: Offer) -> None:
    guest = GuestFactory(turn_mail="none")
    mail = send(offer, guest.email)
    deliver_all()
    mail.refresh_from_db()
    assert mail.status == OutboxMail.Status.SENT


def test_a_link_to_a_table_leads_to_whichever_seat_is_free(player: User, opponent: User, stranger: User) -> None:
    table = table_of(player, seats=4, by_link=True, game="fortress")
    guest = send(table).user
    assert guest is not None
    answers.accept_place(table, opponent, has_link=True)
    assert answers.waits_for(table, guest)
    assert answers.accept_place(table, guest, has_link=True) is None
    assert not answers.waits_for(table, guest)
    match = accepted(table, stranger)
    assert match.seats.filter(player=guest).exists()
    table.refresh_from_db()
    with pytest.raises(OfferRefused, match="has begun"):
        answers.refuse_unless_free(table)


def forgotten_after(days: float, guest: User) -> bool:
    with travel(days=days):
        guests.forget_unused(clock.now())
    return not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_is_kept_while_the_link_may_be_confirmed_and_a_while_longer(offer: Offer) -> None:
    mail = send(offer)
    assert mail.user is not None
    tokens.mint_offer(offer, mail.user, mail)
    assert not forgotten_after(13, mail.user)
    with travel(days=13.5):
        accepted(offer, UserFactory())
    assert not forgotten_after(20, mail.user)
    assert forgotten_after(21, mail.user)
