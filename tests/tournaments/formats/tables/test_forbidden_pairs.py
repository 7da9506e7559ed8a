"""Players who are kept apart, at tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from django.test import Client

from accounts.models import User
from tests.support.pages import words
from tests.support.running_events import entry_of, lines, organiser_of, round_of, work_off
from tests.support.table_events import begun, names_at, open_event, play_round, tables
from tests.support.toy_game import Toy
from tournaments.events import start
from tournaments.models import Event, Round
from tournaments.rounds.drafts import check, edit_draft, forbidden_pairs, store

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]
WHY = "They are sisters."


def ids(event: Event, names: Iterable[str]) -> list[int]:
    return [entry_of(event, name).pk for name in names]


def seated(event: Event, number: int) -> list[set[str]]:
    return [set(names_at(table)) for table in tables(event, number)]


def test_a_family_sits_at_three_tables_in_every_round(toy_beside: Toy) -> None:
    event = open_event(10, rounds=2)
    family = ("Ada", "Ben", "Cleo")
    forbidden_pairs.forbid(event, ids(event, family), by=organiser_of(event), reason=WHY)
    event = start.begin(event)
    work_off()
    for number in (1, 2):
        assert [len(table & set(family)) for table in seated(event, number)] == [1, 1, 1]
        play_round(event, number)


def test_a_draft_in_which_they_sit_together_is_drawn_again_and_the_page_says_it(desk: Client, toy_beside: Toy) -> None:
    event = begun(7, publishes_itself=False)
    event.organisers.add(User.objects.get(pk=desk.session["_auth_user_id"]))
    one, other, *_ = names_at(tables(event, 1)[0])
    address = f"/events/{event.pk}/manage/forbidden/"
    assert address in desk.get(f"/events/{event.pk}/manage/").text
    answer = desk.post(address, {"action": "forbid", "players": ids(event, (one, other)), "reason": WHY})
    assert answer.status_code == 303, words(answer.content.decode())
    work_off()
    assert not any({one, other} <= table for table in seated(event, 1))
    assert any(line.startswith((f"{one} and {other}", f"{other} and {one}")) for line in lines(event))
    assert "1 pair of players is kept apart." in desk.get(f"/events/{event.pk}/manage/rounds/1/").text


def test_an_organiser_who_puts_them_together_reads_that_it_is_forbidden(toy_beside: Toy) -> None:
    event = begun(6, publishes_itself=False, table_size=3)
    by = organiser_of(event)
    first, second = (names_at(table) for table in tables(event, 1))
    forbidden_pairs.forbid(event, ids(event, (first[0], second[0])), by=by, reason=WHY)
    edit_draft.swap(round_of(event, 1), *ids(event, (first[1], second[0])), by=by, reason="They asked.")
    draft = round_of(event, 1)
    both = sorted(entry_of(event, name).number or 0 for name in (first[0], second[0]))
    assert [each.text for each in check.judge(event, draft, store.read_draft(draft)).breaches] == [
        f"Players {both[0]} and {both[1]} must not meet in this round: the organiser has forbidden it."
    ]


def test_a_round_that_cannot_be_seated_for_it_says_whom_to_allow(desk: Client, toy_beside: Toy) -> None:
    """Ada needs two others at the table, and only Fay may be one."""
    event = open_event(6, table_size=3, publishes_itself=False)
    by = organiser_of(event)
    event.organisers.add(User.objects.get(pk=desk.session["_auth_user_id"]))
    for name in ("Ben", "Cleo", "Dora", "Emil"):
        forbidden_pairs.forbid(event, ids(event, ("Ada", name)), by=by, reason=WHY)
    event = start.begin(event)
    work_off()
    draft = round_of(event, 1)
    assert draft.work == Round.Work.FAILED
    said, named = draft.failure.split(" They can be filled if you allow: ")
    assert said == "We found no tables that keep all forbidden pairs apart."
    assert "allow a forbidden pair" in desk.get(f"/events/{event.pk}/manage/rounds/1/").text.lower()
    pair = next(pair for pair in event.forbidden_pairs.all() if f"{pair.second.shown_name} (" in named)
    forbidden_pairs.allow(event, [pair.pk], by=by, reason=WHY)
    work_off()
    assert round_of(event, 1).work == Round.Work.DONE
    assert {"Ada", "Fay", pair.second.shown_name} in seated(event, 1)


def test_in_a_round_robin_of_tables_everybody_else_still_meets_about_once(toy_beside: Toy) -> None:
    """Of the four rounds of an affine plane only the first, in which the two would meet, is seated otherwise."""
    event = open_event(9, format="tables_all", table_size=3)
    forbidden_pairs.forbid(event, ids(event, ("Ada", "Ben")), by=organiser_of(event), reason=WHY)
    event = start.begin(event)
    work_off()
    met: Counter[frozenset[str]] = Counter()
    for number in (1, 2):
        met.update(frozenset(pair) for table in seated(event, number) for pair in combinations(table, 2))
        play_round(event, number)
    assert frozenset(("Ada", "Ben")) not in met
    assert len(met) >= 2 * 9 - 2
