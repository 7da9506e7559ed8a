"""A computer's turns: asked for, thought about, played once; and what it makes of draws and taking back."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any, NamedTuple

import pytest

from accounts.computers import computer_player
from accounts.models import User
from engine.game import Game
from fortify_site.ops.status import matches as status
from jobs.broker import Job, broker
from mail.models import OutboxMail
from matches.computers import ask, think
from matches.gate import clock_acts, draws, takeback, turns
from matches.gate import refused as gate
from matches.models import LogEntry, Match, Offer, Seat
from matches.offers import limits, rematch
from matches.offers.refused import OfferRefused
from matches.sweep import sweep_deadlines
from matches.verify.replay import differences
from tests.support.factories import ChallengeFactory
from tests.support.matches import SITE, travel
from tests.support.run_on_commit import commits
from timekeeping import clock


class Chosen(NamedTuple):
    text: str
    value: float


Asked = list[tuple[Any, ...]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What workers are asked for."""
    found: Asked = []

    def ask_for(job: Job[Any], *arguments: Any, **_: Any) -> bool:
        found.append((job.name, *arguments))
        return True

    monkeypatch.setattr(broker, "ask_soon", ask_for)
    monkeypatch.setattr(broker, "publish", ask_for)
    monkeypatch.setattr(broker, "room", lambda _job, most: most)
    return found


def first_turn(match: Match, state: Any, seat: int) -> str:
    """The first that is legal."""
    text = ""
    while not (draft := match.game.draft(state, seat, text)).may_send:
        text = draft.steps[0].next
    return draft.text


