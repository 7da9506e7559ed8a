"""What is done to a match's clocks with all others of its event, and what else is done to them meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from matches import hooks
from matches.gate import clock_acts, event_clocks, handover, mail_clocks, takeback, timeout, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from matches.playing.turn_emails import your_turn
from matches.time_control.time_control import DAY, HOUR
from matches.verify.replay import differences
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import fresh, last, mail_of, play_picks, submit
from tests.support.toy_game import Toy
from timekeeping import clock

Stopped = Seat.Stopped
RULE = LogEntry.Cause.RULE
WHY = "A holiday."
START = datetime(2026, 11, 23, 12, tzinfo=timezone.get_default_timezone())


@pytest.fixture
def match(toy: Toy, player: User, opponent: User) -> Match:
    """After the picks: it is the first one's turn, with three days."""
    with time_machine.travel(START, tick=False):
        made: Match = MatchFactory(game_slug="toy", players=[player, opponent])
        play_picks(made)
    return made


def seats(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match).order_by("index"))


def held(match: Match) -> list[str]:
    return [seat.stopped for seat in seats(match)]


def at(moment: datetime) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


def stop(match: Match, act: int = 1, moment: datetime | None = None) -> LogEntry | None:
    return event_clocks.stop_all(match, act, moment or clock.now(), WHY)


def is_true_to_its_log(match: Match) -> bool:
    return differences(Match.objects.get(pk=match.pk)) == []


def test_all_stand_and_run_on_with_what_was_left(match: Match) -> None:
    with at(START + DAY):
        stop(match)
        assert held(match) == ["event", "event"]
        assert seats(match)[0].deadline is None
    with at(START + 20 * DAY):
        event_clocks.start_all(match, 2, WHY)
        assert held(match) == ["", ""]
        assert seats(match)[0].deadline == START + 22 * DAY
    assert [turn.kind for turn in match.log.order_by("-index")[:2]] == ["clock_released", "clock_held"]
    assert "Reason: A holiday." in last(match).words
    assert is_true_to_its_log(match)


def test_each_act_is_done_once_and_no_mail_is_written_for_each_match(match: Match) -> None:
    told = OutboxMail.objects.count()
    with at(START + DAY):
        assert stop(match) is not None
        assert stop(match) is None
        assert event_clocks.add_to_all(match, 2, DAY, WHY) is not None
        assert event_clocks.add_to_all(match, 2, DAY, WHY) is None
    assert seats(match)[0].bank == 3 * DAY
    assert OutboxMail.objects.count() == told
    assert is_true_to_its_log(match)


def test_they_stop_as_of_the_moment_of_the_act(match: Match) -> None:
    with at(START + 2 * DAY):
        stop(match, moment=START + DAY)
    assert seats(match)[0].bank == 2 * DAY
    assert is_true_to_its_log(match)


