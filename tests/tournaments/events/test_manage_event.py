from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.gate import clock_acts
from matches.models import Match, Seat
from matches.time_control.time_control import DAY
from tests.support.factories import EntryFactory, GuestFactory, MatchFactory
from tests.support.pages import words
from tests.support.people import LogIn
from timekeeping import clock
from tournaments.decisions.events import decisions
from tournaments.decisions.listed_matches import with_matches
from tournaments.models import Entry, Event, LogLine, Pairing, Round

Send = Callable[..., Any]


@pytest.fixture
def page(desk: Client, event: Event) -> Callable[[], str]:
    return lambda: words(desk.get(f"/events/{event.pk}/manage/").content.decode())


@pytest.fixture
def send(desk: Client, event: Event) -> Send:
    def send(action: str, **fields: Any) -> Any:
        return desk.post(f"/events/{event.pk}/manage/", {"action": action, **fields})

    return send


@pytest.fixture
def end(desk: Client, event: Event) -> Send:
    """On the page on which events are ended."""

    def end(action: str, **fields: Any) -> Any:
        return desk.post(f"/events/{event.pk}/manage/end-or-cancel/", {"action": action, **fields})

    return end


def stage_of(event: Event) -> str:
    return Event.objects.values_list("stage", flat=True).get(pk=event.pk)


def to(event: Event, stage: Event.Stage, **fields: Any) -> None:
    Event.objects.filter(pk=event.pk).update(stage=stage, **fields)


def running(event: Event, *, due: timedelta | None = None, pairs: int = 1) -> Round:
    """A first round with matches that run, due so long from now."""
    to(event, Event.Stage.RUNNING, begun_at=clock.now())
    due_at = clock.now() + due if due is not None else None
    made: Round = Round.objects.create(
        event=event, number=1, stage=Round.Stage.RUNNING, due_at=due_at, paired_at=clock.now()
    )
    for board in range(1, pairs + 1):
        white, black = EntryFactory(event=event), EntryFactory(event=event)
        match: Match = MatchFactory(players=[white.player, black.player])
        Pairing.objects.create(round=made, board=board, white=white, black=black, match=match)
    return made


def says(page: Any) -> str:
    return words(page.content.decode())


class TestStages:
    def test_an_event_is_opened_and_taken_back(self, send: Send, event: Event, organiser: User) -> None:
        to(event, Event.Stage.DRAFT)
        assert send("open").status_code == 303
        assert stage_of(event) == "registration"
        assert "Hide it again" in says(send("nothing"))
        assert send("take_back").status_code == 303
        assert stage_of(event) == "draft"
        assert [(line.words, line.by) for line in event.log.order_by("pk")] == [
            ("Opened the event for entries.", organiser),
            ("Hid the event again to change its setup.", organiser),
        ]

    @pytest.mark.usefixtures("entrant")
    def test_it_is_not_taken_back_once_somebody_has_entered(self, send: Send, event: Event) -> None:
        assert "Hide it again" not in says(send("nothing"))
        answer = send("take_back")
        assert answer.status_code == 409
        assert "The event has entries or invitations" in says(answer)
        assert stage_of(event) == "registration"

    def test_it_is_not_opened_with_a_start_that_has_passed(self, send: Send, event: Event) -> None:
        to(event, Event.Stage.DRAFT, starts_at=clock.now() - DAY)
        answer = send("open")
        assert answer.status_code == 409
        assert "choose another in the settings" in says(answer)

    def test_it_begins(self, send: Send, event: Event) -> None:
        for _ in range(6):
            EntryFactory(event=event)
        assert send("begin").status_code == 303
        assert stage_of(event) == "running"
        assert list(event.entries.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]

    def test_it_says_why_it_cannot_begin(self, send: Send) -> None:
        answer = send("begin")
        assert answer.status_code == 409
        assert "An event needs two players" in says(answer)

    def test_it_ends_when_all_rounds_are_closed(self, end: Send, event: Event, page: Callable[[], str]) -> None:
        to(event, Event.Stage.RUNNING, rounds=1, begun_at=clock.now())
        Round.objects.create(event=event, number=1, stage=Round.Stage.CLOSED)
        assert "All rounds are closed" in page()
        assert end("end").status_code == 303
        assert stage_of(event) == "finished"
        assert "End or cancel" not in page()

    def test_ending_it_early_needs_a_reason(self, end: Send, event: Event) -> None:
        to(event, Event.Stage.RUNNING, begun_at=clock.now())
        answer = end("end", reason="")
        assert answer.status_code == 422
        assert "Give a reason" in says(answer)
        assert end("end", reason="The hall burnt down.").status_code == 303
        assert stage_of(event) == "finished"

    @pytest.mark.usefixtures("entrant")
    def test_cancelling_it_needs_a_reason(self, end: Send, event: Event, organiser: User) -> None:
        answer = end("call_off", reason=" ")
        assert answer.status_code == 422
        assert "Give a reason" in says(answer)
        assert stage_of(event) == "registration"
        assert end("call_off", reason="Nobody came.").status_code == 303
        assert stage_of(event) == "cancelled"
        line: LogLine = event.log.latest("pk")
        assert (line.by, line.reason) == (organiser, "Nobody came.")

    def test_no_press_on_the_first_page_ends_anything(self, send: Send, event: Event) -> None:
        to(event, Event.Stage.RUNNING, begun_at=clock.now())
        for key in ("end", "call_off", "delete"):
            assert send(key, reason="A slip.").status_code == 422
        assert stage_of(event) == "running"

    def test_the_page_says_what_cancelling_leads_to(self, desk: Client, event: Event) -> None:
        running(event, pairs=2)
        page = words(desk.get(f"/events/{event.pk}/manage/end-or-cancel/").content.decode())
        assert "2 running matches are paused now, and annulled in 24 hours." in page
        assert "4 people are emailed, with your reason, in an hour." in page
        assert "Some matches are still running. Decide them first." in page

    def test_cancelling_is_undone_from_the_first_page(
        self, send: Send, end: Send, event: Event, page: Callable[[], str]
    ) -> None:
        running(event)
        end("call_off", reason="A slip.")
        assert "Cancelled. You can undo this until" in page()
        assert send("undo").status_code == 303
        assert stage_of(event) == "running"
        assert "You can undo" not in page()

    def test_what_was_made_by_mistake_is_deleted(self, end: Send, event: Event) -> None:
        assert end("delete").headers["Location"] == "/events/"
        assert not Event.objects.filter(pk=event.pk).exists()

    def test_what_is_over_has_no_more_steps(self, end: Send, event: Event) -> None:
        to(event, Event.Stage.FINISHED, begun_at=clock.now())
        assert end("call_off", reason="Too late.").status_code == 422
        assert stage_of(event) == "finished"

    @pytest.mark.usefixtures("entrant")
    def test_an_expired_login_loses_no_reason(self, event: Event, desk: Client) -> None:
        posted = {"action": "call_off", "reason": "The hall is flooded."}
        answer = Client().post(f"/events/{event.pk}/manage/end-or-cancel/", posted)
        page = desk.get(parse_qs(urlsplit(answer.headers["Location"]).query)["next"][0])
        assert 'value="The hall is flooded."' in page.content.decode()
        assert stage_of(event) == "registration"

    def test_what_is_no_step_is_refused(self, send: Send) -> None:
        answer = send("explode")
        assert answer.status_code == 422
        assert "Choose what to do with the event." in says(answer)


