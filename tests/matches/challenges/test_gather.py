"""Tables of more than two: set up, filled and begun."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from accounts.computers import computer_player
from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from matches import fairness
from matches.challenges import challenges, gather, guests, limits
from matches.challenges.challenges import Refused
from matches.clocks.time_control import TimeControl
from matches.models import Challenge, Gathering, Match
from tests.support.factories import UserFactory
from tests.support.matches import Mails, travel
from tests.support.toy_game import Toy

pytestmark = pytest.mark.django_db
Open = Gathering.Status.OPEN


@pytest.fixture
def people(toy: Toy) -> dict[str, User]:
    return {name: UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo", "Dev", "Eve")}


def terms(host: User, **more: Any) -> Challenge:
    return challenges.compose(
        host,
        **{
            "opponent": None,
            "email": "",
            "game_slug": "toy",
            "options": {},
            "first": Challenge.First.LOT,
            "control": TimeControl.fixed(3),
            **more,
        },
    )


def table(host: User, *invited: str, seats: int = 4, by_link: bool = False) -> Gathering:
    return gather.set_up(terms(host), seats=seats, invited=invited, by_link=by_link, contribution="ann's own")


def sitting(match: Match | None) -> set[str]:
    assert match is not None
    return {seat.name for seat in match.seats.select_related("player")}


def test_seats_are_for_names_for_addresses_and_free(people: dict[str, User], mails: Mails) -> None:
    made = table(people["Ann"], "Ben", "new@players.example")
    places = [(str(place.opponent), place.opponent_email, place.was_open) for place in made.places.order_by("pk")]
    assert places[0] == ("Ben", "", False)
    assert places[1][1:] == ("new@players.example", False)
    assert places[2] == ("None", "", True)
    assert [kind for kind, _ in mails()] == ["challenge", "challenge"]


def test_computers_sit_down_at_once_and_nobody_writes_to_them(people: dict[str, User], mails: Mails) -> None:
    made = gather.set_up(terms(people["Ann"]), seats=4, invited=["Ben"], computers=["easy"], by_link=False)
    (place,) = made.places.filter(status=Challenge.Status.ACCEPTED)
    assert place.opponent == computer_player("easy")
    assert made.match is None
    match = gather.begin(made, people["Ann"])
    assert sitting(match) == {"Ann", "Computer (easy)"}
    assert {name for _, name in mails()} == {"Ann", "Ben"}


def test_a_match_begins_at_once_where_computers_take_all_other_seats(people: dict[str, User]) -> None:
    made = gather.set_up(terms(people["Ann"]), seats=3, invited=[], computers=["easy", "hard"], by_link=False)
    assert sitting(made.match) == {"Ann", "Computer (easy)", "Computer (hard)"}
    assert made.status == Gathering.Status.BEGUN


def test_a_computer_takes_a_seat_that_was_declined(people: dict[str, User]) -> None:
    made = gather.set_up(terms(people["Ann"]), seats=3, invited=["Ben"], computers=["easy"], by_link=False)
    challenges.decline(made.places.get(opponent=people["Ben"]), people["Ben"])
    gather.offer_seat(made, people["Ann"], "Computer (medium)")
    made.refresh_from_db()
    assert sitting(made.match) == {"Ann", "Computer (easy)", "Computer (medium)"}


def test_a_computer_has_one_seat_and_plays_no_more_than_ten_matches(
    people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refused, match="one seat only"):
        gather.set_up(terms(people["Ann"]), seats=4, invited=["computer (easy)"], computers=["easy"], by_link=False)
    with pytest.raises(Refused, match="Choose a computer"):
        gather.set_up(terms(people["Ann"]), seats=4, invited=[], computers=["divine"], by_link=False)
    monkeypatch.setattr(limits, "WITH_COMPUTERS", 2)
    gather.set_up(terms(people["Ann"]), seats=3, invited=[], computers=["easy", "hard"], by_link=False)
    with travel(minutes=1), pytest.raises(Refused, match="running matches against the computer"):
        gather.set_up(terms(people["Ann"]), seats=3, invited=[], computers=["easy"], by_link=False)


def test_a_site_without_computers_seats_none(people: dict[str, User], settings: Settings) -> None:
    settings.COMPUTER_PLAYERS = False
    with pytest.raises(Refused, match="no computer opponents"):
        gather.set_up(terms(people["Ann"]), seats=3, invited=[], computers=["easy"], by_link=False)
    assert not Gathering.objects.exists()


def test_it_begins_when_it_is_full_and_everybody_gave_to_the_seed(people: dict[str, User], mails: Mails) -> None:
    ann, ben, cleo, dev, eve = people.values()
    made = table(ann, "Ben")
    mails()
    assert gather.take_seat(made, cleo, "cleo's") is None
    assert gather.take_seat(made, cleo, "again") is None
    assert mails() == [("seat_changed", "Ann")]
    assert gather.accept(made.places.get(opponent=ben), ben, "ben's") is None
    match = gather.take_seat(made, dev, "dev's")
    assert sitting(match) == {"Ann", "Ben", "Cleo", "Dev"}
    assert gather.take_seat(made, dev) == match
    assert match is not None
    assert match.origin is not None
    assert match.origin["label"] == f"table/{made.pk}"
    assert len(set(match.origin["given"])) == 4
    assert fairness.is_sound(match, 4)
    made.refresh_from_db()
    assert (made.status, made.match, made.seats) == ("begun", match, 4)
    with pytest.raises(Refused, match="has begun"):
        gather.take_seat(made, eve)


def test_the_host_begins_with_those_who_are_there(people: dict[str, User], mails: Mails) -> None:
    ann, ben, cleo, *_ = people.values()
    made = table(ann, "Ben")
    with pytest.raises(Refused, match="At least two"):
        gather.begin(made, ann)
    gather.take_seat(made, cleo)
    with pytest.raises(Refused, match="Only the host"):
        gather.begin(made, cleo)
    mails()
    match = gather.begin(made, ann)
    assert sitting(match) == {"Ann", "Cleo"}
    assert gather.begin(made, ann) == match
    assert ("challenge_withdrawn", "Ben") in mails()
    assert set(made.places.values_list("status", flat=True)) == {"accepted", "withdrawn"}
    with pytest.raises(Refused):
        gather.accept(made.places.get(opponent=ben), ben)


def test_nobody_takes_two_seats_nor_one_promised_to_another(people: dict[str, User]) -> None:
    ann, _, cleo, *_ = people.values()
    made = table(ann, "Ben", "Dev", seats=3)
    assert table(ann, "Ben", "Dev", seats=3) == made  # pressed twice
    with pytest.raises(Refused, match="taken or promised"):
        gather.take_seat(made, cleo)
    with pytest.raises(Refused, match="your own table"):
        gather.take_seat(made, ann)
    for invited, words in [(("Ben", "Ben"), "one seat only"), (("Ann",), "yourself"), (("Ben", "Cleo", "Dev"), "more")]:
        with pytest.raises(Refused, match=words) as refused:
            table(ann, *invited, seats=4 if len(invited) < 3 else 3)
        assert refused.value.field == "invited"
    for seats in (2, 6):
        with pytest.raises(Refused, match="that many"):
            table(ann, seats=seats)
    assert Gathering.objects.count() == 1


def test_a_table_by_link_is_for_those_who_have_it(people: dict[str, User]) -> None:
    ann, ben, *_ = people.values()
    made = table(ann, by_link=True)
    with pytest.raises(Refused, match="link"):
        gather.take_seat(made, ben)
    assert gather.take_seat(made, ben, has_link=True) is None
    assert made.places.filter(opponent=ben, status="accepted").exists()


def test_a_seat_that_was_free_is_free_again_and_another_is_the_hosts_to_offer(
    people: dict[str, User], mails: Mails
) -> None:
    ann, ben, cleo, dev, _ = people.values()
    made = table(ann, "Ben", seats=3)
    gather.take_seat(made, cleo)
    mails()
    gather.leave(made, cleo)
    assert mails() == [("seat_changed", "Ann")]
    with pytest.raises(Refused, match="no seat"):
        gather.leave(made, cleo)
    challenges.decline(made.places.get(opponent=ben), ben)
    assert gather.free_to_offer(made) == 1
    with pytest.raises(Refused, match="Only the host"):
        gather.offer_seat(made, dev, "")
    gather.offer_seat(made, ann, "Dev")
    with pytest.raises(Refused, match="taken or promised"):
        gather.offer_seat(made, ann, "")
    assert gather.take_seat(made, dev) is None
    assert sitting(gather.take_seat(made, ben)) == {"Ann", "Ben", "Dev"}


@pytest.mark.parametrize("end", [gather.call_off, lambda _, host: delete_account(host)])
def test_when_the_host_calls_it_off_all_hear_of_it(
    people: dict[str, User], mails: Mails, end: Callable[[Gathering, User], None]
) -> None:
    ann, _, cleo, *_ = people.values()
    made = table(ann, "Ben")
    gather.take_seat(made, cleo)
    mails()
    end(made, ann)
    assert {name for kind, name in mails() if kind == "challenge_withdrawn"} == {"Ben", "Cleo"}
    assert not Gathering.objects.filter(status=Open).exists()


def test_a_player_who_leaves_the_site_gives_the_seat_back(people: dict[str, User]) -> None:
    ann, ben, *_ = people.values()
    made = table(ann)
    gather.take_seat(made, ben)
    delete_account(ben)
    assert made.places.filter(status="pending", opponent=None).count() == 3


def test_a_table_expires_and_a_guest_with_a_seat_is_kept_until_then(people: dict[str, User]) -> None:
    ann, ben, *_ = people.values()
    made = table(ann, "new@players.example")
    guest = made.places.get(opponent_email="new@players.example").opponent
    assert guest is not None
    gather.take_seat(made, guest)
    with time_machine.travel(timezone.now() + timedelta(days=13), tick=False):
        guests.forget_unused(timezone.now())
    assert User.objects.filter(pk=guest.pk).exists()
    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        challenges.expire_due(timezone.now())
        with pytest.raises(Refused, match="expired"):
            gather.take_seat(made, ben)
    made.refresh_from_db()
    assert made.status == Gathering.Status.EXPIRED
