"""Entering, leaving and absences on the pages of members, and entering with an email address alone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches.offers import limits
from tests.support.composed_mails import message_of, text_of
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, UserFactory
from tests.support.markup import compact
from tests.support.rows import refresh
from tournaments.entries import entry_list as entries
from tournaments.models import Entry, Event, Round

Status, Stage = Entry.Status, Event.Stage
pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made: Event = EventFactory(name="Spring Cup")
    return made


@pytest.fixture
def member(client: Client, player: User) -> Client:
    client.force_login(player)
    return client


def running(event: Event, player: User) -> Entry:
    """The event runs, its first round is published, and the player is in it."""
    Event.objects.filter(pk=event.pk).update(stage=Stage.RUNNING, begun_at=timezone.now())
    Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING, work=Round.Work.DONE)
    entry: Entry = EntryFactory(event=event, player=player, number=1)
    return entry


def test_a_member_enters_by_one_button(event: Event, member: Client, player: User) -> None:
    address = f"/events/{event.pk}/enter/"
    assert "Enter</button>" in compact(member.get(address).text)
    response = member.post(address, {"action": "enter"})
    assert response.status_code == 303
    assert "You’re in Spring Cup." in member.get(response.headers["Location"]).text
    assert Entry.objects.get().status == Status.ENTERED
    assert "You’re in this event." in member.get(address).text


def test_who_waited_in_vain_is_told_so_and_led_in_late(event: Event, member: Client, player: User) -> None:
    running(event, UserFactory())
    Event.objects.update(places=1)
    EntryFactory(event=event, player=player, status=Status.WAITING, entered_at=timezone.now() - timedelta(days=1))
    told = "The event began before a place became free for you."
    page = member.get(f"/events/{event.pk}/enter/").text
    assert told in page
    assert "You can still enter it late." not in page
    Event.objects.update(places=2, late_until=3)
    page = compact(member.get(f"/events/{event.pk}/enter/").text)
    assert f"{told} You can still enter it late." in page
    assert "Enter</button>" in page


@pytest.mark.parametrize(
    ("late_bye", "half_byes", "brings"),
    [
        ("H", 2, "half a point for each of the first 2 rounds missed."),
        ("H", 1, "half a point for the first round missed."),
        ("H", 0, "nothing for the rounds missed."),
        ("Z", 2, "nothing for the rounds missed."),
    ],
)
def test_who_enters_late_reads_what_rounds_missed_bring(
    event: Event, member: Client, late_bye: str, half_byes: int, brings: str
) -> None:
    running(event, UserFactory())
    Event.objects.update(late_until=3, late_bye=late_bye, half_byes=half_byes)
    assert brings in member.get(f"/events/{event.pk}/enter/").text


def test_looking_changes_nothing(event: Event, member: Client) -> None:
    for page in ("enter", "leave", "absences", "entries"):
        assert member.get(f"/events/{event.pk}/{page}/").status_code == 200
    assert not Entry.objects.exists()


def test_who_cannot_enter_is_told_why(event: Event, member: Client) -> None:
    Event.objects.update(registration=Event.Registration.INVITATION)
    address = f"/events/{event.pk}/enter/"
    assert "This event is by invitation" in member.get(address).text
    response = member.post(address, {"action": "enter"})
    assert response.status_code == 403
    assert "This event is by invitation" in response.text


def test_an_invitation_is_taken_up_or_declined(event: Event, member: Client, player: User) -> None:
    entry = EntryFactory(event=event, player=player, status=Status.INVITED)
    address = f"/events/{event.pk}/enter/"
    assert "Decline invitation" in member.get(address).text
    assert member.post(address, {"action": "decline"}).status_code == 303
    assert refresh(entry).status == Status.WITHDRAWN


def test_who_withdraws_reads_what_it_means_first_and_may_come_back(event: Event, member: Client, player: User) -> None:
    entry = running(event, player)
    address = f"/events/{event.pk}/leave/"
    assert "You aren’t paired from round 2 on" in member.get(address).text
    member.post(address, {"action": "withdraw"})
    assert refresh(entry).status == Status.WITHDRAWN
    assert "Come back</button>" in member.get(f"/events/{event.pk}/enter/").text
    member.post(f"/events/{event.pk}/enter/", {"action": "return"})
    entry.refresh_from_db()
    assert (entry.status, entry.back_from) == (Status.ENTERED, 2)


def test_rounds_to_miss_are_ticked(event: Event, member: Client, player: User) -> None:
    entry = running(event, player)
    address = f"/events/{event.pk}/absences/"
    assert 'value="1"' not in member.get(address).text
    response = member.post(address, {"rounds": ["2", "4"]})
    page = member.get(response.headers["Location"]).text
    assert "Saved: round 2 for half a point, round 4 for nothing." in page
    assert list(entry.absences.values_list("round_number", flat=True)) == [2, 4]
    assert member.get(address).text.count("checked") == 2
    assert member.post(address, {"rounds": ["1"]}).status_code == 409


def test_an_event_that_is_being_set_up_is_not_there_for_others(event: Event, member: Client) -> None:
    Event.objects.update(stage=Stage.DRAFT)
    for page in ("enter", "leave", "absences", "entries"):
        assert member.get(f"/events/{event.pk}/{page}/").status_code == 404


def test_a_visitor_gets_a_link_by_mail_and_no_entry_yet(event: Event, client: Client) -> None:
    response = client.post(f"/events/{event.pk}/enter/", {"email": "Dora@Elsewhere.example"})
    assert response.status_code == 200
    assert "dora@elsewhere.example" in response.text
    mail = OutboxMail.objects.get(kind="event_link")
    assert mail.user is not None
    assert (mail.user.email, mail.user.is_guest) == ("dora@elsewhere.example", True)
    assert not Entry.objects.exists()


def test_a_guest_who_has_stopped_all_emails_gets_the_link_and_by_entering_the_others(
    event: Event, client: Client
) -> None:
    guest = GuestFactory(turn_mail="none")
    client.post(f"/events/{event.pk}/enter/", {"email": guest.email})
    letter = message_of(OutboxMail.objects.get(kind="event_link"))
    (path,) = re.findall(r"^https?://[^/\s]+(/events/link/\S+)$", text_of(letter), re.MULTILINE)
    assert "If you enter, they resume." in client.get(path).text
    client.post(path, {"action": "enter", "display_name": "Dora", "time_zone": "UTC"})
    assert Entry.objects.get().player == guest
    guest.refresh_from_db()
    assert guest.turn_mail == "each"


def test_a_new_guest_has_the_browsers_time_zone(event: Event, client: Client) -> None:
    client.cookies["time_zone"] = "Europe/Berlin"
    client.post(f"/events/{event.pk}/enter/", {"email": "dora@elsewhere.example"})
    assert User.objects.get(email="dora@elsewhere.example").time_zone == "Europe/Berlin"


def test_nothing_tells_a_visitor_whether_an_address_is_a_members(event: Event, client: Client, player: User) -> None:
    address = f"/events/{event.pk}/enter/"
    answers = [client.post(address, {"email": email}) for email in (player.email, "nob@players.example")]
    pages = [answer.text.replace(player.email, "?").replace("nob@players.example", "?") for answer in answers]
    pages = [page[page.index("Check your inbox") :] for page in pages]
    assert pages[0] == pages[1]


def test_what_is_no_address_is_refused_with_what_was_typed(event: Event, client: Client) -> None:
    response = client.post(f"/events/{event.pk}/enter/", {"email": "dora"})
    assert response.status_code == 422
    assert "“dora” isn’t an email address." in response.text
    assert 'value="dora"' in response.text


def test_nobody_is_pestered_by_way_of_the_form(event: Event, client: Client) -> None:
    address = f"/events/{event.pk}/enter/"
    answers = [client.post(address, {"email": "dora@elsewhere.example"}).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]


def test_one_place_on_the_net_cannot_write_to_everybody(
    event: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TYPED_AN_HOUR", limits.TYPED_AN_HOUR._replace(peer=2))
    address = f"/events/{event.pk}/enter/"
    answers = [client.post(address, {"email": f"d{n}@elsewhere.example"}).status_code for n in range(3)]
    assert answers == [200, 200, 429]


def test_the_list_shows_who_is_in_who_waits_and_who_left(event: Event, client: Client, player: User) -> None:
    running(event, player)
    gone = EntryFactory(event=event, status=Status.WITHDRAWN, number=2, gone_from=2)
    hidden = [EntryFactory(event=event, status=status) for status in (Status.INVITED, Status.APPLIED, Status.REFUSED)]
    page = client.get(f"/events/{event.pk}/entries/").text
    assert "Ada" in page
    assert gone.shown_name in page
    assert "from round 2 on" in page
    assert not any(entry.shown_name in page for entry in hidden)


def test_a_long_list_has_pages(event: Event, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "ON_A_PAGE", 2)
    names = ["Cleo", "Dora", "Emil"]
    for name in names:
        EntryFactory(event=event, player=UserFactory(display_name=name))
    address = f"/events/{event.pk}/entries/"
    pages = [client.get(address).text, client.get(f"{address}?page=2").text]
    assert [[name in page for name in names] for page in pages] == [[True, True, False], [False, False, True]]
    assert "3 entered" in pages[1]


def test_the_list_takes_as_many_queries_for_many_as_for_few(
    event: Event, client: Client, django_assert_max_num_queries: object
) -> None:
    for _ in range(30):
        EntryFactory(event=event, player=UserFactory())
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        client.get(f"/events/{event.pk}/entries/")
