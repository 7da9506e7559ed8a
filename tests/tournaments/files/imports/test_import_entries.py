"""What importing a list of players would do, and doing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from mail.models import OutboxMail
from tests.support.factories import EntryFactory, UserFactory
from tournaments.events import start
from tournaments.files.imports.entries_csv import read_entries
from tournaments.files.imports.import_entries import (
    Deed,
    How,
    Planned,
    carry_out,
    corrects,
    entries_digest,
    plan_entries,
)
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db
Status = Entry.Status


def planned(event: Event, text: str, how: How = How.INVITE) -> list[Planned]:
    return plan_entries(event, read_entries(text).rows, how)


def deeds(event: Event, text: str, how: How = How.INVITE) -> list[Deed]:
    return [each.deed for each in planned(event, text, how)]


def test_members_are_found_however_their_names_are_cased(event: Event, player: User) -> None:
    (each,) = planned(event, "aDA")
    assert (each.deed, each.player) == (Deed.INVITE, player)


@pytest.mark.parametrize("name", ["Zoë Åkesson", "Nils Østby", "Łukasz Żak", "ΆΝΝΑ ΔΉΜΟΥ"])
@pytest.mark.parametrize("case", [str, str.lower, str.upper])
def test_members_with_letters_beyond_ascii_are_found(event: Event, name: str, case: Callable[[str], str]) -> None:
    member = UserFactory(display_name=name)
    (each,) = planned(event, case(name))
    assert each.player == member


def test_members_are_put_in_where_the_organiser_says_so_and_addresses_are_not(event: Event, player: User) -> None:
    assert deeds(event, "Ada\nben@players.example", How.ENTER) == [Deed.ENTER, Deed.INVITE]


def test_a_name_of_nobody_needs_an_address(event: Event) -> None:
    (each,) = planned(event, "Nobody Here")
    assert (each.deed, each.words) == (Deed.FAULT, "No player has this name. Add an email address.")


def test_nothing_tells_whose_an_address_is(event: Event, player: User) -> None:
    EntryFactory(event=event, player=player)
    known, unknown = planned(event, "ada@players.example\nnob@players.example")
    assert known.words == unknown.words
    assert (known.player, unknown.player) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "name,email\nAda,a@b",
        "name,seed\nAda,first",
        "name,seed\nAda,0",
        "name,rating\nAda,10000",
        "name,rating\nAda,0000000019999999999",
    ],
)
def test_what_cannot_be_is_said_and_left(event: Event, player: User, text: str) -> None:
    assert deeds(event, text) == [Deed.FAULT]


def test_the_same_player_twice_is_imported_once(event: Event, player: User) -> None:
    first, second = planned(event, "Ada\nADA")
    assert (first.deed, second.deed, second.words) == (Deed.INVITE, Deed.FAULT, "the same player is in line 1 already")


def test_who_is_invited_is_left_so_and_nobody_else(event: Event, player: User, opponent: User) -> None:
    EntryFactory(event=event, player=player, status=Status.INVITED)
    EntryFactory(event=event, status=Status.INVITED, name="dora@elsewhere.example")
    found = deeds(event, "Ada\nBen\ndora@elsewhere.example\nemil@elsewhere.example\nNobody")
    assert found == [Deed.NOTHING, Deed.INVITE, Deed.NOTHING, Deed.INVITE, Deed.FAULT]


def test_who_is_in_is_left_in(event: Event, player: User) -> None:
    EntryFactory(event=event, player=player)
    assert deeds(event, "Ada") == deeds(event, "Ada", How.ENTER) == [Deed.NOTHING]


def test_it_does_what_it_said_and_nothing_twice(event: Event, player: User, opponent: User, organiser: User) -> None:
    text = "name,email,seed\nAda,,2\nBen,,1\n,dora@elsewhere.example,3\nNobody,,"
    for _ in range(2):
        assert carry_out(event, planned(event, text, How.ENTER), by=organiser) == []
    assert dict(event.entries.values_list("player__email", "status")) == {
        "ada@players.example": Status.ENTERED,
        "ben@players.example": Status.ENTERED,
        "dora@elsewhere.example": Status.INVITED,
    }
    assert list(event.entries.order_by("seed").values_list("player__email", flat=True))[:2] == [
        "ben@players.example",
        "ada@players.example",
    ]
    assert OutboxMail.objects.filter(kind__startswith="event_").count() == 3


def test_ratings_of_the_list_are_what_the_event_seeds_by(
    event: Event, player: User, opponent: User, organiser: User
) -> None:
    text = "name,rating\nAda,1700\nBen,1900"
    for _ in range(2):
        carry_out(event, planned(event, text, How.ENTER), by=organiser)
    assert sum("ratings of 2 players" in line.words for line in event.log.all()) == 1
    Event.objects.update(rounds=1)
    start.begin(event)
    assert list(event.entries.order_by("number").values_list("player__display_name", "rating")) == [
        ("Ben", 1900),
        ("Ada", 1700),
    ]


@pytest.mark.parametrize("text", ["name,rating\nAda,2000", "email,rating\ndora@elsewhere.example,2000"])
def test_a_second_list_corrects_the_rating_that_the_first_one_set(
    event: Event, player: User, organiser: User, text: str
) -> None:
    carry_out(event, planned(event, text.replace("2000", "1900"), How.INVITE), by=organiser)
    [again] = planned(event, text, How.INVITE)
    assert (again.deed, again.words) == (Deed.NOTHING, "already invited; rated 1900 so far")
    assert carry_out(event, [again], by=organiser) == []
    assert event.entries.get().rating == 2000
    assert planned(event, text, How.INVITE)[0].words == "already invited"


def test_once_the_event_has_begun_ratings_take_a_reason(event: Event, player: User, organiser: User) -> None:
    EntryFactory(event=event, player=player, rating=1900)
    EntryFactory(event=event, rating=1950)
    Event.objects.update(rounds=1)
    event = start.begin(event)
    each = planned(event, "name,rating\nAda,2000", How.ENTER)
    assert corrects(event, each)
    assert [why for _planned, why in carry_out(event, each, by=organiser)] == [
        "Give a reason: players see it in the log."
    ]
    assert carry_out(event, each, by=organiser, reason="The list of May.") == []
    assert list(event.entries.order_by("number").values_list("rating", flat=True)) == [2000, 1950]


def test_a_line_that_fails_holds_up_no_other(event: Event, player: User, opponent: User, organiser: User) -> None:
    each = planned(event, "Ada\nBen")
    for _ in range(5):
        OutboxMail.objects.create(kind="event_invitation", user=player)
    refused = carry_out(event, each, by=organiser)
    assert [(failed.who, "enough emails for today" in why) for failed, why in refused] == [("Ada", True)]
    assert event.entries.get().player == opponent


def test_an_event_that_begins_meanwhile_keeps_its_numbers(event: Event, player: User, organiser: User) -> None:
    EntryFactory.create_batch(2, event=event)
    Event.objects.update(rounds=1)
    each = planned(event, "name,seed,rating\nAda,1,2500", How.ENTER)
    start.begin(event)
    assert not event.is_begun
    assert carry_out(event, each, by=organiser) == []
    entry = event.entries.get(player=player)
    assert (entry.status, entry.seed) == (Status.ENTERED, None)


def test_another_plan_has_another_digest(event: Event, player: User) -> None:
    before = entries_digest(planned(event, "Ada"), How.INVITE)
    assert before == entries_digest(planned(event, "Ada"), How.INVITE)
    assert before != entries_digest(planned(event, "Ada"), How.ENTER)
    EntryFactory(event=event, player=player)
    assert before != entries_digest(planned(event, "Ada"), How.INVITE)


def test_looking_takes_two_queries_however_long_the_list(event: Event, django_assert_num_queries: Any) -> None:
    names = [UserFactory().display_name for _ in range(30)]
    with django_assert_num_queries(2):
        planned(event, "\n".join(names))
