"""Each setting has one row, and what follows from it is whole."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tournaments.events.settings.event_form import EventForm
from tournaments.events.settings.save import VacationTerms, fill
from tournaments.events.settings.values import values_of
from tournaments.models import Event, EventTerms, Season
from tournaments.models.formats import all_formats
from tournaments.seasons.season_form import SeasonForm
from tournaments.settings.rows import OF_EVENTS, OF_SEASONS, SETTINGS, TIE_BREAK_FIELDS, Setting
from tournaments.settings.validate import of_numbers

NO_SETTINGS = {"made_at", "ended_at", "undo_until", "stage_before", "changed_at", "game_slug"}
BY_NAME = {setting.name: setting for setting in SETTINGS}


def test_every_column_of_the_terms_has_a_row() -> None:
    columns = {column.name for column in EventTerms._meta.get_fields()}
    assert columns - NO_SETTINGS == columns & BY_NAME.keys()
    assert len(BY_NAME) == len(SETTINGS)


def test_formats_name_settings_that_only_some_have() -> None:
    by_format = {setting.name for setting in SETTINGS if setting.by_format}
    assert by_format == {name for each in all_formats() for name in each.settings}


@pytest.mark.parametrize(("form", "settings"), [(EventForm, OF_EVENTS), (SeasonForm, OF_SEASONS)])
def test_the_form_asks_for_each_setting_in_one_place(form: type[EventForm], settings: tuple[Setting, ...]) -> None:
    laid_out = Counter(name for _key, _title, shown, more, _more_title in form.LAYOUT for name in (*shown, *more))
    assert set(laid_out.values()) == {1}
    asked = {name for setting in settings if setting.part != "time" for name in setting.asked_by}
    assert asked <= laid_out.keys()
    assert asked <= {*form.base_fields, *TIE_BREAK_FIELDS}


@pytest.mark.parametrize("model", [Event, Season])
@pytest.mark.parametrize("slug", [each.slug for each in all_formats()])
def test_a_format_without_a_setting_has_it_unused(slug: str, model: type[Event] | type[Season]) -> None:
    used: dict[str, Any] = {
        **dict.fromkeys(("accelerated", "rated", "computer_byes", "withdraws_no_shows"), True),
        "half_byes": 2,
        "most_difference": 5,
        "tie_breaks": ["BH"],
        "points": "3",
        "rounds": 7,
    }
    terms = model(game_slug="fairytale" if slug == "expedition" else "fortify")
    fill(terms, used | {"name": "Spring", "format": slug}, VacationTerms("none"))
    unused: dict[str, Any] = {"half_byes": 0, "most_difference": None, "tie_breaks": []}
    for name, value in used.items():
        is_kept = name in terms.rules.settings or name in ("points", "rounds")
        assert getattr(terms, name) == (value if is_kept else unused.get(name, False)), name


def test_a_form_shows_the_usual_value_of_a_setting_that_the_format_does_not_have() -> None:
    kept = {slug: values_of(Event(game_slug="fortify", format=slug, half_byes=0)) for slug in ("swiss", "cup")}
    assert (kept["swiss"]["half_byes"], kept["cup"]["half_byes"]) == (0, 1)


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ({"rounds": 0}, {"rounds"}),
        ({"rounds": 20, "break_hours": 336}, set()),
        ({"rounds": 21, "break_hours": 337}, {"rounds", "break_hours"}),
        ({"format": "cup", "rounds": 0, "break_hours": 0, "most_further": 6}, {"most_further"}),  # it has no others
        ({"check_in_hours": 0}, set()),  # nobody checks in
        ({"check_in": True, "check_in_hours": 0}, {"check_in_hours"}),
        ({"unfinished": "settle", "extension_days": 99}, set()),
        ({"unfinished": "extend", "extension_days": 99}, {"extension_days"}),
        ({"places": None, "round_days": None, "most_difference": None}, set()),
        ({"places": 1, "round_days": 0, "most_difference": 0}, {"places", "round_days", "most_difference"}),
    ],
)
def test_a_number_is_wrong_where_it_matters(settings: dict[str, Any], wrong: set[str]) -> None:
    assert {fault.field for fault in of_numbers(Event(game_slug="fortify", **settings), OF_EVENTS)} == wrong
