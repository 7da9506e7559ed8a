"""A match of Fortress for four: whoever leaves it, in whichever state, leaves the others playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from engine.fortress.cards.position import ATTACKING, FORTIFYING, PLACING, STARTER
from matches.gate import handover, rulings, takeback, timeout, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from matches.verify.replay import differences
from tests.support.factories import MatchFactory, UserFactory
from tests.support.made_once import forgotten
from tests.support.matches import SITE, asked, last, submit, told, travel_past_grace_of

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cleo", "Dev")


def fortified(match: Match, *, but: int | None = None) -> Match:
    """Everyone has put the cards where they came; one of them not yet the last."""
    for seat in match.seats.all():
        for text in [*["place left"] * 8, "keep"]:
            if seat.index != but or text != "keep":
                submit(seat, text)
    return match


def with_a_card_to_place(match: Match) -> Match:
    """The first player with an ace discards it; the others pass till then."""
    while True:
        seat = asked(Match.objects.get(pk=match.pk))
        steps = match.game.draft(Match.objects.get(pk=match.pk).loaded_state, seat.index).steps
        ace = next((step.text for step in steps if step.kind == "ace"), "pass")
        submit(seat, ace)
        if ace != "pass":
            return match


def passed(match: Match) -> Match:
    """The round has ended, and one player chooses who starts the next."""
    for _ in NAMES:
        submit(asked(match), "pass")
    return match


STATES: dict[str, Callable[[Match], Match]] = {
    "all fortify": lambda match: match,
    "one still fortifies": lambda match: fortified(match, but=2),
    "an attack": fortified,
    "a card to place": lambda match: with_a_card_to_place(fortified(match)),
    "the next starter": lambda match: passed(fortified(match)),
}
PHASES = {
    "all fortify": FORTIFYING,
    "one still fortifies": FORTIFYING,
    "an attack": ATTACKING,
    "a card to place": PLACING,
    "the next starter": STARTER,
}


@pytest.fixture(params=STATES)
def match(request: pytest.FixtureRequest, db: None) -> Match:
    made: Match = MatchFactory(game_slug="fortress", players=[UserFactory(display_name=name) for name in NAMES])
    made = told(Match.objects.get(pk=STATES[request.param](made).pk))
    assert made.loaded_state.position.phase == PHASES[request.param]
    return made


def seats_of(match: Match) -> list[Seat]:
    return list(match.seats.select_related("player").order_by("index"))


def runs_out(seat: Seat) -> LogEntry | None:
    with travel_past_grace_of(seat):
        return timeout.time_out(seat.pk, seat.asked_turn or 0)


def ways_out(seat: Seat) -> Iterator[Callable[[], Any]]:
    """Only who is asked can run out of time."""
    yield partial(turns.resign, seat, SITE)
    yield partial(rulings.forfeit, seat, "She moved away.")
    if seat.asked_turn is not None:
        yield partial(runs_out, seat)


def test_whoever_leaves_is_asked_no_more_and_the_others_play_on(match: Match) -> None:
    """A player who was asked before and still is has the same number and the same deadline."""
    for seat in seats_of(match):
        for leave in ways_out(seat):
            with forgotten():
                before = {each.pk: (each.asked_turn, each.deadline) for each in seats_of(match)}
                assert leave() is not None
                now = Match.objects.get(pk=match.pk)
                assert not now.is_over
                assert now.game.given_up(now.loaded_state) == (seat.index,)
                for each in seats_of(now):
                    is_asked = each.index in now.game.to_act(now.loaded_state)
                    assert (each.asked_turn is not None) == is_asked
                    if is_asked and before[each.pk][0] is not None:
                        assert (each.asked_turn, each.deadline) == before[each.pk]
                assert differences(now) == []
                _play_a_round_on(now, seat)


def _play_a_round_on(match: Match, gone: Seat) -> None:
    """Everyone who is asked can answer, and who has left cannot, nor leave once more in another way."""
    for each in seats_of(match):
        each.refresh_from_db()
        if each.asked_turn is not None:
            match.refresh_from_db()
            steps = match.game.draft(match.loaded_state, each.index).steps
            submit(each, steps[0].text)
    with pytest.raises(MatchRefused):
        turns.submit_turn(gone, gone.asked_turn, "pass", SITE)
    assert differences(Match.objects.get(pk=match.pk)) == []


def test_all_but_one_leave_in_turn_and_the_last_has_won(match: Match) -> None:
    for leaves, seat in enumerate(reversed(seats_of(match)[1:]), 1):
        (turns.resign(seat, SITE) if leaves % 2 else rulings.forfeit(seat, "She moved away."))
        match.refresh_from_db()
        assert match.is_over == (leaves == len(NAMES) - 1)
    assert [seat.share for seat in seats_of(match)] == [1, 0, 0, 0]
    assert differences(match) == []


def test_an_organiser_ends_it_whoever_has_left(match: Match) -> None:
    turns.resign(seats_of(match)[1], SITE)
    shares = [Fraction(1, 2), Fraction(0), Fraction(1, 2), Fraction(0)]
    acts = (partial(rulings.rule, match, shares), partial(rulings.annul, match))
    for decide, expected in zip(acts, ([0.5, 0, 0.5, 0], [None] * 4), strict=True):
        with forgotten():
            line = decide("The hall is closed.")
            over = Match.objects.get(pk=match.pk)
            assert over.is_over
            assert decide("The hall is closed.") == line
            assert [seat.share for seat in seats_of(over)] == expected
            assert not over.seats.filter(asked_turn__isnull=False).exists()
            assert differences(over) == []


def test_a_turn_stands_once_another_has_left(match: Match) -> None:
    """It is taken back before that, where it showed nobody anything."""
    seat = next(each for each in seats_of(match) if each.asked_turn is not None)
    steps = match.game.draft(match.loaded_state, seat.index).steps
    hidden = [each for each in steps if not match.game.play(match.loaded_state, seat.index, each.text).reveals]
    if not hidden:
        return
    submit(seat, hidden[-1].text)
    with forgotten():
        takeback.take_back(seat, SITE)
        assert Match.objects.get(pk=match.pk).state == match.state
        assert differences(Match.objects.get(pk=match.pk)) == []
    turns.resign(next(each for each in seats_of(match) if each.pk != seat.pk), SITE)
    with pytest.raises(MatchRefused, match="has continued since"):
        takeback.take_back(seat, SITE)


def test_nobody_takes_over_a_place_that_is_lost(match: Match) -> None:
    seat = seats_of(match)[1]
    turns.resign(seat, SITE)
    with pytest.raises(MatchRefused, match="Ben is out of this match already"):
        handover.hand_over(seat, UserFactory())
    assert last(match).kind == LogEntry.Kind.RESIGNATION
