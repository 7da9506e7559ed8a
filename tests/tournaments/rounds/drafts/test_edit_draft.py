"""Drafts changed by hand, and what is said of them."""

from __future__ import annotations

import pytest

from accounts.models import User
from competition.history import Code
from tests.support.factories import EntryFactory
from tests.support.refusals import refuses
from tests.support.run_on_commit import commits
from tests.support.running_events import (
    draft_second_round,
    lines,
    organiser_of,
    pairings,
    pairs,
    round_of,
    work_off,
)
from tournaments.entries.withdrawals import withdraw
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Round
from tournaments.rounds import pairing_job, publish, requested_byes
from tournaments.rounds.drafts import check, edit_draft, store
from tournaments.rounds.drafts.check import Judged

pytestmark = pytest.mark.usefixtures("committing")
WHY = "A wish of both."


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> tuple[int, int]:
    """The event and its organiser."""
    with commits():
        event = draft_second_round(7)
    return event.pk, organiser_of(event).pk


@pytest.fixture
def event(_made: tuple[int, int]) -> Event:
    """Of seven, its second round drafted: Ada, Ben, Cleo have won, and Gus got the bye."""
    return Event.objects.get(pk=_made[0])


@pytest.fixture
def organiser(_made: tuple[int, int]) -> User:
    return User.objects.get(pk=_made[1])


def entry_id(event: Event, name: str) -> int:
    return event.entries.get(player__display_name=name).pk


def judged(event: Event) -> Judged:
    round = round_of(event, 2)
    return check.judge(event, round, store.read_draft(round))


def texts(event: Event) -> list[str]:
    return [breach.text for breach in judged(event).breaches]


def test_a_draft_waits_for_its_organiser_and_breaks_nothing(event: Event) -> None:
    assert round_of(event, 2).stage == Round.Stage.DRAFT
    assert judged(event) == Judged((), (), ())


def test_a_pair_made_by_hand_is_compared_with_what_the_rules_lead_to(event: Event, organiser: User) -> None:
    first = pairings(event, 1)[0]
    assert first.black is not None
    before = pairs(event, 2)
    edit_draft.pair(round_of(event, 2), first.white.pk, first.black.pk, by=organiser, reason=WHY)
    names = (first.white.shown_name, first.black.shown_name)
    assert names in pairs(event, 2)
    assert f"Players {first.white.number} and {first.black.number} have played each other." in texts(event)
    missing = [pair for pair in before if pair not in pairs(event, 2)]
    assert len(judged(event).instead) == len(missing) >= 2
    line = event.log.order_by("-pk")[0]
    assert (line.by, line.reason, line.kind) == (organiser, WHY, "pairing")
    assert line.words == f"Round 2: {names[0]} was paired with {names[1]}, in this order."


def test_colours_turned_break_the_rule_of_colours(event: Event, organiser: User) -> None:
    white, black = pairs(event, 2)[0]
    edit_draft.turn_colours(round_of(event, 2), entry_id(event, white), by=organiser, reason=WHY)
    assert pairs(event, 2)[0] == (black, white)
    assert any("colours the wrong way round" in text for text in texts(event))
    edit_draft.turn_colours(round_of(event, 2), entry_id(event, white), by=organiser, reason=WHY)
    assert pairs(event, 2)[0] == (white, black)
    assert texts(event) == []


def test_a_bye_given_by_hand_is_no_fault_of_attendance(event: Event, organiser: User) -> None:
    bye = next(name for name, code in pairs(event, 2) if code == "U")
    other = pairs(event, 2)[0][0]
    edit_draft.give_bye(round_of(event, 2), entry_id(event, other), Code.HALF_BYE, by=organiser, reason=WHY)
    assert (other, "H") in pairs(event, 2)
    assert bye not in [name for name, code in pairs(event, 2) if code == "U"]
    assert not any("neither paired" in text or "not present" in text for text in texts(event))
    work_off()
    assert judged(event) == Judged((), (), ())
    publish.publish(round_of(event, 2), by=organiser)
    assert (other, "H") in pairs(event, 2)


def allocated(event: Event) -> list[str]:
    """The player with the pairing-allocated bye of the draft."""
    return [name for name, code in pairs(event, 2) if code == "U"]


def test_the_points_of_a_bye_go_to_whom_the_rules_give_them_and_to_nobody_by_accident(
    event: Event, organiser: User
) -> None:
    """Two of seven miss the round: of the five left the last without a point and without a bye so far gets the next,
    and not the opponent of whoever was given a bye last."""
    for name in ("Fay", "Ada"):
        edit_draft.give_bye(round_of(event, 2), entry_id(event, name), Code.ZERO_BYE, by=organiser, reason=WHY)
        work_off()
    assert len(allocated(event)) == 1
    assert allocated(event)[0] in {"Dora", "Emil"}  # Ben and Cleo have won, and Gus had the bye of round 1
    assert {("Ada", "Z"), ("Fay", "Z")} < set(pairs(event, 2))
    assert judged(event) == Judged((), (), ())


