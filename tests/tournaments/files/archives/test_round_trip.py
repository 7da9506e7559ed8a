"""A club goes out and in again, and is the same."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from accounts.models import User
from i18n.text import say
from mail.models import OutboxMail
from matches.gate import clock_acts, refused, turns
from matches.models import LogEntry, Match, Seat
from matches.verify.import_match import FROM_ELSEWHERE
from matches.verify.replay import differences, verify
from tests.support.club_archives import (
    archive,
    emptied,
    files,
    old_club,
    packed,
    small_archive,
    small_club,
    zipped,
)
from tests.support.factories import EventFactory, UserFactory
from tournaments.files.archives import claim
from tournaments.files.archives.export.zip import archive_of
from tournaments.files.archives.file_names import HOSTS, OWNERS
from tournaments.files.archives.imports.club import ImportOptions, import_club
from tournaments.files.imports import give_accounts
from tournaments.locking.club_log import note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Arrival, Club, Entry, Event, Membership

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
CAME = ["say", "Imported the club from another site’s archive.", {}]
STOPPED_IN_EVENT = ["say", "The clocks of running matches are paused until an organiser starts them.", {}]


@pytest.fixture
def _at_noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def without_arrival(found: dict[str, str]) -> dict[str, Any]:
    """Without what bringing a club in adds to its logs, and to those of matches that run."""
    known: dict[str, Any] = dict(found)
    for name, text in found.items():
        if name.endswith(".json"):
            told = json.loads(text)
            if isinstance(told, dict):
                told.pop("files", None)
                for log in ("log", "turns"):
                    told[log] = [each for each in told.get(log, []) if not _is_of_arrival(each)]
            known[name] = told
        elif name.endswith(".trf"):
            # Whoever organises an event is in it once they have come.
            known[name] = re.sub(r"(?m)^(102|112) .*\n", "", text)
    return known


def _is_of_arrival(line: dict[str, Any]) -> bool:
    words = line["words"]
    by_claim = words[:2] == ["say", "%(name)s from the archive has joined."]
    stopped = isinstance(words, list) and words[-1] and isinstance(words[-1], dict) and words[-1].get("reason")
    return words in (CAME, STOPPED_IN_EVENT) or by_claim or stopped == ["say", FROM_ELSEWHERE, {}]


@pytest.mark.usefixtures("_at_noon")
def test_out_in_and_out_again_is_the_same() -> None:
    first = files(zipped(old_club()))
    emptied()
    owner = UserFactory(display_name="Olga")
    people = [each["name"] for each in json.loads(first["people.json"])]
    club = import_club(
        archive(packed(first)), ImportOptions("Schachfreunde “Süd”", owner, people.index("Olga") + 1, True)
    )

    second = files(zipped(club))
    assert without_arrival(second) == without_arrival(first)
    assert [str(each) for _match, found in verify(Match.objects.all()) for each in found] == []
    assert not OutboxMail.objects.exists()
    assert Seat.objects.filter(deadline__isnull=False).count() == 0

    for arrival in list(club.arrivals.all()):
        claim.claim(arrival, UserFactory(display_name=arrival.name))
    third = files(zipped(club))
    assert without_arrival(third) == without_arrival(first)
    for name in first:
        if name.endswith(".trf"):
            assert third[name] == first[name]


@pytest.mark.usefixtures("_at_noon")
def test_a_file_has_no_secret_no_address_of_a_player_and_no_name_of_one_who_is_gone() -> None:
    """Tables stay whole where an account was deleted."""
    club = old_club()
    running = Match.objects.filter(status=Match.Status.RUNNING)
    secrets = {club.invitation_key, *running.values_list("seed", flat=True)}
    secrets |= set(User.objects.values_list("email", flat=True)) | {"Psst."}

    found = files(zipped(club, OWNERS))
    everything = "\n".join(found.values())
    assert [secret for secret in secrets if secret in everything] == []
    assert "nora@elsewhere.example" in found["club.json"]
    assert "former player" in found["events/002/standings.csv"]
    assert "Hal" not in everything


@pytest.mark.usefixtures("_at_noon")
def test_a_match_that_runs_comes_in_with_its_clocks_stopped() -> None:
    content = zipped(small_club())
    emptied()
    import_club(archive(content), ImportOptions("Dale", UserFactory(), None, True))

    match = Match.objects.get(status=Match.Status.RUNNING)
    assert [seat.stopped for seat in match.seats.all()] == ["organiser", "organiser"]
    assert [seat.name for seat in match.seats.all()] == ["Olga", "Ann"]
    assert match.seats.get(index=0).asked_turn == 1


@pytest.mark.usefixtures("_at_noon")
def test_a_club_that_a_player_brings_in_begins_its_running_matches_anew_and_counts_for_no_rating() -> None:
    content = zipped(small_club())
    emptied()
    club = import_club(archive(content), ImportOptions("Dale", UserFactory()))

    assert Match.objects.count() == 1
    assert not LogEntry.objects.exclude(
        clocks=[]
    ).exists()  # which is how forecasts know that they were played elsewhere
    event = club.events.get()
    assert not event.rated
    assert not event.publishes_itself
    assert event.round_set.get(number=2).pairings.get().match is None


def test_the_owners_edition_has_of_a_running_match_what_bystanders_see() -> None:
    found = files(zipped(small_club(), OWNERS))
    assert "events/001/matches/round-02-board-001.txt" in found
    assert "events/001/matches/round-02-board-001.json" not in found


@pytest.mark.usefixtures("_at_noon")
def test_what_an_owner_takes_out_comes_in_whole_but_for_ratings() -> None:
    """Where nothing runs there is nothing else that stays behind."""
    club = small_club()
    club.events.get().round_set.get(number=2).delete()
    club.events.update(stage=Event.Stage.FINISHED, rated=False)
    first = files(zipped(club, OWNERS))
    emptied()
    again = import_club(archive(packed(first)), ImportOptions("Dale", UserFactory(display_name="Olga"), 1))
    assert without_arrival(files(zipped(again, OWNERS))) == without_arrival(first)


def test_one_that_was_made_before_a_column_was_there_comes_in() -> None:
    told = files(small_archive(OWNERS))
    event = json.loads(told["events/001/event.json"])
    del event["was_draft"]
    content = packed({**told, "events/001/event.json": json.dumps(event)})
    assert not import_club(archive(content), ImportOptions("Dale", UserFactory())).events.get().was_draft


def test_an_event_that_is_deleted_meanwhile_takes_no_other_with_it() -> None:
    club = small_club()
    gone = EventFactory(name="Gone", club=club, stage=Event.Stage.DRAFT)
    EventFactory(name="Later", club=club, stage=Event.Stage.DRAFT)
    pieces = archive_of(club, HOSTS)
    content = next(pieces)
    gone.delete()
    content += b"".join(pieces)
    emptied()
    again = import_club(archive(content), ImportOptions("Dale", UserFactory()))
    assert set(again.events.values_list("name", flat=True)) == {"Cup", "Later"}


class TestTheirPlace:
    @pytest.fixture
    def club(self) -> Club:
        return import_club(
            archive(small_archive()), ImportOptions("Dale", UserFactory(display_name="Host"), None, True)
        )

    def arrival(self, club: Club, name: str) -> Arrival:
        return club.arrivals.get(name=name)

    def test_nobody_here_is_put_in_it_by_a_file(self, club: Club) -> None:
        UserFactory(display_name="Ann")
        assert not Entry.objects.filter(event__club=club, player__isnull=False).exists()
        assert [each.shown_name for each in Entry.objects.filter(event__club=club).order_by("pk")] == ["Olga", "Ann"]

    def test_whoever_has_the_link_takes_it(self, club: Club) -> None:
        arrival = self.arrival(club, "Ann")
        player = UserFactory(display_name="Anna")
        assert claim.arrival_of(claim.url_of(arrival).rstrip("/").rpartition("/")[2]) == arrival
        claim.claim(arrival, player)
        assert player.entries.count() == 1
        assert player.seats.count() == 2
        assert player.memberships.get().status == Membership.Status.MEMBER
        assert club.log.latest("pk").words == "Ann from the archive has joined as Anna."

    def test_it_is_taken_once(self, club: Club) -> None:
        arrival = self.arrival(club, "Ann")
        claim.claim(arrival, UserFactory())
        with pytest.raises(TournamentRefused, match="already taken this place"):
            claim.claim(arrival, UserFactory())

    def test_what_they_have_of_their_own_stays(self, club: Club) -> None:
        """A person who takes both places of a match has one seat in it, and one entry in the event."""
        player = UserFactory()
        claim.claim(self.arrival(club, "Ann"), player)
        claim.claim(self.arrival(club, "Olga"), player)
        assert player.entries.count() == 1
        assert player.seats.count() == 2
        assert player.memberships.get().role == Membership.Role.OWNER

    def test_an_organiser_gives_it_to_nobody_piece_by_piece(self, club: Club) -> None:
        """An entry without the seats in its matches would be of no use."""
        event = club.events.get()
        anna = UserFactory(display_name="Anna")
        with pytest.raises(TournamentRefused, match="their own link"):
            give_accounts.give_account(event, event.entries.get(name="Ann").pk, "Anna", by=anna)

    def test_the_match_goes_on_when_they_are_there(self, club: Club) -> None:
        match = Match.objects.get(status=Match.Status.RUNNING)
        seat = match.seats.get(asked_turn__isnull=False)
        with pytest.raises(refused.MatchRefused, match="This player has no account here yet"):
            clock_acts.start_clock(seat, "Go on.", match.log_length)
        claim.claim(self.arrival(club, seat.name), UserFactory())
        seat.refresh_from_db()
        clock_acts.start_clock(seat, "Go on.", match.log_length)
        seat.refresh_from_db()
        assert seat.deadline is not None
        text = match.game.sample(match.loaded_state, seat.index, random.Random(1))
        assert turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE).number == 1
        assert list(differences(Match.objects.get(pk=match.pk))) == []

    def test_a_name_that_is_taken_out_is_a_former_player(self, club: Club) -> None:
        note(club, say("%(name)s joined.", name="Ann"))
        claim.forget(club, self.arrival(club, "Ann").pk, by=UserFactory())
        told = "\n".join(files(zipped(club)).values())
        assert "former player" in told
        assert '"Ann"' not in told
        assert "Ann," not in told


@pytest.mark.django_db(transaction=True)
def test_it_is_read_at_one_moment_and_keeps_nothing() -> None:
    """As the site reads it: in transactions of its own, in which nothing can be written."""
    club = small_club()
    club.events.update(stage=Event.Stage.FINISHED)
    assert "honours.csv" in files(zipped(club))
