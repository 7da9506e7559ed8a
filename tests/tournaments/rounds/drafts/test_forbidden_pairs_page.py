"""The organisers' page of players who are kept apart."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.support import seasons
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.running_events import pairs, work_off
from tournaments.events import start as beginning
from tournaments.models import Entry, Event, Forbidden, LogLine
from tournaments.seasons.line_up import publish

pytestmark = pytest.mark.django_db
WHY = "They share a car."


@pytest.fixture
def event(organiser: User) -> Event:
    """Open for entries, with three players."""
    made: Event = EventFactory(organisers=[organiser], rounds=2)
    for name in ("Ada", "Ben", "Cleo"):
        EntryFactory(event=made, player=UserFactory(display_name=name))
    return made


def shown(client: Client, event: Event, **posted: object) -> tuple[int, str]:
    """What the page says in the end, and with what status."""
    address = reverse("tournaments:forbidden", args=[event.pk])
    answer = client.post(address, posted) if posted else client.get(address)
    if answer.status_code == 303:
        answer = client.get(answer.headers["Location"])
    return answer.status_code, " ".join(answer.content.decode().split())


def ids(event: Event) -> list[int]:
    return list(event.entries.order_by("pk").values_list("pk", flat=True))


def test_players_are_kept_apart_and_let_meet_again(desk: Client, event: Event) -> None:
    assert reverse("tournaments:forbidden", args=[event.pk]) in desk.get(f"/events/{event.pk}/manage/").content.decode()
    assert "No players are kept apart." in shown(desk, event)[1]
    status, page = shown(desk, event, action="forbid", players=ids(event), reason=WHY)
    assert status == 200
    assert "They won’t be paired with each other." in page
    for pair in ("Ada – Ben", "Ada – Cleo", "Ben – Cleo"):
        assert pair in page
    assert page.count(f'<span class="muted">{WHY}</span>') == 3
    assert "Ada: opponents left 0, rounds left 2" in page
    pairs = list(Forbidden.objects.order_by("pk").values_list("pk", flat=True))
    status, page = shown(desk, event, action="allow", pair=pairs[:2], reason="The car broke down.")
    assert (status, "2 pairs are allowed again." in page) == (200, True)
    assert [each.pk for each in Forbidden.objects.all()] == pairs[2:]
    newest = LogLine.objects.latest("pk")
    assert newest.words == "May be paired again: Ada – Ben and Ada – Cleo."
    assert newest.reason == "The car broke down."


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"players": []}, "Choose at least two players."),
        ({"players": [0]}, "Choose 2 to 20 players."),
        ({"players": [0, 99999]}, "Choose players of this event."),
        ({"reason": ""}, "Give a reason"),
        ({"first_round": "9" * 30}, "Enter a round number."),
        ({"first_round": "2", "last_round": "1"}, "The last round comes before the first. Swap them."),
    ],
)
def test_what_is_not_whole_keeps_what_was_typed(desk: Client, event: Event, posted: dict[str, Any], said: str) -> None:
    known = ids(event)
    chosen = [known[each] if isinstance(each, int) and each < 3 else each for each in posted.pop("players", [0, 1])]
    whole = {"action": "forbid", "players": chosen, "reason": "Because <of> me."}
    status, page = shown(desk, event, **(whole | posted))
    assert (status, said in page) == (422, True)
    if "reason" not in posted:
        assert "Because &lt;of&gt; me." in page
    assert page.count(" checked") == len([each for each in chosen if each in known])
    assert not Forbidden.objects.exists()


def test_nothing_ticked_and_no_reason_let_nobody_meet(desk: Client, event: Event) -> None:
    first, second, _third = ids(event)
    pair = Forbidden.objects.create(event=event, first_id=first, second_id=second)
    status, page = shown(desk, event, action="allow", reason=WHY)
    assert (status, "Tick at least one pair." in page) == (422, True)
    status, page = shown(desk, event, action="allow", pair=pair.pk, reason="")
    assert (status, "Give a reason" in page) == (422, True)
    assert f'id="pair-{pair.pk}" checked' in page
    elsewhere = EventFactory()
    other = Forbidden.objects.create(
        event=elsewhere, first=EntryFactory(event=elsewhere), second=EntryFactory(event=elsewhere)
    )
    shown(desk, event, action="allow", pair=other.pk, reason=WHY)
    assert Forbidden.objects.count() == 2


def test_players_who_have_not_come_yet_are_not_offered(desk: Client, event: Event) -> None:
    Entry.objects.filter(player__display_name="Cleo").update(status="invited")
    Entry.objects.filter(player__display_name="Ben").update(status="waiting")
    page = shown(desk, event)[1]
    assert ("Ben</label>" in page, "Cleo" in page) == (True, False)


@pytest.mark.parametrize(
    ("format", "said"),
    [
        ("round_robin", "In a round robin everyone meets"),
        ("cup", "bracket"),
        ("expedition", "each team plays for itself"),
    ],
)
def test_where_it_cannot_apply_the_page_says_so(desk: Client, event: Event, format: str, said: str) -> None:
    first, second, _third = ids(event)
    pair = Forbidden.objects.create(event=event, first_id=first, second_id=second)
    Event.objects.update(format=format)
    page = shown(desk, event)[1]
    assert said in page
    assert "The pairs below have no effect." in page
    assert "Keep apart</button>" not in page
    assert shown(desk, event, action="forbid", players=[first, second], reason=WHY)[0] == 409
    assert shown(desk, event, action="allow", pair=pair.pk, reason=WHY)[0] == 200
    assert not Forbidden.objects.exists()


def test_players_of_a_division_of_a_league_are_kept_apart_before_it_begins(client: Client) -> None:
    """By an organiser of its club, between the line-up and the start of the season. By their numbers the first would
    meet whoever comes third."""
    start = timezone.now() + timedelta(days=3)
    season = seasons.opened(
        seasons.league(seasons.club()), (4,), format="swiss", rounds=2, tie_breaks=["BH"], starts_at=start
    )
    by = seasons.organiser_of(season.league.club)
    seasons.register(season, "Ann Ben Cleo Dora")
    seasons.propose(season)
    publish.publish(season, by=by)
    division = season.divisions.get().event
    assert division is not None
    first, _second, third, _fourth = ids(division)
    client.force_login(by)
    assert shown(client, division, action="forbid", players=[first, third], reason=WHY)[0] == 200
    beginning.begin(division)
    work_off()
    [one, other] = (entry.shown_name for entry in division.entries.filter(pk__in=[first, third]))
    assert {one, other} not in [set(pair) for pair in pairs(division, 1)]


def test_the_number_of_queries_does_not_grow_with_the_pairs(
    desk: Client, event: Event, django_assert_max_num_queries: Callable[..., object]
) -> None:
    entries = [EntryFactory(event=event).pk for _ in range(12)]
    shown(desk, event, action="forbid", players=entries, reason=WHY)
    assert Forbidden.objects.count() == 66
    with django_assert_max_num_queries(20):  # type: ignore[attr-defined]
        desk.get(reverse("tournaments:forbidden", args=[event.pk]))
