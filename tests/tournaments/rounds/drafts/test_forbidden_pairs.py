"""Players who are kept apart, before an event begins and while it runs."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from accounts.models import User
from competition.trf import Edition
from tests.support.factories import EntryFactory, EventFactory
from tests.support.refusals import refuses
from tests.support.run_on_commit import commits
from tests.support.running_events import (
    draft_second_round,
    lines,
    organiser_of,
    pairings,
    pairs,
    play_round,
    round_of,
    with_entries,
    work_off,
)
from tournaments.entries.withdrawals import withdraw
from tournaments.events import start
from tournaments.files.exports import event_trf
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Forbidden, LogLine, Round
from tournaments.rounds.drafts import check, edit_draft, forbidden_pairs, store
from tournaments.rounds.drafts.forbidden_pairs import LAST
from tournaments.standings.standings import standings_of

pytestmark = pytest.mark.usefixtures("committing")
WHY = "They are sisters."


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> tuple[int, int, int]:
    """An event in its second round's draft, one that is open for entries, and their organiser."""
    with commits():
        event = draft_second_round(6)
        to_begin = with_entries(6)
        organiser = organiser_of(event)
        to_begin.organisers.add(organiser)
    return event.pk, to_begin.pk, organiser.pk


@pytest.fixture
def event(_made: tuple[int, int, int]) -> Event:
    """Of six, its second round drafted: Ada, Ben, Cleo have won against Dora, Emil, Fay."""
    return Event.objects.get(pk=_made[0])


@pytest.fixture
def to_begin(_made: tuple[int, int, int]) -> Event:
    """Of six; without a word they would be paired as above."""
    return Event.objects.get(pk=_made[1])


@pytest.fixture
def organiser(_made: tuple[int, int, int]) -> User:
    return User.objects.get(pk=_made[2])


def ids(event: Event, names: Iterable[str]) -> list[int]:
    return [event.entries.get(player__display_name=name).pk for name in names]


def met(event: Event, number: int) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairs(event, number)}


def newest(event: Event) -> LogLine:
    return event.log.filter(kind="apart").exclude(reason="").order_by("-pk")[0]


def test_a_family_kept_apart_before_the_start_is_not_paired_where_rounds_publish_themselves(
    to_begin: Event, organiser: User
) -> None:
    family = ("Ada", "Dora", "Emil")
    forbidden_pairs.forbid(to_begin, ids(to_begin, family), by=organiser, reason=WHY)
    line = newest(to_begin)
    assert (line.words, line.reason, line.by) == ("Ada, Dora and Emil won’t be paired with each other.", WHY, organiser)
    assert to_begin.forbidden_pairs.count() == 3
    begun = start.begin(to_begin)
    work_off()
    for number in (1, 2, 3):
        assert round_of(begun, number).stage == Round.Stage.RUNNING
        assert not any(len(pair & set(family)) > 1 for pair in met(begun, number))
        play_round(begun, number)
        work_off()


def test_two_who_are_kept_apart_are_taken_out_of_the_draft_at_once(event: Event, organiser: User) -> None:
    white, black = pairs(event, 2)[0]
    forbidden_pairs.forbid(event, ids(event, (white, black)), by=organiser, reason=WHY)
    work_off()
    assert {white, black} not in met(event, 2)
    both = " and ".join(sorted((white, black)))
    assert f"{both} won’t be paired." in lines(event)
    forbidden_pairs.forbid(event, ids(event, (black, white)), by=organiser, reason=WHY)
    assert event.forbidden_pairs.count() == 1
    [pair] = event.forbidden_pairs.all()
    assert forbidden_pairs.allow(event, [pair.pk], by=organiser, reason=WHY) == 1
    assert forbidden_pairs.allow(event, [pair.pk], by=organiser, reason=WHY) == 0
    work_off()
    assert pairs(event, 2)[0] == (white, black)
    assert newest(event).words == f"{both} may be paired again."


def test_a_draft_in_which_they_do_not_meet_stays(event: Event, organiser: User) -> None:
    before, key = pairs(event, 2), round_of(event, 2).work_key
    (one, _), (other, _) = before[:2]
    forbidden_pairs.forbid(event, ids(event, (one, other)), by=organiser, reason=WHY)
    white, black = before[0]
    forbidden_pairs.forbid(event, ids(event, (white, black)), by=organiser, reason=WHY, first_round=3)
    assert (pairs(event, 2), round_of(event, 2).work_key) == (before, key)


def test_a_pair_made_by_hand_gives_way_and_others_stay(event: Event, organiser: User) -> None:
    edit_draft.pair(round_of(event, 2), *ids(event, ("Ada", "Emil")), by=organiser, reason=WHY)
    edit_draft.pair(round_of(event, 2), *ids(event, ("Ben", "Fay")), by=organiser, reason=WHY)
    forbidden_pairs.forbid(event, ids(event, ("Ada", "Emil")), by=organiser, reason=WHY)
    work_off()
    assert {"Ada", "Emil"} not in met(event, 2)
    assert ("Ben", "Fay") in pairs(event, 2)
    assert [each.white.shown_name for each in pairings(event, 2) if each.is_by_hand] == ["Ben"]


