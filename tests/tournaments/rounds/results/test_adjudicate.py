"""What a match counts, and results given by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from accounts.models import User
from competition.pairing import dutch
from matches.gate import rulings, turns
from matches.models import LogEntry, Match
from tests.support.factories import EntryFactory
from tests.support.refusals import refuses
from tests.support.running_events import (
    begun,
    draft_second_round,
    lines,
    match_of,
    organiser_of,
    pairing_of,
    pairings,
    play_a_turn_each,
    play_round,
    round_of,
    win,
    with_entries,
    work_off,
)
from tournaments import sweep
from tournaments.events import start
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, Round
from tournaments.rounds.results import adjudicate, match_finished, of_two
from tournaments.rounds.results.adjudicate import stands
from tournaments.rounds.results.verdicts import Verdict
from tournaments.standings.history import history_of

pytestmark = pytest.mark.usefixtures("committing")
IN_A_CUP = (Verdict.WHITE_GOES_ON, Verdict.BLACK_GOES_ON)
AT_TABLES = (Verdict.BY_POINTS, Verdict.PLACES, Verdict.FORFEIT)
WHY = "As it stands on the board."
WON, HALF, LOST = Decimal(1), Decimal("0.5"), Decimal(0)


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> tuple[int, int]:
    """The event and its organiser."""
    event = begun(4)
    return event.pk, organiser_of(event).pk


@pytest.fixture
def event(_made: tuple[int, int]) -> Event:
    return Event.objects.get(pk=_made[0])


@pytest.fixture
def organiser(_made: tuple[int, int]) -> User:
    return User.objects.get(pk=_made[1])


@pytest.mark.parametrize(
    ("shares", "played", "how", "codes"),
    [
        ((WON, LOST), (True, True), "points", "10"),
        ((LOST, WON), (True, True), "time", "01"),
        ((HALF, HALF), (True, True), "agreement", "=="),
        ((WON, LOST), (True, False), "time", "+-"),
        ((LOST, WON), (False, False), "resignation", "-+"),
        ((WON, LOST), (False, False), "ruling", "WL"),
        ((LOST, WON), (True, False), "ruling", "LW"),
        ((WON, LOST), (True, True), "ruling", "10"),
        ((HALF, HALF), (True, True), "ruling", "=="),
        ((HALF, HALF), (False, False), "ruling", "DD"),
        ((HALF, HALF), (True, False), "agreement", "DD"),
        ((LOST, LOST), (True, False), "ruling", "--"),
        ((WON, LOST), (True, True), "forfeit", "+-"),
    ],
)
def test_what_a_match_counts(shares: tuple[Decimal, Decimal], played: tuple[bool, bool], how: str, codes: str) -> None:
    counted = of_two.counted(shares, played, how)
    assert (counted.white + counted.black, counted.is_annulled) == (codes, False)


def test_a_match_without_a_result_counts_for_neither() -> None:
    assert of_two.counted((None, None), (True, True), "annulled") == ("", "", True)


def test_a_result_is_taken_over_with_the_points_of_its_volleys(event: Event) -> None:
    match = match_of(event, 1, "Ada")
    win(match, "Ada")
    pairing = pairing_of(event, 1, "Ada")
    assert stands(pairing) == ("10" if pairing.white.shown_name == "Ada" else "01")
    assert [pairing.white_points, pairing.black_points] == [seat.score for seat in match.seats.order_by("index")]
    assert not pairing.settled_by_hand
    assert lines(event)[-1].startswith("Round 1, board 1: Ada – Cleo 1–0.")


def test_a_win_against_somebody_who_never_played_is_a_forfeit(event: Event) -> None:
    match = match_of(event, 1, "Ada")
    turns.resign(match.seats.get(player__display_name="Ada"), LogEntry.Via.SITE)
    assert stands(pairing_of(event, 1, "Ada")) in ("-+", "+-")


def test_the_sweep_takes_over_what_nobody_heard_of(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        match_finished, "take_result", lambda _match: None
    )  # the process died before the signal was sent
    play_round(event, 1)
    assert not Pairing.objects.filter(round__number=1, decided_at__isnull=False).exists()
    monkeypatch.undo()
    swept = sweep.sweep_events()
    assert swept.results == 2
    assert round_of(event, 1).stage == Round.Stage.CLOSED
    assert round_of(event, 2).stage == Round.Stage.RUNNING
    assert all(each.match for each in pairings(event, 2))


# -- by hand -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "codes", "how"),
    [
        (Verdict.WHITE, "10", "ruling"),
        (Verdict.DRAW, "==", "ruling"),
        (Verdict.BLACK, "01", "ruling"),
        (Verdict.WHITE_BY_FORFEIT, "+-", "forfeit"),
        (Verdict.BLACK_BY_FORFEIT, "-+", "forfeit"),
        (Verdict.ANNULLED, "annulled", "annulled"),
    ],
)
def test_a_running_match_is_settled(event: Event, organiser: User, verdict: Verdict, codes: str, how: str) -> None:
    play_a_turn_each(match_of(event, 1, "Ada"))
    for _ in range(2):
        adjudicate.settle_pairing(pairing_of(event, 1, "Ada"), verdict, by=organiser, reason=WHY, seen="")
    pairing = pairing_of(event, 1, "Ada")
    assert (stands(pairing), pairing.settled_by_hand) == (codes, True)
    assert pairing.match is not None
    assert (pairing.match.is_over, pairing.match.how_it_ended) == (True, how)
    told = event.log.filter(kind="result")
    assert [(line.by, line.reason) for line in told] == [(organiser, WHY)]
    assert "Decided by an organiser." in told[0].words
    assert WHY not in told[0].words


def test_the_last_match_settled_closes_the_round(event: Event, organiser: User) -> None:
    for pairing in pairings(event, 1):
        adjudicate.settle_pairing(pairing, Verdict.BOTH_LOSE, by=organiser, reason=WHY)
    work_off()
    assert round_of(event, 1).stage == Round.Stage.CLOSED
    assert [stands(each) for each in pairings(event, 1)] == ["--", "--"]
    assert round_of(event, 2).stage == Round.Stage.RUNNING


def test_a_result_is_corrected_and_says_so(event: Event, organiser: User) -> None:
    win(match_of(event, 1, "Ada"), "Ada")
    adjudicate.settle_pairing(pairing_of(event, 1, "Ada"), Verdict.DRAW, by=organiser, reason=WHY, seen="10")
    pairing = pairing_of(event, 1, "Ada")
    assert (stands(pairing), pairing.settled_by_hand) == ("==", True)
    assert lines(event)[-1] == "Round 1, board 1: Ada – Cleo ½–½. Corrected by an organiser."


@pytest.mark.parametrize(("is_played", "expected"), [(False, "DD WL"), (True, "== 10")])
def test_a_correction_is_for_the_ratings_only_where_both_have_played(
    event: Event, organiser: User, is_played: bool, expected: str
) -> None:
    match = match_of(event, 1, "Ada")
    if is_played:
        play_a_turn_each(match)
    found = []
    for verdict in (Verdict.DRAW, Verdict.WHITE):
        seen = stands(pairing_of(event, 1, "Ada"))
        adjudicate.settle_pairing(pairing_of(event, 1, "Ada"), verdict, by=organiser, reason=WHY, seen=seen)
        found.append(stands(pairing_of(event, 1, "Ada")))
    assert " ".join(found) == expected


def test_a_result_of_which_nobody_heard_is_taken_over_before_it_is_corrected(
    event: Event, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(match_finished, "take_result", lambda _match: None)
        win(match_of(event, 1, "Ada"), "Ada")
    with pytest.raises(TournamentRefused):
        adjudicate.settle_pairing(pairing_of(event, 1, "Ada"), Verdict.BLACK, by=organiser, reason=WHY, seen="")
    sweep.sweep_events()
    assert stands(pairing_of(event, 1, "Ada")) == "10"


def test_a_draft_is_paired_again_when_a_result_before_it_is_corrected() -> None:
    event = draft_second_round(8)
    before = round_of(event, 2).work_key
    pairing = pairings(event, 1)[0]
    adjudicate.settle_pairing(pairing, Verdict.BLACK, by=organiser_of(event), reason=WHY, seen=stands(pairing))
    work_off()
    second = round_of(event, 2)
    assert (second.work, second.stage) == (Round.Work.DONE, Round.Stage.DRAFT)
    assert second.work_key != before
    found = [(each.white.number or 0, each.black.number or 0) for each in pairings(event, 2) if each.black]
    assert found == [tuple(pair) for pair in dutch.pair(history_of(event, 1, coming=2))]


def test_a_result_needs_a_reason(event: Event, organiser: User) -> None:
    with refuses(field="reason"):
        adjudicate.settle_pairing(pairing_of(event, 1, "Ada"), Verdict.DRAW, by=organiser, reason="", seen="")
    assert not Match.objects.filter(status="finished").exists()


def test_who_has_no_account_is_paired_and_the_result_is_entered_with_its_points() -> None:
    event = with_entries(3, rounds=1)
    EntryFactory(event=event, player=None, name="Mia from elsewhere", rating=1000)
    start.begin(event)
    work_off()
    organiser = organiser_of(event)
    pairing = pairing_of(event, 1, "Mia from elsewhere")
    assert pairing.match is None
    assert pairing_of(event, 1, "Ada").match is not None
    adjudicate.settle_pairing(pairing, Verdict.BLACK, by=organiser, reason=WHY, points=(3, 20))
    adjudicate.settle_pairing(pairing, Verdict.BLACK, by=organiser, reason=WHY, points=(3, 20))
    pairing = pairing_of(event, 1, "Mia from elsewhere")
    assert (stands(pairing), pairing.white_points, pairing.black_points) == ("01", 3, 20)
    assert event.log.filter(kind="result").count() == 1


def test_a_ruling_elsewhere_is_taken_over_as_one(event: Event) -> None:
    rulings.rule(match_of(event, 1, "Ada"), [Fraction(1), Fraction(0)], WHY)
    pairing = pairing_of(event, 1, "Ada")
    assert (stands(pairing), pairing.settled_by_hand) == ("WL", True)


@pytest.mark.parametrize(
    ("verdict", "is_played"),
    [
        *((each, True) for each in Verdict if each not in (*IN_A_CUP, *AT_TABLES)),
        *((each, False) for each in (Verdict.WHITE, Verdict.DRAW, Verdict.BLACK)),
    ],
)
def test_what_is_sent_twice_is_done_once(event: Event, organiser: User, verdict: Verdict, is_played: bool) -> None:
    pairing = pairing_of(event, 1, "Ada")
    assert pairing.match is not None
    if is_played:
        play_a_turn_each(pairing.match)
    for _ in range(2):
        adjudicate.settle_pairing(pairing_of(event, 1, "Ada"), verdict, by=organiser, reason=WHY, seen="")
    other = Verdict.DRAW if verdict is not Verdict.DRAW else Verdict.WHITE
    with pytest.raises(TournamentRefused, match="has changed since you looked"):
        adjudicate.settle_pairing(pairing_of(event, 1, "Ada"), other, by=organiser, reason=WHY, seen="")
    assert event.log.filter(kind="result").count() == 1


@pytest.mark.parametrize("verdict", IN_A_CUP)
def test_who_goes_on_is_said_in_a_cup_alone(event: Event, organiser: User, verdict: Verdict) -> None:
    with pytest.raises(TournamentRefused, match="Choose a draw"):
        adjudicate.settle_pairing(pairing_of(event, 1, "Ada"), verdict, by=organiser, reason=WHY, seen="")


# -- byes ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def bye() -> Pairing:
    """Of the last of five, in a round that is closed, with the next one drafted."""
    event = draft_second_round(5)
    return pairing_of(event, 1, "Emil")


def test_a_bye_is_corrected_once_and_the_draft_after_it_paired_anew(bye: Pairing) -> None:
    event = bye.round.event
    organiser = organiser_of(event)
    for _ in range(2):
        adjudicate.correct_bye(bye, "Z", by=organiser, reason=WHY, seen="U")
    line = "Round 1: Emil has a zero-point bye, not the pairing-allocated bye."
    assert lines(event).count(line) == 1
    assert [player.results[0].code for player in history_of(event, 1).players if player.name == "Emil"] == ["Z"]
    assert round_of(event, 2).work == Round.Work.QUEUED


def test_a_bye_that_has_changed_since_is_not_corrected_unseen(bye: Pairing) -> None:
    organiser = organiser_of(bye.round.event)
    adjudicate.correct_bye(bye, "Z", by=organiser, reason=WHY, seen="U")
    with pytest.raises(TournamentRefused, match="has changed since you looked"):
        adjudicate.correct_bye(bye, "H", by=organiser, reason=WHY, seen="U")
    with pytest.raises(TournamentRefused, match="Give a reason"):
        adjudicate.correct_bye(bye, "H", by=organiser, reason=" ", seen="Z")
    Event.objects.filter(pk=bye.round.event_id).update(stage=Event.Stage.CANCELLED)
    with pytest.raises(TournamentRefused, match="Only published rounds have results"):
        adjudicate.correct_bye(bye, "H", by=organiser, reason=WHY, seen="Z")


def test_an_organiser_leaves_their_own_match_to_another(event: Event, organiser: User) -> None:
    pairing = pairings(event, 1)[0]
    player = pairing.white.player
    assert player is not None
    event.organisers.add(player)
    with pytest.raises(TournamentRefused, match="another organiser must decide it: Olga"):
        adjudicate.settle_pairing(pairing, Verdict.WHITE, by=player, reason=WHY)
    event.organisers.remove(organiser)
    adjudicate.settle_pairing(pairing, Verdict.WHITE, by=player, reason=WHY)
    mark = f"{WHY} (decided by {player.display_name}, who plays in it)"
    assert mark in [line.reason for line in event.log.all()]
    assert mark in Match.objects.get(pairing=pairing).result_words
