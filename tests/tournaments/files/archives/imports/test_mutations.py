"""Whatever an archive says whose checksums fit: it comes in whole, or not at all, with a sentence that says why."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from i18n.former_words import FORMER, Message
from i18n.text import source_of
from matches.models import Match
from tests.support.club_archives import archive, files, packed, small_archive, zipped
from tests.support.factories import UserFactory
from tournaments.files.archives.imports.club import ImportOptions, import_club
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Arrival, Club, Event, Membership

pytestmark = [pytest.mark.django_db, pytest.mark.either]
Path = tuple[str | int, ...]
MUTATIONS = 40
VALUES: tuple[Any, ...] = (
    *(None, 0, 1, -1, 2, 10**6, -(10**30), True, 1.5, "", "a", "1", "x" * 5000, "\n", [], {}, [None], [[1, 2]]),
    *(["say", "a", {}], ["say", "%(x)s", {}], "2026-03-02T12:00:00", "2026-03-02T12:00:00+00:00", "P1D"),
    *("finished", "running", "draft", "play", "time", "annulled", "ruling", "taken_back", "handed_over", "pauses"),
)


def paths(found: Any, so_far: Path = ()) -> Iterator[Path]:
    parts = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for key, value in parts:
        yield (*so_far, key)
        yield from paths(value, (*so_far, key))


def mutated(text: str, luck: random.Random) -> str:
    """With one value that is another, gone, or there twice."""
    data = json.loads(text)
    path = luck.choice(list(paths(data)))
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    deed = luck.randrange(6)
    if deed == 0:
        del place[path[-1]]
    elif deed == 1 and isinstance(path[-1], int):
        place.append(place[path[-1]])
    else:
        place[path[-1]] = luck.choice(VALUES)
    return json.dumps(data)


def stored() -> list[int]:
    return [model.objects.count() for model in (Club, Membership, Event, Match, Arrival)]


def outcome(told: dict[str, str], owner: User, *, trusted: bool) -> str:
    before = stored()
    with transaction.atomic():
        try:
            made = import_club(archive(packed(told)), ImportOptions("Dale", owner, None, trusted))
        except TournamentRefused as refused:
            return "refused" if refused.message and stored() == before else "half"
        assert zipped(made)
        transaction.set_rollback(True)
    return "made"


def test_no_value_in_it_is_a_fault_of_the_site() -> None:
    told = files(small_archive())
    owner = UserFactory()
    luck = random.Random(1)
    names = [name for name in told if name.endswith(".json") and name != "manifest.json"]
    found: Counter[str] = Counter()
    for number in range(MUTATIONS):
        name = luck.choice(names)
        changed = {**told, name: mutated(told[name], luck)}
        found[outcome(changed, owner, trusted=number % 2 == 0)] += 1
    assert found["refused"] > found["made"] > 0
    assert not found["half"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [("ruling", "1e999999999 0"), ("ruling", "2 -1"), ("ruling", "1 1"), ("ruling", "1/0 0"), ("ruling", "1")],
)
def test_a_decision_about_a_match_is_one_that_an_organiser_can_make(kind: str, text: str) -> None:
    told = files(small_archive())
    name = next(name for name in told if name.endswith("round-01-board-001.json"))
    match = json.loads(told[name])
    match["turns"][-1] |= {"kind": kind, "text": text, "seat": None}
    assert outcome({**told, name: json.dumps(match)}, UserFactory(), trusted=True) == "refused"


@pytest.mark.parametrize("key", ["white_code", "black_code"])
def test_a_match_is_decided_for_both_or_neither(key: str) -> None:
    told = files(small_archive())
    name = next(name for name in told if name.endswith("event.json"))
    event = json.loads(told[name])
    pairing = next(each for row in event["round_list"] for each in row["pairings"] if each["black"] is not None)
    assert pairing["white_code"]
    pairing[key] = ""
    assert outcome({**told, name: json.dumps(event)}, UserFactory(), trusted=True) == "refused"


def test_a_sentence_can_be_said_in_every_language() -> None:
    """The German plural wants words that the English singular does not have."""
    told = files(small_archive())
    club = json.loads(told["club.json"])
    club["log"][0]["words"] = ["many", "The lowest is left out.", "No.", 2, {}]
    assert outcome({**told, "club.json": json.dumps(club)}, UserFactory(), trusted=False) == "refused"


def test_what_an_older_archive_says_is_said_in_the_words_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMER, Message("%(name)s has come in."), "%(name)s entered.")
    told = files(small_archive())
    club = json.loads(told["club.json"])
    club["log"][0]["words"] = ["say", "%(name)s has come in.", {"name": "Ada"}]
    content = packed({**told, "club.json": json.dumps(club)})
    made = import_club(archive(content), ImportOptions("Dale", UserFactory(), None, True))
    assert source_of(made.log.earliest("pk").words) == ["say", "%(name)s entered.", {"name": "Ada"}]


def test_nobody_is_paired_twice_in_a_round() -> None:
    """Each pairing would begin a match, with its emails, as soon as both have come."""
    told = files(small_archive())
    event = json.loads(told["events/001/event.json"])
    (pairing,) = event["round_list"][1]["pairings"]
    event["round_list"][1]["pairings"] += [
        {**pairing, "white": pairing["black"], "black": pairing["white"], "match": None}
    ]
    assert outcome({**told, "events/001/event.json": json.dumps(event)}, UserFactory(), trusted=False) == "refused"


@pytest.mark.parametrize("said", [{"begun_at": None}, {"stage": "draft"}, {"stage": "draft", "begun_at": None}])
def test_what_was_played_has_begun(said: dict[str, Any]) -> None:
    """Before an event begins its organisers may have it count for ratings."""
    told = files(small_archive())
    event = json.loads(told["events/001/event.json"]) | said
    assert outcome({**told, "events/001/event.json": json.dumps(event)}, UserFactory(), trusted=False) == "refused"


@pytest.mark.parametrize(("name", "most"), [("entries", 2000), ("round_list", 500)])
def test_an_event_has_no_more_than_can_be_shown(name: str, most: int) -> None:
    told = files(small_archive())
    event = json.loads(told["events/001/event.json"])
    event[name] += event[name][:1] * most
    assert outcome({**told, "events/001/event.json": json.dumps(event)}, UserFactory(), trusted=False) == "refused"


@pytest.mark.parametrize("name", ["event.json", "round-02-board-001.json"])
def test_a_clock_is_one_that_can_be_shown(name: str) -> None:
    told = files(small_archive())
    (path,) = (path for path in told if path.endswith(f"/{name}"))
    terms = json.loads(told[path]) | {"passes": 2}
    assert outcome({**told, path: json.dumps(terms)}, UserFactory(), trusted=True) == "refused"
