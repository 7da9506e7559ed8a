"""Deciding many matches of an event that are not over in one act."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from pytest_django import DjangoAssertNumQueries

from mail.models import OutboxMail
from matches.models import Match
from tests.support.people import LogIn
from tests.support.rows import refresh, require
from tests.support.running_events import begun, lines, organiser_of, pairings, running, win
from tests.support.season_at_its_end import season_at_its_end
from tournaments import sweep
from tournaments.events.dates import unfinished
from tournaments.events.dates.unfinished import Choice, Decided
from tournaments.events.dates.unfinished_forms import verdicts_of
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import Event, Pairing, PendingVerdict, Season
from tournaments.rounds.results import adjudicate, match_finished
from tournaments.rounds.results.outcomes import UnfinishedMatch
from tournaments.rounds.results.verdicts import Rule, Verdict

pytestmark = pytest.mark.usefixtures("committing")
WHY = "The hall is closed."


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> int:
    """A round robin of four, all of whose matches run."""
    return begun(4, format="round_robin", at_once=0).pk


@pytest.fixture
def event(_made: int) -> Event:
    return Event.objects.get(pk=_made)


def open_of(event: Event) -> list[Pairing]:
    return list(unfinished.unfinished_pairings(Scope(event)))


def decide(event: Event, rows: Iterable[Pairing], verdict: Verdict, *, ends_play: bool = False) -> Decided:
    choices = {each.pk: Choice(verdict, adjudicate.stands(each)) for each in rows}
    return unfinished.decide(Scope(event), choices, by=organiser_of(event), reason=WHY, ends_play=ends_play)


def codes(event: Event) -> list[str]:
    rows = Pairing.objects.filter(round__event=event).order_by("round__number", "board")
    return [adjudicate.stands(each) for each in rows]


def test_a_round_robin_is_settled_in_one_act(event: Event) -> None:
    assert decide(event, open_of(event), Verdict.DRAW) == Decided(6, 0, [])
    assert codes(event) == ["DD"] * 6  # not for the ratings: nobody has played
    assert running(event) == []
    reasons = event.log.filter(kind="result").values_list("reason", flat=True)
    assert list(reasons) == [WHY] * 6


def test_a_swiss_goes_on_with_its_next_round() -> None:
    event = begun(4)
    decide(event, open_of(event), Verdict.WHITE)
    sweep.sweep_events()
    assert event.round_set.filter(number=2).exists()


def test_in_a_cup_somebody_goes_on() -> None:
    event = begun(4, format="cup", decides="s")
    with pytest.raises(TournamentRefused, match="In a cup someone must advance"):
        decide(event, open_of(event), Verdict.ANNULLED)
    assert not PendingVerdict.objects.exists()
    first, second = open_of(event)
    decide(event, [first], Verdict.DRAW)
    first.refresh_from_db()
    assert first.through_id is not None
    assert [each.pk for each in open_of(event)] == [second.pk]


def test_a_worker_does_the_rest_and_the_page_says_which_those_are(
    event: Event, monkeypatch: pytest.MonkeyPatch, log_in: LogIn
) -> None:
    monkeypatch.setattr(unfinished, "AT_ONCE", 2)
    assert decide(event, open_of(event), Verdict.BOTH_LOSE) == Decided(2, 4, [])
    page = log_in(organiser_of(event)).get(f"/events/{event.pk}/manage/unfinished/").content.decode()
    assert page.count("being decided") == 4
    assert "Adjudicate matches" not in page

    again = decide(event, open_of(event), Verdict.DRAW)  # too late: they are decided
    assert (again.done, again.waiting) == (2, 2)
    assert unfinished.work_off() == 2
    assert set(codes(event)) == {"--"}
    assert not PendingVerdict.objects.exists()


def test_the_sweep_goes_on_where_a_worker_died(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "AT_ONCE", 0)
    decide(event, open_of(event), Verdict.DRAW)
    sweep.sweep_events()
    assert set(codes(event)) == {"DD"}


def test_one_that_ended_before_its_turn_came_stands_and_is_named_in_the_log(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "AT_ONCE", 0)
    decide(event, open_of(event), Verdict.DRAW)
    first = pairings(event, 1)[0]
    with monkeypatch.context() as busy:
        busy.setattr(match_finished, "take_result", lambda _: None)  # nobody has got to its result yet
        win(require(first.match), first.white.shown_name)
    assert unfinished.work_off() == 5
    assert codes(event)[0] == "10"
    (line,) = [line for line in lines(event) if "was not used" in line]
    names = f"{first.white.shown_name} – {first.black.shown_name}" if first.black else ""
    assert line == f"An organiser’s decision was not used. {names} has ended: 1–0."


def test_of_two_workers_that_find_it_over_one_says_so(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "AT_ONCE", 0)
    first = pairings(event, 1)[0]
    decide(event, [first], Verdict.DRAW)
    with monkeypatch.context() as busy:
        busy.setattr(match_finished, "take_result", lambda _: None)
        win(require(first.match), first.white.shown_name)
    original = match_finished.take_result

    def other_worker(match: Match) -> None:
        monkeypatch.setattr(match_finished, "take_result", original)
        assert unfinished.work_off() == 0

    monkeypatch.setattr(match_finished, "take_result", other_worker)
    assert unfinished.work_off() == 0
    assert sum("was not used" in line for line in lines(event)) == 1


def test_one_whose_result_cannot_be_taken_over_now_waits(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "AT_ONCE", 0)
    first, *others = open_of(event)
    decide(event, [first, *others], Verdict.DRAW)

    def busy(match: Match) -> None:
        raise TournamentRefused("Somebody else is changing this event.", status=unfinished.BUSY)

    with monkeypatch.context() as patch:
        patch.setattr(match_finished, "take_result", lambda _: None)
        win(require(first.match), first.white.shown_name)
        patch.setattr(match_finished, "take_result", busy)
        assert unfinished.work_off() == len(others)
    assert PendingVerdict.objects.get().pairing == first


def test_whether_rounds_are_to_come_is_found_for_all_divisions_at_once(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    season = season_at_its_end((2, 2, 2))
    Season.objects.update(ends_at=None)
    season.refresh_from_db()
    with django_assert_max_num_queries(2):
        assert not unfinished.has_rounds_to_come(Scope(season))
    Event.objects.filter(division__season=season, division__level=3).update(rounds=9)
    assert unfinished.has_rounds_to_come(Scope(season))


def test_one_match_that_cannot_be_decided_holds_up_no_other(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = open_of(event)[0]
    original = adjudicate.settle_pairing

    def broken(pairing: Pairing, *args: object, **more: object) -> Pairing:
        if pairing.pk == bad.pk:
            raise ZeroDivisionError
        return original(pairing, *args, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(adjudicate, "settle_pairing", broken)
        assert decide(event, open_of(event), Verdict.DRAW) == Decided(5, 1, [])
    assert unfinished.work_off() == 1
    assert set(codes(event)) == {"DD"}


@pytest.mark.parametrize(
    ("more", "scores", "rule", "verdict"),
    [
        ({}, (7, 5), Rule.POINTS, Verdict.WHITE),
        ({}, (5, 7), Rule.POINTS, Verdict.BLACK),
        ({}, (5, 5), Rule.POINTS, Verdict.DRAW),
        ({}, (), Rule.POINTS, Verdict.DRAW),
        ({}, (7, 5), Rule.DRAW, Verdict.DRAW),
        ({}, (7, 5), Rule.ANNUL, Verdict.ANNULLED),
        ({"format": "cup"}, (7, 5), Rule.POINTS, Verdict.WHITE),
        ({"format": "cup"}, (7, 5), Rule.ANNUL, None),
        ({"format": "cup"}, (), Rule.DRAW, None),
        ({"format": "tables"}, (7, 5, 3), Rule.DRAW, Verdict.DRAW),
        ({"format": "tables"}, (7, 5, 3), Rule.POINTS, Verdict.BY_POINTS),
        ({"format": "expedition"}, (), Rule.POINTS, Verdict.BY_POINTS),
        ({"format": "expedition"}, (), Rule.DRAW, None),
    ],
)
def test_what_a_rule_makes_of_a_match(
    event: Event, more: dict[str, str], scores: tuple[int, ...], rule: Rule, verdict: Verdict | None
) -> None:
    each = open_of(event)[0]
    for name, value in more.items():
        setattr(each.round.event, name, value)
    assert each.round.event.rules.verdict_by(rule, UnfinishedMatch(each, "", scores, pending=False)) is verdict


def test_a_match_that_has_not_begun_is_left_alone_until_none_begins(event: Event) -> None:
    each = open_of(event)[0]
    each.waits = True
    waiting = UnfinishedMatch(each, "", (), pending=False)
    assert event.rules.verdict_by(Rule.POINTS, waiting) is None
    each.round.event.ends_at = each.round.event.begun_at
    assert event.rules.verdict_by(Rule.POINTS, waiting) is Verdict.ANNULLED


def test_sent_twice_it_is_done_and_told_once(event: Event) -> None:
    rows = open_of(event)
    decide(event, rows, Verdict.DRAW)
    told = OutboxMail.objects.count()
    again = decide(event, rows, Verdict.DRAW)
    assert (again.done, again.waiting, len(again.left)) == (0, 0, 6)
    assert OutboxMail.objects.count() == told


def test_the_page_of_an_event_decides(event: Event, log_in: LogIn) -> None:
    browser, at = log_in(organiser_of(event)), f"/events/{event.pk}/manage/unfinished/"
    first = open_of(event)[0]
    answer = browser.post(at, {f"verdict-{first.pk}": "annulled", f"seen-{first.pk}": "", "reason": WHY})
    assert answer.status_code == 303
    assert refresh(first).is_annulled
    assert len(browser.get(at).context["rows"]) == 5


def test_no_other_events_match_is_decided_there(event: Event, log_in: LogIn) -> None:
    others = open_of(begun(4))
    browser, at = log_in(organiser_of(event)), f"/events/{event.pk}/manage/unfinished/"
    assert browser.post(at, {f"verdict-{others[0].pk}": "1-0", "reason": WHY}).status_code == 303
    assert not list(browser.get(at).context["messages"]), "nor is anybody named who plays there"
    others[0].refresh_from_db()
    assert others[0].decided_at is None


@pytest.mark.parametrize(("form", "is_offered"), [("cup", True), ("swiss", False)])
def test_who_goes_on_after_a_draw_is_said_in_a_cup_alone(form: str, is_offered: bool) -> None:
    offered = {verdict for verdict, _words in verdicts_of(pairings(begun(4, format=form), 1)[0])}
    assert ({Verdict.WHITE_GOES_ON, Verdict.BLACK_GOES_ON} <= offered) is is_offered
