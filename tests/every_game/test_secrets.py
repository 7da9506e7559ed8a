"""Secrets: of two sites that differ only in what a reader may not know, that reader is given the same.

A new address needs nothing here unless something new stands in it: then ``hidden_world`` says what that may be.
"""

from __future__ import annotations

import hashlib
import shutil
import zlib
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import time_machine
from django.apps import apps

from fortify_site.ops.status import machine
from matches.email_kinds import KINDS
from matches.match_view import picture
from matches.models import LogEntry, Match, Seat
from tests.support import hidden_world
from tests.support.look_around import (
    ABOUT_EVENTS,
    ABOUT_MATCHES,
    ABOUT_ROWS,
    BY_LINK,
    EVERYWHERE,
    OF_THE_HOST,
    Answers,
    all_answers,
    kinds_of_emails,
)
from tests.support.made_once import forgotten
from tests.support.toy_game import Toy
from tests.support.twins import Draws, change_what_is_hidden_from, digests_say_nothing
from tests.support.weekly import WEDNESDAY

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.either,
    pytest.mark.filterwarnings("ignore:The default scheme will be changed"),  # Django's, of a form of its own
]

# By game: its options, after how many turns its matches are looked at, and the players at the table.
WORLDS: dict[str, tuple[dict[str, str], tuple[int, ...], int]] = {
    "fortress": ({}, (13, 24, 0), 3),  # hands, a deck, and orders
    "fortify": ({"special": "on"}, (0, 1, 1), 2),  # picks that are bound
    "fairytale": ({}, (4, 4, 3, 2), 3),  # a deck, dice, and matches that are sealed; Cleo's is over
}
# Who knows the same. In the first site they look around one after the other, Ada first; in the second those who know
# less do so without her. What is kept for her and given to them makes a difference there.
READERS: dict[str, dict[str, tuple[str, ...]]] = {
    "fortress": {
        "Ada": ("Ada", "by link"),
        "Ben": ("Ben",),  # who has left the table
        "Fay": ("Fay",),  # whose seat there is another's
        "": ("visitor", "Otto", "Host"),
    },
    "fortify": {"Ada": ("Ada",), "": ("visitor",)},
    "fairytale": {"Ada": ("Ada",), "Cleo": ("Cleo",), "": ("visitor", "Otto", "Host")},
}
# Who looks everywhere, or where there may be something of a sealed match; the others where a match is shown.
PLACES: dict[str, dict[str, tuple[str, ...]]] = {
    "fortress": {
        "Ada": EVERYWHERE,
        "by link": BY_LINK,
        "Otto": EVERYWHERE,
        "Host": (*ABOUT_MATCHES, *ABOUT_EVENTS, *OF_THE_HOST),
    },
    "fairytale": {"Otto": (*ABOUT_MATCHES, *ABOUT_EVENTS), "Host": ABOUT_ROWS},
}
# What emails about matches the readers have there, and what no email here is about.
EMAILS: dict[str, str] = {
    "fortress": """
        challenge clock_changed confirm_resignation digest handed_over hello position receipt refusal reminder restored
        said seat_left was_this_you your_turn
    """,
    "fortify": """
        clock_changed confirm_resignation handed_over hello pick_made position receipt refusal reminder restored said
        your_turn
    """,
    "fairytale": """
        clock_changed confirm_resignation handed_over hello marked match_over position receipt refusal restored said
        seat_left your_turn
    """,
}
NOT_CAUSED = """
    baton_passed challenge_accepted challenge_declined challenge_link challenge_reply challenge_withdrawn
    conditional_played draw_declined draw_offered vacation_day match_begun passed_over
    seat_changed standstill taken_back
"""
# What is kept of matches, and what of a match everyone may know; ``twins`` changes the rest.
KNOWN_MODELS = """
    BetterTurn CalendarFeed Handover Vacation VacationDay VacationPool Link Outage PairTally Place Reminder SeatTally
""".split()
CHANGED_MODELS = "ConditionalTurns LastAnswer Mark Match Offer PrivateNote Seat Seek LogEntry".split()
KNOWN_FIELDS = {
    Match: """
        id clock_start clock_increment clock_cap weekends nights at_zero passes vacation_pool game_slug options status
        started_at finished_at last_turn_at stalled_at draws analysis occasion occasion_path next_number log_length
        all_stopped is_sealed baton clock_act draw_offered_by how_it_ended result_words marks_changed
    """,
    Seat: """
        id match index player known_as since asked_turn asked_at turn_bank bank running_since deadline remind_at
        stopped stopped_at waited runs_unnoticed pauses pauses_changed_at passes_used share score finished_at
        seen_length seen_at is_deaf counted
    """,
    LogEntry: """
        id match index number seat about amount undoes kind cause public_words secret notes clocks before via
        stamped_at at
    """,
}
CHANGED_FIELDS = {Match: "state seed origin", Seat: "ahead orders", LogEntry: "text words message state"}
SHOWN = 150  # characters around the first difference


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> Iterator[Draws]:
    """The time, how long the database takes, digests and free disks are always the same, and a picture says what it is
    drawn of."""
    digests_say_nothing(monkeypatch)
    monkeypatch.setattr(picture, "_drawn", lambda svg: hashlib.sha256(svg.encode()).digest())
    monkeypatch.setattr(machine, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**12, used=0, free=10**12))
    with time_machine.travel(WEDNESDAY, tick=False):  # a week's forest can be played
        yield Draws(monkeypatch)


@pytest.mark.parametrize("slug", WORLDS)
def test_what_a_reader_may_not_know_makes_no_difference(slug: str, draws: Draws, toy_beside: Toy) -> None:
    world = hidden_world.make(slug, *WORLDS[slug])
    places = PLACES.get(slug, {})
    answers = all_answers(world, (name for readers in READERS[slug].values() for name in readers), places)
    assert {kind for each in answers.values() for kind in kinds_of_emails(each)} & {*KINDS} == {*EMAILS[slug].split()}
    for knows, readers in READERS[slug].items():
        with forgotten():
            user = world.reader(knows).user if knows else None
            assert change_what_is_hidden_from(user, draws)
            other = all_answers(world, readers, places)
        assert [each for name in readers for each in differences(name, answers, other)] == []


def differences(reader: str, one: dict[str, Answers], other: dict[str, Answers]) -> Iterator[str]:
    """Where two answers to the reader differ, and what they say there."""
    assert one[reader].keys() == other[reader].keys()
    for name, answer in one[reader].items():
        if answer != other[reader][name]:
            texts = [zlib.decompress(each).decode(errors="replace") for each in (answer, other[reader][name])]
            place = next((place for place, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), 0)
            shown = [text[max(0, place - SHOWN) : place + SHOWN] for text in texts]
            yield f"{reader}: {name}: {shown[0]!r} and {shown[1]!r}"


def test_every_kind_of_email_about_matches_is_compared() -> None:
    """A new one is caused in one of the worlds."""
    assert {*" ".join([*EMAILS.values(), NOT_CAUSED]).split()} == {*KINDS}


def test_whatever_is_kept_of_a_match_is_known_to_all_or_changed_here() -> None:
    """A new row or column is put into one of the two, and changed by ``twins`` if it may hold a secret."""
    assert {model.__name__ for model in apps.get_app_config("matches").get_models()} == {*KNOWN_MODELS, *CHANGED_MODELS}
    for model, known in KNOWN_FIELDS.items():
        assert {field.name for field in model._meta.fields} == {*known.split(), *CHANGED_FIELDS[model].split()}
