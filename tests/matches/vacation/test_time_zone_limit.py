"""Changing time zone or night moves the clocks that go by them, and is possible only so often."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import ClockChange, User
from matches.mails import tokens
from matches.models import Match, Seat
from matches.time_control.time_control import DAY, HOUR, TimeControl
from matches.vacation import follow
from tests.support.account_actions import log_in_by_code, sign_up, type_address_code, words
from tests.support.account_mails import last_code
from tests.support.concurrently import at_once, held
from tests.support.factories import PASSWORD, GuestFactory, MatchFactory, UserFactory
from tests.support.markup import compact
from timekeeping import clock

pytestmark = pytest.mark.django_db
FRIDAY = datetime(2026, 5, 8, 12, tzinfo=UTC)
SATURDAY = FRIDAY + DAY
WISHES = {
    "display_name": "Ada",
    "time_zone": "UTC",
    "night_from": "22:00",
    "language": "en-gb",
    "turn_mail": "each",
    "digest_hour": "18",
}


def start(player: User, *, weekends: bool = False, nights: bool = False) -> Match:
    """Begun on Friday noon, with three days for a turn; the player is asked."""
    with time_machine.travel(FRIDAY, tick=False):
        three = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, weekends=weekends, nights=nights)
        match: Match = MatchFactory(players=[player, UserFactory()], control=three)
    return match


def deadline(player: User) -> datetime | None:
    return Seat.objects.get(player=player).deadline


@pytest.fixture
def on_saturday() -> Iterator[None]:
    with time_machine.travel(SATURDAY, tick=False):
        yield


@pytest.fixture
def at_home(client: Client, player: User, on_saturday: None) -> Client:
    client.force_login(player)
    return client


def save(browser: Client, **wishes: str) -> Any:
    return browser.post(reverse("accounts:profile"), {**WISHES, **wishes}, follow=True)


@pytest.mark.parametrize(
    ("pause", "was", "wish", "becomes"),
    [("weekends", 12, {"time_zone": "America/New_York"}, 16), ("nights", 9, {"night_from": "11:00"}, 8)],
)
def test_a_new_zone_or_night_moves_the_deadline_and_says_so(
    at_home: Client, player: User, pause: str, was: int, wish: dict[str, str], becomes: int
) -> None:
    start(player, **{pause: True})
    assert deadline(player) == datetime(2026, 5, 13, was, tzinfo=UTC)
    page = words(save(at_home, **wish))
    assert deadline(player) == datetime(2026, 5, 13, becomes, tzinfo=UTC)
    assert "Saved. 1 deadline moved." in page


@pytest.mark.parametrize(
    ("pauses", "wishes"),
    [({}, {"time_zone": "Asia/Tokyo", "night_from": "12:00"}), ({"weekends": True}, {"night_from": "12:00"})],
)
def test_what_no_clock_goes_by_is_changed_without_a_word_as_often_as_one_likes(
    at_home: Client, player: User, pauses: dict[str, bool], wishes: dict[str, str]
) -> None:
    start(player, **pauses)
    for _ in range(3):
        assert "Saved.</li>" in compact(words(save(at_home, **wishes)))
        save(at_home)
    assert not ClockChange.objects.exists()
    assert Seat.objects.filter(pauses_changed_at__isnull=False).count() == 0


def test_other_wishes_do_not_count(at_home: Client, player: User) -> None:
    start(player, weekends=True, nights=True)
    save(at_home, display_name="Ada L.", language="en-us", turn_mail="none")
    assert not ClockChange.objects.exists()


def test_the_fourth_change_in_thirty_days_waits(at_home: Client, player: User) -> None:
    start(player, weekends=True)
    for zone in ("Asia/Tokyo", "Europe/Paris", "America/New_York"):
        assert "Saved." in words(save(at_home, time_zone=zone))
    before = deadline(player)
    refused = save(at_home, time_zone="Asia/Tokyo", display_name="Ada L.")
    assert refused.status_code == 422
    assert "the next change is possible from Mon 8 Jun 2026, 08:00." in words(refused)
    assert 'aria-describedby="id_time_zone_helptext id_time_zone_error"' in words(refused)
    assert '<option value="Asia/Tokyo" selected>' in words(refused)
    assert 'value="Ada L."' in words(refused)
    player.refresh_from_db()
    assert (player.time_zone, player.display_name) == ("America/New_York", "Ada")
    assert deadline(player) == before


def test_a_guest_changes_the_zone_on_a_links_page_as_often_as_a_member(
    client: Client, guest: User, on_saturday: None
) -> None:
    match = start(guest, weekends=True)
    url = f"/l/{tokens.mint_turn(match.seats.get(player=guest), 1)}/"
    assert f'href="{url}?time-zone"' in client.get(url).text
    before = deadline(guest)
    for zone in ("Asia/Tokyo", "Europe/Paris", "America/New_York"):
        assert '<option value="UTC"' in client.get(f"{url}?time-zone").text
        assert client.post(f"{url}?time-zone", {"time_zone": zone}).headers["Location"] == url
        guest.refresh_from_db()
        assert guest.time_zone == zone
    assert deadline(guest) != before
    refused = client.post(f"{url}?time-zone", {"time_zone": "Asia/Tokyo"})
    assert refused.status_code == 422
    assert "the next change is possible from" in words(refused)
    assert '<option value="Asia/Tokyo" selected>' in words(refused)
    assert client.post(f"{url}?time-zone", {"time_zone": "Mars/Base"}).status_code == 422
    assert client.post(f"{url}?time-zone", {"time_zone": "America/New_York"}).status_code == 303
    guest.refresh_from_db()
    assert guest.time_zone == "America/New_York"
    assert not match.log.filter(kind="play").exists()


def test_a_link_changes_no_members_zone_nor_an_old_one_a_guests(client: Client, player: User, guest: User) -> None:
    for reader, number in ((player, 1), (guest, 0)):
        match = start(reader, weekends=True)
        url = f"/l/{tokens.mint_turn(match.seats.get(player=reader), number)}/?time-zone"
        assert 'name="time_zone"' not in client.get(url).text
        client.post(url, {"time_zone": "Asia/Tokyo"})
        reader.refresh_from_db()
        assert reader.time_zone == "UTC"


def test_the_night_counts_as_the_zone_does(at_home: Client, player: User) -> None:
    start(player, nights=True)
    for night in ("10:00", "11:00", "12:00"):
        save(at_home, night_from=night)
    refused = save(at_home, night_from="13:00")
    assert "the next change is possible from" in words(refused)
    assert 'aria-describedby="id_night_from_helptext id_night_from_error"' in words(refused)


def test_other_wishes_can_be_saved_meanwhile(at_home: Client, player: User) -> None:
    start(player, weekends=True)
    for zone in ("Asia/Tokyo", "Europe/Paris", "UTC"):
        save(at_home, time_zone=zone)
    assert "Saved." in words(save(at_home, turn_mail="none"))


def test_after_thirty_days_the_first_change_no_longer_counts(at_home: Client, player: User) -> None:
    start(player, weekends=True)
    for days in (29, 2, 1):
        ClockChange.objects.create(user=player, at=clock.now() - days * DAY)
    assert save(at_home, time_zone="Asia/Tokyo").status_code == 422
    with time_machine.travel(SATURDAY + DAY, tick=False):
        at_home.force_login(player)
        assert save(at_home, time_zone="Asia/Tokyo").status_code == 200


def test_in_no_such_match_one_is_free_again(at_home: Client, player: User) -> None:
    match = start(player, weekends=True)
    ClockChange.objects.bulk_create(ClockChange(user=player, at=clock.now()) for _ in range(3))
    Seat.objects.filter(match=match).update(finished_at=clock.now())
    assert save(at_home, time_zone="Asia/Tokyo").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_changes_at_once_are_counted_one_after_the_other(player: User) -> None:
    start(player, weekends=True)
    ClockChange.objects.bulk_create(ClockChange(user=player, at=clock.now() - HOUR) for _ in range(2))
    browsers = [Client(), Client()]
    for browser in browsers:
        browser.force_login(player)

    def change(browser: Client, zone: str) -> int:
        return int(browser.post(reverse("accounts:profile"), {**WISHES, "time_zone": zone}).status_code)

    answers = at_once(lambda: change(browsers[0], "Asia/Tokyo"), lambda: change(browsers[1], "Europe/Paris"))
    assert sorted(answers) == [302, 422]
    assert ClockChange.objects.count() == 3


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_while_somebody_holds_the_player_it_asks_to_send_again(client: Client, player: User) -> None:
    client.force_login(player)
    User.objects.filter(pk=player.pk).update(on_site_at=clock.now())  # a visit to be noted would wait first
    with held(player), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '50ms'")
        answer = client.post(reverse("accounts:profile"), {**WISHES, "display_name": "Ada L."})
    assert answer.status_code == 503
    assert "Please send this again" in words(answer)
    assert 'value="Ada L."' in words(answer)


# -- other ways to another zone --------------------------------------------------------------------------------------


@pytest.fixture
def guest() -> User:
    guest: User = GuestFactory(email="eve@elsewhere.example")
    return guest


def test_a_guest_who_chooses_a_zone_moves_clocks(client: Client, guest: User, on_saturday: None) -> None:
    start(guest, weekends=True)
    log_in_by_code(client, guest.email)
    client.post(reverse("accounts:claim"), {"display_name": "Eve", "time_zone": "America/New_York", "password": ""})
    assert deadline(guest) == datetime(2026, 5, 13, 16, tzinfo=UTC)


def test_a_guest_who_signs_up_with_a_zone_moves_clocks(client: Client, guest: User, on_saturday: None) -> None:
    User.objects.update(time_zone="America/New_York")
    start(guest, weekends=True)
    sign_up(client, guest.email, "Eve")
    type_address_code(client, last_code(guest.email))
    follow.follow_waiting()
    assert Seat.objects.get(player=guest).loaded_pauses.zone == "Europe/Berlin"


def test_claiming_leaves_alone_what_it_does_not_ask_for(
    client: Client, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in_by_code(client, guest.email)
    note = User.set_password

    def meanwhile(user: User, password: str | None) -> None:
        User.objects.update(night_from=time(1))
        note(user, password)

    monkeypatch.setattr(User, "set_password", meanwhile)
    client.post(reverse("accounts:claim"), {"display_name": "Eve", "time_zone": "UTC", "password": PASSWORD})
    guest.refresh_from_db()
    assert (guest.display_name, guest.night_from) == ("Eve", time(1))
    assert guest.has_usable_password()


def test_a_zone_that_the_host_corrects_moves_clocks(client: Client, player: User, host: User) -> None:
    start(player, weekends=True)
    client.force_login(host)
    fields = {
        "email": player.email,
        "display_name": "Ada",
        "language": "en-gb",
        "turn_mail": "each",
        "organiser_mail": "digest",
        "digest_hour": 18,
        "is_active": "on",
    }
    page = reverse("admin:accounts_user_change", args=[player.pk])
    client.post(page, {**fields, "time_zone": "UTC"})
    assert Seat.objects.get(player=player).pauses_changed_at is None
    client.post(page, {**fields, "time_zone": "Asia/Tokyo"})
    assert Seat.objects.get(player=player).pauses_changed_at is not None
    follow.follow_waiting()
    assert Seat.objects.get(player=player).loaded_pauses.zone == "Asia/Tokyo"
