"""Cups from their beginning to their end, as the site plays them."""

from __future__ import annotations

from typing import Any

import pytest

from competition.ratings.months import Month
from engine.fortify.match.options import clean_options
from matches.gate import draws
from matches.models import LogEntry, Match
from tests.support.rows import refresh, require
from tests.support.running_events import (
    begun,
    better,
    draft_second_round,
    lines,
    match_of,
    organiser_of,
    pairing_of,
    pairings,
    pairs,
    play_a_turn_each,
    play_round,
    round_of,
    win,
    work_off,
)
from timekeeping import clock
from tournaments.entries.withdrawals import return_to_event, withdraw
from tournaments.events.ending import finish
from tournaments.formats.cup.drawn_match import how_of
from tournaments.locking.refused import TournamentRefused
from tournaments.models import DrawnMatch, Event, Pairing, Round
from tournaments.ratings import rated_games
from tournaments.rounds import advance, pairing_job, publish, take_back
from tournaments.rounds.drafts import edit_draft, forbidden_pairs, store
from tournaments.rounds.results import adjudicate, match_finished
from tournaments.rounds.results.adjudicate import stands
from tournaments.rounds.results.verdicts import Verdict
from tournaments.standings.standings import standings_of

pytestmark = pytest.mark.usefixtures("committing")
CUP = {"format": "cup", "tie_breaks": []}


def cup(count: int, **fields: Any) -> Event:
    return begun(count, **CUP | fields)


def draw(match: Match) -> None:
    """By agreement, after a turn each: Red has a tank and Green a battleship on the board, and neither a point."""
    play_a_turn_each(match)
    first, second = match.seats.order_by("index")
    draws.offer_draw(first, LogEntry.Via.SITE)
    draws.accept_draw(second, LogEntry.Via.SITE)


def table(event: Event) -> list[tuple[int, str, str]]:
    """Place, name and how far they came."""
    found = standings_of(refresh(event))
    return [(row.rank, found.names[row.number], event.rules.came_to(found, row.number)) for row in found.rows]


class TestAWholeCup:
    def test_the_better_seeds_have_byes_and_go_on_until_one_is_left(self) -> None:
        event = cup(5)
        assert pairs(event, 1) == [("Ada", "U"), ("Emil", "Dora"), ("Cleo", "U"), ("Ben", "U")]
        assert "The event began with 5 players and 3 rounds. Drawn for the better seed on board 1: Red." in lines(event)
        play_round(event, 1)
        work_off()
        assert {frozenset(pair) for pair in pairs(event, 2)} == {frozenset(("Ada", "Dora")), frozenset(("Ben", "Cleo"))}
        play_round(event, 2, lambda pairing: "Dora" if "Dora" in _names(pairing) else better(pairing))
        work_off()
        assert {frozenset(pair) for pair in pairs(event, 3)} == {frozenset(("Dora", "Ben"))}
        play_round(event, 3)
        assert round_of(event, 3).stage == Round.Stage.CLOSED
        assert table(event) == [
            (1, "Ben", "winner"),
            (2, "Dora", "final"),
            (3, "Ada", "semifinal"),
            (3, "Cleo", "semifinal"),
            (5, "Emil", "quarterfinal"),
        ]
        finish.end_event(event, by=organiser_of(event))
        assert refresh(event).stage == Event.Stage.FINISHED

    def test_colours_change_from_round_to_round(self) -> None:
        event = cup(4)
        assert pairs(event, 1) == [("Ada", "Dora"), ("Cleo", "Ben")]
        play_round(event, 1)
        work_off()
        assert pairs(event, 2) == [("Ben", "Ada")], "Ada has had white, and Ben has not"

    def test_the_losers_of_the_semifinals_play_for_third_place_where_the_cup_has_it_so(self) -> None:
        event = cup(4, third_place=True)
        play_round(event, 1)
        work_off()
        assert {frozenset(pair) for pair in pairs(event, 2)} == {frozenset(("Ada", "Ben")), frozenset(("Cleo", "Dora"))}
        win(match_of(event, 2, "Dora"), "Dora")
        assert [row[:2] for row in table(event)] == [(1, "Ada"), (1, "Ben"), (3, "Dora"), (4, "Cleo")]
        win(match_of(event, 2, "Ada"), "Ada")
        assert [row[1:] for row in table(event)] == [
            ("Ada", "winner"),
            ("Ben", "final"),
            ("Dora", "third place"),
            ("Cleo", "fourth place"),
        ]

    def test_the_table_after_an_earlier_round_has_who_was_in_it_then(self) -> None:
        event = cup(4)
        play_round(event, 1)
        work_off()
        found = standings_of(event, 1)
        assert [(row.rank, found.names[row.number]) for row in found.rows] == [
            (1, "Ada"),
            (1, "Ben"),
            (3, "Cleo"),
            (3, "Dora"),
        ]


