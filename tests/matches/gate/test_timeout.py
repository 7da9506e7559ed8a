"""What becomes of a player whose time has run out: the match's terms say."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from mail.models import OutboxMail
from matches import sweep
from matches.gate import draws
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat, VacationDay, VacationPool
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.support.factories import MatchFactory
from tests.support.matches import (
    SITE,
    Mails,
    kinds,
    play_picks,
    refusal,
    submit,
    told,
    travel_past_grace_of,
    travel_to_deadline_of,
)
from tests.support.vacation import event, taken

VACATION = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="leave")
PASS = TimeControl(3 * DAY, DAY, 5 * DAY, at_zero="pass", passes=2)


def start(player: User, opponent: User, control: TimeControl, **more: Any) -> Match:
    match: Match = MatchFactory(**{"game_slug": "toy", "players": [player, opponent], "control": control, **more})
    return match


def run_out(seat: Seat) -> LogEntry:
    """The seat's mail has arrived and its deadline passes; the line of the log by which the sweep decides."""
    told(seat.match)
    with travel_past_grace_of(seat):
        assert sweep.sweep_deadlines() > 0
        assert sweep.sweep_deadlines() == 0
    return seat.match.log.latest("index")


# -- losing --------------------------------------------------------------------------------------------------------


# -- vacation days first ----------------------------------------------------------------------------------------------


@pytest.fixture
def pool(db: None) -> VacationPool:
    return event(days=2)


@pytest.fixture
def on_vacation_days(toy: None, player: User, opponent: User, pool: VacationPool) -> Seat:
    """A seat whose player has two vacation days, in a match that uses them up at zero; the other has picked."""
    match = start(player, opponent, VACATION, vacation_pool=pool)
    submit(match.seats.get(index=1), "pick 2")
    return match.seats.select_related("match").get(index=0)


def test_vacation_days_are_used_up_one_at_a_time_and_then_the_match_is_lost(
    on_vacation_days: Seat, player: User, pool: VacationPool, mails: Mails
) -> None:
    seat, match = on_vacation_days, on_vacation_days.match
    first_deadline = seat.deadline
    assert first_deadline is not None
    mails()
    for day in (1, 2):
        line = run_out(seat)
        seat.refresh_from_db()
        assert (line.kind, line.via, line.seat, line.about, line.amount) == ("leave_day", "clock", seat, seat, DAY)
        assert line.words == "Used a vacation day when time ran out; the turn stays open."
        assert (seat.asked_turn, seat.deadline) == (1, first_deadline + day * DAY)
        used = VacationDay.objects.latest("pk")
        assert (VacationDay.objects.count(), used.player, used.pool, used.seat) == (day, player, pool, seat)
        assert used.at == line.at
        assert mails() == [("vacation_day", "Ada")]
        assert OutboxMail.objects.latest("pk").context == {"seat": seat.pk, "turn": line.pk}
    assert run_out(seat).kind == LogEntry.Kind.TIME
    assert kinds(match) == ["play", "leave_day", "leave_day", "time"]
    assert VacationDay.objects.count() == 2


def test_the_turn_that_a_vacation_day_bought_may_be_played(on_vacation_days: Seat) -> None:
    run_out(on_vacation_days)
    with travel_to_deadline_of(on_vacation_days):
        assert submit(on_vacation_days, "pick 4").kind == LogEntry.Kind.PLAY


def test_a_vacation_day_stops_no_clock_in_another_match(
    on_vacation_days: Seat, player: User, opponent: User, pool: VacationPool
) -> None:
    other = start(player, opponent, VACATION, vacation_pool=pool).seats.get(player=player)
    run_out(on_vacation_days)
    before = other.deadline
    other.refresh_from_db()
    assert other.deadline == before


def test_a_day_used_in_one_match_is_gone_in_the_others(
    on_vacation_days: Seat, player: User, opponent: User, pool: VacationPool
) -> None:
    run_out(on_vacation_days)
    other = told(start(player, opponent, VACATION, vacation_pool=pool))
    submit(other.seats.get(player=opponent), "pick 2")
    seat = other.seats.get(player=player)
    assert run_out(seat).kind == LogEntry.Kind.VACATION_DAY
    assert run_out(seat).kind == LogEntry.Kind.TIME


def test_part_of_a_day_is_not_enough(on_vacation_days: Seat, player: User) -> None:
    deadline = on_vacation_days.deadline
    assert deadline is not None
    planned = deadline + 10 * DAY
    taken(player, planned, planned + DAY + HOUR)  # leaves 23 hours of the two days
    assert run_out(on_vacation_days).kind == LogEntry.Kind.TIME


def test_without_a_pool_there_are_no_vacation_days(toy: None, player: User, opponent: User) -> None:
    match = start(player, opponent, VACATION)
    submit(match.seats.get(index=1), "pick 2")
    assert run_out(match.seats.get(index=0)).kind == LogEntry.Kind.TIME


def test_who_has_left_the_site_has_no_vacation_days(on_vacation_days: Seat) -> None:
    Seat.objects.filter(pk=on_vacation_days.pk).update(player=None)
    assert run_out(on_vacation_days).kind == LogEntry.Kind.TIME


# -- passed first --------------------------------------------------------------------------------------------------