def test_it_leads_to_every_round_and_to_the_next(event: Event, desk: Client) -> None:
    running(event)
    page = desk.get(f"/events/{event.pk}/manage/").content.decode()
    assert f"/events/{event.pk}/manage/rounds/1/" in page
    assert f"/events/{event.pk}/manage/rounds/2/" in page
    assert f"/events/{event.pk}/manage/rounds/3/" not in page


class TestOrganisers:
    def test_another_is_added_by_name(self, send: Send, event: Event, organiser: User, stranger: User) -> None:
        assert send("add", name="cleo").status_code == 303
        assert set(event.organisers.all()) == {organiser, stranger}
        assert event.log.get().words == "Cleo now organises the event, too."
        assert send("add", name="Cleo").status_code == 303
        assert event.log.count() == 1

    @pytest.mark.parametrize("name", ["Nobody at all", "", "Guest 1"])
    def test_it_must_be_a_member(self, name: str, send: Send, event: Event) -> None:
        GuestFactory(display_name="Guest 1")
        answer = send("add", name=name)
        assert answer.status_code == 422
        assert answer.context["adding"].errors["name"]
        assert event.organisers.count() == 1

    def test_one_is_removed(self, send: Send, event: Event, organiser: User, stranger: User) -> None:
        event.organisers.add(stranger)
        assert send("remove", organiser=stranger.pk).status_code == 303
        assert list(event.organisers.all()) == [organiser]
        assert event.log.get().words == "Cleo no longer organises the event."

    def test_the_last_one_stays(self, send: Send, event: Event, organiser: User) -> None:
        answer = send("remove", organiser=organiser.pk)
        assert answer.status_code == 409
        assert "Add another first" in says(answer)
        assert event.organisers.count() == 1

    def test_who_leaves_is_led_away(self, send: Send, event: Event, organiser: User, stranger: User) -> None:
        event.organisers.add(stranger)
        answer = send("remove", organiser=organiser.pk)
        assert answer.headers["Location"] == "/"


