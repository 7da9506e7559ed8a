"""Secrets: of two sites that differ only in what a reader may not know, that reader is given the same.

A new address needs nothing here unless something new stands in it: then ``hidden_world`` says what that may be.
"""

from __future__ import annotations

import hashlib
import shutil
import zlib
from collections.abc import Iterable, Iterator
from types import SimpleNamespace

import pytest
import time_machine
from django.apps import apps
from django.utils import timezone

from fortify_site.ops.status import machine
from matches.mails import picture
from matches.models import Match, Seat, Turn
from tests.support import hidden_world
from tests.support.hidden_world import World
from tests.support.look_around import Answers, all_answers
from tests.support.made_once import forgotten
from tests.support.toy_game import Toy
from tests.support.twins import Shuffles, change_what_is_hidden_from, digests_say_nothing

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:The default scheme will be changed"),  # Django's, of a form of its own
]

# By game: its options, after how many turns its matches are looked at, and the players at the table.
WORLDS: dict[str, tuple[dict[str, str], tuple[int, ...], int]] = {
    "fortress": ({}, (13, 24, 0), 3),  # hands, a deck, and orders
    "fortify": ({"special": "on"}, (0, 1, 1), 2),  # picks that are bound
}
# Who knows the same. Ada looks around before those who know nothing, so that nothing is kept for her that they get.
READERS: dict[str, tuple[str, ...]] = {
    "Ada": ("Ada", "by link"),
    "Fay": ("Fay",),
    "": ("Ada", "visitor", "Otto", "Host"),
}
# One site is walked through by all; in the other, some look where a match is shown.
WHOLE = "fortress"
FEW = {"Ada", "visitor"}
# What is kept of matches, and what of a match everyone may know; ``twins`` changes the rest.
KNOWN_MODELS = """
    BetterTurn CalendarFeed Handover Leave LeaveDay LeavePool Link Outage PairTally Reminder SeatTally
""".split()
CHANGED_MODELS = "Challenge ConditionalTurns Gathering LastAnswer Match PrivateNote Seat Seek Turn".split()
KNOWN_FIELDS = {
    Match: """
        id clock_start clock_increment clock_cap weekends nights at_zero passes leave_pool game_slug options status
        started_at finished_at last_turn_at stalled_at draws analysis occasion occasion_path next_number log_length
        all_stopped is_sealed baton clock_act draw_offered_by how_it_ended result_words
    """,
    Seat: """
        id match index player known_as since number asked_at turn_bank bank running_since deadline remind_at held
        held_at waited runs_unnoticed pauses pauses_changed_at passes_used share score finished_at seen_length seen_at
        is_deaf counted
    """,
    Turn: """
        id match index number seat about amount undoes kind public_words secret notes clocks before via stamped_at at
    """,
}
CHANGED_FIELDS = {Match: "state seed origin", Seat: "ahead orders", Turn: "text words message state"}
SHOWN = 150  # characters around the first difference


@pytest.fixture
def shuffles(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shuffles]:
    """The time, how long the database takes, digests and free disks are always the same, and a picture says what it is
    drawn of."""
    digests_say_nothing(monkeypatch)
    monkeypatch.setattr(picture, "_drawn", lambda svg: hashlib.sha256(svg.encode()).digest())
    monkeypatch.setattr(machine, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**12, used=0, free=10**12))
    with time_machine.travel(timezone.now(), tick=False):
        yield Shuffles(monkeypatch)


def look(world: World, names: Iterable[str]) -> dict[str, Answers]:
    is_whole = world.game.slug == WHOLE
    return all_answers(world, [name for name in names if is_whole or name in FEW], everywhere=is_whole)


@pytest.mark.parametrize("slug", WORLDS)
def test_what_a_reader_may_not_know_makes_no_difference(slug: str, shuffles: Shuffles, toy_beside: Toy) -> None:
    world = hidden_world.make(slug, *WORLDS[slug])
    answers = look(world, dict.fromkeys(name for readers in READERS.values() for name in readers))
    for knows, readers in READERS.items():
        if slug != WHOLE and not FEW & {*readers}:
            continue
        with forgotten():
            user = world.reader(knows).user if knows else None
            assert change_what_is_hidden_from(user, shuffles)
            other = look(world, readers)
        names = [name for name in other if knows or name != "Ada"]
        assert [each for name in names for each in differences(name, answers, other)] == []


def differences(reader: str, one: dict[str, Answers], other: dict[str, Answers]) -> Iterator[str]:
    """Where two answers to the reader differ, and what they say there."""
    assert one[reader].keys() == other[reader].keys()
    for name, answer in one[reader].items():
        if answer != other[reader][name]:
            texts = [zlib.decompress(each).decode(errors="replace") for each in (answer, other[reader][name])]
            place = next((place for place, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), 0)
            shown = [text[max(0, place - SHOWN) : place + SHOWN] for text in texts]
            yield f"{reader}: {name}: {shown[0]!r} and {shown[1]!r}"


def test_whatever_is_kept_of_a_match_is_known_to_all_or_changed_here() -> None:
    """A new row or column is put into one of the two, and changed by ``twins`` if it may hold a secret."""
    assert {model.__name__ for model in apps.get_app_config("matches").get_models()} == {*KNOWN_MODELS, *CHANGED_MODELS}
    for model, known in KNOWN_FIELDS.items():
        assert {field.name for field in model._meta.fields} == {*known.split(), *CHANGED_FIELDS[model].split()}