def _names(pairing: Pairing) -> list[str]:
    return [pairing.white.shown_name, require(pairing.black).shown_name]


class TestADrawnMatch:
    def test_is_decided_by_game_points_first(self) -> None:
        event = cup(2)
        by = organiser_of(event)
        Pairing.objects.filter(round__event=event).update(match=None)
        adjudicate.settle_pairing(pairings(event, 1)[0], Verdict.DRAW, by=by, reason="By letter.", points=(20, 31))
        [pairing] = pairings(event, 1)
        assert (pairing.white_code, pairing.through, pairing.through_words) == (
            "=",
            pairing.black,
            "by game points, 31–20",
        )
        assert "Round 1, board 1 was drawn; Ben advances: by game points, 31–20." in lines(event)
        assert [row[1:] for row in table(event)] == [("Ben", "winner"), ("Ada", "final")]

    @pytest.mark.parametrize(
        ("verdict", "name"), [(Verdict.WHITE_GOES_ON, "Ada"), (Verdict.BLACK_GOES_ON, "Ben")], ids=["first", "second"]
    )
    def test_an_organiser_may_say_who_goes_on_whatever_is_set(self, verdict: Verdict, name: str) -> None:
        event = cup(2, decides="pfs")
        by = organiser_of(event)
        for _ in range(2):
            adjudicate.settle_pairing(pairings(event, 1)[0], verdict, by=by, reason="Better over the board.")
        [pairing] = pairings(event, 1)
        assert (pairing.white_code, pairing.black_code) == ("D", "D")  # without a turn: not for the ratings
        assert (pairing.through and pairing.through.shown_name, how_of(event, pairing, ())) == (name, "organiser")
        told = [line for line in event.log.order_by("pk") if line.kind == "result"]
        assert [(line.words, line.reason) for line in told] == [
            ("Round 1, board 1: Ada – Ben ½–½. Decided by an organiser.", "Better over the board."),
            (f"Round 1, board 1 was drawn; {name} advances: by decision of the organiser.", ""),
        ]
        assert table(event)[0][1:] == (name, "winner")

    def test_a_decision_by_seed_is_corrected_by_a_name(self) -> None:
        event = cup(2, decides="s")
        by = organiser_of(event)
        adjudicate.settle_pairing(pairings(event, 1)[0], Verdict.DRAW, by=by, reason="Level.")
        assert table(event)[0] == (1, "Ada", "winner")
        adjudicate.settle_pairing(pairings(event, 1)[0], Verdict.BLACK_GOES_ON, by=by, reason="By lot.", seen="DD")
        assert table(event)[0] == (1, "Ben", "winner")

    def test_then_by_a_further_match_with_colours_changed(self) -> None:
        event = cup(2, options=clean_options({"format": "points-4", "map": "5x5"}), decides="pfs")
        first = match_of(event, 1, "Ada")
        first_seats = [seat.player for seat in first.seats.order_by("index")]
        by = organiser_of(event)
        adjudicate.settle_pairing(pairings(event, 1)[0], Verdict.DRAW, by=by, reason="Level, and the time is over.")
        work_off()
        [pairing] = pairings(event, 1)
        assert (pairing.further, pairing.decided_at, pairing.white_code) == (1, None, "")
        assert pairing.match is not None
        assert pairing.match != first
        assert [seat.player for seat in pairing.match.seats.order_by("index")] == first_seats[::-1]
        assert pairing.match.options == first.options | {"format": "points-2"}
        assert "further match" in pairing.match.occasion
        [kept] = DrawnMatch.objects.all()
        assert (kept.match, kept.number, kept.white, kept.is_rated) == (first, 0, pairing.black, False)
        assert round_of(event, 1).stage == Round.Stage.RUNNING
        win(pairing.match, "Ben")
        assert table(event)[0] == (1, "Ben", "winner")

    def test_the_better_seed_goes_on_after_as_many_further_matches_as_the_cup_has(self) -> None:
        event = cup(2, decides="fs", most_further=1)
        draw(match_of(event, 1, "Ada"))
        work_off()
        draw(match_of(event, 1, "Ada"))
        [pairing] = pairings(event, 1)
        assert require(pairing.through).shown_name == "Ada"
        assert pairing.through_words == "drawn after 1 further match, so the better seed decides"
        assert table(event)[0][1] == "Ada"

    def test_or_the_better_seed_at_once(self) -> None:
        event = cup(2, decides="s")
        draw(match_of(event, 1, "Ada"))
        [pairing] = pairings(event, 1)
        assert (pairing.through_words, pairing.further) == ("the better seed decides", 0)
        assert round_of(event, 1).stage == Round.Stage.CLOSED

    def test_a_result_that_is_taken_twice_leads_to_one_further_match(self) -> None:
        event = cup(2, decides="fs")
        first = match_of(event, 1, "Ada")
        draw(first)
        match_finished.take_result(first)
        match_finished.record_missed_results()
        work_off()
        assert pairings(event, 1)[0].further == 1


