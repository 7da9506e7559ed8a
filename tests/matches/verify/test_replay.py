"""Whatever was done to a match, playing its log again leads to it; and what was tampered with is named."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from engine.fortify.game import Fortify
from i18n.former_words import FORMER, Message
from jobs.models import Heartbeat
from mail.models import OutboxMail
from matches import sweep
from matches.clocks import pauses
from matches.gate import calendar_clocks, chat, clock_acts, mail_clocks, takeback, turns
from matches.gate.refused import MatchRefused
from matches.mails import turn_delivery
from matches.models import LogEntry, Match, Outage, Seat, Vacation
from matches.time_control.time_control import TimeControl
from matches.verify.replay import differences, verify
from tests.support.concurrently import at_once
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import submit
from tests.support.toy_game import Toy
from timekeeping import clock as database_clock

pytestmark = pytest.mark.django_db

DAYS = timedelta(days=1)
BEGIN = datetime(2026, 3, 26, 9, 30, tzinfo=UTC)  # a Thursday before the clocks of Europe are changed
CONTROLS = [
    TimeControl.fixed(3),
    TimeControl(10 * DAYS, DAYS, 10 * DAYS, weekends=True, nights=True),
    TimeControl(4 * DAYS, DAYS, 6 * DAYS, weekends=True, at_zero="pass", passes=2),
    TimeControl(2 * DAYS, 2 * DAYS, 2 * DAYS, at_zero="leave"),
]


def found(match: Match) -> list[str]:
    return differences(Match.objects.get(pk=match.pk), Outage.objects.order_by("ended_at"))


class Club:
    """Two players, their match, and everything that can happen to it, at random."""

    def __init__(self, control: TimeControl, slug: str, rng: random.Random) -> None:
        for model in (Match, Outage, Heartbeat):
            model.objects.all().delete()
        self.rng = rng
        self.is_down = False
        self.players = [UserFactory(time_zone="Europe/Berlin"), UserFactory(time_zone="Australia/Sydney")]
        pool = pauses.friendly_pool()
        self.match: Match = MatchFactory(game_slug=slug, players=self.players, control=control, vacation_pool=pool)
        self.acts: list[Callable[[Seat], Any]] = [
            *[self.play_on] * 8,
            *(self.give, self.add, self.stop, self.start, self.go_away, self.move_house, self.fail, self.arrive),
            *[self.sweep] * 3,
            *[self.take_back] * 3,
            *(self.say, self.look),
        ]

    def let_time_pass(self) -> None:
        """The sweep has found nothing to do in it, or has not run at all since."""
        self.is_down = self.is_down or self.rng.random() < 0.2
        if not self.is_down:
            Heartbeat.objects.update(at=database_clock.now())

    def do_something(self) -> None:
        seat = self.rng.choice(list(self.match.seats.select_related("player", "match")))
        with contextlib.suppress(MatchRefused):  # not everything can be done at any time
            self.rng.choice(self.acts)(seat)

    @property
    def length(self) -> int:
        return Match.objects.get(pk=self.match.pk).log_length

    def play_on(self, seat: Seat) -> None:
        if seat.asked_turn is not None:
            match = Match.objects.get(pk=self.match.pk)
            text = match.game.sample(match.loaded_state, seat.index, self.rng)
            turns.submit_turn(seat, seat.asked_turn, text, LogEntry.Via.SITE)

    def give(self, seat: Seat) -> None:
        other = self.match.seats.exclude(pk=seat.pk).get()
        clock_acts.give_time(seat, other, 2 * DAYS, self.length, LogEntry.Via.SITE)

    def add(self, seat: Seat) -> None:
        clock_acts.add_time(seat, DAYS, "ill", self.length)

    def stop(self, seat: Seat) -> None:
        clock_acts.stop_clock(seat, "ill", self.length)

    def start(self, seat: Seat) -> None:
        clock_acts.start_clock(seat, "well again", self.length)

    def go_away(self, seat: Seat) -> None:
        now = database_clock.now()
        assert seat.player is not None
        Vacation.objects.create(player=seat.player, starts_at=now, ends_at=now + 2 * DAYS, made_at=now)
        self.follow(seat, now)

    def move_house(self, seat: Seat) -> None:
        assert seat.player is not None
        seat.player.time_zone = self.rng.choice(["Asia/Tokyo", "America/Lima"])
        seat.player.save(update_fields=["time_zone"])
        self.follow(seat, database_clock.now())

    def follow(self, seat: Seat, now: datetime) -> None:
        Seat.objects.filter(pk=seat.pk, finished_at=None).update(pauses_changed_at=now)
        if self.rng.random() < 0.5:  # else the sweep does it, or whatever comes first
            calendar_clocks.follow_pauses(seat.pk)

    def fail(self, seat: Seat) -> None:
        for mail in self.mails(seat):
            OutboxMail.objects.filter(pk=mail.pk).update(status=OutboxMail.Status.PARKED)
            mail_clocks.follow_failure(mail)

    def arrive(self, seat: Seat) -> None:
        for mail in self.mails(seat):
            OutboxMail.objects.filter(pk=mail.pk).update(status=OutboxMail.Status.SENT)
            mail_clocks.follow_acceptance(mail)

    def mails(self, seat: Seat) -> list[OutboxMail]:
        return list(OutboxMail.objects.filter(key=turn_delivery.turn_key(seat)).exclude(status=OutboxMail.Status.SENT))

    def take_back(self, seat: Seat) -> None:
        takeback.take_back(seat, LogEntry.Via.SITE)

    def say(self, seat: Seat) -> None:
        chat.write_message(seat, f"line {self.length}", LogEntry.Via.SITE)

    def look(self, seat: Seat) -> None:
        Seat.objects.filter(pk=seat.pk).update(seen_length=self.length)

    def sweep(self, _seat: Seat) -> None:
        sweep.sweep_matches()
        self.is_down = False


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), control=st.sampled_from(CONTROLS), slug=st.sampled_from(["toy", "fortify"]))
def test_every_match_is_what_its_log_says(
    seed: int, control: TimeControl, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.games.games", lambda: (Toy(), Fortify()))
    rng = random.Random(seed)
    with time_machine.travel(BEGIN, tick=False) as clock:
        club = Club(control, slug, rng)
        for _ in range(10):
            for _ in range(4):
                clock.shift(timedelta(seconds=rng.choice([1, 3600, 20_000, 90_000])))
                club.let_time_pass()
                club.do_something()
            assert found(club.match) == []  # all of the log so far


@pytest.fixture
def played(toy: Toy, player: Any, opponent: Any) -> Match:
    """A match with a pick, a gift and another pick in its log."""
    match: Match = MatchFactory(game_slug="toy", players=[player, opponent], control=CONTROLS[1])
    first, second = match.seats.all()
    turns.submit_turn(first, 1, "pick 4", LogEntry.Via.SITE)
    clock_acts.give_time(first, second, DAYS, 1, LogEntry.Via.SITE)
    turns.submit_turn(second, 2, "pick 5", LogEntry.Via.SITE)
    assert found(match) == []
    return match


TAMPERINGS: dict[str, tuple[Callable[[Match], object], str]] = {
    "bank": (
        lambda match: match.seats.filter(index=1).update(bank=9 * DAYS),
        "seat 1's clock is stored as bank 9 days",
    ),
    "deadline": (lambda match: match.seats.filter(index=0).update(deadline=BEGIN), "seat 0's clock"),
    "stopped": (
        lambda match: match.seats.filter(index=0).update(stopped="mail"),
        "seat 0's clock is stored as stopped mail",
    ),
    "score": (lambda match: match.seats.filter(index=0).update(score=7), "seat 0 has share None and score 7"),
    "board": (
        lambda match: Match.objects.filter(pk=match.pk).update(state=match.log.get(index=0).state),
        "the board",
    ),
    "old board": (lambda match: match.log.filter(index=2).update(state={}), "after line 2 the board stored there"),
    "text": (lambda match: match.log.filter(index=0).update(text="pick 5"), "after line 0 the board"),
    "illegal": (lambda match: match.log.filter(index=2).update(text="add 5"), "line 2 of the log cannot be played"),
    "lost line": (lambda match: match.log.filter(index=1).delete(), "the log goes from line 0 to line 2"),
    "last line": (lambda match: match.log.filter(index=2).delete(), "the log has 2 lines, the match says 3"),
    "amount": (lambda match: match.log.filter(index=1).update(amount=3 * DAYS), "after line 1 seat 1's clock"),
    "stamp": (lambda match: match.log.filter(index=0).update(stamped_at=BEGIN + 9999 * DAYS), "after line 0 seat 0"),
    "status": (lambda match: Match.objects.filter(pk=match.pk).update(status="finished"), "the match is finished"),
    "number": (lambda match: Match.objects.filter(pk=match.pk).update(next_number=9), "would be number 9"),
    "taken back": (
        lambda match: match.log.filter(index=2).update(kind="taken_back", undoes=match.log.get(index=0)),
        "line 2 takes back a turn that is not the last one",
    ),
}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_it_names_what_was_tampered_with(played: Match, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    tamper, words = TAMPERINGS[what]
    tamper(played)
    with pytest.raises(CommandError, match="1 of 1 matches differ"):
        call_command("verify_matches", str(played.pk))
    assert f"match {played.pk}: " in (out := capsys.readouterr().out)
    assert words in out


def test_lines_from_before_clocks_were_kept_are_played_again_all_the_same(played: Match) -> None:
    played.log.update(clocks=[])
    assert found(played) == []
    played.seats.filter(index=0).update(deadline=BEGIN)
    assert any("seat 0's deadline is not when its bank" in words for words in found(played))


def test_boards_of_when_sentences_were_text_are_those_that_were_played(match: Match, player_seat: Seat) -> None:
    line = submit(player_seat, "T@b3")
    assert (line.state["version"], line.state["last"]["turn"]) == (2, "T@b3")
    as_text = {**line.state, "version": 1, "last": {"words": f"Red: {line.words}.", "turn": "T@b3"}}
    match.log.update(state=as_text)
    Match.objects.update(state=as_text)
    assert found(match) == []
    Match.objects.update(state={**as_text, "last": {"words": "Red: something else.", "turn": "T@b3"}})
    assert found(match) == ["the board is not the one that the log leads to"]
    Match.objects.update(state={"version": 1})
    assert found(match) == ["the board is not the one that the log leads to"]


def test_boards_that_tell_in_former_words_are_those_that_were_played(
    match: Match, player_seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, formerly = "%(unit)s enlisted on %(space)s", "%(unit)s came to %(space)s"
    state = submit(player_seat, "T@b3").state
    as_then = json.loads(json.dumps(state).replace(now, formerly))
    assert as_then != state
    match.log.update(state=as_then)
    Match.objects.update(state=as_then)
    assert found(match)
    monkeypatch.setitem(FORMER, Message(formerly), now)
    assert found(match) == []


def test_boards_of_an_earlier_version_are_compared_without_what_it_did_not_keep(player: User) -> None:
    match: Match = MatchFactory(players=[player], game_slug="fairytale", options={})
    text = match.game.sample(match.loaded_state, 0, random.Random(1))
    line = submit(match.seats.get(), text)
    earlier = {key: value for key, value in line.state.items() if key != "done"} | {"version": 1}
    match.log.update(state=earlier)
    Match.objects.update(state=earlier)
    assert found(match) == []
    Match.objects.update(state={**earlier, "coming": 3})
    assert found(match) == ["the board is not the one that the log leads to"]


def test_a_match_of_the_first_edition_of_the_rules_is_played_on_and_again_by_it() -> None:
    """Matches kept nothing of an edition then."""
    match = MatchFactory()
    assert match.options.pop("rules") == "2"
    match.state = match.game.dump(match.game.start(match.options, 2, bytes.fromhex(match.seed)))
    assert "rules" not in match.state["options"]
    match.save()
    submit(match.seats.get(index=0), "T@b3")
    assert found(match) == []
    assert "rules" not in Match.objects.get().state["options"]


def test_matches_that_are_played_on_while_others_are_checked_do_not_differ() -> None:
    matches = [MatchFactory() for _ in range(2)]
    checked = verify(Match.objects.all())
    assert next(checked) == (matches[0], [])
    submit(Seat.objects.get(match=matches[1], asked_turn__isnull=False), "T@b3")
    assert next(checked) == (matches[1], [])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_turn_played_while_a_match_is_read_makes_no_difference() -> None:
    """It is on the board and not in the log that was read before, or the other way round."""
    match = MatchFactory()
    seat = Seat.objects.get(match=match, asked_turn__isnull=False)
    played: list[str] = []

    def play_between(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        result = execute(sql, *rest)
        if not played and 'FROM "matches_match"' in sql:
            played.append("T@b3")
            at_once(lambda: submit(seat, "T@b3"))
        return result

    with connection.execute_wrapper(play_between):
        assert [found for _, found in verify(Match.objects.all())] == [[]]
    assert played
    assert LogEntry.objects.count() == 1


def test_a_match_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CommandError, match="no match 99"):
        call_command("verify_matches", "99")
