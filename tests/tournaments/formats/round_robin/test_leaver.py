"""A player leaves a running round robin of four (rounds by the Berger table: 1-4 2-3, 4-3 1-2, 2-4 3-1)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from competition.pairing import berger
from matches.models import Match
from tests.support.factories import EntryFactory, EventFactory, MatchFactory, UserFactory
from tests.support.rows import refresh, require
from tournaments.entries.withdrawals import return_to_event, withdraw
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds import publish
from tournaments.rounds.drafts import edit_draft

pytestmark = pytest.mark.django_db
Leaver = Event.Leaver


def robin(*, played: int, leaver: str = Leaver.HALF) -> dict[int, Entry]:
    """Its first rounds are played, each won by White, the next one runs, the others are drafts."""
    event = EventFactory(
        stage=Event.Stage.RUNNING, begun_at=timezone.now(), format="round_robin", rounds=3, leaver=leaver
    )
    entries: dict[int, Entry] = {number: EntryFactory(event=event, number=number) for number in (1, 2, 3, 4)}
    for number, pairs in enumerate(berger.schedule([1, 2, 3, 4]), 1):
        stage = Round.Stage.CLOSED if number <= played else Round.Stage.DRAFT
        stage = Round.Stage.RUNNING if number == played + 1 else stage
        round = Round.objects.create(event=event, number=number, stage=stage, work=Round.Work.DONE)
        for board, pair in enumerate(pairs, 1):
            white, black = entries[pair.white], entries[pair.black]
            is_over = stage == Round.Stage.CLOSED
            Pairing.objects.create(
                round=round,
                board=board,
                white=white,
                black=black,
                white_code="1" if is_over else "",
                black_code="0" if is_over else "",
                decided_at=timezone.now() if is_over else None,
                match=MatchFactory(players=[white.player, black.player]) if stage == Round.Stage.RUNNING else None,
            )
    return entries


def leave(entry: Entry) -> Entry:
    return withdraw.withdraw(entry, by=entry.player)


def of(entry: Entry) -> list[Pairing]:
    pairings = Pairing.objects.filter(white=entry) | Pairing.objects.filter(black=entry)
    return list(pairings.select_related("match").order_by("round__number"))


def own_codes(entry: Entry) -> list[str]:
    return [pairing.white_code if pairing.white_id == entry.pk else pairing.black_code for pairing in of(entry)]


def other_codes(entry: Entry) -> list[str]:
    return [pairing.black_code if pairing.white_id == entry.pk else pairing.white_code for pairing in of(entry)]


def test_before_half_are_done_all_are_annulled_and_the_one_that_runs_ends() -> None:
    entry = robin(played=1)[2]
    gone = leave(entry)
    assert [pairing.is_annulled for pairing in of(entry)] == [True] * 3
    assert all(pairing.decided_at for pairing in of(entry))
    match = of(entry)[1].match
    assert match is not None
    assert (match.status, match.how_it_ended) == (Match.Status.FINISHED, "annulled")
    assert gone.event.log.filter(kind="result").exists()
    assert "1 of 3 matches, fewer than half: none of them counts" in refresh(entry).left_words


def test_from_half_on_the_rest_are_forfeited() -> None:
    entry = robin(played=2)[2]
    leave(entry)
    assert own_codes(entry) == ["1", "0", "-"]
    assert other_codes(entry) == ["0", "1", "+"]
    assert not any(pairing.is_annulled for pairing in of(entry))
    match = of(entry)[2].match
    assert match is not None
    assert match.how_it_ended == "forfeit"
    assert match.seats.get(player=entry.player).share == 0


def test_rounds_that_are_not_published_are_settled_too() -> None:
    entry = robin(played=0, leaver=Leaver.FORFEIT)[3]
    leave(entry)
    assert own_codes(entry) == ["-"] * 3
    assert all(pairing.decided_at for pairing in of(entry))


def test_an_event_may_annul_always() -> None:
    entry = robin(played=2, leaver=Leaver.ANNUL)[2]
    leave(entry)
    assert [pairing.is_annulled for pairing in of(entry)] == [True] * 3


def test_matches_annulled_before_are_none_of_the_next_leavers() -> None:
    """Player 2 has one of three matches done and is annulled. Player 4, due to meet 2 in round 3, then has one of
    two done, which is half."""
    entries = robin(played=1)
    leave(entries[2])
    leave(entries[4])
    entries[4].refresh_from_db()
    assert "1 of 2 matches, at least half" in entries[4].left_words
    assert own_codes(entries[4])[:2] == ["0", "-"]
    assert [pairing.is_annulled for pairing in of(entries[4])] == [False, False, True]


def test_the_matches_of_others_go_on() -> None:
    entries = robin(played=1)
    leave(entries[2])
    others = Pairing.objects.get(white=entries[4], black=entries[3])
    assert (others.decided_at, require(others.match).status) == (None, Match.Status.RUNNING)


def test_nobody_comes_back() -> None:
    entry = robin(played=1)[2]
    leave(entry)
    with pytest.raises(TournamentRefused, match="can’t come back"):
        return_to_event.rejoin(entry, by=require(entry.player))


def test_a_pair_made_by_hand_counts_no_more_than_the_leavers_others() -> None:
    entries = robin(played=1, leaver=Leaver.ANNUL)
    last = Round.objects.get(event=entries[1].event, number=3)
    leave(entries[1])
    edit_draft.swap(last, entries[1].pk, entries[2].pk, by=UserFactory(), reason="A wish.")
    Round.objects.filter(event=last.event, number=2).update(stage=Round.Stage.CLOSED)
    publish.publish(last)
    assert [pairing.is_annulled for pairing in of(entries[1])] == [True, True, True]
