"""What was set ahead is played when the opponent's turn fits it, and dropped when it does not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from mail.models import OutboxMail
from matches.conditional import edit
from matches.gate import draws, handover, rulings, takeback, timeout, turns
from matches.gate.refused import MatchRefused
from matches.models import ConditionalTurns, LogEntry, Match, Seat
from matches.time_control.time_control import DAY, TimeControl
from matches.verify.replay import differences
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, Mails, fresh, later, play_picks, submit, told
from timekeeping import clock

from .conftest import log_of, set_lines, stored


def check(match: Match) -> None:
    assert differences(Match.objects.get(pk=match.pk)) == []


def test_the_answer_is_played_in_the_moment_of_the_turn(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 I@d3 then I@b2; if I@c3 then b3-a1")
    turn = submit(ben, "i@c3")
    assert (turn.seat, turn.text, turn.via) == (ben, "I@c3", "site")
    assert log_of(ada.match) == [(0, "T@b3", "site"), (1, "I@c3", "site"), (0, "b3-a1", "ahead")]
    answer = ada.match.log.get(index=2)
    assert (answer.number, answer.at, answer.stamped_at, answer.message) == (3, turn.at, turn.at, "")
    assert answer.get_via_display() == "as a conditional turn"
    assert answer.words == "Tank from b3 to a1"
    assert (fresh(ada).asked_turn, fresh(ben).asked_turn) == (None, 4)
    assert stored(ada) == ("", "")
    assert not ConditionalTurns.objects.exists()
    check(ada.match)


@pytest.mark.parametrize("typed", ["C3-c2, T@C3", "c3 - c2  t@c3", "c3–c2;t@c3 end"])
def test_it_is_the_turn_that_counts_and_not_how_it_was_written(ada: Seat, ben: Seat, typed: str) -> None:
    submit(ben, "T@c3")
    submit(ada, "pass")
    set_lines(ada, "if C3-C2 t@c3 then b3-a1")
    submit(ben, typed)
    assert log_of(ada.match)[-2:] == [(1, "c3-c2 T@c3", "site"), (0, "b3-a1", "ahead")]


def test_actions_in_another_order_are_another_turn(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 I@c4 then I@b2")
    submit(ben, "I@c4 T@c3")
    assert stored(ada) == ("dropped", "")


def test_a_chain_goes_on_with_the_turns_after(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2 if pass then b3-a1 if pass then a1-b3; if T@c3 then I@b2 if c3-c2 then pass")
    submit(ben, "T@c3")
    assert stored(ada) == ("set", "if pass then b3-a1 if pass then a1-b3\nif c3-c2 then pass")
    submit(ben, "pass")
    assert stored(ada) == ("set", "if pass then a1-b3")
    submit(ben, "pass")
    assert stored(ada) == ("", "")
    assert [text for _, text, via in log_of(ada.match) if via == "ahead"] == ["I@b2", "b3-a1", "a1-b3"]
    check(ada.match)


def test_what_does_not_fit_is_dropped_and_the_player_asked(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2 if pass then b3-a1")
    submit(ben, "T@c3")
    submit(ben, "c3-c2")
    assert log_of(ada.match)[-1] == (1, "c3-c2", "site")
    assert stored(ada) == ("dropped", "")
    assert fresh(ada).asked_turn == 5
    assert not ConditionalTurns.objects.exists()
    submit(ada, "pass")
    assert fresh(ada).ahead == ""


# -- clocks --------------------------------------------------------------------------------------------------------


def test_it_takes_no_time_and_adds_the_increment(player: User, opponent: User) -> None:
    control = TimeControl(5 * DAY, DAY, 10 * DAY)
    match: Match = MatchFactory(players=[player, opponent], control=control)
    ada, ben = match.seats.all()
    with later(match, days=1):  # 5 − 1 + 1 days
        submit(ada, "T@b3")
        set_lines(ada, "if T@c3 then I@b2 if pass then pass")
    with later(match, days=3):
        submit(ben, "T@c3")  # 5 − 2 + 1 days
        assert (fresh(ada).bank, fresh(ada).running_since) == (6 * DAY, None)
        assert (fresh(ben).bank, fresh(ben).deadline) == (4 * DAY, match.started_at + 7 * DAY)
    with later(match, days=4, hours=12):
        submit(ben, "pass")
        assert fresh(ada).bank == 7 * DAY
        assert fresh(ben).bank == timedelta(days=3, hours=12)
    check(match)


def test_a_turn_that_was_stamped_earlier_is_answered_when_it_is_played(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    with later(ada.match, hours=5):
        submit(ben, "T@c3", stamped_at=ada.match.started_at + timedelta(hours=1))
        now = clock.now()
        assert fresh(ben).running_since == now
        assert ada.match.log.get(index=2).stamped_at == now
        check(ada.match)


def test_a_pass_by_the_clock_counts_as_the_pass_that_it_is(player: User, opponent: User) -> None:
    control = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="pass", passes=2)
    match: Match = MatchFactory(players=[player, opponent], control=control)
    ada, ben = match.seats.all()
    for seat, text in ((ada, "T@b3"), (ben, "T@c3"), (ada, "I@b2")):
        submit(seat, text)
    told(match)
    set_lines(ada, "if pass then b3-a1; if c3-c2 then pass")
    with later(match, days=4):
        timeout.time_out(ben.pk, fresh(ben).asked_turn or 0)
        assert log_of(match)[-2:] == [(1, "pass", "clock"), (0, "b3-a1", "ahead")]
        assert [turn.kind for turn in match.log.order_by("index")][-2:] == ["default", "play"]
        assert fresh(ben).deadline == clock.now() + 3 * DAY
        check(match)


def test_who_runs_out_of_time_ends_the_match_with_nothing_played(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    told(ada.match)
    with later(ada.match, days=4):
        timeout.time_out(ben.pk, 2)
    assert log_of(ada.match) == [(0, "T@b3", "site")]
    assert stored(ada) == ("", "")
    assert not ConditionalTurns.objects.exists()


# -- what ends or stops it -----------------------------------------------------------------------------------------


def resign(_ada: Seat, ben: Seat) -> None:
    turns.resign(ben, SITE)


def resign_oneself(ada: Seat, _ben: Seat) -> None:
    turns.resign(ada, SITE)


def agree(ada: Seat, ben: Seat) -> None:
    draws.offer_draw(ben, SITE)
    draws.accept_draw(ada, SITE)


def forfeit(_ada: Seat, ben: Seat) -> None:
    rulings.forfeit(ben, "never came")


def annul(ada: Seat, _ben: Seat) -> None:
    rulings.annul(ada.match, "The round was taken back.")


def delete_ones_account(ada: Seat, _ben: Seat) -> None:
    assert ada.player is not None
    delete_account(ada.player)


ENDINGS = [resign, resign_oneself, agree, forfeit, annul, delete_ones_account]


@pytest.mark.parametrize("how", ENDINGS)
def test_the_end_of_the_match_drops_them(ada: Seat, ben: Seat, how: Callable[[Seat, Seat], None]) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    how(ada, ben)
    assert Match.objects.get(pk=ada.match_id).is_over
    assert stored(ada) == ("", "")
    assert not ConditionalTurns.objects.exists()
    check(ada.match)


def test_an_open_offer_of_a_draw_is_not_turned_down_by_what_was_set_before_it(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    draws.offer_draw(ben, SITE)
    submit(ben, "T@c3")
    assert log_of(ada.match)[-1] == (1, "T@c3", "site")
    assert stored(ada) == ("dropped", "")
    assert Match.objects.get(pk=ada.match_id).draw_offered_by_id == ben.pk


@pytest.mark.parametrize("is_own", [False, True], ids=["declined", "one's own, which lapses with the opponent's turn"])
def test_an_offer_that_is_gone_stops_nothing(ada: Seat, ben: Seat, *, is_own: bool) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    draws.offer_draw(ada if is_own else ben, SITE)
    if not is_own:
        draws.decline_draw(ada, SITE)
    submit(ben, "T@c3")
    assert log_of(ada.match)[-1] == (0, "I@b2", "ahead")
    assert Match.objects.get(pk=ada.match_id).draw_offered_by_id is None


def test_an_answer_that_the_rules_no_longer_allow_is_dropped_and_hurts_nobody(
    ada: Seat, ben: Seat, caplog: pytest.LogCaptureFixture
) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    row = ConditionalTurns.objects.get()
    row.tree[0]["then"] = "I@a5"
    row.save()
    submit(ben, "T@c3")
    assert log_of(ada.match)[-1] == (1, "T@c3", "site")
    assert stored(ada) == ("dropped", "")
    assert "can no longer be played" in caplog.text
    assert "I@a5" not in caplog.text


def test_an_answer_may_end_the_match(toy_match: Match, mails: Mails) -> None:
    play_picks(toy_match)
    one, two = toy_match.seats.all()
    set_lines(two, "if add 3 then add 9; if add 4 then add 1")
    mails()
    submit(one, "add 3")
    assert log_of(toy_match)[-2:] == [(0, "add 3", "site"), (1, "add 9", "ahead")]
    assert Match.objects.get(pk=toy_match.pk).is_over
    assert sorted(set(mails())) == [("conditional_played", "Ben"), ("match_over", "Ada"), ("match_over", "Ben")]
    assert not ConditionalTurns.objects.exists()
    check(toy_match)


def test_with_nothing_set_a_turn_costs_no_query_more(ada: Seat, ben: Seat) -> None:
    with CaptureQueriesContext(connection) as queries:
        submit(ben, "T@c3")
    assert not [query for query in queries if "conditional" in query["sql"]]


# -- mails ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "told"),
    [("T@c3", [("conditional_played", "Ada"), ("your_turn", "Ben")]), ("I@c3", [("your_turn", "Ada")])],
    ids=["answered at once", "answered by nothing that was set"],
)
def test_each_player_is_told_once(ada: Seat, ben: Seat, mails: Mails, turn: str, told: list[tuple[str, str]]) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    mails()
    submit(ben, turn)
    assert sorted(mails()) == told
    assert OutboxMail.objects.latest("pk").match_id == ada.match_id


# -- taking back ---------------------------------------------------------------------------------------------------


def test_a_turn_that_was_answered_cannot_be_taken_back(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    submit(ben, "T@c3")
    with pytest.raises(MatchRefused):
        takeback.take_back(ben, SITE)
    assert log_of(ada.match)[-1] == (0, "I@b2", "ahead")


def test_what_was_set_for_after_a_turn_goes_with_it_when_it_is_taken_back(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    takeback.take_back(ada, SITE)
    assert stored(ada) == ("", "")
    assert not ConditionalTurns.objects.exists()
    submit(ada, "T@b3")
    submit(ben, "T@c3")
    assert log_of(ada.match)[-1] == (1, "T@c3", "site")
    check(ada.match)


def test_an_answer_can_be_taken_back_as_any_turn_and_takes_the_rest_with_it(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2 if pass then b3-a1")
    submit(ben, "T@c3")
    takeback.take_back(ada, SITE)
    assert stored(ada) == ("", "")
    assert fresh(ada).asked_turn is not None
    check(ada.match)
    submit(ada, "pass")
    submit(ben, "pass")
    assert fresh(ada).asked_turn is not None
    check(ada.match)


def test_a_turn_that_fitted_no_line_is_taken_back_and_what_was_dropped_stays_so(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    submit(ben, "I@c3")
    takeback.take_back(ben, SITE)
    assert stored(ada) == ("", "")
    submit(ben, "T@c3")
    assert fresh(ada).asked_turn is not None
    assert fresh(ada).ahead == ""
    check(ada.match)


# -- a seat that another player takes over ----------------------------------------------------------------------------


def test_those_of_who_left_are_dropped(ada: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    handover.hand_over(ada, UserFactory())
    assert not ConditionalTurns.objects.exists()
    assert fresh(ada).ahead == ""


def test_those_of_the_opponent_wait_for_who_comes(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    handover.hand_over(ben, UserFactory())
    submit(ben, "T@c3")
    assert LogEntry.objects.filter(match=ada.match_id, via=LogEntry.Via.CONDITIONAL, text="I@b2").exists()
    assert differences(Match.objects.get(pk=ada.match_id)) == []


def test_who_left_sets_none_any_more(ada: Seat) -> None:
    handover.hand_over(ada, UserFactory())
    with pytest.raises(MatchRefused):
        edit.set_lines(ada, "if T@c3 then I@b2", LogEntry.Via.SITE)
