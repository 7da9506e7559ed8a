"""Tables of more than two: set up, filled and begun."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from accounts.computers import computer_player
from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from matches.models import Match, Offer
from matches.offers import answers, begin, guests, limits, set_up, terms
from matches.offers.refused import OfferRefused
from matches.record import fairness
from matches.time_control.time_control import TimeControl
from tests.support.factories import UserFactory
from tests.support.matches import Mails, travel
from tests.support.offers import accepted
from tests.support.toy_game import Toy

pytestmark = pytest.mark.django_db
Open = Offer.Status.OPEN


@pytest.fixture
def people(toy: Toy) -> dict[str, User]:
    return {name: UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo", "Dev", "Eve")}


def table(host: User, *asked: str, seats: int = 4, by_link: bool = False) -> Offer:
    """``asked`` are names and addresses."""
    control = TimeControl.fixed(3)
    offer = terms.compose(
        host,
        seats=seats,
        game_slug="toy",
        options={},
        control=control,
        by_link=by_link,
        contribution="ann's own",
    )
    return set_up.set_up(offer, [terms.find_asked(each) for each in asked])


def sitting(match: Match | None) -> set[str]:
    assert match is not None
    return {seat.name for seat in match.seats.select_related("player")}


def test_seats_are_for_names_for_addresses_and_free(people: dict[str, User], mails: Mails) -> None:
    made = table(people["Ann"], "Ben", "new@players.example")
    places = [(str(place.player), place.address, place.for_anyone) for place in made.places.order_by("pk")]
    assert places[0] == ("Ben", "", False)
    assert places[1][1:] == ("new@players.example", False)
    assert places[2] == ("None", "", True)
    assert [kind for kind, _ in mails()] == ["challenge", "challenge"]


def test_computers_sit_down_at_once_and_nobody_writes_to_them(people: dict[str, User], mails: Mails) -> None:
    made = table(people["Ann"], "Ben", "Computer (easy)", seats=4)
    (place,) = made.places.filter(answer="accepted")
    assert place.player == computer_player("easy")
    assert made.match is None
    match = begin.begin(made, people["Ann"])
    assert sitting(match) == {"Ann", "Computer (easy)"}
    assert {name for _, name in mails()} == {"Ann", "Ben"}


def test_a_match_begins_at_once_where_computers_take_all_other_seats(people: dict[str, User]) -> None:
    made = table(people["Ann"], "Computer (easy)", "Computer (hard)", seats=3)
    assert sitting(made.match) == {"Ann", "Computer (easy)", "Computer (hard)"}
    assert made.status == Offer.Status.BEGUN


def test_a_computer_takes_a_seat_that_was_declined(people: dict[str, User]) -> None:
    made = table(people["Ann"], "Ben", "Computer (easy)", seats=3)
    answers.decline(made, people["Ben"])
    set_up.offer_place(made, people["Ann"], computer_player("medium"))
    made.refresh_from_db()
    assert sitting(made.match) == {"Ann", "Computer (easy)", "Computer (medium)"}


def test_a_computer_has_one_seat_and_plays_no_more_than_ten_matches(
    people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OfferRefused, match="one seat only"):
        table(people["Ann"], "computer (easy)", "Computer (easy)", seats=4)
    monkeypatch.setattr(limits, "MOST_WITH_COMPUTERS", 2)
    table(people["Ann"], "Computer (easy)", "Computer (hard)", seats=3)
    with travel(minutes=1), pytest.raises(OfferRefused, match="running matches against the computer"):
        table(people["Ann"], "Computer (easy)", seats=3)


def test_a_site_without_computers_seats_none(people: dict[str, User], settings: Settings) -> None:
    settings.COMPUTER_PLAYERS = False
    with pytest.raises(OfferRefused, match="no computer opponents"):
        table(people["Ann"], "Computer (easy)", seats=3)
    assert not Offer.objects.exists()


def test_it_begins_when_it_is_full_and_everybody_gave_to_the_seed(people: dict[str, User], mails: Mails) -> None:
    ann, ben, cleo, dev, eve = people.values()
    made = table(ann, "Ben")
    mails()
    assert answers.accept_place(made, cleo, "cleo's") is None
    assert answers.accept_place(made, cleo, "again") is None
    assert mails() == [("seat_changed", "Ann")]
    assert answers.accept_place(made, ben, "ben's") is None
    match = accepted(made, dev, "dev's")
    assert sitting(match) == {"Ann", "Ben", "Cleo", "Dev"}
    assert answers.accept_place(made, dev) == match
    assert match is not None
    assert match.origin is not None
    assert match.origin["label"] == f"table/{made.pk}"
    assert len(set(match.origin["given"])) == 4
    assert fairness.is_sound(match, 4)
    made.refresh_from_db()
    assert (made.status, made.match, made.seats) == ("begun", match, 4)
    with pytest.raises(OfferRefused, match="has begun"):
        answers.accept_place(made, eve)


def test_the_host_begins_with_those_who_are_there(people: dict[str, User], mails: Mails) -> None:
    ann, ben, cleo, *_ = people.values()
    made = table(ann, "Ben")
    with pytest.raises(OfferRefused, match="At least two"):
        begin.begin(made, ann)
    answers.accept_place(made, cleo)
    with pytest.raises(OfferRefused, match="Only the host"):
        begin.begin(made, cleo)
    mails()
    match = begin.begin(made, ann)
    assert sitting(match) == {"Ann", "Cleo"}
    assert begin.begin(made, ann) == match
    assert ("challenge_withdrawn", "Ben") in mails()
    assert set(made.places.values_list("answer", flat=True)) == {"accepted", ""}
    with pytest.raises(OfferRefused):
        answers.accept_place(made, ben)


def test_nobody_takes_two_seats_nor_one_promised_to_another(people: dict[str, User]) -> None:
    ann, _, cleo, *_ = people.values()
    made = table(ann, "Ben", "Dev", seats=3)
    assert table(ann, "Ben", "Dev", seats=3) == made  # pressed twice
    with pytest.raises(OfferRefused, match="taken or promised"):
        answers.accept_place(made, cleo)
    with pytest.raises(OfferRefused, match="your own table"):
        answers.accept_place(made, ann)
    for invited, words in [(("Ben", "Ben"), "one seat only"), (("Ann",), "yourself"), (("Ben", "Cleo", "Dev"), "more")]:
        with pytest.raises(OfferRefused, match=words):
            table(ann, *invited, seats=4 if len(invited) < 3 else 3)
    for seats in (1, 6):
        with pytest.raises(OfferRefused, match="that many"):
            table(ann, seats=seats)
    assert Offer.objects.count() == 1


def test_a_table_by_link_is_for_those_who_have_it(people: dict[str, User]) -> None:
    ann, ben, *_ = people.values()
    made = table(ann, by_link=True)
    with pytest.raises(OfferRefused, match="link"):
        answers.accept_place(made, ben)
    assert answers.accept_place(made, ben, has_link=True) is None
    assert made.places.filter(player=ben, answer="accepted").exists()


def test_a_seat_that_was_free_is_free_again_and_another_is_the_hosts_to_offer(
    people: dict[str, User], mails: Mails
) -> None:
    ann, ben, cleo, dev, _ = people.values()
    made = table(ann, "Ben", seats=3)
    answers.accept_place(made, cleo)
    mails()
    answers.decline(made, cleo)
    assert mails() == [("seat_changed", "Ann")]
    with pytest.raises(OfferRefused, match="aren’t invited"):
        answers.decline(made, cleo)
    answers.decline(made, ben)
    assert set_up.free_to_offer(made) == 1
    with pytest.raises(OfferRefused, match="Only the host"):
        set_up.offer_place(made, dev, None)
    set_up.offer_place(made, ann, dev)
    with pytest.raises(OfferRefused, match="taken or promised"):
        set_up.offer_place(made, ann, None)
    assert answers.accept_place(made, dev) is None
    assert sitting(answers.accept_place(made, ben)) == {"Ann", "Ben", "Dev"}


@pytest.mark.parametrize("end", [answers.withdraw_offer, lambda _, host: delete_account(host)])
def test_when_the_host_calls_it_off_all_hear_of_it(
    people: dict[str, User], mails: Mails, end: Callable[[Offer, User], None]
) -> None:
    ann, _, cleo, *_ = people.values()
    made = table(ann, "Ben")
    answers.accept_place(made, cleo)
    mails()
    end(made, ann)
    assert {name for kind, name in mails() if kind == "challenge_withdrawn"} == {"Ben", "Cleo"}
    assert not Offer.objects.filter(status=Open).exists()


def test_a_player_who_leaves_the_site_gives_the_seat_back(people: dict[str, User]) -> None:
    ann, ben, *_ = people.values()
    made = table(ann)
    answers.accept_place(made, ben)
    delete_account(ben)
    assert made.places.filter(answer="", player=None).count() == 3


def test_a_table_expires_and_a_guest_with_a_seat_is_kept_until_then(people: dict[str, User]) -> None:
    ann, ben, *_ = people.values()
    made = table(ann, "new@players.example")
    guest = made.places.get(address="new@players.example").player
    assert guest is not None
    answers.accept_place(made, guest)
    with time_machine.travel(timezone.now() + timedelta(days=13), tick=False):
        guests.forget_unused(timezone.now())
    assert User.objects.filter(pk=guest.pk).exists()
    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        begin.expire_due(timezone.now())
        with pytest.raises(OfferRefused, match="expired"):
            answers.accept_place(made, ben)
    made.refresh_from_db()
    assert made.status == Offer.Status.EXPIRED
