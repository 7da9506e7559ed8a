"""One act for all clocks of an event or a season."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from mail.models import OutboxMail
from matches.gate import clock_acts as winding
from matches.gate import event_clocks, timeout, turns
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY
from matches.verify.replay import differences
from tests.support.matches import told as mails_arrived
from tests.support.people import LogIn
from tests.support.running_events import begun, lines, organiser_of, pairings, play_round, seat_of, work_off
from tests.support.season_at_its_end import season_at_its_end
from tests.support.seasons import log_of
from tests.support.seasons import organiser_of as organiser_of_club
from timekeeping import clock
from tournaments import sweep
from tournaments.clocks import all_clocks
from tournaments.decisions.events import decisions
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import ClockAct, Event, Pairing, Season

pytestmark = pytest.mark.usefixtures("committing")
Kind = ClockAct.Kind
WHY = "A holiday."
MAIL = "event_clocks"


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> tuple[int, int]:
    """A round robin of four with all six matches under way, and a season of two divisions of two."""
    season = season_at_its_end((2, 2))
    return begun(4, format="round_robin", at_once=0).pk, season.pk


@pytest.fixture
def event(_made: tuple[int, int]) -> Event:
    return Event.objects.get(pk=_made[0])


@pytest.fixture
def season(_made: tuple[int, int]) -> Season:
    return Season.objects.get(pk=_made[1])


def act(whole: Event | Season, kind: ClockAct.Kind, *, seen: int | None = None, days: int = 0, why: str = WHY) -> int:
    scope = Scope(whole)
    by = organiser_of(whole) if isinstance(whole, Event) else organiser_of_club(whole.league.club)
    seen = all_clocks.last_of(scope) if seen is None else seen
    return all_clocks.act(scope, kind, by=by, reason=why, seen=seen, amount=days * DAY if days else None)


def matches(whole: Event | Season) -> list[Match]:
    rows = Pairing.objects.filter(round__event__in=Scope(whole).events().order_by(), match__isnull=False)
    return [each.match for each in rows.select_related("match").order_by("pk") if each.match]


def held(whole: Event | Season) -> list[str]:
    seats = Seat.objects.filter(match__in=matches(whole), finished_at=None)
    return sorted(set(seats.values_list("stopped", flat=True)))


def told() -> list[str]:
    mails = OutboxMail.objects.filter(kind=MAIL).select_related("user").order_by("pk")
    return sorted(mail.user.display_name for mail in mails if mail.user)


def test_all_clocks_of_an_event_are_stopped_and_started(event: Event) -> None:
    assert act(event, Kind.STOP) == 0
    assert held(event) == ["event"]
    assert lines(event)[-1] == "Paused all clocks."
    assert (event.log.latest("pk").reason, event.log.latest("pk").kind) == (WHY, "clock")
    assert all_clocks.stop_of(event) is not None

    act(event, Kind.START, why="It is over.")
    assert held(event) == [""]
    assert lines(event)[-1] == "Started the clocks again."
    assert all_clocks.stop_of(event) is None
    for match in matches(event):
        kinds = match.log.order_by("index").values_list("kind", "public_words")
        assert [(kind, WHY in str(words)) for kind, words in kinds] == [("clock_held", True), ("clock_released", False)]
        assert differences(match) == []


def test_each_player_gets_one_mail_for_each_act_and_none_for_each_match(event: Event) -> None:
    before = OutboxMail.objects.count()
    act(event, Kind.STOP)
    assert told() == ["Ada", "Ben", "Cleo", "Dora"]
    assert OutboxMail.objects.count() == before + 4


def test_sent_twice_it_is_done_once(event: Event) -> None:
    act(event, Kind.ADD, days=2)
    act(event, Kind.ADD, days=2, seen=0)
    assert ClockAct.objects.count() == 1
    assert len(told()) == 4
    seats = Seat.objects.filter(match__in=matches(event), asked_turn__isnull=False)
    assert {seat.bank - event.clock_start for seat in seats} == {2 * DAY}
    assert lines(event)[-1] == "Added 2 days to all running clocks."


def test_nobodys_act_is_repeated_unseen(event: Event) -> None:
    act(event, Kind.ADD, days=2)
    with pytest.raises(TournamentRefused, match="The clocks have changed since you looked"):
        act(event, Kind.ADD, days=3, seen=0)


@pytest.mark.parametrize(
    ("kind", "days", "why", "said"),
    [
        (Kind.START, 0, WHY, "The clocks aren’t paused."),
        (Kind.ADD, 31, WHY, "Add 1 hour to 30 days at once."),
        (Kind.ADD, 0, WHY, "Add 1 hour to 30 days at once."),
        (Kind.STOP, 0, "", "Give a reason"),
    ],
)
def test_what_cannot_be_done_is_refused(event: Event, kind: ClockAct.Kind, days: int, why: str, said: str) -> None:
    with pytest.raises(TournamentRefused, match=said):
        act(event, kind, days=days, why=why)
    assert not ClockAct.objects.exists()


def test_what_is_stopped_already_is_not_stopped_again(event: Event) -> None:
    act(event, Kind.STOP)
    with pytest.raises(TournamentRefused, match="paused already"):
        act(event, Kind.STOP)


def test_an_organisers_own_stop_outlasts_the_holiday(event: Event) -> None:
    match = matches(event)[0]
    winding.stop_clock(match.seats.get(index=0), "Ill.", 0)
    act(event, Kind.STOP)
    act(event, Kind.START)
    assert [seat.stopped for seat in match.seats.order_by("index")] == ["organiser", ""]


def test_an_act_is_known_that_there_never_was(event: Event) -> None:
    with pytest.raises(TournamentRefused, match="The clocks have changed since you looked"):
        act(event, Kind.STOP, seen=7)


def test_a_match_that_begins_at_the_moment_of_the_stop_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    event = begun(4, rounds=2)
    original = all_clocks.last_of

    def stopped_just_before(scope: Scope) -> int:
        monkeypatch.setattr(all_clocks, "last_of", original)
        act(event, Kind.STOP)
        return original(scope)

    play_round(event, 1)
    monkeypatch.setattr(all_clocks, "last_of", stopped_just_before)
    sweep.sweep_events()
    work_off()
    assert [each.match is not None for each in pairings(event, 2)] == [True, True]
    assert held(event) == ["event"]


def test_a_match_that_begins_while_they_are_stopped_begins_so() -> None:
    event = begun(4, rounds=2)
    act(event, Kind.STOP)
    play_round(event, 1)
    sweep.sweep_events()
    work_off()
    second = [each.match for each in pairings(event, 2)]
    assert len(second) == 2
    for match in second:
        assert match is not None
        assert [seat.stopped for seat in match.seats.all()] == ["event", "event"]
        assert "Reason: A holiday." in match.log.get().public_words
        assert differences(match) == []
    act(event, Kind.START)
    assert held(event) == [""]


def test_one_that_begins_later_has_nothing_to_do_with_what_was_done_before() -> None:
    event = begun(4, rounds=2)
    act(event, Kind.STOP)
    act(event, Kind.ADD, days=3)
    play_round(event, 1)
    sweep.sweep_events()
    work_off()
    act(event, Kind.START)
    second = [each.match for each in pairings(event, 2)]
    banks = {seat.bank for match in second if match for seat in match.seats.all()}
    assert banks == {event.clock_start}
    assert not all_clocks.behind().exists()


def test_a_worker_or_the_sweep_does_the_rest_and_nobody_loses_on_time_meanwhile(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_clocks, "AT_ONCE", 0)
    match = matches(event)[0]
    seat = match.seats.get(asked_turn__isnull=False)
    act(event, Kind.STOP)
    assert all_clocks.behind(Scope(event).events()).count() == 6
    late = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(pk=seat.pk).update(deadline=late, running_since=late - seat.bank)
    assert timeout.time_out(seat.pk, seat.asked_turn or 0) is None
    sweep.sweep_events()
    assert held(event) == ["event"]
    assert not all_clocks.behind().exists()


@pytest.mark.parametrize("kind", [Kind.STOP, Kind.ADD])
def test_a_turn_is_not_late_before_the_act_has_reached_its_match(
    event: Event, kind: ClockAct.Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_clocks, "AT_ONCE", 0)
    match = matches(event)[0]
    seat = mails_arrived(match).seats.get(asked_turn__isnull=False)
    act(event, kind, days=2 if kind is Kind.ADD else 0)
    with time_machine.travel(clock.now() + seat.bank + timedelta(hours=1), tick=False):
        assert timeout.time_out(seat.pk, seat.asked_turn or 0) is None
        turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)
        assert all_clocks.work_off() == 6
    assert differences(Match.objects.get(pk=match.pk)) == []


def test_the_one_whose_time_ends_first_is_stopped_first(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_clocks, "AT_ONCE", 1)
    soonest = matches(event)[4]
    soon = timezone.now() + timedelta(minutes=9)
    Seat.objects.filter(match=soonest, asked_turn__isnull=False).update(deadline=soon)
    assert act(event, Kind.STOP) == 5
    assert set(soonest.seats.values_list("stopped", flat=True)) == {"event"}


def test_acts_are_done_in_their_order_in_each_match(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_clocks, "AT_ONCE", 0)
    for kind, days in ((Kind.STOP, 0), (Kind.ADD, 2), (Kind.START, 0)):
        act(event, kind, days=days)
    assert all_clocks.work_off() == 6
    assert held(event) == [""]
    for match in matches(event):
        kinds = list(match.log.order_by("index").values_list("kind", flat=True))
        assert kinds == ["clock_held", "time_given", "clock_released"]
        assert differences(match) == []


def test_one_match_that_cannot_be_read_holds_up_no_other(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = matches(event)[0]
    original = event_clocks.stop_all

    def broken(match: Match, *args: object) -> LogEntry | None:
        if match.pk == bad.pk:
            raise ZeroDivisionError
        return original(match, *args)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(event_clocks, "stop_all", broken)
        assert act(event, Kind.STOP) == 1
    assert [match.pk for match in all_clocks.behind()] == [bad.pk]
    all_clocks.work_off()
    assert held(event) == ["event"]


def test_a_season_stops_all_its_divisions_with_one_mail_to_each(season: Season) -> None:
    act(season, Kind.STOP)
    assert held(season) == ["event"]
    assert len(told()) == 4
    divisions = Event.objects.filter(division__season=season)
    assert [lines(event)[-1] for event in divisions] == ["Paused all clocks."] * 2
    assert log_of(season.league.club)[-1] == "Sunday League, Spring: Paused all clocks."
    act(season, Kind.START)
    assert held(season) == [""]


def test_a_season_stops_those_divisions_that_are_not_stopped_yet(season: Season) -> None:
    first, second = Event.objects.filter(division__season=season).order_by("pk")
    act(first, Kind.STOP)
    act(season, Kind.STOP)
    counts = [ClockAct.objects.filter(event=event).count() for event in (first, second)]
    assert counts == [1, 1]
    act(first, Kind.START)
    assert [all_clocks.stop_of(event) is None for event in (first, second)] == [True, False]


def test_organisers_and_players_see_that_they_are_stopped(event: Event, log_in: LogIn) -> None:
    act(event, Kind.STOP)
    assert decisions(event)[0].title == "All clocks are paused"
    assert "paused" not in [each.kind for each in decisions(event)]
    match = matches(event)[0]
    player = match.seats.get(index=0).player
    assert player is not None
    browser = log_in(player)
    assert "Reason: A holiday." in browser.get(f"/events/{event.pk}/").content.decode()
    assert "paused with all clocks of the event" in browser.get(match.get_absolute_url()).content.decode()


def test_the_page_stops_starts_and_adds(event: Event, log_in: LogIn) -> None:
    browser, at = log_in(organiser_of(event)), f"/events/{event.pk}/manage/clocks/"
    assert "Start the clocks" not in browser.get(at).content.decode()
    assert browser.post(at, {"action": "stop", "reason": "", "seen": "0"}).status_code == 422
    assert browser.post(at, {"action": "burn", "reason": WHY, "seen": "0"}).status_code == 422
    assert browser.post(at, {"action": "stop", "reason": WHY, "seen": "0"}).status_code == 303
    page = browser.get(at).content.decode()
    assert "Start the clocks" in page
    assert "Pause all clocks" not in page
    seen = all_clocks.last_of(Scope(event))
    answer = browser.post(at, {"action": "add", "days": "99", "reason": WHY, "seen": seen})
    assert answer.status_code == 422
    assert 'value="99"' in answer.content.decode()
    assert browser.post(at, {"action": "add", "days": "2", "reason": WHY, "seen": seen}).status_code == 303
    late = browser.post(at, {"action": "start", "reason": WHY, "seen": seen})
    assert late.status_code == 409
    assert WHY in late.content.decode()


def test_a_player_who_comes_back_to_a_clock_that_a_rule_had_stopped_waits_with_the_others(event: Event) -> None:
    match = matches(event)[0]
    seat = match.seats.get(index=0)
    winding.stop_clock(seat, "Left.", 99, cause=LogEntry.Cause.RULE)
    act(event, Kind.STOP)
    winding.start_clock(seat_of(match, seat.name), "Back.", 99, cause=LogEntry.Cause.RULE)
    assert held(event) == ["event"]
    act(event, Kind.START)
    assert held(event) == [""]
    assert differences(Match.objects.get(pk=match.pk)) == []
