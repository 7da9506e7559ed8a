"""The organisers' page of entries."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.support.factories import EntryFactory, UserFactory
from tests.support.markup import compact
from tests.support.people import LogIn
from tournaments.entries import manage_entries
from tournaments.models import Entry, Event, Round

pytestmark = pytest.mark.django_db
Status, Stage = Entry.Status, Event.Stage


@pytest.fixture
def page(event: Event) -> str:
    return f"/events/{event.pk}/manage/entries/"


def begin(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(stage=Stage.RUNNING, begun_at=timezone.now())
    Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING, work=Round.Work.DONE)


def status_of(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).status


def test_applications_are_decided_together(event: Event, desk: Client, page: str) -> None:
    first, second, third = (EntryFactory(event=event, status=Status.APPLIED) for _ in range(3))
    assert "Applications" in desk.get(page).text
    assert desk.post(page, {"action": "approve", "entry": [first.pk, second.pk]}).status_code == 303
    assert "2 players approved." in desk.get(page).text
    desk.post(page, {"action": "refuse", "entry": [third.pk], "reason": "Full."})
    assert [status_of(each) for each in (first, second, third)] == [Status.ENTERED, Status.ENTERED, Status.REFUSED]


def test_organisers_are_told_when_they_go_beyond_the_places(event: Event, desk: Client, page: str) -> None:
    Event.objects.filter(pk=event.pk).update(places=2)
    EntryFactory(event=event)
    assert "places are taken" not in desk.get(page).text
    EntryFactory(event=event)
    assert "All 2 places are taken." in desk.get(page).text


def test_nobody_ticked_is_said(desk: Client, page: str) -> None:
    response = desk.post(page, {"action": "approve"})
    assert response.status_code == 422
    assert "Tick at least one player." in response.text


def test_players_are_invited_or_put_in_by_name(event: Event, desk: Client, page: str, player: User) -> None:
    desk.post(page, {"action": "add", "who": "ada", "how": "invite"})
    assert event.entries.get().status == Status.INVITED
    desk.post(page, {"action": "add", "who": "Ada", "how": "enter"})
    assert event.entries.get().status == Status.ENTERED


def test_an_address_is_invited_and_shown_as_it_was_typed(event: Event, desk: Client, page: str, player: User) -> None:
    desk.post(page, {"action": "add", "who": "ada@players.example", "how": "enter"})
    assert event.entries.get().status == Status.INVITED
    shown = desk.get(page).text
    assert "ada@players.example" in shown
    assert ">Ada<" not in shown
    entry = event.entries.get()
    desk.post(page, {"action": "withdraw", "entry": entry.pk, "reason": "A mistake."})
    assert event.entries.get().status == Status.WITHDRAWN
    for address in (page, f"{page}?entry={entry.pk}"):
        assert "Ada" not in desk.get(address).text.replace("ada@players.example", "")


def test_a_name_of_nobody_is_refused_beside_its_field(desk: Client, page: str) -> None:
    response = desk.post(page, {"action": "add", "who": "Nobody Here", "how": "invite"})
    assert response.status_code == 422
    assert "No player here is called “Nobody Here”. New here? Use their email address." in response.text
    assert 'value="Nobody Here"' in response.text


def test_withdrawing_asks_for_a_reason_and_keeps_the_card_open(
    event: Event, entrant: Entry, desk: Client, page: str
) -> None:
    begin(event)
    assert "Out from the next round on" in desk.get(f"{page}?entry={entrant.pk}").text
    response = desk.post(page, {"action": "withdraw", "entry": entrant.pk})
    assert response.status_code == 422
    assert "Give a reason" in response.text
    assert f'name="entry" value="{entrant.pk}"' in response.text
    desk.post(page, {"action": "withdraw", "entry": entrant.pk, "reason": "Ill."})
    assert status_of(entrant) == Status.WITHDRAWN
    assert event.log.get().reason == "Ill."


def test_who_left_is_brought_back(event: Event, entrant: Entry, desk: Client, page: str) -> None:
    begin(event)
    Entry.objects.update(number=1, status=Status.REFUSED)
    assert "Bring back" in desk.get(f"{page}?entry={entrant.pk}").text
    desk.post(page, {"action": "return", "entry": entrant.pk})
    assert status_of(entrant) == Status.ENTERED


def test_a_bye_is_granted_and_taken_back(event: Event, entrant: Entry, desk: Client, page: str) -> None:
    begin(event)
    fields = {"action": "grant", "entry": entrant.pk, "round": "3", "bye": "F", "reason": "The referee."}
    assert desk.post(page, fields).status_code == 303
    assert entrant.absences.get().bye == "F"
    desk.post(page, {**fields, "bye": ""})
    assert not entrant.absences.exists()
    assert desk.post(page, {**fields, "round": "1"}).status_code == 422


def test_check_in_is_asked_for_and_done_by_hand(event: Event, entrant: Entry, desk: Client, page: str) -> None:
    Event.objects.update(check_in=True)
    assert "Ask all to check in" in desk.get(page).text
    desk.post(page, {"action": "ask_check_in"})
    event.refresh_from_db()
    assert event.check_in_asked_at is not None
    desk.post(page, {"action": "check_in", "entry": entrant.pk})
    entrant.refresh_from_db()
    assert entrant.checked_in_at is not None


def test_an_order_of_their_own_is_typed_and_kept_when_it_is_wrong(
    event: Event, entrant: Entry, desk: Client, page: str
) -> None:
    Event.objects.update(seeding=Event.Seeding.OWN)
    field = f"seed_{entrant.pk}"
    assert desk.post(page, {"action": "seed", field: "3"}).status_code == 303
    entrant.refresh_from_db()
    assert entrant.seed == 3
    for typed, words in (("first", "isn’t a place"), ("0", "from 1 to 9999")):
        response = desk.post(page, {"action": "seed", field: typed})
        assert response.status_code == 422
        assert words in response.text
        assert f'name="{field}" value="{typed}"' in response.text


def test_an_entry_of_another_event_is_not_there(desk: Client, page: str) -> None:
    other = EntryFactory()
    assert desk.post(page, {"action": "check_in", "entry": other.pk}).status_code == 404
    assert desk.post(page, {"action": "approve", "entry": other.pk}).status_code == 422


def test_what_is_no_action_does_nothing(desk: Client, page: str) -> None:
    assert desk.post(page, {"action": "burn"}).status_code == 422


def test_a_long_list_has_pages_and_keeps_the_places_of_the_others(
    event: Event, desk: Client, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manage_entries, "ON_A_PAGE", 1)
    Event.objects.update(seeding=Event.Seeding.OWN)
    first, second = EntryFactory(event=event, seed=1), EntryFactory(event=event, seed=2)
    assert f"seed_{second.pk}" not in desk.get(page).text
    assert f"seed_{second.pk}" in desk.get(f"{page}?page=2").text
    desk.post(f"{page}?page=2", {"action": "seed", f"seed_{second.pk}": "5"})
    assert list(event.entries.order_by("pk").values_list("pk", "seed")) == [(first.pk, 1), (second.pk, 5)]


def test_it_takes_as_many_queries_for_many_as_for_few(
    event: Event, desk: Client, page: str, django_assert_max_num_queries: Any
) -> None:
    for status in (Status.ENTERED, Status.APPLIED, Status.INVITED, Status.WAITING, Status.WITHDRAWN):
        for _ in range(5):
            EntryFactory(event=event, player=UserFactory(), status=status)
    with django_assert_max_num_queries(12):
        desk.get(page)


def test_organisers_see_who_reads_little_mail_and_nobody_else_does(
    event: Event, desk: Client, page: str, log_in: LogIn
) -> None:
    for name, wish in (("Ann", "none"), ("Ben", "digest"), ("Cleo", "each"), ("Dora", "return")):
        EntryFactory(event=event, player=UserFactory(display_name=name, turn_mail=wish))
    shown = desk.get(page).text
    for name, word in (("Ann", "no emails"), ("Ben", "daily email")):
        assert f'{name} <span class="chip">{word}</span>' in compact(shown)
    assert (shown.count("no emails"), shown.count("daily email")) == (1, 1)
    public = log_in(UserFactory()).get(f"/events/{event.pk}/entries/")
    assert public.status_code == 200
    assert "no emails" not in public.text


def test_a_rating_is_set_on_the_page_of_its_entry(event: Event, desk: Client, page: str) -> None:
    entry = EntryFactory(event=event)
    assert "unrated" in desk.get(page).text
    fields = {"action": "rate", "entry": entry.pk, "rating": "1850"}
    assert desk.post(page, fields).status_code == 303
    assert f"{entry.shown_name} is rated 1850." in desk.get(page).text
    for rating in ("many", "0"):
        wrong = desk.post(page, fields | {"rating": rating})
        assert wrong.status_code == 422
        assert "Enter a rating from 1 to 9999, or leave this empty." in wrong.text
    assert Entry.objects.get(pk=entry.pk).rating == 1850


def test_a_rating_is_corrected_with_a_reason_once_the_event_runs(event: Event, desk: Client, page: str) -> None:
    entry = EntryFactory(event=event, rating=1800, number=1)
    begin(event)
    assert "Players are renumbered by the corrected rating." in desk.get(page, {"entry": entry.pk}).text
    fields = {"action": "rate", "entry": entry.pk, "rating": "1850", "reason": ""}
    refused = desk.post(page, fields)
    assert refused.status_code == 422
    assert 'value="1850"' in refused.text
    assert desk.post(page, fields | {"reason": "The list of May."}).status_code == 303
    assert (Entry.objects.get(pk=entry.pk).rating, event.log.get().reason) == (1850, "The list of May.")