def test_the_match_that_was_drawn_first_is_rated_and_what_follows_is_not() -> None:
    event = cup(2, decides="fs")
    draw(match_of(event, 1, "Ada"))
    work_off()
    month = Month.of(clock.now()).following
    for _ in range(2):
        games = [ended.game for played in rated_games.games_until("fortify", month).values() for _, ended in played]
        assert [game.score for game in games] == [0.5], "before the further match is over, and after it"
        if pairings(event, 1)[0].decided_at is None:
            win(match_of(event, 1, "Ada"), "Ben")


def test_an_empty_final_is_published_and_the_cup_is_over() -> None:
    event = cup(4, publishes_itself=False)
    by = organiser_of(event)
    publish.publish(round_of(event, 1))
    work_off()
    for name in ("Ada", "Ben"):
        adjudicate.settle_pairing(pairing_of(event, 1, name), Verdict.BOTH_LOSE, by=by, reason="Nobody came.")
    work_off()
    publish.publish(round_of(event, 2))
    advance.advance_locked(event.pk)
    assert round_of(event, 2).stage == Round.Stage.CLOSED
    assert {row[0] for row in table(event)} == {3}  # as all who went out in the semifinals: nobody is first


class TestWhoIsNotThere:
    def test_whoever_leaves_loses_the_match_that_runs_and_the_opponent_goes_on(self) -> None:
        event = cup(4)
        entry = event.entries.get(player__display_name="Ada")
        withdraw.withdraw(entry, by=entry.player)
        gone = pairing_of(event, 1, "Ada")
        assert (gone.white_code, gone.black_code) == ("-", "+")
        assert gone.match is not None
        assert refresh(gone.match).is_over
        play_round(event, 1)
        work_off()
        assert {frozenset(pair) for pair in pairs(event, 2)} == {frozenset(("Dora", "Ben"))}

    def test_a_match_that_was_over_before_its_winner_left_counts_what_it_says(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        event = cup(4)
        with monkeypatch.context() as busy:
            busy.setattr(match_finished, "take_result", lambda _: None)
            win(match_of(event, 1, "Ada"), "Ada")
        entry = event.entries.get(player__display_name="Ada")
        withdraw.withdraw(entry, by=entry.player)
        match_finished.record_missed_results()
        assert stands(pairing_of(event, 1, "Ada")) == "10"

    def test_whoever_leaves_between_two_rounds_loses_the_next_match(self) -> None:
        event = cup(4, publishes_itself=False)
        publish.publish(round_of(event, 1))
        work_off()
        play_round(event, 1)
        entry = event.entries.get(player__display_name="Ada")
        withdraw.withdraw(entry, by=entry.player)
        work_off()
        publish.publish(round_of(event, 2))
        final = pairing_of(event, 2, "Ada")
        assert {final.white_code, final.black_code} == {"+", "-"}

    def test_where_both_forfeit_the_next_opponent_goes_on_alone(self) -> None:
        event = cup(4)
        adjudicate.settle_pairing(
            pairing_of(event, 1, "Ada"), Verdict.BOTH_LOSE, by=organiser_of(event), reason="Neither came."
        )
        play_round(event, 1)
        work_off()
        assert pairs(event, 2) == [("Ben", "U")]
        assert [row[:2] for row in table(event)] == [(1, "Ben"), (2, "Ada"), (2, "Cleo"), (2, "Dora")]

    def test_nobody_who_has_left_comes_back(self) -> None:
        event = cup(4)
        entry = event.entries.get(player__display_name="Ada")
        assert entry.player is not None
        withdraw.withdraw(entry, by=entry.player)
        with pytest.raises(TournamentRefused, match="their opponent has advanced"):
            return_to_event.rejoin(entry, by=entry.player)


class TestByHand:
    def test_two_players_of_a_draft_change_places_and_the_bracket_goes_on_from_there(self) -> None:
        event = cup(4, publishes_itself=False)
        by = organiser_of(event)
        draft = round_of(event, 1)
        ids = {entry.shown_name: entry.pk for entry in event.entries.select_related("player")}
        edit_draft.swap(
            draft,
            ids["Dora"],
            ids["Ben"],
            by=by,
            reason="They are brothers.",
            seen=store.draft_digest(store.read_draft(draft)),
        )
        publish.publish(draft)
        work_off()
        assert {frozenset(pair) for pair in pairs(event, 1)} == {frozenset(("Ada", "Ben")), frozenset(("Cleo", "Dora"))}
        play_round(event, 1)
        work_off()
        assert {frozenset(pair) for pair in pairs(event, 2)} == {frozenset(("Ada", "Cleo"))}

    def test_nothing_that_would_change_the_places_is_done(self) -> None:
        event = cup(4, publishes_itself=False)
        by = organiser_of(event)
        one, other, *_ = event.entries.values_list("pk", flat=True)
        with pytest.raises(TournamentRefused, match="the bracket is fixed"):
            edit_draft.pair(round_of(event, 1), one, other, by=by, reason="So.")
        with pytest.raises(TournamentRefused, match="the bracket is fixed"):
            edit_draft.give_bye(round_of(event, 1), one, "U", by=by, reason="So.")  # type: ignore[arg-type]
        with pytest.raises(TournamentRefused, match="the bracket says who meets"):
            forbidden_pairs.forbid(event, [one, other], by=by, reason="So.")

    def test_a_result_is_not_corrected_once_the_next_round_is_published(self) -> None:
        event = cup(4)
        by = organiser_of(event)
        play_round(event, 1)
        work_off()
        pairing = pairing_of(event, 1, "Ada")
        with pytest.raises(TournamentRefused, match="Round 2 is published"):
            adjudicate.settle_pairing(pairing, Verdict.BLACK, by=by, reason="A mistake.", seen=stands(pairing))

    def test_a_result_corrected_before_that_has_the_next_round_drawn_anew(self) -> None:
        event = draft_second_round(4, **CUP)
        by = organiser_of(event)
        assert {frozenset(pair) for pair in pairs(event, 2)} == {frozenset(("Ada", "Ben"))}
        pairing = pairing_of(event, 1, "Ada")
        adjudicate.settle_pairing(pairing, Verdict.BLACK, by=by, reason="A mistake.", seen=stands(pairing))
        work_off()
        assert {frozenset(pair) for pair in pairs(event, 2)} == {frozenset(("Dora", "Ben"))}

    def test_no_match_is_annulled(self) -> None:
        event = cup(2)
        with pytest.raises(TournamentRefused, match="someone must advance"):
            adjudicate.settle_pairing(pairings(event, 1)[0], Verdict.ANNULLED, by=organiser_of(event), reason="So.")

    def test_a_ruling_on_a_match_that_has_become_a_further_one_is_looked_at_again(self) -> None:
        event = cup(2, decides="fs")
        seen = stands(pairings(event, 1)[0])
        draw(match_of(event, 1, "Ada"))
        work_off()
        with pytest.raises(TournamentRefused, match="changed since you looked"):
            adjudicate.settle_pairing(
                pairings(event, 1)[0], Verdict.WHITE, by=organiser_of(event), reason="So.", seen=seen
            )

    def test_a_round_is_taken_back_before_a_turn_is_played(self) -> None:
        event = cup(4)
        take_back.take_back_round(round_of(event, 1), by=organiser_of(event), reason="Too early.")
        work_off()
        draft = round_of(event, 1)
        assert draft.stage == Round.Stage.DRAFT
        publish.publish(draft)
        work_off()
        assert all(pairing.match for pairing in pairings(event, 1))

    def test_a_draft_is_paired_again(self) -> None:
        event = cup(4, publishes_itself=False)
        before = pairs(event, 1)
        pairing_job.ask_for_pairing(event, 1, by=organiser_of(event), reason="To see.")
        work_off()
        assert pairs(event, 1) == before
