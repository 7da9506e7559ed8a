"""A round in the hands of an organiser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.markup import compact
from tests.support.rows import refresh, require
from tests.support.run_on_commit import commits
from tests.support.running_events import (
    draft_second_round,
    organiser_of,
    pairing_of,
    pairings,
    pairs,
    play_a_turn_each,
    round_of,
    win,
    work_off,
)
from tournaments.decisions.events import decisions
from tournaments.models import Event, Forbidden, Round
from tournaments.rounds import pairing_job, publish
from tournaments.rounds.results.adjudicate import stands
from tournaments.rounds.round_page import RoundPage

pytestmark = pytest.mark.usefixtures("committing")
WHY = "A wish of both."


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> tuple[int, int]:
    """The event and its organiser."""
    with commits():
        event = draft_second_round(5)
    return event.pk, organiser_of(event).pk


@pytest.fixture
def event(_made: tuple[int, int]) -> Event:
    """Of five, with its second round drafted."""
    return Event.objects.get(pk=_made[0])


@pytest.fixture
def organiser(_made: tuple[int, int]) -> User:
    return User.objects.get(pk=_made[1])


def address(event: Event, number: int = 2) -> str:
    return reverse("tournaments:manage_round", args=[event.pk, number])


def shown(client: Client, address: str, **posted: object) -> tuple[int, str]:
    """What the page says in the end, and with what status."""
    answer = client.post(address, posted) if posted else client.get(address)
    if answer.status_code == 303:
        answer = client.get(answer.headers["Location"])
    return answer.status_code, " ".join(answer.content.decode().split())


def test_a_draft_shows_its_pairs_and_can_be_published(desk: Client, event: Event) -> None:
    status, page = shown(desk, address(event))
    assert status == 200
    assert "Paired by the Swiss rules." in page
    for pair in pairs(event, 2):
        assert pair[0] in page
    status, page = shown(desk, address(event), do="publish")
    assert "Round 2 is published" in page
    assert "2 of 2 still open." in page  # without the bye
    assert round_of(event, 2).stage == Round.Stage.RUNNING


def test_a_change_shows_what_it_breaks_and_what_the_rules_lead_to(desk: Client, event: Event) -> None:
    first = pairings(event, 1)[0]
    posted = {"do": "change", "action": "pair", "player": first.white_id, "other": first.black_id, "reason": WHY}
    status, page = shown(desk, address(event), **posted)
    assert status == 200
    assert "Changed. It’s in the event’s log." in page
    assert 'have played each other. <span class="muted"> (FIDE C.04.3, C1;' in compact(page)
    assert "What the rules give instead" in page
    assert f"{first.white.number} is {first.white.shown_name}" in page
    assert (first.white.shown_name, first.black.shown_name if first.black else "") in pairs(event, 2)


def test_a_pair_that_an_organiser_forbade_breaks_no_article(desk: Client, event: Event) -> None:
    one, other = event.entries.get(number=1), event.entries.get(number=2)
    Forbidden.objects.create(event=event, first=one, second=other)
    posted = {"do": "change", "action": "pair", "player": one.pk, "other": other.pk, "reason": WHY}
    status, page = shown(desk, address(event), **posted)
    assert status == 200
    assert "1 pair of players is kept apart." in page
    assert "(this event’s own;" in page


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"action": "swap"}, "Choose the other player as well."),
        ({"action": "bye"}, "Choose the points for the bye."),
        ({"action": "colours", "reason": ""}, "Give a reason"),
        ({"action": "colours", "player": "999999"}, "Choose a player."),
        ({"action": ""}, "Choose what to do."),
    ],
)
def test_a_change_that_is_not_whole_keeps_what_was_typed(
    desk: Client, event: Event, posted: dict[str, str], said: str
) -> None:
    before = pairs(event, 2)
    whole = {"do": "change", "player": str(pairings(event, 2)[0].white_id), "reason": "Because <of> me."}
    status, page = shown(desk, address(event), **(whole | posted))
    assert status == 422
    assert said in page
    if "reason" not in posted:
        assert "Because &lt;of&gt; me." in page
    assert pairs(event, 2) == before


def test_the_draft_is_changed_in_every_way_from_the_page(desk: Client, event: Event) -> None:
    (one, first), (two, second) = pairs(event, 2)[:2]
    ids = {name: event.entries.get(player__display_name=name).pk for name in (one, first, two, second)}

    def change(**posted: object) -> None:
        assert shown(desk, address(event), do="change", reason=WHY, **posted)[0] == 200

    change(action="swap", player=ids[one], other=ids[two])
    assert pairs(event, 2)[:2] == [(two, first), (one, second)]
    change(action="colours", player=ids[one])
    assert (second, one) in pairs(event, 2)
    change(action="bye", player=ids[one], bye="H")
    assert (one, "H") in pairs(event, 2)
    work_off()
    change(action="bye", player=ids[one], bye="plays")
    work_off()
    assert (one, "H") not in pairs(event, 2)


@pytest.mark.parametrize("action", ["swap", "colours"])
def test_a_change_that_is_sent_twice_is_made_once(desk: Client, event: Event, action: str) -> None:
    (one, _), (two, _) = pairs(event, 2)[:2]
    ids = {name: event.entries.get(player__display_name=name).pk for name in (one, two)}
    seen = RoundPage(event, 2).seen
    assert f'name="seen" value="{seen}"' in shown(desk, address(event))[1]
    posted = {"do": "change", "action": action, "player": ids[one], "other": ids[two], "reason": WHY, "seen": seen}
    assert shown(desk, address(event), **posted)[0] == 200
    after = pairs(event, 2)
    status, page = shown(desk, address(event), **posted)
    assert (status, pairs(event, 2)) == (409, after)
    assert "The draft has changed since you looked" in page
    assert shown(desk, address(event), **posted | {"seen": RoundPage(event, 2).seen})[0] == 200
    assert pairs(event, 2) != after


def test_more_time_that_is_sent_twice_is_given_once(desk: Client, event: Event) -> None:
    publish.publish(round_of(event, 2))
    seen = RoundPage(event, 2).seen
    page = shown(desk, address(event))[1]
    posted = {"do": "extend", "days": "4", "reason": WHY, "seen": seen}
    assert f'name="seen" value="{seen}"' in page
    assert shown(desk, address(event), **posted)[0] == 200
    due_at = round_of(event, 2).due_at
    status, page = shown(desk, address(event), **posted)
    assert (status, round_of(event, 2).due_at) == (409, due_at)
    assert "The round’s end has changed since you looked" in page


def test_a_round_that_is_being_paired_shows_how_far_it_is_and_refreshes_itself(desk: Client, event: Event) -> None:
    pairing_job.ask_for_pairing(event, 2, reason=WHY)
    Round.objects.filter(event=event, number=2).update(work="running", progress=40)
    status, page = shown(desk, address(event))
    assert status == 200
    assert 'http-equiv="refresh"' in page
    assert "40%" in page
    status, page = shown(desk, address(event), do="publish")
    assert status == 409
    assert "The round is being paired. Please wait." in page


def test_a_round_that_could_not_be_paired_says_why(desk: Client, event: Event) -> None:
    Round.objects.filter(event=event, number=2).update(work="failed", failure="Nobody is left to play.")
    assert "Nobody is left to play." in shown(desk, address(event))[1]


def test_a_round_that_could_not_be_paired_is_paired_by_hand(desk: Client, event: Event) -> None:
    ids = {entry.shown_name: entry.pk for entry in event.entries.all()}
    Round.objects.filter(event=event, number=2).update(work="failed", failure="Nobody is left to play.", proposed=[])
    round_of(event, 2).pairings.all().delete()
    page = shown(desk, address(event))[1]
    assert "Pair by hand" in page
    assert "Publish round 2" not in page
    for white, black in (("Ada", "Dora"), ("Ben", "Cleo")):
        posted = {"do": "change", "action": "pair", "player": ids[white], "other": ids[black], "reason": WHY}
        status, page = shown(desk, address(event), **posted)
        assert status == 200
        assert "Nobody is left to play." not in page
    assert "Emil is not in this draft." in page
    assert shown(desk, address(event), do="publish")[0] == 409
    shown(desk, address(event), do="change", action="bye", player=ids["Emil"], bye="U", reason=WHY)
    status, page = shown(desk, address(event), do="publish")
    assert "Round 2 is published" in page
    assert pairs(event, 2) == [("Ada", "Dora"), ("Ben", "Cleo"), ("Emil", "U")]
    assert decisions(refresh(event)) == []


def test_a_draft_that_stood_before_a_failure_is_published_as_others(desk: Client, event: Event) -> None:
    Round.objects.filter(event=event, number=2).update(work="failed", failure="Nobody is left to play.")
    assert "Round 2 is published" in shown(desk, address(event), do="publish")[1]
    assert decisions(refresh(event)) == []


def test_the_round_after_a_running_one_waits(desk: Client, event: Event) -> None:
    status, page = shown(desk, address(event, 3))
    assert status == 200
    assert "Round 2 is not closed yet." in page
    status, page = shown(desk, address(event, 3), do="pair")
    assert status == 409
    assert shown(desk, address(event, 4))[0] == 404


def test_a_published_round_is_taken_back_or_given_more_time(desk: Client, event: Event) -> None:
    publish.publish(round_of(event, 2))
    work_off()
    status, page = shown(desk, address(event), do="extend", days="4", reason=WHY)
    assert "has more time" in page
    assert round_of(event, 2).extended_at is not None
    status, page = shown(desk, address(event), do="extend", days="many", reason=WHY)
    assert (status, "Enter a number of days" in page) == (422, True)
    status, page = shown(desk, address(event), do="take_back", reason="")
    assert (status, "Give a reason" in page) == (422, True)
    status, page = shown(desk, address(event), do="take_back", reason=WHY)
    assert "is a draft again" in page
    assert round_of(event, 2).stage == Round.Stage.DRAFT


# -- results -------------------------------------------------------------------------------------------------------


def result_address(event: Event, name: str, number: int) -> str:
    return reverse("tournaments:manage_result", args=[event.pk, pairing_of(event, number, name).pk])


def test_a_running_match_is_settled_with_the_points_so_far_beside_it(desk: Client, event: Event) -> None:
    publish.publish(round_of(event, 2))
    work_off()
    name = pairs(event, 2)[0][0]
    match = pairing_of(event, 2, name).match
    assert match is not None
    play_a_turn_each(match)
    status, page = shown(desk, result_address(event, name, 2))
    assert status == 200
    assert "If stopped now" in page
    assert "Volley 1" in page
    asked = match.seats.select_related("player").get(asked_turn__isnull=False)
    assert f"<b>{asked.name}</b> to move:" in page
    status, page = shown(desk, result_address(event, name, 2), verdict="1-0", reason=WHY, seen="")
    assert "Result saved" in page
    assert stands(pairing_of(event, 2, name)) == "10"


def test_a_result_that_came_meanwhile_is_not_overruled(desk: Client, event: Event) -> None:
    publish.publish(round_of(event, 2))
    work_off()
    name = pairs(event, 2)[0][0]
    where = result_address(event, name, 2)
    match = pairing_of(event, 2, name).match
    win(require(match), name)
    status, page = shown(desk, where, verdict="draw", reason=WHY, seen="")
    assert status == 409
    assert "The result has changed since you looked" in page
    assert WHY in page
    status, page = shown(desk, where, verdict="draw", reason=WHY, seen="10")
    assert stands(pairing_of(event, 2, name)) == "=="


def test_a_result_without_a_reason_keeps_what_was_chosen(desk: Client, event: Event) -> None:
    where = result_address(event, "Ada", 1)
    status, page = shown(desk, where, verdict="--", reason="", seen="10")
    assert status == 422
    assert "Give a reason" in page
    assert page.count("checked") == 1


def test_a_bye_of_a_published_round_is_corrected(desk: Client, event: Event) -> None:
    [bye] = [each for each in pairings(event, 1) if each.black is None]
    where = reverse("tournaments:manage_bye", args=[event.pk, bye.pk])
    assert where in shown(desk, address(event, 1))[1]
    page = shown(desk, where)[1]
    assert "the pairing-allocated bye" in page
    assert shown(desk, where, code="H", reason="", seen="U")[0] == 422
    assert shown(desk, where, code="?", reason=WHY, seen="U")[0] == 422
    assert pairing_of(event, 1, "Emil").white_code == "U"
    page = shown(desk, where, code="H", reason=WHY, seen="U")[1]
    assert "Bye corrected" in page
    assert "adjudicated by an organiser" in page
    assert pairing_of(event, 1, "Emil").white_code == "H"


def test_what_is_no_bye_of_a_swiss_is_not_corrected_as_one(desk: Client, event: Event) -> None:
    pairing = pairing_of(event, 1, "Ada")
    draft = pairing_of(event, 2, "Ada")
    for each in (pairing, draft):
        assert desk.get(reverse("tournaments:manage_bye", args=[event.pk, each.pk])).status_code == 404
    [bye] = [each for each in pairings(event, 1) if each.black is None]
    Event.objects.filter(pk=event.pk).update(format="round_robin")
    assert desk.get(reverse("tournaments:manage_bye", args=[event.pk, bye.pk])).status_code == 404
    assert reverse("tournaments:manage_bye", args=[event.pk, bye.pk]) not in shown(desk, address(event, 1))[1]


def test_the_number_of_queries_does_not_grow_with_the_round(
    desk: Client, event: Event, django_assert_max_num_queries: Callable[..., object]
) -> None:
    with django_assert_max_num_queries(30):  # type: ignore[attr-defined]
        desk.get(address(event))
    with django_assert_max_num_queries(30):  # type: ignore[attr-defined]
        desk.get(address(event, 1))
