"""The pages about free places and cards."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from tests.support.divisions import entry_of, event_of, named, organiser, vacant
from tests.support.people import LogIn
from tests.tournaments.entries.replacements.test_place_emails import lose
from tournaments.models import Card, Season, Vacancy

pytestmark = [pytest.mark.django_db, pytest.mark.either]
SEASON = "/clubs/northside/leagues/sunday-league/1/"
PLACES = f"{SEASON}places/"


def text(answer: Any) -> str:
    return str(answer.content.decode())


@pytest.fixture
def desk(season: Season, log_in: LogIn) -> Client:
    return log_in(organiser(season))


def test_who_is_offered_a_place_takes_it_on_the_seasons_page(season: Season, log_in: LogIn) -> None:
    vacancy = vacant(season)
    emil = log_in(named("Emil"))
    assert "Accept place" in text(emil.get(SEASON))
    assert "Accept place" not in text(log_in(named("Ben")).get(SEASON))
    assert emil.post(SEASON, {"action": "take_place"}).status_code == 303
    page = text(emil.get(SEASON))
    assert "You’re now playing in" in page
    assert "Ada, then" in page
    vacancy.refresh_from_db()
    assert vacancy.taken_by == named("Emil")
    assert emil.post(SEASON, {"action": "take_place"}).status_code == 409


def test_or_declines_it(season: Season, log_in: LogIn) -> None:
    vacancy = vacant(season)
    assert log_in(named("Emil")).post(SEASON, {"action": "decline_place"}).status_code == 303
    assert vacancy.offers.get(player=named("Emil")).answer == "declined"


def test_an_organiser_sees_the_place_and_puts_somebody_in(season: Season, desk: Client) -> None:
    assert "No place is free." in text(desk.get(PLACES))
    vacancy = vacant(season)
    assert "Ada’s place in Division 1 is free" in text(desk.get(f"{SEASON}manage/"))
    assert "Emil has an offer, which ends" in text(desk.get(PLACES))
    form = {"action": "offer", "vacancy": vacancy.pk, "how": "put_in"}
    answer = desk.post(PLACES, form | {"who": "Nobody"})
    assert answer.status_code == 422
    assert 'value="Nobody"' in text(answer)
    assert desk.post(PLACES, form | {"who": "Emil"}).status_code == 303
    assert entry_of(season, "Emil").status == "entered"
    assert desk.post(PLACES, form | {"who": "Emil"}).status_code == 404


def test_or_gives_it_up_with_a_reason(season: Season, desk: Client) -> None:
    vacancy = vacant(season)
    form = {"action": "give_up", "vacancy": vacancy.pk}
    assert desk.post(PLACES, form).status_code == 422
    assert desk.post(PLACES, form | {"reason": "Too late in the season."}).status_code == 303
    assert Vacancy.objects.get().end == "nobody"


def test_an_expired_login_loses_nothing_of_what_was_typed(season: Season, desk: Client, client: Client) -> None:
    vacancy = vacant(season)
    lose(season, "Ben", 2)
    forms = (
        {"action": "offer", "vacancy": vacancy.pk, "who": "Gus of Elsewhere", "how": "put_in"},
        {"action": "give_up", "vacancy": vacancy.pk, "reason": "Too late in the season."},
        {"action": "lift", "card": Card.objects.get().pk, "reason": "In hospital."},
    )
    for form in forms:
        answer = client.post(PLACES, form)
        page = text(desk.get(parse_qs(urlsplit(answer.headers["Location"]).query)["next"][0]))
        assert page.count(f'value="{form.get("who") or form["reason"]}"') == 1
        assert page.count("<details open>") == ("reason" in form)
    assert vacancy.offers.get().player == named("Emil")


def test_who_is_brought_back_is_said_to_be_in_their_place(season: Season, desk: Client) -> None:
    vacancy = vacant(season)
    page = f"/events/{event_of(season).pk}/manage/entries/"
    assert desk.post(page, {"action": "return", "entry": vacancy.entry_id}).status_code == 303
    assert "Ada is back." in text(desk.get(page))


def test_cards_are_shown_to_their_player_and_to_organisers_who_lift_them(
    season: Season, desk: Client, log_in: LogIn
) -> None:
    lose(season, "Ada", 1)
    event = f"/events/{event_of(season).pk}/enter/"
    assert "Yellow card" in text(log_in(named("Ada")).get(SEASON))
    assert "Yellow card" in text(log_in(named("Ada")).get(event))
    assert "Yellow card" not in text(log_in(named("Ben")).get(SEASON))
    assert "Ada" in text(desk.get(PLACES))
    form = {"action": "lift", "card": Card.objects.get().pk}
    assert desk.post(PLACES, form).status_code == 422
    assert desk.post(PLACES, form | {"reason": "In hospital."}).status_code == 303
    assert "Yellow card" not in text(log_in(named("Ada")).get(SEASON))
    assert "In hospital." in text(desk.get(PLACES))


def test_the_rules_stand_on_the_seasons_page(season: Season, client: Client) -> None:
    page = " ".join(text(client.get(SEASON)).split())
    assert "takes over their matches, with the clock; their matches wait for one for at most 7 days" in page
    assert "without a turn: 1 warning, then out" in page
