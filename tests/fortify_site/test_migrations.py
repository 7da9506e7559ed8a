"""A site of long ago is taken along: its running matches, and names that had to differ by code points alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from pytest_django import DjangoDbBlocker

from accounts.lookalikes import name_skeleton
from accounts.models import User
from i18n.text import say
from jobs.models import Heartbeat
from matches import sweep
from matches.gate import turns
from matches.models import Match, Seat, Turn
from matches.verify.replay import differences
from tests.support.empty_database import delete_all_rows
from tests.support.factories import UserFactory
from tests.support.matches import kinds, submit, travel_past_grace_of
from tests.support.migrate import migrate, models_at
from tests.support.toy_game import Toy
from tournaments.models import Club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
BEFORE_CLOCKS = ("matches", "0001_initial")
BEFORE_MAIL_LEFT = ("matches", "0023_reworded")
BEFORE_SENTENCES = ("matches", "0011_waits_until")
BEFORE_SKELETONS = [("accounts", "0006_club_news"), ("tournaments", "0015_begun_uploads")]
NAMES = ["Ada", "Аda", "Ben", "АDА", "\u2800\u2800", "\u3164\u3164", "Admin"]
NAMED = "named.example"
CLUBS = ["Knights", "Кnights"]
Names = list[tuple[str, str]]
BEGAN = datetime(2026, 5, 4, 9, tzinfo=UTC)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Named:
    """What players and clubs are called, each with what the name looks like."""

    players: Names
    saved_again: Names
    clubs: Names


@dataclass(frozen=True)
class Upgraded:
    """The ids of the matches that were taken along. In ``running`` Ada has picked a day after the beginning, and Ben is
    asked still; in ``begun`` nothing has happened yet. ``were_text`` is what was said and what was written as text,
    after a return to what knew of text alone: of each match what it is played for, its line and its result."""

    running: int
    begun: int
    were_text: list[tuple[str, str, str]]
    named: Named


def add_match_with_line(*, said: bool) -> None:
    match = Match.objects.create(game_slug="toy", options={}, state={})
    reason = '"he" is [ill], 100 %'
    match.occasion = say("%(event)s, round %(number)s", event="Spring Cup", number=3)
    match.result_words = say("The match is annulled: %(reason)s", reason=reason)
    words: str = say("%(name)s forfeits the match: %(reason)s", name="Ada", reason="x" * 480)
    if not said:
        match.occasion, match.result_words, words = (str(each) for each in (match.occasion, match.result_words, words))
    match.save()
    Turn.objects.create(match=match, index=0, words=words, public_words=words, state={}, via="host")


@pytest.fixture(scope="module")
def upgraded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Upgraded]:
    """Migrating takes seconds, so there is one way back, and one forth, each with a stop; what a test does to the
    matches is rolled back."""
    with django_db_blocker.unblock():
        try:
            try:
                were_text = text_again()
                old = migrate(BEFORE_CLOCKS)
                running, begun = add_running_match(old), add_match_just_begun(old)
                add_names_that_look_alike()
            finally:
                migrate()
            yield Upgraded(running, begun, were_text, names_that_look_alike())
        finally:
            delete_all_rows()


def add_names_that_look_alike() -> None:
    """Where matches are as they were first, there are no clubs yet: accounts go on back, and clubs forth."""
    for target in BEFORE_SKELETONS:
        migrate(target)
    old = models_at(*BEFORE_SKELETONS)
    for number, name in enumerate(NAMES):
        email = f"player{number}@{NAMED}"
        old.get_model("accounts", "User").objects.create(email=email, password="!", display_name=name)
    for number, name in enumerate(CLUBS):
        old.get_model("tournaments", "Club").objects.create(name=name, slug=f"club-{number}")


def names_that_look_alike() -> Named:
    users = User.objects.filter(email__endswith=NAMED)
    players = _names(users, "display_name")
    for user in users:
        user.save()
        user.save(update_fields=["display_name"])
    return Named(players, _names(users, "display_name"), _names(Club.objects.all(), "name"))


def _names(rows: Any, column: str) -> Names:
    return list(rows.order_by("pk").values_list(column, "skeleton"))


def text_again() -> list[tuple[str, str, str]]:
    try:
        for said in (True, False):
            add_match_with_line(said=said)
        lines = migrate(BEFORE_SENTENCES).get_model("matches", "Turn").objects.order_by("pk")
        return list(lines.values_list("match__occasion", "words", "match__result_words"))
    finally:
        delete_all_rows()


@pytest.fixture
def running(upgraded: Upgraded) -> int:
    return upgraded.running


def add_match(old: Any, state: dict[str, Any], players: list[int], **fields: Any) -> Any:
    match = old.get_model("matches", "Match").objects.create(
        **{
            "game_slug": "toy",
            "options": {"picks": 1},
            "state": state,
            "seed": "5e" * 32,
            "clock_start": 3 * DAY,
            "clock_increment": DAY,
            "clock_cap": 9 * DAY,
            "started_at": BEGAN,
            **fields,
        }
    )
    seats = old.get_model("matches", "Seat").objects
    for index, player in enumerate(players):
        seats.create(match=match, index=index, player_id=player, bank=3 * DAY)
    return match


def add_running_match(old: Any) -> int:
    toy = Toy()
    players = [UserFactory().pk for _ in range(2)]
    begun = toy.start({"picks": 1}, 2, bytes.fromhex("5e" * 32))
    state = toy.dump(toy.play(begun, 0, "pick 4").state)
    match = add_match(old, state, players, next_number=3, log_length=1)
    seats = old.get_model("matches", "Seat").objects.filter(match=match)
    seats.filter(index=0).update(bank=3 * DAY)
    seats.filter(index=1).update(number=2, asked_at=BEGAN, deadline=BEGAN + 3 * DAY)
    old.get_model("matches", "Turn").objects.create(
        match=match,
        index=0,
        number=1,
        seat=seats.get(index=0),
        text="pick 4",
        words="Seat 0 picks 4.",
        public_words="Seat 0 has picked.",
        secret=True,
        state=state,
        via="site",
        at=BEGAN + DAY,
    )
    pk: int = match.pk
    return pk


def add_match_just_begun(old: Any) -> int:
    toy = Toy()
    state = toy.dump(toy.start({"picks": 1}, 1, bytes(32)))
    pk: int = add_match(old, state, [UserFactory().pk]).pk
    return pk


def test_the_clocks_that_run_go_on_as_they_were(running: int) -> None:
    ada, ben = Seat.objects.filter(match=running)
    assert (ada.number, ada.running_since, ada.deadline, ada.bank) == (None, None, None, 3 * DAY)
    assert (ben.number, ben.asked_at, ben.running_since) == (2, BEGAN, BEGAN)
    assert (ben.bank, ben.turn_bank, ben.deadline) == (3 * DAY, 3 * DAY, BEGAN + 3 * DAY)
    assert (ben.held, ben.pauses, ben.passes_used, ben.runs_unnoticed) == ("", {}, 0, False)
    match = Match.objects.get(pk=running)
    assert match.last_turn_at == BEGAN + DAY
    assert (match.at_zero, match.passes, match.weekends, match.nights, match.leave_pool) == (
        "lose",
        0,
        False,
        False,
        None,
    )


def test_the_log_is_kept_and_the_match_is_what_it_says(running: int) -> None:
    line = Turn.objects.get(match=running)
    assert (line.kind, line.number, line.text, line.secret) == ("play", 1, "pick 4", True)
    assert (line.at, line.stamped_at, line.clocks, line.about) == (BEGAN + DAY, BEGAN + DAY, [], None)
    assert differences(Match.objects.get(pk=running)) == []


def test_a_match_that_has_just_begun_waits_since_its_beginning(upgraded: Upgraded) -> None:
    assert Match.objects.get(pk=upgraded.begun).last_turn_at == BEGAN


def test_the_match_is_played_on(running: int) -> None:
    ben = Seat.objects.get(match=running, index=1)
    assert turns.submit_turn(ben, 2, "pick 5", Turn.Via.SITE, stamped_at=BEGAN + 2 * DAY).kind == "play"
    ben.refresh_from_db()
    assert ben.bank == 2 * DAY  # one of three was left, and one more
    submit(Seat.objects.get(match=running, index=0), "add 1")
    submit(ben, "add 1")
    assert Match.objects.get(pk=running).is_over


def test_the_time_of_the_upgrade_is_given_back(running: int) -> None:
    match = Match.objects.get(pk=running)
    with time_machine.travel(BEGAN + 8 * DAY, tick=False):
        done = sweep.sweep()
        assert done.outage is not None
        assert (done.outage.began_at, done.decided) == (BEGAN + DAY, 0)
    assert match.seats.get(index=1).deadline == BEGAN + 10 * DAY


def test_the_match_is_decided_at_its_deadline(running: int) -> None:
    match = Match.objects.get(pk=running)
    Heartbeat.objects.update(at=BEGAN + 3 * DAY)
    with travel_past_grace_of(match.seats.get(index=1)):
        assert sweep.sweep().decided == 1
    assert kinds(match) == ["play", "time"]


def test_what_was_written_as_text_is_read_as_it_was(running: int) -> None:
    line = Turn.objects.get(match=running)
    assert (line.words, line.public_words, line.notes) == ("Seat 0 picks 4.", "Seat 0 has picked.", [])
    assert (line.match.result_words, line.match.occasion) == ("", "")


def test_what_was_said_is_text_again_where_no_sentences_are_known(upgraded: Upgraded) -> None:
    was_said, was_text = upgraded.were_text
    words = f"Ada forfeits the match: {'x' * 476}"  # 500 characters, as a line had then
    assert was_said == ("Spring Cup, round 3", words, 'The match is annulled: "he" is [ill], 100 %')
    assert was_text == was_said


def test_a_site_without_running_matches_has_not_been_away(upgraded: Upgraded) -> None:
    for model in (Match, Heartbeat):
        model.objects.all().delete()
    import_module("matches.migrations.0002_clocks").begin_to_beat(models_at(BEFORE_MAIL_LEFT), None)
    assert not Heartbeat.objects.exists()


def test_nobody_loses_a_name(upgraded: Upgraded) -> None:
    assert [name for name, _skeleton in upgraded.named.players] == NAMES
    assert [name for name, _skeleton in upgraded.named.clubs] == CLUBS


def test_the_oldest_of_those_that_look_alike_has_the_skeleton_alone(upgraded: Upgraded) -> None:
    named = upgraded.named
    for found, oldest, alike in ((named.players, "Ada", "Аda"), (named.clubs, "Knights", "Кnights")):
        skeletons = dict(found)
        assert skeletons[oldest] == name_skeleton(oldest)
        assert skeletons[alike].startswith(f"{name_skeleton(oldest)}\t")


def test_saving_an_account_again_is_possible_and_changes_nothing(upgraded: Upgraded) -> None:
    assert upgraded.named.saved_again == upgraded.named.players
