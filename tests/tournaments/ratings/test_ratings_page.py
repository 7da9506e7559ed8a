from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from competition.ratings.months import Month
from tests.support.factories import UserFactory
from tests.support.markup import compact
from tests.support.people import LogIn
from tests.support.rated_pairings import day, played, rate
from tournaments.models import Pairing, RatedMonth, Rating
from tournaments.ratings import ratings_page as rating_view
from tournaments.ratings.close_month import close_months

pytestmark = pytest.mark.django_db
LIST = "/ratings/fortify/"


@pytest.fixture
def reader(log_in: LogIn) -> Client:
    return log_in(UserFactory(display_name="Rita"))


def rated(name: str, value: float, deviation: float = 60, month: int = 5, **fields: Any) -> User:
    player: User = UserFactory(display_name=name)
    the_month = Month(2026, month).first_day
    RatedMonth.objects.get_or_create(game_slug="fortify", month=the_month, defaults={"games": 1})
    rate(player, value, Month(2026, month), deviation=deviation, **fields)
    return player


def rows(html: str) -> list[list[str]]:
    found = re.findall(r"<tr>(.*?)</tr>", compact(html).partition("<tbody>")[2])
    return [[re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in found]


def test_the_list_is_by_rating_and_the_provisional_ones_come_last(reader: Client) -> None:
    rated("Ann", 1612.4)
    rated("Ben", 1700.5, deviation=30.2)
    rated("Cleo", 1900, deviation=150, total=1)
    html = reader.get(LIST).content.decode()
    assert "At the end of May 2026" in html
    assert rows(html) == [
        ["Ben", "1", "1701 ± 60", "9", ""],
        ["Ann", "2", "1612 ± 120", "9", ""],
        ["Cleo", "–", "1900 ± 300", "1", "provisional"],
    ]


def test_the_last_rating_counts_and_is_less_sure_for_who_has_not_played_since(reader: Client) -> None:
    ann = rated("Ann", 1400, month=1)
    rate(ann, 1600, Month(2026, 2), total=10)
    rated("Ben", 1500, month=5)
    first, second = rows(reader.get(LIST).content.decode())
    # Three idle months of 0.06 × 173.7178 each, after Glickman's step 6.
    assert first[2] == f"1600 ± {round(2 * (60**2 + 3 * (0.06 * 173.7178) ** 2) ** 0.5)}"
    assert second[2] == "1500 ± 120"


def test_who_has_not_played_for_a_year_is_not_listed(reader: Client) -> None:
    old = rated("Old", 1800)
    Rating.objects.filter(player=old).update(month=Month(2025, 5).first_day)
    recent = rated("Recent", 1700)
    Rating.objects.filter(player=recent).update(month=Month(2025, 6).first_day)
    assert [row[0] for row in rows(reader.get(LIST).content.decode())] == ["Recent"]


def test_a_reader_with_a_rating_is_told_where_they_stand(log_in: LogIn) -> None:
    rated("Ann", 1700)
    ben, cleo = rated("Ben", 1600), rated("Cleo", 1500, deviation=200)
    assert "Your rating is 1600 ± 120; you’re number 2." in log_in(ben).get(LIST).content.decode()
    assert "Your rating is 1500 ± 400, still provisional" in log_in(cleo).get(LIST).content.decode()


def test_without_ratings_it_says_when_there_will_be_some(reader: Client) -> None:
    html = reader.get(LIST).content.decode()
    assert "No ratings yet." in html
    assert "<tbody>" not in html


def test_closed_accounts_are_not_listed(reader: Client) -> None:
    User.objects.filter(pk=rated("Ann", 1700).pk).update(is_active=False)
    rated("Ben", 1600)
    assert [row[0] for row in rows(reader.get(LIST).content.decode())] == ["Ben"]


def test_it_has_pages_and_its_queries_do_not_grow(
    reader: Client, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(rating_view, "ON_A_PAGE", 3)
    for number in range(7):
        rated(f"Player no {number}", 1600 - number)
    assert [row[0] for row in rows(reader.get(f"{LIST}?page=3").content.decode())] == ["Player no 6"]
    with django_assert_max_num_queries(6):
        reader.get(LIST)


def test_a_month_rated_anew_is_shown_at_once(reader: Client) -> None:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name="Ben")
    pairing = played(ann, ben, day(5))
    close_months(day(6))
    assert [row[0] for row in rows(reader.get(LIST).content.decode())] == ["Ann", "Ben"]
    Pairing.objects.filter(pk=pairing.pk).update(white_code="0", black_code="1")
    close_months(day(7))
    assert [row[0] for row in rows(reader.get(LIST).content.decode())] == ["Ben", "Ann"]


def test_members_find_the_list_beside_the_events(reader: Client) -> None:
    assert f'href="{LIST}"' in reader.get("/events/").content.decode()
    assert f'href="{LIST}"' not in Client().get("/events/").content.decode()


def test_there_is_no_list_for_a_game_that_is_not_there(reader: Client) -> None:
    assert reader.get("/ratings/tiddlywinks/").status_code == 404


def test_the_players_page_has_the_graph_and_the_same_as_a_table(reader: Client) -> None:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name="Ben")
    played(ann, ben, day(3))
    played(ann, ben, day(5), "==")
    close_months(day(7, 1))
    html = reader.get(f"/players/{ann.pk}/").content.decode()
    assert "After 2 rated matches; still provisional." in html
    assert [row[0] for row in rows(html)] == ["June 2026", "May 2026", "April 2026", "March 2026"]
    [line] = re.findall(r'<polyline class="line" points="([^"]+)"', html)
    assert len(line.split()) == len(re.findall('<circle class="dot"', html)) == 4
    assert f'href="{LIST}"' in html


def test_a_player_without_a_rating_has_no_graph(reader: Client) -> None:
    html = reader.get(f"/players/{UserFactory().pk}/").content.decode()
    assert "rating-graph" not in html


def test_the_players_page_asks_twice_for_ratings_however_many_months(
    reader: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ann = rated("Ann", 1500, month=1)
    for month in range(2, 12):
        rate(ann, 1500, Month(2026, month), total=month)
    with django_assert_max_num_queries(15):
        reader.get(f"/players/{ann.pk}/")


def test_ratings_of_a_game_that_is_no_longer_there_are_not_shown(reader: Client) -> None:
    ann = rated("Ann", 1500)
    Rating.objects.update(game_slug="tiddlywinks")
    assert "rating-graph" not in reader.get(f"/players/{ann.pk}/").content.decode()
