from __future__ import annotations

from typing import Any

import pytest

from engine.games import game
from matches.models import VacationPool
from tournaments.models import Club, Event
from tournaments.settings.describe import Change, Fact, changes, format_words, terms_of
from tournaments.settings.rows import OF_EVENTS


def event(**fields: Any) -> Event:
    options = game("fortify").clean_options({})
    return Event(**{"name": "Spring Cup", "game_slug": "fortify", "options": options} | fields)


def told(**fields: Any) -> dict[str, str]:
    return {fact.label: fact.words for fact in terms_of(event(**fields))}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rounds": 1}, "Swiss, 1 round"),
        ({"rounds": 7, "accelerated": True}, "Swiss, accelerated, 7 rounds"),
        ({"format": "round_robin"}, "round robin"),
        ({"format": "round_robin", "cycles": 2}, "double round robin"),
        ({"format": "cup"}, "cup"),
    ],
)
def test_the_format_is_said_in_a_few_words(fields: dict[str, Any], words: str) -> None:
    assert format_words(event(**fields)) == words


def test_tie_breaks_are_named_in_their_order() -> None:
    assert told(tie_breaks=["BH/C1", "DE", "LUCK"])["Tie-breaks"] == "Buchholz cut-1, Direct encounter, LUCK"
    assert told(tie_breaks=[])["Tie-breaks"] == "None"


def test_what_only_a_swiss_has_is_not_told_of_a_round_robin() -> None:
    assert {"Rounds", "Half a point", "Late entry"} <= told(late_until=2).keys()
    assert not {"Rounds", "Half a point", "Late entry"} & told(late_until=2, format="round_robin").keys()
    assert "Matches of a player who leaves" in told(format="round_robin")


def test_of_a_cup_it_is_told_what_decides_a_drawn_match() -> None:
    cup = told(format="cup", most_further=3)
    assert cup["A drawn match is decided by"].startswith("The game points of the match, then a further match")
    assert (cup["Further matches"], cup["Third place"]) == ("At most 3", "Shared by the losing semifinalists")
    assert "Further matches" not in told(format="cup", decides="s")
    assert not {"Points", "Tie-breaks", "Rounds", "Matches of a player who leaves"} & cup.keys()
    assert "Third place" not in told()


def test_vacation_is_told_with_the_time() -> None:
    pool = VacationPool(key="event-1", name="Spring Cup", days=9, shortest=2)
    assert "9 days of vacation" in told(vacation_pool=pool)["Time control"]
    assert "days of vacation" not in told()["Time control"]


def test_every_setting_but_the_description_is_told_by_some_fact() -> None:
    many = {
        "late_until": 2,
        "most_difference": 5,
        "places": 9,
        "check_in": True,
        "round_days": 7,
        "shows_forbidden": True,
    }
    dated = many | {"closes_at": Event().made_at, "starts_at": Event().made_at, "club": Club(pk=1, name="Hill")}
    facts: list[Fact] = [
        *terms_of(event(**dated)),
        *terms_of(event(format="round_robin")),
        *terms_of(event(format="cup")),
        *terms_of(event(format="tables")),
    ]
    assert frozenset().union(*(fact.fields for fact in facts)) == {setting.name for setting in OF_EVENTS} - {
        "description"
    }


def test_what_has_changed_is_told_with_both() -> None:
    before, after = terms_of(event(rounds=5, places=20)), terms_of(event(rounds=7))
    assert changes(before, after) == [
        Change("Rounds", "5", "7"),
        Change("Places", "20, then a waiting list", "–"),
    ]
    assert changes(before, before) == []
    assert Change("Rounds", "5", "7").said == "Rounds: 5 → 7"
    assert Change("Description").said == "Description"
