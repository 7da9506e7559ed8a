"""Clocks that a rule had stopped before it was kept that no organiser did are told apart by their logs."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from matches.gate import clock_acts, rule_stops, takeback
from matches.models import Match, Seat, Turn
from matches.verify.replay import differences
from tests.support.factories import MatchFactory
from tests.support.matches import fresh, length, submit
from tests.support.toy_game import Toy

migration = import_module("matches.migrations.0017_clocks_stopped_by_rule")


@pytest.fixture
def match(toy: Toy, player: User, opponent: User, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A rule has stopped Ada's clock, an organiser Ben's, and Ada has played all the same and taken it back; in the
    words of that time."""
    monkeypatch.setattr(rule_stops, "STOPPED", migration.STOPPED)
    made: Match = MatchFactory(game_slug="toy", players=[player, opponent])
    ada, ben = made.seats.all()
    clock_acts.stop_clock(ada, "Somebody is sought.", 0, is_by_rule=True)
    clock_acts.stop_clock(ben, "Ben is ill.", length(made))
    submit(ada, "pick 4")
    takeback.take_back(ada, Turn.Via.SITE)
    return made


def clocks_said(match: Match) -> list[set[str]]:
    """By seat: why its clock was held, in all lines from where the second was stopped on."""
    lines = Turn.objects.filter(match=match, index__gte=1)
    return [{clocks[index]["held"] for clocks in lines.values_list("clocks", flat=True)} for index in (0, 1)]


def test_what_a_rule_stopped_is_started_by_it_and_the_log_says_the_same(match: Match) -> None:
    migration.tell_apart_no_more(apps, None)
    assert [seat.held for seat in match.seats.all()] == ["organiser", "organiser"]
    assert clocks_said(match) == [{"organiser"}, {"organiser"}]
    assert differences(Match.objects.get(pk=match.pk))
    migration.tell_apart(apps, None)
    assert [seat.held for seat in match.seats.all()] == ["left", "organiser"]
    assert clocks_said(match) == [{"left"}, {"organiser"}]
    assert Turn.objects.filter(match=match, kind="play", before__held="left").exists()
    assert differences(Match.objects.get(pk=match.pk)) == []
    ada = Seat.objects.get(match=match, index=0)
    clock_acts.start_clock(ada, "Ada is back.", length(match), is_by_rule=True)
    assert fresh(ada).held == ""
    assert differences(Match.objects.get(pk=match.pk)) == []


def test_what_an_organiser_stopped_since_is_theirs(match: Match) -> None:
    ada = Seat.objects.get(match=match, index=0)
    clock_acts.start_clock(ada, "It has to go on.", length(match))
    clock_acts.stop_clock(ada, "Not yet.", length(match))
    migration.tell_apart_no_more(apps, None)
    migration.tell_apart(apps, None)
    assert fresh(ada).held == "organiser"
    assert differences(Match.objects.get(pk=match.pk)) == []