@pytest.fixture
def adding(toy: None, player: User, opponent: User) -> Seat:
    """A seat that adds next, in a match that passes a player twice."""
    match = start(player, opponent, PASS)
    play_picks(match)
    return match.seats.select_related("match").get(index=0)


def test_a_player_is_passed_and_told_so_and_the_match_goes_on(adding: Seat, mails: Mails) -> None:
    told(adding.match)
    mails()
    adding.refresh_from_db()
    deadline, number = adding.deadline, adding.asked_turn
    line = run_out(adding)
    assert (line.kind, line.via, line.seat, line.number) == ("default", "clock", adding, number)
    assert line.stamped_at == deadline
    assert line.text == "add 1"
    assert line.words == line.public_words == "Passed automatically when time ran out (1 of 2)."
    assert sorted(mails()) == [("passed_over", "Ada"), ("your_turn", "Ben")]
    assert OutboxMail.objects.get(kind="passed_over").context == {"seat": adding.pk, "turn": line.pk}
    adding.refresh_from_db()
    other = adding.match.seats.get(index=1)
    assert (adding.asked_turn, adding.passes_used, adding.deadline) == (None, 1, None)
    assert adding.bank == DAY  # nothing was left, and a turn brings a day
    assert (other.asked_turn, other.asked_at, other.passes_used) == (4, line.at, 0)


def test_the_answer_that_comes_after_a_pass_is_refused_in_a_sentence(adding: Seat) -> None:
    run_out(adding)
    for text in ("add 5", "add 1"):
        refused = refusal(adding, 3, text)
        assert (refused.code, refused.status) == ("late", 409)
        assert refused.message == "Your time for this turn ran out, so you passed automatically."
    assert kinds(adding.match) == ["play", "play", "default"]


def test_a_pass_lets_an_offer_of_a_draw_go_by(adding: Seat) -> None:
    other = adding.match.seats.get(index=1)
    draws.offer_draw(other, SITE)
    run_out(adding)
    assert Match.objects.get(pk=adding.match_id).draw_offered_by is None
    with pytest.raises(MatchRefused, match="no draw offer"):
        draws.accept_draw(adding, SITE)


def test_ones_own_offer_of_a_draw_outlasts_a_pass(adding: Seat) -> None:
    draws.offer_draw(adding, SITE)
    run_out(adding)
    assert Match.objects.get(pk=adding.match_id).draw_offered_by == adding


def test_nobody_is_passed_where_the_game_does_not_allow_it(toy: None, player: User, opponent: User) -> None:
    match = start(player, opponent, PASS)
    submit(match.seats.get(index=1), "pick 2")
    assert run_out(match.seats.get(index=0)).kind == LogEntry.Kind.TIME


def test_a_player_is_passed_so_many_times_in_a_match_and_then_loses(player: User, opponent: User) -> None:
    match = start(player, opponent, PASS, game_slug="fortify")
    red, green = match.seats.select_related("match")
    submit(red, "I@a3")
    submit(green, "I@a1")
    said = []
    for _ in range(2):
        said.append(run_out(red).words[-9:])
        submit(green, "pass")
    assert said == ["(1 of 2).", "(2 of 2)."]
    assert run_out(red).kind == LogEntry.Kind.TIME
    assert kinds(match) == [*["play"] * 2, *["default", "play"] * 2, "time"]


def test_each_player_is_passed_for_themselves(player: User, opponent: User) -> None:
    match = start(player, opponent, PASS, game_slug="fortify")
    red, green = match.seats.select_related("match")
    submit(red, "I@a3")
    submit(green, "I@a1")
    for seat in (red, green, red, green):
        assert run_out(seat).kind == LogEntry.Kind.DEFAULT
    assert [seat.passes_used for seat in match.seats.all()] == [2, 2]


def to_colour_choice(match: Match) -> Seat:
    """Red has won the first volley by a 2x2, so it is Green's choice."""
    for text in ("B@c3", "I@a1", "B@c4 B@d3", "pass", "B@d4 c3+", "pass", "c4+ d3+", "pass", "d4+"):
        submit(match.seats.get(asked_turn__isnull=False), text)
    return match.seats.get(index=1)


@pytest.mark.parametrize("case", ["army", "red's first", "green's first", "colour"])
def test_in_fortify_what_is_mandatory_is_not_passed(player: User, opponent: User, case: str) -> None:
    options = {"special": "on"} if case == "army" else {"format": "points-2"}
    match = start(player, opponent, PASS, game_slug="fortify", options=options)
    red, green = match.seats.all()
    if case == "army":
        submit(red, "I4T4C1A1")
    if case == "green's first":
        submit(red, "I@a3")
    seat = {"army": green, "red's first": red, "green's first": green}.get(case) or to_colour_choice(match)
    assert run_out(Seat.objects.select_related("match").get(pk=seat.pk)).kind == LogEntry.Kind.TIME
    seat.refresh_from_db()
    assert (seat.passes_used, str(seat.share)) == (0, "0.0000")


def test_who_has_left_the_site_is_passed_as_well(adding: Seat, mails: Mails) -> None:
    Seat.objects.filter(pk=adding.pk).update(player=None)
    mails()
    assert run_out(adding).kind == LogEntry.Kind.DEFAULT
    assert mails() == [("your_turn", "Ben")]