@pytest.fixture
def expects(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """What the computer expects of every position, in which it plays the first turn there is."""
    judged = {"value": 1.0}

    def choose(rules: Game, state: Any, seat: int, strength: str, seed: bytes) -> Chosen:
        assert (strength, len(seed)) == ("medium", 32)
        return Chosen(first_turn(Match(game_slug=rules.slug), state, seat), judged["value"])

    monkeypatch.setattr(think, "choose", choose)
    return judged


def challenge(player: User, first: str, options: dict[str, str] | None = None, **more: Any) -> Match:
    computer = computer_player("medium")
    offer: Offer = ChallengeFactory(challenger=player, opponent=computer, options=options or {}, first=first, **more)
    assert offer.match is not None
    return offer.match


def seat_of(match: Match, player: User | None = None) -> Seat:
    found: Seat = match.seats.get(player=player) if player else match.seats.get(player__computer__isnull=False)
    return found


def test_a_computer_accepts_at_once_is_asked_and_plays_its_turn_once(
    player: User, asked: Asked, expects: dict[str, float]
) -> None:
    with commits():
        match = challenge(player, Offer.First.YOU)
    seat = seat_of(match)
    assert ("matches.tasks.think",) in asked
    turn = think.think(seat.pk, 1)
    assert turn is not None
    assert (turn.seat_id, turn.via) == (seat.pk, LogEntry.Via.COMPUTER)
    assert think.think(seat.pk, 1) is None
    assert match.log.count() == 1
    assert seat_of(match, player).asked_turn == 2
    assert differences(Match.objects.get(pk=match.pk)) == []


def test_nobody_writes_to_a_computer(player: User, asked: Asked, expects: dict[str, float]) -> None:
    match = challenge(player, Offer.First.YOU)
    think.think(seat_of(match).pk, 1)
    turns.resign(seat_of(match, player), SITE)
    assert {mail.user for mail in OutboxMail.objects.select_related("user")} == {player}


def test_a_second_worker_leaves_a_turn_alone_that_is_thought_about(
    player: User, asked: Asked, expects: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = challenge(player, Offer.First.YOU)
    seat = seat_of(match)

    def meanwhile(*_: Any) -> Chosen:
        assert think.think(seat.pk, 1) is None
        return Chosen(first_turn(match, match.loaded_state, seat.index), 1.0)

    monkeypatch.setattr(think, "choose", meanwhile)
    assert think.think(seat.pk, 1) is not None


def test_a_request_that_was_lost_is_made_again_by_the_sweep(player: User, asked: Asked) -> None:
    challenge(player, Offer.First.YOU)
    asked.clear()
    assert ask.ask_again(clock.now()) == 0
    with travel(minutes=1):
        assert ask.ask_again(clock.now()) == 1
    assert asked == [("matches.tasks.think",)]


def test_it_never_runs_out_of_time_and_nobody_can_make_it(player: User, asked: Asked) -> None:
    match = challenge(player, Offer.First.YOU)
    seat = seat_of(match)
    assert (seat.deadline, seat.stopped) == (None, Seat.Stopped.COMPUTER)
    for act in (clock_acts.start_clock, clock_acts.stop_clock):
        with pytest.raises(gate.MatchRefused, match="without a clock"):
            act(seat, "Hurry up", match.log_length)
    with travel(days=30):
        assert sweep_deadlines() == 0
    assert not Match.objects.get(pk=match.pk).is_over


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Chosen:
        raise ZeroDivisionError

    monkeypatch.setattr(think, "choose", fail)


def test_a_search_that_fails_is_an_error_that_players_and_host_hear_of_and_the_match_goes_on(
    player: User, asked: Asked, fails: None
) -> None:
    assert status.computers(clock.now()).state == "good"
    match = challenge(player, Offer.First.YOU)
    with pytest.raises(ZeroDivisionError):
        think.think(seat_of(match).pk, 1)
    (turn,) = match.log.all()
    assert think.AT_RANDOM in turn.notes
    assert seat_of(match, player).asked_turn == 2
    assert differences(Match.objects.get(pk=match.pk)) == []
    assert status.computers(clock.now()).state == "warn"
    assert status.computers(clock.now() + timedelta(days=2)).state == "good"


def test_one_search_that_fails_keeps_no_other_waiting(player: User, asked: Asked, fails: None) -> None:
    both = [challenge(player, Offer.First.YOU) for _ in range(2)]
    with pytest.raises(ZeroDivisionError):
        think.think_due()
    assert [match.log.count() for match in both] == [1, 1]


def test_its_dice_have_nothing_to_do_with_the_matchs_seed(
    player: User, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    thrown = []

    def choose(_rules: Any, _state: Any, _seat: int, _strength: str, dice: bytes) -> Chosen:
        thrown.append(dice)
        return Chosen("no turn at all", 1.0)

    monkeypatch.setattr(think, "choose", choose)
    match = challenge(player, Offer.First.YOU)
    with travel(minutes=1):
        other = challenge(player, Offer.First.YOU)
    for each, seed in ((match, "00" * 32), (match, "ff" * 32), (other, "00" * 32)):
        Match.objects.filter(pk=each.pk).update(seed=seed)
        assert think.think(seat_of(each).pk, 1) is None
    assert thrown[0] == thrown[1] != thrown[2]
    assert len(thrown[0]) == 32


@pytest.mark.parametrize("fails", [False, True])
def test_what_another_worker_has_picked_meanwhile_is_in_no_log(
    player: User, asked: Asked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fails: bool
) -> None:
    match = challenge(player, Offer.First.YOU, options={"special": "on"})
    seat = seat_of(match)

    def pick_too_late(*_: Any) -> Chosen:
        turns.submit_turn(seat, 1, "I4T4B2", LogEntry.Via.COMPUTER)
        if fails:
            raise ZeroDivisionError
        return Chosen("I4T4C1A1", 1.0)

    monkeypatch.setattr(think, "choose", pick_too_late)
    with caplog.at_level(logging.INFO):
        try:
            think.think(seat.pk, 1)
        except ZeroDivisionError:
            logging.getLogger().exception("as a worker does")
    assert "turn 1 was refused: stale" in caplog.text
    assert "Battleships" not in caplog.text


@pytest.mark.parametrize(("value", "how"), [(0.5, "agreement"), (0.51, "")])
def test_it_takes_a_draw_that_brings_as_much_as_it_expects(
    value: float, how: str, player: User, asked: Asked, expects: dict[str, float]
) -> None:
    expects["value"] = value
    match = challenge(player, Offer.First.YOU)
    draws.offer_draw(seat_of(match, player), SITE)
    think.think(seat_of(match).pk, 1)
    match.refresh_from_db()
    assert (match.how_it_ended, match.draw_offered_by) == (how, None)


def test_a_turn_can_be_taken_back_until_the_computer_has_answered(
    player: User, asked: Asked, expects: dict[str, float]
) -> None:
    match = challenge(player, Offer.First.ME)
    own = seat_of(match, player)
    text = first_turn(match, match.loaded_state, own.index)
    turns.submit_turn(own, 1, text, SITE)
    takeback.take_back(own, SITE)
    assert think.think(seat_of(match).pk, 2) is None
    turns.submit_turn(own, 3, text, SITE)
    think.think(seat_of(match).pk, 4)
    with pytest.raises(gate.MatchRefused, match="has played since"):
        takeback.take_back(own, SITE)
    assert differences(Match.objects.get(pk=match.pk)) == []


def test_a_rematch_begins_at_once_with_the_sides_changed(player: User, asked: Asked) -> None:
    match = challenge(player, Offer.First.ME)
    turns.resign(seat_of(match, player), SITE)
    offer = rematch.ask(seat_of(match, player))
    assert offer.match is not None
    assert seat_of(offer.match, player).index == 1


@pytest.mark.parametrize(("limit", "finished"), [("MOST_WITH_COMPUTERS", False), ("WITH_COMPUTERS_A_DAY", True)])
def test_no_one_fills_the_queue(
    limit: str, finished: bool, player: User, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, limit, 1)
    match = challenge(player, Offer.First.ME)
    if finished:
        turns.resign(seat_of(match, player), SITE)
    with travel(minutes=1), pytest.raises(OfferRefused) as refused:
        challenge(player, Offer.First.ME)
    assert refused.value.status == 429


def test_without_workers_a_round_plays_the_turns_that_wait(
    player: User, asked: Asked, expects: dict[str, float]
) -> None:
    match = challenge(player, Offer.First.YOU)
    assert think.think_due() == 1
    assert match.log.count() == 1


def test_a_host_can_do_without(player: User, asked: Asked, settings: Any) -> None:
    match = challenge(player, Offer.First.ME)
    turns.resign(seat_of(match, player), SITE)
    settings.COMPUTER_PLAYERS = False
    match.refresh_from_db()
    assert not rematch.is_possible(match, list(match.seats.select_related("player")))
    with pytest.raises(OfferRefused, match="no computer"):
        challenge(player, Offer.First.ME)
