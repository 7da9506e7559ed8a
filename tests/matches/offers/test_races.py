"""Tables at the same moment, on real connections."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection

from accounts.models import User
from mail.models import OutboxMail
from matches.models import Match, Offer
from matches.offers import answers, begin
from matches.offers.refused import OfferRefused
from tests.support.concurrently import at_once
from tests.support.factories import UserFactory
from tests.support.tables import table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]
ROUNDS = 4


@pytest.fixture(autouse=True)
def _patient(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine, too, no player is sent away because others are served first."""
    if connection.vendor == "postgresql":
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "options", "-c lock_timeout=120s")


def table(*seated: User, invited: tuple[User, ...] = (), seats: int = 3) -> Offer:
    """The first of these is its host, and the others have taken seats."""
    host, *others = seated
    made = table_of(host, *[each.display_name for each in invited], seats=seats, game="toy")
    for each in others:
        answers.accept_place(made, each)
    return made


def people(number: int) -> list[User]:
    return [UserFactory() for _ in range(number)]


def check_is_sound(made: Offer) -> Offer:
    """It has one match at most, of those who have seats there, each of them once; and else nobody is asked for one."""
    made = Offer.objects.get(pk=made.pk)
    places = list(made.places.all())
    seated = [place.player_id for place in places if place.is_taken]
    waiting = [place for place in places if place.answer == ""]
    matches = list(Match.objects.all())
    assert ([made.match] if made.match else []) == matches
    assert (made.status == Offer.Status.BEGUN) == bool(matches)
    if matches:
        playing = list(matches[0].seats.values_list("player", flat=True))
        assert sorted(playing) == sorted([made.host_id, *[each for each in seated if each]])
    if made.status == Offer.Status.OPEN:
        assert 1 + len(seated) + len(waiting) == made.seats
    Match.objects.all().delete()
    return made


def test_the_last_seat_is_taken_by_one(db: None) -> None:
    for _ in range(ROUNDS):
        host, second, *others = people(5)
        made = table(host, second)
        results = at_once(*[partial(answers.accept_place, made, each) for each in others])
        assert sum(isinstance(each, OfferRefused) for each in results) == 2
        assert check_is_sound(made).status == Offer.Status.BEGUN


def test_the_last_two_seats_are_both_taken_and_one_match_begins(db: None) -> None:
    for _ in range(ROUNDS):
        host, *others = people(3)
        made = table(host)
        results = at_once(*[partial(answers.accept_place, made, each) for each in others])
        assert [each is None for each in results].count(True) == 1
        assert OutboxMail.objects.filter(kind="your_turn", user__in=[host, *others]).count() == 3
        assert check_is_sound(made).status == Offer.Status.BEGUN


def test_the_same_seat_taken_twice_at_once_is_taken_once(db: None) -> None:
    for _ in range(ROUNDS):
        host, other = people(2)
        made = table(host)
        assert at_once(*[partial(answers.accept_place, made, other)] * 3) == [None] * 3
        assert made.places.filter(player=other).count() == 1
        check_is_sound(made)


def test_it_begins_with_whoever_has_a_seat_then(db: None) -> None:
    for _ in range(ROUNDS):
        host, second, third = people(3)
        made = table(host, second, invited=(third,))
        match, taken = at_once(partial(begin.begin, made, host), partial(answers.accept_place, made, third))
        plays = match.seats.filter(player=third).exists()
        assert plays != isinstance(taken, OfferRefused)
        check_is_sound(made)


def test_a_seat_is_given_back_before_it_begins_or_not_at_all(db: None) -> None:
    for _ in range(ROUNDS):
        host, second, third = people(3)
        made = table(host, second, third, seats=4)
        match, left = at_once(partial(begin.begin, made, host), partial(answers.decline, made, third))
        assert match.seats.filter(player=third).exists() == isinstance(left, OfferRefused)
        check_is_sound(made)


def test_the_only_other_leaves_or_it_begins(db: None) -> None:
    for _ in range(ROUNDS):
        host, second = people(2)
        made = table(host, second)
        begun, left = at_once(partial(begin.begin, made, host), partial(answers.decline, made, second))
        assert isinstance(begun, OfferRefused) != isinstance(left, OfferRefused)
        check_is_sound(made)


def test_a_seat_is_declined_while_the_table_is_called_off(db: None) -> None:
    for _ in range(ROUNDS):
        host, second, third = people(3)
        made = table(host, second, invited=(third,))
        place = made.places.get(player=third)
        at_once(partial(answers.decline, made, third), partial(answers.withdraw_offer, made, host))
        assert check_is_sound(made).status == Offer.Status.WITHDRAWN
        place.refresh_from_db()
        assert place.answer in {"", "declined"}


def test_it_is_called_off_or_begins(db: None) -> None:
    for _ in range(ROUNDS):
        host, second, third = people(3)
        made = table(host, second)
        taken, off = at_once(partial(answers.accept_place, made, third), partial(answers.withdraw_offer, made, host))
        assert isinstance(taken, OfferRefused) != isinstance(off, OfferRefused)
        check_is_sound(made)