def test_a_round_that_cannot_be_paired_for_it_says_which_pairs_would_have_to_meet(
    event: Event, organiser: User
) -> None:
    """Ada has met Dora, and is kept apart from all others."""
    for name in ("Fay", "Emil", "Cleo", "Ben"):
        forbidden_pairs.forbid(event, ids(event, ("Ada", name)), by=organiser, reason=WHY)
        work_off()
    draft = round_of(event, 2)
    assert draft.work == Round.Work.FAILED
    assert draft.failure.endswith(
        "The round can be paired if one of these pairs may meet: "
        "Ada (1) – Fay (6), Ada (1) – Emil (5), Ada (1) – Cleo (3) and Ada (1) – Ben (2)."
    )
    broken = check.judge(event, draft, store.read_draft(draft)).breaches
    ada = next(pair for pair in pairs(event, 2) if "Ada" in pair)
    assert [{event.entries.get(number=number).shown_name for number in each.numbers} for each in broken] == [set(ada)]
    pair = event.forbidden_pairs.get(second__player__display_name="Ben")
    forbidden_pairs.allow(event, [pair.pk], by=organiser, reason=WHY)
    work_off()
    assert round_of(event, 2).work == Round.Work.DONE
    assert {"Ada", "Ben"} in met(event, 2)


def test_it_says_beforehand_who_has_too_few_opponents_left(event: Event, to_begin: Event, organiser: User) -> None:
    """Of six in three rounds four have two others each. In the one that runs Ben has met Emil, and Cleo Fay, so that
    they have one left for two rounds; Ada and Dora have met each other, and have two."""
    forbidden_pairs.forbid(to_begin, ids(to_begin, ("Ada", "Ben", "Cleo", "Dora")), by=organiser, reason=WHY)
    short = to_begin.rules.short_of_opponents(to_begin)
    assert [(each.entry.shown_name, each.others, each.rounds) for each in short] == [
        (name, 2, 3) for name in ("Ada", "Ben", "Cleo", "Dora")
    ]
    forbidden_pairs.forbid(event, ids(event, ("Ada", "Ben", "Cleo", "Dora")), by=organiser, reason=WHY, first_round=2)
    short = event.rules.short_of_opponents(event)
    assert [(each.entry.shown_name, each.others, each.rounds) for each in short] == [("Ben", 1, 2), ("Cleo", 1, 2)]


@pytest.mark.parametrize(("format", "words"), [("round_robin", "everyone meets everyone"), ("cup", "the bracket")])
def test_where_the_schedule_says_who_meets_nobody_is_kept_apart(organiser: User, format: str, words: str) -> None:
    event: Event = EventFactory(format=format)
    entries = [EntryFactory(event=event).pk for _ in range(2)]
    with pytest.raises(TournamentRefused, match=words):
        forbidden_pairs.forbid(event, entries, by=organiser, reason=WHY)


def test_what_cannot_be_is_refused(event: Event, organiser: User) -> None:
    ada, ben = ids(event, ("Ada", "Ben"))
    stranger = EntryFactory().pk
    invited = EntryFactory(event=event, status="invited").pk
    for players, field in (([ada], "players"), ([ada, stranger], "players"), ([ada, invited], "players")):
        with refuses(field=field):
            forbidden_pairs.forbid(event, players, by=organiser, reason=WHY)
    with pytest.raises(TournamentRefused, match="comes before"):
        forbidden_pairs.forbid(event, [ada, ben], by=organiser, reason=WHY, first_round=3, last_round=2)
    with refuses(field="reason"):
        forbidden_pairs.forbid(event, [ada, ben], by=organiser, reason=" ")
    assert not Forbidden.objects.exists()


def test_an_event_has_no_end_of_pairs_neither(event: Event, organiser: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forbidden_pairs, "MOST_PAIRS", 2)
    with pytest.raises(TournamentRefused, match="at most 2 forbidden pairs"):
        forbidden_pairs.forbid(event, ids(event, ("Ada", "Ben", "Cleo")), by=organiser, reason=WHY)


def test_they_stand_in_the_file_for_other_pairing_programs(event: Event, organiser: User) -> None:
    """TRF26, record 260: first and last round, then the players' numbers."""
    forbidden_pairs.forbid(event, ids(event, ("Ada", "Emil")), by=organiser, reason=WHY)
    forbidden_pairs.forbid(event, ids(event, ("Ben", "Dora")), by=organiser, reason=WHY, first_round=3, last_round=3)
    forbidden_pairs.forbid(event, ids(event, ("Ben", "Fay")), by=organiser, reason=WHY, first_round=4)
    text = event_trf.to_trf(event, standings_of(event), Edition.TRF26, for_organisers=True).decode()
    assert [line for line in text.splitlines() if line.startswith("260")] == [
        "260 001 003    1    5",
        "260 003 003    2    4",
    ]


def test_who_is_kept_apart_may_leave(event: Event, organiser: User) -> None:
    forbidden_pairs.forbid(event, ids(event, ("Ada", "Ben")), by=organiser, reason=WHY)
    withdraw.withdraw(event.entries.get(player__display_name="Ben"), by=organiser, reason=WHY)
    work_off()
    assert round_of(event, 2).work == Round.Work.DONE
    assert event.forbidden_pairs.get().last_round == LAST