def test_a_bye_that_was_asked_for_stays_when_the_round_is_paired_again(event: Event, organiser: User) -> None:
    edit_draft.give_bye(round_of(event, 2), entry_id(event, "Ada"), Code.FULL_BYE, by=organiser, reason=WHY)
    work_off()
    pairing_job.ask_for_pairing(event, 2, by=organiser, reason=WHY)
    work_off()
    assert ("Ada", "F") in pairs(event, 2)
    requested_byes.grant(event.entries.get(player__display_name="Ada"), 2, None, by=organiser, reason=WHY)
    work_off()
    assert ("Ada", "F") not in pairs(event, 2)
    assert judged(event) == Judged((), (), ())


def test_who_loses_an_opponent_to_the_bye_is_paired_by_the_rules(event: Event, organiser: User) -> None:
    """Gus had the bye of round 1. His opponent is paired with who has the bye of round 2, so that he would get one more
    by what was done to others."""
    [holder] = allocated(event)
    [opponent] = [other for pair in pairs(event, 2) if "Gus" in pair for other in pair if other != "Gus"]
    edit_draft.pair(round_of(event, 2), entry_id(event, holder), entry_id(event, opponent), by=organiser, reason=WHY)
    work_off()
    assert (holder, opponent) in pairs(event, 2)
    assert len(allocated(event)) == 1
    assert allocated(event) != ["Gus"]
    assert not any("cannot get the bye" in text for text in texts(event))


def test_an_absence_keeps_the_pairs_that_an_organiser_made_and_frees_those_who_are_away(
    event: Event, organiser: User
) -> None:
    edit_draft.pair(round_of(event, 2), entry_id(event, "Gus"), entry_id(event, "Ada"), by=organiser, reason=WHY)
    edit_draft.pair(round_of(event, 2), entry_id(event, "Ben"), entry_id(event, "Emil"), by=organiser, reason=WHY)
    emil = event.entries.get(player__display_name="Emil")
    requested_byes.request_byes(emil, [2])
    work_off()
    assert ("Gus", "Ada") in pairs(event, 2)
    assert ("Emil", "H") in pairs(event, 2)
    assert "Ben" in {name for pair in pairs(event, 2) for name in pair}
    assert [each.white.shown_name for each in pairings(event, 2) if each.is_by_hand] == ["Gus"]
    assert judged(event).reasons_not_to_publish == ()
    assert lines(event)[-2:] == ["Emil will miss round 2.", "Round 2 was paired."]


def test_a_bye_given_by_hand_is_no_second_one_when_somebody_comes(event: Event, organiser: User) -> None:
    """Of seven one gets the bye by hand; one leaves, so that six are left and no one needs it."""
    edit_draft.give_bye(round_of(event, 2), entry_id(event, "Dora"), Code.PAIRING_BYE, by=organiser, reason=WHY)
    withdraw.withdraw(event.entries.get(player__display_name="Gus"), by=organiser, reason=WHY)
    work_off()
    assert allocated(event) == []
    assert judged(event) == Judged((), (), ())


def test_a_forced_pair_stays_while_the_others_are_paired_around_it(event: Event, organiser: User) -> None:
    ada, gus = entry_id(event, "Ada"), entry_id(event, "Gus")
    edit_draft.pair(round_of(event, 2), gus, ada, by=organiser, reason=WHY)
    pairing_job.ask_for_pairing(event, 2, by=organiser, reason=WHY, keep=True)
    work_off()
    assert ("Gus", "Ada") in pairs(event, 2)
    assert round_of(event, 2).stage == Round.Stage.DRAFT
    players = [name for pair in pairs(event, 2) for name in pair if len(name) > 1]
    assert sorted(players) == ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus"]
    pairing_job.ask_for_pairing(event, 2, by=organiser, reason=WHY)
    work_off()
    assert judged(event) == Judged((), (), ())


def test_every_change_needs_a_reason(event: Event, organiser: User) -> None:
    before = pairs(event, 2)
    with refuses(field="reason"):
        edit_draft.turn_colours(round_of(event, 2), pairings(event, 2)[0].white_id, by=organiser, reason=" ")
    assert pairs(event, 2) == before


def test_only_drafts_and_players_of_the_event_are_changed(event: Event, organiser: User) -> None:
    stranger = EntryFactory()
    ada = entry_id(event, "Ada")
    for one, other in ((ada, stranger.pk), (ada, ada), (ada, 0)):
        with pytest.raises(TournamentRefused):
            edit_draft.pair(round_of(event, 2), one, other, by=organiser, reason=WHY)
    with refuses(status=409):
        edit_draft.pair(round_of(event, 1), ada, entry_id(event, "Gus"), by=organiser, reason=WHY)


def test_a_draft_says_who_left_since_and_is_not_published_so(event: Event, organiser: User) -> None:
    white, _black = pairs(event, 2)[0]
    edit_draft.turn_colours(round_of(event, 2), entry_id(event, white), by=organiser, reason=WHY)
    event.entries.filter(player__display_name=white).update(status="withdrawn", gone_from=2)
    assert judged(event).reasons_not_to_publish == (f"{white} does not take part in this round.",)
    with pytest.raises(TournamentRefused, match="does not take part"):
        publish.publish(round_of(event, 2), by=organiser)
    pairing_job.ask_for_pairing(event, 2, by=organiser, reason=WHY)
    work_off()
    assert (white, "Z") in pairs(event, 2)
    publish.publish(round_of(event, 2), by=organiser)
    assert "Round 2 was published" in lines(event)[-1]
