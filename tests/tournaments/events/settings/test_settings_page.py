from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

import pytest
from django.test import Client

from accounts.models import User
from matches.clocks.pauses import friendly_pool
from matches.models import VacationPool
from matches.time_control.time_control import DAY
from tests.support.form_data import filled_in
from tests.support.pages import words
from timekeeping import clock
from tournaments.decisions.events import decisions
from tournaments.events.settings import save
from tournaments.models import Event, LogLine, Round


def address(event: Event) -> str:
    return f"/events/{event.pk}/manage/settings/"


def send(desk: Client, event: Event, **fields: Any) -> Any:
    return desk.post(address(event), filled_in(desk, address(event)) | fields)


def changed(desk: Client, event: Event, **fields: Any) -> Event:
    answer = send(desk, event, **fields)
    assert answer.status_code == 303, words(answer.content.decode())
    return Event.objects.select_related("vacation_pool").get(pk=event.pk)


def last_line(event: Event) -> LogLine:
    return event.log.latest("pk")


def begun(event: Event) -> Event:
    event.stage, event.begun_at = Event.Stage.RUNNING, clock.now()
    event.save()
    return event


def test_a_change_stands_in_the_log_with_its_reason(desk: Client, event: Event, organiser: User) -> None:
    event = changed(desk, event, rounds="7", places="20", reason="More of us than I thought.")
    assert (event.rounds, event.places) == (7, 20)
    line = last_line(event)
    assert line.words == "Changed Rounds: 5 → 7; Places: – → 20, then a waiting list."
    assert (line.by, line.reason, line.kind) == (organiser, "More of us than I thought.", "event")


def test_sending_the_form_as_it_is_changes_nothing(desk: Client, event: Event) -> None:
    before = Event.objects.filter(pk=event.pk).values().get()
    answer = send(desk, event, reason="None.")
    assert answer.status_code == 303
    assert Event.objects.filter(pk=event.pk).values().get() == before | {"vacation_pool_id": before["vacation_pool_id"]}
    assert not event.log.exists()


@pytest.mark.parametrize(
    ("pool", "control"), [("none", (3, 3, 3)), ("friendly", (10, 1, 10)), ("own", (4.5, 1, 6)), ("own", (3, 3, 3))]
)
def test_what_the_event_has_is_what_the_form_shows(
    desk: Client, event: Event, pool: str, control: tuple[float, float, float]
) -> None:
    start, increment, cap = (days * DAY for days in control)
    event.clock_start, event.clock_increment, event.clock_cap = start, increment, cap
    event.weekends, event.at_zero, event.passes = True, "pass", 4
    event.vacation_pool = {"none": None, "friendly": friendly_pool(), "own": own_pool(event)}[pool]
    event.save()
    before = Event.objects.filter(pk=event.pk).values().get()
    assert send(desk, event, reason="None.").status_code == 303
    assert Event.objects.filter(pk=event.pk).values().get() == before


def own_pool(event: Event) -> VacationPool:
    pool = {"name": event.name, "days": 5, "shortest": 2, "begins": clock.now().date()}
    return VacationPool.objects.create(key=f"event-{event.pk}", **pool)


def test_without_a_reason_nothing_is_changed(desk: Client, event: Event) -> None:
    answer = send(desk, event, rounds="7", reason=" ")
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"reason"}
    event.refresh_from_db()
    assert event.rounds == 5


def test_what_nobody_has_seen_needs_no_reason(desk: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.DRAFT)
    assert changed(desk, event, rounds="7").rounds == 7


def test_the_days_of_vacation_can_go_back_and_forth(desk: Client, event: Event) -> None:
    own = {
        "vacation": "on",
        "vacation_from": "own",
        "vacation_days": "9",
        "vacation_shortest": "2",
        "reason": "A reason.",
    }
    event = changed(desk, event, **own)
    first = event.vacation_pool
    assert first is not None
    assert first.days == 9
    event = changed(desk, event, vacation_from="friendly", reason="A reason.")
    assert event.vacation_pool == friendly_pool()
    event = changed(desk, event, **own | {"vacation_days": "11"})
    assert event.vacation_pool == first
    assert event.vacation_pool.days == 11