class TestWhatNeedsADecision:
    def test_nothing_does_in_an_event_that_runs_well(self, event: Event, page: Callable[[], str]) -> None:
        running(event, due=DAY)
        text = page()
        assert "Nothing to decide. Rounds follow automatically." in text
        assert "Round 1: 1 of 1 match open. Longest since a turn:" in text
        to(event, Event.Stage.RUNNING, publishes_itself=False)
        assert "waits here until you publish it" in page()

    def test_applications_do(self, event: Event, page: Callable[[], str]) -> None:
        for _ in range(2):
            EntryFactory(event=event, status=Entry.Status.APPLIED)
        assert "2 players to approve" in page()

    def test_a_draft_that_is_paired_does(self, event: Event, page: Callable[[], str]) -> None:
        to(event, Event.Stage.RUNNING, begun_at=clock.now())
        Round.objects.create(event=event, number=1, work=Round.Work.DONE)
        assert "Round 1 is ready to publish" in page()

    def test_a_draft_for_which_it_is_too_early_does_not(self, event: Event, page: Callable[[], str]) -> None:
        """As in a round robin, of which all rounds are drafted at the beginning."""
        first = running(event, due=DAY)
        for number in (2, 3):
            Round.objects.create(event=event, number=number, work=Round.Work.DONE)
        assert "is ready to publish" not in page()
        Round.objects.filter(pk=first.pk).update(stage=Round.Stage.CLOSED)
        assert "Round 2 is ready to publish" in page()
        assert "Round 3 is ready" not in page()

    def test_a_round_that_could_not_be_paired_does(self, event: Event, page: Callable[[], str]) -> None:
        to(event, Event.Stage.RUNNING, begun_at=clock.now())
        Round.objects.create(event=event, number=2, work=Round.Work.FAILED, failure="All have met.")
        assert "Round 2 could not be prepared All have met." in page()

    def test_a_round_that_is_being_paired_is_named(self, event: Event, page: Callable[[], str]) -> None:
        to(event, Event.Stage.RUNNING, begun_at=clock.now())
        Round.objects.create(event=event, number=1, work=Round.Work.RUNNING, progress=40)
        assert "Round 1 is being prepared 40 per cent done." in page()

    def test_it_says_how_many_have_checked_in(self, event: Event, page: Callable[[], str]) -> None:
        to(event, Event.Stage.REGISTRATION, check_in=True, check_in_asked_at=clock.now())
        for checked_in_at in (clock.now(), None, None):
            EntryFactory(event=event, checked_in_at=checked_in_at)
        assert "1 of 3 players have checked in" in page()

    def test_matches_that_are_overdue_do(self, event: Event, page: Callable[[], str]) -> None:
        round_ = running(event, due=timedelta(hours=-5), pairs=2)
        decided = round_.pairings.get(board=2)
        Pairing.objects.filter(pk=decided.pk).update(decided_at=clock.now(), white_code="1", black_code="0")
        text = page()
        open_one = round_.pairings.get(board=1)
        assert open_one.black is not None
        assert f"{open_one.white.shown_name} – {open_one.black.shown_name} Round 1, due 5 hours ago" in text
        assert f"{decided.white.shown_name} –" not in text

    def test_matches_that_stand_still_do(self, event: Event, page: Callable[[], str]) -> None:
        round_ = running(event)
        since = clock.now() - 40 * DAY
        Match.objects.filter(pairing__round=round_).update(stalled_at=clock.now(), last_turn_at=since)
        assert "1 stalled match" in page()
        assert "last turn 40 days ago" in page()

    def test_clocks_that_are_held_do(self, event: Event, page: Callable[[], str]) -> None:
        round_ = running(event)
        seat = Seat.objects.get(match__pairing__round=round_, index=0)
        clock_acts.stop_clock(seat, "A reason.", 0)
        assert f"{seat.name}’s clock: {Seat.Stopped.ORGANISER.label}" in page()
        event.refresh_from_db()
        with translation.override("de"):
            said = [item.words for decision in with_matches(event, decisions(event)) for item in decision.items]
        assert said == [f"Uhr von {seat.name}: von der Turnierleitung angehalten"]

    def test_an_hour_that_has_passed_does(self, event: Event, page: Callable[[], str]) -> None:
        to(event, Event.Stage.REGISTRATION, starts_at=clock.now() - timedelta(hours=2))
        assert "It should have begun 2 hours ago" in page()

    @pytest.mark.parametrize("pairs", [1, 25])
    def test_its_queries_do_not_grow_with_the_matches(
        self, pairs: int, desk: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        round_ = running(event, due=-DAY, pairs=pairs)
        Match.objects.filter(pairing__round=round_).update(stalled_at=clock.now())
        Seat.objects.filter(match__pairing__round=round_).update(stopped=Seat.Stopped.ORGANISER)
        with django_assert_max_num_queries(40):
            answer = desk.get(f"/events/{event.pk}/manage/")
        shown = [len(decision.items) for decision in answer.context["decisions"]]
        assert shown == [min(pairs, 20)] * 3
        assert ("and 5 more" in says(answer)) is (pairs == 25)


def test_an_organiser_of_another_event_is_kept_out(log_in: LogIn, event: Event, other_organiser: User) -> None:
    assert log_in(other_organiser).get(f"/events/{event.pk}/manage/").status_code == 403
    to(event, Event.Stage.DRAFT)
    assert log_in(other_organiser).get(f"/events/{event.pk}/manage/").status_code == 404
