"""Rounds that are asked for and paired by a worker, and when the next one begins."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from mail.models import OutboxMail
from tests.support.rows import require
from tests.support.running_events import (
    begun,
    entry_of,
    lines,
    match_of,
    organiser_of,
    pairings,
    pairs,
    play_round,
    round_of,
    win,
    with_entries,
    work_off,
)
from tests.support.second_language import OTHER, in_brackets
from tournaments import sweep
from tournaments.formats.swiss.format import Swiss
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Absence, Entry, Event, Forbidden, Round
from tournaments.rounds import pairing_job, publish, requested_byes
from tournaments.rounds.drafts.draft import Slots, ToDraw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]


def asked(event: Event, number: int) -> tuple[int, str]:
    round = round_of(event, number)
    return round.pk, round.work_key


def drafted(count: int, **fields: int) -> Event:
    return begun(count, publishes_itself=False, **fields)


# -- the worker ----------------------------------------------------------------------------------------------------


def test_a_later_request_takes_the_place_of_an_earlier_one() -> None:
    event = drafted(4)
    pairing_job.ask_for_pairing(event, 1, reason="again")
    earlier = asked(event, 1)
    pairing_job.ask_for_pairing(event, 1, reason="and again")
    assert pairing_job.work(*earlier) is False
    assert pairing_job.work(*asked(event, 1)) is True


def test_a_worker_that_is_overtaken_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    event = drafted(4)
    pairing_job.ask_for_pairing(event, 1, reason="again")
    request = asked(event, 1)
    before = pairs(event, 1)
    draw = Swiss.draw

    def slow(rules: Swiss, about: ToDraw) -> tuple[Slots, Slots]:
        pairing_job.ask_for_pairing(event, 1, reason="and again")
        return draw(rules, about)

    monkeypatch.setattr(Swiss, "draw", slow)
    assert pairing_job.work(*request) is False
    assert (round_of(event, 1).work, pairs(event, 1)) == (Round.Work.QUEUED, before)


def test_who_leaves_while_the_round_is_paired_is_not_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    event = drafted(5)
    pairing_job.ask_for_pairing(event, 1, reason="again")
    draw = Swiss.draw

    def slow(rules: Swiss, about: ToDraw) -> tuple[Slots, Slots]:
        found = draw(rules, about)
        event.entries.filter(player__display_name="Ada").update(status="withdrawn", gone_from=1)
        return found

    monkeypatch.setattr(Swiss, "draw", slow)
    work_off()
    assert ("Ada", "Z") in pairs(event, 1)


def test_a_worker_that_died_is_replaced() -> None:
    event = drafted(4)
    pairing_job.ask_for_pairing(event, 1, reason="again")
    Round.objects.filter(event=event).update(work="running", asked_at=timezone.now())
    assert sweep.sweep_events().paired == 0
    Round.objects.filter(event=event).update(asked_at=timezone.now() - pairing_job.STUCK - timedelta(minutes=1))
    assert sweep.sweep_events().paired == 1
    assert round_of(event, 1).work == Round.Work.DONE


def test_what_could_not_be_stored_at_a_busy_moment_is_done_by_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    event = drafted(4)
    pairing_job.ask_for_pairing(event, 1, reason="again")

    def busy(*_arguments: object) -> None:
        raise TournamentRefused("The event is busy at this moment.", status=503)

    with monkeypatch.context() as patched:
        patched.setattr("tournaments.locking.locks.Lock.lock", busy)
        assert pairing_job.work(*asked(event, 1)) is False
    assert round_of(event, 1).work == Round.Work.QUEUED
    assert sweep.sweep_events().paired == 1


def test_a_step_of_the_sweep_that_fails_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    event = drafted(4)
    pairing_job.ask_for_pairing(event, 1, reason="again")

    def broken() -> None:
        raise ArithmeticError("nonsense")

    monkeypatch.setattr(sweep, "begin_due", broken)
    assert sweep.sweep_events().paired == 1
    assert "nonsense" in caplog.text


def test_the_organisers_are_told_of_a_draft_that_waits() -> None:
    event = with_entries(4, publishes_itself=False)
    organiser_of(event)
    event.starts_at = timezone.now()
    event.save()
    for _ in range(3):
        sweep.sweep_events()
    mails = OutboxMail.objects.filter(kind="event_organising")
    assert [mail.context["what"] for mail in mails] == ["drafted"]


def test_it_says_why_there_is_no_legal_pairing() -> None:
    event = drafted(2, rounds=1)
    organiser_of(event)
    ids = list(event.entries.order_by("number").values_list("pk", flat=True))
    Forbidden.objects.create(event=event, first_id=ids[0], second_id=ids[1])
    pairing_job.ask_for_pairing(event, 1, reason="again")
    work_off()
    round = round_of(event, 1)
    assert round.work == Round.Work.FAILED
    assert round.failure
    assert lines(event)[-1] == f"Round 1 could not be paired: {round.failure}"
    mails = OutboxMail.objects.filter(kind="event_organising", context__what="failed")
    assert mails.count() == 1
    sweep.sweep_events()
    assert round_of(event, 1).work == Round.Work.FAILED


def test_a_fault_of_the_sites_is_said_as_one(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    event = drafted(4)
    pairing_job.ask_for_pairing(event, 1, reason="again")

    def broken(*_arguments: object) -> None:
        raise ArithmeticError("nonsense")

    monkeypatch.setattr(Swiss, "draw", broken)
    pairing_job.work(*asked(event, 1))
    assert round_of(event, 1).failure == pairing_job.SITES_FAULT
    assert "nonsense" in caplog.text


def test_the_task_tells_how_far_it_is_and_stops_when_it_is_overtaken() -> None:
    event = drafted(4)
    pairing_job.ask_for_pairing(event, 1, reason="again")
    pk, key = asked(event, 1)
    Round.objects.filter(pk=pk).update(work="running")
    report = pairing_job._Reporter(pk, key)
    report(0.2)
    assert round_of(event, 1).progress == 0  # not more often than once a second
    report.told_at -= 2
    report(0.5)
    assert round_of(event, 1).progress == 50
    pairing_job.ask_for_pairing(event, 1, reason="and again")
    report.told_at -= 2
    with pytest.raises(pairing_job.Superseded):
        report(0.7)


@pytest.mark.parametrize(
    ("number", "why"),
    [(1, "Round 1 is published."), (2, "Round 1 is still running"), (3, "Round 2 comes first"), (4, "has 3")],
)
def test_only_the_next_round_is_asked_for(number: int, why: str) -> None:
    event = begun(4)
    with pytest.raises(TournamentRefused, match=why):
        pairing_job.ask_for_pairing(event, number)


# -- byes ----------------------------------------------------------------------------------------------------------


def test_everybody_with_a_number_has_a_record_in_every_round() -> None:
    event = drafted(7)
    ada, ben = entry_of(event, "Ada"), entry_of(event, "Ben")
    Absence.objects.create(entry=ada, round_number=1, bye="H")
    Entry.objects.filter(pk=ben.pk).update(status="withdrawn", gone_from=1)
    pairing_job.ask_for_pairing(event, 1, reason="again")
    work_off()
    publish.publish(round_of(event, 1))
    found = pairs(event, 1)
    assert {("Ada", "H"), ("Ben", "Z")} < set(found)
    assert sum(code == "U" for _, code in found) == 1
    byes = [each for each in pairings(event, 1) if each.black is None]
    assert all(each.decided_at for each in byes)
    assert [each.board for each in pairings(event, 1)] == list(range(1, len(found) + 1))


def test_only_who_did_not_know_is_told_of_a_bye() -> None:
    event = drafted(6)
    Absence.objects.create(entry=entry_of(event, "Ada"), round_number=1, bye="H")
    pairing_job.ask_for_pairing(event, 1, reason="again")
    work_off()
    publish.publish(round_of(event, 1))
    work_off()
    alone = [name for name, code in pairs(event, 1) if code == "U"]
    told = OutboxMail.objects.filter(kind="event_paired", match=None)
    assert [mail.user.display_name for mail in told if mail.user] == alone != ["Ada"]


def test_a_round_of_byes_alone_is_over_at_once() -> None:
    event = begun(2, rounds=1, publishes_itself=False)
    event.entries.update(status="withdrawn", gone_from=1)
    pairing_job.ask_for_pairing(event, 1, reason="again")
    work_off()
    publish.publish(round_of(event, 1))
    sweep.sweep_events()
    assert round_of(event, 1).stage == Round.Stage.CLOSED


# -- each player is told in one mail ---------------------------------------------------------------------------------


def test_each_player_gets_one_mail_about_the_pairing() -> None:
    event = begun(4)
    for pairing in pairings(event, 1):
        mails = OutboxMail.objects.filter(match=pairing.match).order_by("kind")
        kinds = [(mail.kind, mail.user.display_name if mail.user else "") for mail in mails]
        assert pairing.black is not None
        white, black = pairing.white.shown_name, pairing.black.shown_name
        assert kinds == [("event_paired", black), ("your_turn", white)]
        assert pairing.match is not None
        assert pairing.match.occasion == f"{event}, round 1"
        with in_brackets(), translation.override(OTHER):
            assert pairing.match.occasion == f"«{event}, round 1»"
        assert pairing.match.occasion_path == f"/events/{event.pk}/rounds/1/"
        assert [seat.player_id for seat in pairing.match.seats.order_by("index")] == [
            pairing.white.player_id,
            pairing.black.player_id,
        ]


def test_matches_have_the_terms_of_their_event() -> None:
    event = begun(4, draws=False, analysis=False, clock_start=timedelta(days=2), weekends=True)
    match = match_of(event, 1, "Ada")
    assert (match.draws, match.analysis, match.clock_start, match.weekends, match.options) == (
        False,
        False,
        timedelta(days=2),
        True,
        event.game.as_now(event.options),
    )


# -- when the next one begins ----------------------------------------------------------------------------------------


def test_by_dates_a_round_waits_for_its_own() -> None:
    start = datetime(2027, 3, 1, 20, tzinfo=timezone.get_default_timezone())
    with time_machine.travel(start - timedelta(days=1), tick=False) as clock:
        event = with_entries(4, starts_at=start, round_start="date", round_days=14)
        sweep.sweep_events()
        clock.move_to(start + timedelta(minutes=1))
        sweep.sweep_events()
        first = round_of(event, 1)
        assert (first.starts_at, first.due_at) == (start, start + timedelta(days=14))
        play_round(event, 1)
        clock.move_to(start + timedelta(days=13))
        sweep.sweep_events()
        assert round_of(event, 1).stage == Round.Stage.CLOSED
        assert not event.round_set.filter(number=2).exists()
        clock.move_to(start + timedelta(days=14, minutes=3))
        sweep.sweep_events()
        second = round_of(event, 2)
        assert second.stage == Round.Stage.RUNNING
        assert second.due_at == start + timedelta(days=28)


def test_a_date_that_the_server_slept_through_is_made_up_for() -> None:
    start = datetime(2027, 3, 1, 20, tzinfo=timezone.get_default_timezone())
    with time_machine.travel(start, tick=False) as clock:
        event = with_entries(4, starts_at=start, round_start="date", round_days=14)
        sweep.sweep_events()
        play_round(event, 1)
        late = start + timedelta(days=24)
        clock.move_to(late)
        sweep.sweep_events()
        second = round_of(event, 2)
        assert (second.stage, second.published_at) == (Round.Stage.RUNNING, late)
        assert second.due_at == late + timedelta(days=14)  # four days would be too few


def test_a_round_that_was_paired_before_its_date_is_published_at_it() -> None:
    start = datetime(2027, 3, 1, 20, tzinfo=timezone.get_default_timezone())
    with time_machine.travel(start, tick=False) as clock:
        event = with_entries(4, starts_at=start, round_start="date", round_days=14)
        sweep.sweep_events()
        play_round(event, 1)
        sweep.sweep_events()
        pairing_job.ask_for_pairing(event, 2)
        work_off()
        sweep.sweep_events()
        assert (round_of(event, 2).stage, round_of(event, 2).work) == (Round.Stage.DRAFT, Round.Work.DONE)
        clock.move_to(start + timedelta(days=14, minutes=1))
        sweep.sweep_events()
        assert round_of(event, 2).stage == Round.Stage.RUNNING


def test_between_two_rounds_that_publish_themselves_there_is_a_break_in_which_a_round_can_be_missed(
    client: Client,
) -> None:
    """Ada and Ben play to the end of round 1, and say then that they will not play the next."""
    start = datetime(2027, 3, 1, 20, tzinfo=timezone.get_default_timezone())
    with time_machine.travel(start, tick=False) as clock:
        event = begun(6, break_hours=24)
        assert round_of(event, 1).stage == Round.Stage.RUNNING  # before the first there is registration
        clock.move_to(start + timedelta(days=5))
        play_round(event, 1)
        work_off()
        clock.move_to(start + timedelta(days=6, minutes=-1))
        sweep.sweep_events()
        assert [each.number for each in event.round_set.all()] == [1]
        ada = entry_of(event, "Ada")
        client.force_login(require(ada.player))
        for page in (event.get_absolute_url(), reverse("tournaments:absences", args=[event.pk])):
            shown = " ".join(client.get(page).content.decode().split())
            assert "Round 2 starts" in shown
            assert "ell us before then" in shown
            assert '<time datetime="2027-03-07T20:00' in shown
        for name in ("Ada", "Ben"):
            requested_byes.request_byes(entry_of(event, name), [2])
        clock.move_to(start + timedelta(days=6))
        sweep.sweep_events()
        assert round_of(event, 2).stage == Round.Stage.RUNNING
        assert {("Ada", "H"), ("Ben", "H")} < set(pairs(event, 2))


def test_an_organiser_can_cut_the_break_short(client: Client) -> None:
    event = begun(4, break_hours=24)
    play_round(event, 1)
    pairing_job.ask_for_pairing(event, 2)
    work_off()
    sweep.sweep_events()
    assert round_of(event, 2).stage == Round.Stage.DRAFT
    publish.publish(round_of(event, 2), by=organiser_of(event))
    assert round_of(event, 2).stage == Round.Stage.RUNNING


@pytest.mark.parametrize("fields", [{"format": "cup"}, {"format": "round_robin"}, {"publishes_itself": False}])
def test_where_nobody_misses_a_round_or_an_organiser_publishes_it_there_is_no_break(fields: dict[str, object]) -> None:
    event = begun(4, break_hours=24, **fields)
    if not event.publishes_itself:
        publish.publish(round_of(event, 1))
        work_off()
    play_round(event, 1)
    work_off()
    assert round_of(event, 2).stage == (Round.Stage.RUNNING if event.publishes_itself else Round.Stage.DRAFT)
    assert round_of(event, 2).work == Round.Work.DONE


def test_a_later_round_of_a_round_robin_is_not_published_early_for_being_paired_again() -> None:
    event = begun(4, format="round_robin")
    before = pairs(event, 3)
    pairing_job.ask_for_pairing(event, 3, reason="again")
    work_off()
    sweep.sweep_events()
    assert (round_of(event, 3).stage, pairs(event, 3)) == (Round.Stage.DRAFT, before)


def test_a_round_begins_when_the_last_match_of_the_one_before_is_over() -> None:
    event = begun(4, round_days=7)
    win(match_of(event, 1, "Ada"), "Ada")
    assert not event.round_set.filter(number=2).exists()
    win(match_of(event, 1, "Ben"), "Ben")
    work_off()
    second = round_of(event, 2)
    assert second.stage == Round.Stage.RUNNING
    assert require(second.due_at) - require(second.published_at) == timedelta(days=7)