class TestWhatAnEventCameWith:
    """From elsewhere an event may have what no one could choose here."""

    ODD: ClassVar = {"rounds": 25, "tie_breaks": ["BH/C3", "RTNG", "SB", "PS", "WON", "DE", "TPR"], "places": 3000}

    @pytest.mark.parametrize("is_begun", [False, True])
    def test_it_stays_when_something_else_is_changed(self, desk: Client, event: Event, is_begun: bool) -> None:
        Event.objects.filter(pk=event.pk).update(**self.ODD)
        event.refresh_from_db()
        if is_begun:
            begun(event)
        event = changed(desk, event, name="The Spring Cup", reason="Its name.")
        assert event.name == "The Spring Cup"
        assert {name: getattr(event, name) for name in self.ODD} == self.ODD

    def test_it_cannot_be_made_odder(self, desk: Client, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(**self.ODD)
        answer = send(desk, event, rounds="26", reason="More.")
        assert set(answer.context["form"].errors) == {"rounds"}


class TestOnceItHasBegun:
    LOCKED = (
        *("option_map", "draws", "rated", "analysis", "format", "cycles", "accelerated", "points", "seeding"),
        "closes_at",
        *("check_in", "starts_at", "pace", "start_days", "weekends", "nights", "at_zero", "vacation", "vacation_days"),
    )

    def test_the_terms_of_the_matches_stay(self, desk: Client, event: Event) -> None:
        begun(event)
        before = Event.objects.filter(pk=event.pk).values().get()
        posted = {
            "option_map": "5x5",
            "format": "round_robin",
            "cycles": "2",
            "points": "3",
            "seeding": "own",
            "pace": "7",
            "weekends": "on",
            "at_zero": "pass",
            "passes": "1",
            "vacation": "",
            "accelerated": "on",
            "starts_at": f"{datetime.now(UTC).year + 1}-01-01T12:00",
            "check_in": "on",
            "reason": "To cheat.",
        }
        assert send(desk, event, **posted).status_code == 303
        assert Event.objects.filter(pk=event.pk).values().get() == before

    def test_it_says_what_is_fixed_and_why(self, desk: Client, event: Event) -> None:
        begun(event)
        page = desk.get(address(event))
        for name in self.LOCKED:
            assert f' name="{name}"' not in page.content.decode(), name
        text = words(page.content.decode())
        assert "Fixed since the event began" in text
        assert "Format Swiss" in text
        assert 'name="rounds"' in page.content.decode()
        assert 'data-when-name="format"' not in page.content.decode()
        assert "Once" not in text  # how often everybody meets is asked in a round robin

    def test_how_rounds_follow_may_change(self, desk: Client, event: Event) -> None:
        fields = {"rounds": "6", "round_days": "14", "unfinished": "extend", "extension_days": "3", "late_until": "2"}
        fields["break_hours"] = "36"
        event = changed(desk, begun(event), **fields, publishes_itself="", reason="It drags on.")
        assert (event.rounds, event.round_days, event.unfinished, event.extension_days) == (6, 14, "extend", 3)
        assert (event.late_until, event.publishes_itself, event.break_hours) == (2, False, 36)

    def test_there_are_never_fewer_rounds_than_are_paired(self, desk: Client, event: Event) -> None:
        begun(event)
        for number in (1, 2, 3):
            Round.objects.create(event=event, number=number, paired_at=clock.now())
        answer = send(desk, event, rounds="2", half_byes="0", reason="Enough.")
        assert answer.context["form"].errors == {"rounds": ["3 rounds are paired already: choose at least that many."]}
        assert changed(desk, event, rounds="3", reason="Enough.").rounds == 3

    def test_fewer_rounds_are_a_way_out_where_the_last_cannot_be_paired(self, desk: Client, event: Event) -> None:
        begun(event)
        for number in (1, 2):
            Round.objects.create(event=event, number=number, paired_at=clock.now(), stage="closed")
        Round.objects.create(event=event, number=3, paired_at=clock.now(), work="failed", failure="Nobody is left.")
        event = changed(desk, event, rounds="2", half_byes="0", reason="Enough.")
        assert [each.number for each in event.round_set.all()] == [1, 2]
        assert [each.title for each in decisions(event)] == ["All rounds are closed"]

    def test_an_accelerated_event_keeps_its_rounds(self, desk: Client, event: Event) -> None:
        event.accelerated = True
        assert changed(desk, begun(event), rounds="9", reason="More.").rounds == 5

    def test_a_date_that_has_passed_stands_in_nobodys_way(self, desk: Client, event: Event) -> None:
        event.starts_at = event.closes_at = clock.now() - DAY
        assert changed(desk, begun(event), rounds="6", reason="More.").rounds == 6


def test_once_it_is_over_only_its_words_may_change(desk: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.FINISHED, begun_at=clock.now())
    fields = {"name": "The Spring Cup", "rounds": "9", "late_until": "4", "tie_break_order": "usual"}
    event = changed(desk, event, **fields, reason="Its proper name.")
    assert (event.name, event.rounds, event.late_until, event.tie_breaks) == (
        "The Spring Cup",
        5,
        0,
        ["BH/C1", "BH", "SB"],
    )


def test_what_is_fixed_is_fixed_by_whatever_way_it_comes(event: Event, organiser: User) -> None:
    before = Event.objects.filter(pk=begun(event).pk).values().get()
    terms = {"format": "round_robin", "points": "3", "weekends": True, "options": {}, "seeding": "own"}
    assert save.change_settings(event, organiser, terms, save.VacationTerms("own", 5, 1), "To cheat.") == []
    assert Event.objects.filter(pk=event.pk).values().get() == before
