"""What the host sees and may do about time."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from jobs.models import Heartbeat
from matches.clocks import pauses
from matches.models import Match, Outage, Reminder, Seat, Vacation, VacationDay, VacationPool
from matches.time_control.time_control import DAY
from matches.vacation import follow
from tests.support.vacation import MONDAY, event, friendly, may, on_monday, seat_of, taken

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def desk(client: Client, host: User) -> Client:
    client.force_login(host)
    return client


@pytest.fixture
def league_match(player: User) -> Match:
    """A match in a league with ten vacation days; the player is on vacation for the whole of May."""
    with on_monday():
        taken(player, may(1), may(31))
        return friendly(player, pool=event(days=10))


def change(desk: Client, pool: VacationPool, **fields: Any) -> Any:
    values = {"name": pool.name, "days": pool.days, "shortest": pool.shortest, "begins": "", "ends": ""}
    url = reverse("admin:matches_vacationpool_change", args=[pool.pk])
    return desk.post(url, {**values, **fields}, follow=True)


def test_days_that_the_host_changes_move_the_clocks_of_who_is_away(
    desk: Client, player: User, league_match: Match
) -> None:
    seat = seat_of(player, league_match)
    assert seat.loaded_pauses.vacation == ((may(1), may(11)),)
    pool = VacationPool.objects.get(key="league")
    with on_monday():
        desk.force_login(User.objects.get(is_superuser=True))
        answer = change(desk, pool, days=12)
        assert "follow within a minute" in answer.content.decode()
        follow.follow_waiting()
    seat.refresh_from_db()
    assert seat.loaded_pauses.vacation == ((may(1), may(13)),)
    assert seat.deadline == may(13) + 3 * DAY


def test_another_name_moves_no_clock(desk: Client, league_match: Match) -> None:
    pool = VacationPool.objects.get(key="league")
    change(desk, pool, name="The League")
    pool.refresh_from_db()
    assert pool.name == "The League"
    assert not Seat.objects.filter(pauses_changed_at__isnull=False).exists()


def test_a_key_once_given_stays(desk: Client) -> None:
    pool = pauses.friendly_pool()
    change(desk, pool, key="other", days=20)
    pool.refresh_from_db()
    assert (pool.key, pool.days) == ("friendly", 20)


def test_a_season_that_ends_before_it_begins_is_refused(desk: Client) -> None:
    pool = event(days=10)
    answer = change(desk, pool, begins="2026-05-04", ends="2026-05-03")
    assert "The season ends before it begins." in answer.content.decode()
    pool.refresh_from_db()
    assert pool.begins is None


def test_the_pool_of_friendly_matches_cannot_be_deleted(desk: Client) -> None:
    for pool, status in ((pauses.friendly_pool(), 403), (event(), 302)):
        url = reverse("admin:matches_vacationpool_delete", args=[pool.pk])
        assert desk.post(url, {"post": "yes"}).status_code == status


def rows(player: User, match: Match) -> list[Any]:
    """One of each kind that the host may only look at."""
    seat = seat_of(player, match)
    pool = VacationPool.objects.get(key="league")
    return [
        Vacation.objects.get(),
        VacationDay.objects.create(player=player, pool=pool, seat=seat, at=MONDAY),
        Reminder.objects.create(seat=seat, number=1, kind=Reminder.Kind.DAY),
        Heartbeat.objects.create(name="sweep", at=MONDAY, machine="here"),
        Outage.objects.create(began_at=MONDAY - DAY, ended_at=MONDAY, clocks=3),
    ]


def test_the_rest_is_shown_and_left_as_it_is(desk: Client, player: User, league_match: Match) -> None:
    for row in rows(player, league_match):
        pages = f"admin:{row._meta.app_label}_{row._meta.model_name}"
        url = reverse(f"{pages}_change", args=[row.pk])
        assert url in desk.get(reverse(f"{pages}_changelist")).content.decode()
        assert desk.get(url).status_code == 200
        assert desk.post(url, {}).status_code == 403
        assert desk.post(reverse(f"{pages}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        assert desk.get(reverse(f"{pages}_add")).status_code == 403
        picked = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        desk.post(reverse(f"{pages}_changelist"), picked)
        assert type(row).objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("by_list", [False, True])
def test_vacation_goes_with_its_player(desk: Client, player: User, league_match: Match, by_list: bool) -> None:
    rows(player, league_match)
    if by_list:
        picked = {"action": "delete_selected", "_selected_action": [player.pk], "post": "yes"}
        desk.post(reverse("admin:accounts_user_changelist"), picked)
    else:
        desk.post(reverse("admin:accounts_user_delete", args=[player.pk]), {"post": "yes"})
    assert not User.objects.filter(pk=player.pk).exists()
    assert not Vacation.objects.exists()
    assert not VacationDay.objects.exists()


def test_a_match_shows_how_its_clocks_run(desk: Client, league_match: Match) -> None:
    shown = desk.get(reverse("admin:matches_match_change", args=[league_match.pk])).content.decode()
    assert "League" in shown
