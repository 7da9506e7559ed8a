"""Everyone plays the same forest, once at each level."""

from __future__ import annotations

import hashlib
import hmac

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from engine.record import check
from matches.lobby import cookie_guests
from matches.match_view import permissions
from matches.models import Match
from matches.offers.refused import OfferRefused
from matches.record.record import record_of
from tests.support.concurrently import at_once
from tests.support.factories import UserFactory
from tests.support.rows import refresh
from tests.support.weekly import ENDS_AT, WEDNESDAY, begin, end, forest
from timekeeping import clock
from tournaments.models import WeeklyAttempt, WeeklyForest
from tournaments.weekly import close

__all__ = ["forest"]
pytestmark = pytest.mark.django_db
Traveller = time_machine.TimeMachineFixture


def test_all_have_the_same_seed_at_a_level_and_the_games_usual_options(
    forest: WeeklyForest, player: User, opponent: User
) -> None:
    one, other = begin(forest, player), begin(forest, opponent)
    assert one.seed == other.seed
    assert one.options == {"level": "easy", "tiles": "full", "cast": "chosen", "rules": "2"}
    assert begin(forest, player, "hard").seed != one.seed  # who has played one level knows nothing of the next
    assert one.is_sealed
    assert one.occasion == "Weekly forest of 23 November 2026"


def test_its_clock_ends_with_the_week_however_many_turns_are_played(forest: WeeklyForest, player: User) -> None:
    match = begin(forest, player)
    seat = match.seats.get()
    assert seat.deadline == ENDS_AT
    assert seat.bank == ENDS_AT - WEDNESDAY
    assert match.clock_increment.total_seconds() == 0
    assert seat.pauses == {}


def test_the_seed_is_mixed_of_the_weeks_bytes_as_the_record_says(forest: WeeklyForest, player: User) -> None:
    """RFC 2104: the bytes are the key, and the message is the label, a colon, and nothing that anybody gave."""
    match = begin(forest, player)
    message = b"weekly/2026/48/fairytale/easy:"
    assert match.seed == hmac.new(bytes.fromhex(forest.server), message, hashlib.sha256).hexdigest()
    assert forest.server_digest == hashlib.sha256(bytes.fromhex(forest.server)).hexdigest()
    end(match)
    seats = list(match.seats.select_related("player"))
    sealed = record_of(refresh(match), seats, seats[0])
    assert forest.server not in sealed
    assert forest.server_digest in sealed
    WeeklyForest.objects.update(closed_at=clock.now())
    Match.objects.update(is_sealed=False)
    opened = record_of(refresh(match), seats, None)
    assert f'[Server "{forest.server}"]' in opened
    assert check.verify(opened)[0] == check.SOUND


def test_each_level_is_played_once(forest: WeeklyForest, player: User) -> None:
    match = begin(forest, player)
    assert begin(forest, player) == match
    end(match)
    assert begin(forest, player) == match
    assert begin(forest, player, "normal") != match


def test_a_week_is_played_while_it_lasts(forest: WeeklyForest, player: User, time_machine: Traveller) -> None:
    following = WeeklyForest.objects.get(begins_on="2026-11-30")
    with pytest.raises(OfferRefused, match="hasn’t begun"):
        begin(following, player)
    time_machine.move_to(ENDS_AT, tick=False)
    with pytest.raises(OfferRefused, match="This week is over"):
        begin(forest, player)
    assert begin(following, player).seed != begin(following, player, "hard").seed


@pytest.mark.parametrize("guest_is_first", [True, False])
def test_of_what_a_guest_and_their_account_have_played_the_first_counts(
    forest: WeeklyForest, player: User, guest_is_first: bool, time_machine: Traveller
) -> None:
    guest = cookie_guests.new_guest("192.0.2.1")
    first, second = (guest, player) if guest_is_first else (player, guest)
    counts = begin(forest, first)
    time_machine.shift(60)
    later = begin(forest, second)
    kept = begin(forest, guest, "hard")
    cookie_guests.keep_matches(guest.pk, player)
    found = dict(WeeklyAttempt.objects.filter(player=player).values_list("match", "counts"))
    assert found == {counts.pk: True, later.pk: False, kept.pk: True}
    assert begin(forest, player) == counts


def test_an_account_that_is_deleted_leaves_its_row(forest: WeeklyForest, player: User) -> None:
    end(begin(forest, player), 1, 0, 0, 3)
    player.delete()
    assert WeeklyAttempt.objects.get().player is None


def test_an_open_forest_is_seen_as_matches_for_nothing_are(forest: WeeklyForest, player: User, opponent: User) -> None:
    """By members, and by visitors unless it is a guest's, or of a player whose matches are for members."""
    hidden, guest = UserFactory(for_members=True), cookie_guests.new_guest("192.0.2.1")
    matches = [begin(forest, each) for each in (player, hidden, guest)]
    for match in matches:
        end(match)
    seen = permissions.seen_by
    for reader in (opponent, AnonymousUser()):
        assert not Match.objects.filter(seen(reader)).exists()
    close.close_due(ENDS_AT)
    assert set(Match.objects.filter(seen(opponent))) == set(matches)
    assert set(Match.objects.filter(seen(AnonymousUser()))) == {matches[0]}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_button_pressed_twice_begins_once(forest: WeeklyForest, player: User) -> None:
    one, other = at_once(lambda: begin(forest, player), lambda: begin(forest, player))
    assert one == other
    assert Match.objects.count() == 1
