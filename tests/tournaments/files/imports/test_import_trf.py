"""A tournament that was begun elsewhere continues here."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from accounts.models import User
from competition.history import Code, Forbidden, History, Player, Result, Scoring, System
from competition.pairing.dutch import pair
from competition.trf import Document, Edition, Header, PlannedBye, read_trf, write_trf
from tests.competition.trf.files import player, text
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.rows import refresh, require
from tests.support.tournament_notation import FILES, expected_tie_breaks, history, reference
from tournaments.files.exports.event_trf import document_of
from tournaments.files.imports.import_trf import carry_out
from tournaments.files.imports.preview_trf import plan_of
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Round
from tournaments.rounds import pairing_job
from tournaments.standings.history import history_of
from tournaments.standings.standings import standings_of

pytestmark = pytest.mark.django_db
EVERY = expected_tie_breaks()
THREE_ROUNDS = """
1: 2w1 3b=
2: 1b0 4w+
3: 4b1 1w=
4: 3w0 2b-
"""
ALL_THREE = Scoring(Fraction(3), Fraction(1))


def make(organiser: User, **fields: Any) -> Event:
    event: Event = EventFactory(organisers=[organiser], **fields)
    return event


def taken_over(document: Document, organiser: User, **fields: Any) -> Event:
    return carry_out(make(organiser, **fields), document, by=organiser)


def document(text: str = THREE_ROUNDS, rounds: int = 5, header: Header | None = None, **fields: Any) -> Document:
    return Document(history(text, rounds, **fields), header or Header())


def colourless(found: History) -> list[tuple[int, str, int, list[tuple[object, ...]]]]:
    """What is known of each player; colours of what was not played count for nothing."""

    def shown(result: Result) -> tuple[object, ...]:
        return result.code, result.opponent, result.colour if result.is_played else None

    return [(each.number, each.name, each.rating, list(map(shown, each.results))) for each in found.players]


def so_far(found: History, last: int) -> History:
    players = tuple(replace(player, results=player.results[:last]) for player in found.players)
    return replace(found, players=players)


@pytest.mark.parametrize("name", FILES[::8])
def test_a_reference_file_shows_its_table(name: str, organiser: User) -> None:
    file = reference(name)
    event = taken_over(file, organiser)
    found = history_of(event)
    assert colourless(found) == colourless(file.history)
    assert (found.rounds, found.scoring.win, found.scoring.draw) == (
        file.history.rounds,
        file.history.scoring.win,
        file.history.scoring.draw,
    )
    assert {key: points for key, points in found.virtual_points.items() if points} == {
        key: points for key, points in file.history.virtual_points.items() if points
    }
    assert {(*sorted(group.players), group.first_round, group.last_round) for group in found.forbidden} == {
        (*sorted(group.players), group.first_round, group.last_round) for group in file.history.forbidden
    }


@pytest.mark.parametrize("name", [FILES[1], FILES[-1]])
def test_the_numbers_of_the_table_are_those_of_the_tournament(name: str, organiser: User) -> None:
    codes = ["BH", "SB", "PS"]
    file = reference(name)
    event = taken_over(replace(file, header=replace(file.header, tie_breaks=tuple(codes))), organiser)
    assert event.tie_breaks == codes
    for row in standings_of(event).rows:
        expected = EVERY[name]
        for code, value in zip(["PTS", *codes], row.values, strict=True):
            assert value.number == Fraction(expected[row.number][code]), (row.number, code)


@pytest.mark.parametrize("name", FILES[2::9])
def test_the_next_round_is_paired_as_it_would_have_been_there(name: str, organiser: User) -> None:
    file = reference(name)
    part = read_trf(write_trf(replace(file, history=so_far(file.history, 3), details={})))
    event = taken_over(part, organiser)
    assert pair(history_of(event, 3, coming=4)) == pair(part.history)


def test_the_next_round_waits_as_a_draft(organiser: User) -> None:
    event = taken_over(document(), organiser)
    assert pairing_job.take_up_again() == 1
    draft = event.round_set.get(number=3)
    assert (draft.stage, draft.work) == (Round.Stage.DRAFT, Round.Work.DONE)
    assert draft.pairings.count() == 2


def test_the_event_begins_and_says_so_in_its_log(organiser: User) -> None:
    event = taken_over(document(header=Header(start="2026/02/03", round_dates=("26/02/03", "26/02/10"))), organiser)
    assert refresh(event).stage == Event.Stage.RUNNING
    assert require(event.begun_at).date().isoformat() == "2026-02-03"
    line = event.log.get(kind="event")
    assert (line.by, line.words) == (
        organiser,
        "Imported the event from a TRF file: 4 players, 2 of 5 rounds played.",
    )
    assert [round_.stage for round_ in event.round_set.filter(number__lt=3)] == ["closed", "closed"]
    assert [f"{round_.published_at:%Y-%m-%d}" for round_ in event.round_set.filter(number__lt=3)] == [
        "2026-02-03",
        "2026-02-10",
    ]


def test_a_player_whom_the_file_does_not_name_is_called_by_number_in_no_language(organiser: User) -> None:
    named = document()
    players = tuple(replace(player, name="" if player.number == 3 else "Ada") for player in named.history.players)
    with translation.override("de"):
        event = taken_over(replace(named, history=replace(named.history, players=players)), organiser)
    assert [entry.shown_name for entry in event.entries.order_by("number")] == ["Ada", "Ada", "#3", "Ada"]


def test_boards_are_in_order_and_byes_last(organiser: User) -> None:
    text = "1: 2w1 H\n2: 1b0 U\n3: 4w= 5b1\n4: 3b= Z\n5: Z 3w0"
    event = taken_over(document(text), organiser)
    second = event.round_set.get(number=2).pairings.select_related("white", "black")
    assert [(each.white.number, each.black.number if each.black else None, each.white_code) for each in second] == [
        (5, 3, "0"),
        (2, None, "U"),
        (1, None, "H"),
        (4, None, "Z"),
    ]


def test_games_without_a_result_still_run(organiser: User) -> None:
    event = taken_over(document("1: 2w*\n2: 1b*\n3: 4w1\n4: 3b0"), organiser)
    first = event.round_set.get(number=1)
    assert first.stage == Round.Stage.RUNNING
    assert [bool(each.decided_at) for each in first.pairings.all()] == [False, True]
    assert event.round_set.count() == 1


def test_byes_to_come_are_absences(organiser: User) -> None:
    found = history("1: 2w1 H\n2: 1b0\n3: 4w1\n4: 3b0", 5)
    file = Document(found, byes=(PlannedBye(Code.ZERO_BYE, 4, 3),))
    event = taken_over(file, organiser)
    absences = event.entries.filter(absences__isnull=False).values_list(
        "number", "absences__round_number", "absences__bye"
    )
    assert sorted(absences) == [(1, 2, "H"), (3, 4, "Z")]


def test_what_comes_in_goes_out_again(organiser: User) -> None:
    name = next(name for name in FILES if name.endswith("_fp.trf"))
    file = reference(name)
    event = taken_over(file, organiser)
    for edition in Edition:
        out = read_trf(write_trf(document_of(event, standings_of(event), for_organisers=True), edition))
        assert colourless(out.history) == colourless(file.history)


def test_scoring_is_the_files(organiser: User) -> None:
    assert taken_over(document(scoring=ALL_THREE), organiser).points == Event.Points.THREE
    assert taken_over(document(), organiser, points=Event.Points.THREE).points == Event.Points.ONE


def test_tie_breaks_are_the_files_where_they_exist(organiser: User) -> None:
    header = Header(tie_breaks=("BH/C1", "NONE", "OTHER_VPD"))
    assert taken_over(document(header=header), organiser).tie_breaks == ["BH/C1", "VPD"]
    assert taken_over(document(), organiser, tie_breaks=["WIN"]).tie_breaks == ["WIN"]


def test_whoever_has_entered_by_the_same_name_plays_on(organiser: User) -> None:
    event = make(organiser)
    entry = EntryFactory(event=event, player=UserFactory(display_name="player 3"))
    carry_out(event, document(), by=organiser)
    entry.refresh_from_db()
    assert (entry.number, entry.rating) == (3, 1997)
    assert event.entries.count() == 4


def test_whoever_has_entered_and_is_not_in_the_file_stands_against_it(organiser: User) -> None:
    event = make(organiser)
    EntryFactory(event=event, player=UserFactory(display_name="Eve"))
    with pytest.raises(TournamentRefused, match="Eve has entered this event but isn’t in the file"):
        carry_out(event, document(), by=organiser)
    assert event.entries.count() == 1


def test_a_finished_tournament_waits_to_be_ended(organiser: User) -> None:
    event = taken_over(document(rounds=2), organiser)
    assert refresh(event).stage == Event.Stage.RUNNING
    assert event.round_set.count() == 2


def test_who_has_to_check_in_has_done_so(organiser: User) -> None:
    event = taken_over(document(), organiser, check_in=True)
    assert not event.entries.filter(checked_in_at=None).exists()


# -- round robins --------------------------------------------------------------------------------------------------

ROBIN = Header(kind="Individual: Round-Robin")
BERGER = "1: 4w1\n2: 3w=\n3: 2b=\n4: 1b0"


def test_a_round_robin_goes_on_by_the_table(organiser: User) -> None:
    event = taken_over(document(BERGER, 3, ROBIN), organiser)
    event.refresh_from_db()
    assert (event.format, event.cycles, event.rounds) == ("round_robin", 1, 3)
    met = {
        frozenset((each.white.number, each.black.number))
        for round_ in event.round_set.all()
        for each in round_.pairings.select_related("white", "black")
        if each.black
    }
    assert len(met) == 6
    assert [round_.stage for round_ in event.round_set.all()] == ["closed", "draft", "draft"]


def test_a_double_round_robin_is_one_of_twice_as_many_rounds(organiser: User) -> None:
    event = taken_over(document(BERGER, 6, ROBIN), organiser)
    assert (event.cycles, event.round_set.count()) == (2, 6)


def test_a_round_robin_by_another_table_cannot_go_on(organiser: User) -> None:
    other = "1: 2w1\n2: 1b0\n3: 4w=\n4: 3b="
    with pytest.raises(TournamentRefused, match="Round 1 doesn’t follow the Berger table for 4"):
        taken_over(document(other, 3, ROBIN), organiser)


def test_but_one_that_is_over_may_have_been_by_any(organiser: User) -> None:
    text = "1: 2w1 3w1 4w1\n2: 1b0 4w1 3w1\n3: 4w1 1b0 2b0\n4: 3b0 2b0 1b0"
    event = taken_over(document(text, 3, ROBIN), organiser)
    assert event.round_set.filter(stage=Round.Stage.CLOSED).count() == 3


def test_a_round_robin_has_as_many_rounds_as_its_players_make(organiser: User) -> None:
    with pytest.raises(TournamentRefused, match="A round robin of 4 players has 3 or 6 rounds, not 5"):
        taken_over(document(BERGER, 5, ROBIN), organiser)


# -- what cannot be ------------------------------------------------------------------------------------------------


def test_an_event_that_has_begun_takes_over_nothing(organiser: User) -> None:
    event = taken_over(document(), organiser)
    with pytest.raises(TournamentRefused, match="This event has started"):
        carry_out(event, document(), by=organiser)
    assert event.round_set.exclude(stage=Round.Stage.DRAFT).count() == 2


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (document(scoring=Scoring(Fraction(2), Fraction(1))), "points aren’t supported here"),
        (document(scoring=Scoring(pairing_bye=Fraction(1, 2))), "points aren’t supported here"),
        (document(extra_points={(1, 1): Fraction(1)}), "record 299"),
        (document(virtual_points={(1, 1): Fraction(1, 2)}), "other than the Baku method"),
        (document("1: 2w* 3b1\n2: 1b* 4w1\n3: 4w1 1w0\n4: 3b0 2b0"), "Round 1 has games without a result"),
        (document(rounds=21), "1 to 20 rounds"),
        (document("1: U"), "2 to 1000 players"),
        (document(forbidden=(Forbidden(frozenset(range(1, 60)), 1, 5),)), "more than 1000 pairs"),
    ],
)
def test_what_no_event_can_be_is_said(file: Document, words: str, organiser: User) -> None:
    event = make(organiser)
    with pytest.raises(TournamentRefused, match=words):
        carry_out(event, file, by=organiser)
    assert not event.entries.exists()


@pytest.mark.parametrize(
    ("format_", "words"),
    [("tables", "played at tables"), ("tables_all", "played at tables"), ("expedition", "teams play alone")],
)
def test_an_event_without_matches_of_two_takes_over_nothing(format_: str, words: str, organiser: User) -> None:
    event = make(organiser, format=format_)
    with pytest.raises(TournamentRefused, match=words):
        plan_of(event, document())


def test_a_file_without_a_system_makes_no_cup(organiser: User) -> None:
    assert plan_of(make(organiser, format="cup"), document()).rules.slug == "swiss"


def test_what_was_shown_must_still_hold(organiser: User) -> None:
    event = make(organiser)
    shown = plan_of(event, document())
    EntryFactory(event=event, player=UserFactory(display_name="Player 1"))
    with pytest.raises(TournamentRefused, match="The event has changed"):
        carry_out(event, document(), by=organiser, expected=shown)


def test_it_warns_of_what_does_not_fit_and_of_what_is_not_kept(organiser: User) -> None:
    file = replace(document(), other=("NRS 1 1999",))
    line = next(line for line in write_trf(file).splitlines() if line.startswith("001    1"))
    wrong = read_trf(
        write_trf(file).replace(line, line.replace(" 1.5 ", " 2.0 ").replace("001    1      ", "001    1 m  g "))
    )
    warnings = " ".join(plan_of(make(organiser), wrong).warnings)
    assert "The points of player 1 are given as 2, but the results are worth 1.5." in warnings
    assert "are left out: NRS" in warnings
    assert "Titles" in warnings


def test_a_pairing_bye_that_is_given_ahead_is_a_bye_with_a_full_point(organiser: User) -> None:
    rows = [player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "0000 - H", "0000 - U")]
    plan = plan_of(make(organiser), read_trf(text("142 5", *rows)))
    assert plan.byes == (PlannedBye(Code.FULL_BYE, 2, 3),)


def test_the_queries_do_not_grow_with_the_tournament(organiser: User, django_assert_max_num_queries: Any) -> None:
    big = tuple(Player(number, f"P{number}", 2000 - number) for number in range(1, 101))
    event = make(organiser)
    with django_assert_max_num_queries(2):
        plan_of(event, Document(History(big, 5)))


def test_systems_are_told_apart_by_the_file(organiser: User) -> None:
    assert ROBIN.system is System.ROUND_ROBIN
    event = taken_over(document(header=Header(kind="Swiss")), organiser, format="round_robin")
    assert event.format == "swiss"