def test_nobody_loses_on_time_before_the_act_gets_to_the_match(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = seats(match)[0]
    with monkeypatch.context() as patch, at(START + 4 * DAY):
        patch.setattr(hooks.clock_act_due, "answers", [lambda matches: {each.pk for each in matches}])
        assert timeout.time_out(seat.pk, seat.asked_turn or 0) is None
        stop(match, moment=START + 2 * DAY)
        assert seats(match)[0].bank == DAY
    assert is_true_to_its_log(match)


def test_turns_are_played_and_taken_back_while_they_stand(match: Match) -> None:
    first, second = seats(match)
    with at(START + DAY):
        stop(match)
    with at(START + 5 * DAY):
        submit(first, "add 3")
        assert fresh(second).deadline is None
        takeback.take_back(first, LogEntry.Via.SITE)
        assert (fresh(first).stopped, fresh(first).deadline) == ("event", None)
        submit(first, "add 3")
        assert held(match) == ["event", "event"]
        event_clocks.start_all(match, 2, WHY)
        assert fresh(second).deadline == START + 8 * DAY
    assert is_true_to_its_log(match)


def test_a_turn_played_just_before_and_taken_back_after_the_stop_finds_the_clock_stopped(match: Match) -> None:
    first, _second = seats(match)
    with at(START + DAY):
        submit(first, "add 3")
        stop(match)
        takeback.take_back(first, LogEntry.Via.SITE)
    assert held(match) == ["event", "event"]
    assert is_true_to_its_log(match)


def test_what_an_organiser_has_stopped_stays_so(match: Match) -> None:
    clock_acts.stop_clock(seats(match)[0], "Ill.", match.log_length + 9)
    with at(START + DAY):
        stop(match)
        event_clocks.start_all(match, 2, WHY)
    assert held(match) == ["organiser", ""]
    assert is_true_to_its_log(match)


def test_one_may_be_started_alone_and_one_be_stopped_for_longer(match: Match) -> None:
    with at(START + DAY):
        stop(match)
        first, second = seats(match)
        clock_acts.start_clock(first, "He is back.", 99)
        clock_acts.stop_clock(second, "Ill.", 99)
        assert held(match) == ["", "organiser"]
        event_clocks.start_all(match, 2, WHY)
        assert held(match) == ["", "organiser"]
    assert is_true_to_its_log(match)


def test_a_place_that_is_free_waits_for_both(match: Match) -> None:
    with at(START + DAY):
        stop(match)
        first = seats(match)[0]
        clock_acts.stop_clock(first, "Left.", 99, cause=RULE)
        assert held(match) == ["left", "event"]
        clock_acts.start_clock(fresh(first), "Back.", 99, cause=RULE)
        assert held(match) == ["event", "event"]
        clock_acts.stop_clock(fresh(first), "Left again.", 99, cause=RULE)
        event_clocks.start_all(match, 2, WHY)
        assert held(match) == ["left", ""]
        clock_acts.start_clock(fresh(first), "Back.", 99, cause=RULE)
        assert held(match) == ["", ""]
    assert is_true_to_its_log(match)


def test_who_takes_a_place_over_finds_its_clock_stopped(match: Match) -> None:
    newcomer: User = UserFactory()
    with at(START + DAY):
        stop(match)
        handover.hand_over(seats(match)[0], newcomer)
        assert held(match) == ["event", "event"]
        assert seats(match)[0].deadline is None
        event_clocks.start_all(match, 2, WHY)
    assert seats(match)[0].deadline is not None
    assert is_true_to_its_log(match)


@pytest.fixture
def untold(match: Match) -> Match:
    """The email about the first one's turn came back."""
    first = seats(match)[0]
    with at(START + HOUR):
        OutboxMail.objects.filter(pk=mail_of(first).pk).update(status=OutboxMail.Status.PARKED)
        mail_clocks.stop_for_failed_mail(first.pk, first.asked_turn or 0)
        stop(match)
    assert held(match) == ["mail", "event"]
    return match


def test_a_clock_is_true_to_its_log_in_other_words(untold: Match) -> None:
    """Sentences of the log are reworded in a later version; what paused a clock stays what it was."""
    first, second = seats(untold)
    with at(START + DAY):
        mail_clocks.start_when_mail_is_accepted(first.pk, first.asked_turn or 0, START)
        clock_acts.stop_clock(second, "Left.", 99, cause=RULE)
        clock_acts.start_clock(fresh(second), "Back.", 99, cause=RULE)
        clock_acts.stop_clock(fresh(second), "Left again.", 99, cause=RULE)
    assert held(untold) == ["event", "left"]
    paused = untold.log.filter(kind=LogEntry.Kind.CLOCK_STOPPED)
    assert paused.update(words="Paused.", public_words="Paused.") == 6
    assert is_true_to_its_log(untold)


def test_a_clock_that_is_held_for_a_mail_stays_so(untold: Match) -> None:
    with at(START + DAY):
        event_clocks.start_all(untold, 2, WHY)
    assert held(untold) == ["mail", ""]
    assert is_true_to_its_log(untold)


def test_when_that_mail_arrives_the_clock_waits_for_the_others_with_all_its_time(untold: Match) -> None:
    first = seats(untold)[0]
    with at(START + DAY):
        mail_clocks.start_when_mail_is_accepted(first.pk, first.asked_turn or 0, START)
        assert held(untold) == ["event", "event"]
    with at(START + 2 * DAY):
        event_clocks.start_all(untold, 2, WHY)
    assert seats(untold)[0].deadline == START + 5 * DAY
    assert is_true_to_its_log(untold)


def test_the_mail_that_arrives_while_they_stand_says_so(untold: Match) -> None:
    mail = mail_of(seats(untold)[0])
    OutboxMail.objects.filter(pk=mail.pk).update(status=OutboxMail.Status.QUEUED)
    with at(START + DAY):
        queued = OutboxMail.objects.get(pk=mail.pk)
        about = your_turn(queued, Recipient.of(queued))
    assert about is not None
    assert about["clock"][0] == "Your clock is paused with all clocks of the event."
    assert not about["is_late"]


def test_when_its_player_answers_all_the_same_it_waits_for_the_others(untold: Match) -> None:
    with at(START + DAY):
        submit(seats(untold)[0], "add 3")
        assert held(untold) == ["event", "event"]
    assert is_true_to_its_log(untold)


def test_time_goes_to_whoever_is_to_move(match: Match) -> None:
    with at(START + DAY):
        event_clocks.add_to_all(match, 1, 2 * DAY, WHY)
    first, second = seats(match)
    assert first.deadline == START + 5 * DAY
    assert second.bank == 3 * DAY
    assert is_true_to_its_log(match)


def test_nothing_is_done_in_a_match_that_is_over(match: Match) -> None:
    turns.resign(seats(match)[0], LogEntry.Via.SITE)
    before = Match.objects.get(pk=match.pk).log_length
    assert stop(match) is None
    assert Match.objects.get(pk=match.pk).log_length == before


ACTS = ("stop", "start", "add", "turn", "stop one", "start one", "leave", "come back", "hand over", "take back")


@pytest.mark.django_db
@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 1), st.integers(0, 40)), max_size=14))
def test_the_log_tells_of_every_clock_whatever_is_done(acts: list[tuple[str, int, int]]) -> None:
    """As long as all are stopped, none runs but those that an organiser has started alone; and what the log leads to is
    what is stored."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.games.games", lambda: (game,))
        moment, all_stopped, alone = START, False, set[int]()
        with at(moment):
            match: Match = MatchFactory(game_slug="toy", players=[UserFactory(), UserFactory()])
            play_picks(match)
        for act, (what, index, minutes) in enumerate(acts, 1):
            moment += timedelta(minutes=minutes)
            with at(moment):
                try:
                    _do(match, what, seats(match)[index], act)
                except MatchRefused:
                    continue
            all_stopped = {"stop": True, "start": False}.get(what, all_stopped)
            alone = set() if what in {"stop", "start"} else alone | ({index} if what == "start one" else set())
            if all_stopped:
                assert [seat.index for seat in seats(match) if seat.deadline and seat.index not in alone] == []
            assert differences(Match.objects.get(pk=match.pk)) == []


def _do(match: Match, what: str, seat: Seat, act: int) -> None:
    match what:
        case "stop":
            stop(match, act)
        case "start":
            event_clocks.start_all(match, act, WHY)
        case "add":
            event_clocks.add_to_all(match, act, DAY, WHY)
        case "turn":
            asked = next((each for each in seats(match) if each.asked_turn is not None), seat)
            turns.submit_turn(asked, asked.asked_turn or 0, "add 3", LogEntry.Via.SITE)
        case "stop one" | "leave":
            clock_acts.stop_clock(seat, WHY, 999, cause=RULE if what == "leave" else None)
        case "start one" | "come back":
            clock_acts.start_clock(seat, WHY, 999, cause=RULE if what == "come back" else None)
        case "hand over":
            handover.hand_over(seat, UserFactory())
        case _:
            takeback.take_back(seat, LogEntry.Via.SITE)


game = Toy()
