"""What the form of an event asks about depends on what its game says of itself."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.games import game, games
from tests.support.factories import UserFactory
from tests.support.toy_game import Toy
from tournaments.events.settings.event_form import EventForm
from tournaments.settings.defaults import usual_tie_breaks
from tournaments.settings.rows import TIE_BREAK_FIELDS

pytestmark = pytest.mark.django_db
BY_SCORES = {"VPD", "VPS"}
(FORTIFY,) = (each for each in games() if each.slug == "fortify")


class Quiet(Toy):
    """Its scores decide nothing, and no turn of it can be left out."""

    slug = "quiet"
    name = "Quiet"
    scores_count = False
    can_idle = False


def form_of(rules: Game) -> EventForm:
    return EventForm(rules, by=UserFactory())


def offered(form: EventForm, name: str) -> set[str]:
    found = set()
    for value, label in form.fields[name].choices:  # type: ignore[attr-defined]
        found |= {code for code, _ in label} if isinstance(label, list | tuple) else {value}
    return found


def test_tie_breaks_by_scores_are_offered_where_scores_count() -> None:
    assert all(offered(form_of(FORTIFY), name) >= BY_SCORES for name in TIE_BREAK_FIELDS)
    assert not any(offered(form_of(Quiet()), name) & BY_SCORES for name in TIE_BREAK_FIELDS)


def test_a_cup_is_decided_by_scores_where_they_count() -> None:
    assert offered(form_of(FORTIFY), "decides") == {"pfs", "fs", "ps", "s"}
    assert offered(form_of(Quiet()), "decides") == {"fs", "s"}
    assert "most_difference" in form_of(FORTIFY).fields
    assert "most_difference" not in form_of(Quiet()).fields


def test_a_pass_at_zero_is_offered_where_turns_can_be_left_out() -> None:
    assert "pass" in offered(form_of(FORTIFY), "at_zero")
    assert offered(form_of(Quiet()), "at_zero") == {"lose", "leave"}


def test_formats_are_offered_in_which_the_game_can_be_played() -> None:
    assert offered(form_of(FORTIFY), "format") == {"swiss", "round_robin", "cup"}
    assert offered(form_of(Quiet()), "format") == {"swiss", "round_robin", "cup", "tables", "tables_all"}
    alone = form_of(game("fairytale"))
    assert offered(alone, "format") == {"expedition"}
    asked = {"rounds", "late_until", "break_hours"} | {"seeding", "rated", "points", "tie_break_1", "at_once"}
    assert asked & alone.fields.keys() == {"rounds", "late_until", "break_hours"}


def test_the_usual_values_are_among_those_offered() -> None:
    form = form_of(Quiet())
    assert form.initial["decides"] == "fs"
    for event_format in offered(form, "format"):
        usual = usual_tie_breaks(event_format, scores_count=False)
        assert usual == [code for code in usual_tie_breaks(event_format) if code not in {*BY_SCORES, "TPS"}]
        assert set(usual) <= offered(form, "tie_break_1")
